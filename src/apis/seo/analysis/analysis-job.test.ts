import { afterAll, describe, expect, test } from "bun:test";
import { fetched } from "../../../../test/fixtures/seo/clean-page.ts";
import { rejecting, rejectionOf } from "../../../../test/helpers/rejection.ts";
import type { Run } from "../../../kit/sandbox.ts";
import { textLimits } from "../../../kit/text-job.ts";
import { createSandbox } from "../../../sandbox/sandbox.ts";
import { analyze, createProbeAnalyzer } from "./analysis-job.ts";
import { analyses } from "./tasks.ts";

const never = new AbortController().signal;
const sandbox = createSandbox({ size: 1, keep: 1, idleMs: 60_000, queue: 4, onFailure: () => {} });
afterAll(() => sandbox.close());

const encode = (text: string) => new TextEncoder().encode(text);
const inSandbox: Run = (job, input) => sandbox.run(job, input, never);
const nowhere: Run = () => expect.unreachable();
const { body: _body, ...rest } = fetched();
const task = { options: { followLinks: true }, fetched: rest };
const filled = (unit: string, size: number) => encode(unit.repeat(Math.ceil(size / unit.length)));
const linked = { url: "https://shop.example/de", headers: new Map<string, string[]>(), truncated: false };

describe("a text is analyzed here where that is sure to be quick", () => {
  test("a small page", async () => {
    const body = encode("<p>x");
    expect(await analyze(nowhere, "audit", task, body)).toEqual(analyses.audit(task, body));
  });
  const others: [string, Uint8Array][] = [
    ["a page over 64 KB", filled("<p>some text of a page</p>\n", 66_000)],
    ["a page of nothing but tags", filled("<b>", 12_000)],
    [
      "a page that makes many elements of few tags",
      encode(`<p>${Array.from({ length: 50 }, (_, i) => `<font a=${i}>`).join("")}${"<p>x".repeat(1_000)}`),
    ],
  ];
  test.each(others)("%s goes to a process, and the report is the same", async (_name, body) => {
    expect(await rejecting(analyze(nowhere, "audit", task, body))).toThrow();
    expect(await analyze(inSandbox, "audit", task, body)).toEqual(analyses.audit(task, body));
  });
  test("a gzipped sitemap goes to a process, however small", async () => {
    const body = Bun.gzipSync(encode("<urlset><loc>https://shop.example/</loc></urlset>"));
    const own = ["https://shop.example/"];
    expect(await rejecting(analyze(nowhere, "sitemap", { truncated: false, own }, body))).toThrow();
    expect(await analyze(inSandbox, "sitemap", { truncated: false, own }, body)).toMatchObject({
      lists: true,
    });
  });
});

describe("a page that costs too much", () => {
  const body = filled("<b><p>", 500_000);
  test("of time: upstream-too-large, and the next page is analyzed", async () => {
    const hasty = { ...textLimits, progressMs: 20, totalMs: 20 };
    expect(await rejectionOf(analyze(inSandbox, "audit", task, body, hasty))).toMatchObject({
      code: "upstream-too-large",
      options: { parameter: "url" },
    });
    expect((await analyze(inSandbox, "head", task, filled("<p>x ", 70_000))).status).toBe(200);
  });
  test("of memory: upstream-too-large", async () => {
    const narrow = { ...textLimits, memoryBytes: 1 };
    expect(await rejectionOf(analyze(inSandbox, "audit", task, body, narrow))).toMatchObject({
      code: "upstream-too-large",
    });
  });
  test("beside the audited one: that part is unknown, and so is all after it", async () => {
    let runs = 0;
    const failing: Run = async function* (job, input) {
      runs++;
      yield* sandbox.run({ ...job, limits: { ...job.limits, totalMs: 1 } }, input, never);
    };
    const analyzeProbe = createProbeAnalyzer(failing);
    const translation = { linked, own: ["https://shop.example/"] };
    expect(await analyzeProbe("translation", translation, body)).toBeUndefined();
    expect(await analyzeProbe("translation", translation, body)).toBeUndefined();
    expect(runs).toBe(1);
  });
});
