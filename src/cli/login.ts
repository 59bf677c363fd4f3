import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { createTransport } from "../../clients/typescript/src/transport.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { CallsDeps } from "./calls.ts";
import { explained } from "./client.ts";
import { readCommand } from "./command-forms.ts";
import { credentialsPath, readCredentials, serverUrl, writeCredentials } from "./credentials.ts";

/** The forms of the commands that keep keys. */
export const LOGIN_USAGE = `quintet login [--server URL]
quintet logout [--server URL]`;

async function ask(question: string, isHidden: boolean): Promise<string> {
  const { stdin: input, stderr } = process;
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  stderr.write(question);
  const lines = createInterface({ input, output: isHidden ? muted : stderr, terminal: true });
  try {
    // Rejects for Ctrl-C.
    return (await lines.question("").catch(() => process.exit(130))).trim();
  } finally {
    lines.close();
    if (isHidden) stderr.write("\n");
  }
}

async function checkKey(baseUrl: string, key: string): Promise<void> {
  const shape = { method: "GET", path: "/usage", files: [], produces: ["application/json"] } as const;
  try {
    await createTransport({ baseUrl, key, retries: 2, timeoutMs: 30_000 }).send(shape, {});
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError("Invalid API key. Copy the full key and try again.");
    throw explained(error, { baseUrl });
  }
}

async function login(option: string | undefined, input: () => Promise<Uint8Array>): Promise<string> {
  const { stdin, env } = process;
  const path = credentialsPath(env);
  const stored = await readCredentials(path);
  const named = option ?? env.QUINTET_SERVER ?? (stdin.isTTY ? await ask("Server URL: ", false) : undefined);
  if (!named) throw new UsageError("Name the server: quintet login --server https://api.example.com");
  const server = serverUrl(named, "--server");
  const key = stdin.isTTY ? await ask("API key: ", true) : new TextDecoder().decode(await input()).trim();
  if (key === "") throw new UsageError("No key was given. Type it, or send it to standard input.");
  await checkKey(server, key);
  await writeCredentials(path, { server, keys: { ...stored.keys, [server]: key } });
  return `Signed in to ${server}. The key is stored in ${path}`;
}

async function logout(option: string | undefined): Promise<string> {
  const path = credentialsPath(process.env);
  const stored = await readCredentials(path);
  const server = option === undefined ? stored.server : serverUrl(option, "--server");
  if (server === undefined || stored.keys[server] === undefined)
    throw new UsageError(`You are not signed in to ${server ?? "a server"}.`);
  const { [server]: _, ...keys } = stored.keys;
  await writeCredentials(path, { ...(stored.server === server ? {} : { server: stored.server }), keys });
  return `Signed out of ${server}.`;
}

/** Runs `quintet login` or `quintet logout`. Throws a `UsageError` or an `ApiError`. */
export async function runLogin(words: readonly string[], deps: Omit<CallsDeps, "callee">): Promise<void> {
  const { name, given } = readCommand(LOGIN_USAGE, words);
  const done = name === "login" ? await login(given.server, deps.input) : await logout(given.server);
  deps.output.write(`${done}\n`);
}
