/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { deprecationNotes } from "../../kit/deprecation.ts";
import { type AnyOperation, type Api, type Example, isMetered, mediaTypes } from "../../kit/descriptor.ts";
import { counted, whole } from "../../kit/numbers.ts";
import { Problem } from "../../kit/problem.ts";
import { type ProblemCode, problemKinds } from "../../kit/problem-kinds.ts";
import { codesOf } from "../../openapi/error-codes.ts";
import type { Call, CallResponse } from "../call.ts";
import { CodeBlock, Prose } from "../code.tsx";
import { Console, KeyField } from "../console.tsx";
import { costOf } from "../costs.ts";
import { SHOWN_ID } from "../demo-samples.ts";
import { isWhole, type ShownApi, type ShownExample, showApi } from "../examples.ts";
import type { Site } from "../page.tsx";
import { snippetsOf } from "../snippets.ts";
import { tools } from "../tools/tools.ts";
import { CodeTabs } from "./code-tabs.tsx";
import { DocsFrame } from "./docs-frame.tsx";
import {
  Method,
  operationParameters,
  ParameterList,
  Reference,
  ResponseBlock,
  ResponseTree,
} from "./field-tree.tsx";
import { readShapes, responseShape } from "./fields.ts";
import type { GuideFacts } from "./guides.ts";

function formatted({ body, mediaType }: CallResponse): string {
  if (!mediaType.includes("json") || mediaType.includes("ndjson")) return body;
  return JSON.stringify(JSON.parse(body), null, 2);
}

function SampleResponse({ id, shown: { example, response } }: { id: string; shown: ShownExample }) {
  if (response === undefined) return null;
  if (response.bytes !== undefined && response.mediaType.startsWith("image/")) {
    return (
      <img
        class="picture checkers"
        src={`/answers/${id}`}
        loading="lazy"
        alt={`Response: ${example.title}`}
      />
    );
  }
  if (response.bytes !== undefined) {
    return <p class="soft">{`${response.mediaType}, ${whole(response.bytes.length)} bytes`}</p>;
  }
  const text = formatted(response).toWellFormed();
  const language = response.mediaType.includes("json") ? "json" : undefined;
  const sample = example.upstream === true ? " for a sample page" : "";
  return <ResponseBlock text={text} language={language} label={`Response ${response.status}${sample}`} />;
}

/** The place of a response, which `fillResponses` puts in. */
const placeOf = (id: string) => `<!--response ${id}-->`;

interface ExampleProps {
  readonly id: string;
  readonly api: Api;
  readonly operation: AnyOperation;
  readonly shown: ShownExample;
  readonly site: Site;
}

function FileLink({ example: { file } }: { example: Example }) {
  if (file === undefined) return null;
  return (
    <p class="soft">
      Download the file: <a href={`/examples/${file.name}`}>{file.name}</a>
    </p>
  );
}

function ExampleCall({ id, api, operation, shown, site }: ExampleProps) {
  const { example, response } = shown;
  return (
    <details class="example">
      <summary>
        {example.title} <span class="status">{response?.status ?? example.status ?? 200}</span>
      </summary>
      <FileLink example={example} />
      <CodeTabs id={id} label="Request" snippets={snippetsOf(api, operation, example, site.baseUrl)} />
      {raw(placeOf(id))}
    </details>
  );
}

function errorBody(api: Api, operation: AnyOperation, code: ProblemCode, site: Site): string {
  const detail = problemKinds[code].meaning.replaceAll("`", "");
  const document = new Problem(code, detail).toDocument(site.baseUrl, SHOWN_ID);
  return JSON.stringify(isMetered(api, operation) ? { ...document, charged: 0 } : document, null, 2);
}

interface ErrorsProps {
  readonly id: string;
  readonly codes: readonly ProblemCode[];
  readonly api: Api;
  readonly operation: AnyOperation;
  readonly site: Site;
}

/** Error codes, each with its meaning and an example of its body. */
function Errors({ id, codes, api, operation, site }: ErrorsProps) {
  return (
    <div class="errors">
      {codes.map((code) => (
        <details id={`${id}-${code}`}>
          <summary>
            <code>{code}</code> <span class="status">{problemKinds[code].status}</span>
          </summary>
          <p>
            <Prose text={problemKinds[code].meaning} /> <Prose text={problemKinds[code].remedy} />{" "}
            <a href={`/problems/${code}`}>More about {code}</a>
          </p>
          <CodeBlock
            text={errorBody(api, operation, code, site)}
            language="json"
            label={`Response ${problemKinds[code].status}`}
          />
        </details>
      ))}
    </div>
  );
}

