/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Api } from "../../kit/descriptor.ts";
import { Page, type Site } from "../page.tsx";
import { guides } from "./guides.ts";

/** A link of the sidebar or of a table of contents. */
export interface DocsLink {
  readonly href: string;
  readonly text: string;
}

/** The reference of the platform: it is listed among those of the APIs. */
const PLATFORM = "/docs/endpoints";

/** The links of the sidebar, by section. */
function sectionsOf(
  apis: readonly Api[],
): readonly { readonly title: string; readonly links: readonly DocsLink[] }[] {
  const links = guides.map(({ slug, title }) => ({ href: `/docs/${slug}`, text: title }));
  const [quickstart] = links;
  const platform = links.filter(({ href }) => href === PLATFORM);
  const others = links.slice(1).filter(({ href }) => href !== PLATFORM);
  return [
    {
      title: "Get started",
      links: [{ href: "/docs", text: "Overview" }, ...(quickstart ? [quickstart] : [])],
    },
    {
      title: "APIs",
      links: [...apis.map(({ name, title }) => ({ href: `/docs/${name}`, text: title })), ...platform],
    },
    { title: "Guides", links: others },
    {
      title: "Reference",
      links: [
        { href: "/docs/openapi", text: "OpenAPI" },
        { href: "/docs/changelog", text: "Changelog" },
      ],
    },
  ];
}

function Sections({ apis, path }: { apis: readonly Api[]; path: string }) {
  return (
    <>
      {sectionsOf(apis).map(({ title, links }) => (
        <div class="docs-section">
          <p>{title}</p>
          <ul>
            {links.map(({ href, text }) => (
              <li>
                <a href={href} aria-current={href === path ? "page" : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** The search box. Without a script it leads to a page of results. */
function SearchBox({ query = "" }: { query?: string }) {
  return (
    <search>
      <form class="docs-search" action="/docs/search" data-docs-search="">
        <label class="unseen" for="docs-query">
          Search the docs
        </label>
        <input
          id="docs-query"
          name="q"
          type="search"
          placeholder="Search"
          value={query}
          autocomplete="off"
          spellcheck={false}
        />
        <kbd>/</kbd>
        <div id="docs-results" class="docs-results" hidden />
      </form>
    </search>
  );
}

interface DocsFrameProps {
  readonly site: Site;
  readonly apis: readonly Api[];
  readonly path: `/${string}`;
  readonly title: string;
  readonly description: string;
  /** True for pages with consoles. */
  readonly consoles?: boolean;
  /** The headings of the page. */
  readonly contents?: readonly DocsLink[];
  /** The text of the search box. */
  readonly query?: string;
  readonly children: Child;
}

/** The frame of every page of the docs: search, sidebar, the page, and its table of contents. */
export function DocsFrame({ site, apis, contents = [], query, children, ...page }: DocsFrameProps) {
  return (
    <Page site={site} docs {...page}>
      <div class={contents.length > 1 ? "docs docs-wide" : "docs"}>
        <div class="docs-side">
          <SearchBox {...(query === undefined ? {} : { query })} />
          <nav class="docs-nav" aria-label="Docs">
            <Sections apis={apis} path={page.path} />
          </nav>
          <details class="docs-menu">
            <summary>Docs menu</summary>
            <nav aria-label="Docs menu">
              <Sections apis={apis} path={page.path} />
            </nav>
          </details>
        </div>
        <div class="docs-page">{children}</div>
        {contents.length > 1 && (
          <nav class="docs-contents" aria-label="On this page">
            <p>On this page</p>
            <ul>
              {contents.map(({ href, text }) => (
                <li>
                  <a href={href}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </Page>
  );
}
