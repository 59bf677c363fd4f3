import { gzipSync } from "node:zlib";
import type { Fetch, Fetched } from "../../src/kit/fetch.ts";
import { Problem } from "../../src/kit/problem.ts";
import { seededBelow } from "../random.ts";

/** A response of a generated site. */
export interface SiteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly ttfbMs: number;
}

/** A page before it is written as HTML. */
interface Draft {
  readonly path: string;
  title: string | null;
  description: string | null;
  h1: string | null;
  text: string;
  readonly links: string[];
  readonly images: string[];
  canonical?: string;
  noindex?: "meta" | "header";
  readonly hreflang: [string, string][];
  status: number;
  ttfbMs: number;
  isInSitemap: boolean;
}

/** What a crawl must find: for each issue its items, as `itemText` writes them. */
export type ExpectedIssues = Map<string, Set<string>>;

/** A site with seeded defects and traps. */
export interface GeneratedSite {
  readonly origin: string;
  /** HTML pages with status 200 outside of the traps. */
  readonly pages: number;
  readonly expected: ExpectedIssues;
  /** Whether a URL is part of a trap, where notices are not compared. */
  isTrap(url: string): boolean;
  /** Requests that robots.txt forbids, and how often each URL was requested. */
  readonly forbidden: string[];
  readonly requests: Map<string, number>;
  respond(url: URL): SiteResponse;
}

/** An item as the test compares it: its URL, and the URLs that belong to it in any order. */
export function itemText(url: string, related: readonly string[] = []): string {
  return [url, ...[...related].sort()].join(" ");
}

/** The members of a group in any order. */
export function groupText(urls: readonly string[]): string {
  return [...urls].sort().join(" ");
}

const SYLLABLES =
  "ba be bi bo ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to".split(
    " ",
  );
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const TRAPS = /^\/(?:calendar|session|docs|shop|next)\b/;

/** Writes a text in HTML. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * Generates a site of about `size` pages. The same seed gives the same site. Without `traps` it has no URLs without
 * end, for crawlers that would not come back from them.
 */
