import type { z } from "zod";
import type { Context } from "../../kit/context.ts";
import type { ExtractInput } from "./input-schema.ts";
import { isTextless } from "./ocr/mode.ts";
import type { OcrPlan } from "./ocr/plan.ts";
import type { OcrFailure } from "./ocr/recognize.ts";
import { warningsOf } from "./output/response.ts";
import type { Extract } from "./output-schema.ts";
import type { ReadPage, UnreadablePage } from "./page.ts";

/** The options of the call that decide the charge and the warnings. */
type RequestedPages = Pick<z.output<typeof ExtractInput>, "dryRun" | "ocr">;

/** The charge and the warnings of one call. */
export class PageBilling {
  readonly #context: Context;
  readonly #asked: RequestedPages;
  readonly #plan: OcrPlan | undefined;
  readonly warnings: Extract["warnings"] = [];
  #toRecognize: ReadonlySet<number> = new Set();
  #charged = 0;
  #delivered = 0;
  #recognized = 0;

  constructor(context: Context, asked: RequestedPages, plan: OcrPlan | undefined) {
    this.#context = context;
    this.#asked = asked;
    this.#plan = plan;
  }

  get #weight(): number {
    return this.#plan?.recognizer.weight ?? 1;
  }

  /** Charges for the requested pages before any of them is read, with the extra weight of those that need OCR. */
  async charge(pages: number, toRecognize: readonly number[]): Promise<void> {
    this.#toRecognize = new Set(toRecognize);
    this.#charged = pages + (this.#weight - 1) * toRecognize.length;
    if (!this.#asked.dryRun) await this.#context.charge(this.#charged);
  }

  note(page: ReadPage | UnreadablePage): void {
    this.warnings.push(...warningsOf(page));
    if (page.kind === null) return;
    this.#delivered++;
    // A dry run recognizes nothing, and counts what would be.
    if (page.ocr !== undefined || (this.#asked.dryRun && this.#toRecognize.has(page.number - 1))) {
      this.#recognized++;
    }
    if (this.#asked.ocr === "auto" && this.#plan === undefined && isTextless(page.kind)) {
      this.warnings.push({
        code: "ocr-unavailable",
        page: page.number,
        detail: "OCR could recognize this page, but it is not enabled on this server.",
      });
    }
  }

  /** Adds a warning for a page whose OCR failed; its text is what the file itself contains. */
  noteUnread(page: number, why: OcrFailure): void {
    const reason = why === "time" ? "exceeded its time or memory limit" : "failed";
    this.warnings.push({
      code: "ocr-failed",
      page,
      detail: `Recognizing the page ${reason}; it is charged like one without recognition.`,
    });
  }

  /** Refunds pages that were charged and not delivered. Returns the final cost. */
  async settle(): Promise<Extract["usage"]> {
    const units = this.#delivered + (this.#weight - 1) * this.#recognized;
    const ocr = this.#plan === undefined ? {} : { ocr: { pages: this.#recognized, weight: this.#weight } };
    if (this.#asked.dryRun) return { pages: 0, wouldCharge: units, ...ocr };
    if (this.#charged > units) await this.#context.refund(this.#charged - units);
    return { pages: units, ...ocr };
  }
}
