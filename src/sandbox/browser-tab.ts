import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import type { BrowserResponse, BrowseTask, RenderedDocument, RequestHandler } from "../kit/browse.ts";
import { DevTools } from "./devtools.ts";
import { Ended } from "./process.ts";

/** The name that shadow roots are kept under; pages cannot guess it. */
const ROOTS = `shadowRoots${crypto.randomUUID().replaceAll("-", "")}`;

/** Takes away the interfaces of pages that may send datagrams round a proxy, and notes shadow roots. */
const BEFORE_SCRIPTS = `(() => {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) delete globalThis[name];
  const roots = [];
  Object.defineProperty(globalThis, "${ROOTS}", { value: roots });
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(init) {
    const root = attach.call(this, init);
    if (roots.length < 10000) roots.push(root);
    return root;
  };
})()`;

/** The maximum number of requests of one page; further ones are blocked. */
const REQUESTS_MAX = 200;
/** How long nothing may be under way before a page counts as settled, in milliseconds. */
const QUIET_MS = 500;
/**
 * The time that timers of a page see pass after it has loaded, in milliseconds. The browser's clock jumps from timer to
 * timer and stops during requests, so late timers cost no time and endless ones end.
 */
const TIMERS_MS = 5_000;

/** Serializes the document with its doctype and its shadow roots, as declarations; its text is kept, to be read in slices. */
const SERIALIZE = (documentMax: number) => `(() => {
  const type = document.doctype;
  const start = type === null ? "" : new XMLSerializer().serializeToString(type);
  const root = document.documentElement;
  const serialize = () => {
    const tag = root.cloneNode(false).outerHTML;
    const end = "</" + root.localName + ">";
    const shadowRoots = [...(globalThis["${ROOTS}"] ?? [])];
    return tag.endsWith(end)
      ? tag.slice(0, -end.length) + root.getHTML({ serializableShadowRoots: true, shadowRoots }) + end
      : root.outerHTML;
  };
  const html = (start + (root === null ? "" : serialize())).slice(0, ${documentMax});
  return { html, length: html.length, url: location.href };
})()`;

/** What the page says of its document; it may be hostile. */
const DESCRIBE = "function () { return { length: this.length, url: this.url }; }";
const READ = "function (from, to) { return this.html.slice(from, to); }";

/** The longest URL and headers of a request that are handed on, in characters. */
const REQUEST_MAX = 64 * 1024;

/** Characters of the document that are read at once: escaped, they have at most six times as many bytes. */
const SLICE = 256 * 1024;

/** Bytes that an origin may store: local databases, files and caches together. */
const QUOTA_BYTES = 16 * 1024 * 1024;

interface Navigation {
  readonly frameId: string;
  readonly navigationType: string;
}

interface Paused {
  readonly requestId: string;
  readonly resourceType: string;
  readonly frameId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

const Described = z.object({ length: z.int().nonnegative(), url: z.string().max(REQUEST_MAX) });

interface Evaluated {
  readonly result: { readonly value?: unknown; readonly objectId?: string };
}

interface TabOptions {
  /** Responds to requests of the page. */
  readonly handleRequest: RequestHandler;
  /** Called once if the browser sends more than is read. */
  onTooMuch(): void;
}

/** One page in one browser. */
export class Tab {
  readonly #devtools: DevTools;
  readonly #handleRequest: RequestHandler;
  #session = "";
  #mainFrame = "";
  #requests = 0;
  #underWay = 0;
  #quietSince = performance.now();
  #hasLoaded = false;
  #hasTimedOut = false;
  #clock = "pauseIfNetworkFetchesPending";

