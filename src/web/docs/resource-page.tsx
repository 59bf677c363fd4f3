/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Contract } from "../../kit/contract.ts";
import { pathNames } from "../../kit/descriptor.ts";
import { counted } from "../../kit/numbers.ts";
import { commandOf, type Resource, type ShownContract, separated } from "../../kit/resource.ts";
import { shownJson } from "../call.ts";
import { Prose } from "../code.tsx";
import type { Site } from "../page.tsx";
import type { Snippet } from "../snippets.ts";
import { CodeTabs } from "./code-tabs.tsx";
import { DocsFrame } from "./docs-frame.tsx";
import { Method, ParameterList, Reference, ResponseBlock, ResponseTree } from "./field-tree.tsx";
import { endpointParameters, responseShape } from "./fields.ts";
import {
  endpointId,
  type GuideFacts,
  guideMarkdown,
  guides,
  headingId,
  methodOf,
  PLATFORM,
  resourcePath,
} from "./guides.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** The ID in paths of examples. */
const ID = "01a1f985-ace8-7193-a290-1e9daeb3803b";

/** The URL of the server in examples. */
const EXAMPLE_URL = "https://api.example.com";

function bodyOf({ fields, example }: ShownContract): unknown {
  return Object.keys(fields.shape).length === 0 ? undefined : example?.request;
}

/** A call that code shows. */
interface Shown {
  readonly contract: ShownContract;
  readonly baseUrl: string;
}

function curl({ contract, baseUrl }: Shown): string {
  const { method, path, bodies, example } = contract;
  const query = Object.entries(example?.query ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  const body = bodyOf(contract);
  // A type of body that has lines is the shortest to write.
  const lines = bodies === undefined ? [] : Array.isArray(example?.request) ? example.request : [{}];
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${baseUrl}${path.replaceAll(/\{\w+\}/g, ID)}${search}"`,
    '  -H "Authorization: Bearer $QUINTET_KEY"',
    ...(body === undefined ? [] : [`  --json '${shownJson(body)}'`]),
    ...(bodies === undefined
      ? []
      : [
          '  -H "Content-Type: application/x-ndjson"',
          `  --data-binary '${lines.map((line) => JSON.stringify(line)).join("\n")}'`,
        ]),
  ].join(" \\\n");
}

/** The members of a call's input in the clients: of its query and its body. */
function inputOf(contract: ShownContract): Readonly<Record<string, unknown>> {
  const body = bodyOf(contract);
  return { ...(contract.example?.query ?? {}), ...(typeof body === "object" ? body : {}) };
}

/** The longest value that is written on one line. */
const LINE_MAX = 60;

function typescriptValue(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).replaceAll(/^( *)"(\w+)":/gm, "$1$2:");
  const line = lines.replaceAll(/(\[)\n *|\n *(\])|\n */g, (_, open = "", close = "") => open + close || " ");
  return line.length <= LINE_MAX ? line : lines;
}

function typescript({ name }: Resource, action: string, { contract, baseUrl }: Shown): string {
  const given = inputOf(contract);
  const input = Object.keys(given).length === 0 ? [] : [typescriptValue(given)];
  const inPath = pathNames(contract.path).map(() => `"${ID}"`);
  return [
    'import { createQuintet } from "quintet-client";',
    "",
    `const quintet = createQuintet({\n  baseUrl: "${baseUrl}",\n  key: process.env.QUINTET_KEY,\n});`,
    contract.client?.typescript ??
      `const result = await quintet.${name}.${action}(${[...inPath, ...input].join(", ")});`,
  ].join("\n");
}

/** Names of parameters that are words of Python: the client has an underscore behind them. */
const PYTHON_WORDS: ReadonlySet<string> = new Set(["with"]);

function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return Array.isArray(value) ? `[${value.map(pythonValue).join(", ")}]` : JSON.stringify(value);
}

function python({ name }: Resource, action: string, { contract, baseUrl }: Shown): string {
  const given = Object.entries(inputOf(contract)).map(([parameter, value]) => {
    const own = PYTHON_WORDS.has(parameter) ? `${parameter}_` : separated(parameter, "_");
    return `${own}=${pythonValue(value)}`;
  });
  const all = [...pathNames(contract.path).map(() => `"${ID}"`), ...given];
  const call = all.length < 2 ? all.join("") : `\n        ${all.join(",\n        ")},\n    `;
  return [
    "import os",
    "from quintet_client import Quintet",
    "",
    `with Quintet(\n    "${baseUrl}",\n    key=os.environ["QUINTET_KEY"],\n) as quintet:`,
    contract.client?.python ??
      `    result = quintet.${separated(name, "_")}.${separated(action, "_")}(${call})`,
  ].join("\n");
}

function snippetsOf(resource: Resource, action: string, shown: Shown): Snippet[] {
  const first: Snippet = { language: "curl", text: curl(shown) };
  if (methodOf(resource, action, shown.contract) === "") return [first];
  return [
    first,
    { language: "TypeScript", text: typescript(resource, action, shown) },
    { language: "Python", text: python(resource, action, shown) },
  ];
}

/** The parameters of an endpoint, with where each is sent. */
function Parameters({ id, contract }: { id: string; contract: Contract }) {
  const parameters = endpointParameters(contract).map(({ place, notes, ...one }) => ({
    ...one,
    notes: [place, ...notes],
  }));
  const bodies = Object.entries(contract.bodies ?? {}).map(([name, description]) => ({
    name,
    type: "request body",
    notes: [],
    description,
  }));
  return <ParameterList id={id} parameters={[...parameters, ...bodies]} />;
}

