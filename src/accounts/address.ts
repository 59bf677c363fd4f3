import { z } from "zod";

const ACCEPTED = "must be one mail address such as name@example.com, in ASCII, of at most 254 characters";

/**
 * Reads a mail address into the one form in which it is kept: without white space around it, in lower case.
 * ASCII only (an international domain in its xn-- form). Anything that could end a header or name a second
 * recipient is refused.
 */
export const mailAddress = z
  .string(ACCEPTED)
  .overwrite((text) => text.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, ""))
  .max(254, ACCEPTED)
  .regex(/^[\x21-\x7e]+$/, ACCEPTED)
  .check(z.email(ACCEPTED))
  .toLowerCase();
