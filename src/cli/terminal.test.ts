import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { apis } from "../apis/default-apis.ts";
import { runBatchCommand } from "./batch-command.ts";
import { catalogueOf } from "./catalogue.ts";
import { ApiError } from "./client.ts";
import { resourceActions } from "./commands.ts";
import { runResourceCommand } from "./resource-commands.ts";
import { runSiteAudit } from "./site-audit.ts";
import { bugReport, terminalOf, writeError } from "./terminal.ts";

/** What an escape sequence, a title, a bell or another direction of text needs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const DANGEROUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const HOSTILE =
  "\u001b]0;owned\u0007\u001b[31m\u009b31m\u202Eevil\u202C\u2066\rquintet: all is well\nquintet: 猫";

/** A terminal that remembers what it got, without what progress draws. */
function remembering(isTTY = true, environment: Record<string, string> = {}) {
  let text = "";
  const write = (content: Uint8Array | string) => {
    text += typeof content === "string" ? content : new TextDecoder().decode(content);
  };
  const stream = { isTTY, columns: 80, write };
  const shown = () => text.replaceAll("\r\u001b[K", "");
  return { ...terminalOf(stream, stream, environment), raw: () => text, shown };
}

test("a terminal gets no control characters, but colors unless NO_COLOR is set; a pipe gets texts as they are", () => {
  const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
  for (const [isTTY, environment, expected] of [
    [true, {}, bold("a\uFFFDb\nc")],
    [true, { NO_COLOR: "1" }, "a\uFFFDb\nc"],
    [true, { TERM: "dumb" }, "a\uFFFDb\nc"],
    [false, {}, "a\u001bb\r\nc"],
  ] as const) {
    const terminal = remembering(isTTY, environment);
    terminal.output.write("a\u001bb\r\nc", bold);
    expect(terminal.raw()).toBe(expected);
  }
  const terminal = remembering();
  terminal.output.write(new TextEncoder().encode(HOSTILE));
  terminal.screen.write(HOSTILE);
  terminal.screen.draw(HOSTILE);
  expect(terminal.shown()).not.toMatch(DANGEROUS);
});

test("what progress has drawn gives way to text", () => {
  const terminal = remembering();
  terminal.screen.draw("half");
  terminal.output.write("line\n");
  terminal.screen.draw("");
  terminal.screen.draw("most");
  terminal.screen.write("note\n");
  expect(terminal.raw()).toBe("\r\u001b[Khalf\r\u001b[Kline\n\r\u001b[Kmost\r\u001b[Knote\n");
});

test("long errors are wrapped in a terminal, and are one line elsewhere", () => {
  const message = `The response is wrong. ${"Words that are long. ".repeat(6)}\n  quintet pdf extract`;
  const [terminal, pipe] = [remembering(), remembering(false)];
  writeError(message, terminal);
  writeError(message, pipe);
  expect(
    Math.max(
      ...terminal
        .raw()
        .split("\n")
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(80);
  expect(terminal.raw()).toContain("\n  quintet pdf extract\n");
  expect(pipe.raw()).toBe(`quintet: ${message}\n`);
});

test("a bug is one sentence with its place, without a stack", () => {
  const report = bugReport(new TypeError("x is not a function"));
  expect(report).toMatch(/^Unexpected error: x is not a function \(terminal\.test\.ts:\d+:\d+\)\n/);
  expect(report.split("\n")).toHaveLength(2);
});

describe("a hostile server instead of Quintet's", async () => {
  const bodies: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
    "a problem": [
      400,
      "application/problem+json",
      JSON.stringify({ title: HOSTILE, detail: HOSTILE, code: HOSTILE, requestId: HOSTILE }),
    ],
    "an object": [
      200,
      "application/json",
      JSON.stringify({
        id: HOSTILE,
        [HOSTILE]: HOSTILE,
        state: HOSTILE,
        a: [HOSTILE, { [HOSTILE]: HOSTILE }],
      }),
    ],
    "a batch and a site audit without counts": [
      200,
      "application/json",
      JSON.stringify({
        id: "1",
        state: "running",
        size: HOSTILE,
        succeeded: null,
        requested: 5,
        waiting: {},
      }),
    ],
    "a batch with counts that are none": [
      200,
      "application/json",
      JSON.stringify({ id: "1", state: "running", succeeded: -1, failed: 0.5, canceled: "0" }),
    ],
    "a list": [
      200,
      "application/json",
      JSON.stringify({ jobs: [{ id: HOSTILE, state: HOSTILE }, HOSTILE, null, [HOSTILE]], next: HOSTILE }),
    ],
    "a text": [200, "text/plain", HOSTILE],
  };
  let current: (typeof bodies)[string] = [404, "text/plain", ""];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(current[2], { status: current[0], headers: { "Content-Type": current[1] } }),
  });
  afterAll(() => server.stop(true));
  const folder = temporaryFolder();
  writeFileSync(join(folder, "urls.txt"), "https://example.com/\n");
  const environment = { QUINTET_SERVER: server.url.href, XDG_CONFIG_HOME: folder };
  const actions = await resourceActions();
  const input = async () => new Uint8Array();

  const commands: readonly (readonly [
    string,
    (terminal: ReturnType<typeof remembering>) => Promise<void>,
  ])[] = [
    ...actions.map(({ command, arguments: names, fields, query }) => {
      const needed = [...fields, ...query].filter(({ isNeeded }) => isNeeded);
      const words = [...names.map(() => "x"), ...needed.flatMap(({ option }) => [`--${option}`, "x"])];
      return [
        command,
        (terminal: ReturnType<typeof remembering>) =>
          runResourceCommand(actions, [...command.split(" "), ...words], environment, terminal),
      ] as const;
    }),
    ...["jobs cancel", "batches cancel"].map(
      (command) =>
        [
          command,
          (terminal: ReturnType<typeof remembering>) =>
            runResourceCommand(actions, [...command.split(" "), "x"], environment, terminal),
        ] as const,
    ),
    [
      "seo site",
      (terminal) =>
        runSiteAudit(
          ["seo", "site", "a.example", "--server", server.url.href],
          () => Promise.reject(new Error("not here")),
          terminal,
        ),
    ],
    [
      "batch",
      (terminal) =>
        runBatchCommand(
          catalogueOf(apis),
          ["batch", "seo", "audit", join(folder, "urls.txt")],
          () => Promise.reject(new Error("not here")),
          { ...terminal, environment, input },
        ),
    ],
  ];

  test.each(Object.keys(bodies))(
    "responds with %s: no command repeats it raw, or fails as a bug does",
    async (name) => {
      current = bodies[name] ?? current;
      for (const [command, run] of commands) {
        const terminal = remembering(true, { NO_COLOR: "1" });
        const error: unknown = await run(terminal).catch((cause: unknown) => cause);
        if (error !== undefined) {
          const { name: kind, message } = error instanceof Error ? error : new Error("thrown");
          expect([command, kind, message]).toEqual([
            command,
            expect.stringMatching(/^(?:ApiError|UsageError|CommandError)$/),
            expect.any(String),
          ]);
          writeError(message, terminal);
        }
        expect([command, DANGEROUS.exec(terminal.shown())]).toEqual([command, null]);
        expect([command, terminal.shown()]).not.toEqual([command, expect.stringMatching(/NaN|Infinity/)]);
        // An error of the server is one line, so that it cannot pass as one of the command.
        if (error instanceof ApiError) expect(terminal.shown()).not.toContain("\nquintet: all is well");
      }
    },
  );
});
