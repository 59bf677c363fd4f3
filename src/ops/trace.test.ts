import { describe, expect, test } from "bun:test";
import { createLog } from "./log.ts";
import { createTrace, type TraceOptions } from "./trace.ts";

function watched(options: Partial<TraceOptions> = {}) {
  const lines: string[] = [];
  const bodies: string[] = [];
  const trace = createTrace({
    service: "quintet",
    version: "1",
    ratio: 1,
    send: async (body) => void bodies.push(body),
    log: createLog("info", (line) => void lines.push(line)),
    ...options,
  });
  const request = (requestId = Bun.randomUUIDv7()) =>
    trace.request({
      requestId,
      name: "uuid.v4",
      started: performance.now(),
      attributes: { n: 1 },
      failed: false,
    });
  return { trace, request, lines, bodies };
}

const spansIn = (bodies: readonly string[]) => bodies.join("").split('"traceId"').length - 1;

describe("traces", () => {
  test("that wait are sent before the process ends", async () => {
    const { trace, request, bodies } = watched();
    for (let i = 0; i < 700; i++) request();
    await trace.close();
    expect([spansIn(bodies), trace.dropped()]).toEqual([700, 0]);
    expect(bodies.length).toBe(2);
  });

  test("of a dead collector are dropped and counted, said once, and hold no more than the queue", async () => {
    const { trace, request, lines } = watched({ send: () => Promise.reject(new Error("ECONNREFUSED")) });
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < 1_000; i++) request();
      await new Promise<void>((resolve) => void setImmediate(resolve));
    }
    await trace.close();
    expect(trace.dropped()).toBe(20_000);
    expect(lines).toHaveLength(1);
  });

  test("of a collector that hangs do not pile up, and do not keep the process from ending", async () => {
    const { trace, request } = watched({ send: () => new Promise(() => {}) });
    for (let i = 0; i < 10_000; i++) request();
    expect(trace.dropped()).toBe(10_000 - 512 - 2_048);
    const began = performance.now();
    await trace.close();
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  test("are recorded for the share of requests that is asked for, whole or not at all", async () => {
    const { trace, request, bodies } = watched({ ratio: 0.25 });
    for (let i = 0; i < 2_000; i++) {
      const id = Bun.randomUUIDv7();
      request(id);
      trace.part("internal", { requestId: id, name: "charge", started: 0, attributes: {}, failed: false });
    }
    await trace.close();
    const spans = spansIn(bodies);
    expect(spans / 4_000).toBeWithin(0.2, 0.3);
    const ids = [...bodies.join("").matchAll(/"traceId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size * 2).toBe(spans);
  });

  test("belong to requests: work that nobody asked for leaves none", async () => {
    const { trace, request, bodies } = watched();
    request("");
    await trace.close();
    expect(bodies).toEqual([]);
  });
});
