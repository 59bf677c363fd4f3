/** A decoded image: upright, in sRGB, three bytes per pixel, rows from the top. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** The result of an engine: how much of each pixel belongs to the foreground. */
export interface AlphaMask {
  /** One byte per pixel, 0 = background, 255 = foreground. */
  readonly alpha: Uint8Array;
  /** Confidence, 0 to 1; absent if the engine gives none. */
  readonly confidence?: number;
  /** The engine that made the mask, if an engine passed the image on to another. */
  readonly engine?: string;
}

/** An engine that separates foreground from background. */
export interface Engine {
  /** As callers name it and as `Quintet-Engine` says it. */
  readonly name: string;
  /** Throws `no-foreground` if it finds no subject. */
  segment(image: RgbImage): AlphaMask | Promise<AlphaMask>;
}
