/** @jsxImportSource hono/jsx */
import type { Assets } from "./assets.ts";

/** The path of the demo's transparent image. */
const DEMO_IMAGE = "/demo/dog";

const SIZE = { width: 820, height: 615, loading: "lazy" } as const;

/** An image before and after: side by side, or with scripts as two layers and a slider. */
export function ImagesDemo({ assets, isShort = false }: { assets: Assets; isShort?: boolean }) {
  return (
    <div>
      <div class="compare" data-compare="">
        <div class="layers">
          <img
            class="before"
            src={assets.href("dog.jpg")}
            {...SIZE}
            alt="A white dog in front of dark rock."
          />
          <img class="after checkers" src={DEMO_IMAGE} {...SIZE} alt="The same dog without its background." />
        </div>
        <p class="slide" hidden>
          <label class="unseen" for="compare">
            Before and after
          </label>
          <input id="compare" type="range" min="0" max="100" value="50" />
        </p>
      </div>
      {!isShort && (
        <p class="soft credit">
          Photo: Yael Pritch, <a href="https://github.com/google/dreambooth">google/dreambooth</a>,{" "}
          <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>, cropped. The model was not
          trained on it.
        </p>
      )}
    </div>
  );
}
