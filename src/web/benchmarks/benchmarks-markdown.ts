import { markdownBlocks, markdownTable } from "../markdown-parts.ts";
import { chartsOf, groups, type Results } from "./figures.ts";

/** Writes the charts as tables of Markdown, each with its command and scope. */
export function benchmarksMarkdown(results: Results): string {
  const { date, commit, machine, load } = results;
  const charts = chartsOf(results);
  const blocks = groups.flatMap(({ title: group, benches, scope = "" }) => {
    const own = charts.filter(({ bench }) => benches.includes(bench));
    if (own.length === 0) return [];
    return [
      `## ${group}`,
      `${scope} Command: \`npm run bench ${benches[0]}\`.`,
      ...own.flatMap(({ title, unit, better, bars }) => [
        `**${title}**`,
        markdownTable(
          ["Program", `${unit} (${better} is better)`],
          bars.map(({ name, value }) => [name, String(value)]),
        ),
      ]),
    ];
  });
  const conditions = `${date}, commit ${commit}, on ${machine}. Load before and after: ${load.join(" and ")}.`;
  return `# Benchmarks\n\n${conditions}\n\n${markdownBlocks(blocks)}`;
}
