import { z } from "zod";

const ACCEPTED = "must be one email address such as name@example.com, in ASCII, up to 254 characters";

/** Reads an email address as it is stored: trimmed, in lower case, ASCII. Nothing in it can end a header. */
export const emailAddress = z
  .string(ACCEPTED)
  .overwrite((text) => text.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, ""))
  .max(254, ACCEPTED)
  .regex(/^[\x21-\x7e]+$/, ACCEPTED)
  .check(z.email(ACCEPTED))
  .toLowerCase();

interface Provider {
  /** The domains of the same mailbox. The first one is the canonical one. */
  readonly domains: readonly [string, ...string[]];
  /** Characters that the provider ignores before the @. */
  readonly ignored: RegExp | undefined;
}

/** Providers whose addresses have more than one spelling beside case and +tag, by their own documentation. */
const providers: readonly Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], ignored: /\./g },
  { domains: ["proton.me", "protonmail.com", "pm.me"], ignored: /[._-]/g },
  { domains: ["icloud.com", "me.com", "mac.com"], ignored: undefined },
];

/** The spelling that all addresses of a mailbox share, for limits only: without the +tag, and by `providers`. */
export function canonicalAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [name = "", domain = ""] = [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()];
  const provider = providers.find(({ domains }) => domains.includes(domain));
  // A name that begins with a plus sign has no tag: nothing would be left of it.
  const plus = name.indexOf("+", 1);
  const untagged = plus < 0 ? name : name.slice(0, plus);
  const plain = provider?.ignored === undefined ? untagged : untagged.replace(provider.ignored, "");
  return `${plain}@${provider?.domains[0] ?? domain}`;
}
