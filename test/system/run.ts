// `npm run test:system`: the tests of test/system, and beside them the tests of src and test/integration that use a
// database once more on PostgreSQL. All of them share one PostgreSQL server. Arguments are those of `bun test`: with
// paths, only those tests run.
import { availableParallelism, getPriority, setPriority } from "node:os";
import { modelEnvironment } from "../../src/apis/images/models/environment.ts";
import { LATE_COMPILER, MEMORY } from "../helpers/engine-settings.ts";
import { makeTemplates } from "../helpers/engines.ts";
import { isNightly } from "../helpers/nightly.ts";
import { hasPostgres, makeInitialData, sharedCluster } from "../helpers/postgres.ts";
import { removeRunFolder, runFolder } from "../helpers/temporary-folder.ts";

/** The names of tests that depend on the engine: the others of their files have passed in `npm test`. */
const POSTGRES_NAMES = "postgresql|PostgreSQL|PgBouncer";

/** Long: it ends a test that hangs, and a busy machine must not look like one. */
const TIMEOUT_MS = 600_000;

/** Starts `bun test` on these files with as many processes; what it writes is shown as it comes, or at its end. */
async function test(
  files: readonly string[],
  processes: number,
  environment: Readonly<Record<string, string>>,
  isShown: boolean,
): Promise<number> {
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      "--no-isolate",
      `--parallel=${processes}`,
      ...["--timings", "test/timings.json", "--timeout", String(TIMEOUT_MS)],
      ...files,
    ],
    {
      env: { ...LATE_COMPILER, ...MEMORY, ...modelEnvironment, ...process.env, ...environment },
      stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
    },
  );
  const output = isShown
    ? []
    : await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  for (const text of output) process.stderr.write(text);
  return child.exited;
}

/** The tests outside this folder that run on every engine. */
async function onEngines(): Promise<string[]> {
  const files: string[] = [];
  for (const pattern of ["src/**/*.test.ts", "test/integration/**/*.test.ts"]) {
    for await (const path of new Bun.Glob(pattern).scan(".")) {
      if (
        /from "(?:\.\.?\/)+(?:test\/)?helpers\/(?:engines|postgres)\.ts"/.test(await Bun.file(path).text())
      ) {
        files.push(`./${path}`);
      }
    }
  }
  // Without a path, `bun test` would run every test there is.
  if (files.length === 0) throw new Error("No test names its engines. Has test/helpers/engines.ts moved?");
  return files.sort();
}

// The sandbox runs below normal priority (10). Beside tests of normal priority, which keep every core busy, a file that
// takes a second would take ten; at 5, it takes two or three. A user who runs them at a lower priority may not raise it.
if (getPriority() < 5) setPriority(5);

const folder = runFolder();
const given = process.argv.slice(2);
// Two more than cores: these tests wait for more than half of their time, also beside those of PostgreSQL.
const processes = availableParallelism() + 2;
if (hasPostgres) makeInitialData();
const shared: Record<string, string> = {
  ...(hasPostgres ? { TEST_POSTGRES_PORT: String(sharedCluster().port) } : {}),
  ...(await makeTemplates()),
};
const runs = given.some((word) => !word.startsWith("-"))
  ? [test(given, processes, shared, true)]
  : [
      test([...given, "./test/system"], processes, shared, true),
      // Mostly waits for PostgreSQL, so it runs beside the others.
      ...(hasPostgres
        ? [
            test(
              [...given, ...(isNightly ? [] : ["-t", POSTGRES_NAMES]), ...(await onEngines())],
              1,
              { ...shared, TEST_ENGINES: "postgresql" },
              false,
            ),
          ]
        : []),
    ];
const codes = await Promise.all(runs);
removeRunFolder(folder);
process.exit(codes.find((code) => code !== 0) ?? 0);
