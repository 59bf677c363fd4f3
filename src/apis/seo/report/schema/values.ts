import { z } from "zod";
import { component } from "../../../../kit/described-objects.ts";

/** A number of things. */
export const count = z.int().min(0);

/** A text of the page; null if the page does not have it. */
export const text = z.string().nullable();

/** A text that is always there. */
export const string = z.string();

/** Texts of the page. */
export const texts = z.array(z.string());

/** A place in the page. */
export const Place = component("SeoPlace", "The location of the finding.", {
  selector: string.optional().describe("A CSS selector that finds the element."),
  snippet: string.optional().describe("The source text, up to 200 characters."),
  line: z
    .int()
    .min(1)
    .optional()
    .describe("The line number, from 1, in the HTML, or in robots.txt if `url` is its URL."),
  column: z.int().min(1).optional().describe("The column in the source, from 1."),
  url: string.optional().describe("The URL that the finding is about, if not the page."),
});
export type Place = z.output<typeof Place>;
