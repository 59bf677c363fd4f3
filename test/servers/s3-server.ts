import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

/** `npm test` needs nothing but npm: OpenStack Swift is left to `npm run test:system`. */
const isLeftOut = process.env.TEST_ENGINES === "sqlite";

/** Debian's Python, which has Debian's packages. */
const PYTHON = "/usr/bin/python3";

/** Whether an S3-compatible store can be tested here: OpenStack Swift, which checks signatures as Amazon S3 does. */
export const hasS3 =
  !isLeftOut &&
  ["proxy", "account", "container", "object"].every((kind) => existsSync(`/usr/bin/swift-${kind}-server`));

if (!hasS3 && !isLeftOut) {
  process.stderr.write(
    "\n*** SKIPPED: every test of object stores, because OpenStack Swift is not installed here (Debian: apt-get install swift-proxy swift-account swift-container swift-object) ***\n\n",
  );
}

/** How the store is started. */
interface S3Setting {
  readonly secret?: string;
  readonly isFull?: boolean;
}

/** How the store is reached. */
interface S3UrlOptions {
  readonly secret?: string;
  readonly bucket?: string;
  readonly prefix?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** An S3-compatible store of our own on loopback, for tests. Its bucket `jobs` is empty at first. */
export interface S3Server {
  readonly port: number;
  /** The value of STORAGE_URL for it. */
  url(options?: S3UrlOptions): string;
  /** The number of objects that are on its disk. */
  objects(): Promise<number>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port and with the same objects. */
  start(setting?: S3Setting): Promise<void>;
  /** Halts it: connections are accepted, and nothing is answered. `thaw` lets it go on. */
  freeze(): void;
  thaw(): void;
}

const SECRET = "secret/with+signs";

/** Starts a store; ready when it resolves. */
export async function startS3(): Promise<S3Server> {
  const folder = temporaryFolder();
  const data = join(folder, "disk", "objects");
  await mkdir(data, { recursive: true });
  const port = freePort();
  const script = join(import.meta.dir, "swift-server.py");
  const swift = Bun.spawn([PYTHON, script, folder, String(port)], { stdio: ["pipe", "pipe", "pipe"] });
  const started = swift.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let pid = 0;
  const signal = (name: NodeJS.Signals) => void (pid > 0 && process.kill(pid, name));
  const start = async ({ secret = SECRET, isFull = false }: S3Setting = {}) => {
    swift.stdin.write(`${isFull ? "100%" : "0"} user=${secret}\n`);
    await swift.stdin.flush();
    let printed = "";
    for (let isOver = false; !isOver && !printed.endsWith("\n"); ) {
      const { done, value = "" } = await started.read();
      isOver = done;
      printed += value;
    }
    pid = Number(printed);
    if (!(pid > 0)) {
      swift.kill();
      throw new Error(`Swift did not start: ${await new Response(swift.stderr).text()}`);
    }
  };
  const kill = async () => {
    signal("SIGKILL");
    await until("Swift has ended", () => !existsSync(`/proc/${pid}`));
    pid = 0;
  };
  await start();
  return {
    port,
    start,
    kill,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    url({ secret = SECRET, bucket = "jobs", prefix = "", parameters = {} } = {}) {
      const query = new URLSearchParams({ region: "eu-test-1", tls: "false", ...parameters });
      return `s3://test%3Auser:${encodeURIComponent(secret)}@localhost:${port}/${bucket}${prefix}?${query}`;
    },
    async objects() {
      const found = await Array.fromAsync(new Bun.Glob("**/*.data").scan(data));
      return found.length;
    },
  };
}

let shared: Promise<S3Server> | undefined;

/** The store that tests of this process share, started when first asked for. It must be as it was when a test ends. */
export function sharedS3(): Promise<S3Server> {
  shared ??= startS3();
  return shared;
}
