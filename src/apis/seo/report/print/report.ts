import { html } from "hono/html";
import { longDate, longMinute } from "../../../../kit/dates.ts";
import { counted } from "../../../../kit/numbers.ts";
import { isWebUrl } from "../../../../kit/site-overview.ts";
import { NOT_ASKED } from "../../checks/check.ts";
import type { Audit } from "../schema/audit.ts";
import { printedDocument, reportHead } from "./style.ts";

type Markup = ReturnType<typeof html>;
type Finding = Audit["findings"][number];

/** Places that are shown of a finding; the JSON has them all. */
const PLACES_MAX = 5;

function verdict({ indexability }: Audit): Markup {
  const [tone, says] = {
    PASS: ["good", "The page can be indexed."],
    NEUTRAL: ["fair", "The page can be indexed, but it points to another URL."],
    FAIL: ["bad", "The page cannot be indexed."],
  }[indexability.verdict];
  const reasons = indexability.reasons.map(
    ({ source, line, detail }) =>
      html`<li>${source}${line === undefined ? "" : `, line ${line}`}: <code>${detail}</code></li>`,
  );
  return html`<div class="verdict ${tone}"><strong>${says}</strong>${reasons.length === 0 ? "" : html`<ul>${reasons}</ul>`}</div>`;
}

function groups({ score }: Audit): Markup {
  const rows = Object.entries(score.categories).map(([name, { pointsLost }]) => {
    const tone = pointsLost === 0 ? "good" : pointsLost < 15 ? "fair" : "bad";
    // `structuredData` as "structured data"; the style begins it with a capital letter.
    const title = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return html`<li><span>${title}</span> <b class="${tone}">${pointsLost === 0 ? "0" : `−${pointsLost}`}</b></li>`;
  });
  return html`<ul class="groups">${rows}</ul>`;
}

function place({ selector, snippet, line, url }: Finding["evidence"][number]): Markup {
  return html`<li>${line === undefined ? "" : html`Line ${line} `}${snippet === undefined ? "" : html`<code>${snippet}</code> `}${
    selector === undefined ? "" : html`<span class="soft">${selector}</span> `
  }${url === undefined ? "" : html`<span class="soft">${url}</span>`}</li>`;
}

const COSTLY = new Set(["blocker", "critical", "high"]);

function finding(found: Finding): Markup {
  const isFailure = found.status === "fail";
  const tone = isFailure ? (COSTLY.has(found.severity) ? "bad" : "fair") : "calm";
  const cost = isFailure ? `−${found.points} points` : found.status === "info" ? "0 points" : "Not verified";
  const shown = found.evidence.slice(0, PLACES_MAX);
  const more = Math.max(found.count ?? 0, found.evidence.length) - shown.length;
  return html`<article class="finding ${tone}"><header><h3>${found.message}</h3><span class="points">${cost}</span></header>
<p>${found.fix.summary}</p>
${shown.length === 0 ? "" : html`<ul class="small">${shown.map(place)}</ul>`}
<p class="soft small">${shown.length > 0 && more > 0 ? `And ${more} more. ` : ""}Effort: ${found.fix.effort}. Check: ${found.check}.${
    found.fix.docs === null ? "" : html` <a href="${found.fix.docs}" rel="noreferrer">Learn more</a>`
  }</p></article>`;
}

function previews({ preview, finalUrl }: Audit): Markup {
  const { search, social } = preview;
  const networks = { Facebook: social.facebook, X: social.x, LinkedIn: social.linkedin, Slack: social.slack };
  // Networks that show the same share a card.
  const cards = Map.groupBy(Object.entries(networks), ([, { card: _, ...shown }]) => JSON.stringify(shown));
  return html`<div class="previews"><section class="card"><h3>Google preview</h3><div class="soft small">${search.address}</div>
<div class="result">${search.title ?? finalUrl}</div><div>${search.description ?? "The page has no text to show."}</div>
${search.truncated.title ? html`<p class="soft small">The title is too wide to be shown completely.</p>` : ""}</section>
${[...cards.values()].map((alike) => {
  const [first] = alike;
  if (first === undefined) return "";
  const [, { image, domain, title, description }] = first;
  return html`<section class="card"><h3>Social preview: ${alike.map(([name]) => name).join(", ")}</h3>
${socialImage(image)}<div class="soft small">${domain}</div>
<strong>${title ?? finalUrl}</strong><div>${description ?? ""}</div></section>`;
})}</div>`;
}

