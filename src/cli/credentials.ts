import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { withoutSlash } from "../../clients/typescript/src/transport.ts";
import { UsageError } from "../kit/usage-error.ts";

/** The servers that the user has signed in to. */
export interface Credentials {
  readonly server?: string;
  readonly keys: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Folder of stored keys: the folder that the operating system has for settings of a user. */
export function credentialsPath(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = environment.HOME || homedir();
  if (platform === "win32") {
    return join(environment.APPDATA || join(home, "AppData", "Roaming"), "quintet", "credentials.json");
  }
  if (platform === "darwin")
    return join(home, "Library", "Application Support", "quintet", "credentials.json");
  // Relative paths are not valid there: XDG Base Directory Specification 0.8.
  const configured = environment.XDG_CONFIG_HOME ?? "";
  return join(configured.startsWith("/") ? configured : join(home, ".config"), "quintet", "credentials.json");
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Reads the stored keys; none where nobody has signed in. Throws a `UsageError` for a file that is damaged. */
export async function readCredentials(path: string): Promise<Credentials> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return { keys: {} };
    throw new UsageError(`${path} cannot be read. Check its permissions.`);
  }
  try {
    const { server, keys } = JSON.parse(text) as { server?: unknown; keys?: unknown };
    const pairs = Object.entries(keys ?? {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === "string",
    );
    return { ...(typeof server === "string" ? { server } : {}), keys: Object.fromEntries(pairs) };
  } catch {
    throw new UsageError(`${path} is damaged. Delete it and run quintet login again.`);
  }
}

/** Replaces a file as a whole: only this user can read it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.${process.pid}.part`;
  await writeFile(partial, text, { mode: 0o600 });
  // One of an earlier process with this ID keeps its mode.
  await chmod(partial, 0o600);
  await rename(partial, path);
}

/** Stores keys so that only this user can read them. */
export function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  return replaceFile(path, `${JSON.stringify(credentials, undefined, 2)}\n`);
}

/** The URL of a server, as it is stored and called. Throws a `UsageError` for another text. */
export function serverUrl(text: string, source: string): string {
  const wrong = new UsageError(`${source} must be a URL such as https://api.example.com.`);
  if (!URL.canParse(text)) throw wrong;
  const { protocol, href, username, password, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || username + password + search + hash !== "") throw wrong;
  return withoutSlash(href);
}

/** A server that calls go to, and the key for it. */
export interface ChosenServer {
  readonly url: string;
  readonly key: string | undefined;
  readonly words: string;
}

/** The server that calls go to, and its key: by option, environment or `quintet login`. Undefined where no server is named. */
export async function chosenServer(
  option: string | undefined,
  environment: Environment,
): Promise<ChosenServer | undefined> {
  const variable = environment.QUINTET_SERVER?.trim() || undefined;
  const own = environment.QUINTET_KEY?.trim() || undefined;
  const named = option ?? variable;
  const stored =
    named !== undefined && own !== undefined
      ? { keys: {} }
      : await readCredentials(credentialsPath(environment));
  const text = named ?? ("server" in stored ? stored.server : undefined);
  if (text === undefined) return undefined;
  const source =
    option !== undefined ? "--server" : variable !== undefined ? "QUINTET_SERVER" : "The stored server";
  const url = serverUrl(text, source);
  const key = own ?? stored.keys[url];
  if (key !== undefined && !/^[!-~]+$/.test(key))
    throw new UsageError("The API key has characters that no key has. Copy the full key and try again.");
  return { url, key, words: option === undefined ? "" : ` --server ${url}` };
}
