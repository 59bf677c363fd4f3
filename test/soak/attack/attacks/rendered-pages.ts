import { chromium } from "../../../fixtures/seo/browser.ts";
import type { Attack, SiteContent } from "../attack.ts";
import { utf8 } from "./bytes.ts";
import { audit } from "./pages.ts";

/** A page that looks as if scripts drew it, with a hostile script. */
const drawn = (script: string): SiteContent => ({
  page: utf8(
    `<!doctype html><html lang="en"><title>Loading</title><div id="root"></div><script>${script}</script></html>`,
  ),
  type: "text/html; charset=utf-8",
});

/** Scripts that fill messages, disk and memory, or never end. */
const scripts: readonly string[] = [
  'const body = "\\x01".repeat(7e6); for (let i = 0; i < 50; i++) fetch("/sink?" + i, { method: "POST", body }).catch(() => 0)',
  'for (let i = 0; i < 100; i++) fetch("/data?" + i + "x".repeat(1.9e6)).catch(() => 0)',
  'for (let i = 0; i < 1e5; i++) console.log("\\x01".repeat(1e4))',
  "for (;;) alert('x'.repeat(1e6))",
  'setInterval(() => { document.body.append("y".repeat(1e6)) }, 1)',
  'document.write("<p>z".repeat(2e6))',
  'setInterval(() => { throw new Error("\\x01".repeat(1e6)) }, 1)',
  'for (let i = 0; i < 300; i++) document.body.append(Object.assign(document.createElement("iframe"), { src: "/f" + i }))',
  "for (let i = 0; i < 100; i++) new Worker(URL.createObjectURL(new Blob(['for(;;);'])))",
  "const kept = []; setInterval(() => kept.push(new Uint8Array(5e7).fill(1)), 1)",
  `(async () => { const root = await navigator.storage.getDirectory(); const file = await (await root.getFileHandle("f", { create: true })).createWritable(); for (;;) await file.write(new Uint8Array(4e6)) })()`,
  `indexedDB.open("d").onupgradeneeded = (e) => { const store = e.target.result.createObjectStore("s", { autoIncrement: true }); for (let i = 0; i < 500; i++) store.add(new Uint8Array(1e6)) }`,
  "for (let i = 0; i < 200; i++) { window.open('/w' + i); new WebSocket('ws://' + location.host + '/' + i) }",
  "Element.prototype.getHTML = () => 'y'.repeat(5e8); String.prototype.slice = () => 'y'.repeat(5e7)",
  "for (;;);",
];

/** Row 4: pages whose scripts attack the browser that renders them, and the process that drives it. */
export const renderedPageAttacks: readonly Attack[] =
  chromium === null
    ? []
    : [
        {
          id: "rendered pages",
          title: "scripts that fill messages, disk and memory of the browser, or never end",
          environment: { SEO_CHROMIUM: chromium },
          isPaid: true,
          // A page takes 20 s, and each process renders one at a time: not all that wait end with the attack.
          connections: 2,
          isUnfinished: true,
          // A browser in each of two processes, of which each may take 2 GB before it is ended.
          memoryBytes: 5_000_000_000,
          sites: () => scripts.map(drawn),
          shot: (caller, i) => audit(caller, i, "&render=auto"),
        },
      ];
