// A process of its own that runs a model again and again and prints what it cost, as JSON. It ends by itself,
// because an engine holds nothing open.
import { readFileSync } from "node:fs";
import type { Problem } from "../../../kit/problem.ts";
import { sampleImage } from "../sample.ts";
import { openModel } from "./engine.ts";

/** The cost of one model, in milliseconds and bytes. */
export interface Cost {
  readonly openMs: number;
  /** The fastest run by the clock, and the cheapest in time of all processors. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Resident memory after the runs, and the most that it ever was. */
  readonly residentBytes: number;
  readonly peakBytes: number;
  readonly threads: number;
  readonly runs: number;
}

/** At most `most` runs: a run that takes no more than `enoughMs` of CPU time is the last. */
async function measure(path: string, threads: number, most: number, enoughMs: number): Promise<Cost> {
  const began = performance.now();
  const recipe = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225], output: "sigmoid" } as const;
  const engine = await openModel({ name: "measured", path, recipe }, threads);
  const openMs = performance.now() - began;
  let [wallMs, cpuMs] = [Infinity, Infinity];
  let runs = 0;
  for (; runs < most && cpuMs > enoughMs; runs++) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    // Random weights see what they like; seeing nothing costs the same.
    await Promise.resolve(engine.segment(sampleImage(64, 64))).catch((problem: Problem) => {
      if (problem.code !== "no-foreground") throw problem;
    });
    const { user, system } = process.cpuUsage(used);
    wallMs = Math.min(wallMs, performance.now() - start);
    cpuMs = Math.min(cpuMs, (user + system) / 1000);
  }
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "latin1"))?.[1];
  const residentBytes = process.memoryUsage.rss();
  return { openMs, wallMs, cpuMs, residentBytes, peakBytes: Number(peak) * 1024, threads, runs };
}

if (import.meta.main) {
  const [path = "", threads = "2", most = "8", enoughMs = "0"] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await measure(path, Number(threads), Number(most), Number(enoughMs))));
}