/** A size in bytes for people: `2.1 KB`. */
function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The image of a social preview, loaded from the audited site, where it is on the web. */
function socialImage(image: string | null): Markup {
  if (image === null || !isWebUrl(image)) return html`<div class="picture small soft">No og:image</div>`;
  return html`<img class="social" src="${image}" alt="The og:image" loading="lazy" referrerpolicy="no-referrer">`;
}

/** Which crawlers may fetch and index the page: a row for each outcome. */
function crawlers({ indexability }: Audit): Markup {
  const outcomes = Map.groupBy(Object.entries(indexability.bots), ([, { crawlable, indexable }]) =>
    !crawlable ? "Blocked by robots.txt" : indexable ? "Allowed" : "May crawl, may not index",
  );
  const rows = [...outcomes].map(
    ([says, bots]) =>
      html`<tr><th scope="row" class="tone ${says === "Allowed" ? "good" : "bad"}">${says}</th><td>${bots.map(([name], i) => html`${i === 0 ? "" : ", "}<span class="whole">${name}</span>`)}</td></tr>`,
  );
  return html`<table>${rows}</table>`;
}

/** Where the page says the keyword; nothing without one. */
function keyword({ content }: Audit): Markup | "" {
  const found = content.keyword;
  if (found === null) return "";
  const places = {
    Title: found.inTitle,
    "Main heading": found.inH1,
    Description: found.inDescription,
    URL: found.inUrl,
    "First paragraph": found.inFirstParagraph,
  };
  return html`<h2>Keyword: ${found.text}</h2><p>Used ${counted(found.count, "time")} in the text.</p><table>${Object.entries(
    places,
  ).map(
    ([name, isThere]) =>
      html`<tr><th scope="row">${name}</th><td class="tone ${isThere ? "good" : "fair"}">${isThere ? "Yes" : "No"}</td></tr>`,
  )}</table>`;
}

/** The subject of each check, by the first words of their IDs. */
const SUBJECTS = new Map(
  Object.entries({
    "HTTP status": "status response soft",
    "robots.txt": "robots",
    Indexing: "noindex",
    Redirects: "redirect meta",
    "Text without JavaScript": "js",
    "Size of the HTML": "html",
    "Elements in the head": "head",
    Sitemap: "sitemap page",
    "Canonical URL": "canonical",
    Title: "title",
    "Meta description": "description",
    Language: "lang",
    Encoding: "charset",
    Viewport: "viewport",
    Favicon: "favicon",
    "Main heading": "h1",
    "Heading levels": "heading",
    "Amount of text": "thin",
    Doctype: "doctype",
    Snippets: "snippet",
    "Placeholder text": "placeholder",
    Links: "link internal broken",
    Images: "image",
    "Mixed content": "mixed",
    "Open Graph": "og",
    "Card for X": "twitter",
    "Social tags": "social",
    "Structured data": "jsonld schema structured",
    hreflang: "hreflang",
    HTTPS: "not https",
    "Host name": "www",
    "Response time": "ttfb",
    Compression: "compression",
    "Content-Type": "content",
    URL: "url",
  }).flatMap(([subject, words]) => words.split(" ").map((word) => [word, subject] as const)),
);

const numberOf = (ids: readonly string[]) =>
  ids.length === 1 ? html`` : html`<span class="soft small">${counted(ids.length, "check")}</span>`;
const listOf = (ids: readonly string[]) => html`${ids.map((id) => html`<code>${id}</code> `)}`;

/** Checks in columns, folded: each subject, with what is shown of their IDs, which name problems. */
function checkList(title: string, note: string, checks: readonly string[], show = listOf): Markup | "" {
  if (checks.length === 0) return "";
  const subjects = Map.groupBy(checks, (check) => SUBJECTS.get(check.split("-", 1)[0] ?? "") ?? check);
  const rows = [...subjects].map(([subject, ids]) => html`<li>${subject} ${show(ids)}</li>`);
  return html`<details class="checks"><summary>${checks.length} ${title}</summary><p class="soft small">${note}</p><ul>${rows}</ul></details>`;
}

/** Those that passed, those that do not apply, and those that were not run. */
function checkLists({ passed, notApplicable }: Audit): Markup {
  const of = (isAsked: boolean) =>
    notApplicable.filter(({ reason }) => (reason !== NOT_ASKED) === isAsked).map(({ check }) => check);
  return html`${checkList("passed", "These checks found no problem.", passed, numberOf)}${checkList(
    "not applicable",
    "The page has no content of the kind that these checks examine.",
    of(true),
  )}${checkList("not checked", "These checks request other URLs. Call the API with links=check to run them.", of(false))}`;
}

