/** Whether tests run in their full form: `npm run nightly`. CI runs a short one. */
export const isNightly = process.env.NIGHTLY === "1";

/** All cases in the full form; in the short one each `step`th of them, beginning with the one at `offset`. */
export function casesOf<T>(all: readonly T[], step: number, offset = 0): readonly T[] {
  return isNightly ? all : all.filter((_, i) => i % step === offset % step);
}
