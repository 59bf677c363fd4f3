/** @jsxImportSource hono/jsx */
import type { Api } from "../../kit/descriptor.ts";
import type { Site } from "../page.tsx";
import { CodeBlock, Scrolling } from "./code-block.tsx";
import { DocsFrame } from "./docs-frame.tsx";
import type { GuideFacts } from "./guides.ts";

function yamlOf(document: string): string {
  return document.replace(/\.json$/, ".yaml");
}

function Operations({ api }: { api: Api }) {
  return (
    <section aria-labelledby={`openapi-${api.name}`}>
      <h2 id={`openapi-${api.name}`}>
        <a class="anchor" href={`#openapi-${api.name}`}>
          {api.title}
        </a>
      </h2>
      <p>{api.summary}</p>
      <p class="links">
        <a href={api.document}>JSON</a> <a href={yamlOf(api.document)}>YAML</a>{" "}
        <a href={`/docs/${api.name}`}>Reference</a>
      </p>
      <Scrolling class="table" label={`Operations of ${api.title}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Description</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(api.operations).map(([id, { method, path, aliases = [], summary }]) => (
              <tr>
                <td>
                  <a href={`/docs/${api.name}#${api.name}-${id}`}>
                    <code>
                      {method} {path}
                    </code>
                  </a>
                  {aliases.map((alias) => (
                    <>
                      <br />
                      <code>
                        {method} {alias}
                      </code>
                    </>
                  ))}
                </td>
                <td>{summary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </section>
  );
}

/** Renders the page about the OpenAPI documents, with their operations and downloads as JSON and YAML. */
export function openApiPage(facts: GuideFacts, site: Site): string {
  const page = (
    <DocsFrame
      site={site}
      facts={facts}
      path="/docs/openapi"
      title="OpenAPI · Quintet docs"
      description="The OpenAPI 3.1 documents of every Quintet API, to download as JSON and YAML, with all operations."
      contents={facts.apis.map(({ name, title }) => ({ href: `#openapi-${name}`, text: title }))}
    >
      <article class="guide">
        <h1>OpenAPI</h1>
        <p>
          Every API is described by an OpenAPI 3.1 document. Use it to generate clients, import the API into
          tools, or validate requests.
        </p>
        <p>
          Postman, Insomnia and Bruno import it directly. In Postman, select <b>Import</b> and paste{" "}
          <code>{`${site.baseUrl}/suite/openapi.json`}</code>. Then set your key as the Bearer token of the
          collection.
        </p>
        <p class="docs-downloads">
          <a class="docs-start" href="/suite/openapi.json" download="quintet-openapi.json">
            Download JSON
          </a>
          <a class="docs-start" href="/suite/openapi.yaml" download="quintet-openapi.yaml">
            Download YAML
          </a>
        </p>
        <p>
          These documents contain all APIs and the account endpoints in short, for generators of clients. They
          leave out long descriptions, the meaning of response fields, examples of responses, and the errors
          of each status. The document of each API, below, has all of them. The{" "}
          <a href="/accounts/openapi.json">platform document</a> describes accounts, keys, jobs, site audits,
          events and webhooks. Events that your server receives are under <code>webhooks</code>. In responses
          of JSON lines, <code>contentSchema</code> describes one line.
          {facts.apis.some(({ compatible = [] }) => compatible.length > 0) && (
            <>
              {" "}
              The <a href="/compatible/openapi.json">compatibility document</a> describes the paths that
              clients of other services use.
            </>
          )}
        </p>
        <CodeBlock
          text={`npx @hey-api/openapi-ts -i ${site.baseUrl}/suite/openapi.json -o quintet`}
          language="bash"
          label="Generate a TypeScript client"
        />
        {facts.apis.map((api) => (
          <Operations api={api} />
        ))}
      </article>
    </DocsFrame>
  );
  return `<!doctype html>${page}`;
}
