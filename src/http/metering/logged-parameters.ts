import type { LoggedParameters } from "../../accounts/account-views.ts";
import { type AnyOperation, fileNames, parametersOf } from "../../kit/descriptor.ts";
import { UNSEEN } from "../../kit/file-name.ts";
import { percentDecoded } from "../../kit/percent-encoding.ts";

/** The parameters of a call as they were sent. */
export interface SentParameters {
  readonly query: string;
  readonly path: Readonly<Record<string, string>>;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly string[];
}

/** The most characters of one value. Longer ones are texts, and are not kept. */
const VALUE_MAX = 400;
/** The most bytes of all values of a call. */
const TOTAL_MAX = 1_000;
const REDACTED = "***";

/** Names of secrets, such as `password`, `access_token` and `X-Amz-Signature`. */
const SECRET =
  /pass(?:word|wd|phrase|code)|secret|token|signature|credential|session|jwt|auth(?!or)|api-?_?key|access-?_?key/i;
/** The same for names that other words contain, such as `keyword` and `design`. */
const SECRET_WORD = /(?:^|[^a-z])(?:key|sig|pwd|pass|pin|otp|sid|code)(?:[^a-z]|$)/i;
/** Keys and tokens of well-known forms. */
const KEY =
  /(?:qt|sk|pk|rk)_(?:live|test)_\w+|gh[a-z]_\w{20,}|(?<![\w-])eyJ[\w-]{8,}\.[\w.-]+|AKIA[A-Z\d]{12,}/g;
const SCHEME = /^[a-z][a-z\d+.-]*:[/\\]*/i;

/** Reports whether a parameter of this name is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name) || SECRET_WORD.test(name);
}

const decoded = (text: string): string | undefined => percentDecoded(text.replaceAll("+", " "));

function redactedUrl(url: string): string {
  const [scheme = ""] = SCHEME.exec(url) ?? [];
  const rest = url.slice(scheme.length);
  const end = rest.search(/[/?#\\]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const at = authority.lastIndexOf("@");
  const host = at < 0 ? authority : `${REDACTED}${authority.slice(at)}`;
  const path = rest
    .slice(authority.length)
    // URLs in the query of another one.
    .replaceAll(/\/\/[^/?#&]*@/g, `//${REDACTED}@`)
    .replaceAll(/([?&;#])([^=?&;#]*)=([^&;#]*)/g, (pair, mark: string, name: string) =>
      isSecretName(decoded(name) ?? name) ? `${mark}${name}=${REDACTED}` : pair,
    );
  return scheme + host + path;
}

/** A value without what a log must not have. */
export function redacted(name: string, value: string): string {
  const text = value.toWellFormed().replaceAll(UNSEEN, "").trim();
  const isUrl = SCHEME.test(text) || text.startsWith("//") || /url$/i.test(name);
  return (isUrl ? redactedUrl(text) : text).replaceAll(KEY, REDACTED);
}

/** The message of an error, which repeats no input but names, as the request log keeps it. */
export const loggedText = (message: string) => redacted("", message).slice(0, VALUE_MAX).toWellFormed();

function* pairsOf(query: string): Generator<readonly [name: string, value: string | undefined]> {
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    if (name !== undefined) yield [name, equals < 0 ? "" : decoded(pair.slice(equals + 1))];
  }
}

/** Makes what writes parameters for the request log: at most 1,000 bytes, without files, secrets and long texts. */
export function parameterLogger(operation: AnyOperation): (sent: SentParameters) => LoggedParameters {
  const known = new Set(parametersOf(operation).map(([name]) => name));
  const ownFiles = fileNames(operation.accepts);
  const { synonyms = {} } = operation;
  return ({ query, path, fields, files }) => {
    const values = new Map<string, string>();
    const omitted = new Set(files.filter((name) => ownFiles.includes(name)));
    let total = 0;
    for (const [sent, value] of [...Object.entries(path), ...pairsOf(query), ...fields]) {
      const name = Object.hasOwn(synonyms, sent) ? (synonyms[sent] ?? sent) : sent;
      if (!known.has(name) || omitted.has(name)) continue;
      const before = values.get(name);
      // A list may be repeated.
      const isShort = value !== undefined && value.length <= VALUE_MAX && !isSecretName(name);
      const kept = isShort ? (before === undefined ? "" : `${before},`) + redacted(name, value) : undefined;
      const more = kept === undefined ? 0 : Buffer.byteLength(kept) - Buffer.byteLength(before ?? "");
      if (kept === undefined || kept.length > VALUE_MAX || total + more > TOTAL_MAX) {
        total -= Buffer.byteLength(before ?? "");
        values.delete(name);
        omitted.add(name);
      } else {
        total += more;
        values.set(name, kept);
      }
    }
    return { values: Object.fromEntries(values), omitted: [...omitted] };
  };
}
