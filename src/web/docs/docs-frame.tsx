/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Api } from "../../kit/descriptor.ts";
import type { Resource } from "../../kit/resource.ts";
import { Page, type Site } from "../page.tsx";
import { endpointId, type Guide, type GuideFacts, guides, isReference, resourcePath } from "./guides.ts";

/** A link of the sidebar or of a table of contents. */
export interface DocsLink {
  readonly href: string;
  readonly text: string;
  /** The operations of the page. */
  readonly inside?: readonly DocsLink[];
}

/** The APIs and resources whose operations the sidebar lists. */
type Referred = Pick<GuideFacts, "apis" | "resources">;

function apiLink({ name, title, operations }: Api): DocsLink {
  const inside = Object.entries(operations).map(([id, { summary }]) => ({
    href: `/docs/${name}#${name}-${id}`,
    text: summary,
  }));
  return { href: `/docs/${name}`, text: title, inside };
}

function resourceLink(resource: Resource): DocsLink {
  const href = resourcePath(resource);
  const inside = Object.values(resource.actions).map((contract) => ({
    href: `${href}#${endpointId(resource, contract)}`,
    text: contract.summary,
  }));
  return { href, text: resource.title, inside };
}

/** The links of the sidebar, by section. */
function sectionsOf({
  apis,
  resources,
}: Referred): readonly { readonly title: string; readonly links: readonly DocsLink[] }[] {
  const linksTo = (some: readonly Guide[]) =>
    some.map(({ slug, title }) => ({ href: `/docs/${slug}`, text: title }));
  const links = linksTo(guides.filter((guide) => !isReference(guide)));
  const references = linksTo(guides.filter(isReference));
  return [
    {
      title: "Get started",
      links: [{ href: "/docs", text: "Overview" }, ...links.slice(0, 1)],
    },
    { title: "APIs", links: apis.map(apiLink) },
    { title: "Platform", links: [...references.slice(0, 1), ...resources().map(resourceLink)] },
    { title: "Guides", links: links.slice(1) },
    {
      title: "Reference",
      links: [...references.slice(1), { href: "/docs/changelog", text: "Changelog" }],
    },
  ];
}

function Entry({ link: { href, text, inside = [] }, path }: { link: DocsLink; path: string }) {
  const link = (
    <a href={href} aria-current={href === path ? "page" : undefined}>
      {text}
    </a>
  );
  if (inside.length === 0) return <li>{link}</li>;
  return (
    <li class="docs-entry">
      {link}
      <details class="docs-group" open={href === path}>
        <summary>
          <span class="unseen">Operations of {text}</span>
        </summary>
        <ul>
          {inside.map((one) => (
            <li>
              <a href={one.href}>{one.text}</a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function Sections({ facts, path }: { facts: Referred; path: string }) {
  return (
    <>
      {sectionsOf(facts).map(({ title, links }) => (
        <div class="docs-section">
          <p>{title}</p>
          <ul>
            {links.map((link) => (
              <Entry link={link} path={path} />
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Suggests what to do where nothing was found. */
export function NoResults({ children }: { children?: Child }) {
  return (
    <div class="docs-nothing">
      <p>
        <strong>{children ?? "No results."}</strong>
      </p>
      <p>
        Check the spelling, or try one word, such as an error code, a parameter or a field. Or start here:
      </p>
      <ul class="links">
        {[
          ["/docs/quickstart", "Quickstart"],
          ["/docs/errors", "Error codes"],
          ["/docs", "APIs and guides"],
          ["/docs/openapi", "OpenAPI"],
        ].map(([href, text]) => (
          <li>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
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
          maxlength={200}
          autocomplete="off"
          spellcheck={false}
        />
        <kbd>/</kbd>
        <div id="docs-results" class="docs-results" hidden />
        <template id="docs-no-results">
          <NoResults />
        </template>
      </form>
    </search>
  );
}

interface DocsFrameProps {
  readonly site: Site;
  readonly facts: Referred;
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
export function DocsFrame({
  facts,
  contents = [],
  query,
  consoles = false,
  children,
  ...page
}: DocsFrameProps) {
  // Twice on the page, rendered once: it has more elements than most pages.
  const sections = raw(String(<Sections facts={facts} path={page.path} />));
  return (
    <Page {...page} styles={["docs.css"]} scripts={consoles ? ["docs.js", "console.js"] : ["docs.js"]}>
      <div class={contents.length > 1 ? "docs docs-wide" : "docs"}>
        <div class="docs-side">
          <SearchBox {...(query === undefined ? {} : { query })} />
          <nav class="docs-nav" aria-label="Docs">
            {sections}
          </nav>
          <details class="docs-menu">
            <summary>Docs menu</summary>
            <nav aria-label="Docs menu">{sections}</nav>
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
