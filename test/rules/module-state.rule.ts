import { expect, test } from "bun:test";
import { basename } from "node:path";
import { childrenOf, part, SourceFile, type SyntaxNode, sourceFiles, walk } from "./source-tree.ts";

/** Module-level state that is justified, by file and name. Everything else receives its state through a function. */
const JUSTIFIED: Readonly<Record<string, string>> = {
  "loaded-model.ts loaded": "one model in the memory of a sandbox process",
  "line-text.ts codes": "a buffer that each call fills before it reads it",
  "worker.ts builtin": "the built-in engine with its network, which one sandbox process loads once",
  "marketplaces.ts places": "a cache: the same input gives the same value",
  "counts.ts multipliers": "a cache: the same input gives the same value",
  "html.ts known": "a cache: the same input gives the same value",
  "html.ts silent": "a cache: the same input gives the same value",
  "landmarks.ts landmarks": "a cache: the same input gives the same value",
  "session.ts rejected": "what a site has rejected, by the operator's session",
  "dates.ts everywhere": "a cache: the same input gives the same value",
  "month-names.ts known": "a cache: the same input gives the same value",
  "walk.ts KINDS": "a table, filled while the module loads",
  "browser-driver.ts chunks": "the program of a process that drives one browser",
  "browser-driver.ts profileFolder": "the program of a process that drives one browser",
  "browser-driver.ts responses": "the program of a process that drives one browser",
  "child.ts collectedBytes": "the program of a sandbox process: memory after the last collection",
  "child.ts incoming": "the program of a sandbox process: it runs one job at a time",
  "child.ts job": "the program of a sandbox process: it runs one job at a time",
  "child.ts jobs": "the program of a sandbox process: it runs one job at a time",
  "child.ts outgoing": "the program of a sandbox process: it runs one job at a time",
  "child.ts running": "the program of a sandbox process: it runs one job at a time",
  "examples.ts responses": "responses of examples, kept for the page that shows them",
  "fields.ts known": "a cache: the same input gives the same value",
  "open-file.ts loaded": "PDFium, loaded once in a sandbox process",
  "parameters.ts known": "a cache: the same input gives the same value",
};

const CHANGES =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|getOrInsert(?:Computed)?)$/;
/** Objects that hold nothing that changes, and collections, which are looked at by how they are used. */
const STATELESS =
  /^(?:Map|Set|WeakMap|WeakSet|Array|RegExp|URL|TextEncoder|TextDecoder|Intl\.\w+|Proxy|(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array|Error|TypeError|Date|Glob)$/;

/** The name that a chain of members begins with: `a` of `a.b[c].d`. */
function rootOf(node: unknown): string | undefined {
  let at = node;
  while (part(at, "type") === "MemberExpression") at = part(at, "object");
  const name = part(at, "type") === "Identifier" ? part(at, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

/** The names of a module that are changed after they are made: by assignment, by a member, or by a method that changes. */
function changedIn(statements: readonly SyntaxNode[]): Set<string> {
  const changed = new Set<string>();
  const change = (target: unknown) => {
    const name = rootOf(target);
    if (name !== undefined && part(target, "type") === "MemberExpression") changed.add(name);
  };
  for (const statement of statements) {
    walk(statement, (node) => {
      if (node.type === "AssignmentExpression") change(part(node, "left"));
      if (node.type === "UpdateExpression") change(part(node, "argument"));
      if (node.type === "UnaryExpression" && part(node, "operator") === "delete")
        change(part(node, "argument"));
      const callee = node.type === "CallExpression" ? part(node, "callee") : undefined;
      const method = part(part(callee, "property"), "name");
      if (typeof method === "string" && CHANGES.test(method)) change(callee);
    });
  }
  return changed;
}

/** What a `new` makes: `Map`, `Intl.DateTimeFormat`. */
function madeBy(value: unknown): string | undefined {
  if (part(value, "type") !== "NewExpression") return undefined;
  const callee = part(value, "callee");
  const names = [
    part(part(callee, "object"), "name"),
    part(part(callee, "property"), "name") ?? part(callee, "name"),
  ];
  return names.filter((name) => typeof name === "string").join(".");
}

/** The variables of a module that can change: `let`, collections and objects that are changed, instances of classes. */
function stateIn({ statements }: SourceFile): string[] {
  const changed = changedIn(statements);
  const found: string[] = [];
  for (const statement of statements) {
    const declared = /^Export(?:Named|Default)Declaration$/.test(statement.type)
      ? (childrenOf(statement).find(({ type }) => /Declaration$/.test(type)) ?? statement)
      : statement;
    if (declared.type === "VariableDeclaration") {
      for (const one of childrenOf(declared)) {
        const name = String(part(part(one, "id"), "name"));
        const made = madeBy(part(one, "init"));
        const isInstance = made !== undefined && !STATELESS.test(made);
        if (part(declared, "kind") !== "const" || changed.has(name) || isInstance) found.push(name);
      }
    }
    if (declared.type === "ClassDeclaration") {
      for (const member of childrenOf(part(declared, "body"))) {
        if (
          !/^(?:PropertyDefinition|AccessorProperty)$/.test(member.type) ||
          part(member, "static") !== true ||
          part(member, "readonly") === true
        )
          continue;
        found.push(
          `${String(part(part(declared, "id"), "name"))}.${String(part(part(member, "key"), "name"))}`,
        );
      }
    }
  }
  return found;
}

test("no module keeps state that is not justified here", async () => {
  const files = await sourceFiles(["src/**/*.{ts,tsx}"]);
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.flatMap((source) => stateIn(source).map((name) => `${basename(source.file)} ${name}`)).sort(),
  ).toEqual(Object.keys(JUSTIFIED).sort());
});

test("what can change at module level is found; what is in a function, or never changes, is not", () => {
  const code = `
    let a = 1;
    export let b: string | undefined;
    const c = new Map<string, number>();
    const d: string[] = [];
    export const e = { count: 0 };
    const f = new Turnstile(3);
    class G { static h = 0; static readonly i = 1; j = 2; }
    const k = new Set(["x"]); const l = [1, 2]; const m = new RegExp("a"); const n = { o: 1 };
    const p = new Intl.NumberFormat("en"); const q = new TextEncoder();
    function r() { let s = 1; const t = new Map(); s++; t.set(s, s); k.has("x"); return l.map((u) => u + n.o); }
    c.set("a", 1);
    export function v() { d.push("x"); e.count++; }`;
  const names = ["G.h", "a", "b", "c", "d", "e", "f"];
  expect(stateIn(new SourceFile("some.ts", code)).sort()).toEqual(names);
});
