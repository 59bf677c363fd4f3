import type { Image } from "./schemas.ts";

/** An image by its URL; null for the site's placeholder for a missing image. */
export function imageAt(address: unknown, expiresMs?: unknown): Image | null {
  if (typeof address !== "string") return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || /^static\./.test(url.hostname)) return null;
  // The URL contains the second at which its signature expires.
  const seconds = Number(url.searchParams.get("e"));
  const ms = seconds > 0 ? seconds * 1000 : typeof expiresMs === "number" ? expiresMs : Number.NaN;
  const expires = new Date(ms);
  return { url: url.href, expiresAt: Number.isNaN(expires.getTime()) ? null : expires.toISOString() };
}
