/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { ZodType } from "zod";
import type { Contract } from "../../kit/contract.ts";
import { pathNames } from "../../kit/descriptor.ts";
import {
  commandOf,
  hasMethod,
  type Resource,
  type ShownCall,
  type ShownContract,
} from "../../kit/resource.ts";
import { Prose } from "../code.tsx";
import type { Site } from "../page.tsx";
import { schemaOf } from "../parameters.ts";
import type { Snippet } from "../snippets.ts";
import { CodeBlock } from "./code-block.tsx";
import { CodeTabs } from "./code-tabs.tsx";
import { DocsFrame } from "./docs-frame.tsx";
import { FieldRow, ResponseTree } from "./field-tree.tsx";
import { responseShape } from "./fields.ts";
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

/** The most characters of a response that a page shows. */
const SHOWN_MAX = 3_000;

function bodyOf({ fields }: Contract, example: ShownCall | undefined): unknown {
  return Object.keys(fields.shape).length === 0 ? undefined : example?.request;
}

function curl(contract: Contract, example: ShownCall | undefined, baseUrl: string): string {
  const { method, path, bodies } = contract;
  const query = Object.entries(example?.query ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  const body = bodyOf(contract, example);
  // A type of body that has lines is the shortest to write.
  const lines = bodies === undefined ? [] : Array.isArray(example?.request) ? example.request : [{}];
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${baseUrl}${path.replaceAll(/\{\w+\}/g, ID)}${search}"`,
    '  -H "Authorization: Bearer $QUINTET_KEY"',
    ...(body === undefined ? [] : [`  --json '${JSON.stringify(body)}'`]),
    ...(bodies === undefined
      ? []
      : [
          '  -H "Content-Type: application/x-ndjson"',
          `  --data-binary $'${lines.map((line) => JSON.stringify(line)).join("\\n")}'`,
        ]),
  ].join(" \\\n");
}

function typescript(
  { name }: Resource,
  action: string,
  contract: Contract,
  example: ShownCall | undefined,
  baseUrl: string,
): string | undefined {
  if (!hasMethod(contract)) return undefined;
  const body = bodyOf(contract, example);
  const given = { ...(example?.query ?? {}), ...(typeof body === "object" ? body : {}) };
  const input = Object.keys(given).length === 0 ? [] : [JSON.stringify(given, null, 2)];
  const inPath = pathNames(contract.path).map(() => `"${ID}"`);
  return [
    'import { createQuintet } from "quintet-client";',
    "",
    `const quintet = createQuintet({ baseUrl: "${baseUrl}", key: process.env.QUINTET_KEY });`,
    `const result = await quintet.${name}.${action}(${[...inPath, ...input].join(", ")});`,
  ].join("\n");
}

function snippetsOf(
  resource: Resource,
  action: string,
  contract: Contract,
  example: ShownCall | undefined,
  baseUrl: string,
): Snippet[] {
  const own = typescript(resource, action, contract, example, baseUrl);
  return [
    { language: "curl", text: curl(contract, example, baseUrl) },
    ...(own === undefined ? [] : [{ language: "TypeScript" as const, text: own }]),
  ];
}

/** The parameters of an endpoint, with where each is sent. */
function Parameters({ id, contract: { path, query, fields } }: { id: string; contract: Contract }) {
  const rows = [
    ...Object.entries<ZodType>({ ...query.shape }).map(([name, schema]) => [name, "query", schema] as const),
    ...Object.entries<ZodType>({ ...fields.shape }).map(([name, schema]) => [name, "body", schema] as const),
  ];
  const inPath = pathNames(path);
  if (rows.length + inPath.length === 0) return <p class="soft">No parameters.</p>;
  return (
    <ul class="fields-tree">
      {inPath.map((name) => (
        <li>
          <FieldRow
            id={`${id}-parameter-${name}`}
            name={name}
            type="string"
            notes={["path"]}
            description="The ID in the path."
          />
        </li>
      ))}
      {rows.map(([name, place, schema]) => {
        const { type = "string", enum: values = [], default: standard } = schemaOf(schema);
        return (
          <li>
            <FieldRow
              id={`${id}-parameter-${name}`}
              name={name}
              type={type}
              notes={[place, ...(standard === undefined ? [] : [`default ${String(standard)}`])]}
              description={schema.description}
              values={values.map(String)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Response({ contract, example }: { contract: Contract; example: ShownCall | undefined }) {
  const { noContent, status, produces = ["application/json"] } = contract;
  if (noContent !== undefined)
    return <CodeBlock text={noContent} language={undefined} label="Response 204" />;
  if (example === undefined || !produces[0].includes("json")) return null;
  const text = JSON.stringify(example.response, null, 2);
  const cut = text.length > SHOWN_MAX ? `${text.slice(0, text.lastIndexOf("\n", SHOWN_MAX))}\n…` : text;
  return <CodeBlock text={cut} language="json" label={`Response ${status}`} />;
}

interface EndpointProps {
  readonly resource: Resource;
  readonly action: string;
  readonly contract: ShownContract;
  readonly site: Site;
}

function About({ resource, action, contract }: Omit<EndpointProps, "site">) {
  const { method, path, description } = contract;
  const command = commandOf(resource, action);
  const client = methodOf(resource, action, contract);
  return (
    <>
      <p class="path">
        <span class="method">{method}</span> <code>{path}</code>
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
  const { example } = contract;
  const isJson = hasMethod(contract);
  return (
    <section class="reference" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a class="anchor" href={`#${id}`}>
          {contract.summary}
        </a>
      </h2>
      <div class="reference-columns">
        <div class="reference-text">
          <About resource={resource} action={action} contract={contract} />
        </div>
        <div class="reference-try">
          <CodeTabs
            id={id}
            label="Request"
            snippets={snippetsOf(resource, action, contract, example, site.baseUrl)}
          />
          <Response contract={contract} example={example} />
        </div>
        <div class="reference-text reference-fields">
          <h3>Parameters</h3>
          <Parameters id={id} contract={contract} />
          {isJson && contract.noContent === undefined && (
            <details class="field-inside">
              <summary>Response fields</summary>
              <ResponseTree id={`${id}-response`} shape={responseShape(contract)} />
            </details>
          )}
          {contract.errors.length > 0 && (
            <p class="soft">
              Errors:{" "}
              {contract.errors.map((code, i) => (
                <>
                  {i > 0 && ", "}
                  <a href={`/problems/${code}`}>
                    <code>{code}</code>
                  </a>
                </>
              ))}
            </p>
          )}
        </div>
      </div>
    </section>
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
      description={`${resource.summary} Every endpoint with its parameters, its response and code.`}
    >
      <header class="docs-head">
        <h1>{resource.title}</h1>
        <p>{resource.summary}</p>
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
            <p>{resource.summary}</p>
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