function row(name: string, value: string | number | null): Markup {
  return html`<tr><th scope="row">${name}</th><td>${value ?? html`<span class="soft">None</span>`}</td></tr>`;
}

function linkCounts({ total, internal, external, fragment, other, invalid }: Audit["links"]): string {
  const kinds: readonly (readonly [number, string])[] = [
    [internal, "internal"],
    [external, "external"],
    [fragment, "to anchors on the page"],
    [other, "mailto, tel and similar"],
    [invalid, "invalid"],
  ];
  const counts = kinds.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return counts.length === 0 ? String(total) : `${total}: ${counts.join(", ")}`;
}

function facts(report: Audit): Markup {
  const { title, metaDescription, images, links, fetch, content } = report;
  return html`<table>${[
    row("Title", title.text),
    row("Title length", `${title.length} characters, ${title.pixelWidth} pixels`),
    row("Description", metaDescription.text),
    row("Canonical URL", report.canonical.url),
    row("Language", report.lang),
    row("Encoding", fetch.charset.effective),
    row("Words", content.wordCount),
    row("Main headings", report.headings.h1.join(" · ") || null),
    row("Images", `${images.total}, ${images.missingAlt} without alt`),
    row("Links", linkCounts(links)),
    row("Structured data", report.structuredData.items.flatMap(({ type }) => type).join(", ") || null),
  ]}</table>`;
}

/** What was measured of the response, and the files that the page asks for. */
function delivery({ fetch, resources }: Audit): Markup {
  const { scripts, stylesheets, images, media, frames, other } = resources;
  const kinds = Object.entries({ scripts, stylesheets, images, media, frames, other }).filter(
    ([, n]) => n > 0,
  );
  return html`<table>${[
    row("First byte", `${fetch.ttfbMs} ms`),
    row("Whole fetch", `${fetch.totalMs} ms, ${fetch.redirects.length} redirects`),
    row(
      "HTML received",
      `${size(fetch.transferBytes)} ${fetch.contentEncoding ?? "uncompressed"}, ${size(fetch.bytes)} as text`,
    ),
    row(
      "Files it loads",
      kinds.length === 0
        ? null
        : `${resources.total}: ${kinds.map(([kind, n]) => `${n} ${kind}`).join(", ")}`,
    ),
    row("Render-blocking", `${resources.renderBlocking} scripts and stylesheets in the head`),
    row("Other hosts", resources.hosts),
  ]}</table>`;
}

/**
 * Writes an audit as one HTML page without scripts, to print or to share. It loads nothing but the images of the social
 * previews. All that comes from the audited page is escaped.
 */
export function printReport(report: Audit): string {
  const paid = report.findings.filter(({ status }) => status === "fail");
  const told = report.findings.filter(({ status }) => status !== "fail");
  const { score } = report;
  const issues = `${counted(paid.length, "issue")}, ${report.passed.length} checks passed`;
  const body = html`${reportHead(score.value, "SEO audit", report.finalUrl, [longDate(report.fetchedAt), `HTTP ${report.status}`, issues])}
<main>${score.confidence === "low" ? html`<p class="soft">Not everything could be verified: ${report.rendering.reason ?? "the response is not an HTML page."}</p>` : ""}
<h2>Indexability</h2>${verdict(report)}
<h2>Points lost by category</h2><p class="soft">The score starts at 100. Each issue below costs the points beside it.</p>${groups(report)}
<h2>Issues to fix, most important first</h2>${paid.length === 0 ? html`<p>No issue costs points.</p>` : paid.map(finding)}
${told.length === 0 ? "" : html`<h2>Notices</h2>${told.map(finding)}`}
<h2>Previews</h2>${previews(report)}
${keyword(report)}<h2>Crawlers</h2>${crawlers(report)}
<h2>Checks</h2>${checkLists(report)}
<h2>Delivery</h2>${delivery(report)}
<h2>Facts</h2>${facts(report)}</main>
<footer class="soft small">The score is 100 minus the points of the findings. Checks ${report.checksVersion}, ${longMinute(report.fetchedAt)} UTC.</footer>`;
  return printedDocument(`SEO audit of ${report.finalUrl}`, "http: https:", body);
}
