import { z } from "zod";
import { textValue } from "../../kit/parameter.ts";

/** Red, green, blue and alpha, each 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** A color of CSS, or hexadecimal digits without their sign. */
export const CssColor = textValue(z.string().max(40), (text, reject): Color => {
  const isHex = /^#?(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text);
  const name = text.toLowerCase();
  // That one stands for the color of a text around it, and there is none.
  if (isHex || (/^[a-z]{3,20}$/.test(name) && name !== "currentcolor")) {
    const rgba = Bun.color(isHex ? `#${text.replace("#", "")}` : name, "[rgba]");
    if (rgba !== null) return rgba;
  }
  return reject(
    "must be 3, 4, 6 or 8 hexadecimal digits with or without #, or a CSS color name such as white",
  );
});
