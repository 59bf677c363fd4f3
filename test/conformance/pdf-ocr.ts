/**
 * `npm run conformance:ocr TEXTS`: draws pages of real texts, skews their images by up to 10 degrees, turns them by
 * quarters, mixes them with typed text, and compares the word error rate of our OCR with that of plain tesseract on the
 * same image. TEXTS is that of `conformance:order`; tesseract needs `eng` and `deu`, and `osd` for quarter turns.
 * Ends with status 1 where ours is worse in a class, or not better on skewed pages.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { joined } from "../../src/apis/pdf/ocr/page-text.ts";
import type { OcrPlan } from "../../src/apis/pdf/ocr/plan.ts";
import { recognize } from "../../src/apis/pdf/ocr/recognize.ts";
import { run } from "../../src/apis/pdf/ocr/render.worker.ts";
import type { RenderInput } from "../../src/apis/pdf/ocr/render-job.ts";
import type { Context } from "../../src/kit/context.ts";
import type { Program } from "../../src/kit/sandbox.ts";
import { pdfOf, stream } from "../fixtures/pdf-writer.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { pagesOf, paragraphsOf, web } from "./order-pages.ts";
import { outputOf, runLimited } from "./run-program.ts";
import { wordErrors } from "./word-errors.ts";

const out = (line: string) => process.stdout.write(`${line}\n`);

const [texts] = process.argv.slice(2);
if (texts === undefined) {
  out("Usage: npm run conformance:ocr TEXTS");
  process.exit(2);
}
const folder = temporaryFolder();
const DPI = 200;
const LANGUAGE = "eng+deu";
const SKEWS = [1, 2, 3, -4, 5, -6, 7, -8, 9, 10] as const;

/** The path of an image of a page, and the text on it. */
interface Scan {
  readonly text: string;
  readonly image: string;
}

/** Draws pages of paragraphs. */
async function drawn(pages: readonly (readonly string[])[], name: string): Promise<Scan[]> {
  await web("chromium", "body { font-size: 11pt }")(pages, folder, name);
  await runLimited([
    "pdftoppm",
    "-r",
    String(DPI),
    "-gray",
    "-png",
    join(folder, `${name}.pdf`),
    join(folder, name),
  ]);
  return pages.map((page, k) => ({ text: page.join("\n"), image: join(folder, `${name}-${k + 1}.png`) }));
}

/** Turns a scan clockwise, on white, and stores it as scanners do, as a JPEG. */
async function turned({ text, image }: Scan, degrees: number): Promise<Scan> {
  const path = image.replace(/\.png$/, `.${degrees}.jpg`);
  await sharp(image)
    .rotate(degrees, { background: "#fff" })
    .toColourspace("b-w")
    .jpeg({ quality: 70 })
    .toFile(path);
  return { text, image: path };
}

