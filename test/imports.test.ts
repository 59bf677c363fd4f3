import { expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { parse } from "@babel/parser";
import { Glob } from "bun";

/**
 * What each room may import at run time, beside its own files (DESIGN: the house). `npm:` names packages,
 * `node:` and `bun` are the runtime's. Type-only imports are erased and may cross rooms.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  kit: ["npm:zod"],
  upstream: ["kit", "npm:zod"],
  apis: ["kit", "upstream", "npm:*"],
  store: ["kit", "npm:*"],
  egress: ["kit", "npm:*"],
  sandbox: ["kit", "npm:*"],
  ops: ["kit", "store", "npm:*"],
  accounts: ["kit", "store", "ops", "npm:*"],
  openapi: ["kit", "npm:zod"],
  http: ["kit", "openapi", "accounts", "ops", "npm:*"],
  web: ["kit", "apis", "accounts", "npm:*"],
  mcp: ["kit", "apis", "http", "npm:*"],
  // The command: it starts servers, and sees the database and the sandbox for them.
  cli: ["kit", "apis", "accounts", "http", "mcp", "ops", "store", "config", "sandbox", "app", "npm:*"],
  config: ["kit", "apis", "ops", "accounts", "store", "egress", "npm:zod"],
  app: ["*", "npm:*"],
  main: ["*", "npm:*"],
};

interface Import {
  readonly from: string;
  readonly to: string;
  /** Only once the line is reached. */
  readonly isLater?: boolean;
}

function roomOf(path: string): string {
  const [, room = ""] = path.split("/");
  return room.replace(/\.tsx?$/, "");
}

/** What an import leads to: a room, `npm:name`, or undefined for the runtime itself. */
function targetOf(from: string, specifier: string): string | undefined {
  if (/^(?:node:|bun(?::|$))/.test(specifier)) return undefined;
  if (!specifier.startsWith(".")) return `npm:${specifier.split("/")[specifier.startsWith("@") ? 1 : 0]}`;
  return normalize(join(dirname(from), specifier));
}

/** Why an import breaks the rules; undefined where it keeps them. */
function breach({ from, to }: Import): string | undefined {
  const room = roomOf(from);
  const target = targetOf(from, to);
  if (target === undefined) return undefined;
  const allowed = rooms[room];
  if (allowed === undefined) return `${from}: src/${room} is not a room of the house`;
  if (target.startsWith("npm:")) {
    return allowed.includes("npm:*") || allowed.includes(target)
      ? undefined
      : `${from}: ${room} may not import ${to}`;
  }
  if (roomOf(target) === "main" && room !== "main") return `${from}: nobody imports main`;
  if (roomOf(target) === "app" && !["main", "cli", "app"].includes(room))
    return `${from}: ${room} may not import app`;
  if (roomOf(target) !== room && !allowed.includes("*") && !allowed.includes(roomOf(target))) {
    return `${from}: ${room} may not import ${target}`;
  }
  const [, , api] = from.split("/");
  const [, , other] = target.split("/");
  if (room === "apis" && roomOf(target) === "apis" && from !== "src/apis/index.ts" && api !== other) {
    return `${from}: an API may not import another API`;
  }
  if (/\/index\.ts$/.test(target) && target !== "src/apis/index.ts") return `${from}: no barrels (${target})`;
  return undefined;
}

async function importsOfTree(): Promise<Import[]> {
  const imports: Import[] = [];
  for await (const from of new Glob("src/**/*.{ts,tsx}").scan(".")) {
    if (/\.test\.tsx?$/.test(from)) continue;
    const transpiler = new Bun.Transpiler({ loader: from.endsWith("x") ? "tsx" : "ts" });
    for (const { path, kind } of transpiler.scanImports(await Bun.file(from).text()))
      imports.push({ from, to: path, isLater: kind === "dynamic-import" });
  }
  return imports;
}

/** What is loaded with a file before a line of it runs: files of ours, packages, and the runtime's modules. */
function loadedWith(file: string, imports: readonly Import[], loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const { from, to, isLater } of imports) {
    if (from === file && isLater !== true) loadedWith(targetOf(from, to) ?? to, imports, loaded);
  }
  return loaded;
}

/** Every import of a folder, type-only ones included, by the syntax trees of its files. */
async function allImportsOf(folder: string): Promise<Import[]> {
  const imports: Import[] = [];
  for await (const from of new Glob(`${folder}/**/*.{ts,tsx}`).scan(".")) {
    if (/\.test\.tsx?$/.test(from)) continue;
    const code = await Bun.file(from).text();
    for (const to of specifiersIn(from, code)) imports.push({ from, to });
  }
  return imports;
}

/** What a file imports or exports again: statements, dynamic imports, and types written as `import("…")`. */
function specifiersIn(file: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== "object" || node === null || Array.isArray(node)) return;
    const { type, source, argument } = node as { type?: unknown; source?: unknown; argument?: unknown };
    if (typeof type !== "string") return;
    // ImportDeclaration, Export…Declaration and ImportExpression have a source, TSImportType an argument.
    const target = type === "TSImportType" ? argument : source;
    const value: unknown = typeof target === "object" && target !== null && Reflect.get(target, "value");
    if (/^(?:Import|Export|TSImport)/.test(type) && typeof value === "string") found.push(value);
    for (const [name, child] of Object.entries(node)) if (name !== "loc") visit(child);
  };
  const jsx = file.endsWith("x") ? (["jsx"] as const) : [];
  const options = { sourceType: "module", createImportExpressions: true } as const;
  visit(parse(code, { ...options, plugins: ["typescript", ...jsx] }).program.body);
  return found;
}

