import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { cert as certificate, key } from "../../src/egress/certificate.fixture.ts";
import { afterwards } from "./afterwards.ts";
import { freePort } from "./running.ts";
import { folderInMemory, temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

/** A PostgreSQL server of our own on loopback, for tests. */
export interface Cluster {
  readonly port: number;
  /** The address of a new database: a copy of `template`, to which nobody is connected, or empty. */
  database(template?: string): string;
  /** Stops the server in order, as for maintenance: connections are cut, what was committed is on disk. */
  stop(): void;
  /** Ends every process of the server with SIGKILL: nothing that was in its memory is written. */
  crash(): void;
  /** Halts every process of the server: connections stay open and say nothing. `thaw` lets them go on. */
  freeze(): void;
  thaw(): void;
  start(): void;
}

/** `npm test` needs nothing but npm: PostgreSQL is left to `npm run test:system`. */
const isLeftOut = process.env.TEST_ENGINES === "sqlite";

/** The folder of installed server programs, the newest first; undefined where there are none. */
function binaries(): string | undefined {
  if (isLeftOut) return undefined;
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env.PATH ?? "").split(":");
  return [...versions.map((version) => join(base, version, "bin")), ...onPath].find((folder) =>
    existsSync(join(folder, "initdb")),
  );
}

/** PostgreSQL refuses to run as root; a root shell runs it as the user that its package made. */
function asOwner(command: string[]): string[] {
  return process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--", ...command] : command;
}

function run(command: string[]): string {
  return runAs(asOwner(command));
}

function runAs(command: string[]): string {
  const [program = "", ...rest] = command;
  // Not piped: the server would inherit the pipe and hold it open.
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd: "/",
    encoding: "utf8",
    timeout: 30_000,
  });
  if (status !== 0) throw new Error(`${command[0]} failed: ${stdout}${stderr}`);
  return stdout;
}

/** Whether a process runs. One that has ended, and that nobody has buried, has closed its files and sockets. */
function isThere(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    // It has been buried.
    return false;
  }
}

/** How a cluster differs from the one that tests share. */
export interface ClusterOptions {
  /** Connections of all clients together; 200 without it. */
  readonly maxConnections?: number;
  /** Whether it offers TLS, with a certificate for `page.test` that nobody vouches for. */
  readonly tls?: boolean;
  /** Other settings, as arguments of the server. */
  readonly settings?: string;
}

/** Puts a certificate and its key beside the data of a server; the settings that name them. */
function withCertificate(data: string): string {
  for (const [name, text] of [
    ["server.crt", certificate],
    ["server.key", key],
  ] as const) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    const { uid, gid } = statSync(data);
    chownSync(join(data, name), uid, gid);
  }
  return " -c ssl=on";
}

/** Memory that a cluster must find free: each of some hundred databases takes 8 MB. */
const MEMORY_FREE_BYTES = 10e9;

let databases = 0;
/** Databases that one client made and that no test has yet, by their template. */
const spare = new Map<string, string[]>();
/** How many a client makes at once: to start it and to connect takes as long as to copy a template. */
const TOGETHER = 6;
/** The words of the statement that say how a template is copied. */
let copying: string | undefined;

/** Makes a database of a name that no other process of the tests takes; gives its address. */
function newDatabaseOn(bin: string, port: number, template?: string): string {
  const place = `${port}/${template ?? ""}`;
  const left = spare.get(place) ?? [];
  spare.set(place, left);
  if (left.length === 0) {
    const count = template === undefined ? 1 : TOGETHER;
    for (let i = 0; i < count; i++)
      left.push(`test_${process.pid}_${++databases}_${Date.now().toString(36)}`);
    // Files are copied in half of the CPU time that it takes to log each block; PostgreSQL 14 has no other way.
    copying ??= runAs([join(bin, "createdb"), "--help"]).includes("--strategy") ? "strategy file_copy" : "";
    const from = template === undefined ? "" : `template ${template}`;
    const commands = left.flatMap((name) => ["-c", `create database ${name} ${from} ${copying}`]);
    const server = ["-h", "127.0.0.1", "-p", String(port), "-U", "quintet", "-d", "postgres"];
    // A client, which any user may run: one program less for each database.
    runAs([join(bin, "psql"), "-qX", "-v", "ON_ERROR_STOP=1", ...server, ...commands]);
  }
  return `postgresql://quintet@127.0.0.1:${port}/${left.shift()}`;
}

/** Makes the folder of a server's data as it is before its first start. */
function initialize(bin: string, data: string): void {
  run([join(bin, "initdb"), "--no-sync", "-A", "trust", "-U", "quintet", "-E", "UTF8", "-D", data]);
}

/** A folder that PostgreSQL's user reaches. Whoever makes it removes it. */
function openFolder(): string {
  const folder = folderInMemory(MEMORY_FREE_BYTES) ?? temporaryFolder();
  chmodSync(folder, 0o777);
  return folder;
}

/** The variable that names data of a new server, which the clusters of a run copy: `initdb` takes ten times as long. */
const INITIAL = "TEST_POSTGRES_DATA";

/** Makes data of a new server for this process and those that it starts. */
export function makeInitialData(): void {
  const folder = openFolder();
  const data = join(folder, "data");
  initialize(postgresTools, data);
  afterwards('rm -rf "$1"', folder);
  process.env[INITIAL] = data;
}

