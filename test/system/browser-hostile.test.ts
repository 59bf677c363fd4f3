import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { BrowseLimits } from "../../src/kit/browse.ts";
import { folderBytes } from "../../src/sandbox/process-group.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { chromium, headless } from "../fixtures/seo/browser.ts";
import { auditRendered, serveDrawn } from "../fixtures/seo/rendering.ts";
import { isNightly } from "../helpers/nightly.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

/** What most tests start: the whole browser, or in the short form its engine, which has neither extensions nor a sandbox. */
const path = (isNightly ? chromium : headless) ?? "";
const whole = chromium ?? "";
const MB = 1024 * 1024;
/** Between two looks at memory. */
const LOOK_MS = 20;
/** Between two looks at disk space or processes: a profile has hundreds of files, a machine hundreds of processes. */
const LONG_LOOK_MS = 250;

const shell = (script: string, more = "") =>
  `<!doctype html><html lang="en"><title>Loading</title><div id="root"></div><script>${script}</script>${more}`;

/** A worker that writes to the private file system until it may not; the title then says how it ended. */
const WRITE = `const root = await navigator.storage.getDirectory();
  const file = await (await root.getFileHandle("f", { create: true })).createSyncAccessHandle();
  const bytes = new Uint8Array(4e6).fill(7);
  let at = 0;
  try { for (;;) { if (file.write(bytes, { at }) === 0) throw new Error("full"); at += bytes.length; } }
  catch (error) { postMessage(error.name + " after " + at); }`;

const pages = {
  // Each control character has six bytes in a message of the DevTools protocol.
  "/bodies": shell(
    `const body = "\\x01".repeat(7e6); const sent = [0, 1, 2, 3].map((i) => fetch("/sink?" + i, { method: "POST", body }).catch(() => 0));
     Promise.all(sent).then(() => { document.title = "Sent"; root.innerHTML = "<h1>Sent</h1>"; })`,
  ),
  "/headers": shell(
    `for (let i = 0; i < 50; i++) fetch("/data.json", { headers: { "x-a": "\\x7f".repeat(1e6) } }).catch(() => 0); root.innerHTML = "<h1>Sent</h1>"`,
  ),
  "/urls": shell(
    `for (let i = 0; i < 100; i++) fetch("/data.json?" + i + "x".repeat(1.9e6)).catch(() => 0); root.innerHTML = "<h1>Sent</h1>"`,
  ),
  "/slices": shell(`root.innerHTML = "<h1>Drawn</h1>"; String.prototype.slice = () => "y".repeat(50e6)`),
  "/exception": shell(
    `root.innerHTML = "<h1>Drawn</h1>"; Element.prototype.getHTML = () => { throw new Error("\\x01".repeat(2e6)); }`,
  ),
  "/files": shell(
    `const code = ${JSON.stringify(`(async () => { ${WRITE} })()`)};
     const worker = new Worker(URL.createObjectURL(new Blob([code])));
     worker.onmessage = ({ data }) => { document.title = data; root.innerHTML = "<h1>Full</h1>"; }`,
    '<script src="/slow.js"></script>',
  ),
  "/waits": shell("", '<script src="/slow.js"></script>'),
};

const failures: { readonly cause?: unknown }[] = [];
let sandbox: Sandbox;
let site: ReturnType<typeof serveDrawn>;
let server: ReturnType<typeof Bun.serve>;
let folder: string;
const { TMPDIR } = process.env;

beforeAll(() => {
  folder = temporaryFolder();
  process.env.TMPDIR = folder;
  const onFailure = (fields: Readonly<Record<string, unknown>>) => void failures.push(fields);
  sandbox = createSandbox({ size: 1, keep: 0, idleMs: 1_000, queue: 10, onFailure });
  site = serveDrawn(pages);
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      // As long as a file of a page may take.
      if (pathname === "/slow.js") {
        await Bun.sleep(4_000);
        return new Response("1", { headers: { "Content-Type": "text/javascript" } });
      }
      return fetch(new URL(pathname + search, site.url));
    },
  });
});
afterAll(async () => {
  await sandbox.close();
  await server.stop(true);
  await site.stop(true);
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

/** Processes that have the folder of the tests in their command. */
function browsers(): string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(`user-data-dir=${folder}`);
    } catch {
      return false;
    }
  });
}

/** The nice value of a process (proc_pid_stat(5)); the lowest priority where it has ended. */
function niceOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  } catch {
    return 19;
  }
}

