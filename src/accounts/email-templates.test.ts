import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { readEmailTemplates } from "./email-templates.ts";

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const LINK = { link: "https://q.test/confirm/abc", baseUrl: "https://q.test" };

test.each([
  [
    "an unknown placeholder",
    { "sign-in.txt": "Subject: Hi\n\n{{link}}\n{{nmae}}" },
    "sign-in.txt, line 4: {{nmae}} is not a placeholder of this email; use {{link}}, {{baseUrl}}",
  ],
  [
    "one of another email",
    { "sign-up.txt": "Subject: {{percent}}\n\n{{link}}" },
    "sign-up.txt, line 1: {{percent}} is not",
  ],
  ["no link", { "sign-in.txt": "Subject: Hi\n\nHello" }, "sign-in.txt: {{link}} is missing"],
  ["no link in the HTML", { "sign-in.html": "<p>Hello</p>" }, "sign-in.html: {{link}} is missing"],
  ["a link in the subject", { "sign-in.txt": "Subject: {{link}}\n\n{{link}}" }, "cannot be in the subject"],
  ["no subject", { "sign-in.txt": "{{link}}" }, 'sign-in.txt must begin with a line "Subject: …"'],
  [
    "a second header",
    { "sign-in.txt": "Subject: Hi\nBcc: eve@example.com\n\n{{link}}" },
    "and an empty line",
  ],
  [
    "an open placeholder",
    { "sign-in.txt": "Subject: Hi\n\n{{link}} {{link" },
    "line 3: a placeholder is written {{name}}",
  ],
  [
    "a prototype's name",
    { "sign-in.txt": "Subject: Hi\n\n{{link}}{{constructor}}" },
    "{{constructor}} is not a placeholder",
  ],
  [
    "a mistyped name",
    { "signin.txt": "Subject: Hi\n\n{{link}}" },
    "signin.txt is not the name of an email; use sign-up, sign-in",
  ],
  ["capital letters", { "Sign-In.TXT": "Subject: Hi\n\n{{link}}" }, "is not the name of an email"],
  ["bytes that are no text", { "sign-in.txt": "Subject: \u0000\n\n{{link}}" }, "is not a text in UTF-8"],
  ["more than a text", { "sign-in.txt": `Subject: Hi\n\n{{link}}${"x".repeat(100_001)}` }, "is larger than"],
])("%s is refused with the file and what to do", (_title, files, sentence) => {
  expect(() => readEmailTemplates(folderOf(files))).toThrow(sentence);
});

test("a text and its HTML replace the built-in email; others stay", () => {
  const templates = readEmailTemplates(
    folderOf({
      "sign-in.txt": "\uFEFFSubject: Welcome back\r\n\r\nGo: {{ link }}\r\n",
      "sign-in.html": '<a href="{{link}}">Sign in</a>',
      "README.md": "not a template",
    }),
  );
  expect(templates("sign-in", LINK)).toEqual({
    subject: "Welcome back",
    text: "Go: https://q.test/confirm/abc",
    html: '<a href="https://q.test/confirm/abc">Sign in</a>',
  });
  expect(templates("sign-up", LINK)).toEqual(readEmailTemplates()("sign-up", LINK));
});

test("values are escaped in HTML, are one line everywhere, and are no templates", () => {
  const templates = readEmailTemplates(
    folderOf({
      "quota-warning.txt": "Subject: {{plan}}\n\n{{plan}}",
      "quota-warning.html": `<p title="{{plan}}">{{plan}}</p>`,
    }),
  );
  const plan = `<b a="1">&'\r\nBcc: eve@example.com {{used}} $& `;
  const { subject, text, html } = templates("quota-warning", { plan, used: "1" });
  const line = `<b a="1">&' Bcc: eve@example.com {{used}} $& `;
  expect([subject, text]).toEqual([line, line]);
  const escaped = "&lt;b a=&quot;1&quot;&gt;&amp;&#39; Bcc: eve@example.com {{used}} $&amp; ";
  expect(html).toBe(`<p title="${escaped}">${escaped}</p>`);
});

test("the email about an endpoint leads to the page of endpoints", () => {
  const values = { host: "a.test", reason: "it returned 410 Gone", baseUrl: "https://q.test" };
  expect(readEmailTemplates()("webhook-disabled", values).text).toEndWith(
    ": https://q.test/account/webhooks",
  );
});
