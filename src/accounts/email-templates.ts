import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The values of a template, by placeholder. */
export type Values = Readonly<Record<string, string>>;

/** An email without its recipient. */
export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
}

const LINK = ["link", "baseUrl"];
const QUOTA = ["used", "limit", "unit", "forApi", "plan", "percent", "date", "accountUrl", "baseUrl"];

const aboutLink =
  "The link works once and expires in 24 hours.\nDidn't request this? You can ignore this email.";
const seeUsage = "See your usage: {{accountUrl}}";
const used = "You have used {{used}} of {{limit}} {{unit}}{{forApi}} on the {{plan}} plan.";
const once = "We email you at 80% and 100% of each quota, once per billing period.";
const credits = "You have used {{used}} of {{limit}} granted credits. They expire on {{date}} (UTC).";

interface EmailTemplate {
  readonly placeholders: readonly string[];
  /** The placeholder that it must contain, if there is one. */
  readonly required?: string;
  readonly subject: string;
  readonly text: string;
}

const emails = {
  "sign-up": {
    placeholders: LINK,
    required: "link",
    subject: "Confirm your email for Quintet",
    text: `Open this link to create your Quintet account and get a key:\n\n{{link}}\n\n${aboutLink}`,
  },
  "sign-in": {
    placeholders: LINK,
    required: "link",
    subject: "Sign in to Quintet",
    text: `Open this link to sign in to Quintet:\n\n{{link}}\n\n${aboutLink}`,
  },
  "quota-warning": {
    placeholders: QUOTA,
    subject: "You have used {{percent}}% of your Quintet quota",
    text: `${used}\nYour quota resets on {{date}} (UTC). If you reach the limit before then, calls return 429 and are not charged.\n\n${seeUsage}\n\n${once}`,
  },
  "quota-reached": {
    placeholders: QUOTA,
    subject: "You have used {{percent}}% of your Quintet quota",
    text: `${used}\nYour quota resets on {{date}} (UTC). Until then, calls return 429 and are not charged.\n\n${seeUsage}\n\n${once}`,
  },
  "credits-warning": {
    placeholders: QUOTA,
    subject: "You have used {{percent}}% of your Quintet credits",
    text: `${credits}\n\n${seeUsage}`,
  },
  "credits-reached": {
    placeholders: QUOTA,
    subject: "You have used all of your Quintet credits",
    text: `${credits} Your plans keep working.\n\n${seeUsage}`,
  },
  "site-audit-worse": {
    placeholders: ["url", "new", "fixed", "auditUrl", "baseUrl"],
    subject: "Your scheduled audit of {{url}} got worse",
    text: "The latest audit of {{url}} has new issues or a lower score than the one before.\nNew issues: {{new}}\nFixed issues: {{fixed}}\n\nSee the report and what changed: {{auditUrl}}\n\nTo stop these emails, delete the schedule: {{baseUrl}}/account/site-audits",
  },
  "webhook-disabled": {
    placeholders: ["host", "reason", "accountUrl", "baseUrl"],
    subject: "Your Quintet webhook endpoint was turned off",
    text: "We turned off your webhook endpoint at {{host}}, because {{reason}}. It receives no more events.\n\nFix the endpoint, turn it on again and resend the events that it missed: {{baseUrl}}/account/webhooks",
  },
} satisfies Record<string, EmailTemplate>;

/** The name of an email, and of the files that replace it. */
export type EmailName = keyof typeof emails;

const SUBJECT = "Subject:";
const SIZE_MAX = 100_000;
const PLACEHOLDER = /\{\{([^{}\n]{0,40})\}\}/g;

/** Writes emails from their templates. */
export type EmailTemplates = (name: EmailName, values: Values) => RenderedEmail;

const isEmailName = (name: string): name is EmailName => Object.hasOwn(emails, name);

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

/** A value is one line, whatever it is put into. */
const oneLine = (text: string) => text.replaceAll(/\p{C}+/gu, " ");