/** The error codes that operations of an API share, each with an operation that returns it. */
function commonErrors(api: Api): ReadonlyMap<ProblemCode, AnyOperation> {
  const operations = Object.values(api.operations);
  const common = new Map<ProblemCode, AnyOperation>();
  for (const operation of operations.toSorted((a, b) => codesOf(api, b).length - codesOf(api, a).length)) {
    for (const code of codesOf(api, operation)) {
      if (!operation.errors.includes(code) && !common.has(code)) common.set(code, operation);
    }
  }
  return common;
}

function CommonErrors({ api, site }: { api: Api; site: Site }) {
  const common = [...commonErrors(api)];
  return (
    <section class="reference" aria-labelledby="common-errors">
      <h2 id="common-errors">
        <a class="anchor" href="#common-errors">
          Common errors
        </a>
      </h2>
      <p>
        Any operation can return these errors, if they apply to it. See <a href="/docs/errors">Errors</a> for
        their format.
      </p>
      <div class="errors-columns">
        {common.map(([code, operation]) => (
          <Errors id={`${api.name}-error`} codes={[code]} api={api} operation={operation} site={site} />
        ))}
      </div>
    </section>
  );
}

/** The example that the code of an operation begins with: as in its form. */
function firstExample({ examples }: AnyOperation): Example {
  return examples.find(({ status = 200 }) => status === 200) ?? examples[0];
}

interface OperationProps {
  readonly api: Api;
  readonly site: Site;
  /** Whether the API is not enabled on this server. */
  readonly isOff: boolean;
  readonly shown: ShownApi["operations"][number];
}

