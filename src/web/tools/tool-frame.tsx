/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { AssetName } from "../assets.ts";
import { Prose } from "../code.tsx";
import { CodeTabs } from "../docs/code-tabs.tsx";
import { Cards } from "../facts.tsx";
import { Glance } from "../landing-apis.tsx";
import { Page, type Site } from "../page.tsx";
import { snippetsOf } from "../snippets.ts";
import type { ShownTool } from "./tools.ts";

/** The call of a tool in five languages, and where to go on. */
export function CodeSection({ shown, site }: { shown: ShownTool; site: Site }) {
  const { tool, api, operation, example } = shown;
  const isFree = api.access === "open";
  return (
    <section class="band tool-code" aria-labelledby="code-title">
      <div class="about">
        <h2 id="code-title">Get this as code</h2>
        <p class="lead">
          {isFree
            ? "The same, over HTTP. Free, and no key needed."
            : "The same result from one HTTP call. The code matches your options."}
        </p>
        <p class="actions">
          {!isFree && site.metering && (
            <a class="button" href="/signup">
              Get a free key
            </a>
          )}
          <a class="button outline" href={`/docs/${api.name}`}>
            API reference
          </a>
        </p>
      </div>
      <CodeTabs
        id={`${api.name}-${tool.operation}`}
        label="Request"
        snippets={snippetsOf(api, operation, example, site.baseUrl)}
      />
    </section>
  );
}

function Guarantees({ shown }: { shown: ShownTool }) {
  const { promises } = shown.api;
  if (promises.length === 0) return null;
  return (
    <section class="band" aria-labelledby="guarantees">
      <header class="opening">
        <h2 id="guarantees">About the API</h2>
      </header>
      <ul class="promise-list">
        {promises.map((promise) => (
          <li>
            <Prose text={promise} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ToolEndingProps {
  readonly site: Site;
  readonly shown: ShownTool;
  /** All tools of this server. */
  readonly all: readonly ShownTool[];
}

/** The sections of a tool that are the same for every visitor: its call as code, facts and other tools. */
export function ToolEnding({ site, shown, all }: ToolEndingProps) {
  const others = all.filter((one) => one !== shown);
  return (
    <>
      <CodeSection shown={shown} site={site} />
      <Guarantees shown={shown} />
      {others.length > 0 && (
        <section class="band" aria-labelledby="more-tools">
          <header class="opening">
            <h2 id="more-tools">More free tools</h2>
          </header>
          <Cards
            cards={others.map(({ tool: { slug, name, lead } }) => ({
              href: `/tools/${slug}`,
              title: name,
              text: lead,
            }))}
          />
        </section>
      )}
    </>
  );
}

interface ToolFrameProps {
  readonly site: Site;
  readonly shown: ShownTool;
  readonly scripts: readonly AssetName[];
  readonly form: Child;
  /** The sample or the result beside the form. */
  readonly side: Child;
  /** Sections below the tool. */
  readonly children?: Child;
}

/** The page of a tool: title, form and sample, and the sections below. */
export function ToolFrame({ site, shown, scripts, form, side, children }: ToolFrameProps) {
  const { tool } = shown;
  return (
    <Page
      site={site}
      path={`/tools/${tool.slug}`}
      title={`${tool.title} · Quintet`}
      description={tool.lead}
      styles={["docs.css", "tools.css"]}
      scripts={scripts}
    >
      <section class="tool" aria-labelledby="title">
        <div class="tool-start">
          <h1 id="title">{tool.title}</h1>
          <p class="lead">{tool.lead}</p>
          {form}
        </div>
        <div class="tool-side">{side}</div>
      </section>
      {children}
    </Page>
  );
}

/** The page that lists all tools, each with its result for a sample. */
export function toolsPage(site: Site, all: readonly ShownTool[]): string {
  const page = (
    <Page
      site={site}
      path="/tools"
      title="Free tools · Quintet"
      description="Audit a page, remove an image background, convert a PDF to Markdown and generate UUIDs. No sign-up."
      styles={["tools.css", "landing.css"]}
      scripts={["demo.js"]}
    >
      <header class="opening">
        <h1>Free tools</h1>
        <p>Try the APIs on your own file or URL. No sign-up.</p>
      </header>
      <ul class="api-cards tool-list">
        {all.map(({ tool, api }) => (
          <li class="api-card">
            <Glance api={api} site={site} />
            <h2>
              <a href={`/tools/${tool.slug}`}>{tool.name}</a>
            </h2>
            <p class="soft">{tool.lead}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
  return `<!doctype html>${page}`;
}
