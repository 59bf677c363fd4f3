import { z } from "zod";

/** A variable that holds a whole number, and says which ones it takes. */
export function wholeNumber(minimum: number, maximum: number) {
  const accepts = `a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, accepts)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, accepts);
}

/** A variable that is `on` or `off`. */
export function onOff(standard: "on" | "off") {
  return z
    .enum(["on", "off"], { error: "on or off" })
    .default(standard)
    .transform((text) => text === "on");
}

/** A variable that is one of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, { error: `one of ${words.join(", ")}` });
}
