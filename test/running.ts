import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./temporary-folder.ts";

/** A `quintet serve` of its own process, as operators run it. */
export interface Running extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** All that it has written so far, one line each. */
  lines(): readonly string[];
  kill(signal: NodeJS.Signals): void;
  readonly exited: Promise<number>;
}

/** A port of this machine that nothing listens on. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

const entry = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** Starts `quintet` with an environment of its own; does not wait for anything. */
export function spawnQuintet(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = ["serve"],
) {
  return Bun.spawn([process.execPath, "--no-env-file", entry, ...args], {
    // Not the checkout: an operator starts it from anywhere.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, DATA_DIR: temporaryFolder(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Starts a server on a free port and waits for its first answer. */
export async function startQuintet(environment: Readonly<Record<string, string>> = {}): Promise<Running> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawnQuintet({
    PORT: String(port),
    HOST: "127.0.0.1",
    DRAIN_MS: "0",
    BASE_URL: url,
    ...environment,
  });
  const written: string[] = [];
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      written.push(...parts);
    }
  };
  void read(child.stdout);
  void read(child.stderr);

  const deadline = performance.now() + 10_000;
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`quintet did not start:\n${written.join("\n")}`);
    }
    await Bun.sleep(10);
  }
  return {
    url,
    port,
    pid: child.pid,
    lines: () => written,
    kill: (signal) => child.kill(signal),
    exited: child.exited,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
