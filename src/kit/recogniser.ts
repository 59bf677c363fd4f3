/** The operator's program that reads text off pictures (tesseract), and what it may cost. */
export interface Recogniser {
  /** Its path. */
  readonly program: string;
  /** The languages that it has, by its own names, such as `eng`. */
  readonly languages: readonly string[];
  /** The one, or several with plus signs between, for calls that name none. */
  readonly language: string;
  /** Whether it can tell which way up a picture is. */
  readonly tellsUp: boolean;
  /** What a recognised page is charged, in pages. */
  readonly weight: number;
  /** Pages that one request may have recognised. */
  readonly pages: number;
  /** Milliseconds that one request has for all of them. */
  readonly totalMs: number;
}
