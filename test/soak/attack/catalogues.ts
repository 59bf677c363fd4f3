import { join } from "node:path";
import { runFolder, temporaryFolder } from "../../helpers/temporary-folder.ts";
import { residentBytes, treeOf } from "./process-tree.ts";
import { launcher } from "./service.ts";
import { hostileTexts } from "./texts.ts";
import { bars } from "./verdict.ts";

/** How long a start may take to say what is wrong with its price list, in milliseconds. */
const REFUSAL_MAX_MS = 10_000;

/** Starts the service with one hostile price list after the other; gives what was missed. */
export async function refuseCatalogues(seed: number, count: number): Promise<string[]> {
  const missed: string[] = [];
  for (const text of hostileTexts("catalogue", seed, count)) {
    const folder = temporaryFolder();
    const file = join(folder, "catalogue.json");
    await Bun.write(file, text.bytes());
    const child = Bun.spawn(["node", launcher, "serve"], {
      cwd: runFolder(),
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        HOST: "127.0.0.1",
        PORT: "1",
        WEB_CONCURRENCY: "2",
        CATALOGUE_FILE: file,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let memory = 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, residentBytes(treeOf(child.pid)));
    }, 50);
    const late = setTimeout(() => child.kill("SIGKILL"), REFUSAL_MAX_MS);
    const said = await new Response(child.stderr).text();
    const code = await child.exited;
    clearInterval(watch);
    clearTimeout(late);
    const lines = said.trim().split("\n");
    if (!(code > 0 && code < 100) || lines.length !== 1 || !said.includes("CATALOGUE_FILE"))
      missed.push(`${text.name}: exit code ${code}, ${said.length} characters: ${said.slice(0, 160)}`);
    if (said.length > 2_000) missed.push(`${text.name}: the refusal has ${said.length} characters`);
    if (memory > bars.memoryBytes) missed.push(`${text.name}: memory ${(memory / 1e6).toFixed(0)} MB`);
  }
  return missed;
}
