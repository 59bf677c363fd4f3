import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { apis } from "../../../src/apis/default-apis.ts";
import { type Snippet, snippetsOf } from "../../../src/web/snippets.ts";
import { isNightly } from "../../helpers/nightly.ts";
import { type Running, spawnQuintet } from "../../helpers/running.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { until } from "../../helpers/until.ts";
import { openSite } from "./open-site.ts";

const folder = temporaryFolder();
const python = Bun.which("python3");
let server: Running;
let key = "";

beforeAll(async () => {
  const site = await openSite();
  server = site.server;
  const made = spawnQuintet({ DATA_DIR: site.data }, ["keys", "create", "docs@example.com"]);
  key = JSON.parse(await made.stdout.text()).key;
  for (const { examples } of apis.flatMap((api) => Object.values(api.operations))) {
    for (const { file } of examples)
      if (file !== undefined) await Bun.write(join(folder, file.name), file.make());
  }
});

/** Runs an example of the docs in a folder with its files. */
async function run({ language, text }: Snippet, name: string): Promise<{ code: number; out: string }> {
  const script = join(folder, `${name}.ts`);
  if (language === "TypeScript") await Bun.write(script, text);
  if (language === "Go") await Bun.write(`${script}.go`, text);
  const command = {
    curl: ["sh", "-c", `${text} --silent --show-error --output - --write-out '\\n%{http_code}'`],
    TypeScript: [process.execPath, "run", script],
    Python: [python ?? "", "-c", text],
    Go: ["go", "run", `${script}.go`],
    PHP: ["php", "-r", text.replace("<?php\n", "")],
  }[language];
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", QUINTET_KEY: key, HOME: folder, GO111MODULE: "off" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const out = (await child.stdout.text()) + (await child.stderr.text());
  return { code: await child.exited, out };
}

const shown = apis.flatMap((api) =>
  Object.entries(api.operations).flatMap(([id, operation]) =>
    operation.examples
      .filter(({ upstream }) => upstream !== true)
      .map((example, i) => ({ name: `${api.name}-${id}-${i}`, api, operation, example })),
  ),
);

/** Runs one example. Returns what it printed unless it ends as the docs say. */
async function failureOf(snippet: Snippet, name: string, status: number): Promise<string | undefined> {
  const { code, out } = await run(snippet, name);
  const isRight =
    snippet.language === "curl" ? out.trimEnd().endsWith(`\n${status}`) : (code === 0) === (status === 200);
  return isRight ? undefined : `exit code ${code}: ${out.slice(-300)}`;
}

/** The programs of languages that this machine may lack. */
const programs = { curl: "curl", TypeScript: "bun", Python: "python3", Go: "go", PHP: "php" } as const;
/** A language of the docs. */
type Language = keyof typeof programs;

/** The text of an example in a language. */
function snippetIn(language: Language, { name, api, operation, example }: (typeof shown)[number]): Snippet {
  const snippet = snippetsOf(api, operation, example, server.url).find((one) => one.language === language);
  if (snippet === undefined) throw new TypeError(`${name} has no ${language}`);
  return snippet;
}

/**
 * The examples that a language runs. The short form runs all of them with curl, and in other languages one of those whose
 * programs differ in their strings alone.
 */
function queueOf(language: Language): readonly (typeof shown)[number][] {
  if (isNightly || language === "curl") return shown;
  const programsOf = new Map(
    shown.toReversed().map((one) => {
      const text = snippetIn(language, one).text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
      return [`${text} ${one.example.status}`, one];
    }),
  );
  return [...programsOf.values()];
}

/** The first call of each API starts a process of the sandbox. On a busy machine it takes longer than a call may wait. */
async function untilWarm(): Promise<void> {
  const first = new Map(shown.toReversed().map((one) => [one.api, one]));
  for (const one of first.values()) {
    await until(
      `the server is not too busy for ${one.name}`,
      async () => !(await run(snippetIn("curl", one), one.name)).out.includes('"busy"'),
    );
  }
}

test.each(["curl", "TypeScript", "Python", "Go", "PHP"] as const)(
  "every example of the docs runs as %s",
  async (language) => {
    if (language !== "TypeScript" && Bun.which(programs[language]) === null) {
      process.stderr.write(`\n!!! ${language} is not installed: its examples are NOT run.\n\n`);
      return;
    }
    if (language === "curl") await untilWarm();
    const queue = queueOf(language).values();
    const wrong: unknown[] = [];
    const work = async () => {
      for (const one of queue) {
        const { name, example } = one;
        const printed = await failureOf(snippetIn(language, one), name, example.status ?? 200);
        if (printed !== undefined) wrong.push({ name, printed });
      }
    };
    await Promise.all([work(), work()]);
    expect(wrong).toEqual([]);
  },
  // A limit for hangs: Go compiles each example, which takes minutes on a busy machine.
  600_000,
);
