import { longDate } from "../kit/dates.ts";
import type { Catalogue } from "./catalogue.ts";
import { planTitle } from "./credits.ts";
import type { ComposeEmail, EmailFacts } from "./email-queue.ts";
import { type EmailTemplates, readEmailTemplates, type Values } from "./email-templates.ts";

interface EmailComposerOptions {
  readonly baseUrl: string;
  readonly catalogue: Catalogue;
  /** The operator's templates. Default: the built-in ones. */
  readonly templates?: EmailTemplates | undefined;
  makeLink(email: string): Promise<string>;
}

const count = (value: string | number | undefined) => Number(value ?? 0).toLocaleString("en-US");

function quotaValues(facts: EmailFacts, baseUrl: string, { plans }: Catalogue): Values {
  const { plan, meter, unit, used, limit, percent, resetsAt } = facts;
  const held = plans.find((one) => one.id === plan);
  // A plan with a quota for each API has several of one title; an email of an older release does not say which.
  const isOneOfMany = held !== undefined && held.grants.length > 1 && meter !== undefined;
  return {
    used: count(used),
    limit: count(limit),
    unit: String(unit),
    forApi: isOneOfMany ? ` for ${meter}` : "",
    plan: planTitle(plans, String(plan)),
    percent: String(percent),
    date: longDate(String(resetsAt)),
    accountUrl: `${baseUrl}/account`,
    baseUrl,
  };
}

/** Writes the emails. They contain nothing that a visitor typed, and of an owner the URL of a site audit. */
export function createEmailComposer(options: EmailComposerOptions): ComposeEmail {
  const { baseUrl, catalogue, makeLink, templates = readEmailTemplates() } = options;
  return async (kind, email, facts) => {
    if (kind === "quota") {
      const about = facts.window === "once" ? "credits" : "quota";
      const state = Number(facts.used) >= Number(facts.limit) ? "reached" : "warning";
      return { to: email, ...templates(`${about}-${state}`, quotaValues(facts, baseUrl, catalogue)) };
    }
    if (kind === "site-audit") {
      const { url, audit, newCount, fixedCount } = facts;
      const auditUrl = `${baseUrl}/account/site-audits/${audit}`;
      const values = { url: String(url), new: count(newCount), fixed: count(fixedCount), auditUrl, baseUrl };
      return { to: email, ...templates("site-audit-worse", values) };
    }
    if (kind === "webhook") {
      const reason =
        facts.reason === "gone"
          ? "it returned 410 Gone"
          : "every attempt to deliver an event to it failed for 5 days";
      const values = { host: String(facts.host), reason, accountUrl: `${baseUrl}/account`, baseUrl };
      return { to: email, ...templates("webhook-disabled", values) };
    }
    const link = `${baseUrl}/confirm/${await makeLink(email)}`;
    return { to: email, ...templates(kind === "sign-up" ? "sign-up" : "sign-in", { link, baseUrl }) };
  };
}
