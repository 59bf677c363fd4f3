import type { Registry } from "prom-client";
import { VERSION } from "../kit/version.ts";
import { gauge } from "./read-on-scrape.ts";

/** Shows Prometheus which version runs, and since when. */
export function registerInstance(registry: Registry): void {
  gauge(
    registry,
    {
      name: "quintet_build_info",
      help: "1 for the version of Quintet and of Bun that runs.",
      labelNames: ["version", "bun"],
      series: () => [[{ version: VERSION, bun: Bun.version }, 1]],
    },
    "max",
  );
  gauge(
    registry,
    {
      name: "quintet_start_time_seconds",
      help: "When the newest process started, in seconds since 1970.",
      labelNames: [],
      series: () => [[{}, performance.timeOrigin / 1_000]],
    },
    "max",
  );
}
