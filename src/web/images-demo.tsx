/** @jsxImportSource hono/jsx */
import type { Assets } from "./assets.ts";

const SIZE = { width: 820, height: 615 } as const;

/** The transparent image of the demo, on colors. */
export function TransparentHusky({ assets }: { assets: Assets }) {
  return (
    <img
      class="glance-husky"
      src={assets.href("husky.webp")}
      {...SIZE}
      loading="lazy"
      alt="A plush husky whose background was removed."
    />
  );
}

/** An image before and after, with a slider between them; side by side without scripts. */
export function ImagesDemo({ assets }: { assets: Assets }) {
  return (
    <>
      <div class="compare sliding" data-compare="" data-play="">
        <div class="layers">
          <img
            class="before"
            src={assets.href("husky.jpg")}
            {...SIZE}
            alt="A plush husky in front of a brick wall."
          />
          <img
            class="after checkers"
            src={assets.href("husky.webp")}
            {...SIZE}
            alt="The same plush husky without its background."
          />
        </div>
        <p class="slide">
          <label class="unseen" for="compare">
            Before and after
          </label>
          <input id="compare" type="range" min="0" max="100" value="50" />
        </p>
      </div>
      <p class="soft credit">
        Photo: Nataniel Ruiz, <a href="https://github.com/google/dreambooth">google/dreambooth</a>,{" "}
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>, cropped. Not in the model's
        training data.
      </p>
    </>
  );
}
