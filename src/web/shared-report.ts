import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { OWN_NAME } from "./brand.ts";
import type { Site } from "./page.tsx";

/** Shows the button, and prints. Reports have no other script. */
const SCRIPT = `const button=document.getElementById("print");button.hidden=false;button.addEventListener("click",()=>print())`;

const HASH = createHash("sha256").update(SCRIPT).digest("base64");

const STYLE =
  ".bar{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;justify-content:space-between;margin-bottom:1.75rem}.bar p{display:flex;gap:.6rem;min-width:0;align-items:center;margin:0}.bar strong{font-weight:650}.bar img{height:2rem}.bar :is(a,button){flex:none}.bar button{padding:.45rem .75rem;font:inherit;color:var(--ink);background:var(--sheet);border:1px solid var(--edge);border-radius:.5rem;cursor:pointer}.bar button:hover{background:var(--wash)}@media(max-width:34rem){.bar{font-size:.875rem}.bar img{height:1.5rem}}footer+.bar{margin:1.5rem 0 0;padding-top:1.25rem;border-top:1px solid var(--line);font-size:.875rem}.bar .ways{flex-wrap:wrap;gap:.4rem 1.25rem}@media print{.bar :is(a,button),footer+.bar{display:none}}";

/**
 * The Content-Security-Policy of shared reports. It allows their own style, the preview images of the audited page, and the
 * script of the button. The sandbox gives them an origin of their own, so a script cannot read this site.
 */
export const REPORT_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${HASH}'`,
  "img-src http: https:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "sandbox allow-popups allow-scripts allow-modals",
].join("; ");

const OWN_POLICY = '<meta http-equiv="Content-Security-Policy"';

type ReportSite = Pick<Site, "brand" | "baseUrl" | "assets">;

/** The URL of the logo above what a link shares: the operator's, or that of this software where the operator has no name. */
export function logoOf({ brand, assets }: Pick<Site, "brand" | "assets">): string | undefined {
  if (brand.logo !== undefined) return "/brand/logo";
  return brand.name === OWN_NAME ? assets.href("icon.svg") : undefined;
}

/**
 * A report as people see it by its link: below the operator's name and logo, with a button that prints it and a link to the
 * tool that made it. The policy inside the report is for downloads and allows no script, so `REPORT_POLICY` replaces it.
 */
export function sharedReport(report: string, site: ReportSite): string {
  const { brand, baseUrl } = site;
  const from = report.indexOf(OWN_POLICY);
  const to = report.indexOf(">", from) + 1;
  const page = from < 0 ? report : report.slice(0, from) + report.slice(to);
  const source = logoOf(site);
  const logo = source === undefined ? "" : html`<img src="${baseUrl + source}" alt="">`;
  const bar = html`<style>${raw(STYLE)}</style><nav class="bar" aria-label="Report"><p>${logo}<strong>${brand.name}</strong></p><p><a href="${baseUrl}/tools/seo">Audit another page</a><button id="print" type="button" hidden>Print</button></p></nav><script>${raw(SCRIPT)}</script>`;
  const foot = html`<nav class="bar" aria-label="Site"><a href="${baseUrl}/">${brand.name}</a><p class="ways"><a href="${baseUrl}/tools">Free tools</a><a href="${baseUrl}/docs">Docs</a><a href="${baseUrl}/status">Status</a></p></nav>`;
  return page.replace("<body>", () => `<body>${bar}`).replace("</body>", () => `${foot}</body>`);
}
