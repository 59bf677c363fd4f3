import { rm } from "node:fs/promises";
import { temporaryFolder } from "../temporary-folder.ts";

/** A Chromium without a window that is talked to over its DevTools protocol. */
export interface Browser extends AsyncDisposable {
  /** Opens an address and evaluates an expression in the page once it is parsed. */
  evaluate(url: string, expression: string): Promise<unknown>;
  /** Opens an address and reads the names of headings and links from the accessibility tree, in their order. */
  names(url: string): Promise<string[]>;
}

/** The path of the Chromium of this machine, if it has one. */
export const chromium: string | null =
  Bun.which("chromium") ?? Bun.which("chromium-browser") ?? Bun.which("google-chrome");

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: { readonly frameId?: string; readonly name?: string };
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** Starts Chromium with a profile of its own and without any way out to the network. */
export async function startBrowser(path: string): Promise<Browser> {
  const profile = temporaryFolder();
  const child = Bun.spawn(
    [
      path,
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--remote-debugging-port=0",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { env: { ...process.env, TMPDIR: profile }, stdout: "ignore", stderr: "pipe" },
  );
  let address = "";
  let log = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr) {
    log += decoder.decode(chunk, { stream: true });
    address = /ws:\/\/\S+/.exec(log)?.[0] ?? "";
    if (address !== "") break;
  }
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let last = 0;
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    for (const listener of listeners) listener(message);
  };
  const send = (method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result ?? {});
      });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    });
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const session = String(sessionId);
  await send("Page.enable", {}, session);

  async function open(url: string): Promise<void> {
    const parsed = new Promise<void>((resolve) => {
      const listener = ({ method, sessionId: from }: Message) => {
        if (from !== session || method !== "Page.domContentEventFired") return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
    await send("Page.navigate", { url }, session);
    await parsed;
  }

  return {
    async evaluate(url, expression) {
      await open(url);
      const { result } = await send(
        "Runtime.evaluate",
        { expression, returnByValue: true, awaitPromise: true },
        session,
      );
      return (result as { readonly value?: unknown } | undefined)?.value;
    },
    async names(url) {
      await open(url);
      await send("Accessibility.enable", {}, session);
      const { nodes } = (await send("Accessibility.getFullAXTree", {}, session)) as {
        readonly nodes: readonly {
          readonly ignored?: boolean;
          readonly role?: { readonly value?: string };
          readonly name?: { readonly value?: string };
        }[];
      };
      return nodes
        .filter(({ ignored, role }) => !ignored && (role?.value === "heading" || role?.value === "link"))
        .map(({ name }) => name?.value ?? "");
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      child.kill();
      await child.exited;
      await rm(profile, { recursive: true, force: true });
    },
  };
}
