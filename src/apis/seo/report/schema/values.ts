import { z } from "zod";

/** How many of something. */
export const count = z.int().min(0);

/** A text of the page; null where the page has none. */
export const text = z.string().nullable();
