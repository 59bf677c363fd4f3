/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { AssetName, Assets } from "./assets.ts";
import type { Brand } from "./brand.ts";

/** Values that every page needs. */
export interface Site {
  readonly baseUrl: string;
  readonly assets: Assets;
  /** Whether calls need a key and people can have accounts. */
  readonly metering: boolean;
  /** Whether links are sent by email; else they are printed for the person who started the server. */
  readonly sendsEmail: boolean;
  /** The name and logo of the operator. */
  readonly brand: Brand;
}

interface PageProps {
  readonly site: Site;
  /** The path of the page, for its canonical address and to mark where the visitor is. */
  readonly path: `/${string}`;
  readonly title: string;
  readonly description: string;
  /** True for pages that are one visitor's own: search engines are asked to leave them out. */
  readonly personal?: boolean;
  /** Style sheets and scripts of the page, beside those of every page. */
  readonly styles?: readonly AssetName[];
  readonly scripts?: readonly AssetName[];
  /** The text of the status region when the page is opened. */
  readonly said?: string | undefined;
  /** The header and the footer of what a link shares, instead of those of the site. */
  readonly shared?: { readonly header: Child; readonly footer: Child };
  readonly children: Child;
}

/** The five bars of the app: one for each API. */
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

/** The links of the header, beside the account's. */
const LINKS = { "/tools": "Tools", "/docs": "Docs", "/pricing": "Pricing", "/status": "Status" };

/**
 * The link to the account. Pages are the same for everybody, so that caches may keep them: a script changes the text for
 * who is signed in, which pages of the account mark.
 */
function AccountLink({ path }: Pick<PageProps, "path">) {
  const isOwn = path === "/account";
  return (
    <a href="/account" aria-current={isOwn ? "page" : undefined} data-account={isOwn ? "signed-in" : path}>
      {isOwn ? "Account" : "Sign in"}
    </a>
  );
}

/** The path of a page, or of one that it is below. */
const isAt = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** The header of the site. */
function SiteHeader({ site, path }: Pick<PageProps, "site" | "path">) {
  return (
    <>
      <a class="home" href="/">
        <Mark />
        Quintet
      </a>
      <nav aria-label="Site">
        {Object.entries(LINKS).map(
          ([href, text]) =>
            (site.metering || href !== "/pricing") && (
              <a href={href} aria-current={isAt(path, href) ? "page" : undefined}>
                {text}
              </a>
            ),
        )}
        {site.metering && <AccountLink path={path} />}
      </nav>
    </>
  );
}

/** The footer of the site. */
function SiteFooter({ site }: Pick<PageProps, "site">) {
  return (
    <>
      <p>Free software (MIT). No third-party requests.</p>
      <nav aria-label="More">
        <a href="/tools">Free tools</a>
        {site.metering && <a href="/pricing">Pricing</a>}
        <a href="/benchmarks">Benchmarks</a>
        <a href="/status">Status</a>
        <a href="/suite/openapi.json">OpenAPI</a>
        <a href="/docs/errors">Errors</a>
        <a href="/docs/privacy">Privacy</a>
        <a href="/llms.txt">For AI agents</a>
      </nav>
    </>
  );
}

/** The frame of every page: head, header, the page's own main part, footer. */
export function Page({
  site,
  path,
  title,
  description,
  personal = false,
  styles = [],
  scripts = [],
  said,
  shared,
  children,
}: PageProps) {
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
        {styles.map((name) => (
          <link rel="stylesheet" href={site.assets.href(name)} />
        ))}
        {isAt(path, "/docs") && (
          <link
            rel="alternate"
            type="application/atom+xml"
            href="/docs/changelog.atom"
            title="Quintet changelog"
          />
        )}
        <link rel="service-desc" type="application/json" href="/suite/openapi.json" />
        {/* What it changes for who is signed in moves nothing that is seen already. */}
        <script type="module" blocking="render" src={site.assets.href("page.js")} />
        {scripts.map((name) => (
          <script type="module" src={site.assets.href(name)} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class={shared === undefined ? "wide top" : "wide top shared-top"}>
          {shared?.header ?? <SiteHeader site={site} path={path} />}
        </header>
        <main id="main" class="wide">
          {children}
        </main>
        <footer class={shared === undefined ? "wide" : "wide shared-foot"}>
          {shared?.footer ?? <SiteFooter site={site} />}
          <p id="said" class="unseen" role="status">
            {said}
          </p>
        </footer>
      </body>
    </html>
  );
}

/** Metadata of a page for search engines and link previews. */
function Preview({
  site,
  path,
  title,
  description,
}: Pick<PageProps, "site" | "path" | "title" | "description">) {
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

interface PagerProps {
  /** The URL of the next page; null on the last. */
  readonly next: string | null;
  /** The URL of the first page, on later ones. */
  readonly first?: string | undefined;
  /** The URL of the page before, where it is known. */
  readonly previous?: string | undefined;
  /** Further links. */
  readonly children?: Child;
}

/** Links to the first, the previous and the next page of a list. */
export function Pager({ next, first, previous, children }: PagerProps) {
  return (
    <nav class="pager" aria-label="Pages">
      {first !== undefined && <a href={first}>First page</a>}
      {previous !== undefined && (
        <a href={previous} rel="prev">
          Previous page
        </a>
      )}
      {next !== null && (
        <a href={next} rel="next">
          Next page
        </a>
      )}
      {children}
    </nav>
  );
}
