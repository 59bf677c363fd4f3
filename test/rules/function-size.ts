import { childrenOf, part, type SourceFile, type SyntaxNode, sourceFiles } from "./source-tree.ts";

/** The most lines of a function: what fits on a screen. */
export const MAX_LINES = 60;

/** A function and the lines that count of it. */
export interface Sized {
  readonly file: string;
  /** Its name, with a number after it where the file has several of that name. */
  readonly name: string;
  readonly lines: number;
}

const FUNCTION = /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression)$/;

const TABLE = /^(?:ObjectExpression|ArrayExpression|CallExpression)$/;

const JSX = /^JSX(?:Element|Fragment)$/;

/**
 * Whether a node is data: JSX, or a table of plain values, which is an object or array literal or a Zod schema without a
 * function in it.
 */
function isData(node: SyntaxNode, hasFunction: boolean): boolean {
  if (JSX.test(node.type)) return true;
  return !hasFunction && TABLE.test(node.type) && (node.type !== "CallExpression" || isSchema(node));
}

/** Whether a call begins with `z.`, however long its chain is. */
function isSchema(call: SyntaxNode): boolean {
  let at: unknown = call;
  while (part(at, "type") === "CallExpression" || part(at, "type") === "MemberExpression") {
    at = part(at, "callee") ?? part(at, "object");
  }
  return part(at, "type") === "Identifier" && part(at, "name") === "z";
}

/** What a node takes off the lines of the functions around it, and whether it is or has a function. */
interface Exempt {
  readonly lines: number;
  readonly hasFunction: boolean;
}

/**
 * Every function of a file that has a name, and every other one under the name of what it is given to. Lines within data do
 * not count, because they are read like a text.
 */
export function functionsIn(source: SourceFile): Sized[] {
  const found: Sized[] = [];
  const linesOf = ({ start, end }: SyntaxNode) => source.lineOf(end) - source.lineOf(start) + 1;
  const times = new Map<string, number>();
  const visit = (node: SyntaxNode, given: string): Exempt => {
    const own = part(part(node, "id") ?? part(node, "key"), "name");
    const name = typeof own === "string" ? own : given;
    const isFunction = FUNCTION.test(node.type);
    const sized = { file: source.file, name, lines: isFunction ? linesOf(node) : 0 };
    if (isFunction) {
      const count = (times.get(name) ?? 0) + 1;
      times.set(name, count);
      if (count > 1) sized.name += ` ${count}`;
      found.push(sized);
    }
    let [lines, hasFunction] = [0, isFunction];
    for (const child of childrenOf(node)) {
      const inner = visit(child, name);
      lines += inner.lines;
      hasFunction ||= inner.hasFunction;
    }
    sized.lines -= lines;
    return { lines: isData(node, hasFunction) ? Math.max(0, linesOf(node) - 2) : lines, hasFunction };
  };
  for (const statement of source.statements) visit(statement, "module");
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
