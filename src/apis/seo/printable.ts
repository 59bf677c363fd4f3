import { html, raw } from "hono/html";
import type { Audit } from "./schema.ts";

type Markup = ReturnType<typeof html>;

const STYLE = `
:root{color-scheme:light;--ink:#1a1d24;--soft:#5b6270;--line:#dfe3ea;--good:#12714a;--fair:#8a5a00;--bad:#b3261e}
*{box-sizing:border-box}body{margin:0 auto;max-width:52rem;padding:2rem 1.25rem;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:#fff}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .8rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
h3{font-size:1rem;margin:0}.soft{color:var(--soft)}.top{display:flex;gap:1.5rem;align-items:center}a{color:#1a4fb4;overflow-wrap:anywhere}
svg{flex:none}.good{--tone:var(--good)}.fair{--tone:var(--fair)}.bad{--tone:var(--bad)}
.finding{border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;margin:.7rem 0;break-inside:avoid}
.finding header{display:flex;justify-content:space-between;gap:1rem}.points{font-variant-numeric:tabular-nums;white-space:nowrap;font-weight:600}
code{font:13px/1.4 ui-monospace,monospace;background:#f4f6f9;padding:.1rem .3rem;border-radius:4px;overflow-wrap:anywhere}
ul{padding-left:1.1rem;margin:.4rem 0}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}th{font-weight:600;width:14rem}
.card{border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;margin:.6rem 0;break-inside:avoid}.result{color:#1a0dab;font-size:1.25rem;line-height:1.3}
@media print{body{padding:0}}`;

function tone(value: number): "good" | "fair" | "bad" {
  return value >= 90 ? "good" : value >= 60 ? "fair" : "bad";
}

function dial(value: number): Markup {
  const around = 2 * Math.PI * 46;
  return html`<svg class="${tone(value)}" width="112" height="112" viewBox="0 0 112 112" role="img" aria-label="Score ${value} of 100">
<circle cx="56" cy="56" r="46" fill="none" stroke="#dfe3ea" stroke-width="10"></circle>
<circle cx="56" cy="56" r="46" fill="none" stroke="var(--tone)" stroke-width="10" stroke-dasharray="${((around * value) / 100).toFixed(1)} ${around.toFixed(1)}" transform="rotate(-90 56 56)"></circle>
<text x="56" y="67" text-anchor="middle" font-size="32" font-weight="700" fill="currentColor">${value}</text></svg>`;
}

function place({ selector, snippet, line, url }: Audit["findings"][number]["evidence"][number]): Markup {
  return html`<li>${line === undefined ? "" : html`Line ${line} `}${snippet === undefined ? "" : html`<code>${snippet}</code> `}${
    selector === undefined ? "" : html`<span class="soft">${selector}</span> `
  }${url === undefined ? "" : html`<span class="soft">${url}</span>`}</li>`;
}

function finding(found: Audit["findings"][number]): Markup {
  const cost = found.status === "fail" ? `−${found.points}` : found.status;
  return html`<article class="finding"><header><h3>${found.message}</h3><span class="points">${cost}</span></header>
<p>${found.fix.summary} <span class="soft">${found.check} · effort ${found.fix.effort}</span></p>
${found.evidence.length === 0 ? "" : html`<ul>${found.evidence.slice(0, 5).map(place)}</ul>`}</article>`;
}

function row(name: string, value: string | number | null): Markup {
  return html`<tr><th scope="row">${name}</th><td>${value ?? "none"}</td></tr>`;
}

function listOf(found: readonly Audit["findings"][number][], nothing: string): Markup {
  return found.length === 0 ? html`<p>${nothing}</p>` : html`${found.map(finding)}`;
}

/**
 * Writes an audit as one HTML page without scripts and without requests, to print or to hand on. All that
 * comes from the audited page is escaped.
 */
export function printReport(report: Audit): string {
  const { score, indexability, preview } = report;
  const paid = report.findings.filter(({ status }) => status === "fail");
  const told = report.findings.filter(({ status }) => status !== "fail");
  const card = preview.social.facebook;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>SEO audit of ${report.finalUrl}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>${raw(STYLE)}</style></head>
<body><header class="top">${dial(score.value)}<div><h1>SEO audit</h1><p>${report.finalUrl}<br><span class="soft">${report.fetchedAt} · status ${report.status} · checks ${report.checksVersion}</span></p></div></header>
<main><h2>Can search engines show it?</h2><p><strong>${indexability.verdict}</strong>: ${
    indexability.indexable ? "The page may be indexed." : "The page cannot be indexed."
  }</p>
${indexability.reasons.length === 0 ? "" : html`<ul>${indexability.reasons.map((reason) => html`<li>${reason.source}${reason.line === undefined ? "" : `, line ${reason.line}`}: <code>${reason.detail}</code></li>`)}</ul>`}
<h2>What to mend, by priority</h2>${listOf(paid, "Nothing costs points.")}
<h2>Good to know</h2>${listOf(told, "Nothing else.")}
<h2>How it looks</h2>
<div class="card"><div class="soft">${preview.search.address}</div><div class="result">${preview.search.title ?? report.finalUrl}</div><div>${preview.search.description ?? ""}</div></div>
<div class="card"><div class="soft">${card.domain}</div><strong>${card.title ?? ""}</strong><div>${card.description ?? ""}</div><div class="soft">${card.image === null ? "No image" : card.image}</div></div>
<h2>Facts</h2><table>${[
    row("Title", report.title.text),
    row("Description", report.metaDescription.text),
    row("Canonical address", report.canonical.url),
    row("Language", report.lang),
    row("Encoding", report.fetch.charset.effective),
    row("Words", report.content.wordCount),
    row("Main headings", report.headings.h1.join(" · ") || null),
    row("Images", `${report.images.total}, ${report.images.missingAlt} without alt`),
    row(
      "Links",
      `${report.links.total}: ${report.links.internal} internal, ${report.links.external} external`,
    ),
    row("Passed checks", report.passed.length),
  ]}</table></main></body></html>`;
  return String(page);
}
