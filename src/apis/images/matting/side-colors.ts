import type { RgbImage } from "../engine.ts";
import { ColorField } from "./color-field.ts";

/** The marks of pixels that are surely subject and surely background. */
export const SUBJECT = 1;
export const BACKGROUND = 2;

/**
 * The colors on both sides of an edge, known in a small copy of an image. By the compositing equation (Porter and Duff, 1984)
 * a pixel of the edge is between them, at the place that is its alpha.
 */
export class SideColors {
  readonly #image: RgbImage;
  readonly #subject: ColorField;
  readonly #background: ColorField;
  readonly #scale: readonly [across: number, down: number];
  readonly #front = new Float64Array(3);
  readonly #behind = new Float64Array(3);
  // Results of the last `compare`. They are fields because it is called for each pixel of an edge.
  /** The squared distance between the colors of both sides. */
  contrast = 0;
  /** The squared distance of the pixel's color from that of the background. */
  moved = 0;
  /** The dot product of both: `along / contrast` is the share of the subject. */
  along = 0;

  private constructor(image: RgbImage, subject: ColorField, background: ColorField, scale: [number, number]) {
    this.#image = image;
    this.#subject = subject;
    this.#background = background;
    this.#scale = scale;
  }

  /** `small` has the colors of a copy, `sides` marks what is sure in it. Undefined if one side is sure nowhere. */
  static of(image: RgbImage, small: Float32Array, width: number, height: number, sides: Uint8Array) {
    const subject = ColorField.of(small, width, height, sides, SUBJECT);
    const background = ColorField.of(small, width, height, sides, BACKGROUND);
    if (subject === undefined || background === undefined) return undefined;
    return new SideColors(image, subject, background, [width / image.width, height / image.height]);
  }

  /** Compares the color of a pixel of the image with those of both sides at its place. */
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
