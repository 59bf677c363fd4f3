/**
 * `npm run conformance:ssrf`: shows for every row of the policy table that nothing at that address is
 * reached. As root on Linux it runs in a network namespace of its own, where a server that counts its
 * requests really listens on the forbidden addresses, beside one on a public address that must be reached.
 * Elsewhere it checks the table alone. Where Chromium is installed, it also renders pages that try to reach a server of
 * this machine in every way that a page has. Ends with status 1 if a row fails.
 */

import { readAllowance } from "../../src/egress/allowance.ts";
import { createFetch } from "../../src/egress/fetch.ts";
import { rejectedAddresses, rejectedUrls } from "../../src/egress/url-policy.fixture.ts";
import { Problem } from "../../src/kit/problem.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { chromium } from "../fixtures/seo/browser.ts";
import { tryEscapes } from "../fixtures/seo/rendering.ts";

const INSIDE = "--inside";
const PUBLIC = ["93.184.216.34", "2606:2800::34"];
const out = (line: string) => process.stdout.write(`${line}\n`);
const bracketed = (address: string) => (address.includes(":") ? `[${address}]` : address);

/** Renders pages that try to get out; says how many did. */
async function rendering(): Promise<number> {
  if (chromium === null) {
    out("Chromium is not installed: no page is rendered");
    return 0;
  }
  const sandbox = createSandbox({ size: 1, keep: 0, idleMs: 1_000, queue: 10, onFailure: () => undefined });
  const { tried, reached: escaped, rendered } = await tryEscapes([sandbox], chromium, 1);
  sandbox.close();
  for (const name of tried)
    out(`${escaped.includes(name) ? "REACHED" : "blocked"}  a rendered page: ${name}`);
  out(`rendered pages: ${escaped.length} of ${tried.length} reached a server (${rendered} were rendered)`);
  return escaped.length;
}

let reached = 0;
let failures = 0;

function fetchResolving(addresses: readonly (readonly string[])[]) {
  let call = 0;
  return createFetch({
    allowance: readAllowance(""),
    userAgent: "Quintet conformance",
    resolve: async () => {
      const answer = addresses[Math.min(call++, addresses.length - 1)] ?? [];
      return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  });
}

async function attempt(label: string, fetch: ReturnType<typeof createFetch>, url: string): Promise<void> {
  const before = reached;
  const ended = await fetch(url, { maxBytes: 1000, deadlineMs: 1000 }).then(
    (answer) => `answered ${answer.status}`,
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
  const blocked = reached === before && /^url-(invalid|not-public)$/.test(ended);
  if (!blocked) failures++;
  out(`${blocked ? "blocked" : "REACHED"}  ${label}  (${ended})`);
}

async function table(): Promise<void> {
  for (const [url] of rejectedUrls) await attempt(url, fetchResolving([PUBLIC]), url);
  for (const [address, why] of rejectedAddresses) {
    await attempt(`${address}: ${why}`, fetchResolving([PUBLIC]), `http://${bracketed(address)}/`);
    await attempt(`a name for ${address}`, fetchResolving([[address]]), "http://name.example/");
    await attempt(
      `a name for ${address} and a public one`,
      fetchResolving([[...PUBLIC, address]]),
      "http://two.example/",
    );
  }
}

function sh(command: string): boolean {
  return Bun.spawnSync(["sh", "-c", command], { stdout: "ignore", stderr: "ignore" }).success;
}

/** Inside the namespace: the forbidden addresses exist, and a server on all of them counts its requests. */
async function inside(): Promise<void> {
  sh("ip link set lo up");
  const held = [...rejectedAddresses.map(([address]) => address), ...PUBLIC].filter(
    (address) =>
      sh(`ip addr add ${address}/${address.includes(":") ? 128 : 32} dev lo nodad`) ||
      sh(`ip addr show dev lo to ${address} | grep -q inet`),
  );
  const target: Record<string, string> = {
    "/to-literal": "http://169.254.169.254/",
    "/to-name": "http://private.example/",
    "/to-file": "file:///etc/passwd",
  };
  const answer = (request: Request): Response => {
    const { pathname } = new URL(request.url);
    const location = target[pathname];
    if (location !== undefined) return new Response(null, { status: 307, headers: { Location: location } });
    if (pathname !== "/control") reached++;
    return new Response("secret");
  };
  const servers = [Bun.serve({ port: 80, hostname: "0.0.0.0", fetch: answer })];
  servers.push(Bun.serve({ port: 80, hostname: "::", ipv6Only: true, fetch: answer }));
  out(`namespace: a server listens on ${held.length} addresses`);
  for (const address of PUBLIC) {
    const control = await fetchResolving([[address]])("http://name.example/control", {
      maxBytes: 10,
      deadlineMs: 1000,
    });
    out(`control  ${address} answers ${control.status}`);
  }
  await table();
  for (const path of Object.keys(target)) {
    const fetch = fetchResolving([PUBLIC, ["10.0.0.1"]]);
    await attempt(`a public page that redirects ${path.slice(1)}`, fetch, `http://name.example${path}`);
  }
  // The first answer is public, the later ones are not: what was checked must be what is connected to.
  let rebound = 0;
  for (let i = 0; i < 20; i++) {
    const before = reached;
    const fetch = fetchResolving([["93.184.216.34"], ["10.0.0.1"]]);
    await fetch("http://rebind.example/control", { maxBytes: 10, deadlineMs: 1000 });
    if (reached !== before) rebound++;
  }
  if (rebound > 0) failures++;
  out(`rebinding: ${rebound} of 20 reached`);
  for (const server of servers) await server.stop(true);
}

if (process.argv.includes(INSIDE)) {
  await inside();
} else {
  const command = ["unshare", "-n", process.execPath, import.meta.path, INSIDE];
  if (process.platform === "linux" && process.getuid?.() === 0 && sh("unshare -n true && ip -V")) {
    const child = Bun.spawnSync(command, { stdout: "inherit", stderr: "inherit" });
    process.exit(child.exitCode === 0 ? Math.min(1, await rendering()) : child.exitCode);
  }
  out("no root or no network namespaces here: the policy table alone");
  await table();
}
failures += await rendering();
out(failures === 0 ? "every row is blocked" : `${failures} rows FAILED`);
process.exit(failures === 0 ? 0 : 1);
