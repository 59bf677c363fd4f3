import { z } from "zod";
import { invalidParameter, textValue } from "../../kit/parameter.ts";
import { percentDecoded } from "../../kit/percent-encoding.ts";
import type { Organization } from "./schemas.ts";

/** The kind of page that a LinkedIn URL leads to. */
export type Kind = "in" | "company" | "school" | "showcase";

const HOST = /^(?:(?:[a-z]{2}|www|m|mobile|touch)\.)?linkedin\.com$/;
/** The kinds of address that are of organizations. */
export const ORGANIZATIONS: readonly Kind[] = ["company", "school", "showcase"];

/** A word of an address as people write it: decoded, in one form of Unicode; undefined where it cannot be one. */
export function readSlug(word: string): string | undefined {
  const slug = percentDecoded(word)?.normalize("NFC");
  if (slug === undefined) return undefined;
  return slug.length <= 200 && /^[^\s/\\?#%&=<>"*:;,\p{C}]+$/u.test(slug) && !/^\.+$/.test(slug)
    ? slug
    : undefined;
}

function parse(address: string): URL | null {
  return URL.parse(/^[a-z][a-z+.-]*:\/\//i.test(address) ? address : `https://${address}`);
}

/** The kind and slug in a URL of the network, whatever follows them; undefined for any other URL. */
export function parseProfileUrl(
  address: string | null | undefined,
): { kind: Kind; slug: string } | undefined {
  const url = parse(address ?? "");
  if (url === null || !HOST.test(url.hostname)) return undefined;
  const [, kind = "", word = ""] = url.pathname.split("/");
  if (!isKind(kind)) return undefined;
  const slug = readSlug(word);
  return slug === undefined ? undefined : { kind, slug };
}

/**
 * Reports whether an address of the network is one of another kind than these: a job, the sign-in page, the start page.
 */
export function redirectsElsewhere(address: string | undefined, kinds: readonly Kind[]): boolean {
  const url = URL.parse(address ?? "");
  if (url === null || !HOST.test(url.hostname)) return false;
  return !kinds.some((kind) => kind === url.pathname.split("/")[1]);
}

function isKind(word: string): word is Kind {
  return word === "in" || ORGANIZATIONS.some((kind) => kind === word);
}

/** The address of a profile or an organization. */
export function profileUrl(kind: Kind, slug: string): string {
  return `https://www.linkedin.com/${kind}/${encodeURIComponent(slug)}`;
}

/** The organization of an entry, with the data in its link. */
export function organization(name: string | null, link: string | null | undefined): Organization {
  const read = parseProfileUrl(link);
  if (read === undefined || read.kind === "in") return { name, id: null, slug: null };
  return /^\d+$/.test(read.slug) ? { name, id: read.slug, slug: null } : { name, id: null, slug: read.slug };
}

const REFUSED: readonly [path: RegExp, why: string][] = [
  [/^\/pub(?:\/|$)/, "/pub/ URLs no longer exist. Open it in a browser and send the /in/ URL"],
  [/^\/(?:sales|talent|recruiter)(?:\/|$)/, "it belongs to a paid product. Send the public /in/ URL"],
];

const MEMBER_ID = /^AC[a-z]AA[\w-]{20,}$/i;

type Reject = (message: string) => never;

/** The parsed request of a caller. */
export interface ProfileQuery {
  readonly kind: Kind;
  readonly slug: string;
}

function readWord(word: string, example: string, reject: Reject): string {
  if (/^urn:/i.test(word) || MEMBER_ID.test(word)) {
    return reject(
      `is a URN or a member ID, which identify a person to a single account only. Send the part of the URL after linkedin.com/, such as ${example}`,
    );
  }
  return readSlug(word) ?? reject(`must be the last part of the page's URL, as in linkedin.com/${example}`);
}

/** A profile or an organization by the word in its URL. */
export function pageWord(kind: Kind, example: string) {
  return textValue(
    z.string().max(600),
    (word, reject): ProfileQuery => ({ kind, slug: readWord(word, example, reject) }),
  );
}

/** A profile or an organization by its URL on any country's host, with whatever follows. */
export function pageUrl(kinds: readonly Kind[], example: string) {
  return textValue(z.string().max(2_000), (url, reject): ProfileQuery => {
    const other = `must be a URL such as https://www.linkedin.com/${example}`;
    if (/^urn:/i.test(url)) readWord(url, example, reject);
    const parsed = parse(url);
    if (parsed === null || !HOST.test(parsed.hostname)) return reject(other);
    for (const [path, why] of REFUSED) {
      if (path.test(parsed.pathname)) return reject(`is not supported: ${why}`);
    }
    const read = parseProfileUrl(url);
    if (read === undefined || !kinds.includes(read.kind)) return reject(other);
    return { kind: read.kind, slug: readWord(encodeURIComponent(read.slug), example, reject) };
  });
}

/**
 * Finds the profile that a caller asks for, by its name or its URL. Throws `invalid-parameter` for neither and for
 * both.
 */
export function wantedOf(
  parameter: string,
  word: ProfileQuery | undefined,
  url: ProfileQuery | undefined,
): ProfileQuery {
  const wanted = word ?? url;
  if (wanted !== undefined && (word === undefined || url === undefined)) return wanted;
  throw invalidParameter(parameter, `Send exactly one of ${parameter} and url.`);
}
