// Audits one page of SIZE bytes again and again in one process, without a server: bun from-bytes.ts ROOT SIZE, where ROOT is the
// folder of a version of Quintet.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { compose as Compose } from "../../src/apis/seo/audit.ts";
import type { examine as Examine } from "../../src/apis/seo/report/report.ts";
import { serveRounds } from "../rounds.ts";
import { fetchedPage, page } from "./page.ts";

const [root = "", size = ""] = process.argv.slice(2);
const source = join(root, "src/apis/seo");
// Version 1.0.0 had no folders.
const report = [join(source, "report/report.ts"), join(source, "report.ts")].find(existsSync) ?? "";
const { compose }: { compose: typeof Compose } = await import(join(source, "audit.ts"));
const { examine }: { examine: typeof Examine } = await import(report);
const fetched = fetchedPage(page(Number(size)));
/** A round takes a tenth of a second or more. */
const AUDITS = Math.ceil(1_000_000 / Number(size));

await serveRounds(async () => {
  for (let i = 0; i < AUDITS; i++) JSON.stringify(compose(examine(fetched), undefined));
  return AUDITS;
});
