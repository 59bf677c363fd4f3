// The process that drives one browser: what the browser says is read here, and never by the server. It leads the process
// group that the browser is in, so that the server ends both at once.
import { rmSync } from "node:fs";
import type { BrowserRequest, BrowserResponse, BrowseTask } from "../kit/browse.ts";
import { launchBrowser, writeExtension } from "./browser-launch.ts";
import type { DriverMessage, DriverOrder } from "./browser-protocol.ts";
import { Tab } from "./browser-tab.ts";
import { ChunkAssembler, chunksOf, pack } from "./chunking.ts";
import { Ended, type Ending } from "./process.ts";
import { endGroup, endProcess, folderBytes, groupBytes, groupProcesses } from "./process-group.ts";

/** How often memory and disk space are looked at, in milliseconds. */
const LOOK_MS = 200;

function say(message: DriverMessage): void {
  process.send?.(message);
}

interface WaitingRequest {
  resolve(response: BrowserResponse | undefined): void;
  assembler?: ChunkAssembler;
}

/** Responses that the server was asked for, by the ID of their request. */
class Responses {
  readonly #waiting = new Map<number, WaitingRequest>();
  #last = 0;

  ask(request: BrowserRequest): Promise<BrowserResponse | undefined> {
    return new Promise((resolve) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve });
      say({ kind: "request", id, request });
    });
  }

  onResponse(order: Extract<DriverOrder, { kind: "response" | "chunk" }>): void {
    const { id } = order;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (order.kind === "chunk") waiting.assembler?.add(order.bytes);
    else if (order.response !== undefined) waiting.assembler = new ChunkAssembler(order.response);
    const { assembler, resolve } = waiting;
    if (assembler?.isComplete === false) {
      say({ kind: "more", id });
      return;
    }
    this.#waiting.delete(id);
    // The server packed a response.
    resolve(assembler?.value as BrowserResponse | undefined);
  }
}

const responses = new Responses();
let chunks: Generator<Uint8Array, void> | undefined;
let profileFolder: string | undefined;

async function render(task: BrowseTask, profile: string): Promise<void> {
  const { path, user, limits } = task;
  profileFolder = profile;
  const extension = writeExtension(profile);
  const child = launchBrowser(path, profile, limits.diskBytes, user);
  const ending = Promise.withResolvers<never>();
  ending.promise.catch(() => undefined);
  const end = (why: Ending, reason: string) => {
    ending.reject(new Ended(why, reason));
    // The rest of its group is ended by the server.
    child.kill("SIGKILL");
  };
  child.once("error", (error) => end("crash", `the browser did not start: ${error.message}`));
  child.once("exit", (code, signal) => end("crash", `the browser ended with ${signal ?? code}`));
  const look = setInterval(() => {
    if (groupBytes(process.pid) > limits.memoryBytes) end("memory", "the browser has too much memory");
    else if (folderBytes(profile, limits.diskBytes) > limits.diskBytes)
      end("memory", "the browser has written too much to its profile");
  }, LOOK_MS);
  const tab = new Tab(child, {
    handleRequest: (request) => responses.ask(request),
    onTooMuch: () => end("memory", "the browser has sent too much"),
  });
  try {
    const rendering = tab.render(task, extension);
    rendering.catch(() => undefined);
    const { packed, large } = pack(await Promise.race([rendering, ending.promise]));
    chunks = chunksOf(large);
    say({ kind: "document", document: packed });
  } catch (error) {
    const { ending: why, message } = error instanceof Ended ? error : new Ended("crash", String(error));
    say({ kind: "ended", ending: why, reason: message });
  } finally {
    clearInterval(look);
    child.kill("SIGKILL");
  }
}

process.on("message", (order: DriverOrder) => {
  if (order.kind === "render") void render(order.task, order.profile);
  else if (order.kind === "fetch") {
    const chunk = chunks?.next();
    if (chunk?.done === false) say({ kind: "chunk", bytes: chunk.value });
  } else responses.onResponse(order);
});
process.on("disconnect", () => {
  // The server was killed: nobody else ends the browser and removes its profile.
  for (const pid of groupProcesses(process.pid)) if (pid !== process.pid) endProcess(pid);
  if (profileFolder !== undefined) rmSync(profileFolder, { recursive: true, force: true, maxRetries: 3 });
  endGroup(process.pid);
});
