// One request has a limited time for OCR of all its pages: a server answers with what it read by then, and charges
// no OCR that it did not do. The program is a slow stand-in for tesseract.
import { expect, test } from "bun:test";
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { modules } from "../../src/apis/index.ts";
import { extract } from "../../src/apis/pdf/extract.ts";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { describeApi } from "../../src/kit/define-api.ts";
import { createLog } from "../../src/ops/log.ts";
import { scannedPdf } from "../fixtures/scanned-pdf.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const PAGES = 2;
const WEIGHT = 3;

/** A program that finds a word on the first page that it gets in a folder, and works on all others for a minute. */
async function slowProgram(folder: string): Promise<string> {
  const program = join(folder, "tesseract");
  const row = [5, 1, 1, 1, 1, 1, 10, 10, 50, 20, 90, "word"].join("\\t");
  await Bun.write(
    program,
    `#!/bin/sh\ncat >/dev/null\nmkdir ${folder}/first || exec sleep 60\nprintf '${row}\\n'\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

test("pages that OCR does not reach in time have a warning and cost what a page without OCR costs", async () => {
  const module = modules.find(({ name }) => name === "pdf");
  const pdf = module && describeApi(module);
  const operation = pdf?.operations.extract;
  if (pdf === undefined || operation === undefined) throw new TypeError("there is no pdf.extract");
  const folder = temporaryFolder();
  const recognizer = {
    program: await slowProgram(folder),
    languages: ["eng"],
    language: "eng",
    tellsUp: false,
    weight: WEIGHT,
    pages: PAGES,
    totalMs: 1_000,
  };
  const run: typeof operation.run = (input, context) => extract(input, context, recognizer);
  const config = { ...readConfig({}), dataDir: temporaryFolder(), databaseUrl: "sqlite::memory:" };
  const app = await createApp(config, {
    log: createLog("silent"),
    apis: [{ ...pdf, operations: { extract: { ...operation, run } } }],
    measures: false,
  });
  const server = await app.start({ port: 0, host: "127.0.0.1", reusePort: false });
  try {
    const { account } = await app.accounts.accountStore.ensure("reader@example.com");
    await app.accounts.accountStore.setPlans(account.id, ["pdf"]);
    const { key } = await app.accounts.keys.create(account.id, "test", null);
    const body = await scannedPdf(Array.from({ length: PAGES }, () => ({ lines: ["word"] })));
    let used = 0;
    // A busy machine may not start the program within a limit: what it reads is charged in any case.
    for (let count = 0; count === 0; recognizer.totalMs *= 3) {
      rmSync(join(folder, "first"), { recursive: true, force: true });
      const answer = await fetch(`http://127.0.0.1:${server.port}/pdf/extract?ocr=auto`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/pdf" },
        body,
      });
      const { pages, warnings, usage } = (await answer.json()) as {
        pages: { number: number; text: string | null; ocr?: object }[];
        warnings: { code: string; page: number; detail: string }[];
        usage: { pages: number; ocr: { pages: number; weight: number } };
      };
      const read = pages.filter(({ ocr }) => ocr !== undefined).map(({ number }) => number);
      count = read.length;
      const late = warnings.filter(({ code }) => code === "ocr-failed");
      expect([answer.status, pages.length, count < PAGES]).toEqual([200, PAGES, true]);
      expect(late.map(({ page }) => page)).toEqual(
        pages.map(({ number }) => number).filter((number) => !read.includes(number)),
      );
      for (const { detail } of late) expect(detail).toContain("time or memory limit");
      expect(usage).toEqual({ pages: PAGES + (WEIGHT - 1) * count, ocr: { pages: count, weight: WEIGHT } });
      expect(answer.headers.get("quintet-cost")).toStartWith(`${usage.pages};`);
      used += usage.pages;
      const report = await fetch(`http://127.0.0.1:${server.port}/usage`, { headers: { "X-API-Key": key } });
      expect(await report.text()).toContain(`"used":${used},`);
    }
  } finally {
    await server.stop(1_000);
    await app.stop();
  }
});
