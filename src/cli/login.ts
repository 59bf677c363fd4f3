import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { createTransport } from "../../clients/typescript/src/transport.ts";
import { UsageError } from "../kit/usage-error.ts";
import { explained } from "./client.ts";
import { credentialsPath, readCredentials, serverUrl, writeCredentials } from "./credentials.ts";

/** The forms of the commands that keep keys. */
export const LOGIN_USAGE = `quintet login [--server URL]
quintet logout [--server URL]`;

/** Input and output of the commands. */
export interface LoginDeps {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WriteStream;
  print(text: string): void;
}

/** Asks a question at the terminal; `isHidden` does not show what is typed. */
async function ask(question: string, { stdin, stderr }: LoginDeps, isHidden: boolean): Promise<string> {
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  stderr.write(question);
  const lines = createInterface({ input: stdin, output: isHidden ? muted : stderr, terminal: true });
  try {
    // Rejects for Ctrl-C.
    return (await lines.question("").catch(() => process.exit(130))).trim();
  } finally {
    lines.close();
    if (isHidden) stderr.write("\n");
  }
}

/** The key: typed at a terminal without being shown, or standard input. */
async function readKey(deps: LoginDeps): Promise<string> {
  if (deps.stdin.isTTY) return ask("API key: ", deps, true);
  let text = "";
  for await (const chunk of deps.stdin) text += String(chunk);
  return text.trim();
}

/** Checks the key with the server before it is stored. */
async function checkKey(baseUrl: string, key: string): Promise<void> {
  const shape = { method: "GET", path: "/usage", files: [], produces: ["application/json"] } as const;
  try {
    await createTransport({ baseUrl, key, retries: 2, timeoutMs: 30_000 }).send(shape, {});
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError("Invalid API key. Copy the full key and try again.");
    throw explained(error, { baseUrl });
  }
}

/** Runs `quintet login`: stores the key of a server, which calls then go to. */
export async function login(option: string | undefined, deps: LoginDeps): Promise<void> {
  const { environment, stdin, print } = deps;
  const path = credentialsPath(environment);
  const stored = await readCredentials(path);
  const named =
    option ??
    environment.QUINTET_SERVER ??
    (stdin.isTTY ? await ask("Server URL: ", deps, false) : undefined);
  if (!named) throw new UsageError("Name the server: quintet login --server https://api.example.com");
  const server = serverUrl(named, "--server");
  const key = await readKey(deps);
  if (key === "") throw new UsageError("No key was given. Type it, or send it to standard input.");
  await checkKey(server, key);
  await writeCredentials(path, { server, keys: { ...stored.keys, [server]: key } });
  print(`Signed in to ${server}. The key is stored in ${path}\n`);
}

/** Runs `quintet logout`: deletes the key of a server, or of the one that calls go to. */
export async function logout(option: string | undefined, { environment, print }: LoginDeps): Promise<void> {
  const path = credentialsPath(environment);
  const stored = await readCredentials(path);
  const server = option === undefined ? stored.server : serverUrl(option, "--server");
  if (server === undefined) throw new UsageError("You are not signed in to a server.");
  const { [server]: _, ...keys } = stored.keys;
  await writeCredentials(path, { ...(stored.server === server ? {} : { server: stored.server }), keys });
  print(`Signed out of ${server}.\n`);
}
