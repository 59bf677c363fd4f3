/** A decoded image: upright, in sRGB, three bytes a pixel, rows from the top. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** What an engine found: how much of each pixel belongs to the foreground. */
export interface AlphaMask {
  /** One byte a pixel of the image, 0 = background, 255 = foreground. */
  readonly alpha: Uint8Array;
  /** How far it trusts itself, 0 to 1; absent where the engine has no calibrated measure. */
  readonly confidence?: number;
  /** Whose it is, where an engine handed the image on to another. */
  readonly engine?: string;
}

/** One way to tell foreground from background. */
export interface Engine {
  /** As callers name it and as `Quintet-Engine` says it. */
  readonly name: string;
  /** Throws `no-foreground` where it sees no subject. */
  segment(image: RgbImage): AlphaMask | Promise<AlphaMask>;
}