function Response({ contract, baseUrl }: Shown) {
  const { noContent, status, produces = ["application/json"], example } = contract;
  if (noContent !== undefined || example === undefined) {
    return (
      <p class="soft">
        {produces[0] !== "*/*" && `Response ${status}: ${produces.join(", ")}. `}
        {noContent !== undefined && (
          <>
            Response 204: <Prose text={noContent} />
          </>
        )}
      </p>
    );
  }
  // A line of many is written on one line.
  const indent = produces[0] === "application/x-ndjson" ? 0 : 2;
  const text = JSON.stringify(example.response, null, indent).replaceAll(EXAMPLE_URL, baseUrl);
  return <ResponseBlock text={text} language="json" label={`Response ${status}`} />;
}

interface EndpointProps {
  readonly resource: Resource;
  readonly action: string;
  readonly contract: ShownContract;
  readonly site: Site;
}

function About({ resource, action, contract }: Omit<EndpointProps, "site">) {
  const { method, path, description } = contract;
  const command = contract.client?.command ?? commandOf(resource, action);
  const client = methodOf(resource, action, contract);
  return (
    <>
      <p class="path">
        <Method method={method} /> <code>{path}</code>
      </p>
      {description !== undefined && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {(client !== "" || command !== undefined) && (
        <p class="soft">
          {client !== "" && (
            <>
              Client: <Prose text={client} />.{" "}
            </>
          )}
          {command !== undefined && (
            <>
              Command: <code>quintet {command}</code>.
            </>
          )}
        </p>
      )}
    </>
  );
}

function Endpoint({ resource, action, contract, site }: EndpointProps) {
  const id = endpointId(resource, contract);
  const shown = { contract, baseUrl: site.baseUrl };
  const response = responseShape({ output: contract.output() });
  return (
    <Reference
      id={id}
      title={contract.summary}
      about={<About resource={resource} action={action} contract={contract} />}
      calls={
        <>
          <CodeTabs id={id} label="Request" snippets={snippetsOf(resource, action, shown)} />
          <Response {...shown} />
        </>
      }
    >
      <h3>Parameters</h3>
      <Parameters id={id} contract={contract} />
      {response.fields.length > 0 && contract.noContent === undefined && (
        <>
          <h3>Response</h3>
          <details class="more">
            <summary>{`${counted(response.fields.length, "field")}: ${response.fields.map(({ name }) => name).join(", ")}`}</summary>
            <ResponseTree id={`${id}-response`} shape={response} />
          </details>
        </>
      )}
      <h3>Errors</h3>
      <p class="soft">
        {contract.errors.map((code, i) => (
          <>
            {i > 0 && ", "}
            <a href={`/problems/${code}`}>
              <code>{code}</code>
            </a>
          </>
        ))}
        {contract.errors.length > 0 ? ". See also " : "See "}
        <a href="/docs/keys#errors">API key errors</a>.
      </p>
    </Reference>
  );
}

/** Renders the reference of a resource of the platform. */
export function resourcePage(resource: Resource, facts: GuideFacts, site: Site): string {
  const path = resourcePath(resource);
  return `<!doctype html>${(
    <DocsFrame
      site={site}
      facts={facts}
      path={path}
      title={`${resource.title} reference · Quintet docs`}
      description={`${resource.summary.replaceAll("`", "")} Every endpoint with its parameters, its response and code.`}
    >
      <header class="docs-head">
        <h1>{resource.title}</h1>
        <p>
          <Prose text={resource.summary} />
        </p>
        <p class="links">
          <a href="/docs/endpoints">Platform endpoints</a> <a href={`${path}.md`}>Markdown</a>
        </p>
      </header>
      {Object.entries(resource.actions).map(([action, contract]) => (
        <Endpoint resource={resource} action={action} contract={contract} site={site} />
      ))}
    </DocsFrame>
  )}`;
}

/** Renders the list of the platform's endpoints by resource. The IDs are those of earlier releases. */
export async function platformPage(facts: GuideFacts, site: Site): Promise<string> {
  const guide = guides.find(({ slug }) => slug === PLATFORM) ?? guides[0];
  const text = guide === undefined ? "" : await guideMarkdown(guide, { ...facts, resources: () => [] });
  const { html, headings } = renderMarkdown(text);
  const end = html.indexOf("<h2");
  const resources = facts.resources();
  return `<!doctype html>${(
    <DocsFrame
      site={site}
      facts={facts}
      path="/docs/endpoints"
      title="Platform endpoints · Quintet docs"
      description="Every endpoint of jobs, batches, site audits, webhooks and keys, by resource."
      contents={[
        ...resources.map(({ title }) => ({ href: `#${headingId(title)}`, text: title })),
        ...headings.map(({ id, text }) => ({ href: `#${id}`, text })),
      ]}
    >
      <article class="guide">
        {raw(html.slice(0, end))}
        {resources.map((resource) => (
          <section aria-labelledby={headingId(resource.title)}>
            <h2 id={headingId(resource.title)}>
              <a href={resourcePath(resource)}>{resource.title}</a>
            </h2>
            <p>
              <Prose text={resource.summary} />
            </p>
            <ul class="operation-links">
              {Object.values(resource.actions).map((contract) => (
                <li id={endpointId(resource, contract)}>
                  <a href={`${resourcePath(resource)}#${endpointId(resource, contract)}`}>
                    {contract.summary}
                  </a>{" "}
                  <code>{`${contract.method} ${contract.path}`}</code>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {raw(html.slice(end))}
      </article>
    </DocsFrame>
  )}`;
}
