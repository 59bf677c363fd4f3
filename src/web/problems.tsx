/** @jsxImportSource hono/jsx */
import { type Api, isMetered } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import { type ProblemCode, type ProblemKind, problemKinds } from "../kit/problem-kinds.ts";
import { codesOf } from "../openapi/error-codes.ts";
import type { Call, CallResponse } from "./call.ts";
import { CodeBlock, Prose } from "./code.tsx";
import { SHOWN_ID } from "./demo-samples.ts";
import { Page, type Site } from "./page.tsx";

/** Reports whether a text is the code of a problem. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problemKinds, text);
}

/** A problem document of this code: from a real error response if an open API has an example of one. */
async function sampleOf(
  code: ProblemCode,
  apis: readonly Api[],
  call: Call,
  otherwise: string,
): Promise<CallResponse> {
  const refused = apis
    .filter((api) => api.access === "open")
    .flatMap((api) => Object.values(api.operations))
    .flatMap((operation) => operation.examples.map((example) => ({ operation, example })))
    .filter(({ example }) => example.status === problemKinds[code].status);
  for (const { operation, example } of refused) {
    const response = await call(operation, example.input);
    if (response.body.includes(`"code":"${code}"`)) return response;
  }
  return { status: problemKinds[code].status, mediaType: "application/problem+json", body: otherwise };
}

/** Reports whether every operation that can return this error is metered: it then says that nothing was charged. */
function isOfMetered(code: ProblemCode, apis: readonly Api[]): boolean {
  const metered = apis
    .flatMap((api) => Object.values(api.operations).map((operation) => ({ api, operation })))
    .filter(({ api, operation }) => codesOf(api, operation).includes(code))
    .map(({ api, operation }) => isMetered(api, operation));
  return metered.length > 0 && metered.every((one) => one);
}

/** Guides that say more about a kind of problem, by status. */
const GUIDES: Readonly<Record<number, readonly [path: string, title: string]>> = {
  401: ["/docs/keys", "API keys"],
  403: ["/docs/keys", "API keys"],
  429: ["/docs/quotas", "Quotas and costs"],
};

/** Renders the page of one problem, where the `type` of its documents leads. */
export async function problemPage(
  code: ProblemCode,
  apis: readonly Api[],
  site: Site,
  call: Call,
): Promise<string> {
  const { status, title, meaning, remedy, example = meaning }: ProblemKind = problemKinds[code];
  const members = isOfMetered(code, apis) ? { charged: 0 } : {};
  const plain = new Problem(code, example, { members }).toDocument(site.baseUrl, SHOWN_ID);
  const guide = GUIDES[status];
  const sample = await sampleOf(code, apis, call, JSON.stringify(plain));
  const page = (
    <Page site={site} path={`/problems/${code}`} title={`${title} · Quintet`} description={meaning}>
      <article class="problem">
        <p class="code">
          <span class="status">{status}</span> <code>{code}</code>
        </p>
        <h1>{title}</h1>
        <div class="columns">
          <section aria-labelledby="meaning">
            <h2 id="meaning">What happened</h2>
            <p>
              <Prose text={meaning} />
            </p>
          </section>
          <section aria-labelledby="remedy">
            <h2 id="remedy">What to do</h2>
            <p>
              <Prose text={remedy} />
            </p>
          </section>
        </div>
        <section aria-labelledby="sample">
          <h2 id="sample">Example</h2>
          <CodeBlock
            text={JSON.stringify(JSON.parse(sample.body), null, 2)}
            language="json"
            label={`Response ${status}`}
            isWrapped
          />
        </section>
        <p class="links">
          {guide !== undefined && <a href={guide[0]}>{guide[1]}</a>}
          <a href="/docs/errors">All error codes</a>
        </p>
      </article>
    </Page>
  );
  return `<!doctype html>${page}`;
}
