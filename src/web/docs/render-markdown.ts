import { CodeBlock } from "./code-block.tsx";
import { type CodeLanguage, isCodeLanguage } from "./highlight.ts";

/** A heading of a page, for its table of contents and the search. */
export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

/** Markdown as HTML. */
export interface RenderedMarkdown {
  readonly html: string;
  readonly headings: readonly Heading[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescaped(html: string): string {
  return html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

const LABELS: Readonly<Partial<Record<CodeLanguage | "http" | "text", string>>> = {
  bash: "Shell",
  ini: "Settings",
  json: "JSON",
  yaml: "YAML",
  typescript: "TypeScript",
  python: "Python",
  go: "Go",
  php: "PHP",
};

function codeBlock(html: string, language: string): string {
  const known = isCodeLanguage(language) ? language : undefined;
  const label = known === undefined ? "Code" : (LABELS[known] ?? "Code");
  return String(CodeBlock({ text: unescaped(html).trimEnd(), language: known, label }));
}

/**
 * Renders our own Markdown, such as guides and the changelog: headings link to themselves, code is highlighted, tables
 * scroll by themselves. Not for texts of others: it passes HTML.
 */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const headings: Heading[] = [];
  const html = Bun.markdown
    .html(markdown, { headings: { ids: true } })
    .replaceAll(
      /<pre><code(?: class="language-(\w+)")?>([\s\S]*?)<\/code><\/pre>/g,
      (_, language: string | undefined, code: string) => codeBlock(code, language ?? ""),
    )
    .replaceAll(/<h([23]) id="([^"]*)">([\s\S]*?)<\/h\1>/g, (_, level: string, id: string, inner: string) => {
      const text = unescaped(inner.replaceAll(/<[^>]*>/g, ""));
      headings.push({ id, text, level: Number(level) });
      return `<h${level} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${level}>`;
    })
    .replaceAll(
      /<table>([\s\S]*?)<\/table>/g,
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table>$1</table></div>',
    );
  return { html, headings };
}
