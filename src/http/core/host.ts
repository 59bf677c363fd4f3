const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+(?:%25[\w.~-]+)?\])(?::\d{0,5})?$/i;

let lastGood: string | null = null;

/**
 * Whether a Host header (RFC 9112 section 3.2) is one name or address with an optional port. Bun joins
 * repeated headers with a comma, so two hosts are refused here. Absent is accepted: HTTP/1.0 has none,
 * and for HTTP/1.1 Bun answers 400 itself. Which name it is does not matter: nothing is built from it.
 */
export function isValidHost(host: string | null): boolean {
  if (host === lastGood) return true;
  if (host !== null && !(host.length <= 261 && HOST.test(host))) return false;
  lastGood = host;
  return true;
}
