/** @jsxImportSource hono/jsx */
import type { z } from "zod";
import {
  type AnyOperation,
  type Api,
  type Example,
  fileNames,
  mediaTypes,
  pathNames,
} from "../kit/descriptor.ts";
import { type Answer, addressOf, type Call, curlLine } from "./call.ts";
import { Body, Command } from "./page.tsx";
import { takes } from "./parameters.ts";

/** An example with its address and, where the API is open, what it was answered just now. */
interface ShownExample {
  readonly example: Example;
  readonly address: string;
  readonly answer: Answer | undefined;
}

/** An API with its examples run. */
export interface ShownApi {
  readonly api: Api;
  readonly operations: readonly {
    readonly id: string;
    readonly operation: AnyOperation;
    readonly examples: readonly ShownExample[];
  }[];
}

/** Runs the examples of an API; those of one that needs a key are shown without an answer. */
export async function showApi(api: Api, call: Call): Promise<ShownApi> {
  const run = async (operation: AnyOperation, example: Example): Promise<ShownExample> => ({
    example,
    address: addressOf(operation, example.input),
    answer: api.access === "open" ? await call(operation, example.input) : undefined,
  });
  const show = async ([id, operation]: [string, AnyOperation]) => ({
    id,
    operation,
    examples: await Promise.all(operation.examples.map((example) => run(operation, example))),
  });
  return { api, operations: await Promise.all(Object.entries(api.operations).map(show)) };
}

function Parameters({ operation }: { operation: AnyOperation }) {
  const { accepts } = operation;
  const parameters = Object.entries<z.ZodType>(operation.input.shape).filter(
    ([name]) => !fileNames(accepts).includes(name),
  );
  if (parameters.length === 0) return <p class="soft">No parameters.</p>;
  const inPath = pathNames(operation.path);
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
              {inPath.includes(name) ? "in the path" : accepts === undefined ? "in the query" : "in the body"}
              , {takes(schema)}
            </span>
          </dt>
          <dd>{schema.description}</dd>
        </div>
      ))}
    </dl>
  );
}

function Operation({ shown, site }: { shown: ShownApi; site: { baseUrl: string } }) {
  const { api } = shown;
  return (
    <>
      {shown.operations.map(({ id, operation, examples }) => (
        <article class="operation" id={`${api.name}-${id}`} aria-labelledby={`${api.name}-${id}-title`}>
          <div class="about">
            <h3 id={`${api.name}-${id}-title`}>{operation.summary}</h3>
            <p class="path">
              <span class="method">{operation.method}</span> <code>{operation.path}</code>
            </p>
            {operation.aliases !== undefined && operation.aliases.length > 0 && (
              <p class="soft">
                Also at <code>{operation.aliases.join(", ")}</code>
              </p>
            )}
            {operation.description !== undefined && <p>{operation.description}</p>}
            <Parameters operation={operation} />
            <p class="soft">Answers {mediaTypes(operation).join(" or ")}.</p>
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
          <div class="examples">
            {examples.map(({ example, address, answer }, i) => (
              <details name={`${api.name}-${id}`} open={i === 0}>
                <summary>
                  {example.title} <span class="status">{answer?.status ?? example.status ?? 200}</span>
                </summary>
                <Command
                  id={`${api.name}-${id}-${i}`}
                  line={curlLine(api, operation, example, site.baseUrl)}
                />
                {answer !== undefined && (
                  <>
                    <output id={`${api.name}-${id}-${i}-answer`} class="answer">
                      <Body text={answer.body} />
                    </output>
                    <p class="again">
                      <a href={address} data-run={`${api.name}-${id}-${i}-answer`}>
                        Run it<span class="unseen">: {`${example.title}, ${operation.path}`}</span>
                      </a>
                    </p>
                  </>
                )}
              </details>
            ))}
          </div>
        </article>
      ))}
    </>
  );
}

/** Everything that an API promises, read from its descriptor. */
export function Reference({ shown, site }: { shown: ShownApi; site: { baseUrl: string } }) {
  const { api } = shown;
  return (
    <section class="api" id={`${api.name}-api`} aria-labelledby={`${api.name}-title`}>
      <header class="opening">
        <h2 id={`${api.name}-title`}>{api.title}</h2>
        <p>
          {api.summary} <a href={api.document}>OpenAPI {api.version}</a>
        </p>
      </header>
      <Operation shown={shown} site={site} />
      {api.promises.length > 0 && (
        <div class="promises">
          <h3 id={`${api.name}-promises`}>What {api.title} promises</h3>
          <ol>
            {api.promises.map((promise) => (
              <li>{promise}</li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
