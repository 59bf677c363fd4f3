import { expect, test } from "bun:test";
import { BASE } from "../../test/helpers/demo-send.ts";
import { jobPage } from "./job-page.tsx";
import { loadRenderers } from "./renderers.ts";

const { site } = await loadRenderers({ baseUrl: BASE, metering: true, sendsEmail: true, dataDir: "" });

test.each([
  ["image/png", undefined, " --output result.png "],
  ["image/jpeg", undefined, " --output result.jpg "],
  ["application/zip", undefined, " --output result.zip "],
  ["application/json", "{}", ""],
  ["text/markdown; charset=utf-8", "# A", ""],
])("the command for a result of type %s stores what a terminal cannot show", (type, text, output) => {
  const page = jobPage(
    site,
    {
      job: {
        ...{ id: "a", kind: "job", mode: "live", operation: "images.removeBackground", state: "succeeded" },
        ...{ size: 1, ended: 1, succeeded: 1, failed: 0, units: 1, code: null, hasResult: true },
        ...{ createdAt: "2026-11-20T10:00:00.000Z", expiresAt: "2026-11-22T10:00:00.000Z" },
      },
      ...{ key: "k", startedAt: null, finishedAt: null, attempts: 1, batch: null, detail: null },
      ...{ parameters: null, preview: { type, text, isCut: false }, counts: undefined },
      ...{ estimatedEndAt: null, items: [], next: null, keyName: "default", request: undefined },
      ...{ filter: { isFailed: false, after: -1 }, deliveries: [], inputs: new Map() },
    },
    "images",
    [],
  );
  const command = page.split('<code id="result-curl">')[1]?.split("</code>")[0] ?? "";
  const line = command.replaceAll(/<[^>]*>/g, "").replaceAll("\\\n", "");
  expect(line.includes("--output")).toBe(output !== "");
  expect(line).toContain(output);
});
