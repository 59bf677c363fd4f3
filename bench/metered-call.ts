import { join } from "node:path";
import { freePort } from "../test/helpers/running.ts";
import { openTestApp } from "../test/helpers/test-app.ts";
import { cpuNanoseconds, writeKeyScript } from "./servers.ts";
import type { Version } from "./versions.ts";

const WARM_SECONDS = 1;
const SECONDS = 4;
const KEYS = 100;

/** Calls for so many seconds and gives how many were answered. */
async function load(url: string, script: string, seconds: number): Promise<number> {
  const wrk = Bun.spawn(["wrk", "-t1", "-c32", `-d${seconds}s`, "-s", script, `${url}/noop`], {
    stdout: "pipe",
  });
  const output = await new Response(wrk.stdout).text();
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output);
  return Number(/(\d+) requests in/.exec(output)?.[1]);
}

/**
 * Contenders for the cost of a metered call of an operation that does nothing. All versions use one database, so their schemas
 * must be compatible. Needs wrk.
 */
export async function measureMetered(versions: readonly Version[], folder: string) {
  const address = `sqlite:${join(folder, "bench.db")}`;
  const app = await openTestApp({ address });
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i++) keys.push(await app.key(`bench${i}@example.com`, { plans: ["bundle"] }));
  await app.server.stop(0);
  const script = await writeKeyScript(join(folder, "keys.lua"), keys);
  return versions.map(({ name, root, bun }) => ({
    name,
    async measure() {
      const worker = join(root, "test/workers/serve.ts");
      const server = Bun.spawn([bun, worker, address, String(freePort()), "on"], {
        stdout: "pipe",
        cwd: root,
      });
      try {
        const url = new TextDecoder().decode((await server.stdout.getReader().read()).value).trim();
        await load(url, script, WARM_SECONDS);
        const before = cpuNanoseconds(server.pid);
        const calls = await load(url, script, SECONDS);
        return { "CPU µs a call": (cpuNanoseconds(server.pid) - before) / calls / 1_000 };
      } finally {
        server.kill("SIGKILL");
        await server.exited;
      }
    },
  }));
}