export function generateSite(
  origin: string,
  {
    seed,
    size,
    traps = true,
    slowMs = 2_500,
    other = "http://other.example/",
  }: {
    readonly seed: number;
    readonly size: number;
    readonly traps?: boolean;
    readonly slowMs?: number;
    /** A URL of another site that exists. */
    readonly other?: string;
  },
): GeneratedSite {
  const below = seededBelow(seed);
  const word = () => Array.from({ length: 2 + below(3) }, () => SYLLABLES[below(SYLLABLES.length)]).join("");
  const words = (count: number) => Array.from({ length: count }, word).join(" ");
  const drafts = new Map<string, Draft>();
  const moved = new Map<string, { status: number; to: string }>();
  const listed = new Set<string>();
  const expected: ExpectedIssues = new Map();
  const expect = (id: string, text: string) => expected.set(id, (expected.get(id) ?? new Set()).add(text));
  const at = (path: string) => `${origin}${path}`;
  let serial = 0;
  const add = (path: string, links: string[] = []): Draft => {
    serial++;
    const draft: Draft = {
      path,
      title: `${word().slice(0, 6)} ${word().slice(0, 6)} number ${serial} in store`,
      description: `Number ${serial}: ${words(14).slice(0, 80)} and all that is needed.`,
      h1: `${word()} ${word()}`,
      text: words(90 + below(60)),
      links,
      images: ["/img/ok.png"],
      hreflang: [],
      status: 200,
      ttfbMs: 20 + below(100),
      isInSitemap: true,
    };
    drafts.set(path, draft);
    return draft;
  };
  const home = add("/");
  const products: Draft[] = [];
  const categories = Math.max(2, Math.ceil(size / 110));
  const perCategory = Math.ceil((size - categories) / categories / 1.06);
  for (let c = 0; c < categories; c++) {
    const folder = `/c/${word()}-${c}`;
    const lists = Math.ceil(perCategory / 20);
    const listPaths = Array.from({ length: lists }, (_, i) =>
      i === 0 ? `${folder}/` : `${folder}/?page=${i + 1}`,
    );
    home.links.push(`${folder}/`);
    const own: Draft[] = [];
    for (let i = 0; i < perCategory; i++)
      own.push(add(`${folder}/${word()}-${word()}-${i}`, ["/", `${folder}/`]));
    for (const [i, path] of listPaths.entries())
      add(path, [
        "/",
        ...listPaths.filter((other) => other !== path),
        ...own.slice(i * 20, i * 20 + 20).map((one) => one.path),
      ]);
    for (const [i, draft] of own.entries()) draft.links.push(own[(i + 1) % own.length]?.path ?? "/");
    products.push(...own);
  }
  // Defects are on pages of their own, so that none hides another.
  const free = [...products];
  const take = (): Draft => {
    const [draft] = free.splice(below(free.length), 1);
    if (draft === undefined) throw new RangeError("the site is too small for its defects");
    return draft;
  };
  const some = Math.max(2, Math.round(size / 250));
  const times = (count: number, make: (i: number) => void) => {
    for (let i = 0; i < count; i++) make(i);
  };

  times(some, () => {
    const draft = take();
    draft.title = null;
    expect("title-missing", itemText(at(draft.path)));
  });
  times(some, () => {
    const group = [take(), take(), take()].slice(0, 2 + below(2));
    for (const draft of group) draft.title = group[0]?.title ?? "";
    expect("title-duplicate", groupText(group.map(({ path }) => at(path))));
  });
  times(some, () => {
    const [long, short] = [take(), take()];
    long.title = words(24);
    short.title = `Nr ${serial++}`;
    expect("title-too-long", itemText(at(long.path)));
    expect("title-too-short", itemText(at(short.path)));
  });
  times(some, () => {
    const [none, long, short, one, two] = [take(), take(), take(), take(), take()];
    none.description = null;
    long.description = words(50);
    short.description = `Short ${serial++}.`;
    two.description = one.description;
    expect("description-missing", itemText(at(none.path)));
    expect("description-too-long", itemText(at(long.path)));
    expect("description-too-short", itemText(at(short.path)));
    expect("description-duplicate", groupText([at(one.path), at(two.path)]));
  });
  times(some, () => {
    const draft = take();
    draft.h1 = null;
    expect("h1-missing", itemText(at(draft.path)));
  });
  const isBlank = new Set<string>();
  times(some, (i) => {
    const sources = [take(), take()].slice(0, 1 + below(2));
    const path = `/gone/page-${i}`;
    isBlank.add(path);
    moved.set(path, { status: [404, 410, 500][i % 3] ?? 404, to: "" });
    for (const source of sources) source.links.push(path);
    expect(
      "broken-link",
      itemText(
        at(path),
        sources.map((source) => at(source.path)),
      ),
    );
  });
  times(some, (i) => {
    const source = take();
    source.images.push(`/img/broken-${i}.png`);
    expect("broken-resource", itemText(at(`/img/broken-${i}.png`), [at(source.path)]));
  });
  times(some, (i) => {
    const [source, good] = [take(), take()];
    source.links.push(`http://dead-${i}.example/page`);
    good.links.push(other);
    expect("broken-external-link", itemText(`http://dead-${i}.example/page`, [at(source.path)]));
  });
  times(some, (i) => {
    const [source, target] = [take(), take()];
    const path = `/r/once-${i}`;
    moved.set(path, { status: i % 2 === 0 ? 301 : 302, to: target.path });
    source.links.push(path);
    expect("link-to-redirect", itemText(at(path), [at(source.path)]));
  });
  times(20, (i) => {
    const [source, target] = [take(), products[below(products.length)] ?? home];
    const length = 2 + (i % 4);
    const paths = Array.from({ length }, (_, hop) => `/r/chain-${i}-${hop}`);
    for (const [hop, path] of paths.entries())
      moved.set(path, { status: [301, 302, 307, 308][hop % 4] ?? 301, to: paths[hop + 1] ?? target.path });
    source.links.push(paths[0] ?? "");
    expect("redirect-chain", itemText(at(paths[0] ?? ""), [...paths.slice(1), target.path].map(at)));
    expect("link-to-redirect", itemText(at(paths[0] ?? ""), [at(source.path)]));
  });
  times(Math.max(2, Math.round(some / 4)), (i) => {
    const source = take();
    const paths = Array.from({ length: 1 + (i % 3) }, (_, hop) => `/r/loop-${i}-${hop}`);
    for (const [hop, path] of paths.entries())
      moved.set(path, { status: 302, to: paths[(hop + 1) % paths.length] ?? path });
    source.links.push(paths[0] ?? "");
    expect("redirect-loop", itemText(at(paths[0] ?? ""), paths.map(at)));
  });
  times(some, (i) => {
    const source = take();
    moved.set(`/r/dead-${i}`, { status: 301, to: `/gone/moved-${i}` });
    moved.set(`/gone/moved-${i}`, { status: 404, to: "" });
    source.links.push(`/r/dead-${i}`);
    expect("redirect-broken", itemText(at(`/r/dead-${i}`), [at(`/gone/moved-${i}`)]));
    expect("link-to-redirect", itemText(at(`/r/dead-${i}`), [at(source.path)]));
  });
  times(some, (i) => {
    const [broken, redirected, toNoindex, noindex, first, second, last, elsewhere] = Array.from(
      { length: 8 },
      take,
    );
    if (!broken || !redirected || !toNoindex || !noindex || !first || !second || !last || !elsewhere) return;
    for (const draft of [broken, redirected, toNoindex, noindex, first, second, elsewhere])
      draft.isInSitemap = false;
    broken.canonical = `/gone/canonical-${i}`;
    moved.set(`/gone/canonical-${i}`, { status: 404, to: "" });
    expect("canonical-broken", itemText(at(broken.path), [at(`/gone/canonical-${i}`)]));
    redirected.canonical = `/r/canonical-${i}`;
    moved.set(`/r/canonical-${i}`, { status: 301, to: last.path });
    expect("canonical-redirect", itemText(at(redirected.path), [at(`/r/canonical-${i}`), at(last.path)]));
    toNoindex.canonical = noindex.path;
    noindex.noindex = i % 2 === 0 ? "meta" : "header";
    expect("canonical-noindex", itemText(at(toNoindex.path), [at(noindex.path)]));
    expect("noindex-linked", itemText(at(noindex.path)));
    first.canonical = second.path;
    second.canonical = last.path;
    expect("canonical-chain", itemText(at(first.path), [at(second.path), at(last.path)]));
    expect("canonical-elsewhere", itemText(at(second.path), [at(last.path)]));
    elsewhere.canonical = last.path;
    expect("canonical-elsewhere", itemText(at(elsewhere.path), [at(last.path)]));
  });
  times(some, (i) => {
    const [source, noindex, canonical, target] = [take(), take(), take(), take()];
    const secret = `/private/page-${i}`;
    source.links.push(secret);
    expect("blocked-linked", itemText(at(secret), [at(source.path)]));
    listed.add(`/private/listed-${i}`);
    expect("sitemap-blocked", itemText(at(`/private/listed-${i}`)));
    noindex.noindex = "header";
    expect("sitemap-noindex", itemText(at(noindex.path)));
    expect("noindex-linked", itemText(at(noindex.path)));
    canonical.canonical = target.path;
    expect("sitemap-not-canonical", itemText(at(canonical.path), [at(target.path)]));
    expect("canonical-elsewhere", itemText(at(canonical.path), [at(target.path)]));
    listed.add(`/gone/listed-${i}`);
    moved.set(`/gone/listed-${i}`, { status: i % 2 === 0 ? 404 : 410, to: "" });
    expect("sitemap-broken", itemText(at(`/gone/listed-${i}`)));
    listed.add(`/r/listed-${i}`);
    moved.set(`/r/listed-${i}`, { status: 301, to: target.path });
    expect("sitemap-redirect", itemText(at(`/r/listed-${i}`), [at(target.path)]));
    add(`/alone/page-${i}`, ["/"]);
    expect("orphan", itemText(at(`/alone/page-${i}`)));
    const missing = take();
    missing.isInSitemap = false;
    expect("not-in-sitemap", itemText(at(missing.path)));
  });
  times(some, (i) => {
    const [en, de, fr] = ["en", "de", "fr"].map((lang) => add(`/l/${lang}-${i}`, ["/"]));
    if (!en || !de || !fr) return;
    home.links.push(en.path, de.path, fr.path);
    const all: [string, string][] = [
      ["en", en.path],
      ["de", de.path],
      ["fr", fr.path],
    ];
    en.hreflang.push(...all);
    de.hreflang.push(...all);
    // The French page names itself and English alone; the German one is not told.
    fr.hreflang.push(["fr", fr.path], ["en", en.path], ["es", `/gone/es-${i}`]);
    moved.set(`/gone/es-${i}`, { status: 404, to: "" });
    expect("hreflang-no-return", itemText(at(de.path), [at(fr.path)]));
    expect("hreflang-broken", itemText(at(fr.path), [at(`/gone/es-${i}`)]));
  });
  times(some, () => {
    const [one, two, near, other] = [take(), take(), take(), take()];
    two.text = one.text;
    two.h1 = one.h1;
    two.links.splice(0, two.links.length, ...one.links);
    expect("duplicate-content", groupText([at(one.path), at(two.path)]));
    near.text = words(250);
    other.text = `${near.text} ${word()}`;
    other.h1 = near.h1;
    expect("near-duplicate-content", groupText([at(near.path), at(other.path)]));
  });
  times(some, (i) => {
    const source = take();
    source.links.push(`/c/nothing-${i}`);
    expect("soft-404", itemText(at(`/c/nothing-${i}`)));
  });
  times(some, () => {
    const draft = take();
    draft.ttfbMs = slowMs;
    expect("slow-page", itemText(at(draft.path)));
  });
  times(some, () => {
    const source = take();
    source.links.push(
      `${source.path}#part`,
      "mailto:a@b.example",
      "javascript:void(0)",
      "data:text/plain,x",
      "tel:1",
    );
    source.links.push(
      `${origin.replace("://", "://user:word@").toUpperCase().replace("HTTP", "http")}${products[0]?.path}`,
    );
  });
  expect("unknown-url-ok", "/c/");
  if (traps) for (const folder of ["/calendar/", "/session/", "/next/"]) expect("unknown-url-ok", folder);
  if (traps)
    home.links.push("/calendar/2026/11", "/session/0?sid=0a1b2c3d4e5f", "/docs/", "/shop?color=0", "/next/1");
  const sitemapPaths = [
    ...[...drafts.values()].filter(({ isInSitemap }) => isInSitemap).map(({ path }) => path),
    ...listed,
  ];
  const forbidden: string[] = [];
  const requests = new Map<string, number>();

  const html = (draft: Omit<Draft, "isInSitemap">): SiteResponse => {
    const { title, description, h1, text, links, images, canonical, noindex, hreflang, status, ttfbMs } =
      draft;
    const head = [
      '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      title === null ? "" : `<title>${escaped(title)}</title>`,
      description === null ? "" : `<meta name="description" content="${escaped(description)}">`,
      canonical === undefined ? "" : `<link rel="canonical" href="${at(canonical)}">`,
      noindex === "meta" ? '<meta name="robots" content="noindex">' : "",
      ...hreflang.map(([lang, path]) => `<link rel="alternate" hreflang="${lang}" href="${at(path)}">`),
    ];
    const body = [
      '<header><nav><a href="/">Home</a></nav></header><main>',
      h1 === null ? "" : `<h1>${escaped(h1)}</h1>`,
      `<p>${escaped(text)}</p>`,
      ...images.map((src) => `<img src="${src}" alt="An image" width="1" height="1">`),
      ...links.map(
        (href) => `<a href="${escaped(href)}">to ${escaped(href.split(/[/?#]/).at(-1) || "start")}</a> `,
      ),
      "</main><footer>The store, all rights reserved</footer>",
    ];
    const headers: Record<string, string> = { "content-type": "text/html; charset=utf-8" };
    if (noindex === "header") headers["x-robots-tag"] = "noindex";
    return {
      status,
      headers,
      body: `<!doctype html><html lang="en"><head>${head.join("")}</head><body>${body.join("\n")}</body></html>`,
      ttfbMs,
    };
  };
  const plain = (status: number, body = "", headers: Record<string, string> = {}): SiteResponse => ({
    status,
    headers: { "content-type": "text/plain", ...headers },
    body,
    ttfbMs: 5,
  });
  const sitemap = (paths: readonly string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${escaped(at(path))}</loc></url>`).join("")}</urlset>`;
  const trapPage = (
    path: string,
    title: string,
    text: string,
    links: string[],
    canonical?: string,
  ): SiteResponse =>
    html({
      path,
      title: `${title} in this store`,
      description: `${title}: everything that there is to know about it, and a little more than that.`,
      h1: title,
      text,
      links,
      images: [],
      hreflang: [],
      status: 200,
      ttfbMs: 20,
      ...(canonical === undefined ? {} : { canonical }),
    });

  const trapFor = (url: URL): SiteResponse => {
    const [, area = "", first = "", second = "", third = ""] = url.pathname.split("/");
    const unique = seededBelow(
      [...url.pathname].reduce((sum, one) => Math.imul(sum, 31) + one.charCodeAt(0), seed),
    );
    const uniqueText = (count: number) =>
      Array.from({ length: count }, () =>
        Array.from({ length: 3 }, () => SYLLABLES[unique(SYLLABLES.length)]).join(""),
      ).join(" ");
    if (area === "calendar") {
      const [year, month] = [Number(first), Number(second)];
      const name = `${MONTHS[month - 1]} ${year}`;
      const shifted = (by: number) => {
        const date = new Date(Date.UTC(year, month - 1 + by, 1));
        return `/calendar/${date.getUTCFullYear()}/${String(date.getUTCMonth() + 1).padStart(2, "0")}`;
      };
      if (third !== "")
        return trapPage(url.pathname, `Day ${third} of ${name}`, "No events.", [shifted(0), "/"]);
      const days = ["01", "15"].map((day) => `${shifted(0)}/${day}`);
      return trapPage(url.pathname, name, "No events.", [shifted(-1), shifted(1), shifted(12), ...days, "/"]);
    }
    if (area === "session") {
      // A fresh session in every link of every response.
      const session = () =>
        `${(requests.get(url.href) ?? 0) + 1}${String(seededBelow(seed + requests.size)(1e9)).padStart(9, "0")}`;
      const number = Number(first) % 10;
      const next = [number + 1, number + 3, number * 2].map((one) => `/session/${one % 10}?sid=${session()}`);
      return trapPage(url.pathname, `Basket number ${number}`, uniqueText(60), [
        ...next,
        `/session/${number};jsessionid=${session()}`,
      ]);
    }
    if (area === "docs")
      return trapPage(url.pathname, `Manual ${uniqueText(1)}`, uniqueText(60), ["docs/", "../docs/"]);
    if (area === "shop") {
      const facets = ["color", "size", "brand", "price", "shape"];
      const now = url.searchParams;
      const links = facets.flatMap((facet) =>
        Array.from({ length: 4 }, (_, value) => {
          const next = new URLSearchParams(now);
          next.set(facet, String(value));
          return `/shop?${next}`;
        }),
      );
      return trapPage(
        url.pathname,
        `Things with ${[...now].map((pair) => pair.join(" ")).join(" and ")}`,
        "Choose.",
        links,
        "/shop?color=0",
      );
    }
    const number = Number(first);
    return trapPage(url.pathname, `Part ${number} of the list`, "There is more of this on the next page.", [
      `/next/${number + 1}`,
    ]);
  };

  const known = (url: URL): SiteResponse => {
    const path = decodeURI(url.pathname) + url.search;
    if (path === "/robots.txt")
      return plain(200, `User-agent: *\nDisallow: /private/\n\nSitemap: ${at("/sitemap-index.xml")}\n`);
    if (path === "/sitemap-index.xml") {
      const files = [at("/sitemap-1.xml.gz"), at("/sitemap-2.xml")];
      return plain(
        200,
        `<sitemapindex>${files.map((file) => `<sitemap><loc>${file}</loc></sitemap>`).join("")}</sitemapindex>`,
      );
    }
    const half = Math.ceil(sitemapPaths.length / 2);
    if (path === "/sitemap-1.xml.gz")
      return {
        ...plain(200),
        headers: { "content-type": "application/gzip" },
        body: new Uint8Array(gzipSync(sitemap(sitemapPaths.slice(0, half)))),
      };
    if (path === "/sitemap-2.xml")
      return plain(200, sitemap(sitemapPaths.slice(half)), { "content-type": "application/xml" });
    if (path === "/img/ok.png") return plain(200, "png", { "content-type": "image/png" });
    const draft = drafts.get(path);
    if (draft !== undefined) return html(draft);
    const move = moved.get(path);
    if (move !== undefined && move.to !== "") return plain(move.status, "", { location: move.to });
    if (move !== undefined) return plain(move.status, "gone");
    if (path.startsWith("/private/")) forbidden.push(path);
    if (TRAPS.test(path) && traps) return trapFor(url);
    if (/^\/c\/[^/]+$/.test(path))
      return trapPage(
        path,
        "Nothing to see",
        "What you are looking for is not in the store any more, have a look around instead.",
        ["/"],
      );
    return plain(404, "not found");
  };
  return {
    origin,
    pages: drafts.size + some,
    expected,
    isTrap: (url) => TRAPS.test(url.slice(origin.length)),
    forbidden,
    requests,
    respond(url) {
      requests.set(url.href, (requests.get(url.href) ?? 0) + 1);
      return known(url);
    },
  };
}

function fetchedOf(url: string, { status, headers, body, ttfbMs }: SiteResponse): Fetched {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    url,
    status,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: bytes,
    truncated: false,
    transferBytes: bytes.byteLength,
    redirects: [],
    stopped: undefined,
    ttfbMs,
    totalMs: ttfbMs + 1,
  };
}

/**
 * A `Fetch` of sites without a network: `respond` gives the response of each URL, or undefined for a host that does not
 * exist. Redirects are followed as the egress does.
 */
export function fetchOf(respond: (url: URL) => SiteResponse | undefined): Fetch {
  return async (address, { maxRedirects = 5, maxBytes }) => {
    const redirects: Fetched["redirects"][number][] = [];
    for (let url = new URL(address); ; ) {
      const response = respond(url);
      if (response === undefined) throw new Problem("upstream-unreachable", "The host does not exist.");
      const fetched = fetchedOf(url.href, response);
      const body = fetched.body.subarray(0, maxBytes);
      const { location } = response.headers;
      const isSeen =
        location !== undefined && redirects.some((one) => one.url === new URL(location, url).href);
      if (response.status < 300 || response.status > 399 || location === undefined)
        return { ...fetched, body, redirects };
      if (redirects.length >= maxRedirects || isSeen)
        return { ...fetched, body, redirects, stopped: isSeen ? "loop" : "too-many" };
      const next = new URL(location, url);
      redirects.push({ url: url.href, status: response.status, location: next.href, ms: 1 });
      url = next;
    }
  };
}
