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
  /** Finds our figure and theirs. */
  readonly pattern: RegExp;
  readonly theirsFirst?: boolean;
}

const sources: readonly Source[] = [
  {
    task: "Audit a 1 MB page",
    peer: "Lighthouse (SEO only)",
    unit: "ms of CPU",
    pattern: /Lighthouse, SEO alone[^\n]*?, (\d+) CPU-ms[^\n]*ours (\d+) CPU-ms/,
    theirsFirst: true,
  },
  {
    task: "Extract a PDF page",
    peer: "pdftotext",
    unit: "ms of CPU",
    pattern: /Quintet +([\d.]+) ms of CPU a page[^\n]*\n *pdftotext +([\d.]+) ms/,
  },
  {
    task: "Generate 100 UUIDs (v4)",
    peer: "Go net/http",
    unit: "requests per CPU-second",
    pattern: /GET \/v4\?n=100\n *quintet +(\d+) [\s\S]*?\n *go +(\d+) requests/,
  },
  {
    task: "Generate 100 UUIDs (v7)",
    peer: "Fastify",
    unit: "requests per CPU-second",
    pattern: /GET \/v7\?n=100\n *quintet +(\d+) [\s\S]*?\n *fastify +(\d+) requests/,
  },
];

/** Reads figures from the text of docs/benchmarks.md; what it does not have is left out. */
export function figuresIn(benchmarks: string): Figure[] {
  return sources.flatMap(({ task, peer, unit, pattern, theirsFirst }) => {
    const [, a, b] = pattern.exec(benchmarks) ?? [];
    if (a === undefined || b === undefined) return [];
    const [ours, theirs] = theirsFirst === true ? [b, a] : [a, b];
    return [{ task, peer, ours: `${thousands(ours)} ${unit}`, theirs: `${thousands(theirs)} ${unit}` }];
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
      <table class="plain measured">
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
              <td>
                <strong>{ours}</strong>
              </td>
              <td>{peer}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
