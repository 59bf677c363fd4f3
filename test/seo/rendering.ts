import { audit } from "../../src/apis/seo/audit.ts";
import type { Audit } from "../../src/apis/seo/report/schema/audit.ts";
import { readAllowance } from "../../src/egress/allowance.ts";
import { createFetch } from "../../src/egress/fetch.ts";
import type { BrowseLimits, BrowserUser } from "../../src/kit/browse.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { openContext } from "../context.ts";
import { startBrowser } from "./browser.ts";
import { type BrowserFacts, counted, READ_DOM } from "./dom-facts.ts";

const shell = (script: string, body = '<div id="root"></div>', head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Loading</title>${head}</head><body>${body}${script}</body></html>`;

/** Draws a page with a title, a description, a heading, links and text, and says that it is done. */
const DRAW = `function draw(name, root) {
  document.title = name + " repairs in Lisbon";
  var meta = document.createElement("meta");
  meta.name = "description"; meta.content = "We repair bicycles with " + name + ".";
  document.head.appendChild(meta);
  var text = ""; for (var i = 0; i < 30; i++) text += "<p>Our workshop number " + i + " repairs bicycles with care.</p>";
  root.innerHTML = "<h1>" + name + " &amp; bicycles</h1><a href='/prices'>Prices</a> <a href='https://other.example/x'>Supplier</a> <a href='#top'>Top</a>" + text;
  window.done = true;
}`;
const inline = (code: string) => `<script>${DRAW};${code}</script>`;
const ROOT = 'document.getElementById("root")';

/** Pages that scripts draw, by path: each in another way. */
export const drawnPages: Readonly<Record<string, string>> = {
  "/inline": shell(inline(`draw("Inline", ${ROOT})`)),
  "/external": shell(`<script src="/draw.js"></script><script>draw("External", ${ROOT})</script>`),
  "/deferred": shell(
    "",
    '<div id="app"></div>',
    '<script defer src="/draw.js"></script><script defer src="/deferred.js"></script>',
  ),
  "/module": shell('<script type="module">import { start } from "/module.js"; start();</script>'),
  "/dynamic-import": shell(
    `<div style="display: contents"><script>{__sveltekit_1={};const element=document.currentScript.parentElement;import("/module.js").then(({start})=>start(element))}</script></div>`,
    "",
  ),
  "/fetch": shell(inline(`fetch("/data.json").then(r => r.json()).then(({name}) => draw(name, ${ROOT}))`)),
  "/xhr": shell(
    inline(
      `var x = new XMLHttpRequest(); x.open("GET", "/data.json"); x.onload = () => draw(JSON.parse(x.responseText).name, ${ROOT}); x.send()`,
    ),
  ),
  "/timer": shell(inline(`setTimeout(() => draw("Timer", ${ROOT}), 300)`)),
  "/load": shell(inline(`addEventListener("load", () => draw("Load", ${ROOT}))`)),
  "/element": shell(
    inline(
      'customElements.define("rodas-app", class extends HTMLElement { connectedCallback() { draw("Element", this) } })',
    ),
    "<rodas-app></rodas-app>",
  ),
  "/bindings": shell(
    inline(
      'document.body.innerHTML = document.body.innerHTML.replace(/{{.+?}}/g, "bound"); draw("Bound", document.getElementById("v"))',
    ),
    '<div id="v" ng-app><h1>{{title}}</h1><p>{{text}}</p><p>{{more}}</p></div>',
  ),
  "/late": shell(
    inline(
      `setTimeout(() => fetch("/data.json").then(r => r.json()).then(({name}) => setTimeout(() => draw(name, ${ROOT}), 1500)), 2000)`,
    ),
  ),
  "/endless-timers": shell(
    inline(
      `setInterval(() => { document.body.dataset.ticks = Date.now() }, 10); (function frame() { requestAnimationFrame(frame) })(); setTimeout(() => draw("Ticking", ${ROOT}), 100)`,
    ),
  ),
  "/document-write": shell(
    `<script>document.write("<div id='written'></div>")</script>${inline('draw("Written", document.getElementById("written"))')}`,
    "",
  ),
  "/template-literals": shell(
    inline(
      `draw("Literal", ${ROOT}); const rows = ["Chains", "Brakes"]; ${ROOT}.insertAdjacentHTML("beforeend", \`<ul>\${rows.map((row, i) => \`<li><a href="/rows/\${i}">\${row} \\u00e9</a></li>\`).join("")}</ul>\`)`,
    ),
  ),
  "/frames": shell(
    inline(
      `draw("Frames", ${ROOT}); const frame = document.createElement("iframe"); frame.srcdoc = "<h1>Not counted</h1><a href=/no>No</a>"; ${ROOT}.append(frame); ${ROOT}.insertAdjacentHTML("beforeend", "<iframe src='/inline'>fallback</iframe>")`,
    ),
  ),
  "/shadow": shell(
    inline(
      'customElements.define("rodas-shop", class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: "open" }); const box = document.createElement("div"); root.append(box); draw("Shadow", box); root.append(document.createElement("slot")) } })',
    ),
    "<rodas-shop></rodas-shop>",
  ),
  "/shadow-in-shadow": shell(
    inline(
      'customElements.define("rodas-inner", class extends HTMLElement { connectedCallback() { draw("Inner", this.attachShadow({ mode: "open" }).appendChild(document.createElement("section"))) } }); customElements.define("rodas-outer", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<h2>Outer</h2><a href=/outer>Outer link</a><rodas-inner></rodas-inner>" } })',
    ),
    "<rodas-outer></rodas-outer>",
  ),
  "/module-graph": shell(
    '<script type="importmap">{"imports":{"rodas":"/module.js"}}</script><script type="module">const { start } = await import("rodas"); await new Promise((done) => setTimeout(done, 50)); start();</script>',
  ),
  "/observer": shell(
    inline(
      `new MutationObserver((_, observer) => { observer.disconnect(); queueMicrotask(() => draw("Observed", ${ROOT})) }).observe(document.body, { childList: true }); document.body.append(document.createElement("i"))`,
    ),
  ),
  "/history": shell(
    inline(
      `history.pushState({}, "", "/deep/page"); draw("History", ${ROOT}); ${ROOT}.insertAdjacentHTML("beforeend", "<a href='relative'>R</a>")`,
    ),
  ),
};

