import { expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { part, SourceFile, sourceFiles, stringOf, walk } from "./source-tree.ts";

/**
 * The modules of `src` from the bottom to the top, and what each may import at run time beside its own files. An import
 * leads down, a type-only one too. `npm:` names packages; `node:` and `bun` are the runtime's.
 */
const modules: Readonly<Record<string, readonly string[]>> = {
  // The TypeScript client: a package of its own, with which the command calls servers.
  clients: [],
  kit: ["npm:zod"],
  openapi: ["kit", "npm:zod"],
  upstream: ["kit", "npm:zod"],
  store: ["kit", "npm:*"],
  egress: ["kit", "npm:*"],
  sandbox: ["kit", "npm:*"],
  ops: ["kit", "store", "npm:*"],
  queue: ["kit", "store", "ops"],
  accounts: ["kit", "store", "ops", "queue", "npm:*"],
  apis: ["kit", "upstream", "npm:*"],
  // Collects the settings that modules declare.
  config: ["kit", "apis", "ops", "accounts", "store", "egress", "npm:zod"],
  "http/core": ["kit", "openapi", "accounts", "ops", "npm:*"],
  "http/metering": ["kit", "openapi", "accounts", "ops", "http/core", "npm:*"],
  mcp: ["kit", "http", "apis", "accounts", "npm:*"],
  // Features of the platform: store, endpoints and tools of each are in its folder.
  webhooks: ["kit", "store", "ops", "queue", "accounts", "npm:zod"],
  jobs: [
    "kit",
    "openapi",
    "store",
    "ops",
    "queue",
    "accounts",
    "webhooks",
    "http/core",
    "http/metering",
    "mcp",
    "npm:*",
  ],
  // Pages show what accounts have: their keys, jobs and webhooks.
  "http/accounts": ["kit", "accounts", "webhooks", "jobs", "ops", "http/core", "http/metering", "npm:*"],
  "site-audits": [
    "kit",
    "openapi",
    "store",
    "ops",
    "queue",
    "accounts",
    "webhooks",
    "jobs",
    "http",
    "mcp",
    // Site audits are operations of one API, which has the crawler: the SEO audit.
    "apis",
    "npm:*",
  ],
  "http/admin": ["kit", "accounts", "ops", "http/core", "http/accounts", "npm:*"],
  // Client packages, and the formats of their archives.
  packages: ["kit", "http", "npm:fflate", "npm:zod"],
  web: ["kit", "openapi", "http", "apis", "accounts", "webhooks", "npm:*"],
  app: ["*", "npm:*"],
  // The command starts servers: it sees the database and the sandbox for them.
  cli: [
    "clients",
    "kit",
    "http",
    "apis",
    "accounts",
    "mcp",
    "ops",
    "store",
    "config",
    "sandbox",
    "jobs",
    "site-audits",
    "packages",
    "app",
    "npm:*",
  ],
  main: ["*", "npm:*"],
};

/** Imports that break a rule or close a circle, as `file -> file`. The list only shrinks. */
const exceptions: readonly string[] = [];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
  /** Only once the line is reached. */
  readonly isLater: boolean;
}

/** The module of a file: a folder of `src`, of `src/http` one of its folders. */
function moduleOf(path: string): string {
  if (path.startsWith("clients/typescript/src/")) return "clients";
  const [, folder = "", part = ""] = path.split("/");
  return folder === "http" ? `http/${part}` : folder.replace(/\.tsx?$/, "");
}

/** What an import leads to: a file, `npm:name`, or undefined for the runtime itself. */
function targetOf(from: string, specifier: string): string | undefined {
  if (/^(?:node:|bun(?::|$))/.test(specifier)) return undefined;
  if (!specifier.startsWith(".")) return `npm:${specifier.split("/")[specifier.startsWith("@") ? 1 : 0]}`;
  return normalize(join(dirname(from), specifier));
}

/** Why an import breaks the rules; undefined where it keeps them. */
function breach({ from, to, isType }: Pick<Import, "from" | "to" | "isType">): string | undefined {
  const module = moduleOf(from);
  const target = targetOf(from, to);
  if (target === undefined) return undefined;
  const allowed = modules[module];
  if (allowed === undefined) return `${from}: ${module} is no module of src`;
  const may = (name: string) => allowed.includes("*") || allowed.includes(name);
  if (target.startsWith("npm:")) {
    const isAllowed = isType || allowed.includes("npm:*") || allowed.includes(target);
    return isAllowed ? undefined : `${from}: ${module} may not import ${to}`;
  }
  const other = moduleOf(target);
  const order = Object.keys(modules);
  if (!order.includes(other)) return `${from}: ${other} is no module of src`;
  if (order.indexOf(other) > order.indexOf(module)) return `${from} -> ${target}: upward`;
  if (other !== module && !isType && !may(other) && !may(other.split("/")[0] ?? "")) {
    return `${from} -> ${target}: ${module} may not import ${other}`;
  }
  return breachOfApis(from, target);
}

