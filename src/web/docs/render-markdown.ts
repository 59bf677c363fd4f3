import { CodeBlock, codeClass } from "../code.tsx";
import { CodeTabs } from "./code-tabs.tsx";
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

interface Block {
  readonly text: string;
  readonly language: CodeLanguage | undefined;
}

/** Languages whose blocks are tabs if they follow each other. */
const TABS = ["TypeScript", "Python", "Go", "PHP"] as const;

/** Blocks of code that follow each other: tabs if each is a program, because they do the same. */
function codeBlocks(blocks: readonly Block[], id: string): string {
  const snippets = blocks.flatMap(({ text, language }) =>
    TABS.filter((tab) => language !== undefined && LABELS[language] === tab).map((tab) => ({
      language: tab,
      text,
    })),
  );
  if (snippets.length > 1 && snippets.length === blocks.length)
    return String(CodeTabs({ id, label: "Code", snippets }));
  return blocks
    .map(({ text, language }) => {
      const label = language === undefined ? "Code" : LABELS[language];
      return String(CodeBlock({ text, language, label }));
    })
    .join("");
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
      const isNamed = heads.length > 2 && column > 1 && head !== "" && head !== "Description";
      return `<td${isNamed ? ` data-head="${head}"` : ""}>${children}</td>`;
    },
    table: (children: string) => {
      heads = [];
      return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="plain listed">${children}</table></div>`;
    },
  };
}

/**
 * Renders Markdown, such as guides and the changelog: headings from the second level on link to themselves, code is
 * highlighted, tables scroll by themselves, and HTML is shown as text.
 */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const headings: Heading[] = [];
  const blocks: Block[] = [];
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
      codespan: (children) => {
        const name = codeClass(unescaped(children));
        return `<code${name === undefined ? "" : ` class="${name}"`}>${children}</code>`;
      },
      code: (children, { language = "" } = {}) => {
        const name = language === "ts" ? "typescript" : language;
        const text = unescaped(children).trimEnd();
        return `<!--code ${blocks.push({ text, language: isCodeLanguage(name) ? name : undefined }) - 1}-->`;
      },
      link: (children, { href }) => `<a href="${Bun.escapeHTML(href)}">${children}</a>`,
      list: (children, { ordered }) => element(ordered ? "ol" : "ul")(children),
      listItem: element("li"),
      ...tables(),
    },
    { headings: { ids: true } },
  );
  const filled = html.replaceAll(/(?:<!--code \d+-->)+/g, (run) => {
    const [first = 0, ...rest] = [...run.matchAll(/\d+/g)].map(([number]) => Number(number));
    return codeBlocks(blocks.slice(first, first + 1 + rest.length), `code-${first}`);
  });
  return { html: filled, headings };
}
