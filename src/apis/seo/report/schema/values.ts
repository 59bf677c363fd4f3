import { z } from "zod";

/** A number of things. */
export const count = z.int().min(0);

/** A text of the page; null if the page does not have it. */
export const text = z.string().nullable();

/** A text that is always there. */
export const string = z.string();

/** Texts of the page. */
export const texts = z.array(z.string());
