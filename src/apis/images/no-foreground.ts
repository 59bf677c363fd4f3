import { Problem } from "../../kit/problem.ts";

/** The refusal of an image in which nothing is to be cut out. */
export function noForeground(
  detail = "No subject was found in the image. Mark its region with roi, or send another image.",
): Problem {
  return new Problem("no-foreground", detail, { parameter: "image" });
}