/** APIs are data to everybody but themselves: they are reached by the list. */
function breachOfApis(from: string, target: string): string | undefined {
  const isList = ["index.ts", "default-apis.ts", "examples.json"].some(
    (list) => target === `src/apis/${list}`,
  );
  if (/\/index\.ts$/.test(target) && !isList) return `${from}: no barrels (${target})`;
  const [, apis, api] = target.split("/");
  if (apis !== "apis" || isList || from === "src/apis/index.ts") return undefined;
  const [, own, folder] = from.split("/");
  if (own === "apis" && folder === api) return undefined;
  if (own === "main" || own === "app" || own === "app.ts") return undefined;
  if (own === "site-audits" && api === "seo") return undefined;
  return own === "apis"
    ? `${from} -> ${target}: an API may not import another API`
    : `${from} -> ${target}: an API by name`;
}

/** Every import of `src`, type-only ones included, by the syntax trees of its files; not those of tests and fixtures. */
async function readImports(): Promise<readonly Import[]> {
  const imports: Import[] = [];
  for (const source of await sourceFiles(["src/**/*.{ts,tsx}"])) {
    for (const found of importsIn(source)) imports.push({ from: source.file, ...found });
  }
  return imports;
}

/** What a file imports or exports again: statements, dynamic imports, and types written as `import("…")`. */
function importsIn({ statements }: SourceFile): Omit<Import, "from">[] {
  const found: Omit<Import, "from">[] = [];
  for (const statement of statements) {
    walk(statement, (node) => {
      if (!/^(?:Import|Export|TSImport)/.test(node.type)) return;
      const to = stringOf(part(node, "source"));
      if (to !== undefined) {
        found.push({ to, isType: isErased(node), isLater: node.type === "ImportExpression" });
      }
    });
  }
  return found;
}

/** Whether nothing of an import is left at run time: `import type`, or types alone between its braces. */
function isErased(node: object): boolean {
  const kindOf = (of: object): unknown => Reflect.get(of, "importKind") ?? Reflect.get(of, "exportKind");
  if (Reflect.get(node, "type") === "TSImportType" || kindOf(node) === "type") return true;
  const names: unknown = Reflect.get(node, "specifiers");
  return Array.isArray(names) && names.length > 0 && names.every((one: object) => kindOf(one) === "type");
}

function cycleIn(imports: readonly Pick<Import, "from" | "to">[]): string[] | undefined {
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

/** What is loaded with a file before a line of it runs: files of ours, packages, and the runtime's modules. */
function loadedWith(file: string, imports: readonly Import[], loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const { from, to, isType, isLater } of imports) {
    if (from === file && !isType && !isLater) loadedWith(targetOf(from, to) ?? to, imports, loaded);
  }
  return loaded;
}

// Read once: parsing every file takes seconds on a busy machine.
const tree = readImports();

const nameOf = ({ from, to }: Pick<Import, "from" | "to">) => `${from} -> ${targetOf(from, to)}`;

test("every import keeps the rules of its module, and no exception is left over", async () => {
  const imports = await tree;
  expect(imports.length).toBeGreaterThan(1_000);
  const broken = imports.filter((one) => breach(one) !== undefined);
  expect(broken.filter((one) => !exceptions.includes(nameOf(one))).map(breach)).toEqual([]);
  const all = new Set(imports.map(nameOf));
  expect(exceptions.filter((one) => !all.has(one))).toEqual([]);
  // The first test waits for every file to be parsed.
});

test("no import cycles, type-only imports included", async () => {
  const imports = (await tree).filter((one) => !exceptions.includes(nameOf(one)));
  expect(cycleIn(imports)).toBeUndefined();
});

