/** @jsxImportSource hono/jsx */
import { Scroll } from "./code.tsx";

/** One measured figure beside that of another program. */
export interface Figure {
  readonly task: string;
  readonly ours: string;
  readonly peer: string;
  readonly theirs: string;
}

const thousands = (text: string) => Number(text).toLocaleString("en");

/** Where a figure is in docs/benchmarks.md, and how it is told. */
interface Source {
  readonly task: string;
  readonly peer: string;
  readonly unit: string;
  /** How the lines of our figure and of the other tool's begin, after the line that begins with `after`. */
  readonly after: string;
  readonly ours: string;
  readonly theirs: string;
  /** The text before the figure in its line. */
  readonly oursAt?: string;
  readonly theirsAt?: string;
}

const sources: readonly Source[] = [
  {
    task: "Audit a 1 MB page",
    peer: "Lighthouse (SEO only)",
    unit: "ms of CPU",
    after: "## seo",
    ours: "Lighthouse, SEO alone",
    theirs: "Lighthouse, SEO alone",
    oursAt: "; ours ",
    theirsAt: " s, ",
  },
  {
    task: "Extract a PDF page",
    peer: "pdftotext",
    unit: "ms of CPU",
    after: "## pdf",
    ours: "Quintet ",
    theirs: "pdftotext ",
  },
  {
    task: "Generate 100 UUIDs (v4)",
    peer: "Go net/http",
    unit: "requests per CPU-second",
    after: "A hundred, version 4",
    ours: "quintet ",
    theirs: "go ",
  },
  {
    task: "Generate 100 UUIDs (v7)",
    peer: "Fastify",
    unit: "requests per CPU-second",
    after: "A hundred, version 7",
    ours: "quintet ",
    theirs: "fastify ",
  },
];

/** The number in the first line that begins with `start`, after `at` or after that. */
function numberIn(lines: readonly string[], start: string, at = start): string | undefined {
  const line = lines.find((one) => one.startsWith(start));
  const from = line?.indexOf(at) ?? -1;
  if (line === undefined || from < 0) return undefined;
  return /^[\d.]+/.exec(line.slice(from + at.length).trim())?.[0];
}

/** Reads figures from the text of docs/benchmarks.md; what it does not have is left out. */
export function figuresIn(benchmarks: string): Figure[] {
  const all = benchmarks.split("\n").map((line) => line.trim());
  return sources.flatMap(({ task, peer, unit, after, ours, theirs, oursAt, theirsAt }) => {
    const lines = all.slice(
      Math.max(
        0,
        all.findIndex((line) => line.startsWith(after)),
      ),
    );
    const [own, other] = [numberIn(lines, ours, oursAt), numberIn(lines, theirs, theirsAt)];
    if (own === undefined || other === undefined) return [];
    return [{ task, peer, ours: `${thousands(own)} ${unit}`, theirs: `${thousands(other)} ${unit}` }];
  });
}

/** Reads the figures that `npm run bench` wrote last; none where the docs are not installed. */
export async function readFigures(): Promise<readonly Figure[]> {
  const file = Bun.file(new URL("../../docs/benchmarks.md", import.meta.url));
  return (await file.exists()) ? figuresIn(await file.text()) : [];
}

/** Measured figures beside those of other programs. */
export function FigureTable({ figures }: { figures: readonly Figure[] }) {
  return (
    <Scroll label="Benchmarks">
      <table class="plain measured listed">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Quintet</th>
            <th scope="col">Compared with</th>
            <th scope="col">Their figure</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ task, ours, peer, theirs }) => (
            <tr>
              <th scope="row">{task}</th>
              <td data-head="Quintet">
                <strong>{ours}</strong>
              </td>
              <td data-head="Compared with">{peer}</td>
              <td data-head="Their figure">{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