/** Pages whose scripts lead to a drawn page, by path: the page and where it leads. */
export const redirectingPages: Readonly<Record<string, readonly [html: string, target: string]>> = {
  "/redirect": [shell('<script>location.replace("/inline")</script>', ""), "/inline"],
  "/redirect-later": [
    shell('<script>setTimeout(() => { location.href = "/external" }, 1000)</script>', ""),
    "/external",
  ],
};

const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
  "/draw.js": ["text/javascript", DRAW],
  "/deferred.js": ["text/javascript", 'draw("Deferred", document.getElementById("app"))'],
  "/module.js": [
    "text/javascript",
    `${DRAW}\nexport function start(root = ${ROOT}) { draw("Module", root); }`,
  ],
  "/data.json": ["application/json", '{"name":"Fetched"}'],
};

/** Serves pages that scripts draw, and others by path. */
export function serveDrawn(more: Readonly<Record<string, string>> = {}) {
  const redirecting = Object.entries(redirectingPages).map(([path, [html]]) => [path, html] as const);
  const pages: Readonly<Record<string, string>> = {
    ...drawnPages,
    ...Object.fromEntries(redirecting),
    ...more,
  };
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      const page = pages[pathname];
      if (page !== undefined)
        return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
      const [type, body] = files[pathname] ?? [];
      if (type === undefined) return new Response(null, { status: 404 });
      return new Response(body, { headers: { "Content-Type": type } });
    },
  });
}

