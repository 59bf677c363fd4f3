import { countWords } from "../../src/apis/seo/analysis/html/text.ts";
import type { Page } from "../../src/apis/seo/analysis/page.ts";
import { readPage } from "../../src/apis/seo/analysis/read-page.ts";
import { audit } from "../../src/apis/seo/audit.ts";
import type { Audit } from "../../src/apis/seo/report/schema/audit.ts";
import { readAllowance } from "../../src/egress/allowance.ts";
import { createFetch } from "../../src/egress/fetch.ts";
import type { Context } from "../../src/kit/context.ts";
import { openContext } from "../context.ts";

/** The facts that a browser's tree settles. */
export interface DomFacts {
  readonly title: string | null;
  readonly lang: string | null;
  readonly charset: string;
  readonly metas: readonly string[];
  readonly canonicals: readonly string[];
  readonly headings: readonly string[];
  readonly counts: readonly number[];
  readonly images: readonly number[];
  readonly links: readonly number[];
  readonly hreflangs: readonly string[];
  readonly jsonLd: number;
  readonly titles: number;
  readonly dir: string | null;
  readonly quirks: boolean;
  /** The address of each link and its kind, resolved; the first 200. */
  readonly targets: readonly string[];
  /** Address, alt, width and height of each image as they stand; the first 100. */
  readonly pictures: readonly string[];
  readonly words: number;
}

/** What the browser says: its text is counted here, because Chromium's dictionaries cut `a.b` in two and ours do not. */
export type BrowserFacts = Omit<DomFacts, "words"> & { readonly text: string };

/** Chromium escapes more in addresses than the URL standard does, and reads those of other schemes its own way. */
function plainTarget(target: string): string {
  const [kind = "", url = ""] = target.split(/\|(.*)/s);
  return kind === "other" ? kind : `${kind}|${url.replaceAll("|", "%7C").replaceAll("'", "%27")}`;
}

/** Counts the words of the browser's text. */
export function counted({ text, ...facts }: BrowserFacts): DomFacts {
  return { ...facts, targets: facts.targets.map(plainTarget), words: countWords(text) };
}

/**
 * Reads the facts in the browser. It is written for itself, with what browsers offer, so that a mistake of
 * ours is not made twice: selectors, `document.title`, `URL`, and the tree as Chromium built it.
 */
export const READ_DOM = `(() => {
  const inHead = (e) => document.head !== null && document.head.contains(e);
  const isHtml = (e) => e.namespaceURI === "http://www.w3.org/1999/xhtml";
  const elements = [];
  const gather = (parent) => { for (const e of parent.children) { elements.push(e); if (e.shadowRoot) gather(e.shadowRoot); gather(e); } };
  gather(document);
  const all = (s) => elements.filter((e) => isHtml(e) && e.matches(s));
  const squeeze = (t) => t.replace(/[\\t\\n\\f\\r ]+/g, " ").replace(/^ | $/g, "");
  const titles = all("title");
  const trim = (t) => t.replace(/^[\\0- ]+|[\\0- ]+$/g, "");
  const hrefs = all("a[href]").map((a) => a.getAttribute("href"));
  const links = hrefs.map((href) => {
    let url;
    try { url = new URL(href, document.baseURI); } catch { return "invalid"; }
    if (!/^https?:$/.test(url.protocol)) return "other";
    const bare = (u) => String(u).split("#")[0];
    if (href.includes("#") && bare(url) === bare(location)) return "fragment";
    return url.hostname === location.hostname ? "internal" : "external";
  });
  const silent = new Set(["SCRIPT","STYLE","NOSCRIPT","TEMPLATE","IFRAME","NOEMBED","NOFRAMES"]);
  const blocks = new Set(${JSON.stringify(
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE BR BUTTON CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR IMG INPUT LEGEND LI MAIN MENU NAV OL OPTGROUP OPTION P PRE SECTION SELECT SUMMARY TABLE TBODY TD TEXTAREA TFOOT TH THEAD TR UL SVG VIDEO OBJECT".split(
      " ",
    ),
  )});
  let text = "";
  const walk = (node) => {
    if (node.nodeType === 3) { text += node.data; return; }
    if (node.nodeType !== 1) return;
    const name = node.tagName.toUpperCase();
    if (silent.has(name) || (!isHtml(node) && (name === "TITLE" || name === "DESC"))) return;
    const box = blocks.has(name);
    if (box) text += " ";
    if (node.shadowRoot) for (const child of node.shadowRoot.childNodes) walk(child);
    for (const child of node.childNodes) walk(child);
    if (box) text += " ";
  };
  if (document.body) walk(document.body);
  const images = all("img");
  const of = (kind) => links.filter((k) => k === kind).length;
  return {
    title: titles.length === 0 ? null : document.title,
    lang: document.documentElement.getAttribute("lang")?.trim() || null,
    charset: document.characterSet.toLowerCase(),
    metas: all("meta").map((m) => [m.getAttribute("name")?.trim().toLowerCase(), m.getAttribute("property")?.trim().toLowerCase(), m.getAttribute("content"), inHead(m)].join("|")),
    canonicals: all("link[rel~=canonical i][href]").filter((l) => trim(l.getAttribute("href")) !== "").map((l) => trim(l.getAttribute("href")) + "|" + inHead(l)),
    headings: all("h1,h2,h3,h4,h5,h6").map((h) => h.tagName.toLowerCase() + "|" + (h.querySelector("*") ? "" : squeeze(h.textContent))),
    counts: ["h1","h2","h3","h4","h5","h6"].map((h) => all(h).length),
    images: [images.length, images.filter((i) => !i.hasAttribute("alt")).length, images.filter((i) => i.hasAttribute("alt") && i.getAttribute("alt").trim() === "").length],
    links: [links.length, of("internal"), of("external"), of("fragment"), of("other"), of("invalid")],
    hreflangs: all("link[rel~=alternate i][hreflang]").map((l) => l.getAttribute("hreflang").trim() + "|" + trim(l.getAttribute("href") ?? "") + "|" + inHead(l)),
    jsonLd: all("script[type]").filter((s) => /^application\\/ld\\+json\\b/i.test(s.type.trim())).length,
    titles: titles.length,
    dir: document.documentElement.getAttribute("dir"),
    quirks: document.compatMode === "BackCompat",
    targets: all("a[href]").slice(0, 200).map((a, i) => { let url = ""; try { url = new URL(hrefs[i], document.baseURI).href; } catch {} return links[i] + "|" + url; }),
    pictures: images.slice(0, 100).map((i) => [i.hasAttribute("src") ? trim(i.getAttribute("src")) : null, i.getAttribute("alt"), i.getAttribute("width"), i.getAttribute("height")].join("|")),
    text: squeeze(text),
  };
})()`;

