import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { Problem } from "../kit/problem.ts";
import { type Allowance, isNamedTarget, type Range } from "./allowance.ts";

/** Ports that a web page may be served on. */
const PORTS = new Set(["", "80", "443", "8080", "8443"]);

/** The longest address that is fetched, in characters: what browsers and servers in use agree on. */
const URL_MAX = 8192;

/** Names of this machine or this network, whatever a resolver returns (RFC 6761, RFC 6762). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/;

/** The one IPv6 block that IANA has handed out as global unicast space (RFC 4291 section 2.4). */
const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Inside public space, yet no public site: Azure's platform address, the 6to4 relay, ORCHIDv2, the old
 * 6bone, and the documentation block of RFC 9637.
 */
const DENIED = ["168.63.129.16/32", "192.88.99.0/24", "2001:20::/28", "3ffe::/16", "3fff::/20"].map((range) =>
  ipaddr.parseCIDR(range),
);

function within(ip: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Range[]): boolean {
  // Of two kinds, `match` throws.
  return ranges.some(([base, bits]) => ip.kind() === base.kind() && ip.match(base, bits));
}

/**
 * Reports whether an IP address belongs to the public internet: unicast space that IANA has handed out, with nothing
 * private, local, shared, translated, tunnelled or reserved in it. An IPv4 address mapped into IPv6 is judged as IPv4.
 * What is not an address is not public.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js reads the short forms of inet_aton too, which no resolver gives, and `::8.8.8.8` as if it were mapped.
  if (isIP(address) === 0 || /^::\d+\./.test(address)) return false;
  const ip = ipaddr.process(address);
  // ipaddr.js calls all that it has no name for unicast, also space that was never handed out.
  if (ip.range() !== "unicast" || within(ip, DENIED)) return false;
  return ip.kind() === "ipv4" || within(ip, [GLOBAL_V6]);
}

/** Reports whether a connection to this address may be opened: it is public, or the operator allows its range. */
export function mayConnect(address: string, allowance: Allowance): boolean {
  if (isPublicAddress(address)) return true;
  return isIP(address) !== 0 && within(ipaddr.process(address), allowance.ranges);
}

/** The host of a URL as resolvers and sockets take it: no brackets, no final dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** The subject of a sentence about the URL in a parameter, or about the one that it redirects to. */
function subjectOf(parameter: string, redirected: boolean): string {
  return redirected ? `The URL that ${parameter} redirects to` : parameter;
}

/**
 * Parses and checks a URL before it is fetched: the caller's own, and that of each redirect. Throws `url-invalid` or
 * `url-not-public`, naming `parameter`. Host names are checked again after they are resolved.
 */
export function checkUrl(
  address: string,
  base: URL | undefined,
  allowance: Allowance,
  parameter: string,
): URL {
  const url = URL.parse(address, base?.href);
  const from = subjectOf(parameter, base !== undefined);
  const refuse = (detail: string): Problem => new Problem("url-invalid", `${from} ${detail}`, { parameter });
  if (address.length > URL_MAX) throw refuse(`must be at most ${URL_MAX} characters long.`);
  // The URL standard takes away or encodes them without a word; of a caller's own address nothing is guessed.
  if (base === undefined && (address !== address.trim() || /\p{Cc}/u.test(address))) {
    throw refuse("must not have spaces around it or line breaks or other control characters in it.");
  }
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw refuse("must be an absolute http or https URL, such as https://example.com/.");
  }
  if (url.username !== "" || url.password !== "") throw refuse("must not contain a user name or password.");
  if (isNamedTarget(url, allowance)) return url;
  const host = hostOf(url);
  const literal = isIP(host) !== 0;
  const allowed = literal && !isPublicAddress(host) && mayConnect(host, allowance);
  if (host === "" || LOCAL_NAME.test(host) || (literal && !mayConnect(host, allowance))) {
    throw notPublic(parameter, base !== undefined);
  }
  if (!allowed && !PORTS.has(url.port)) throw refuse("must have no port, or one of 80, 443, 8080 and 8443.");
  return url;
}

/** The error for an address that is not public. Its text is the same for every reason. */
export function notPublic(parameter: string, redirected: boolean): Problem {
  return new Problem(
    "url-not-public",
    `${subjectOf(parameter, redirected)} must be on the public internet. Private, local and reserved addresses are not fetched.`,
    { parameter },
  );
}
