/** @jsxImportSource hono/jsx */
import { Code, Prose, Scroll } from "./code.tsx";

/** A piece of a text that is served as HTML and as Markdown. In texts, words between backticks are code. */
export type Block =
  | { readonly kind: "heading"; readonly id: string; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "code"; readonly id: string; readonly text: string }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
    };

/** A cell of a table: a text, or a link to a path of the site. */
export type Cell = string | { readonly text: string; readonly href: `/${string}` };

function CellText({ cell }: { cell: Cell }) {
  if (typeof cell === "string") return <Prose text={cell} />;
  return (
    <a href={cell.href}>
      <Prose text={cell.text} />
    </a>
  );
}

function Rendered({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return <h2 id={block.id}>{block.text}</h2>;
    case "text":
      return (
        <p>
          <Prose text={block.text} />
        </p>
      );
    case "list":
      return (
        <ul>
          {block.items.map((item) => (
            <li>
              <Prose text={item} />
            </li>
          ))}
        </ul>
      );
    case "code":
      return <Code id={block.id} text={block.text} />;
    case "table":
      return (
        <Scroll label={block.head.join(", ")}>
          <table class="plain">
            <thead>
              <tr>
                {block.head.map((cell) => (
                  <th scope="col">{cell}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map(([first = "", ...rest]) => (
                <tr>
                  <th scope="row">
                    <CellText cell={first} />
                  </th>
                  {rest.map((cell) => (
                    <td>
                      <CellText cell={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      );
  }
}

/** Renders blocks as HTML. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block) => (
        <Rendered block={block} />
      ))}
    </>
  );
}

/** Writes a cell; a bar would end it. */
function cellMarkdown(cell: Cell, baseUrl: string): string {
  const text = (typeof cell === "string" ? cell : `[${cell.text}](${baseUrl}${cell.href})`).replaceAll(
    "\n",
    " ",
  );
  return text.replaceAll("|", "\\|");
}

function written(block: Block, baseUrl: string): string {
  switch (block.kind) {
    case "heading":
      return `## ${block.text}`;
    case "text":
      return block.text;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
    case "code":
      return `\`\`\`\n${block.text}\n\`\`\``;
    case "table": {
      const row = (cells: readonly Cell[]) =>
        `| ${cells.map((cell) => cellMarkdown(cell, baseUrl)).join(" | ")} |`;
      return [row(block.head), row(block.head.map(() => "---")), ...block.rows.map(row)].join("\n");
    }
  }
}

/** Writes blocks as Markdown (CommonMark, tables as on GitHub); links get `baseUrl` in front. */
export function blocksMarkdown(blocks: readonly Block[], baseUrl: string): string {
  return `${blocks.map((block) => written(block, baseUrl)).join("\n\n")}\n`;
}
