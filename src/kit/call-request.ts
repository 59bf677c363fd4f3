import { type AnyOperation, pathNames } from "./descriptor.ts";
import { percentEncoded } from "./percent-encoding.ts";

/** A file that is sent with a call. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The input of a call: parameters as written in a URL, and files by the names of their inputs. */
export interface CallInput {
  readonly fields: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, SentFile>>;
}

/** The parts of a call's path by their names; one that is not given is empty. */
export function pathFields(operation: AnyOperation, fields: CallInput["fields"]): Record<string, string> {
  return Object.fromEntries(pathNames(operation.path).map((name) => [name, fields[name] ?? ""]));
}

/** The query string of a call: all parameters except those in the path. */
export function queryOf(operation: AnyOperation, fields: CallInput["fields"]): string {
  const inPath = pathNames(operation.path);
  return (
    Object.entries(fields)
      .filter(([name]) => !inPath.includes(name))
      // A URL in a query is read more easily with its colon and slashes, which a query may contain.
      .map(
        ([name, value]) =>
          `${percentEncoded(name)}=${percentEncoded(value).replaceAll(/%(?:3A|2F|2C)/g, decodeURIComponent)}`,
      )
      .join("&")
  );
}

/** The address of a call, from the root of the host: `/v7?n=3`. */
export function addressOf(operation: AnyOperation, fields: CallInput["fields"]): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    percentEncoded(fields[name] ?? ""),
  );
  const query = queryOf(operation, fields);
  return query === "" ? path : `${path}?${query}`;
}

/** The lines of a text, of which the last one may have an end or not. */
export function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** The body of a call of an operation with a `jsonBody`: its list has an item for each line. */
export function jsonBodyOf(
  { jsonBody }: AnyOperation,
  fields: CallInput["fields"],
): Readonly<Record<string, unknown>> | undefined {
  if (jsonBody === undefined) return undefined;
  const { lines } = jsonBody;
  return { ...fields, ...(fields[lines] === undefined ? {} : { [lines]: linesOf(fields[lines]) }) };
}

/** The request of an operation with a `jsonBody`. `baseUrl` has no slash at its end. */
export function jsonRequest(
  { method, path }: AnyOperation,
  body: Readonly<Record<string, unknown>>,
  baseUrl: string,
  headers: Readonly<Record<string, string>> = {},
): Request {
  const all = { ...headers, "Content-Type": "application/json" };
  return new Request(baseUrl + path, { method, headers: all, body: JSON.stringify(body) });
}

/** Writes a call as an HTTP request. `baseUrl` has no slash at its end. */
export function requestOf(
  operation: AnyOperation,
  { fields, files = {} }: CallInput,
  baseUrl: string,
  headers: Readonly<Record<string, string>> = {},
): Request {
  const { method, accepts } = operation;
  const json = jsonBodyOf(operation, fields);
  if (json !== undefined) return jsonRequest(operation, json, baseUrl, headers);
  if (accepts === undefined) return new Request(baseUrl + addressOf(operation, fields), { method, headers });
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, file] of Object.entries(files)) body.append(name, new Blob([file.bytes]), file.name);
  return new Request(baseUrl + operation.path, { method, headers, body });
}
