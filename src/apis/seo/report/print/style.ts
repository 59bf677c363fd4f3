import { html, raw } from "hono/html";
import { scoreTone } from "../../../../kit/site-overview.ts";

type Markup = ReturnType<typeof html>;

function dial(value: number): Markup {
  const around = 2 * Math.PI * 46;
  return html`<svg class="${scoreTone(value)}" width="124" height="124" viewBox="0 0 112 112" role="img" aria-label="Score: ${value} of 100">
<circle cx="56" cy="56" r="46" fill="none" stroke="var(--line)" stroke-width="10"></circle>
<circle cx="56" cy="56" r="46" fill="none" stroke="var(--tone)" stroke-width="10" stroke-linecap="${value === 0 ? "butt" : "round"}" stroke-dasharray="${((around * value) / 100).toFixed(1)} ${around.toFixed(1)}" transform="rotate(-90 56 56)"></circle>
<text x="56" y="66" text-anchor="middle" font-size="32" font-weight="700" fill="currentColor">${value}</text>
<text x="56" y="82" text-anchor="middle" font-size="11" fill="currentColor">of 100</text></svg>`;
}

/** A string of CSS: everything but letters, digits and what URLs often have is escaped. */
const cssString = (text: string) =>
  `"${text.replace(/[^\w .:/-]/gu, (one) => `\\${one.codePointAt(0)?.toString(16)} `)}"`;

/** The longest text above printed pages. */
const HEAD_MAX = 90;

/** The number of each at its bottom, and a text above all but the first. */
function pageStyle(head: string): string {
  const text = head.length > HEAD_MAX ? `${head.slice(0, HEAD_MAX - 1)}…` : head;
  const small = "font:9pt system-ui,sans-serif;color:#555c6b";
  return `@page{margin:18mm 16mm;@top-left{${small};content:${cssString(text)}}@bottom-right{${small};content:counter(page) " of " counter(pages)}}@page :first{@top-left{content:none}}`;
}

/** The style of a printed report: the colors of our pages on screens, ink on paper. No URL in it is fetched. */
const STYLE = `
:root{color-scheme:light dark;--ink:#14171d;--soft:#555d6b;--line:#dfe3e9;--edge:#858e9d;--paper:#f7f8fa;--sheet:#fff;--wash:#eef1f5;--link:#1265b5;--good:#0c7356;--fair:#8d5a00;--bad:#b3142f}
@media screen and (prefers-color-scheme:dark){:root{--ink:#eceff4;--soft:#9ba5b5;--line:#2a303b;--edge:#6d7788;--paper:#0f1217;--sheet:#161a21;--wash:#1d222b;--link:#6db4ff;--good:#4fd0a5;--fair:#f0b54a;--bad:#ff8d95}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:56rem;padding:2.5rem 1.25rem 4rem;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .3rem;letter-spacing:-.022em}
h2{font-size:1.25rem;margin:2.6rem 0 1rem;padding-bottom:.5rem;border-bottom:1px solid var(--line)}
h3{font-size:1.02rem;line-height:1.35;margin:0}
p{margin:.35rem 0}ul{padding-left:1.1rem;margin:.5rem 0}
a{color:inherit;text-decoration-color:var(--edge);text-underline-offset:.2em}a:hover{color:var(--link)}.soft{color:var(--soft)}.small{font-size:.875rem}
.good{--tone:var(--good)}.fair{--tone:var(--fair)}.bad{--tone:var(--bad)}.calm{--tone:var(--soft)}.tone-time{--tone:var(--link)}
.top{display:flex;gap:1.75rem;align-items:center;margin-bottom:1.25rem}.top svg{flex:none}.top>div{min-width:0}.head-facts{display:flex;flex-wrap:wrap;gap:0 1.1rem}
.verdict{border-left:5px solid var(--tone);background:var(--wash);padding:.8rem 1rem;border-radius:0 8px 8px 0}
.verdict strong{color:var(--tone)}
.groups{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.5rem 2rem}
.groups li{display:flex;justify-content:space-between;border-bottom:1px solid var(--line);padding:.25rem 0}
.groups span::first-letter{text-transform:uppercase}.groups span{display:block}.groups b{color:var(--tone);font-variant-numeric:tabular-nums}
.finding{background:var(--sheet);border:1px solid var(--line);border-left:5px solid var(--tone);border-radius:8px;padding:.9rem 1.1rem;margin:.8rem 0;break-inside:avoid}
.finding header{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.whole{white-space:nowrap}
.points{color:var(--tone);font-variant-numeric:tabular-nums;white-space:nowrap;font-weight:700}
.finding li{margin:.3rem 0}
code{font:13px/1.45 ui-monospace,monospace;background:var(--wash);padding:.1rem .35rem;border-radius:4px}
.previews{display:grid;align-items:start;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem}
.card{background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:1rem 1.1rem;break-inside:avoid;min-width:0}
.card h3{font-size:.8rem;color:var(--soft);margin-bottom:.6rem}
.result{color:var(--link);margin:.2rem 0;font-size:1.25rem;line-height:1.3}
.picture{background:var(--wash);border-radius:6px;padding:2.2rem 1rem;text-align:center;margin-bottom:.7rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.45rem .8rem .45rem 0;border-bottom:1px solid var(--line);vertical-align:top}th{font-weight:600;width:12rem}
footer{margin-top:2.6rem}
.tone{color:var(--tone);font-weight:600}.social{display:block;width:100%;aspect-ratio:1.91;object-fit:cover;border-radius:6px;margin-bottom:.7rem;background:var(--wash)}
.checks{border-bottom:1px solid var(--line)}.checks summary{display:flex;justify-content:space-between;align-items:center;padding:.6rem .25rem .6rem 0;cursor:pointer;list-style:none}.checks summary::-webkit-details-marker{display:none}.checks summary::after{width:.4rem;height:.4rem;border:solid var(--soft);border-width:0 1.5px 1.5px 0;content:"";rotate:-45deg}.checks[open] summary::after{rotate:45deg}.checks code{display:block;font-size:11px;color:var(--soft);background:none;padding:0}.checks li{break-inside:avoid;padding-bottom:.35rem}.checks ul{columns:16rem;column-gap:1.75rem;margin:.4rem 0 1rem;padding:0;list-style:none}
@media(max-width:34rem){body{padding-top:1.5rem}.top{gap:1rem}.top svg{width:84px;height:84px}h1{font-size:1.4rem}th,td{display:block;width:auto;padding:.3rem 0}th{border:0;padding-bottom:0}.checks ul{columns:2;font-size:.85rem}}
@media print{:root{--paper:#fff}body{padding:0;max-width:none;font-size:11pt}h2{break-after:avoid}.finding,.card,.verdict{-webkit-print-color-adjust:exact;print-color-adjust:exact}a{color:inherit}p{orphans:3;widows:3}tr{break-inside:avoid}}`;

/** The head of a printed report: the score, if there is one, the kind of report, the URL, and a line of facts. */
export function reportHead(
  score: number | null,
  heading: string,
  url: string,
  facts: readonly string[],
): Markup {
  return html`<header class="top">${score === null ? "" : dial(score)}<div><h1>${heading}</h1><p>${url}</p><p class="soft small head-facts">${facts.map((fact) => html`<span>${fact}</span> `)}</p></div></header>`;
}

/** Writes a report as a page without scripts. `images`: where its images may come from, the only thing that it loads. */
export function printedDocument(title: string, images: string, body: Markup, style = ""): string {
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src ${images}"><style>${raw(STYLE + style + pageStyle(title))}</style></head>
<body>${body}</body></html>`);
}
