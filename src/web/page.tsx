import type { Child } from "hono/jsx";
import type { Assets } from "./assets.ts";

/** What every page needs to know. */
export interface Site {
  readonly baseUrl: string;
  readonly assets: Assets;
}

interface PageProps {
  readonly site: Site;
  readonly title: string;
  readonly description: string;
  readonly links: readonly (readonly [href: string, text: string])[];
  readonly children: Child;
}

/** The five bars of the house: one for each API. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
      <path class="tone-time" d="M2 8v4" />
      <path class="tone-version" d="M6 4v12" />
      <path class="tone-count" d="M10 7v6" />
      <path class="tone-variant" d="M14 2v16" />
      <path class="tone-random" d="M18 6v8" />
    </svg>
  );
}

/** The frame of every page: head, header with `links`, the page's own main part, footer. */
export function Page({ site, title, description, links, children }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href={site.assets.href("icon.svg")} />
        <link rel="stylesheet" href={site.assets.href("page.css")} />
        <link rel="service-desc" type="application/json" href="/openapi.json" />
        <script type="module" src={site.assets.href("page.js")} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="wide top">
          <a class="home" href="/">
            <Mark />
            Quintet
          </a>
          <nav aria-label="Site">
            {links.map(([href, text]) => (
              <a href={href}>{text}</a>
            ))}
          </nav>
        </header>
        <main id="main" class="wide">
          {children}
        </main>
        <footer class="wide">
          <p>Quintet is free software (MIT). This page loads nothing from any other host.</p>
          <nav aria-label="More">
            <a href="/openapi.json">OpenAPI</a>
            <a href="/problems">Problems</a>
            <a href="/health">Health</a>
          </nav>
          <p id="said" class="unseen" role="status" />
        </footer>
      </body>
    </html>
  );
}

/** A sentence in which words between backticks are code. */
export function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}</>;
}

/** A body as it came over the wire: shown a member a line, not a byte added. */
export function Body({ text, id }: { text: string; id?: string }) {
  return (
    <code class="body" {...(id === undefined ? {} : { id })}>
      {text.split(/(?<=,)(?=")/).map((line) => (
        <span>{line}</span>
      ))}
    </code>
  );
}

/** A command line with its copy button, which stays hidden where there is no script to copy with. */
export function Command({ line, id }: { line: string; id: string }) {
  return (
    <p class="command">
      <code id={id}>{line}</code>
      <button type="button" class="quiet" data-copy={id} hidden aria-label="Copy the command">
        Copy
      </button>
    </p>
  );
}