function cycleIn(imports: readonly Import[]): string[] | undefined {
  const edges = Map.groupBy(
    imports.filter(({ to }) => to.startsWith(".")),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    done.add(file);
    for (const { to } of edges.get(file) ?? []) {
      const cycle = visit(targetOf(file, to) ?? "", [...path, file]);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  };
  for (const file of edges.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

test("every import of the tree keeps the rules of the house", async () => {
  const imports = await importsOfTree();
  expect(imports.length).toBeGreaterThan(30);
  expect(imports.map(breach).filter((found) => found !== undefined)).toEqual([]);
  expect(cycleIn(imports)).toBeUndefined();
});

/** Folders without a circle of imports, type-only ones included. Widen the list when a folder has none left. */
const acyclic = ["src/apis"];

test.each(acyclic)("no circle of imports in %s, type-only ones included", async (folder) => {
  const imports = await allImportsOf(folder);
  expect(imports.length).toBeGreaterThan(5);
  expect(cycleIn(imports)).toBeUndefined();
});

test("a PDF is read in one direction: engine, layout, output", async () => {
  const imports = (await allImportsOf("src/apis/pdf")).map(({ from, to }) => `${from} ${targetOf(from, to)}`);
  expect(imports.filter((one) => /\/pdf\/engine\/.* .*\/pdf\/(?:layout|output|ocr)\//.test(one))).toEqual([]);
  expect(imports.filter((one) => /\/pdf\/layout\/.* .*\/pdf\/(?:output|ocr)\//.test(one))).toEqual([]);
});

test("the command loads nothing before it knows what to do", async () => {
  const loaded = [...loadedWith("src/main.ts", await importsOfTree())];
  expect(loaded.filter((one) => !one.startsWith("src/"))).toEqual([]);
  expect(loaded.length).toBeLessThan(10);
});

test("a start loads what describes, and nothing that works with files, pages, sockets or mails", async () => {
  const loaded = [...loadedWith("src/cli/start.ts", await importsOfTree())];
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter((one) => one.startsWith("npm:")).sort()).toEqual(["npm:ipaddr.js", "npm:zod"]);
  // `bun` too: what is imported of it by name is made at once, what is read off `Bun` when it is used.
  for (const heavy of ["bun", "node:net", "node:http", "node:https", "node:tls"]) {
    expect(loaded).not.toContain(heavy);
  }
  // The files of the API are read in other processes.
  expect(loaded).toContain("src/apis/pdf/api.ts");
  expect(loaded).not.toContain("src/apis/pdf/page.ts");
});

test.each([
  ["kit imports a room", "src/kit/query.ts", "../http/core/routes.ts"],
  ["kit imports a package that is not zod", "src/kit/query.ts", "hono"],
  ["an API imports the door", "src/apis/uuid/api.ts", "../../http/core/routes.ts"],
  ["an upstream opens connections by itself", "src/upstream/site-client.ts", "../egress/fetch.ts"],
  ["an API imports another API", "src/apis/seo/api.ts", "../uuid/parse.ts"],
  ["an API imports outgoing connections", "src/apis/seo/api.ts", "../../egress/fetch.ts"],
  ["the door imports an API", "src/http/core/server.ts", "../../apis/index.ts"],
  ["web imports outgoing connections", "src/web/pages.tsx", "../egress/fetch.ts"],
  ["egress imports an API", "src/egress/fetch.ts", "../apis/index.ts"],
  ["accounts imports the door", "src/accounts/keys.ts", "../http/core/routes.ts"],
  ["a room imports main", "src/http/core/server.ts", "../../main.ts"],
  ["a part of the app imports the app", "src/http/core/server.ts", "../../app.ts"],
  ["a barrel", "src/main.ts", "./kit/index.ts"],
  ["a room that is not in the house", "src/utils/text.ts", "zod"],
])("the rules refuse: %s", (_title, from, to) => {
  expect(breach({ from, to })).toBeString();
});

test("a cycle is found", () => {
  const imports = [
    { from: "src/kit/a.ts", to: "./b.ts" },
    { from: "src/kit/b.ts", to: "./a.ts" },
  ];
  expect(cycleIn(imports)).toEqual(["src/kit/a.ts", "src/kit/b.ts", "src/kit/a.ts"]);
});

test("the scan sees run-time imports and not type-only ones", () => {
  const source = 'import type { A } from "./a.ts"; import { b } from "./b.ts"; await import("./c.ts"); b;';
  const seen = new Bun.Transpiler({ loader: "ts" }).scanImports(source).map(({ path }) => path);
  expect(seen.sort()).toEqual(["./b.ts", "./c.ts"]);
});

test("the search for circles sees type-only imports, exports and dynamic imports", () => {
  const code = `
    import type { A } from "./a.ts";
    import { b } from "./b.ts";
    export type { C } from "./c.ts";
    const d = await import("./d.ts");
    let e: typeof import("./e.ts");`;
  expect(specifiersIn("x.ts", code).sort()).toEqual(["./a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts"]);
});
