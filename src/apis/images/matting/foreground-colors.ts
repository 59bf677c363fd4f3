import { ColorField } from "./color-field.ts";

/** The alpha mask without those pixels of the background that the file itself does not show in full. */
function shownMask(alpha: Uint8Array, own: Uint8Array | undefined): Uint8Array {
  return own === undefined ? alpha : alpha.map((value, i) => (own[i] === 255 ? value : 1));
}

function hasSoft(alpha: Uint8Array): boolean {
  for (const value of alpha) if (value > 0 && value < 255) return true;
  return false;
}

/**
 * Combines colors and alpha mask to RGBA, four bytes per pixel. Pixels of alpha 255 keep their exact colors,
 * pixels of alpha 0 lose them. In between, with `decontaminate`, the share of the old background is removed:
 * the estimate of Forte (Approximate Fast Foreground Color Estimation, 2021), with fields of the known colors
 * instead of its blurs. If the file has transparency of its `own`, its colors contain no background and do not
 * change.
 */
export function paintForeground(
  rgb: Uint8Array,
  alpha: Uint8Array,
  width: number,
  height: number,
  decontaminate: boolean,
  own?: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(width * height * 4);
  const isSoft = decontaminate && hasSoft(alpha);
  const shown = isSoft ? shownMask(alpha, own) : alpha;
  const inside = isSoft ? ColorField.of(rgb, width, height, shown, 255) : undefined;
  const outside = isSoft ? ColorField.of(rgb, width, height, shown, 0) : undefined;
  const near = new Float64Array(3);
  const far = new Float64Array(3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const value = alpha[i] ?? 0;
      if (value === 0) continue;
      const to = i * 4;
      rgba[to + 3] = value;
      const isFree = value === 255 || (own?.[i] ?? 255) < 255;
      if (isFree || inside === undefined || outside === undefined) {
        rgba[to] = rgb[i * 3] ?? 0;
        rgba[to + 1] = rgb[i * 3 + 1] ?? 0;
        rgba[to + 2] = rgb[i * 3 + 2] ?? 0;
        continue;
      }
      inside.at(x, y, near);
      outside.at(x, y, far);
      const share = value / 255;
      for (let c = 0; c < 3; c++) {
        const misfit = (rgb[i * 3 + c] ?? 0) - share * (near[c] ?? 0) - (1 - share) * (far[c] ?? 0);
        rgba[to + c] = Math.min(255, Math.max(0, Math.round((near[c] ?? 0) + share * misfit)));
      }
    }
  }
  return rgba;
}
