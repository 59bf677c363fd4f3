// What a picture costs in a model, by shapes of published models with random weights: the values mean
// nothing, the cost is the real one's. One process for each row; the fastest and the cheapest of its runs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { modelEnvironment } from "../src/apis/images/models/environment.ts";
import type { Cost } from "../src/apis/images/models/measure.fixture.ts";
import { shapes, writeModel } from "../src/apis/images/models/u2net.fixture.ts";

const script = fileURLToPath(new URL("../src/apis/images/models/measure.fixture.ts", import.meta.url));

async function costOf(path: string, threads: number): Promise<Cost> {
  const child = Bun.spawn([process.execPath, script, path, String(threads), "5"], {
    env: modelEnvironment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(await new Response(child.stdout).text()) as Cost;
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6);
const folder = mkdtempSync(join(tmpdir(), "quintet-bench-"));
const rows = [];
try {
  for (const name of Object.keys(shapes) as (keyof typeof shapes)[]) {
    const path = join(folder, `${name}.onnx`);
    const { file, parameters } = writeModel(name);
    await Bun.write(path, file);
    for (const threads of [1, 2]) {
      const { openMs, wallMs, cpuMs, residentBytes, peakBytes } = await costOf(path, threads);
      rows.push({
        shape: name,
        input: shapes[name].side,
        "weights (millions)": Number((parameters / 1e6).toFixed(2)),
        threads,
        "load ms": Math.round(openMs),
        "image ms": Math.round(wallMs),
        "processor ms": Math.round(cpuMs),
        "MB after": megabytes(residentBytes),
        "MB at most": megabytes(peakBytes),
      });
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.table(rows);
const small = rows.find(({ shape, threads }) => shape === "u2netp" && threads === 2);
for (const [what, value, unit, bar] of [
  ["time of an image on two threads", small?.["image ms"] ?? Number.NaN, "ms", 400],
  ["memory afterwards", small?.["MB after"] ?? Number.NaN, "MB", 150],
] as const) {
  console.log(
    `u2netp model, ${what}: ${value} ${unit}  target ≤ ${bar} ${unit}: ${value <= bar ? "held" : "MISSED"}`,
  );
}
