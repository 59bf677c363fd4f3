import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

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
  let child: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;
  const start = async ({ secret = SECRET, isFull = false }: S3Setting = {}) => {
    const script = join(import.meta.dir, "swift-server.py");
    const command = [PYTHON, script, folder, String(port), isFull ? "100%" : "0", `user=${secret}`];
    const own = Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"] });
    child = own;
    const { value } = await own.stdout.getReader().read();
    if (value === undefined) throw new Error(`Swift did not start: ${await new Response(own.stderr).text()}`);
  };
  const kill = async () => {
    child?.kill("SIGKILL");
    await child?.exited;
  };
  await start();
  return {
    port,
    start,
    kill,
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
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
