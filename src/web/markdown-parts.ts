/** Writes a table of Markdown, as GitHub reads it. A bar would end a cell, and so would a line break. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("\n", " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

/** Writes code as Markdown. */
export function markdownCode(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}

/** Joins blocks of Markdown. */
export function markdownBlocks(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}
