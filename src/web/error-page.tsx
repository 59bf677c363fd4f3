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

/** Renders an error for people: what is wrong, what to do, and where to go on. */
export function errorPage(site: Site, problem: Problem, requestId: string): string {
  const { title, remedy } = problemKinds[problem.code];
  const isMissing = problem.code === "not-found";
  const near = isMissing ? pathIn(problem.message) : undefined;
  const heading = isMissing ? "Page not found" : title;
  const page = (
    <Page site={site} path="/" title={`${heading} · Quintet`} description={heading} personal>
      <div class="opening step">
        <p class="status">{problem.status}</p>
        <h1>{heading}</h1>
        <p>
          <Prose text={problem.message} />
        </p>
        {!isMissing && (
          <p>
            <Prose text={remedy} />
          </p>
        )}
        <p class="links">
          {near !== undefined && <a href={near}>{near}</a>}
          {site.metering && NEED_ACCOUNT.has(problem.code) && <a href="/signup">Sign up or sign in</a>}
          <a href="/">Home</a> <a href="/docs">Docs</a> <a href="/status">Status</a>{" "}
          {!isMissing && <a href={`/problems/${problem.code}`}>About this error</a>}
        </p>
        <p class="soft">
          Request ID <code>{requestId}</code>
        </p>
      </div>
    </Page>
  );
  return `<!doctype html>${page}`;
}
