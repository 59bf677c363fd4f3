import { ConfigError } from "../../../kit/config-error.ts";
import type { Programs } from "../../../kit/define-api.ts";
import type { PdfSettings } from "../settings.ts";

/** The operator's OCR program (tesseract), and its limits. */
export interface Recognizer {
  /** Its path. */
  readonly program: string;
  /** The languages that it has, by its own names, such as `eng`. */
  readonly languages: readonly string[];
  /** The one, or several with plus signs between, for calls that name none. */
  readonly language: string;
  /** Whether it can detect the orientation of an image. */
  readonly tellsUp: boolean;
  /** The cost of a recognized page, in pages. */
  readonly weight: number;
  /** The maximum number of recognized pages per call. */
  readonly pages: number;
  /** Milliseconds that one request has for all of them. */
  readonly totalMs: number;
}

/** How long one request has for all its pages; each page has 15 s. */
const TOTAL_MS = 60_000;

/** The name of tesseract's orientation data. It is not a language. */
const UPRIGHT = "osd";

/**
 * Finds the recognizer that PDF_OCR offers; undefined if it is off. Throws a `ConfigError` if tesseract or the language
 * is not installed.
 */
export function findRecognizer(settings: PdfSettings, programs: Programs): Recognizer | undefined {
  const language = settings.ocr;
  if (language === undefined) return undefined;
  const program = programs.find("tesseract");
  if (program === undefined) {
    throw new ConfigError(
      "PDF_OCR needs the program tesseract, which is not on the PATH: install tesseract-ocr.",
    );
  }
  // The first line names the folder; then a name a line.
  const [, ...installed] = (programs.ask(program, "--list-langs") ?? "").split("\n");
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
    weight: settings.ocrWeight,
    pages: settings.ocrPages,
    totalMs: TOTAL_MS,
  };
}
