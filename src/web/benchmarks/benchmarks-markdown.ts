import { type Block, blocksMarkdown } from "../blocks.tsx";
import { chartsOf, type Results } from "./figures.ts";

/** Writes the charts as tables of Markdown, each with its command and scope. */
export function benchmarksMarkdown(results: Results, baseUrl: string): string {
  const { date, commit, machine, load } = results;
  const blocks = chartsOf(results).flatMap(({ id, title, unit, better, bench, scope, bars }): Block[] => [
    { kind: "heading", id, text: title },
    { kind: "text", text: `${scope} Command: \`npm run bench ${bench}\`.` },
    {
      kind: "table",
      head: ["Program", `${unit} (${better} is better)`],
      rows: bars.map(({ name, value }) => [name, String(value)]),
    },
  ]);
  const conditions = `${date}, commit ${commit}, on ${machine}. Load before and after: ${load.join(" and ")}.`;
  return `# Benchmarks\n\n${conditions}\n\n${blocksMarkdown(blocks, baseUrl)}`;
}
