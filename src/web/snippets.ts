import { addressOf } from "../kit/call-request.ts";
import { type AnyOperation, type Api, type Example, isMetered } from "../kit/descriptor.ts";
import { curlLine } from "./call.ts";

/** One call written in one language, ready to be run as it stands. */
export interface Snippet {
  readonly language: "curl" | "TypeScript" | "Python";
  readonly text: string;
}

interface Written {
  readonly api: Api;
  readonly operation: AnyOperation;
  readonly example: Example;
  readonly baseUrl: string;
}

/** A text as a literal of TypeScript and of Python alike. */
function literal(text: string): string {
  return JSON.stringify(text);
}

function needsKey({ api, operation }: Written): boolean {
  return isMetered(api, operation);
}

/** Whether the first answer of an operation is read as JSON. */
function answersJson({ operation }: Written): boolean {
  return (operation.produces?.[0] ?? "application/json") === "application/json";
}

function typescript(written: Written): string {
  const { operation, example, baseUrl } = written;
  const { accepts } = operation;
  const url = `${baseUrl}${accepts === undefined ? addressOf(operation, example.input) : operation.path}`;
  const key = needsKey(written) ? ['headers: { Authorization: "Bearer " + process.env.QUINTET_KEY }'] : [];
  const lines: string[] = [];
  const options = [...(accepts === undefined ? [] : ['method: "POST"']), ...key];
  if (accepts !== undefined) {
    lines.push("const form = new FormData();");
    if (example.file !== undefined) {
      const name = literal(example.file.name);
      lines.unshift('import { readFile } from "node:fs/promises";', "");
      lines.push(`form.append(${literal(accepts.file)}, new Blob([await readFile(${name})]), ${name});`);
    }
    for (const [name, value] of Object.entries(example.input)) {
      lines.push(`form.append(${literal(name)}, ${literal(value)});`);
    }
    options.push("body: form");
  }
  const asked = options.length === 0 ? literal(url) : `${literal(url)}, {\n  ${options.join(",\n  ")},\n}`;
  lines.push(`const answer = await fetch(${asked});`);
  lines.push("if (!answer.ok) throw new Error((await answer.json()).detail);");
  lines.push(
    answersJson(written)
      ? "console.log(await answer.json());"
      : "console.log((await answer.arrayBuffer()).byteLength);",
  );
  return lines.join("\n");
}

/** With the standard library alone: a file goes raw, and what else there is to say into the address. */
function python(written: Written): string {
  const { operation, example, baseUrl } = written;
  const { accepts } = operation;
  const { file, input } = example;
  const lines = [`import ${["json", ...(needsKey(written) ? ["os"] : [])].join(", ")}`];
  const parts =
    accepts !== undefined && file === undefined ? ["error", "parse", "request"] : ["error", "request"];
  lines.push(`import ${parts.map((part) => `urllib.${part}`).join(", ")}`, "");
  const inAddress = accepts === undefined || file !== undefined;
  const given = [literal(baseUrl + (inAddress ? addressOf(operation, input) : operation.path))];
  const headers: string[] = [];
  if (needsKey(written)) headers.push('"Authorization": "Bearer " + os.environ["QUINTET_KEY"]');
  if (accepts !== undefined && file !== undefined) {
    given.push(`data=open(${literal(file.name)}, "rb").read()`);
    headers.push(`"Content-Type": ${literal(accepts.types[0])}`);
  } else if (accepts !== undefined) {
    given.push(`data=urllib.parse.urlencode(${JSON.stringify(input)}).encode()`);
  }
  if (headers.length > 0) given.push(`headers={${headers.join(", ")}}`);
  lines.push(
    given.length === 1
      ? `request = urllib.request.Request(${given[0]})`
      : `request = urllib.request.Request(\n    ${given.join(",\n    ")},\n)`,
    "try:",
    "    with urllib.request.urlopen(request) as answer:",
    answersJson(written) ? "        print(json.load(answer))" : "        print(len(answer.read()))",
    "except urllib.error.HTTPError as refused:",
    '    raise SystemExit(json.load(refused)["detail"])',
  );
  return lines.join("\n");
}

/** The call of an example in each language of the docs. `baseUrl` has no slash at its end. */
export function snippetsOf(api: Api, operation: AnyOperation, example: Example, baseUrl: string): Snippet[] {
  const written = { api, operation, example, baseUrl };
  return [
    { language: "curl", text: curlLine(api, operation, example, baseUrl) },
    { language: "TypeScript", text: typescript(written) },
    { language: "Python", text: python(written) },
  ];
}