/** Audits a page while memory of this process and disk space are watched. */
async function render(page: string, limits: Partial<BrowseLimits> = { totalMs: 60_000 }, browser = path) {
  failures.length = 0;
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let [memory, disk] = [0, 0];
  const watches = [
    setInterval(() => {
      memory = Math.max(memory, process.memoryUsage.rss() - before);
    }, LOOK_MS),
    setInterval(() => {
      disk = Math.max(disk, folderBytes(folder, 2_000 * MB));
    }, LONG_LOOK_MS),
  ];
  try {
    const report = await auditRendered(sandbox, browser, new URL(page, server.url).href, limits);
    expect(browsers()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    return { report, memory, disk, cause: String(failures[0]?.cause ?? "") };
  } finally {
    for (const watch of watches) clearInterval(watch);
  }
}

describe.skipIf(chromium === null)("a page that scripts draw", () => {
  test("may not send bodies, and none of them reaches this process", async () => {
    const { report, memory } = await render("/bodies", undefined, whole);
    expect([report.rendering.mode, report.headings.h1]).toEqual(["rendered", ["Sent"]]);
    expect(memory).toBeLessThan(150 * MB);
  });

  test.each(["/headers", "/urls"])("may not fill messages with %s", async (page) => {
    // It may be ended in time, or because the browser has sent too much.
    const { memory } = await render(page, { totalMs: 15_000 });
    expect(memory).toBeLessThan(150 * MB);
  });

  test.each(["/slices", "/exception"])(
    "is ended when it makes long messages of its document: %s",
    async (page) => {
      const { report, memory, cause } = await render(page);
      expect(report.rendering.mode).toBe("static");
      expect(report.rendering.failure).toContain("limits");
      expect(cause).toContain("sent too much");
      expect(memory).toBeLessThan(150 * MB);
    },
  );

  test("may store 16 MB", async () => {
    const { report, disk } = await render("/files");
    expect(report.title.text).toMatch(/^(Quota\w+|Error) after \d+$/);
    expect(disk).toBeLessThan(100 * MB);
  });

  test("is ended when its browser has written too much", async () => {
    const { report, cause } = await render("/files", { totalMs: 60_000, diskBytes: 4 * MB });
    expect(report.rendering.mode).toBe("static");
    expect(report.rendering.failure).toContain("disk space");
    expect(cause).toContain("profile");
  });

  test.skipIf(Bun.which("setpriv") === null)(
    "has no higher priority than the sandbox, also as root",
    async () => {
      let isOver = false;
      const rendering = render("/waits").finally(() => {
        isOver = true;
      });
      let highest = Number.POSITIVE_INFINITY;
      let seen = 0;
      while (!isOver) {
        const values = browsers().map(niceOf);
        seen = Math.max(seen, values.length);
        highest = Math.min(highest, ...values);
        await new Promise((resolve) => setTimeout(resolve, LONG_LOOK_MS));
      }
      expect((await rendering).report.rendering.mode).toBe("rendered");
      expect(seen).toBeGreaterThan(1);
      expect(highest).toBeGreaterThanOrEqual(10);
    },
  );

  test.skipIf(process.getuid?.() !== 0 || Bun.which("setpriv") === null)(
    "is rendered with Chromium's own sandbox by another user, if one is set",
    async () => {
      // That user reaches its profile through the folder of the tests, as through /tmp.
      chmodSync(folder, 0o711);
      const user = { uid: 65_534, gid: 65_534 };
      const limits = { totalMs: 60_000 };
      const rendering = auditRendered(sandbox, whole, new URL("/waits", server.url).href, limits, user);
      const uids = await until("the browser runs", () => {
        const running = browsers();
        return running.length > 2 && running.map((pid) => statSync(`/proc/${pid}`).uid);
      });
      const commands = browsers().map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
      expect(new Set(uids)).toEqual(new Set([user.uid]));
      expect(commands.filter((command) => command.includes("--no-sandbox"))).toEqual([]);
      const { rendering: rendered } = await rendering;
      expect(rendered.mode).toBe("rendered");
      expect([browsers(), readdirSync(folder)]).toEqual([[], []]);
    },
  );

  test("leaves no process and no file when the sandbox is closed, nor does the one that waits for its turn", async () => {
    const own = createSandbox({ size: 1, keep: 0, idleMs: 1_000, queue: 10, onFailure: () => {} });
    const url = new URL("/waits", server.url).href;
    const rendering = [1, 2].map(() => auditRendered(own, path, url));
    await until("the browser runs", () => browsers().length > 1);
    await own.close();
    expect(readdirSync(folder)).toEqual([]);
    for (const one of rendering) expect((await one).rendering.mode).toBe("static");
    // They have been killed; on a busy machine the kernel takes its time with processes of low priority.
    await until("the browser has ended", () => browsers().length === 0);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.skipIf(Bun.which("setpriv") === null)(
    "leaves no process and no file when the server is killed",
    async () => {
      const [sandboxUrl, renderingUrl] = ["../../src/sandbox/sandbox.ts", "../fixtures/seo/rendering.ts"].map(
        (file) => new URL(file, import.meta.url).href,
      );
      const code = `
      const { createSandbox } = await import(${JSON.stringify(sandboxUrl)});
      const { auditRendered } = await import(${JSON.stringify(renderingUrl)});
      const own = createSandbox({ size: 1, keep: 0, idleMs: 1_000, queue: 0, onFailure: () => {} });
      await auditRendered(own, ${JSON.stringify(path)}, ${JSON.stringify(new URL("/waits", server.url).href)});`;
      const killed = Bun.spawn([process.execPath, "-e", code], { env: { ...process.env, TMPDIR: folder } });
      await until("the browser runs", () => browsers().length > 1);
      killed.kill("SIGKILL");
      await until("the browser has ended", () => browsers().length === 0);
      await until("its profile is gone", () => readdirSync(folder).length === 0);
    },
  );
});
