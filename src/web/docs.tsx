/** @jsxImportSource hono/jsx */
import type { Api } from "../kit/descriptor.ts";
import { Blocks } from "./blocks.tsx";
import { overviewOf } from "./overview.ts";
import { Page, type Site } from "./page.tsx";

/** Renders the overview of the docs, with a card for each API. */
export function docsPage(apis: readonly Api[], site: Site): string {
  const blocks = overviewOf({ apis, baseUrl: site.baseUrl, metering: site.metering });
  const page = (
    <Page
      site={site}
      path="/docs"
      title="Quintet docs: calls, keys, costs, problems"
      description="How to call Quintet: every operation of its web APIs, keys and quotas, what calls cost, refusals and what to do about them."
    >
      <header class="opening">
        <h1>Docs</h1>
        <p>
          Choose an API for its parameters, answers and a console that makes real calls; or read what holds
          for all of them.
        </p>
      </header>
      <nav class="cards" aria-label="APIs">
        {apis.map((api) => (
          <a href={`/docs/${api.name}`}>
            <strong>{api.title}</strong>
            <span>{api.summary}</span>
          </a>
        ))}
      </nav>
      <div class="prose">
        <Blocks blocks={blocks} />
      </div>
    </Page>
  );
  return `<!doctype html>${page}`;
}