/** A machine that runs other tests beside may be slow. */
const PATIENT: Partial<BrowseLimits> = { totalMs: 60_000 };

/** Audits a page with `render=auto`, with the network rules of a server that allows one target. */
export function auditRendered(
  sandbox: Sandbox,
  chromium: string,
  url: string,
  limits: Partial<BrowseLimits> = PATIENT,
  user?: BrowserUser,
): Promise<Audit> {
  const { signal } = new AbortController();
  const fetch = createFetch({ allowance: readAllowance(new URL(url).host), userAgent: "Quintet test" });
  const context = openContext({
    signal,
    fetch: (address, options) => fetch(address, options, signal),
    run: (job, input) => sandbox.run(job, input, signal),
    browse: (task, answer) =>
      sandbox.browse({ ...task, limits: { ...task.limits, ...limits } }, answer, signal),
  });
  const browser = { path: chromium, user, userAgent: "Quintet test" };
  return audit(context, url, { followLinks: false, render: true, browser });
}

interface DrawnFacts extends BrowserFacts {
  readonly description: string | null;
}

/** The browser's facts once the page says that it has been drawn. */
const READ_DRAWN = `(async () => {
  while (window.done !== true) await new Promise((resolve) => setTimeout(resolve, 20));
  return { ...(${READ_DOM}), description: document.querySelector("meta[name=description]")?.content ?? null };
})()`;

/** What a rendered audit and Chromium say of one page: title, description, headings, links with their targets, words. */
export interface RenderedComparison {
  readonly page: string;
  readonly report: Audit;
  readonly ours: object;
  readonly theirs: object;
}

function oursOf({ title, metaDescription, headings, links, content }: Audit): object {
  return {
    title: title.text,
    description: metaDescription.text,
    headings: headings.outline.map(({ level, text }) => `h${level}|${text}`),
    links: [links.total, links.internal, links.external, links.fragment, links.other, links.invalid],
    targets: links.items.map(({ kind, url }) => `${kind}|${url}`),
    words: content.wordCount,
  };
}

/** Renders every page that scripts draw and compares it with Chromium's own tree. Each sandbox renders one at a time. */
export async function compareRendered(
  origin: URL,
  sandboxes: readonly Sandbox[],
  chromium: string,
  pages: readonly string[] = Object.keys(drawnPages),
): Promise<RenderedComparison[]> {
  const read = new Map<string, object>();
  {
    await using browser = await startBrowser(chromium);
    for (const page of pages) {
      const facts = (await browser.evaluate(new URL(page, origin).href, READ_DRAWN)) as DrawnFacts;
      const { title, headings, links, targets, words } = counted(facts);
      read.set(page, { title, description: facts.description, headings, links, targets, words });
    }
  }
  for (const [page, [, target]] of Object.entries(redirectingPages)) read.set(page, read.get(target) ?? {});
  const compared: RenderedComparison[] = [];
  const left = read.entries();
  const compareRest = async (sandbox: Sandbox) => {
    // The same iterator for all: each takes the next one.
    for (const [page, theirs] of left) {
      const report = await auditRendered(sandbox, chromium, new URL(page, origin).href);
      compared.push({ page, report, ours: oursOf(report), theirs });
    }
  };
  await Promise.all(sandboxes.map(compareRest));
  return compared;
}