function create(
  bin: string,
  { maxConnections = 200, tls = false, settings: other = "" }: ClusterOptions,
): Cluster {
  const folder = openFolder();
  const data = join(folder, "data");
  const initial = process.env[INITIAL];
  if (initial === undefined) initialize(bin, data);
  else run(["cp", "-a", initial, data]);
  const port = freePort();
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=${maxConnections} -c shared_buffers=32MB ${other}${tls ? withCertificate(data) : ""}`;
  const control = (...of: string[]) => run([join(bin, "pg_ctl"), "-D", data, "-s", ...of]);
  const start = () => control("-w", "-l", join(folder, "log"), "-o", settings, "start");
  const stop = () => control("-w", "-m", "fast", "stop");
  const processes = () => {
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
    return [pid, ...children.map(Number)];
  };
  const signal = (to: readonly number[], name: "SIGKILL" | "SIGSTOP" | "SIGCONT") => {
    for (const one of to) {
      // 0 and less would be a whole group of processes.
      if (!(one > 1)) throw new Error("the server's process is not known");
      try {
        process.kill(one, name);
      } catch {
        // It ended with its parent.
      }
    }
  };
  const crash = () => {
    const all = processes();
    signal(all, "SIGKILL");
    while (all.some(isThere)) Bun.sleepSync(5);
    // Its successor takes a dead process that nobody has buried for a live one.
    rmSync(join(data, "postmaster.pid"));
    rmSync(join(folder, `.s.PGSQL.${port}.lock`));
  };
  start();
  const last = asOwner([join(bin, "pg_ctl"), "-D", data, "-s", "-m", "immediate", "stop"]);
  afterwards('folder="$1"; shift; "$@"; rm -rf "$folder"', folder, ...last);
  return {
    port,
    database: (template) => newDatabaseOn(bin, port, template),
    stop,
    crash,
    freeze: () => signal(processes(), "SIGSTOP"),
    thaw: () => signal(processes(), "SIGCONT"),
    start,
  };
}

let shared: Cluster | undefined;

/** The folder of its programs; empty where there are none. */
export const postgresTools = binaries() ?? "";

/** Whether PostgreSQL can be tested here. */
export const hasPostgres = postgresTools !== "";

/** PgBouncer's program; undefined where it is not installed. Debian puts it where only root's path leads. */
const bouncer = Bun.which("pgbouncer", { PATH: `${process.env.PATH ?? ""}:/usr/sbin` }) ?? undefined;

/** Whether PgBouncer can be tested here. */
export const hasBouncer = binaries() !== undefined && bouncer !== undefined;

/** A PgBouncer of our own in front of a database. */
export interface Bouncer {
  /** The address of the database through it. */
  readonly address: string;
  /** Ends it with SIGKILL and starts it again on the same port. */
  restart(): Promise<void>;
}

/** Starts a PgBouncer that pools by transaction; gives the address of the database through it. */
export async function throughBouncer(address: string): Promise<string> {
  return (await startBouncer(address)).address;
}

/**
 * Starts a PgBouncer that pools by transaction, with fewer connections than its clients have, in front of a
 * database of a cluster.
 */
export async function startBouncer(address: string): Promise<Bouncer> {
  if (bouncer === undefined) throw new Error("PgBouncer is not installed");
  const { port, pathname } = new URL(address);
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const own = freePort();
  const settings = join(folder, "bouncer.ini");
  await Bun.write(
    settings,
    `[databases]
* = host=127.0.0.1 port=${port} user=quintet
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
pidfile = ${join(folder, "bouncer.pid")}
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  const pidFile = join(folder, "bouncer.pid");
  const spawn = () => {
    const child = Bun.spawn(asOwner([bouncer, "-q", settings]), { stdio: ["ignore", "ignore", "ignore"] });
    child.unref();
  };
  spawn();
  // As the owner: a process that runs as another user is not ours to signal where we are not root.
  afterwards('kill "$(cat "$1/bouncer.pid")"; rm -rf "$1"', folder);
  const listens = () =>
    Bun.connect({ hostname: "127.0.0.1", port: own, socket: { data() {} } }).then(
      (socket) => {
        socket.end();
        return true;
      },
      () => false,
    );
  const listening = () => until("PgBouncer listens", listens);
  await listening();
  return {
    address: `postgresql://quintet@127.0.0.1:${own}${pathname}`,
    async restart() {
      // It listens a moment before it makes the file, which is empty for another moment.
      const pid = await until("it has written its process id", () => {
        const written = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0;
        return written > 1 && written;
      });
      process.kill(pid, "SIGKILL");
      // Its port is free then: its program is left earlier than its sockets are.
      await until("it has ended", () => !isThere(pid));
      rmSync(pidFile, { force: true });
      spawn();
      await listening();
    },
  };
}

/** Starts a cluster for one test that stops it, or that needs other settings. */
export function ownCluster(options: ClusterOptions = {}): Cluster {
  const bin = binaries();
  if (bin === undefined) throw new Error("no PostgreSQL programs are installed");
  return create(bin, options);
}

/**
 * The cluster that tests share: the one that `npm run test:system` has started for all of its processes
 * (`TEST_POSTGRES_PORT`), or one of this process, started when first asked for.
 */
export function sharedCluster(): Pick<Cluster, "port" | "database"> {
  const port = Number(process.env.TEST_POSTGRES_PORT ?? 0);
  if (port > 0) return { port, database: (template) => newDatabaseOn(postgresTools, port, template) };
  // Processes of several test files connect at once.
  // Its vacuum would visit some hundred databases every minute; its log need not survive a crash.
  shared ??= ownCluster({
    maxConnections: 400,
    settings: "-c autovacuum=off -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=256MB",
  });
  return shared;
}

if (hasPostgres && !hasBouncer) {
  process.stderr.write(
    "\n*** SKIPPED: the tests through PgBouncer, because it is not installed here (Debian: apt-get install pgbouncer) ***\n\n",
  );
}
if (!hasPostgres && !isLeftOut) {
  process.stderr.write(
    "\n*** SKIPPED: every PostgreSQL test, because no PostgreSQL server programs are installed here (Debian: apt-get install postgresql) ***\n\n",
  );
}
