import { mkdtemp, rm } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Subprocess } from "bun";
import type { BrowserRequest, BrowseTask, RenderedDocument, RequestHandler } from "../kit/browse.ts";
import { sendToChild } from "../kit/ipc.ts";
import type { Work } from "../kit/work.ts";
import type { DriverMessage, DriverOrder } from "./browser-protocol.ts";
import { ChunkAssembler, chunksOf, pack } from "./chunking.ts";
import type { PoolCount } from "./count.ts";
import { ExternalRuns, type ExternalRunsOptions } from "./external-runs.ts";
import { Ended, type Ending, lowerPriority } from "./process.ts";
import { endGroup, groupBytes, groupProcesses } from "./process-group.ts";
import { watchMemory } from "./resource-usage.ts";

const entry = fileURLToPath(new URL("./browser-driver.ts", import.meta.url));

/** Memory that the driver may have beside the browser, in bytes. */
const DRIVER_BYTES = 400 * 1024 * 1024;

/** How long the kernel may take to end the processes of a group, in milliseconds. */
const END_MS = 2_000;

/** A driver with its browser, for one page; what it says comes in messages of at most 320 KB. */
class BrowserDriver {
  readonly #process: Subprocess<"ignore", "ignore", "ignore">;
  readonly #handleRequest: RequestHandler;
  readonly #document = Promise.withResolvers<RenderedDocument>();
  readonly #endMemory: () => void;
  /** Chunks of responses that are on their way, by the ID of the request. */
  readonly #sending = new Map<number, Generator<Uint8Array, void>>();
  #arriving: ChunkAssembler | undefined;

  constructor(handleRequest: RequestHandler) {
    this.#handleRequest = handleRequest;
    this.#document.promise.catch(() => undefined);
    this.#process = Bun.spawn([process.execPath, "--no-env-file", `--config=${devNull}`, entry], {
      env: {},
      cwd: "/",
      stdio: ["ignore", "ignore", "ignore"],
      serialization: "advanced",
      // A group of its own, which ends as one.
      detached: true,
      ipc: (message: DriverMessage) => this.onMessage(message),
    });
    this.#process.unref();
    lowerPriority(this.pid);
    this.#endMemory = watchMemory(this.pid, DRIVER_BYTES, () =>
      this.end("memory", "the driver of the browser has too much memory"),
    );
    void this.#process.exited.then(() => this.end("crash", "the driver of the browser ended"));
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Renders a page. Throws `Ended`. */
  render(task: BrowseTask, profile: string): Promise<RenderedDocument> {
    this.#say({ kind: "render", task, profile });
    return this.#document.promise;
  }

  /** Ends the driver and the browser at once. */
  end(ending: Ending, reason: string): void {
    this.#document.reject(new Ended(ending, reason));
    endGroup(this.pid);
  }

  /** Ends both, and waits until they have ended. */
  async close(): Promise<void> {
    this.#endMemory();
    this.end("stopped", "the page was read");
    await this.#process.exited;
    for (let ms = 0; ms < END_MS && groupProcesses(this.pid).length > 0; ms += 20) await Bun.sleep(20);
  }

  #say(order: DriverOrder): void {
    // What cannot hear us any more is about to end, and its end rejects.
    if (!sendToChild(this.#process, order)) endGroup(this.pid);
  }

  onMessage(message: DriverMessage): void {
    switch (message.kind) {
      case "request":
        void this.#respond(message.id, message.request);
        return;
      case "more": {
        const chunk = this.#sending.get(message.id)?.next();
        if (chunk?.done === false) this.#say({ kind: "chunk", id: message.id, bytes: chunk.value });
        return;
      }
      case "document":
        this.#arriving = new ChunkAssembler(message.document);
        this.#receive(this.#arriving);
        return;
      case "chunk":
        this.#arriving?.add(message.bytes);
        if (this.#arriving !== undefined) this.#receive(this.#arriving);
        return;
      case "ended":
        this.end(message.ending, message.reason);
    }
  }

  #receive(document: ChunkAssembler): void {
    // The driver packed a document.
    if (document.isComplete) this.#document.resolve(document.value as RenderedDocument);
    else this.#say({ kind: "fetch" });
  }

  async #respond(id: number, request: BrowserRequest): Promise<void> {
    // What cannot be had fails for the page, too; the page may go on without it.
    const response = await this.#handleRequest(request).catch(() => undefined);
    if (response === undefined) return this.#say({ kind: "response", id, response });
    const { packed, large } = pack(response);
    if (large.length > 0) this.#sending.set(id, chunksOf(large));
    this.#say({ kind: "response", id, response: packed });
  }
}

/** The name that runs of the browser are counted under. */
export const BROWSER = "browser";

/** Runs of the operator's browser: one at a time, each in a browser and a profile of its own. */
export class BrowserRuns {
  readonly #runs: ExternalRuns;
  readonly #drivers = new Set<BrowserDriver>();
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: Pick<ExternalRunsOptions, "onFailure" | "onWait">) {
    this.#runs = new ExternalRuns({ ...options, name: BROWSER, size: 1 });
  }

  get count(): PoolCount {
    const memoryBytes = Array.from(this.#drivers, ({ pid }) => groupBytes(pid)).reduce((a, b) => a + b, 0);
    return this.#runs.count(this.#drivers.size, memoryBytes);
  }

  /** Renders a page. See `Browse` for what it throws. */
  run(
    task: BrowseTask,
    handleRequest: RequestHandler,
    client: AbortSignal,
    work: Work,
  ): Promise<RenderedDocument> {
    return this.#runs.run(work, client, task.limits.totalMs, async () => {
      const running = this.#once(task, handleRequest, client);
      this.#running.add(running);
      try {
        return await running;
      } catch (error) {
        throw error instanceof Ended ? error : new Ended("crash", String(error));
      } finally {
        this.#running.delete(running);
      }
    });
  }

  /** Ends all that run, and waits until their profiles are removed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const driver of this.#drivers) driver.end("stopped", "the sandbox is closed");
    await Promise.allSettled(this.#running);
  }

  async #once(
    task: BrowseTask,
    handleRequest: RequestHandler,
    client: AbortSignal,
  ): Promise<RenderedDocument> {
    // Its turn may come with the end of a run that the close has ended.
    if (this.#isClosed) throw new Ended("stopped", "the sandbox is closed");
    const driver = new BrowserDriver(handleRequest);
    this.#drivers.add(driver);
    const left = () => driver.end("left", "the client left");
    const { totalMs } = task.limits;
    const late = setTimeout(() => driver.end("deadline", "the page was not rendered in time"), totalMs);
    client.addEventListener("abort", left);
    if (client.aborted) left();
    let profile: string | undefined;
    try {
      profile = await mkdtemp(join(tmpdir(), "quintet-"));
      return await driver.render(task, profile);
    } finally {
      clearTimeout(late);
      client.removeEventListener("abort", left);
      await driver.close();
      this.#drivers.delete(driver);
      if (profile !== undefined) await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}
