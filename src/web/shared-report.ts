import { createHash } from "node:crypto";

/** Shows the button, and prints. Reports have no other script. */
const SCRIPT = `const button=document.getElementById("print");button.hidden=false;button.addEventListener("click",()=>print())`;

const HASH = createHash("sha256").update(SCRIPT).digest("base64");

const STYLE =
  ".print{float:right;margin:0 0 1rem 1rem}.print button{padding:.45rem .9rem;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:6px;cursor:pointer}.print button:hover{background:var(--wash)}.print a{margin-right:1rem}@media(max-width:34rem){.print{float:none;margin:0 0 1rem;text-align:right}}@media print{.print{display:none}}";

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

/**
 * A report as people see it by its link: with a button that prints it, and a link to the tool. The policy inside the report is for downloads and allows
 * no script, so `REPORT_POLICY` replaces it.
 */
export function withPrintButton(report: string): string {
  const from = report.indexOf(OWN_POLICY);
  const to = report.indexOf(">", from) + 1;
  const page = from < 0 ? report : report.slice(0, from) + report.slice(to);
  const button = `<style>${STYLE}</style><nav class="print" aria-label="Report"><a href="/tools/seo">Audit another page</a><button id="print" type="button" hidden>Print</button></nav><script>${SCRIPT}</script>`;
  return page.replace("<body>", () => `<body>${button}`);
}
