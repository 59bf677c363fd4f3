import { childrenOf, part, type SourceFile, type SyntaxNode, sourceFiles, walk } from "./source-tree.ts";

/** The most lines of a function: what fits on a screen. */
export const MAX_LINES = 60;

/** A function and the lines that count of it. */
export interface Sized {
  readonly file: string;
  /** Its name, with a number after it where the file has several of that name. */
  readonly name: string;
  readonly lines: number;
}

const FUNCTION = /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|(?:Object|Class\w*)Method)$/;

const TABLE = /^(?:ObjectExpression|ArrayExpression|CallExpression)$/;

/** Whether a node is a table of plain values: an object or array literal, or a Zod schema, without a function in it. */
function isTable(node: SyntaxNode): boolean {
  if (!TABLE.test(node.type)) return false;
  if (node.type === "CallExpression" && !isSchema(node)) return false;
  let isPlain = true;
  walk(node, (inner) => {
    if (FUNCTION.test(inner.type)) isPlain = false;
    return isPlain;
  });
  return isPlain;
}

/** Whether a call begins with `z.`, however long its chain is. */
function isSchema(call: SyntaxNode): boolean {
  let at: unknown = call;
  while (part(at, "type") === "CallExpression" || part(at, "type") === "MemberExpression") {
    at = part(at, "callee") ?? part(at, "object");
  }
  return part(at, "type") === "Identifier" && part(at, "name") === "z";
}

/** The lines of a function, less those within tables, schemas and JSX: these are read like data. */
function countedLines(node: SyntaxNode): number {
  let exempt = 0;
  for (const child of childrenOf(node)) {
    walk(child, (inner) => {
      if (!/^JSX(?:Element|Fragment)$/.test(inner.type) && !isTable(inner)) return true;
      exempt += Math.max(0, inner.loc.end.line - inner.loc.start.line - 1);
      return false;
    });
  }
  return node.loc.end.line - node.loc.start.line + 1 - exempt;
}

/** Every function of a file that has a name, and every other one under the name of what it is given to. */
export function functionsIn({ file, statements }: SourceFile): Sized[] {
  const found: Sized[] = [];
  const times = new Map<string, number>();
  const visit = (node: SyntaxNode, given: string) => {
    const own = part(part(node, "id") ?? part(node, "key"), "name");
    const name = typeof own === "string" ? own : given;
    if (FUNCTION.test(node.type)) {
      const count = (times.get(name) ?? 0) + 1;
      times.set(name, count);
      found.push({ file, name: `${name}${count > 1 ? ` ${count}` : ""}`, lines: countedLines(node) });
    }
    for (const child of childrenOf(node)) visit(child, name);
  };
  for (const statement of statements) visit(statement, "module");
  return found;
}

/** The functions of the program that are longer than `MAX_LINES`, the longest first. */
export async function longFunctions(): Promise<Sized[]> {
  const files = await sourceFiles([
    "src/**/*.{ts,tsx,js}",
    "clients/**/*.ts",
    "deploy/**/*.{ts,mjs}",
    "bin/*.mjs",
  ]);
  return files
    .flatMap((source) => functionsIn(source))
    .filter(({ lines }) => lines > MAX_LINES)
    .sort((a, b) => b.lines - a.lines);
}

const LIST = new URL("long-functions.json", import.meta.url);

/** The functions that may be longer for now, and how long. */
export async function readLongFunctions(): Promise<Readonly<Record<string, number>>> {
  return await Bun.file(LIST).json();
}

// Writes what is left of the list: what has become shorter. It never adds a function and raises no number.
if (import.meta.main) {
  const listed = await readLongFunctions();
  const left = (await longFunctions()).flatMap(({ name, lines }) => {
    const before = listed[name];
    return before === undefined ? [] : [[name, Math.min(before, lines)] as const];
  });
  await Bun.write(LIST, `${JSON.stringify(Object.fromEntries(left), null, 2)}\n`);
}
