import { Problem } from "../../kit/problem.ts";

/** The problem for an image without a recognizable subject. */
export function noForeground(
  detail = "No subject was found in the image. Mark its region with roi, or send another image.",
): Problem {
  return new Problem("no-foreground", detail, { parameter: "image" });
}
