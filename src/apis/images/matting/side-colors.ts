import type { RgbImage } from "../engine.ts";
import { ColorField } from "./color-field.ts";

/** The marks of pixels that are surely subject and surely background. */
export const SUBJECT = 1;
export const BACKGROUND = 2;

/** The colors on both sides of an edge, known in a small copy of an image: how far pixels have moved from one to the other. */
export class SideColors {
  readonly #image: RgbImage;
  readonly #subject: ColorField;
  readonly #background: ColorField;
  readonly #scale: readonly [across: number, down: number];
  readonly #front = new Float64Array(3);
  readonly #behind = new Float64Array(3);
  /** Of the pixel last compared: the squares of the contrast of both sides and of its way, and the product of both. */
  contrast = 0;
  moved = 0;
  along = 0;

  private constructor(image: RgbImage, subject: ColorField, background: ColorField, scale: [number, number]) {
    this.#image = image;
    this.#subject = subject;
    this.#background = background;
    this.#scale = scale;
  }

  /** Of a copy with the colors `small` in which `sides` marks what is sure; undefined if a side is nowhere sure. */
  static of(image: RgbImage, small: Float32Array, width: number, height: number, sides: Uint8Array) {
    const subject = ColorField.of(small, width, height, sides, SUBJECT);
    const background = ColorField.of(small, width, height, sides, BACKGROUND);
    if (subject === undefined || background === undefined) return undefined;
    return new SideColors(image, subject, background, [width / image.width, height / image.height]);
  }

  compare(x: number, y: number): void {
    const { width, rgb } = this.#image;
    const front = this.#front;
    const behind = this.#behind;
    const u = (x + 0.5) * this.#scale[0] - 0.5;
    const v = (y + 0.5) * this.#scale[1] - 0.5;
    this.#subject.at(u, v, front);
    this.#background.at(u, v, behind);
    let contrast = 0;
    let moved = 0;
    let along = 0;
    for (let c = 0, i = (y * width + x) * 3; c < 3; c++, i++) {
      const way = (front[c] ?? 0) - (behind[c] ?? 0);
      const gone = (rgb[i] ?? 0) - (behind[c] ?? 0);
      contrast += way * way;
      moved += gone * gone;
      along += way * gone;
    }
    this.contrast = contrast;
    this.moved = moved;
    this.along = along;
  }
}
