/** @jsxImportSource hono/jsx */
import {
  type AnyOperation,
  type Api,
  isMetered,
  mediaTypes,
  parametersOf,
  pathNames,
} from "../kit/descriptor.ts";
import type { Answer, Call } from "./call.ts";
import { Body, Code, Command, Prose, Scroll } from "./code.tsx";
import { Console, KeyField } from "./console.tsx";
import { costOf } from "./costs.ts";
import { type ShownApi, type ShownExample, showApi } from "./examples.ts";
import { Page, type Site } from "./page.tsx";
import { takes } from "./parameters.ts";
import { snippetsOf } from "./snippets.ts";

function placeOf(name: string, operation: AnyOperation): string {
  if (pathNames(operation.path).includes(name)) return "in the path";
  return operation.accepts === undefined ? "in the query" : "in the body or the query";
}

function Parameters({ operation }: { operation: AnyOperation }) {
  const { accepts } = operation;
  const parameters = parametersOf(operation);
  if (parameters.length === 0 && accepts === undefined) return <p class="soft">No parameters.</p>;
  return (
    <dl class="parameters">
      {accepts !== undefined && (
        <div>
          <dt>
            <code>{accepts.file}</code>{" "}
            <span class="soft">
              the file, as a part of multipart/form-data or raw: {accepts.types.join(", ")}
            </span>
          </dt>
          <dd>
            {accepts.base64 === undefined ? "" : `Or, as Base64 in JSON, ${accepts.base64}. `}Either this or
            url.
          </dd>
        </div>
      )}
      {(accepts?.others ?? []).map((name) => (
        <div>
          <dt>
            <code>{name}</code> <span class="soft">a file, as a part of multipart/form-data</span>
          </dt>
          <dd>{operation.input.shape[name]?.description}</dd>
        </div>
      ))}
      {parameters.map(([name, schema]) => (
        <div>
          <dt>
            <code>{name}</code>{" "}
            <span class="soft">
              {placeOf(name, operation)}, {takes(schema)}
            </span>
          </dt>
          <dd>{schema.description}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The most characters of an answer that a page shows. */
const ANSWER_MAX = 4_000;

function ShownAnswer({ id, answer, title }: { id: string; answer: Answer; title: string }) {
  if (answer.bytes !== undefined && answer.mediaType.startsWith("image/")) {
    return (
      <img class="picture checkers" src={`/answers/${id}`} loading="lazy" alt={`The answer: ${title}`} />
    );
  }
  if (answer.bytes !== undefined) return <p class="soft">{`${answer.bytes.length} bytes.`}</p>;
  const more = answer.body.length - ANSWER_MAX;
  return (
    <Scroll label={`The answer: ${title}`}>
      <Body text={answer.body.slice(0, ANSWER_MAX).toWellFormed()} />
      {more > 0 && <p class="soft">{`… and ${more} characters more.`}</p>}
    </Scroll>
  );
}

interface ExampleProps {
  readonly id: string;
  readonly api: Api;
  readonly operation: AnyOperation;
  readonly shown: ShownExample;
  readonly open: boolean;
  readonly site: Site;
}

function ExampleCall({ id, api, operation, shown: { example, answer }, open, site }: ExampleProps) {
  const [curl, ...others] = snippetsOf(api, operation, example, site.baseUrl);
  return (
    <details name={`${api.name}-examples`} open={open}>
      <summary>
        {example.title} <span class="status">{answer?.status ?? example.status ?? 200}</span>
      </summary>
      {curl !== undefined && <Command id={id} line={curl.text} />}
      {example.file !== undefined && (
        <p class="soft">
          The file: <a href={`/examples/${example.file.name}`}>{example.file.name}</a>
        </p>
      )}
      {answer !== undefined && <ShownAnswer id={id} answer={answer} title={example.title} />}
      {others.map(({ language, text }) => (
        <details class="language">
          <summary>{language}</summary>
          <Code id={`${id}-${language}`} text={text} />
        </details>
      ))}
    </details>
  );
}

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
