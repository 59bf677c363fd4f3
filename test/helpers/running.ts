import { fileURLToPath } from "node:url";
import { entryPoint } from "../../bin/entry.mjs";
import { CONNECTIONS } from "./connections.ts";
import { SHORT_LIVED } from "./engine-settings.ts";
import { searchProcess } from "./secrets.ts";
import { runFolder, temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

/** A `quintet serve` of its own process, as operators run it. */
export interface Running extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** All that it has written so far, one line each. */
  lines(): readonly string[];
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, once all that it wrote is in `lines`. */
  readonly exited: Promise<number>;
}

/** The ports that tests use, below those that the system gives to outgoing connections, in blocks. */
const PORTS = { first: 20_000, end: 32_000, block: 500 };

/** A listener on a port of this machine; undefined where something listens there already. */
function listenOn(port: number) {
  try {
    return Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } });
  } catch {
    return undefined;
  }
}

/** The first port of a block that is this test file's as long as it runs: it is listened on until then. */
function ownBlock(): number {
  for (let first = PORTS.first; first < PORTS.end; first += PORTS.block) {
    const held = listenOn(first);
    held?.unref();
    if (held !== undefined) return first;
  }
  throw new Error("Every block of ports is taken by another test file.");
}

let block: number | undefined;
// Not the same ports for every file: a client may still keep connections to servers of the one before.
let given = Math.floor(Math.random() * PORTS.block);

/**
 * A port of this machine that nothing listens on. No other file is given it while this one runs, so that a server that
 * is started again finds its port as it left it.
 */
export function freePort(): number {
  block ??= ownBlock();
  for (let tried = 1; tried < PORTS.block; tried++) {
    const port = block + 1 + (given++ % (PORTS.block - 1));
    const found = listenOn(port);
    found?.stop(true);
    if (found !== undefined) return port;
  }
  throw new Error("Every port of this test file is taken.");
}

/** The command as a file, for a client that starts it itself. */
export const entry = entryPoint(fileURLToPath(new URL("../..", import.meta.url)));

/** Tests start hundreds of processes for seconds each; benchmarks start them as operators do. */
const ENGINE = process.env.NODE_ENV === "test" ? SHORT_LIVED : {};

/** Starts `quintet`, or that of another release, with an environment of its own; does not wait for anything. */
export function spawnQuintet(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = ["serve"],
  program = entry,
) {
  return Bun.spawn([process.execPath, "--no-env-file", program, ...args], {
    // Not the checkout: an operator starts it from anywhere.
    cwd: runFolder(),
    env: {
      ...ENGINE,
      PATH: process.env.PATH,
      TMPDIR: runFolder(),
      DATA_DIR: temporaryFolder(),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a command of `quintet` to its end. What it writes to stderr is searched for secrets. */
export async function runQuintet(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const dataDir = environment.DATA_DIR ?? temporaryFolder();
  const child = spawnQuintet({ DATA_DIR: dataDir, ...environment }, words);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  // Examples of what is accepted hold addresses of nobody.
  await searchProcess(err.replaceAll(/such as \S+/g, ""), dataDir);
  return { code, out, err };
}

/**
 * Fewer processes than by default, for tests of other things: a process of the sandbox takes a second of processor time until
 * it is warm, and each connection starts a process of PostgreSQL.
 */
const SMALL = { SANDBOX_PROCESSES: "1", DATABASE_CONNECTIONS: String(CONNECTIONS) };

/** What a server without MAIL_URL prints for the person who started it: no log, and there to show a link. */
const TO_PERSON = /"message":"MAIL_URL is not set. The email was written to |^Its link: /;

/**
 * Starts a server on a free port, or on `PORT`, and waits for its first answer. When it is disposed of, all that it wrote
 * and the SQLite file that it kept are searched for secrets.
 */
export async function startQuintet(
  environment: Readonly<Record<string, string>> = {},
  program = entry,
): Promise<Running> {
  const dataDir = environment.DATA_DIR ?? temporaryFolder();
  const port = Number(environment.PORT ?? freePort());
  const url = `http://127.0.0.1:${port}`;
  const own = {
    PORT: String(port),
    HOST: "127.0.0.1",
    DRAIN_MS: "0",
    BASE_URL: url,
    DATA_DIR: dataDir,
    ...SMALL,
  };
  const child = spawnQuintet({ ...own, ...environment }, ["serve"], program);
  const written: string[] = [];
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      written.push(...parts);
    }
  };
  const ended = Promise.all([read(child.stdout), read(child.stderr)]);

  const failed = (cause: unknown) => new Error(`quintet did not start:\n${written.join("\n")}`, { cause });
  await until("quintet answers", () => {
    if (child.exitCode !== null) throw failed(`it ended with ${child.exitCode}`);
    return fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }).catch((error: unknown) => Promise.reject(failed(error)));
  return {
    url,
    port,
    pid: child.pid,
    lines: () => written,
    kill: (signal) => child.kill(signal),
    exited: child.exited.then((code) => Promise.race([ended, Bun.sleep(15_000)]).then(() => code)),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
      // Its own processes have its streams too, and end after it.
      await Promise.race([ended, Bun.sleep(15_000)]);
      const tokens = [environment.ADMIN_TOKEN ?? "", environment.METRICS_TOKEN ?? ""].filter(
        (token) => token !== "",
      );
      await searchProcess(written.filter((line) => !TO_PERSON.test(line)).join("\n"), dataDir, tokens);
    },
  };
}
