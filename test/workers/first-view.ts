/**
 * Starts the server in this process and views every page for the first time and then again. Prints the CPU time of each
 * view in milliseconds, as lines of JSON: it hardly depends on what else the machine does.
 */
import { apis } from "../../src/apis/default-apis.ts";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLog } from "../../src/ops/log.ts";
import { guides } from "../../src/web/docs/guides.ts";
import { toolPaths } from "../../src/web/tools/tools.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

/** Views after the first; the quickest counts: garbage of others is collected in some. */
const VIEWS = 25;
/** CPU time within a tenth of a second at which the server has prepared its pages, in milliseconds. */
const IDLE_MS = 5;
const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Encoding": "gzip, br, zstd" };

/** The CPU time of this process and its threads, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const config = { ...readConfig({}), dataDir: temporaryFolder() };
const app = await createApp(config, { log: createLog("silent"), measures: false });
const { port } = await app.start({ port: 0, host: "127.0.0.1", reusePort: false });

async function view(path: string): Promise<number> {
  const before = cpuMs();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: BROWSER, redirect: "manual" });
  await response.arrayBuffer();
  return cpuMs() - before;
}

await view("/v4");
// Code is loaded a moment after the start, so that the first responses do not wait for it.
await Bun.sleep(500);
await until(
  "the server is idle",
  async () => {
    const before = cpuMs();
    await Bun.sleep(100);
    return cpuMs() - before < IDLE_MS;
  },
  120_000,
);

const paths = [
  "/",
  "/pricing?seo=20000&pdf=5000&images=100",
  "/benchmarks",
  ...toolPaths(apis),
  "/docs",
  ...guides.map(({ slug }) => `/docs/${slug}`),
  ...apis.map(({ name }) => `/docs/${name}`),
  "/docs/changelog",
  "/docs/search?q=score",
  "/status",
  "/problems/quota-exceeded",
  "/signup",
  "/nothing-has-this-path",
];
for (const path of paths) {
  const first = await view(path);
  const again: number[] = [];
  for (let i = 0; i < VIEWS; i++) again.push(await view(path));
  process.stdout.write(`${JSON.stringify({ path, first, warm: Math.min(...again) })}\n`);
}
process.exit(0);