/** Ways in which a page may try to reach a server in the network of whoever renders it. */
export const escapes: Readonly<Record<string, (target: string) => string>> = {
  fetch: (target) => `<script>fetch("${target}", { mode: "no-cors" }).catch(() => 0)</script>`,
  xhr: (target) => `<script>var x=new XMLHttpRequest();x.open("GET","${target}");x.send()</script>`,
  script: (target) => `<script src="${target}"></script>`,
  style: (target) => `<link rel="stylesheet" href="${target}"><script>1</script>`,
  image: (target) => `<img src="${target}"><script>new Image().src="${target}"</script>`,
  frame: (target) => `<iframe src="${target}"></iframe><script>1</script>`,
  object: (target) => `<object data="${target}"></object><embed src="${target}"><script>1</script>`,
  media: (target) =>
    `<video src="${target}" autoplay></video><audio src="${target}"></audio><script>1</script>`,
  beacon: (target) => `<script>navigator.sendBeacon("${target}","x")</script>`,
  websocket: (target) => `<script>new WebSocket("${target.replace("http", "ws")}")</script>`,
  events: (target) => `<script>new EventSource("${target}")</script>`,
  location: (target) => `<script>location.href="${target}"</script>`,
  refresh: (target) => `<meta http-equiv="refresh" content="0;url=${target}"><script>1</script>`,
  form: (target) => `<form id="f" method="post" action="${target}"></form><script>f.submit()</script>`,
  window: (target) => `<script>window.open("${target}")</script>`,
  worker: (target) =>
    `<script>new Worker(URL.createObjectURL(new Blob(["fetch('${target}',{mode:'no-cors'})"])))</script>`,
  serviceWorker: () => '<script>navigator.serviceWorker?.register("/draw.js").catch(() => 0)</script>',
  preconnect: (target) =>
    `<link rel="preconnect" href="${target}"><link rel="dns-prefetch" href="${target}"><link rel="prefetch" href="${target}"><script>1</script>`,
  font: (target) =>
    `<style>@font-face{font-family:x;src:url(${target})}p{font-family:x}</style><p>.</p><script>1</script>`,
  webrtc: (target) =>
    `<script>var p=new RTCPeerConnection({iceServers:[{urls:"stun:${new URL(target).host}"},{urls:"turn:${new URL(target).host}?transport=tcp",username:"a",credential:"b"}]});p.createDataChannel("x");p.createOffer().then(o=>p.setLocalDescription(o))</script>`,
  webtransport: (target) =>
    `<script>try{new WebTransport("${target.replace("http:", "https:")}")}catch{}</script>`,
  redirect: () => '<script src="/to-secret"></script>',
  file: () =>
    '<iframe src="file:///etc/passwd"></iframe><script>fetch("file:///etc/passwd").catch(() => 0)</script>',
};

/**
 * Renders a page for each escape and counts what reached a server on loopback that is not allowed. Each sandbox renders
 * one page at a time.
 */
export async function tryEscapes(
  sandboxes: readonly Sandbox[],
  chromium: string,
): Promise<{
  readonly tried: readonly string[];
  readonly reached: readonly string[];
  readonly rendered: number;
}> {
  const current = new Set<string>();
  const reached = new Set<string>();
  const note = () => {
    reached.add(`one of ${[...current].join(", ")}`);
  };
  const secret = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { open: note, data: note } });
  const datagrams = await Bun.udpSocket({ hostname: "127.0.0.1", port: secret.port, socket: { data: note } });
  const target = `http://127.0.0.1:${secret.port}/`;
  const pages = Object.fromEntries(
    Object.entries(escapes).map(([name, page]) => [`/${name}`, shell(page(target))]),
  );
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/to-secret")
        return new Response(null, { status: 302, headers: { Location: target } });
      const page = pages[pathname];
      if (page === undefined) return new Response(null, { status: 404 });
      return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
    },
  });
  let rendered = 0;
  try {
    const left = Object.keys(escapes).values();
    const tryRest = async (sandbox: Sandbox) => {
      // The same iterator for all: each takes the next one.
      for (const name of left) {
        current.add(name);
        const { rendering } = await auditRendered(sandbox, chromium, new URL(`/${name}`, server.url).href);
        if (rendering.mode === "rendered") rendered++;
        current.delete(name);
      }
    };
    await Promise.all(sandboxes.map(tryRest));
  } finally {
    await server.stop(true);
    secret.stop(true);
    datagrams.close();
  }
  return { tried: Object.keys(escapes), reached: [...reached], rendered };
}
