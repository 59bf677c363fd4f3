import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { AnswerRequest, BrowserResponse, BrowseTask, RenderedDocument } from "../kit/browse.ts";
import type { Work } from "../kit/work.ts";
import type { PoolCount } from "./count.ts";
import { DevTools } from "./devtools.ts";
import { ExternalRuns, type ExternalRunsOptions } from "./external-runs.ts";
import { Ended, type Ending, lowerPriority } from "./process.ts";
import { residentBytes } from "./resource-usage.ts";

/**
 * Switches of Chromium. Nothing leaves it but over its pipe: names are not resolved, connections go to a proxy that is
 * not there, local ones too, WebRTC and QUIC have no way around that proxy.
 */
const SWITCHES = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--proxy-server=http://127.0.0.1:1",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-sync",
  "--disable-breakpad",
  "--disable-crash-reporter",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-features=Translate,MediaRouter,OptimizationHints,WebTransport,IsolateOrigins,site-per-process",
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
  "--js-flags=--max-old-space-size=256",
  "--mute-audio",
  "--no-first-run",
  "--no-default-browser-check",
  "--no-pings",
  "--hide-scrollbars",
  "--window-size=1280,800",
];

/**
 * The browser starts without a network where the system has network namespaces (`unshare` of util-linux), because all it
 * needs comes over its pipe; and the kernel ends it with the server. A system without these programs goes without.
 */
const ISOLATED = `command -v setpriv >/dev/null && set -- setpriv --pdeathsig KILL "$@"
if unshare -n true 2>/dev/null; then exec unshare -n "$@"; fi
if unshare -c -n true 2>/dev/null; then exec unshare -c -n "$@"; fi
exec "$@"`;

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
const LOOK_MS = 200;

/** Serializes the document with its doctype and its shadow roots, as declarations. */
const SERIALIZE = `(() => {
  const type = document.doctype;
  const start = type === null ? "" : new XMLSerializer().serializeToString(type);
  const root = document.documentElement;
  if (root === null) return { html: start, url: location.href };
  const tag = root.cloneNode(false).outerHTML;
  const end = "</" + root.localName + ">";
  const shadowRoots = [...(globalThis["${ROOTS}"] ?? [])];
  const html = tag.endsWith(end)
    ? tag.slice(0, -end.length) + root.getHTML({ serializableShadowRoots: true, shadowRoots }) + end
    : root.outerHTML;
  return { html: start + html, url: location.href };
})()`;

/** Resident memory of every process of a group, in bytes; 0 where the system has no /proc. */
function groupBytes(group: number): number {
  let bytes = 0;
  try {
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "latin1");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        if (Number(fields[2]) === group) bytes += residentBytes(Number(name)) ?? 0;
      } catch {
        // It ended while we looked.
      }
    }
  } catch {
    // No /proc here: the limit of each engine holds.
  }
  return bytes;
}

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

/** One page in one browser. */
class Tab {
  readonly #devtools: DevTools;
  readonly #answer: AnswerRequest;
  #session = "";
  #mainFrame = "";
  #requests = 0;
  #underWay = 0;
  #quietSince = performance.now();
  #hasLoaded = false;
  #hasTimedOut = false;
  #clock = "pauseIfNetworkFetchesPending";

  constructor(child: ChildProcess, answer: AnswerRequest) {
    this.#answer = answer;
    this.#devtools = new DevTools(child.stdio[3] as Writable, child.stdio[4] as Readable, (method, params) =>
      this.#hear(method, params),
    );
  }

  close(): void {
    this.#devtools.close();
  }

  /** Opens the page, waits until it has settled and reads its document. */
  async render({ url, userAgent, limits }: BrowseTask): Promise<RenderedDocument> {
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
    const { result } = (await this.#send("Runtime.evaluate", {
      expression: SERIALIZE,
      returnByValue: true,
    })) as {
      readonly result: { readonly value?: RenderedDocument };
    };
    if (result.value === undefined) throw new Ended("crash", "the page has no document");
    const { html } = result.value;
    return { url: result.value.url, html: html.slice(0, limits.documentMax) };
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

  #hear(method: string, params: unknown): void {
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

  /** Responds to a request of the page, unless the browser has ended. */
  async #resume({ requestId, resourceType, frameId, request }: Paused): Promise<void> {
    this.#underWay++;
    let response: BrowserResponse | undefined;
    try {
      const { url, method, headers } = request;
      const kind = resourceType === "Document" && frameId !== this.#mainFrame ? "Frame" : resourceType;
      if (++this.#requests <= REQUESTS_MAX) response = await this.#answer({ url, method, headers, kind });
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

/** The name that runs of the browser are counted under. */
export const BROWSER = "browser";

/** Runs of the operator's browser: one at a time, each in a browser and a profile of its own. */
export class BrowserRuns {
  readonly #runs: ExternalRuns;
  readonly #children = new Set<ChildProcess>();

  constructor(options: Pick<ExternalRunsOptions, "onFailure" | "onWait">) {
    this.#runs = new ExternalRuns({ ...options, name: BROWSER, size: 1 });
  }

  get count(): PoolCount {
    const children = [...this.#children];
    const memoryBytes = children.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : groupBytes(pid)), 0);
    return this.#runs.count(children.length, memoryBytes);
  }

  /** Renders a page. See `Browse` for what it throws. */
  run(task: BrowseTask, answer: AnswerRequest, client: AbortSignal, work: Work): Promise<RenderedDocument> {
    return this.#runs.run(work, client, task.limits.totalMs, async () => {
      try {
        return await this.#once(task, answer, client);
      } catch (error) {
        throw error instanceof Ended ? error : new Ended("crash", String(error));
      }
    });
  }

  /** Ends all that run. */
  close(): void {
    for (const child of this.#children) endGroup(child);
  }

  async #once(task: BrowseTask, answer: AnswerRequest, client: AbortSignal): Promise<RenderedDocument> {
    const profile = await mkdtemp(join(tmpdir(), "quintet-browser-"));
    const child = launch(task.path, profile);
    this.#children.add(child);
    const exited = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    const tab = new Tab(child, answer);
    const { totalMs, memoryBytes } = task.limits;
    const ending = Promise.withResolvers<never>();
    ending.promise.catch(() => undefined);
    const end = (why: Ending) => ending.reject(new Ended(why, `the browser was ended: ${why}`));
    const left = () => end("left");
    const late = setTimeout(() => end("deadline"), totalMs);
    const look = setInterval(() => {
      if (child.pid !== undefined && groupBytes(child.pid) > memoryBytes) end("memory");
    }, LOOK_MS);
    client.addEventListener("abort", left);
    if (client.aborted) left();
    void exited.then(() => end("crash"));
    try {
      const rendering = tab.render(task);
      rendering.catch(() => undefined);
      return await Promise.race([rendering, ending.promise]);
    } finally {
      clearTimeout(late);
      clearInterval(look);
      client.removeEventListener("abort", left);
      tab.close();
      endGroup(child);
      await exited;
      this.#children.delete(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

/** Starts the browser in a group of its own, which ends as one. Root has no sandbox of Chromium's. */
function launch(path: string, profile: string): ChildProcess {
  const switches = process.getuid?.() === 0 ? [...SWITCHES, "--no-sandbox"] : SWITCHES;
  const command = [path, ...switches, `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn("/bin/sh", ["-c", ISOLATED, "sh", ...command], {
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: profile,
      // It makes a folder of its own there, which stays when it is killed.
      TMPDIR: profile,
      XDG_CONFIG_HOME: profile,
      XDG_CACHE_HOME: profile,
    },
    cwd: "/",
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
