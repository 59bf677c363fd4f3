/** @jsxImportSource hono/jsx */
import type { Assets } from "./assets.ts";

/** Where the cut-out of the demo is served. */
export const DEMO_IMAGE = "/demo/teapot";

const SIZE = { width: 960, height: 720 } as const;

/**
 * A picture before and after: side by side, and, where there is a script, one over the other with a slider
 * between them that the arrow keys move too.
 */
export function ImagesDemo({ assets }: { assets: Assets }) {
  return (
    <div class="compare" data-compare="">
      <div class="layers">
        <img
          class="before"
          src={assets.href("teapot.jpg")}
          {...SIZE}
          alt="A teapot on a table, as it was sent."
        />
        <img class="after checkers" src={DEMO_IMAGE} {...SIZE} alt="The teapot alone, cut out." />
      </div>
      <p class="slide" hidden>
        <label for="compare">Before and after</label>
        <input id="compare" type="range" min="0" max="100" value="50" />
      </p>
    </div>
  );
}
