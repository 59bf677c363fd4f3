import type { Image } from "./schemas.ts";

/** A picture by its address; null for the site's own drawings that stand for a missing one. */
export function imageAt(address: unknown, expiresMs?: unknown): Image | null {
  if (typeof address !== "string") return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || /^static\./.test(url.hostname)) return null;
  // The site signs its addresses until a second that stands in them.
  const seconds = Number(url.searchParams.get("e"));
  const ms = seconds > 0 ? seconds * 1000 : typeof expiresMs === "number" ? expiresMs : Number.NaN;
  const expires = new Date(ms);
  return { url: url.href, expiresAt: Number.isNaN(expires.getTime()) ? null : expires.toISOString() };
}
