import { audit } from "../../src/apis/seo/audit.ts";
import type { Audit } from "../../src/apis/seo/report/schema/audit.ts";
import { readAllowance } from "../../src/egress/allowance.ts";
import { createFetch } from "../../src/egress/fetch.ts";
import type { BrowseLimits } from "../../src/kit/browse.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { openContext } from "../context.ts";

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
  "/history": shell(
    inline(
      `history.pushState({}, "", "/deep/page"); draw("History", ${ROOT}); ${ROOT}.insertAdjacentHTML("beforeend", "<a href='relative'>R</a>")`,
    ),
  ),
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
  const pages = { ...drawnPages, ...more };
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
  const browser = { path: chromium, userAgent: "Quintet test" };
  return audit(context, url, { followLinks: false, render: true, browser });
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
