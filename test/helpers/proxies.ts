import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { cert, key } from "../../src/egress/certificate.fixture.ts";
import { fileAt } from "../recorders/generated.ts";
import { afterwards } from "./afterwards.ts";
import { freePort } from "./running.ts";
import { runFolder, temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

/** A reverse proxy with the file of `deploy/` that operators use, in front of replicas on this machine. */
export interface Front extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  /** `fetch` that takes the proxy's certificate as it is. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Everything that it has logged: errors, and the requests that its file lets it log. */
  logged(): Promise<string>;
}

// Debian puts it where only root's path leads.
const path = `${process.env.PATH ?? ""}:/usr/sbin`;
const nginx = Bun.which("nginx", { PATH: path });
const caddy = Bun.which("caddy", { PATH: path });

for (const [name, program] of [
  ["nginx", nginx],
  ["caddy", caddy],
] as const) {
  if (program !== null) continue;
  const install = name === "nginx" ? "nginx-light" : name;
  process.stderr.write(
    `\n*** SKIPPED: every test behind ${name}, because it is not installed here (Debian: apt-get install ${install}) ***\n\n`,
  );
}

/** Runs a proxy until it is disposed of; ready when it answers with anything. */
async function run(
  name: string,
  command: readonly string[],
  url: string,
  environment: Record<string, string>,
  access: () => Promise<string> = async () => "",
): Promise<Front> {
  const child = Bun.spawn([...command], {
    env: { PATH: path, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  // Where the tests are killed it would stay; by then its number may be another's.
  const mark = command.find((word) => word.startsWith(runFolder())) ?? url;
  afterwards('grep -qF "$2" "/proc/$1/cmdline" && kill "$1"', String(child.pid), mark);
  let complaints = "";
  const reading = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) complaints += text;
  })();
  const get: Front["get"] = (to, init) =>
    fetch(url + to, { ...init, tls: { rejectUnauthorized: false }, redirect: "manual" });
  await until(`${name} answers`, () => {
    if (child.exitCode !== null) throw new Error(`${name} did not start: ${complaints}`);
    return get("/health").catch(() => undefined);
  });
  return {
    name,
    url,
    port: Number(new URL(url).port),
    get,
    logged: async () => complaints + (await access()),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
      await reading;
    },
  };
}

/** Replaces what is another on each installation; throws where the file does not say it as expected. */
function adapt(text: string, changes: readonly (readonly [find: RegExp, put: string])[]): string {
  return changes.reduce((before, [find, put]) => {
    if (before.search(find) < 0) throw new Error(`the file has nothing like ${find}`);
    return before.replace(find, put);
  }, text);
}

async function startNginx(replicas: readonly number[]): Promise<Front> {
  if (nginx === null) throw new Error("nginx is not installed");
  const folder = temporaryFolder();
  const [plain, port] = [freePort(), freePort()];
  const [first, second] = replicas;
  const site = adapt(await Bun.file(fileAt("deploy/nginx.conf")).text(), [
    [/\n\s+listen \[::\]:80;/, ""],
    [/\n\s+listen \[::\]:443 ssl http2;/, ""],
    [/access_log \/var\/log\/nginx\/access\.log/g, `access_log ${folder}/access.log`],
    [/listen 80;/, `listen 127.0.0.1:${plain};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`],
    [/\/etc\/letsencrypt\/live\/api\.example\.com\/fullchain\.pem/, `${folder}/cert.pem`],
    [/\/etc\/letsencrypt\/live\/api\.example\.com\/privkey\.pem/, `${folder}/key.pem`],
    [/server 10\.0\.0\.11:8080/g, `server 127.0.0.1:${first}`],
    [/server 10\.0\.0\.12:8080/g, `server 127.0.0.1:${second}`],
  ]);
  await Promise.all([
    Bun.write(join(folder, "quintet.conf"), site),
    Bun.write(join(folder, "cert.pem"), cert),
    Bun.write(join(folder, "key.pem"), key),
    Bun.write(
      join(folder, "nginx.conf"),
      `${process.getuid?.() === 0 ? "user root;" : ""}
      daemon off;
      worker_processes 2;
      pid ${folder}/pid;
      error_log stderr warn;
      events { worker_connections 512; }
      http {
        access_log off;
        ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((use) => `${use}_temp_path ${folder}/${use};`).join("\n")}
        include ${folder}/quintet.conf;
      }`,
    ),
  ]);
  const command = [nginx, "-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
  const [program = "", ...words] = command;
  const checked = spawnSync(program, [...words, "-t"], { encoding: "utf8" });
  if (checked.status !== 0 || /\[(?:warn|emerg|error)\]/.test(checked.stderr))
    throw new Error(checked.stderr);
  const access = Bun.file(join(folder, "access.log"));
  return run("nginx", command, `https://127.0.0.1:${port}`, {}, () => access.text());
}

async function startCaddy(replicas: readonly number[], logsRequests = false): Promise<Front> {
  if (caddy === null) throw new Error("Caddy is not installed");
  const folder = temporaryFolder();
  const url = `http://127.0.0.1:${freePort()}`;
  const file = join(folder, "Caddyfile");
  const site = adapt(await Bun.file(fileAt("deploy/Caddyfile")).text(), [
    [/^\{\n/m, "{\n\tadmin off\n"],
    [/^\tlog \{\n/m, `\tlog {\n\t\tlevel ${logsRequests ? "INFO" : "WARN"}\n`],
    // By itself it logs errors; an operator may wish for every request.
    [/^(\{\$QUINTET_SITE.*\{)\n/m, logsRequests ? "$1\n\tlog\n" : "$1\n"],
  ]);
  await Bun.write(file, site);
  const environment = {
    HOME: folder,
    QUINTET_SITE: url,
    QUINTET_REPLICAS: replicas.map((port) => `127.0.0.1:${port}`).join(" "),
  };
  const words = ["--config", file, "--adapter", "caddyfile"];
  const checked = spawnSync(caddy, ["validate", ...words], {
    encoding: "utf8",
    env: { PATH: path, ...environment },
  });
  if (checked.status !== 0) throw new Error(checked.stderr);
  return run("caddy", [caddy, "run", ...words], url, environment);
}

/** The proxies that can be tested here: each starts in front of two replicas, given by their ports, and may log requests. */
export const proxies = [
  ...(nginx === null ? [] : [{ name: "nginx", start: startNginx }]),
  ...(caddy === null ? [] : [{ name: "caddy", start: startCaddy }]),
];