/** A PDF with the JPEG on a page, and typed lines above it. */
async function pdfWith(image: string, lines: readonly string[] = []): Promise<Uint8Array<ArrayBuffer>> {
  const data = readFileSync(image);
  const info = await sharp(data).metadata();
  const [width, height] = [(info.width * 72) / DPI, (info.height * 72) / DPI];
  const top = lines.length === 0 ? 0 : 40 + 14 * lines.length;
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, "\\$&")}) Tj T*`).join("\n");
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height + top}] /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> /XObject << /I 5 0 R >> >> >>`,
    stream(
      `q ${width} 0 0 ${height} 0 0 cm /I Do Q BT /F1 11 Tf 14 TL 43 ${height + top - 30} Td\n${shown}\nET`,
    ),
    stream(
      data.toString("latin1"),
      `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
    ),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
  ]);
}

const installed = (await outputOf(["tesseract", "--list-langs"]))?.split("\n") ?? [];
const plan: OcrPlan = {
  mode: "force",
  language: LANGUAGE,
  recognizer: {
    program: Bun.which("tesseract") ?? "tesseract",
    languages: LANGUAGE.split("+"),
    language: LANGUAGE,
    tellsUp: installed.includes("osd"),
    weight: 5,
    pages: 10,
    totalMs: 120_000,
  },
};

/** Runs the jobs of OCR in this process. */
const context = {
  run: (_job: unknown, input: RenderInput) => run(input),
  pipe: async ({ command, environment }: Program, bytes: Uint8Array<ArrayBuffer>) => {
    const child = Bun.spawn([...command], {
      stdin: new Blob([bytes]),
      stdout: "pipe",
      stderr: "ignore",
      env: { ...process.env, ...environment },
    });
    return new Uint8Array(await new Response(child.stdout).arrayBuffer());
  },
} as unknown as Context;

async function ours(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const read = await recognize({ file, password: undefined }, [0], plan, context).get(0);
  return read === undefined || typeof read === "string" ? "" : joined(read, "keep");
}

async function plain(image: string): Promise<string> {
  return (await outputOf(["tesseract", image, "stdout", "-l", LANGUAGE, "--dpi", String(DPI)])) ?? "";
}

/** Typed lines of a text that need no other font. */
function typed(text: string): string[] {
  return (
    text
      .normalize("NFKD")
      .replaceAll(/[^\x20-\x7e]/g, "")
      .match(/.{1,85}(?:\s|$)/g) ?? []
  ).map((line) => line.trim());
}

const [english, german] = ["en", "de"].map((language) =>
  pagesOf(paragraphsOf(join(texts, language)), 4, 1_800, 0),
);
const both = (english ?? []).map((page, k) => [...page.slice(0, 2), ...(german?.[k] ?? []).slice(0, 2)]);
const scans = [
  ...(await drawn(english ?? [], "english")),
  ...(await drawn(german ?? [], "german")),
  ...(await drawn(both, "both")),
];

/** Word errors of a class: ours, those of plain tesseract, and all words. */
const sums = new Map<string, { ours: number; plain: number; words: number }>();

async function compare(
  kind: string,
  text: string,
  image: string,
  file: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const sum = sums.get(kind) ?? { ours: 0, plain: 0, words: 0 };
  sums.set(kind, sum);
  const own = wordErrors(await ours(file), text);
  const other = wordErrors(await plain(image), text);
  sum.ours += own.errors;
  sum.plain += other.errors;
  sum.words += own.words;
}

async function compareScan(kind: string, { text, image }: Scan): Promise<void> {
  await compare(kind, text, image, await pdfWith(image));
}

for (const [k, scan] of scans.entries()) {
  const straight = await turned(scan, 0);
  await compareScan(k >= 8 ? "two languages" : "straight", straight);
  for (const at of [k % SKEWS.length, (k + 5) % SKEWS.length]) {
    const skew = SKEWS[at] ?? 0;
    await compareScan(Math.abs(skew) < 5 ? "skew to 4°" : "skew 5° to 10°", await turned(scan, skew));
  }
  await compareScan("quarter turns", await turned(scan, 90 * (1 + (k % 3))));
  if (k % 3 !== 0) continue;
  const skew = SKEWS[k % SKEWS.length] ?? 0;
  await compareScan("quarter turns with skew", await turned(scan, 90 * (1 + (k % 2)) + skew));
  const lines = typed(english?.[(k + 1) % 4]?.[0] ?? "");
  const mixed = await pdfWith(straight.image, lines);
  const path = join(folder, `mixed-${k}`);
  writeFileSync(`${path}.pdf`, mixed);
  await runLimited(["pdftoppm", "-r", String(DPI), "-gray", "-png", "-singlefile", `${path}.pdf`, path]);
  await compare("typed and scanned", `${lines.join("\n")}\n${scan.text}`, `${path}.png`, mixed);
}
rmSync(folder, { recursive: true });
let held = true;
for (const [kind, { ours: own, plain: other, words }] of sums) {
  const isBetter = kind.includes("skew") ? own < other : own <= other;
  held &&= isBetter;
  out(
    `${kind.padEnd(24)} ${words} words: word error rate ${(own / words).toFixed(4)}, plain tesseract ${(other / words).toFixed(4)}${isBetter ? "" : " WORSE"}`,
  );
}
out(held ? "never worse" : "MISSED");
process.exit(held ? 0 : 1);
