/** @jsxImportSource hono/jsx */
import type { Assets } from "./assets.ts";

/** The path of the demo's transparent image. */
const DEMO_IMAGE = "/demo/teapot";

const SIZE = { width: 960, height: 720 } as const;

/** An image before and after: side by side, or with scripts as two layers and a slider. */
export function ImagesDemo({ assets }: { assets: Assets }) {
  return (
    <div class="compare" data-compare="">
      <div class="layers">
        <img class="before" src={assets.href("teapot.jpg")} {...SIZE} alt="A teapot on a table." />
        <img
          class="after checkers"
          src={DEMO_IMAGE}
          {...SIZE}
          alt="The same teapot without its background."
        />
      </div>
      <p class="slide" hidden>
        <label for="compare">Before and after</label>
        <input id="compare" type="range" min="0" max="100" value="50" />
      </p>
    </div>
  );
}
