import type { z } from "zod";
import { type Accepts, type AnyOperation, fileNames } from "./descriptor.ts";
import { invalidParameter, isList, type ParameterParser, readerOf } from "./parameter.ts";
import { Problem } from "./problem.ts";
import { didYouMean, quotedName } from "./suggest-name.ts";

/** The contents of a request body. */
export interface BodyFields {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** A placeholder in `Sent` for a file with content whose bytes are read later. */
export const UNREAD_FILE = new Uint8Array(1);

/** Reads the raw query (after `?`), the decoded path parameters and the body into an operation's input. */
export type InputReader<Input> = (
  query: string,
  path: Readonly<Record<string, string>>,
  sent?: BodyFields,
) => Input;

/** Queries up to this length are remembered, and this many of them: what a client sends stays bounded. */
const MEMO_LENGTH = 24;
const MEMO_SIZE = 256;

/** The query of a request, without the question mark. `url` may lack its host, as in HTTP/1.0. */
export function rawQuery(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

/** The path of a request as it was sent: its URL is not absolute where HTTP/1.0 gave no Host. */
export function rawPath(url: string): string {
  const from = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  return from < 0 ? "/" : (url.slice(from).split("?", 1)[0] ?? "/");
}

interface Parameter {
  readonly name: string;
  readonly inPath: boolean;
  /** A list that is given several times is the comma list of its parts. */
  readonly isList: boolean;
  readonly read: ParameterParser;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new Problem("invalid-parameter", "The query is not valid percent-encoded UTF-8.");
  }
}

function oneSource({ file, base64 }: Accepts, count: string): string {
  const inText = base64 === undefined ? "" : `, ${base64} (the file as Base64)`;
  return `Send ${count} one of ${file}${inText} and url (the URL of the file).`;
}

function fileAsText(name: string, accepts: Accepts | undefined): string {
  const base64 = accepts?.file === name ? accepts.base64 : undefined;
  const inText = base64 === undefined ? "" : ` In JSON, send ${base64}, its content as Base64.`;
  return `${name} must be a file in multipart/form-data.${inText}`;
}

function isRawUrl(pair: string): boolean {
  const value = pair.slice(pair.indexOf("=") + 1);
  return /^https?:\/\//i.test(value) && value.includes("?");
}

/** What to do about a parameter that is no part of the query, but of a URL in it; empty for other queries. */
function encodingHint(query: string, name: string): string {
  if (!query.split("&").some(isRawUrl) || quotedName(name) === "") return "";
  return ` If ${name} is a part of a URL, percent-encode that URL: & is written %26.`;
}

function* pairsOf(query: string): Generator<readonly [name: string, text: () => string]> {
  for (const pair of query === "" ? [] : query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    yield [name, () => decode(equals < 0 ? "" : pair.slice(equals + 1))];
  }
}

function parametersIn(
  input: z.ZodObject,
  inPath: readonly string[],
  files: readonly string[],
): Map<string, Parameter> {
  // A schema of the whole would meet values, not texts.
  if ((input.def.checks ?? []).length > 0) throw new TypeError("rules between parameters belong to `run`");
  return new Map(
    Object.entries<z.ZodType>(input.shape)
      .filter(([name]) => !files.includes(name))
      .map(([name, schema]) => [
        name,
        { name, inPath: inPath.includes(name), isList: isList(schema), read: readerOf(name, schema) },
      ]),
  );
}

/** Makes what adds the defaults of members that are absent, or throws for one that has none. */
function completer<Input extends z.ZodObject>(input: Input, accepted: string) {
  const members = Object.entries<z.ZodType>(input.shape).map(
    ([name, schema]) => [name, schema.safeParse(undefined)] as const,
  );
  return (values: ReadonlyMap<string, unknown>): z.output<Input> => {
    const whole: Record<string, unknown> = {};
    for (const [name, absent] of members) {
      const value = values.get(name);
      if (value !== undefined) whole[name] = value;
      else if (!absent.success) throw invalidParameter(name, `${name} is missing. ${accepted}`);
      else if (absent.data !== undefined) whole[name] = absent.data;
    }
    // Each member is the output of its own schema.
    return whole as z.output<Input>;
  };
}

function addFiles(values: Map<string, unknown>, sent: BodyFields | undefined, accepts: Accepts): void {
  for (const [name, file] of Object.entries(sent?.files ?? {})) {
    if (file.length === 0) {
      const detail = `${name} is an empty file. Send a file with content.`;
      throw new Problem("invalid-body", detail, { parameter: name });
    }
    values.set(name, file);
  }
  if (values.has(accepts.file) === values.has("url")) {
    throw invalidParameter(accepts.file, oneSource(accepts, values.has("url") ? "only" : "exactly"));
  }
}

/**
 * Builds the strict reader of an operation's input. A parameter that is unknown, repeated, empty or malformed is an
 * `invalid-parameter` problem; only a list may be repeated. Where the operation `accepts` a file, either it or `url` is
 * there. `synonyms` are other names of members.
 */
export function inputReader<Input extends z.ZodObject>(
  input: Input,
  inPath: readonly string[],
  {
    accepts,
    synonyms = {},
    isLenient = false,
  }: Pick<AnyOperation, "accepts" | "synonyms" | "isLenient"> = {},
): InputReader<z.output<Input>> {
  const parameters = parametersIn(input, inPath, fileNames(accepts));
  const files = fileNames(accepts);
  const takes = [...parameters.values()].filter((p) => !p.inPath).map((p) => p.name);
  const inBody = accepts?.base64 === undefined ? files : [...files, accepts.base64];
  const accepted =
    takes.length === 0
      ? "This operation accepts no parameters."
      : `This operation accepts ${takes.join(", ")}.`;
  const complete = completer(input, accepted);
  const fromPath = [...parameters.values()].filter((p) => p.inPath);
  const readAll: InputReader<z.output<Input>> = (query, path, sent) => {
    const values = new Map<string, unknown>(fromPath.map(({ name, read }) => [name, read(path[name] ?? "")]));
    const lists = new Map<Parameter, string[]>();
    const take = (given: string, text: () => string): void => {
      const name = Object.hasOwn(synonyms, given) ? (synonyms[given] ?? given) : given;
      const parameter = parameters.get(name);
      if (isLenient && (parameter === undefined || ["", "null", "undefined"].includes(text()))) return;
      if (parameter === undefined || parameter.inPath) {
        if (files.includes(name)) throw invalidParameter(name, fileAsText(name, accepts));
        const hint = didYouMean(name, [...takes, ...inBody]) + encodingHint(query, name);
        throw new Problem("invalid-parameter", `Unknown parameter${quotedName(name)}.${hint} ${accepted}`);
      }
      if (parameter.isList) {
        const texts = lists.get(parameter) ?? [];
        texts.push(text());
        lists.set(parameter, texts);
      } else if (values.has(name)) {
        throw invalidParameter(name, `${name} is repeated. Send it only once.`);
      } else {
        values.set(name, parameter.read(text()));
      }
    };
    for (const [name, text] of pairsOf(query)) take(name, text);
    for (const [name, value] of sent?.fields ?? []) take(name, () => value);
    for (const [{ name, read }, texts] of lists) values.set(name, read(texts.join(",")));
    if (accepts !== undefined) addFiles(values, sent, accepts);
    return complete(values);
  };
  if (fromPath.length > 0 || accepts !== undefined) return readAll;

  // Reading takes 1.7 us, a sixth of a batch of 100 UUIDs, and short queries repeat: `n=100`.
  const known = new Map<string, z.output<Input>>();
  return (query, path) => {
    const before = known.get(query);
    if (before !== undefined) return before;
    const read = readAll(query, path);
    Object.freeze(read);
    if (query.length <= MEMO_LENGTH && known.size < MEMO_SIZE) known.set(query, read);
    return read;
  };
}

/** Builds the reader of `inputReader` with the first input: those of all endpoints together would delay a start. */
export function lazyInputReader<Input extends z.ZodObject>(
  ...of: Parameters<typeof inputReader<Input>>
): InputReader<z.output<Input>> {
  let read: InputReader<z.output<Input>> | undefined;
  return (query, path, sent) => {
    read ??= inputReader(...of);
    return read(query, path, sent);
  };
}