const fill = (template: string, values: Values, write: (value: string) => string) =>
  template.replaceAll(PLACEHOLDER, (_whole, name: string) => write(oneLine(values[name.trim()] ?? "")));

const plain = (text: string) => text;

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function check(file: string, text: string, name: EmailName): void {
  const { placeholders: known, required }: EmailTemplate = emails[name];
  const found = [...text.matchAll(PLACEHOLDER)];
  const unknown = found.find(([, inside = ""]) => !known.includes(inside.trim()));
  if (unknown !== undefined) {
    const names = known.map((one) => `{{${one}}}`).join(", ");
    throw new TypeError(
      `${file}, line ${lineOf(text, unknown.index)}: ${unknown[0]} is not a placeholder of this email; use ${names}`,
    );
  }
  const open = text.replaceAll(PLACEHOLDER, (whole) => " ".repeat(whole.length)).search(/\{\{|\}\}/);
  if (open >= 0) {
    throw new TypeError(
      `${file}, line ${lineOf(text, open)}: a placeholder is written {{name}}, on one line`,
    );
  }
  if (required !== undefined && !found.some(([, inside = ""]) => inside.trim() === required)) {
    throw new TypeError(`${file}: {{${required}}} is missing`);
  }
}

function readFile(folder: string, file: string): string {
  const path = join(folder, file);
  if (statSync(path).size > SIZE_MAX) throw new TypeError(`${file} is larger than ${SIZE_MAX} bytes`);
  const text = readFileSync(path, "utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n");
  if (text.includes("\uFFFD") || text.includes("\0")) throw new TypeError(`${file} is not a text in UTF-8`);
  return text;
}

function readText(folder: string, name: EmailName): Pick<RenderedEmail, "subject" | "text"> {
  const file = `${name}.txt`;
  if (!existsSync(join(folder, file))) return emails[name];
  const written = readFile(folder, file);
  const [first = "", second, ...rest] = written.split("\n");
  const subject = first.slice(SUBJECT.length).trim();
  if (!first.startsWith(SUBJECT) || subject === "" || subject.length > 200 || second?.trim() !== "") {
    throw new TypeError(
      `${file} must begin with a line "${SUBJECT} …" of up to 200 characters and an empty line`,
    );
  }
  check(file, written, name);
  const text = rest.join("\n").trimEnd();
  if (/\{\{\s*link\s*\}\}/.test(subject)) throw new TypeError(`${file}: {{link}} cannot be in the subject`);
  return { subject, text };
}

function readTemplate(folder: string, name: EmailName): RenderedEmail {
  const text = readText(folder, name);
  const file = `${name}.html`;
  if (!existsSync(join(folder, file))) return { ...text, html: undefined };
  const html = readFile(folder, file);
  check(file, html, name);
  return { ...text, html };
}

/** Reads `NAME.txt` and `NAME.html` of a folder, which replace built-in emails. Throws a `TypeError` with file and line. */
export function readEmailTemplates(folder?: string): EmailTemplates {
  const templates = new Map<EmailName, RenderedEmail>();
  if (folder !== undefined) {
    const files = readdirSync(folder).filter(
      (file) => /\.(?:txt|html)$/i.test(file) && !file.startsWith("."),
    );
    const stranger = files.find(
      (file) => !/\.(?:txt|html)$/.test(file) || !isEmailName(file.replace(/\.\w+$/, "")),
    );
    if (stranger !== undefined) {
      throw new TypeError(
        `${stranger} is not the name of an email; use ${Object.keys(emails).join(", ")} with .txt or .html`,
      );
    }
    for (const name of Object.keys(emails).filter(isEmailName))
      templates.set(name, readTemplate(folder, name));
  }
  return (name, values) => {
    const { subject, text, html } = templates.get(name) ?? { ...emails[name], html: undefined };
    return {
      subject: fill(subject, values, plain),
      text: fill(text, values, plain),
      html: html === undefined ? undefined : fill(html, values, escapeHtml),
    };
  };
}
