import { addressOf, jsonBodyOf } from "../kit/call-request.ts";
import { type AnyOperation, type Api, type Example, isMetered } from "../kit/descriptor.ts";
import { curlParts } from "./call.ts";

/** One call written in one language, ready to run. */
export interface Snippet {
  readonly language: "curl" | "TypeScript" | "Python" | "Go" | "PHP";
  readonly text: string;
}

interface SnippetText {
  readonly api: Api;
  readonly operation: AnyOperation;
  readonly example: Pick<Example, "input" | "file">;
  readonly baseUrl: string;
}

/** A text as a literal of TypeScript, Python and Go. */
function literal(text: string): string {
  return JSON.stringify(text);
}

/** A text as a literal of PHP, which would replace variables in double quotes. */
function phpLiteral(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function needsKey({ api, operation }: SnippetText): boolean {
  return isMetered(api, operation);
}

/** Whether the default response of an operation is JSON. */
function returnsJson({ operation }: SnippetText): boolean {
  return (operation.produces?.[0] ?? "application/json") === "application/json";
}

/** The JSON body of a call; undefined if it has none. */
function jsonOf({ operation, example }: SnippetText): string | undefined {
  const body = jsonBodyOf(operation, example.input);
  return body === undefined ? undefined : JSON.stringify(body);
}

/** The URL of a call: with its parameters, unless they are sent in the body. */
function urlOf({ operation, example, baseUrl }: SnippetText, inUrl: boolean): string {
  return baseUrl + (inUrl ? addressOf(operation, example.input) : operation.path);
}

/** Long commands have one option per line. */
function curl({ api, operation, example, baseUrl }: SnippetText): string {
  const [program, ...options] = curlParts(api, operation, { ...example, title: "" }, baseUrl);
  const url = options.pop();
  return [`${program} ${url}`, ...options].join(" \\\n  ");
}

function typescript(written: SnippetText): string {
  const { operation, example } = written;
  const { accepts } = operation;
  const json = jsonOf(written);
  const url = literal(urlOf(written, accepts === undefined && json === undefined));
  const headers = [
    ...(needsKey(written) ? ['Authorization: "Bearer " + process.env.QUINTET_KEY'] : []),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const lines: string[] = [];
  const options = [
    ...(operation.method === "POST" ? ['method: "POST"'] : []),
    ...(headers.length === 0 ? [] : [`headers: {\n    ${headers.join(",\n    ")},\n  }`]),
    ...(json === undefined ? [] : [`body: JSON.stringify(${json})`]),
  ];
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
  const request = options.length === 0 ? url : `${url}, {\n  ${options.join(",\n  ")},\n}`;
  lines.push(`const response = await fetch(${request});`);
  lines.push("if (!response.ok) throw new Error((await response.json()).detail);");
  lines.push(
    returnsJson(written)
      ? "console.log(await response.json());"
      : "console.log((await response.arrayBuffer()).byteLength);",
  );
  return lines.join("\n");
}

/** With the standard library: a file is the raw body, and parameters are in the URL. */
function python(written: SnippetText): string {
  const { operation, example } = written;
  const { accepts } = operation;
  const { file, input } = example;
  const lines = [`import ${["json", ...(needsKey(written) ? ["os"] : [])].join(", ")}`];
  const json = jsonOf(written);
  const isForm = accepts !== undefined && file === undefined;
  const parts = isForm ? ["error", "parse", "request"] : ["error", "request"];
  lines.push(`import ${parts.map((part) => `urllib.${part}`).join(", ")}`, "");
  const given = [literal(urlOf(written, !isForm && json === undefined))];
  const headers: string[] = [];
  if (needsKey(written)) headers.push('"Authorization": "Bearer " + os.environ["QUINTET_KEY"]');
  if (accepts !== undefined && file !== undefined) {
    given.push(`data=open(${literal(file.name)}, "rb").read()`);
    headers.push(`"Content-Type": ${literal(accepts.types[0])}`);
  } else if (json !== undefined) {
    given.push(`data=json.dumps(${json}).encode()`);
    headers.push('"Content-Type": "application/json"');
  } else if (isForm) {
    given.push(`data=urllib.parse.urlencode(${JSON.stringify(input)}).encode()`);
  }
  if (headers.length > 0) given.push(`headers={\n        ${headers.join(",\n        ")},\n    }`);
  lines.push(
    given.length === 1
      ? `request = urllib.request.Request(${given[0]})`
      : `request = urllib.request.Request(\n    ${given.join(",\n    ")},\n)`,
    "try:",
    "    with urllib.request.urlopen(request) as response:",
    returnsJson(written) ? "        print(json.load(response))" : "        print(len(response.read()))",
    "except urllib.error.HTTPError as error:",
    '    raise SystemExit(json.load(error)["detail"])',
  );
  return lines.join("\n");
}

/** With the standard library: a file is the raw body, and parameters are in the URL. */
function go(written: SnippetText): string {
  const { operation, example } = written;
  const { accepts } = operation;
  const isForm = accepts !== undefined && example.file === undefined;
  const json = jsonOf(written);
  const url = literal(urlOf(written, !isForm && json === undefined));
  const imports = ["fmt", "io", "net/http"];
  const lines: string[] = [];
  let body = "nil";
  if (example.file !== undefined && accepts !== undefined) {
    imports.push("os");
    lines.push(`file, err := os.Open(${literal(example.file.name)})`, "if err != nil {", "\tpanic(err)", "}");
    body = "file";
  } else if (json !== undefined) {
    imports.push("strings");
    body = `strings.NewReader(${literal(json)})`;
  } else if (isForm) {
    imports.push("net/url", "strings");
    const fields = Object.entries(example.input).map(
      ([name, value]) => `${literal(name)}: {${literal(value)}}`,
    );
    lines.push(`form := url.Values{${fields.join(", ")}}`);
    body = "strings.NewReader(form.Encode())";
  }
  lines.push(
    `request, err := http.NewRequest("${operation.method}", ${url}, ${body})`,
    "if err != nil {",
    "\tpanic(err)",
    "}",
  );
  if (needsKey(written)) {
    imports.push("os");
    lines.push('request.Header.Set("Authorization", "Bearer "+os.Getenv("QUINTET_KEY"))');
  }
  const bodyType = json === undefined ? accepts?.types[0] : "application/json";
  const type = isForm ? "application/x-www-form-urlencoded" : bodyType;
  if (type !== undefined) lines.push(`request.Header.Set("Content-Type", ${literal(type)})`);
  lines.push("response, err := http.DefaultClient.Do(request)", "if err != nil {", "\tpanic(err)", "}");
  lines.push("defer response.Body.Close()", "body, err := io.ReadAll(response.Body)");
  lines.push("if err != nil || response.StatusCode != http.StatusOK {", "\tpanic(string(body))", "}");
  lines.push(returnsJson(written) ? "fmt.Println(string(body))" : "fmt.Println(len(body))");
  const sorted = [...new Set(imports)].sort().map((name) => `\t"${name}"`);
  return `package main\n\nimport (\n${sorted.join("\n")}\n)\n\nfunc main() {\n${lines.map((line) => `\t${line}`).join("\n")}\n}`;
}

/** With the cURL extension of PHP 8. */
function php(written: SnippetText): string {
  const { operation, example } = written;
  const { accepts } = operation;
  const json = jsonOf(written);
  const lines = [
    "<?php",
    `$request = curl_init(${phpLiteral(urlOf(written, accepts === undefined && json === undefined))});`,
    "curl_setopt($request, CURLOPT_RETURNTRANSFER, true);",
  ];
  if (json !== undefined) {
    lines.push(
      "curl_setopt($request, CURLOPT_HTTPHEADER, ['Content-Type: application/json']);",
      `curl_setopt($request, CURLOPT_POSTFIELDS, ${phpLiteral(json)});`,
    );
  }
  if (needsKey(written)) {
    lines.push(
      "curl_setopt($request, CURLOPT_HTTPHEADER, ['Authorization: Bearer ' . getenv('QUINTET_KEY')]);",
    );
  }
  if (accepts !== undefined) {
    const fields = Object.entries(example.input).map(
      ([name, value]) => `${phpLiteral(name)} => ${phpLiteral(value)}`,
    );
    if (example.file !== undefined) {
      fields.unshift(`${phpLiteral(accepts.file)} => new CURLFile(${phpLiteral(example.file.name)})`);
    }
    lines.push(`curl_setopt($request, CURLOPT_POSTFIELDS, [\n    ${fields.join(",\n    ")},\n]);`);
  }
  lines.push("$body = curl_exec($request);");
  lines.push("if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {");
  lines.push("    throw new RuntimeException(json_decode($body)->detail);", "}");
  lines.push(returnsJson(written) ? "print_r(json_decode($body, true));" : "echo strlen($body), PHP_EOL;");
  return lines.join("\n");
}

/** A call of an operation in each language of the docs. `baseUrl` has no slash at its end. */
export function snippetsOf(
  api: Api,
  operation: AnyOperation,
  example: Pick<Example, "input" | "file">,
  baseUrl: string,
): Snippet[] {
  const written = { api, operation, example, baseUrl };
  return [
    { language: "curl", text: curl(written) },
    { language: "TypeScript", text: typescript(written) },
    { language: "Python", text: python(written) },
    { language: "Go", text: go(written) },
    { language: "PHP", text: php(written) },
  ];
}
