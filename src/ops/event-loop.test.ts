import { expect, test } from "bun:test";
import { EventLoopMonitor, WARNING_MS } from "./event-loop.ts";

function monitored() {
  const warnings: unknown[] = [];
  const monitor = new EventLoopMonitor({ warn: (message, fields) => void warnings.push([message, fields]) });
  monitor.look(0, 0);
  return { monitor, warnings };
}

test("a loop that is late by less than a second is counted and not warned about", () => {
  const { monitor, warnings } = monitored();
  for (const now of [250, 505, 1_700]) monitor.look(now, now);
  expect([monitor.blocks, monitor.longestMs, warnings, monitor.wasBlocked(1_700)]).toEqual([0, 0, [], false]);
  expect(monitor.delays.totalMs).toBe(0 + 5 + 945);
});

test("a blocked loop is logged with its time and its processor time, and reported for a minute", () => {
  const { monitor, warnings } = monitored();
  monitor.look(3_250, 2_900);
  monitor.look(3_500, 2_910);
  monitor.look(5_250, 2_920);
  expect(warnings).toEqual([
    ["the event loop was blocked", { ms: 3_000, cpuMs: 2_900 }],
    ["the event loop was blocked", { ms: 1_500, cpuMs: 10 }],
  ]);
  expect([monitor.blocks, monitor.longestMs]).toEqual([2, 3_000]);
  expect(monitor.wasBlocked(5_250 + WARNING_MS - 1)).toBe(true);
  expect(monitor.wasBlocked(5_250 + WARNING_MS)).toBe(false);
});