/** The same facts as our reports have them; headings with markup in them are compared by level alone. */
export function factsOf(report: Audit, page: Page, metas: readonly string[], dom: DomFacts): DomFacts {
  const { headings, images, links } = report;
  return {
    title: report.title.text,
    lang: report.lang,
    charset: report.fetch.charset.effective,
    metas,
    canonicals: report.canonical.links.map(({ href, inHead }) => `${href}|${inHead}`),
    headings: headings.outline.map(({ level, text }, i) => {
      const plain = dom.headings[i]?.endsWith("|") === true && text !== "";
      return `h${level}|${plain ? "" : text}`;
    }),
    counts: Object.values(headings.counts),
    images: [images.total, images.missingAlt, images.emptyAlt],
    links: [links.total, links.internal, links.external, links.fragment, links.other, links.invalid],
    hreflangs: report.hreflang.map(({ lang, href, inHead }) => `${lang}|${href}|${inHead}`),
    jsonLd: page.jsonLd.length,
    titles: page.titles.length,
    dir: report.dir,
    quirks: page.mode === "quirks",
    targets: links.items.map(({ kind, url }) => plainTarget(`${kind}|${url ?? ""}`)),
    pictures: images.items.map(({ src, alt, width, height }) => [src, alt, width, height].join("|")),
    words: report.content.wordCount,
  };
}

/** A page to serve: its bytes and its `Content-Type`. */
export interface Served {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

/** Serves pages on loopback, with scripts forbidden, so that the tree stays the parser's. */
export function servePages(pages: ReadonlyMap<string, Served>) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const page = pages.get(new URL(request.url).pathname.slice(1));
      if (page === undefined) return new Response(null, { status: 404 });
      return new Response(page.body, {
        headers: {
          "Content-Type": page.type ?? "text/html",
          "Content-Security-Policy": "script-src 'none'; frame-src 'none'",
        },
      });
    },
  });
}

/** A context that reaches loopback alone. */
export function loopbackContext(): Context {
  const fetch = createFetch({ allowance: readAllowance("127.0.0.0/8"), userAgent: "Quintet test" });
  return openContext({
    fetch: (address, options) => fetch(address, options),
    now: () => Date.parse("2026-11-20T00:00:00Z"),
  });
}

/** Audits a page of a loopback server by the way that a request takes. */
export function auditPage(url: string): Promise<Audit> {
  return audit(loopbackContext(), url, { followLinks: false });
}

/** What our parser makes of a page that a loopback server serves. */
export async function pageAt(url: string): Promise<Page> {
  const answer = await fetch(url);
  return readPage(
    new Uint8Array(await answer.arrayBuffer()),
    answer.headers.get("content-type") ?? "",
    false,
  );
}

/** Of two lists of one length, the first entries that differ; else the two as they are. */
function firstDifference(a: unknown, b: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return [a, b];
  const at = a.findIndex((entry, i) => JSON.stringify(entry) !== JSON.stringify(b[i]));
  return [a[at], b[at]];
}

/** The facts in which the two differ; words may be off by one in two hundred. */
export function differences(ours: DomFacts, theirs: DomFacts): string[] {
  const found: string[] = [];
  for (const key of Object.keys(theirs) as (keyof DomFacts)[]) {
    if (key === "words") {
      if (Math.abs(ours.words - theirs.words) > theirs.words * 0.005)
        found.push(`words: ${ours.words}, browser ${theirs.words}`);
    } else if (JSON.stringify(ours[key]) !== JSON.stringify(theirs[key])) {
      const [mine, its] = firstDifference(ours[key], theirs[key]);
      found.push(`${key}: ${JSON.stringify(mine)}, browser ${JSON.stringify(its)}`);
    }
  }
  return found;
}
