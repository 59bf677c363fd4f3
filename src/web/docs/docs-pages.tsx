/** @jsxImportSource hono/jsx */
import { setImmediate as nextTurn } from "node:timers/promises";
import { html, raw } from "hono/html";
import { type Found, find, indexing, type SearchEntry } from "../assets/search.js";
import { Cards } from "../facts.tsx";
import type { Site } from "../page.tsx";
import { type Release, releasesOf } from "./changelog.ts";
import { DocsFrame, NoResults } from "./docs-frame.tsx";
import { type Guide, type GuideFacts, guideMarkdown, guides, isReference } from "./guides.ts";
import { renderMarkdown } from "./render-markdown.ts";

const contentsOf = ({ headings }: ReturnType<typeof renderMarkdown>) =>
  headings.filter(({ level }) => level === 2).map(({ id, text }) => ({ href: `#${id}`, text }));

const changelog: Guide = {
  slug: "changelog",
  title: "Changelog",
  summary: "Changes in each release, with a feed.",
};

function Guides({ id, title, guides }: { id: string; title: string; guides: readonly Guide[] }) {
  const cards = guides.map(({ slug, title, summary }) => ({ href: `/docs/${slug}`, title, text: summary }));
  return (
    <>
      <h2 id={id}>{title}</h2>
      <Cards cards={cards} />
    </>
  );
}

/** Renders the overview of the docs, with a card for each API and guide. */
export function docsPage(facts: GuideFacts, site: Site): string {
  const page = (
    <DocsFrame
      site={site}
      facts={facts}
      path="/docs"
      title="Quintet docs: quickstart, API reference and guides"
      description="Quickstart, API reference with every parameter and response field, guides, error codes and OpenAPI documents of Quintet."
    >
      <header class="docs-head">
        <h1>Docs</h1>
        <p>
          Learn how to call Quintet, and find every parameter, response field and error. The base URL of all
          calls is <code>{site.baseUrl}</code>.
        </p>
      </header>
      <p>
        <a class="button" href="/docs/quickstart">
          Start with the quickstart
        </a>
      </p>
      <Guides id="apis" title="APIs" guides={facts.apis.map((api) => ({ ...api, slug: api.name }))} />
      <Guides id="guides" title="Guides" guides={guides.filter((guide) => !isReference(guide))} />
      <Guides id="reference" title="Reference" guides={[...guides.filter(isReference), changelog]} />
      <p class="soft">
        Every page is also available as Markdown: add <code>.md</code> to its URL.{" "}
        <a href="/llms.txt">llms.txt</a> lists all of them.
      </p>
    </DocsFrame>
  );
  return `<!doctype html>${page}`;
}

/** Renders a guide. */
export async function guidePage(guide: Guide, facts: GuideFacts, site: Site): Promise<string> {
  const rendered = renderMarkdown(await guideMarkdown(guide, facts));
  const page = (
    <DocsFrame
      site={site}
      facts={facts}
      path={`/docs/${guide.slug}`}
      title={`${guide.title} · Quintet docs`}
      description={`${guide.title}: ${guide.summary} A guide of the Quintet docs, with examples.`}
      contents={contentsOf(rendered)}
    >
      <article class="guide">{raw(rendered.html)}</article>
    </DocsFrame>
  );
  return `<!doctype html>${page}`;
}

function Marked({ parts }: { parts: ReturnType<Found["mark"]> }) {
  return <>{parts.map(([part, isMatch]) => (isMatch ? <mark>{part}</mark> : part))}</>;
}

/** The results of a group that are shown before the others are opened. */
const SHOWN = 8;

function Results({ of, found: { mark, textOf } }: { of: readonly SearchEntry[]; found: Found }) {
  return (
    <ul class="docs-found">
      {of.map((entry) => {
        const [title, page, url] = entry;
        const text = textOf(entry);
        return (
          <li>
            <a href={url}>
              <Marked parts={mark(title)} />
            </a>{" "}
            <span class="soft">
              <Marked parts={mark(page)} />
            </span>
            {text !== "" && (
              <p class="field-text">
                <Marked parts={mark(text)} />
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function resultCount(found: number): string {
  return found === 1 ? "1 result" : `${found} results`;
}

function SearchResults({ found, query }: { found: Found; query: string }) {
  const count = found.entries.length;
  const isEmpty = query.trim() === "";
  return (
    <>
      <header class="docs-head">
        <h1>Search</h1>
        <p>
          {isEmpty
            ? "Enter what you are looking for: a task, a parameter, a field or an error code."
            : count > 0 && `${resultCount(count)} for “${query}”`}
        </p>
      </header>
      {count === 0 && !isEmpty && <NoResults>No results for “{query}”.</NoResults>}
      {found.groups.map(([name, inside]) => (
        <section aria-labelledby={`found-${name.replace(" ", "-")}`}>
          <h2 id={`found-${name.replace(" ", "-")}`} class="found-group">
            {name} <span class="soft">{inside.length}</span>
          </h2>
          <Results of={inside.slice(0, SHOWN)} found={found} />
          {inside.length > SHOWN && (
            <details class="more">
              <summary>{`${inside.length - SHOWN} more`}</summary>
              <Results of={inside.slice(SHOWN)} found={found} />
            </details>
          )}
        </section>
      ))}
    </>
  );
}

/** The places of the query and of its results in the page, whose other parts are rendered once. */
const [QUERY, RESULTS] = ["{query}", "<!--results-->"];

/** Creates the renderer of the page with all results of a search, also for browsers without scripts. */
export async function createSearchPage(entries: readonly SearchEntry[], facts: GuideFacts, site: Site) {
  for (const _step of indexing(entries)) await nextTurn();
  const frame = String(
    <DocsFrame
      site={site}
      facts={facts}
      path="/docs/search"
      title="Search · Quintet docs"
      description="Search the Quintet docs: pages, operations, parameters, response fields and error codes."
      query={QUERY}
    >
      {raw(RESULTS)}
    </DocsFrame>,
  );
  return (query: string): string => {
    const results = String(<SearchResults found={find(entries, query)} query={query} />);
    const page = frame.replace(QUERY, () => String(html`${query}`)).replace(RESULTS, () => results);
    return `<!doctype html>${page}`;
  };
}

function ReleaseNotes({ release }: { release: Release }) {
  // Every release has the same headings.
  const { html } = renderMarkdown(release.markdown);
  return (
    <section aria-labelledby={release.id}>
      <h2 id={release.id}>
        <a class="anchor" href={`#${release.id}`}>
          {release.title}
        </a>
      </h2>
      {raw(html.replaceAll(/ (?:id="|href="#)(?=[a-z])/g, (part) => `${part}${release.id}-`))}
    </section>
  );
}

/** Renders the changelog. */
export async function changelogPage(facts: GuideFacts, site: Site): Promise<string> {
  const releases = await releasesOf();
  const page = (
    <DocsFrame
      site={site}
      facts={facts}
      path="/docs/changelog"
      title="Changelog · Quintet docs"
      description="Changes in each release of Quintet, for clients and operators: added, changed, fixed and security."
      contents={releases.map(({ id, title }) => ({ href: `#${id}`, text: title }))}
    >
      <article class="guide">
        <h1>Changelog</h1>
        <p>
          Changes for clients and operators. <a href="/docs/changelog.atom">Subscribe to the feed</a>.
        </p>
        {releases.map((release) => (
          <ReleaseNotes release={release} />
        ))}
      </article>
    </DocsFrame>
  );
  return `<!doctype html>${page}`;
}
