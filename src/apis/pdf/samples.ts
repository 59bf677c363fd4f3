import { readFileSync } from "node:fs";
import type { ExampleFile } from "../../kit/descriptor.ts";

function sample(name: string) {
  const read = () => new Uint8Array(readFileSync(new URL(`./samples/${name}`, import.meta.url)));
  return { name, make: read } satisfies ExampleFile;
}

/** The password of `samples.locked`. */
export const SAMPLE_PASSWORD = "open-sesame";

/** Small files that the examples of the documentation are run with. */
export const samples = {
  plain: sample("sample.pdf"),
  /** A form of two fields, filled in: their values are no part of the page's content. */
  form: sample("form.pdf"),
  /** A page that is one image, and one that has the text of its image under it. */
  scan: sample("scan.pdf"),
  /** Encrypted with a password, by the oldest of the standard's methods (revision 2). */
  locked: sample("locked.pdf"),
  /** A page as full as those of books: what a new process reads itself warm with. */
  full: sample("full.pdf"),
} as const;

/** The page of text that most examples are run with. */
export const samplePdf = samples.plain.make;
