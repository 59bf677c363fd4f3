/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Assets } from "./assets.ts";

/** What every page needs to know. */
export interface Site {
  readonly baseUrl: string;
  readonly assets: Assets;
  /** Whether calls need a key and people can have accounts. */
  readonly metering: boolean;
}

interface PageProps {
  readonly site: Site;
  /** The path of the page, for its canonical address and to mark where the visitor is. */
  readonly path: `/${string}`;
  readonly title: string;
  readonly description: string;
  /** True for pages that are one visitor's own: search engines are asked to leave them out. */
  readonly personal?: boolean;
  /** True for pages with consoles. */
  readonly consoles?: boolean;
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

/** Where the header leads. */
function linksOf(site: Site): readonly (readonly [href: `/${string}`, text: string])[] {
  const account = site.metering ? ([["/account", "Account"]] as const) : [];
  return [["/docs", "Docs"], ["/#prices", "Prices"], ["/status", "Status"], ...account];
}

/** The frame of every page: head, header, the page's own main part, footer. */
export function Page({
  site,
  path,
  title,
  description,
  personal = false,
  consoles = false,
  children,
}: PageProps) {
  const here = (href: string) => path === href || path.startsWith(`${href}/`);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {personal ? (
          <meta name="robots" content="noindex" />
        ) : (
          <Preview {...{ site, path, title, description }} />
        )}
        <link rel="icon" type="image/svg+xml" href={site.assets.href("icon.svg")} />
        <link rel="stylesheet" href={site.assets.href("page.css")} />
        <link rel="service-desc" type="application/json" href="/suite/openapi.json" />
        <script type="module" src={site.assets.href("page.js")} />
        {consoles && <script type="module" src={site.assets.href("console.js")} />}
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
            {linksOf(site).map(([href, text]) => (
              <a href={href} aria-current={here(href) ? "page" : undefined}>
                {text}
              </a>
            ))}
          </nav>
        </header>
        <main id="main" class="wide">
          {children}
        </main>
        <footer class="wide">
          <p>Quintet is free software (MIT). This page loads nothing from any other host.</p>
          <nav aria-label="More">
            <a href="/suite/openapi.json">OpenAPI</a>
            <a href="/problems">Problems</a>
            <a href="/llms.txt">For machines</a>
          </nav>
          <p id="said" class="unseen" role="status" />
        </footer>
      </body>
    </html>
  );
}

/** What search engines and messengers read of a page. */
function Preview({ site, path, title, description }: Omit<PageProps, "children" | "personal" | "consoles">) {
  const url = site.baseUrl + path;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Quintet" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.baseUrl + site.assets.href("social.png")} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
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

/** What may be longer than its place: it scrolls, also by keyboard. */
export function Scroll({ label, children }: { label: string; children: Child }) {
  return (
    // A group is all it is: a fieldset belongs to forms, and a landmark for each answer would be noise.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div class="scroll" tabindex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Lines of code with their copy button. */
export function Code({ text, id }: { text: string; id: string }) {
  return (
    <div class="code">
      <Scroll label="Code">
        <pre>
          <code id={id}>{text}</code>
        </pre>
      </Scroll>
      <button type="button" class="quiet" data-copy={id} hidden aria-label="Copy the code">
        Copy
      </button>
    </div>
  );
}
