/** @jsxImportSource hono/jsx */

import type { FailedRequest } from "../http/core/error-response.ts";
import type { Problem } from "../kit/problem.ts";
import { problemKinds } from "../kit/problem-kinds.ts";
import { CodeBlock, CopyButton, Prose } from "./code.tsx";
import { Field } from "./forms.tsx";
import { Page, type Site } from "./page.tsx";
import { filteredHref } from "./requests-page.tsx";
import { tools } from "./tools/tools.ts";

/** Codes of errors that another key would solve. */
const NEED_KEY: ReadonlySet<string> = new Set([
  "key-missing",
  "key-invalid",
  "key-revoked",
  "key-expired",
  "unauthorized",
]);

/** The most characters of a URL that the page shows. */
const URL_MAX = 500;

/** A path in a hint such as "The nearest one is /docs/pdf.". Templates lead nowhere. */
function pathIn(detail: string): string | undefined {
  return /(?:^|\s)(\/[\w./-]*\w)\.?$/.exec(detail)?.[1];
}

const LINKS = { "/": "Home", "/docs": "Docs", "/tools": "Free tools", "/status": "Status" };

/** The page for an unknown path, with the closest known one. */
function MissingPage({ detail, url }: { detail: string; url: string }) {
  const near = pathIn(detail);
  // What has expired, for example, says more than that there is no page.
  const isPlain = detail.startsWith("Page not found");
  return (
    <>
      <h1>We can't find that page</h1>
      <p>{isPlain ? <code>{new URL(url).pathname.slice(0, URL_MAX)}</code> : <Prose text={detail} />}</p>
      {near !== undefined && (
        <p>
          Did you mean <a href={near}>{near}</a>?
        </p>
      )}
      <form class="filters" action="/docs/search">
        <Field
          {...{ name: "q", label: "Search the docs", type: "search", size: 28, required: true }}
          {...{ autocomplete: "off", spellcheck: false }}
        />
        <button type="submit">Search</button>
      </form>
      <p class="acts">
        {Object.entries(LINKS).map(([href, text]) => (
          <a class="button outline" href={href}>
            {text}
          </a>
        ))}
      </p>
    </>
  );
}

/** A request whose error a page explains, with the title of its API, if it is for one. */
export interface ShownRequest extends FailedRequest {
  readonly title: string | undefined;
}

interface ErrorProps {
  readonly site: Site;
  readonly problem: Problem;
  readonly request: ShownRequest;
}

/** The path and query of a request, such that a shell reads nothing of it as a command between single quotes. */
function quotable(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`.replaceAll("'", "%27");
  return path.length <= URL_MAX ? path : undefined;
}

/** The call as it works: a browser cannot send the header with the key. */
function WithKey({ site, request }: Omit<ErrorProps, "problem">) {
  const path = quotable(request.url);
  if (request.method !== "GET" || path === undefined) return null;
  return (
    <div class="with-key">
      <p>A browser sends no key when it opens a URL. Send it from your program or terminal:</p>
      <CodeBlock
        id="with-key"
        label="Shell"
        isWrapped
        text={`curl '${site.baseUrl}${path}' \\\n  -H "Authorization: Bearer $QUINTET_KEY"`}
        language="bash"
      />
    </div>
  );
}

/** Where to go on, the likeliest first. */
function Ways({ site, problem, request }: ErrorProps) {
  const needsKey = site.metering && request.title !== undefined && NEED_KEY.has(problem.code);
  // A form that was sent to a page, for example by a browser that goes back.
  const opens = request.title === undefined && (problem.options.headers?.Allow ?? "").startsWith("GET");
  const { pathname, searchParams } = new URL(request.url);
  const tool = needsKey ? tools.find(({ api }) => api === request.api) : undefined;
  const given = searchParams.get("url") ?? "";
  return (
    <p class="acts">
      {needsKey && (
        <a class="button" href="/signup">
          Get a free key
        </a>
      )}
      {opens && (
        <a class="button" href={site.baseUrl + pathname}>
          Open this page
        </a>
      )}
      {tool !== undefined && (
        <a class="button outline" href={filteredHref(`/tools/${tool.slug}`, { url: given })}>
          Try it without a key
        </a>
      )}
      {request.title !== undefined && tool === undefined && (
        <a class={needsKey ? "button outline" : "button"} href={`/docs/${request.api}`}>
          {needsKey ? "Try it in the docs" : `${request.title} reference`}
        </a>
      )}
      <a class="button outline" href={`/problems/${problem.code}`}>
        About this error
      </a>
    </p>
  );
}

/** Renders an error for people: the error in one sentence, and where to go on. The page of its code says more. */
export function errorPage(site: Site, problem: Problem, requestId: string, request: ShownRequest): string {
  const { title } = problemKinds[problem.code];
  const isMissing = problem.code === "not-found" && request.title === undefined;
  const heading = isMissing ? "Page not found" : title;
  const page = (
    <Page site={site} path="/" title={`${heading} · Quintet`} description={heading} personal>
      <div class="opening step">
        <p class="status">{problem.status}</p>
        {isMissing ? (
          <MissingPage detail={problem.message} url={request.url} />
        ) : (
          <>
            <h1>{title}</h1>
            <p>
              {problem.code === "key-missing" ? (
                "This call needs an API key."
              ) : (
                <Prose text={problem.message} />
              )}
            </p>
            {NEED_KEY.has(problem.code) && request.title !== undefined && (
              <WithKey site={site} request={request} />
            )}
            <Ways {...{ site, problem, request }} />
          </>
        )}
        <p class="soft">
          Request ID <code id="request-id">{requestId}</code> <CopyButton of="request-id" what="request ID" />
        </p>
      </div>
    </Page>
  );
  return `<!doctype html>${page}`;
}
