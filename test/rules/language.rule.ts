import { describe, expect, test } from "bun:test";
import { type EmailName, readEmailTemplates } from "../../src/accounts/email-templates.ts";
import { apis } from "../../src/apis/default-apis.ts";
import { helpOf } from "../../src/cli/call-help.ts";
import { catalogueOf } from "../../src/cli/catalogue.ts";
import { readUsage, resourceActions } from "../../src/cli/commands.ts";
import { apiHelp, commandHelp, overview } from "../../src/cli/help.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { docstringsOf, findings, pageTexts, patterns, textsOfTree } from "./language.ts";

/** One text for each row of the style guide, as it must not be written. */
const wrong = [
  "Look into your mail.",
  "A letter is on its way.",
  "Remove the background of a picture.",
  "The matte alone",
  "The answer is JSON.",
  "What comes back is a file.",
  "The request is refused.",
  "15 to mend",
  "The key stands in the query.",
  "words parted at a line's end",
  "an export of the own data",
  "in place of the file",
  "UUIDs for nothing",
  "Save the file anew",
  "gone for ever",
  "write to whoever runs this service",
  "What this installation did is counted by itself",
  "No room just now.",
  "behind the door",
  "What is left",
  "Whatever is not answered with 2xx",
  "Read are PNG and JPEG.",
  "knows one of them not",
  "has them not",
  "A field that there is none of",
  "99.9 % of the time",
  "At most 2 MB are analysed.",
  "A file that wants to hurt us",
  "Credits of a bundle",
  "no picture",
  "The operator has switched no source on",
  "takes upon himself what that means",
  "Counts 1 of the quota's calls.",
  "Confirm and go on",
  "This is not a key of Quintet: copy it again, whole.",
  "The clock with the world's",
];

test.each(wrong)("the patterns find: %s", (text) => {
  expect(findings([{ place: "here", text }])).not.toEqual([]);
});

test.each([
  "What an owner changes.",
  "Whose key it is.",
  "The same for images.",
  "How a run ended.",
  "Whether it is free.",
])("the docstring of something exported does not begin as: %s", (text) => {
  const code = `/** ${text} */`;
  expect(findings(docstringsOf("a.ts", `${code}\nexport const a = 1;`))).toHaveLength(1);
  expect(findings(docstringsOf("a.ts", `${code}\nconst a = 1;`))).toEqual([]);
});

test("the patterns find nothing in plain sentences, code and links", () => {
  const right = [
    "Invalid API key. Copy the full key and try again.",
    "What to do",
    "Send a new UUID for each new request.",
    "The `mail` table has an `answer` column.",
    "See [the page](/answer).",
    "Targets: 99.9% uptime, responses under 2 s.",
    "a name of 1 to 64 letters and digits",
  ];
  expect(findings(right.map((text) => ({ place: "here", text })))).toEqual([]);
  expect(patterns.length).toBeGreaterThan(50);
});

// Pages for everyone are read by src/web/pages.test.ts, which renders them.
describe("what a person reads has none of the patterns", async () => {
  const texts = await textsOfTree();

  test("strings, docstrings, Markdown, and comments of deploy files", () => {
    expect(texts.filter(({ doc }) => doc === undefined).length).toBeGreaterThan(3_000);
    expect(texts.filter(({ doc }) => doc === true).length).toBeGreaterThan(2_000);
    expect(findings(texts)).toEqual([]);
  });

  test("help of every command", async () => {
    const help = catalogueOf(apis).flatMap((api) =>
      api.operations.map((operation) => ({
        place: `quintet ${api.name} ${operation.command} --help`,
        text: helpOf(api, operation),
      })),
    );
    const usage = await readUsage();
    expect(usage.split("\n").length).toBeGreaterThan(25);
    const commands = { usage, apis: catalogueOf(apis), actions: await resourceActions() };
    const words = new Set(usage.split("\n").map((line) => line.split(" ")[1] ?? ""));
    const ofWords = [...words].map((word) => ({
      place: `quintet ${word} --help`,
      text: commandHelp(commands, [word]) ?? "",
    }));
    const ofApis = commands.apis.map((api) => ({
      place: `quintet ${api.name} --help`,
      text: apiHelp(commands, api),
    }));
    const all = [...help, ...ofWords, ...ofApis, { place: "quintet --help", text: overview(commands) }];
    expect(findings(all)).toEqual([]);
  });

  test("emails", () => {
    const names = [
      "sign-up",
      "sign-in",
      "quota-warning",
      "quota-reached",
      "credits-warning",
      "credits-reached",
    ];
    const write = readEmailTemplates();
    const texts = names.map((name) => {
      const { subject, text } = write(name as EmailName, {});
      return { place: `email ${name}`, text: `${subject}\n${text}` };
    });
    expect(findings(texts)).toEqual([]);
  });

  test("account, sign-up, operator and error pages", async () => {
    await using app = await openTestApp({ address: "sqlite::memory:", operators: ["ada@example.com"] });
    await app.key("ada@example.com", { plans: ["pdf"] });
    const account = await app.accounts.accountStore.byEmail("ada@example.com");
    const session = await app.accounts.sessions.begin(account?.id ?? "");
    app.secrets.add(session);
    const Accept = "text/html";
    const headers = { Cookie: `quintet_session=${session}`, Accept };
    const open = [
      ["/signup", 200],
      ["/account", 200],
      ["/account/delete", 200],
      ["/plans", 200],
      ["/admin", 200],
      [`/admin/accounts/${account?.id}`, 200],
      ["/admin/audit", 200],
      ["/nowhere", 404],
      ["/docs/nothing", 404],
      ["/confirm/never-sent", 410],
    ] as const;
    for (const [path, status] of open) {
      // Signed in, an invalid link leads to the account.
      const response = await fetch(
        app.url + path,
        path.startsWith("/confirm/") ? { headers: { Accept } } : { headers },
      );
      expect([path, response.status]).toEqual([path, status]);
      expect(findings(pageTexts(path, await response.text()))).toEqual([]);
    }
  });
});
