import type { Catalogue } from "./catalogue.ts";
import type { Compose, Facts, Message } from "./mail.ts";

interface LettersOptions {
  readonly baseUrl: string;
  readonly catalogue: Catalogue;
  /** Makes the token of a link for an address. */
  makeLink(email: string): Promise<string>;
}

const count = (value: string | number | undefined) => Number(value ?? 0).toLocaleString("en-US");

/** The day of an ISO time as people write it: "Dec 1, 2026". */
function dateOf(iso: string): string {
  const options = { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" } as const;
  return new Date(iso).toLocaleDateString("en-US", options);
}

function quotaLetter(to: string, facts: Facts, baseUrl: string, catalogue: Catalogue): Message {
  const { plan, meter, unit, used, limit, percent, resetsAt } = facts;
  const held = catalogue.plans.find((one) => one.id === plan);
  // A plan with a quota for each API has several of one title; an email of an older release does not say which.
  const of = held !== undefined && held.grants.length > 1 && meter !== undefined ? ` for ${meter}` : "";
  const resets = `Your quota resets on ${dateOf(String(resetsAt))} (UTC).`;
  const rest =
    Number(used) >= Number(limit)
      ? `${resets} Until then, calls return 429 and are not charged.`
      : `${resets} If you reach the limit before then, calls return 429 and are not charged.`;
  return {
    to,
    subject: `You have used ${percent}% of your Quintet quota`,
    text: [
      `You have used ${count(used)} of ${count(limit)} ${unit}${of} on the ${held?.title ?? plan} plan.`,
      rest,
      "",
      `See your usage: ${baseUrl}/account`,
      "",
      "We email you at 80% and 100% of each quota, once per billing period.",
    ].join("\n"),
  };
}

/** Writes the emails. They contain nothing that a visitor typed. */
export function createLetters({ baseUrl, catalogue, makeLink }: LettersOptions): Compose {
  return async (kind, email, facts) => {
    if (kind === "quota") return quotaLetter(email, facts, baseUrl, catalogue);
    const link = `${baseUrl}/confirm/${await makeLink(email)}`;
    const isNew = kind === "sign-up";
    return {
      to: email,
      subject: isNew ? "Confirm your email for Quintet" : "Sign in to Quintet",
      text: [
        isNew
          ? "Open this link to create your Quintet account and get a key:"
          : "Open this link to sign in to Quintet:",
        "",
        link,
        "",
        "The link works once and expires in 24 hours.",
        "Didn't request this? You can ignore this email.",
      ].join("\n"),
    };
  };
}
