import { ConfigError } from "../config/config-error.ts";
import type { Config } from "../config.ts";
import type { Recogniser } from "../kit/recogniser.ts";
import { askProgram, findProgram } from "../sandbox/installed.ts";

/** How long one request has for all its pages; each page has 15 s. */
const TOTAL_MS = 60_000;

/** What tesseract calls its knowledge of which way is up; no language. */
const UPRIGHT = "osd";

/**
 * The recogniser that PDF_OCR=on offers; undefined where it is off. Throws a `ConfigError` of one line where
 * tesseract or the language is not installed.
 */
export function recogniserOf(config: Config): Recogniser | undefined {
  const language = config.pdfOcr;
  if (language === undefined) return undefined;
  const program = findProgram("tesseract");
  if (program === undefined) {
    throw new ConfigError(
      "PDF_OCR needs the program tesseract, which is not on the PATH: install tesseract-ocr.",
    );
  }
  // The first line names the folder; then a name a line.
  const [, ...installed] = (askProgram(program, "--list-langs") ?? "").split("\n");
  const names = installed.map((name) => name.trim()).filter((name) => /^\w{2,40}$/.test(name));
  const languages = names.filter((name) => name !== UPRIGHT);
  if (languages.length === 0) {
    throw new ConfigError(`PDF_OCR needs a language, and ${program} has none: install tesseract-ocr-eng.`);
  }
  const missing = language.split("+").filter((name) => !languages.includes(name));
  if (missing.length > 0) {
    throw new ConfigError(
      `PDF_OCR is not accepted: tesseract has no ${missing.join(", ")} here, only ${languages.join(", ")}.`,
    );
  }
  return {
    program,
    languages,
    language,
    tellsUp: names.includes(UPRIGHT),
    weight: config.pdfOcrWeight,
    pages: config.pdfOcrPages,
    totalMs: TOTAL_MS,
  };
}
