/** One link of a `Link` header. */
export interface HeaderLink {
  readonly href: string;
  /** By name in lower case; the first of a name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const SPACE = /\s*/y;
const PARAMETER_NAME = /[\w*-]+/y;
const QUOTED_VALUE = /"(?:[^"\\]|\\.)*"/y;
const PLAIN_VALUE = /[^\s;,"]+/y;

/** Where a pattern ends that starts at an offset; the offset itself where it does not match there. */
function skip(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : at;
}

interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly end: number;
}

/** Reads `; name=value` at an offset; undefined where there is no such thing. */
function readParameter(line: string, from: number): Parameter | undefined {
  const semicolon = skip(SPACE, line, from);
  if (line[semicolon] !== ";") return undefined;
  const start = skip(SPACE, line, semicolon + 1);
  const end = skip(PARAMETER_NAME, line, start);
  const equals = skip(SPACE, line, end);
  if (end === start || line[equals] !== "=") return undefined;
  const name = line.slice(start, end).toLowerCase();
  const at = skip(SPACE, line, equals + 1);
  if (line[at] === '"') {
    const close = skip(QUOTED_VALUE, line, at);
    const value = line.slice(at + 1, close - 1).replaceAll(/\\(.)/g, "$1");
    return close === at ? undefined : { name, value, end: close };
  }
  const stop = skip(PLAIN_VALUE, line, at);
  return stop === at ? undefined : { name, value: line.slice(at, stop), end: stop };
}

/**
 * Reads one line of the `Link` header (RFC 8288 section 3); URLs may contain commas. Invalid parts are skipped.
 * Takes linear time for any line.
 */
export function parseLinkHeader(line: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  for (let open = line.indexOf("<"); open >= 0; ) {
    const close = line.indexOf(">", open);
    if (close < 0) break;
    const parameters = new Map<string, string>();
    let end = close + 1;
    for (let found = readParameter(line, end); found !== undefined; found = readParameter(line, end)) {
      if (!parameters.has(found.name)) parameters.set(found.name, found.value);
      end = found.end;
    }
    links.push({ href: line.slice(open + 1, close).trim(), parameters });
    open = line.indexOf("<", end);
  }
  return links;
}