function About({ api, operation }: { api: Api; operation: AnyOperation }) {
  return (
    <>
      <p class="path">
        <Method method={operation.method} /> <code>{operation.path}</code>
      </p>
      {operation.aliases !== undefined && operation.aliases.length > 0 && (
        <p class="soft">
          Also available at <code>{operation.aliases.join(", ")}</code>
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
      <p class="soft">
        Returns {mediaTypes(operation).join(", ")}. {costOf(api, operation)}
      </p>
    </>
  );
}

function ResponseHeaders({ id, operation }: { id: string; operation: AnyOperation }) {
  const headers = Object.entries(operation.headers ?? {});
  if (headers.length === 0) return null;
  return (
    <>
      <h4>Headers</h4>
      <ParameterList
        id={id}
        kind="header"
        parameters={headers.map(([name, description]) => ({ name, type: "string", notes: [], description }))}
      />
    </>
  );
}

function Operation({ api, site, isOff, shown: { id: operationId, operation, examples } }: OperationProps) {
  const id = `${api.name}-${operationId}`;
  const first = firstExample(operation);
  const others = [...examples.entries()].filter(([, { example }]) => example !== first);
  return (
    <Reference
      id={id}
      title={operation.summary}
      about={<About api={api} operation={operation} />}
      calls={
        <>
          <CodeTabs id={id} label="Request" snippets={snippetsOf(api, operation, first, site.baseUrl)} />
          <FileLink example={first} />
          {raw(placeOf(`${id}-${examples.findIndex(({ example }) => example === first)}`))}
          {!isOff && (
            <>
              <h3>Try it</h3>
              <Console api={api} id={operationId} operation={operation} />
            </>
          )}
          {others.length > 0 && (
            <>
              <h3>Examples</h3>
              <div class="examples">
                {others.map(([i, one]) => (
                  <ExampleCall id={`${id}-${i}`} api={api} operation={operation} shown={one} site={site} />
                ))}
              </div>
            </>
          )}
        </>
      }
    >
      <h3 id={`${id}-parameters`}>Parameters</h3>
      <ParameterList id={id} parameters={operationParameters(operation)} />
      <h3 id={`${id}-response`}>Response</h3>
      <ResponseTree id={`${id}-response`} shape={responseShape(operation)} />
      <ResponseHeaders id={id} operation={operation} />
      {isMetered(api, operation) && (
        <p>
          With <code>Prefer: respond-async</code>, the response is 202 with a <a href="/docs/jobs">job</a>{" "}
          that runs in the background. Its URL is in <code>Location</code>.
        </p>
      )}
      <h3 id={`${id}-errors`}>Errors</h3>
      {operation.errors.length > 0 && (
        <details class="more">
          <summary>{`${counted(operation.errors.length, "error")}: ${operation.errors.join(", ")}`}</summary>
          <Errors id={`${id}-error`} codes={operation.errors} api={api} operation={operation} site={site} />
        </details>
      )}
      <p class="soft">
        {operation.errors.length > 0 ? "See also the " : "See the "}
        <a href="#common-errors">common errors</a> of all operations.
      </p>
    </Reference>
  );
}

/** Creates what puts the responses of the examples into a page; a text that is the same as before is not rendered again. */
function createResponses(api: Api) {
  const kept = new Map<string, { readonly text: string; readonly html: string }>();
  const render = (place: string, one: ShownExample): string => {
    const { status, bytes, body } = one.response ?? {};
    const text = bytes === undefined ? `${status} ${body}` : undefined;
    const before = kept.get(place);
    if (before !== undefined && before.text === text) return before.html;
    const html = String(<SampleResponse id={place} shown={one} />);
    if (text !== undefined) kept.set(place, { text, html });
    return html;
  };
  return (page: string, shown: ShownApi): string => {
    const responses = new Map(
      shown.operations.flatMap(({ id, examples }) =>
        examples.map((one, i) => {
          const place = `${api.name}-${id}-${i}`;
          return [placeOf(place), render(place, one)] as const;
        }),
      ),
    );
    return page.replaceAll(/<!--response [\w-]+-->/g, (place) => responses.get(place) ?? "");
  };
}

/**
 * Creates the renderer of the references of APIs: everything that a descriptor says, with a console for each operation. Each
 * page is rendered once, except for the responses of an open API, which are made for each view.
 */
export function createReferencePages(facts: GuideFacts, site: Site) {
  const pages = new Map<string, string>();
  const fill = new Map(facts.apis.map((api) => [api.name, createResponses(api)]));
  return async (api: Api, call: Call): Promise<string> => {
    const kept = pages.get(api.name);
    if (kept !== undefined && api.access === "key") return kept;
    const shown = await showApi(api, call);
    if (kept === undefined) await readShapes([api]);
    const page = kept ?? renderReference(api, facts, site, shown);
    const html = fill.get(api.name)?.(page, shown) ?? page;
    // Examples have a status once they have run.
    if (isWhole(shown)) pages.set(api.name, api.access === "key" ? html : page);
    return html;
  };
}

/** The note on pages of APIs that the operator has not enabled. */
function OffNotice() {
  return (
    <p class="notice fair">
      <strong>Not enabled on this server.</strong> Calls return 503{" "}
      <a href="/problems/source-not-configured">source-not-configured</a> and cost nothing.{" "}
      <a href="/docs/keys#test-keys">Test keys</a> get sample responses.
    </p>
  );
}

function renderReference(api: Api, facts: GuideFacts, site: Site, shown: ShownApi): string {
  const metered = Object.values(api.operations).some((operation) => isMetered(api, operation));
  const isOff = facts.off.has(api.name);
  const tool = tools.find((one) => one.api === api.name);
  const page = (
    <DocsFrame
      site={site}
      facts={facts}
      path={`/docs/${api.name}`}
      consoles
      title={`${api.title} reference · Quintet docs`}
      description={`${api.summary} Parameters, response fields, errors and a console.`}
    >
      <header class="docs-head">
        <h1>{api.title}</h1>
        <p>{api.summary}</p>
        <p class="links">
          <a href={api.document}>OpenAPI document</a> <a href={`/docs/${api.name}.md`}>Markdown</a>{" "}
          {tool !== undefined && <a href={`/tools/${tool.slug}`}>Free tool: {tool.name}</a>}{" "}
          <span>API version {api.version}</span>
        </p>
        <ul class="operation-links">
          {shown.operations.map(({ id, operation }) => (
            <li>
              <a href={`#${api.name}-${id}`}>{operation.summary}</a>{" "}
              <code>{`${operation.method} ${operation.path}`}</code>
            </li>
          ))}
        </ul>
      </header>
      {isOff && <OffNotice />}
      {!isOff && metered && site.metering && <KeyField />}
      {shown.operations.map((one) => (
        <Operation api={api} site={site} isOff={isOff} shown={one} />
      ))}
      <CommonErrors api={api} site={site} />
      {api.promises.length > 0 && (
        <section class="reference" aria-labelledby="guarantees">
          <h2 id="guarantees">Guarantees</h2>
          <ul>
            {api.promises.map((promise) => (
              <li>
                <Prose text={promise} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </DocsFrame>
  );
  return `<!doctype html>${page}`;
}
