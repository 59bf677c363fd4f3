import { z } from "zod";

const Figure = z.object({
  what: z.string(),
  value: z.string(),
  target: z.string(),
  verdict: z.enum(["held", "MISSED"]),
});

const Results = z.object({
  date: z.string(),
  commit: z.string(),
  machine: z.string(),
  load: z.tuple([z.number(), z.number()]),
  benches: z.array(z.object({ name: z.string(), text: z.string(), figures: z.array(Figure) })),
});

/** The results of the last run of `npm run bench`, as results.json has them. */
export type Results = z.output<typeof Results>;

/** A measured value of one program. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly isOurs: boolean;
}

/** One task, measured of several programs. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly better: "lower" | "higher";
  /** The bench that measures it. */
  readonly bench: string;
  readonly bars: readonly Bar[];
}

/** A part of the product, with the benches that measure it. */
export interface Group {
  readonly title: string;
  readonly benches: readonly string[];
  /** The conditions of its charts, and what else the programs do. */
  readonly scope?: string;
}

/** The parts of the product, those with charts first. */
export const groups: readonly Group[] = [
  {
    title: "SEO",
    benches: ["seo"],
    scope:
      "All programs audit the same generated page. Lighthouse runs only its SEO category, but it does more: it starts Chromium, renders the page and runs its scripts. Its figure includes the browser. Quintet parses the HTML without running scripts.",
  },
  {
    title: "PDF",
    benches: ["pdf"],
    scope:
      "All programs read the same files in a warm process, except pdftotext, which starts again for each file. pdftotext and unpdf return plain text. Quintet also finds columns, headings, lists, tables and footnotes.",
  },
  {
    title: "UUID",
    benches: ["uuid"],
    scope:
      "Each server runs on one core and has 64 connections. Figures are medians of interleaved rounds. The minimal Bun server responds with `crypto.randomUUID()` or `Bun.randomUUIDv7()` and does nothing else: no validation, request ID, limits or metrics.",
  },
  {
    title: "Images",
    benches: ["images", "models"],
    scope:
      "IoU is the overlap with the exact mask; 1 is perfect. The images are drawn subjects on plain and busy backgrounds, so their masks are exact. Photos are harder: do not compare these figures with those of other services.",
  },
  { title: "Products", benches: ["products"] },
  { title: "Jobs", benches: ["jobs"] },
  { title: "Keys and quotas", benches: ["metered"] },
  { title: "Server process", benches: ["process"] },
];

/** Where the values of a chart are in the text of a bench: after the line that begins with `after`, by program. */
interface Source extends Omit<Chart, "bars"> {
  readonly after?: string;
  readonly bars: readonly (readonly [name: string, line: RegExp])[];
}

const perSecond = "Requests per CPU-second";
const uuidBars = [
  ["Quintet", /^Quintet +(\d+)/],
  ["Minimal Bun server", /^A minimal Bun server +(\d+)/],
  ["Go net/http", /^Go net\/http +(\d+)/],
  ["Fastify", /^Fastify +(\d+)/],
] as const;

const ms = "Milliseconds of CPU";

const sources: readonly Source[] = [
  {
    id: "seo",
    bench: "seo",
    title: "Audit a 1 MB page",
    unit: ms,
    better: "lower",
    bars: [
      ["Quintet", /^Lighthouse, SEO category only.*; Quintet (\d+) ms of CPU/],
      ["Lighthouse, with Chromium", /^Lighthouse, SEO category only.* s, (\d+) ms of CPU/],
    ],
  },
  {
    id: "pdf",
    bench: "pdf",
    title: "Extract a PDF page",
    unit: ms,
    better: "lower",
    bars: [
      ["Quintet", /^Quintet +([\d.]+) ms/],
      ["unpdf (PDF.js)", /^unpdf +([\d.]+) ms/],
      ["pdftotext, a process per file", /^pdftotext +([\d.]+) ms/],
    ],
  },
  ...[
    { id: "uuid-v4", title: "100 UUIDs (v4) in a response", after: "100 UUIDs, v4" },
    { id: "uuid-v7", title: "100 UUIDs (v7) in a response", after: "100 UUIDs, v7" },
    { id: "uuid-one", title: "One UUID in a response", after: "1 UUID (GET /v4)" },
  ].map((one): Source => ({ ...one, bench: "uuid", unit: perSecond, better: "higher", bars: uuidBars })),
  {
    id: "images",
    bench: "images",
    title: "Find the subject of an image",
    unit: "Mean IoU",
    better: "higher",
    bars: [
      ["Quintet", /^Quintet +all.* IoU ([\d.]+)/],
      ["GrabCut (OpenCV)", /^GrabCut +all.* IoU ([\d.]+)/],
      ["Flood fill", /^flood fill +all.* IoU ([\d.]+)/],
    ],
  },
  {
    id: "images-cpu",
    bench: "images",
    title: "Time for an image",
    unit: ms,
    better: "lower",
    bars: [
      ["Quintet", /^Quintet +all.* (\d+) ms of CPU/],
      ["GrabCut (OpenCV)", /^GrabCut +all.* (\d+) ms of CPU/],
      ["Flood fill", /^flood fill +all.* (\d+) ms of CPU/],
    ],
  },
];

/** The charts of results. A value that they lack is left out, and so is a chart without peers. */
export function chartsOf({ benches }: Pick<Results, "benches">): Chart[] {
  return sources.flatMap(({ after = "", bars: wanted, ...chart }) => {
    const text = benches.find(({ name }) => name === chart.bench)?.text ?? "";
    const all = text.split("\n").map((line) => line.trim());
    const from = all.findIndex((line) => line.startsWith(after));
    const lines = from < 0 ? [] : all.slice(from);
    const bars = wanted.flatMap(([name, pattern]): Bar[] => {
      const value = lines.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
      return value === undefined ? [] : [{ name, value: Number(value), isOurs: name.startsWith("Quintet") }];
    });
    return bars.some(({ isOurs }) => isOurs) && bars.some(({ isOurs }) => !isOurs)
      ? [{ ...chart, bars }]
      : [];
  });
}

/** Reads the results that `npm run bench` wrote last. */
export async function readResults(): Promise<Results> {
  return Results.parse(await Bun.file(new URL("./results.json", import.meta.url)).json());
}