test("a PDF is read in one direction: engine, layout, output", async () => {
  const imports = (await tree).map(nameOf);
  expect(imports.filter((one) => /\/pdf\/engine\/.* .*\/pdf\/(?:layout|output|ocr)\//.test(one))).toEqual([]);
  expect(imports.filter((one) => /\/pdf\/layout\/.* .*\/pdf\/(?:output|ocr)\//.test(one))).toEqual([]);
});

test("the command loads nothing before it knows what to do", async () => {
  const loaded = [...loadedWith("src/main.ts", await tree)];
  expect(loaded.filter((one) => !one.startsWith("src/"))).toEqual([]);
  expect(loaded.length).toBeLessThan(10);
});

test("a start loads what describes, and nothing that works with files, pages, sockets or mails", async () => {
  const loaded = [...loadedWith("src/cli/start.ts", await tree)];
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter((one) => one.startsWith("npm:")).sort()).toEqual(["npm:ipaddr.js", "npm:zod"]);
  // `bun` too: what is imported of it by name is made at once, what is read off `Bun` when it is used.
  for (const heavy of ["bun", "node:net", "node:http", "node:https", "node:tls"]) {
    expect(loaded).not.toContain(heavy);
  }
  // The files of the API are read in other processes.
  expect(loaded).toContain("src/apis/pdf/api.ts");
  expect(loaded).not.toContain("src/apis/pdf/page.ts");
  // Schemas of responses are for documents: making those of four APIs takes 3 MB.
  for (const schemas of [
    "products/schemas",
    "profiles/schemas",
    "pdf/output-schema",
    "seo/report/schema/audit",
  ]) {
    expect(loaded).not.toContain(`src/apis/${schemas}.ts`);
  }
});

test.each([
  ["kit imports a module", "src/kit/query.ts", "../http/core/routes.ts"],
  ["kit imports a package that is not zod", "src/kit/query.ts", "hono"],
  ["an API imports http", "src/apis/uuid/api.ts", "../../http/core/routes.ts"],
  ["an upstream opens connections by itself", "src/upstream/site-client.ts", "../egress/fetch.ts"],
  ["an API imports another API", "src/apis/seo/api.ts", "../uuid/parse.ts"],
  ["an API imports outgoing connections", "src/apis/seo/api.ts", "../../egress/fetch.ts"],
  ["http imports the list of APIs", "src/http/core/server.ts", "../../apis/index.ts"],
  ["http imports accounts in its core", "src/http/core/routes.ts", "../accounts/plans.ts"],
  ["metering imports the endpoints of operators", "src/http/metering/metered.ts", "../admin/admin-site.ts"],
  ["web imports outgoing connections", "src/web/pages.ts", "../egress/fetch.ts"],
  ["web imports an API by name", "src/web/pages.ts", "../apis/seo/api.ts"],
  ["egress imports an API", "src/egress/fetch.ts", "../apis/index.ts"],
  ["accounts imports http", "src/accounts/keys.ts", "../http/core/routes.ts"],
  ["a module imports main", "src/http/core/server.ts", "../../main.ts"],
  ["a part of the app imports the app", "src/http/core/server.ts", "../../app.ts"],
  ["a barrel", "src/main.ts", "./kit/index.ts"],
  ["a module that is not in the tree", "src/utils/text.ts", "zod"],
])("the rules reject: %s", (_title, from, to) => {
  expect(breach({ from, to, isType: false })).toBeString();
});

test.each([
  ["kit of an upstream", "src/kit/context.ts", "../upstream/upstreams.ts"],
  ["accounts of http", "src/accounts/keys.ts", "../http/core/endpoint.ts"],
  ["http of an API by name", "src/http/core/server.ts", "../../apis/seo/api.ts"],
])("the rules reject a type-only import upward, or by name: %s", (_title, from, to) => {
  expect(breach({ from, to, isType: true })).toBeString();
});

test("a type-only import may cross downward", () => {
  const from = "src/web/status.tsx";
  expect(breach({ from, to: "../ops/availability.ts", isType: true })).toBeUndefined();
  expect(breach({ from, to: "../ops/availability.ts", isType: false })).toBeString();
});

test("a circle is found", () => {
  const imports = [
    { from: "src/kit/a.ts", to: "./b.ts" },
    { from: "src/kit/b.ts", to: "./a.ts" },
  ];
  expect(cycleIn(imports)).toEqual(["src/kit/a.ts", "src/kit/b.ts", "src/kit/a.ts"]);
});

test("the scan sees type-only imports, exports and dynamic imports, and tells them apart", () => {
  const code = `
    import type { A } from "./a.ts";
    import { b, type B } from "./b.ts";
    import { type T } from "./t.ts";
    import "./s.ts";
    export type { C } from "./c.ts";
    const d = await import("./d.ts");
    let e: typeof import("./e.ts");`;
  const found = importsIn(new SourceFile("x.ts", code));
  expect(found.map(({ to }) => to).sort()).toEqual([..."abcdest"].map((name) => `./${name}.ts`));
  expect(found.filter(({ isType }) => isType).map(({ to }) => to)).toEqual([
    "./a.ts",
    "./t.ts",
    "./c.ts",
    "./e.ts",
  ]);
  expect(found.filter(({ isLater }) => isLater).map(({ to }) => to)).toEqual(["./d.ts"]);
});
