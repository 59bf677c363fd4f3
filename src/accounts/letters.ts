import type { Catalogue } from "./catalogue.ts";
import type { Compose, Facts, Message } from "./mail.ts";

interface LettersOptions {
  readonly baseUrl: string;
  readonly catalogue: Catalogue;
  /** Makes the token of a link for an address. */
  makeLink(email: string): Promise<string>;
}

function quotaLetter(to: string, facts: Facts, baseUrl: string, catalogue: Catalogue): Message {
  const { plan, meter, unit, used, limit, percent, resetsAt } = facts;
  const held = catalogue.plans.find((one) => one.id === plan);
  // A plan with a quota for each API has several that sound alike; a mail of an older release does not say which.
  const of = held !== undefined && held.grants.length > 1 && meter !== undefined ? ` (${meter})` : "";
  const title = `${held?.title ?? plan}${of}`;
  const rest =
    Number(used) >= Number(limit)
      ? "Further calls are answered 429 until then, and cost nothing."
      : "When it is used up, calls are answered 429 until then, and cost nothing.";
  return {
    to,
    subject: `${percent} % of your Quintet quota is used`,
    text: [
      `${used} of ${limit} ${unit} of the plan ${title} are used.`,
      `It starts anew at ${resetsAt}. ${rest}`,
      "",
      `What is left: ${baseUrl}/account`,
      "",
      "You get this at 80 % and at 100 %, once in each period.",
    ].join("\n"),
  };
}

/** Writes the messages. They hold nothing that a visitor typed. */
export function createLetters({ baseUrl, catalogue, makeLink }: LettersOptions): Compose {
  return async (kind, email, facts) => {
    if (kind === "quota") return quotaLetter(email, facts, baseUrl, catalogue);
    const token = await makeLink(email);
    return {
      to: email,
      subject: "Your link to Quintet",
      text: [
        "Open this link to get your Quintet key, or to sign in if you have one:",
        "",
        `${baseUrl}/confirm/${token}`,
        "",
        "It works once, within 24 hours.",
        "If you did not ask for it, do nothing: without the link nothing happens.",
      ].join("\n"),
    };
  };
}
