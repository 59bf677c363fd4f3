/** The time that the link to a report works, in milliseconds. */
export const REPORT_MS = 7 * 86_400_000;

/** A link to a report. */
export interface SharedReport {
  /** On the server that made it. */
  readonly path: `/reports/${string}`;
  readonly expiresAt: string;
}

/** Shares a report for 7 days. Undefined where it is too large to store. Throws `too-many-shared-reports`. */
export type ShareReport = (html: string, url: string) => Promise<SharedReport | undefined>;
