import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sharedCluster } from "../../helpers/postgres.ts";
import { freePort } from "../../helpers/running.ts";
import { runFolder, temporaryFolder } from "../../helpers/temporary-folder.ts";
import type { MailServer } from "../../servers/mail-server.ts";
import { alive, MemoryWatch, treeOf } from "./process-tree.ts";

/** How services are deployed: on which database, and with how many processes that serve. */
export interface Deployment {
  readonly engine: "sqlite" | "postgresql";
  readonly processes: number;
}

/** A file for SQLite, and as many processes as most operators have. */
export const standardDeployment: Deployment = { engine: "sqlite", processes: 2 };

const ADMIN_TOKEN = "admin-token-of-the-attack-test";
const FORM = "application/x-www-form-urlencoded";

/** Every paid plan at once: an account whose quota no attack of minutes uses up. */
const PAID_PLANS = "seo,pdf,images,profiles,products";

/** How a service ended. */
export interface Ended {
  /** From SIGTERM to the end of the command, in seconds. */
  readonly seconds: number;
  /** Whether it had to be killed. */
  readonly killed: boolean;
  /** Processes of it that outlived it. */
  readonly orphans: number;
}

/** How long an end may take before it is ended by force, in milliseconds. */
const END_MAX_MS = 45_000;

/** The command of operators, with the Bun that npm installed. */
export const launcher = fileURLToPath(new URL("../../../bin/quintet.mjs", import.meta.url));

export interface ServiceOptions {
  readonly mail: MailServer;
  /** The port of the honest site, which is also the upstream. */
  readonly site: number;
  readonly deployment: Deployment;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Bytes of the files in a folder and below it. */
function sizeOf(folder: string): number {
  let sum = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile() === true) sum += found.size;
  }
  return sum;
}

/** The service under test: `quintet serve`, on defaults but for its deployment and what leads it to loopback. */
export class Service {
  readonly port = freePort();
  readonly url = `http://127.0.0.1:${this.port}`;
  readonly #dataDir = temporaryFolder();
  /** The PostgreSQL database; undefined where it is the file of SQLite. */
  readonly #databaseUrl: string | undefined;
  readonly memory: MemoryWatch;
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly #mail: MailServer;
  #log = "";

  private constructor({ mail, site, deployment, environment = {} }: ServiceOptions) {
    this.#mail = mail;
    const { engine, processes } = deployment;
    this.#databaseUrl = engine === "postgresql" ? sharedCluster().database() : undefined;
    this.#child = Bun.spawn(["node", launcher, "serve"], {
      // Not the checkout: an operator starts it from anywhere.
      cwd: runFolder(),
      env: {
        PATH: process.env.PATH,
        PORT: String(this.port),
        HOST: "127.0.0.1",
        BASE_URL: this.url,
        DATA_DIR: this.#dataDir,
        ...(this.#databaseUrl !== undefined && { DATABASE_URL: this.#databaseUrl }),
        WEB_CONCURRENCY: String(processes),
        DRAIN_MS: "200",
        LOG_LEVEL: "warn",
        ADMIN_TOKEN,
        MAIL_URL: mail.url,
        // Hostile pages come from sites of this machine.
        EGRESS_ALLOW: "127.0.0.0/8",
        AMAZON_SOURCE: "page",
        UPSTREAM_URLS: ["amazon", "linkedin"].map((name) => `${name}=http://127.0.0.1:${site}/{host}`).join(),
        AMAZON_LIMITS: "interval-ms=0,pause-ms=0",
        LINKEDIN_SOURCE: "public",
        LINKEDIN_LIMITS: "interval-ms=0,concurrency=0,pause-ms=0,daily=0",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) void this.#read(stream);
    this.memory = new MemoryWatch(this.#child.pid);
  }

  /** Starts a service and waits for its first response. */
  static async start(options: ServiceOptions): Promise<Service> {
    const service = new Service(options);
    const deadline = performance.now() + 20_000;
    while (
      !(await fetch(`${service.url}/health`)
        .then(({ ok }) => ok)
        .catch(() => false))
    ) {
      if (service.#child.exitCode !== null || performance.now() > deadline)
        throw new Error(`quintet did not start:\n${service.#log}`);
      await Bun.sleep(20);
    }
    return service;
  }

  async #read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) this.#log += text;
  }

  /** What it has logged from warnings upwards. */
  get log(): string {
    return this.#log;
  }

  /** Bytes that it has stored: its database and the files in its folder. */
  async storedBytes(): Promise<number> {
    const files = sizeOf(this.#dataDir);
    if (this.#databaseUrl === undefined) return files;
    await using sql = new Bun.SQL(this.#databaseUrl, { max: 1 });
    const [row]: { bytes: string }[] = await sql`select pg_database_size(current_database()) as bytes`;
    return files + Number(row?.bytes);
  }

  async #admin(path: string, fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.url}/admin/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify(fields),
    });
    if (!answer.ok) throw new Error(`/admin/${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  /** A key of an account, which is made where there is none. */
  async key(email: string, isPaid = false): Promise<string> {
    const { key } = await this.#admin("keys", { email, name: "attack" });
    if (isPaid) await this.#admin("plans", { email, plan: PAID_PLANS });
    return String(key);
  }

  /** When messages to some mailboxes came, in milliseconds of `performance.now()`. */
  emails(mailbox: (address: string) => boolean): number[] {
    return this.#mail.delivered.flatMap(({ to, at }) => (to.some(mailbox) ? [at] : []));
  }

  /** Signs in by the link of an email; gives the session cookie. */
  async signIn(email: string): Promise<string> {
    await fetch(`${this.url}/signup`, {
      method: "POST",
      headers: { "Content-Type": FORM },
      body: new URLSearchParams({ email }).toString(),
    });
    const deadline = performance.now() + 10_000;
    for (;;) {
      const letter = this.#mail.delivered.find(({ to }) => to.includes(email));
      const [, token] = /\/confirm\/([\w-]+)/.exec(letter?.text ?? "") ?? [];
      if (token !== undefined) {
        const answer = await fetch(`${this.url}/confirm/${token}`, { method: "POST" });
        return /quintet_session=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
      }
      if (performance.now() > deadline) throw new Error("the email with a link did not come");
      await Bun.sleep(20);
    }
  }

  /** Ends it as operators do, and by force where that does not help. */
  async end(): Promise<Ended> {
    const processes = treeOf(this.#child.pid);
    const began = performance.now();
    this.#child.kill("SIGTERM");
    const isEnded = await Promise.race([
      this.#child.exited.then(() => true),
      Bun.sleep(END_MAX_MS).then(() => false),
    ]);
    const seconds = (performance.now() - began) / 1_000;
    this.memory.stop();
    // The kernel takes a moment to bury what ended with it.
    if (isEnded) for (let i = 0; i < 20 && alive(processes).length > 0; i++) await Bun.sleep(50);
    const left = alive(processes);
    for (const { pid } of left) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
    await this.#child.exited;
    return { seconds, killed: !isEnded, orphans: isEnded ? left.length : 0 };
  }
}
