import { createHash, randomBytes } from "node:crypto";
import type { State } from "./state.ts";

/** How long the link to a report works, in milliseconds. */
const REPORT_MS = 7 * 86_400_000;

/** Reports larger than this, compressed, are not stored; in bytes. */
const REPORT_BYTES_MAX = 500_000;

/** A link to a report. */
export interface SharedReport {
  /** On the server that made it. */
  readonly path: `/reports/${string}`;
  readonly expiresAt: string;
}

const nameOf = (token: string) => `report ${createHash("sha256").update(token).digest("hex")}`;

/**
 * Stores a report for 7 days under a random token of 192 bits, of which only the hash is kept. Undefined for a report
 * that is too large to store.
 */
export async function storeReport(
  state: State,
  html: string,
  now: number,
): Promise<SharedReport | undefined> {
  const packed = Bun.gzipSync(html);
  if (packed.byteLength > REPORT_BYTES_MAX) return undefined;
  const token = randomBytes(24).toString("base64url");
  await state.set(nameOf(token), Buffer.from(packed).toString("base64url"), REPORT_MS);
  return { path: `/reports/${token}`, expiresAt: new Date(now + REPORT_MS).toISOString() };
}

/** The report of a token as HTML; undefined where it is unknown or has expired. */
export async function readReport(state: State, token: string): Promise<string | undefined> {
  if (!/^[\w-]{32}$/.test(token)) return undefined;
  const packed = await state.get(nameOf(token));
  if (typeof packed !== "string") return undefined;
  return new TextDecoder().decode(Bun.gunzipSync(Buffer.from(packed, "base64url")));
}
