import { deflateSync } from "node:zlib";
import { nineKilobytes } from "../../../fixtures/hostile-pdfs.ts";
import { pdfOf, stream } from "../../../fixtures/pdf-writer.ts";
import type { Attack, Caller } from "../attack.ts";
import { type Shot, shotOf } from "../request.ts";

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

/** Pages that all show the same lines, so small that all of them fit: a small file with much text. */
function pages(count: number, lines: number): Uint8Array<ArrayBuffer> {
  const line = "(Water at seventy degrees is warm enough for leaves that were picked in the spring.) Tj T*\n";
  const size = (780 / lines).toFixed(3);
  const content = `BT /F1 ${size} Tf ${size} TL 40 800 Td\n${line.repeat(lines)}ET`;
  const deflated = Buffer.from(deflateSync(content)).toString("latin1");
  const kids = Array.from({ length: count }, (_, i) => `${i + 5} 0 R`);
  const page =
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>";
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${count} >>`,
    stream(deflated, "/Filter /FlateDecode"),
    FONT,
    ...kids.map(() => page),
  ]);
}

function post(
  { keys, cached }: Caller,
  i: number,
  path: string,
  name: string,
  make: () => Uint8Array<ArrayBuffer>,
  more = {},
): Shot {
  const headers = { "X-API-Key": keys[i % keys.length] ?? "", "Content-Type": "application/pdf", ...more };
  return shotOf("POST", path, headers, cached(name, make));
}

/** What one account may have kept of its responses in a day, and what a database needs beside it. */
const KEPT_MAX = 64_000_000;

/** M1, M3 and M5: files that cost much and are paid little. */
export const pdfAttacks: readonly Attack[] = [
  {
    id: "M1",
    title: "dry runs of a PDF of 250 pages",
    shot: (caller, i) => post(caller, i, "/pdf/extract?dryRun=true", "250 pages", () => pages(250, 80)),
  },
  {
    id: "M3",
    title: "a PDF of 1 KB that takes 5 s, from 8 accounts",
    accounts: 8,
    connections: 8,
    shot: (caller, i) => post(caller, i, "/pdf/extract", "slow", nineKilobytes),
  },
  {
    id: "M5",
    title: "Idempotency-Key on a small PDF with a large response",
    shot: (caller, i) =>
      post(caller, i, "/pdf/extract", "25 pages", () => pages(25, 1_600), {
        "Idempotency-Key": `${caller.index}-${i}-${caller.random(1e9)}`,
      }),
    async after({ storedBytes, callers }) {
      const bytes = await storedBytes();
      if (bytes < callers * KEPT_MAX) return [];
      return [`${Math.round(bytes / 1e6)} MB stored for ${callers} accounts`];
    },
  },
];
