import type { Secret } from "./secret.ts";

/** Cookies that the operator provided for one host. */
export interface Cookies {
  /** The one host they are for, in lower case: neither its parents nor its children. */
  readonly host: string;
  readonly values: Readonly<Record<string, Secret>>;
}

// RFC 6265 section 4.1.1, and the quotation marks that some sites put round a value.
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e"]+$/;

/** Reports whether a text is valid as the value of a cookie: it does not end the header or begin another cookie. */
export function isCookieValue(text: string): boolean {
  return VALUE.test(text);
}

/**
 * The `Cookie` header for a first request: that of exactly their host, over TLS as the site spells its
 * address. Undefined for every other address. Redirects must not call this.
 */
export function cookieHeader({ host, values }: Cookies, url: URL): string | undefined {
  if (url.protocol !== "https:" || url.hostname !== host || url.port !== "") return undefined;
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value.reveal()}`)
    .join("; ");
}

/** A short hash that identifies a session and does not reveal its cookies. */
export async function sessionMark({ values }: Cookies): Promise<string> {
  const text = JSON.stringify(Object.entries(values).map(([name, value]) => [name, value.reveal()]));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex").slice(0, 12);
}
