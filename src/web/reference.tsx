/** @jsxImportSource hono/jsx */
import { deprecationNotes } from "../kit/deprecation.ts";
import { type Api, isMetered, mediaTypes } from "../kit/descriptor.ts";
import type { Call } from "./call.ts";
import { Prose } from "./code.tsx";
import { Console, KeyField } from "./console.tsx";
import { costOf } from "./costs.ts";
import { ExampleCall } from "./example-call.tsx";
import { type ShownApi, showApi } from "./examples.ts";
import { Page, type Site } from "./page.tsx";
import { Parameters } from "./parameter-list.tsx";

interface OperationProps {
  readonly api: Api;
  readonly site: Site;
  readonly shown: ShownApi["operations"][number];
  readonly open: boolean;
}

function Operation({ api, site, shown: { id, operation, examples }, open }: OperationProps) {
  const name = `${api.name}-${id}`;
  return (
    <article class="operation" id={name} aria-labelledby={`${name}-title`}>
      <div class="about">
        <h2 id={`${name}-title`}>{operation.summary}</h2>
        <p class="path">
          <span class="method">{operation.method}</span> <code>{operation.path}</code>
        </p>
        {operation.aliases !== undefined && operation.aliases.length > 0 && (
          <p class="soft">
            Also at <code>{operation.aliases.join(", ")}</code>
          </p>
        )}
        {operation.description !== undefined && (
          <p>
            <Prose text={operation.description} />
          </p>
        )}
        {deprecationNotes(operation.deprecated).map((note) => (
          <p>
            <Prose text={note} />
          </p>
        ))}
        <Parameters operation={operation} />
        <p class="soft">
          Answers {mediaTypes(operation).join(" or ")}. {costOf(api, operation)}
        </p>
        {operation.errors.length > 0 && (
          <p class="soft">
            Refuses with{" "}
            {operation.errors.map((code, i) => (
              <>
                {i > 0 ? ", " : ""}
                <a href={`/problems/${code}`}>{code}</a>
              </>
            ))}
            .
          </p>
        )}
      </div>
      <div class="doing">
        <Console api={api} id={id} operation={operation} />
        <div class="examples">
          {examples.map((one, i) => (
            <ExampleCall
              id={`${name}-${i}`}
              api={api}
              operation={operation}
              shown={one}
              open={open && i === 0}
              site={site}
            />
          ))}
        </div>
      </div>
    </article>
  );
}

/** Renders the docs of one API: everything that its descriptor says, with a console for each operation. */
export async function referencePage(api: Api, site: Site, call: Call): Promise<string> {
  const shown = await showApi(api, call);
  const metered = Object.values(api.operations).some((operation) => isMetered(api, operation));
  const page = (
    <Page
      site={site}
      path={`/docs/${api.name}`}
      consoles
      title={`${api.title}: reference and console`}
      description={`${api.title}: every parameter, answer and problem, with a console that makes real calls.`}
    >
      <header class="opening">
        <p class="trail">
          <a href="/docs">Docs</a>
        </p>
        <h1>{api.title}</h1>
        <p>{api.summary}</p>
        <p class="links">
          <a href={api.document}>OpenAPI {api.version}</a> <a href={`/docs/${api.name}.md`}>As Markdown</a>
        </p>
      </header>
      {metered && site.metering && <KeyField signUp />}
      {shown.operations.map((one, i) => (
        <Operation api={api} site={site} shown={one} open={i === 0} />
      ))}
      {api.promises.length > 0 && (
        <section class="promises" aria-labelledby="promises">
          <h2 id="promises">What {api.title} promises</h2>
          <ol>
            {api.promises.map((promise) => (
              <li>
                <span>
                  <Prose text={promise} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Page>
  );
  return `<!doctype html>${page}`;
}
