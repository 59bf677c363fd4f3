import { expect, test } from "bun:test";
import { accountContracts } from "../../src/app/account-contracts.ts";
import { variableNames } from "../../src/config.ts";
import { catalogue } from "../fixtures/suite-catalogue.ts";
import { startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { fileAt } from "../recorders/generated.ts";

const SHOWN = "http://localhost:8080";
const texts = ["accounts.md", "operators.md"].map((name) => Bun.file(fileAt(`docs/${name}`)).text());
const guide = (await Promise.all(texts)).join("\n");

/** The guide shows the response of servers with email. */
const WITHOUT_EMAIL =
  "This server has no email service, so the sign-in link is in the terminal in which this server was started.";

/** A text without what is another each time. */
function masked(text: string): string {
  return text
    .replaceAll(/qt_live_[0-9A-Za-z]{33}/g, "KEY")
    .replaceAll(/qt_live_…\w{4}/g, "HINT")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID")
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "TIME")
    .replaceAll(/(;[tw])=\d+/g, "$1=SECONDS")
    .replaceAll("\r", "")
    .replace(WITHOUT_EMAIL, "We sent a sign-in link to this address.");
}

test("the guide names every address of the accounts, and variables that there are", () => {
  for (const { path } of Object.values(accountContracts(Object.keys(catalogue.meters)))) {
    // Of what stands under one address, the guide shows one as it is called.
    expect(guide).toContain(
      path === "/confirm/{token}" ? "$LINK" : path.replace("/account/keys/{id}", "$ID"),
    );
  }
  const named = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !variableNames.includes(name))).toEqual([]);
});

test.skipIf(Bun.which("curl") === null)(
  "every call of the guide gives the answer that stands under it",
  async () => {
    const steps = [...guide.matchAll(/^\$ (.+)\n((?:(?!\$ |```).+\n)+)/gm)];
    expect(steps.length).toBeGreaterThanOrEqual(11);
    const ADMIN_TOKEN = "an-admin-token-of-the-guide";
    await using server = await startQuintet({ BASE_URL: SHOWN, ADMIN_TOKEN });
    const folder = temporaryFolder();
    const known: Record<string, string> = { ADMIN_TOKEN };
    for (const [, command = "", shown = ""] of steps) {
      if (command.includes("$LINK")) {
        known.LINK ??= await until("the link is printed", () =>
          server
            .lines()
            .flatMap((line) => /Its link: ([^"]+)"/.exec(line)?.[1]?.replace(SHOWN, server.url) ?? [])
            .at(0),
        );
      }
      const child = Bun.spawn(["sh", "-c", command.replaceAll(SHOWN, server.url)], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...known },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const raw = await new Response(child.stdout).text();
      const [, key] = /"key":"([^"]+)"/.exec(raw) ?? [];
      const [, id] = /^\{"id":"([^"]+)"/.exec(raw) ?? [];
      // Calls are made with the first key; the id is that of the key at hand.
      if (key !== undefined && known.KEY === undefined) known.KEY = key;
      if (id !== undefined) known.ID = id;
      const answer = masked(raw);
      const text = masked(shown.trimEnd());
      if (text.endsWith("…")) expect(answer).toStartWith(text.slice(0, -1));
      else expect(answer.trimEnd()).toBe(text);
    }
  },
);
