import type { z } from "zod";
import { invalidParameter } from "../../../kit/parameter.ts";
import { Problem } from "../../../kit/problem.ts";
import type { ExtractInput } from "../input-schema.ts";
import type { OcrMode } from "./mode.ts";
import type { Recognizer } from "./recognizer.ts";

/** OCR plan for the pages of one request. */
export interface OcrPlan {
  readonly mode: Exclude<OcrMode, "off">;
  readonly recognizer: Recognizer;
  readonly language: string;
}

function chosenLanguage(text: string | undefined, { language, languages }: Recognizer): string {
  if (text === undefined) return language;
  const names = text.split("+");
  if (names.every((name) => languages.includes(name)) && new Set(names).size === names.length) return text;
  throw invalidParameter(
    "ocrLanguage",
    `ocrLanguage must be one of ${languages.join(", ")}, or several of them joined with plus signs (%2B in a URL).`,
  );
}

/**
 * Returns the OCR settings of a request; undefined without OCR. Throws `invalid-parameter`
 * for a language that is not installed, and `ocr-unavailable` if the request requires OCR
 * and the operator has not enabled it; with `auto` such pages are returned as they are, each with a warning.
 */
export function ocrPlan(
  { ocr, ocrLanguage }: Pick<z.output<typeof ExtractInput>, "ocr" | "ocrLanguage">,
  recognizer: Recognizer | undefined,
): OcrPlan | undefined {
  if (ocr === "off") return undefined;
  if (recognizer !== undefined) {
    return { mode: ocr, recognizer, language: chosenLanguage(ocrLanguage, recognizer) };
  }
  if (ocr === "auto") return undefined;
  throw new Problem(
    "ocr-unavailable",
    "OCR is not enabled on this server. Use ocr=off, or ocr=auto to get a warning for each scan. Operators can set PDF_OCR=on.",
    { parameter: "ocr" },
  );
}