  constructor(child: ChildProcess, { handleRequest, onTooMuch }: TabOptions) {
    this.#handleRequest = handleRequest;
    this.#devtools = new DevTools(child.stdio[3] as Writable, child.stdio[4] as Readable, {
      onEvent: (method, params) => this.onEvent(method, params),
      onTooMuch,
    });
  }

  /** Opens the page, waits until it has settled and reads its document. `extension` is the folder of one to load. */
  async render({ url, userAgent, limits }: BrowseTask, extension: string): Promise<RenderedDocument> {
    await this.#devtools.send("Extensions.loadUnpacked", { path: extension }).catch(() => {
      // An older browser, or one that has no extensions: other requests are blocked when they are paused.
    });
    const { targetId } = (await this.#devtools.send("Target.createTarget", { url: "about:blank" })) as {
      readonly targetId: string;
    };
    const { sessionId } = (await this.#devtools.send("Target.attachToTarget", {
      targetId,
      flatten: true,
    })) as { readonly sessionId: string };
    this.#session = sessionId;
    this.#mainFrame = targetId;
    await this.#send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
    await this.#send("Page.enable");
    await this.#send("Page.addScriptToEvaluateOnNewDocument", { source: BEFORE_SCRIPTS });
    await this.#send("Emulation.setUserAgentOverride", { userAgent });
    await this.#send("Page.setDownloadBehavior", { behavior: "deny" }).catch(() => undefined);
    const opened = this.#send("Page.navigate", { url });
    opened.catch(() => undefined);
    await this.#settle(limits.settleMs);
    return this.#readDocument(limits.documentMax);
  }

  async #readDocument(documentMax: number): Promise<RenderedDocument> {
    const expression = SERIALIZE(documentMax);
    const { result } = (await this.#send("Runtime.evaluate", { expression })) as Evaluated;
    const { objectId } = result;
    const call = async (functionDeclaration: string, ...given: readonly number[]): Promise<unknown> => {
      if (objectId === undefined) throw new Ended("crash", "the page has no document");
      const params = { objectId, functionDeclaration, arguments: given.map((value) => ({ value })) };
      const called = await this.#send("Runtime.callFunctionOn", { ...params, returnByValue: true });
      return (called as Evaluated).result.value;
    };
    const described = Described.safeParse(await call(DESCRIBE));
    if (!described.success) throw new Ended("crash", "the page does not give its document");
    const { length, url } = described.data;
    let html = "";
    for (let at = 0; at < Math.min(length, documentMax); at += SLICE)
      html += String(await call(READ, at, at + SLICE)).slice(0, SLICE);
    return { url, body: new TextEncoder().encode(html.slice(0, documentMax)) };
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    return this.#devtools.send(method, params, this.#session);
  }

  /** Waits until the page has loaded and sends no more requests; for at most `settleMs` after loading. */
  async #settle(settleMs: number): Promise<void> {
    let loadedAt: number | undefined;
    for (;;) {
      await Bun.sleep(50);
      const now = performance.now();
      if (this.#hasLoaded) loadedAt ??= now;
      if (loadedAt === undefined) continue;
      const isQuiet = this.#underWay === 0 && now - Math.max(this.#quietSince, loadedAt) >= QUIET_MS;
      if ((isQuiet && this.#hasLoaded && this.#hasTimedOut) || now - loadedAt >= settleMs) return;
    }
  }

  /** Lets the timers of the document that is there now run. */
  #runTimers(): void {
    this.#hasTimedOut = false;
    const policy = { policy: this.#clock, budget: TIMERS_MS };
    this.#send("Emulation.setVirtualTimePolicy", policy).catch(() => {
      // Without a clock of its own the page is read once nothing is under way.
      this.#hasTimedOut = true;
    });
  }

  /** Waits for another document that scripts lead to. Its requests must not stop the clock, or it never loads. */
  #startNavigating({ frameId, navigationType }: Navigation): void {
    this.#quietSince = performance.now();
    if (!this.#hasLoaded || frameId !== this.#mainFrame || navigationType === "sameDocument") return;
    this.#hasLoaded = false;
    this.#clock = "advance";
    this.#runTimers();
  }

  onEvent(method: string, params: unknown): void {
    if (method === "Page.loadEventFired") {
      this.#hasLoaded = true;
      this.#runTimers();
    } else if (method === "Emulation.virtualTimeBudgetExpired") {
      // A document that is still loading goes on with its clock.
      if (this.#hasLoaded) this.#hasTimedOut = true;
      else this.#runTimers();
    } else if (method === "Fetch.requestPaused") void this.#resume(params as Paused);
    // A dialog would hold the page for ever.
    else if (method === "Page.javascriptDialogOpening")
      this.#send("Page.handleJavaScriptDialog", { accept: false }).catch(() => undefined);
    else if (method === "Page.frameStartedNavigating") this.#startNavigating(params as Navigation);
  }

  /** The response to a request of the page; undefined blocks it. */
  async #responseTo({ resourceType, frameId, request }: Paused): Promise<BrowserResponse | undefined> {
    const { url, method, headers } = request;
    const isPage = resourceType === "Document" && frameId === this.#mainFrame;
    const kind = resourceType === "Document" && !isPage ? "Frame" : resourceType;
    if (++this.#requests > REQUESTS_MAX || !["GET", "HEAD"].includes(method)) return undefined;
    if (url.length + JSON.stringify(headers).length > REQUEST_MAX) return undefined;
    // Before the first script of the document runs.
    const origin = isPage ? URL.parse(url)?.origin : undefined;
    if (origin !== undefined)
      await this.#send("Storage.overrideQuotaForOrigin", { origin, quotaSize: QUOTA_BYTES });
    return this.#handleRequest({ url, method, headers, kind });
  }

  /** Responds to a request of the page, unless the browser has ended. */
  async #resume(paused: Paused): Promise<void> {
    const { requestId } = paused;
    this.#underWay++;
    let response: BrowserResponse | undefined;
    try {
      response = await this.#responseTo(paused);
    } catch {
      // What cannot be had fails for the page, too; the page may go on without it.
      response = undefined;
    }
    try {
      if (response === undefined) {
        await this.#send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
      } else {
        await this.#send("Fetch.fulfillRequest", {
          requestId,
          responseCode: response.status,
          responseHeaders: response.headers.map(([name, value]) => ({ name, value })),
          body: Buffer.from(response.body).toString("base64"),
        });
      }
    } catch {
      // The page has left the request, or the browser has ended.
    } finally {
      this.#underWay--;
      this.#quietSince = performance.now();
    }
  }
}
