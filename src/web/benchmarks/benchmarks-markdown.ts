import { type Block, blocksMarkdown } from "../blocks.tsx";
import { chartsOf, groups, type Results } from "./figures.ts";

/** Writes the charts as tables of Markdown, each with its command and scope. */
export function benchmarksMarkdown(results: Results, baseUrl: string): string {
  const { date, commit, machine, load } = results;
  const charts = chartsOf(results);
  const blocks = groups.flatMap(({ title: group, benches, scope = "" }): Block[] => {
    const own = charts.filter(({ bench }) => benches.includes(bench));
    if (own.length === 0) return [];
    return [
      { kind: "heading", id: `${benches[0]}`, text: group },
      { kind: "text", text: `${scope} Command: \`npm run bench ${benches[0]}\`.` },
      ...own.flatMap(({ title, unit, better, bars }): Block[] => [
        { kind: "text", text: `**${title}**` },
        {
          kind: "table",
          head: ["Program", `${unit} (${better} is better)`],
          rows: bars.map(({ name, value }) => [name, String(value)]),
        },
      ]),
    ];
  });
  const conditions = `${date}, commit ${commit}, on ${machine}. Load before and after: ${load.join(" and ")}.`;
  return `# Benchmarks\n\n${conditions}\n\n${blocksMarkdown(blocks, baseUrl)}`;
}
