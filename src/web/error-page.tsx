/** @jsxImportSource hono/jsx */
import type { Problem } from "../kit/problem.ts";
import { problemKinds } from "../kit/problem-kinds.ts";
import { Prose } from "./code.tsx";
import { Page, type Site } from "./page.tsx";

/** Codes of errors that a key or a session would solve. */
const NEED_ACCOUNT: ReadonlySet<string> = new Set([
  "key-missing",
  "key-invalid",
  "key-revoked",
  "unauthorized",
]);

/** A path in a hint such as "The nearest one is /docs/pdf.". Templates lead nowhere. */
function pathIn(detail: string): string | undefined {
  return /(?:^|\s)(\/[\w./-]*\w)\.?$/.exec(detail)?.[1];
}

/** The page for an unknown path, with the closest known one. */
function MissingPage({ detail }: { detail: string }) {
  const near = pathIn(detail);
  // What has expired, for example, says more than that there is no page.
  const isPlain = detail.startsWith("Page not found");
  return (
    <>
      <h1>We can't find that page</h1>
      {!isPlain && (
        <p>
          <Prose text={detail} />
        </p>
      )}
      {near !== undefined && (
        <p>
          Did you mean <a href={near}>{near}</a>?
        </p>
      )}
      <form class="filters" action="/docs/search">
        <p class="ask">
          <label for="q">Search the docs</label>
          <input id="q" name="q" type="search" size={28} required autocomplete="off" spellcheck={false} />
        </p>
        <button type="submit">Search</button>
      </form>
      <p class="links">
        <a href="/">Go home</a>
        <a href="/docs">Docs</a>
        <a href="/tools">Free tools</a>
      </p>
    </>
  );
}

/** Renders an error for people: the error in one sentence, and where to go on. The page of its code says more. */
export function errorPage(site: Site, problem: Problem, requestId: string): string {
  const { title } = problemKinds[problem.code];
  const isMissing = problem.code === "not-found";
  const heading = isMissing ? "Page not found" : title;
  const page = (
    <Page site={site} path="/" title={`${heading} · Quintet`} description={heading} personal>
      <div class="opening step">
        <p class="status">{problem.status}</p>
        {isMissing ? (
          <MissingPage detail={problem.message} />
        ) : (
          <>
            <h1>{title}</h1>
            <p>
              <Prose text={problem.message} />
            </p>
            <p class="links">
              {site.metering && NEED_ACCOUNT.has(problem.code) && <a href="/signup">Sign up or sign in</a>}
              {problem.code === "method-not-allowed" && <a href="/docs">See the reference</a>}
              <a href={`/problems/${problem.code}`}>About this error</a>
            </p>
          </>
        )}
        <p class="soft">
          Request ID <code>{requestId}</code>
        </p>
      </div>
    </Page>
  );
  return `<!doctype html>${page}`;
}
