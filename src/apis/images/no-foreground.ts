import { Problem } from "../../kit/problem.ts";

/** The refusal of an image in which nothing is to be cut out. */
export function noForeground(detail = "No subject was found that stands out from a background."): Problem {
  return new Problem("no-foreground", detail, { parameter: "image" });
}
