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

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function unescaped(html: string): string {
  return html.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

const LABELS: Readonly<Record<CodeLanguage, string>> = {
  bash: "Shell",
  ini: "Headers",
  json: "JSON",
  yaml: "Events",
  typescript: "TypeScript",
  python: "Python",
  go: "Go",
  php: "PHP",
};

function codeBlock(html: string, language: string): string {
  const name = language === "ts" ? "typescript" : language;
  const known = isCodeLanguage(name) ? name : undefined;
  const label = known === undefined ? "Code" : LABELS[known];
  return String(CodeBlock({ text: unescaped(html).trimEnd(), language: known, label }));
}

const element = (name: string) => (children: string) => `<${name}>${children}</${name}>`;

/** Renders tables. In those of three or more columns, cells have the name of their column: phones stack the cells. */
function tables() {
  let heads: string[] = [];
  let column = 0;
  return {
    thead: element("thead"),
    tbody: element("tbody"),
    tr: (children: string) => {
      column = 0;
      return `<tr>${children}</tr>`;
    },
    th: (children: string) => {
      heads.push(children.replaceAll(/<[^<>]*>/g, "").replaceAll('"', "&quot;"));
      return `<th>${children}</th>`;
    },
    td: (children: string) => {
      const head = heads[column++] ?? "";
      const isNamed = heads.length > 2 && column > 1 && head !== "";
      return `<td${isNamed ? ` data-head="${head}"` : ""}>${children}</td>`;
    },
    table: (children: string) => {
      heads = [];
      return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${children}</table></div>`;
    },
  };
}

/**
 * Renders Markdown, such as guides and the changelog: headings from the second level on link to themselves, code is
 * highlighted, tables scroll by themselves, and HTML is shown as text.
 */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const headings: Heading[] = [];
  const html = Bun.markdown.render(
    markdown,
    {
      text: (text) => Bun.escapeHTML(text),
      heading: (children, { level, id = "" }) => {
        if (level === 1) return `<h1>${children}</h1>`;
        headings.push({ id, text: unescaped(children.replaceAll(/<[^<>]*>/g, "")), level });
        return `<h${level} id="${id}"><a class="anchor" href="#${id}">${children}</a></h${level}>`;
      },
      paragraph: element("p"),
      strong: element("strong"),
      emphasis: element("em"),
      codespan: element("code"),
      code: (children, meta) => codeBlock(children, meta?.language ?? ""),
      link: (children, { href }) => `<a href="${Bun.escapeHTML(href)}">${children}</a>`,
      list: (children, { ordered }) => element(ordered ? "ol" : "ul")(children),
      listItem: element("li"),
      ...tables(),
    },
    { headings: { ids: true } },
  );
  return { html, headings };
}
