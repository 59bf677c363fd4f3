import { z } from "zod";
import { Problem } from "../kit/problem.ts";

const Address = z.email().max(254);

/**
 * Reads a mail address into the one form in which it is kept: without white space around it, in lower case.
 * ASCII only (an international domain in its xn-- form). Anything that could end a header or name a second
 * recipient is an `invalid-parameter` problem; the address itself is not repeated.
 */
export function readAddress(text: string): string {
  const trimmed = text.replace(/^[ \t]+|[ \t]+$/g, "");
  const read = /^[\x21-\x7e]+$/.test(trimmed) ? Address.safeParse(trimmed) : undefined;
  if (read?.success === true) return read.data.toLowerCase();
  throw new Problem(
    "invalid-parameter",
    "email must be one mail address such as name@example.com, in ASCII, of at most 254 characters.",
    { parameter: "email" },
  );
}
