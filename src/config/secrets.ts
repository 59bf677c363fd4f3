import { closeSync, openSync, readSync } from "node:fs";
import { ConfigError } from "../kit/config-error.ts";

/** The name of the variable that says in which file a secret is. */
export function fileVariableOf(name: string): string {
  return `${name}_FILE`;
}

/** The most that a file with a secret may hold, in bytes: a path such as /dev/zero has no end. */
const SECRET_MAX_BYTES = 65_536;

function readStart(path: string): Buffer {
  const bytes = Buffer.alloc(SECRET_MAX_BYTES + 1);
  const file = openSync(path, "r");
  try {
    let size = 0;
    for (;;) {
      const read = readSync(file, bytes, size, bytes.byteLength - size, null);
      size += read;
      if (read === 0 || size === bytes.byteLength) return bytes.subarray(0, size);
    }
  } finally {
    closeSync(file);
  }
}

/** A path for an error text. A value that does not look like one may be the secret itself, and is not repeated. */
function shownPath(path: string): string {
  return /^(?:\/|\.{1,2}\/)[\w./@+-]*$/.test(path) ? path : "its value";
}

function readSecret(variable: string, path: string): string {
  const refuse = (reason: string) => new ConfigError(`${variable} is not accepted: ${reason}.`);
  let bytes: Buffer;
  try {
    bytes = readStart(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw refuse(`${shownPath(path)} cannot be read (${code}); it must be the path of a readable file`);
  }
  if (bytes.byteLength > SECRET_MAX_BYTES) throw refuse(`${shownPath(path)} is larger than 64 KB`);
  const text = bytes.toString("utf8");
  let end = text.length;
  while (end > 0 && "\r\n".includes(text.charAt(end - 1))) end--;
  const secret = text.slice(0, end);
  if (secret === "") throw refuse(`${shownPath(path)} is empty`);
  return secret;
}

/**
 * Adds the secrets that are in files, without the line break at their end; variables that are set to nothing count as
 * not set; `known` are all variables, `secrets` those that hold one. Throws a `ConfigError` for a file that cannot be read, is empty or too large, for a secret that is set both
 * ways, and for `NAME_FILE` of a variable that is no secret.
 */
export function withSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
  secrets: readonly string[],
): Record<string, string | undefined> {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  for (const name of secrets) {
    const path = values[fileVariableOf(name)];
    if (path === undefined) continue;
    if (values[name] !== undefined) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`);
    values[name] = readSecret(fileVariableOf(name), path);
  }
  const files = new Set(secrets.map(fileVariableOf));
  for (const name of known) {
    const file = fileVariableOf(name);
    if (values[file] === undefined || files.has(file) || known.includes(file)) continue;
    throw new ConfigError(`${file} is not accepted: only secrets can be in files. Set ${name} instead.`);
  }
  return values;
}
