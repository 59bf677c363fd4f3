import { parseSync, visitorKeys } from "oxc-parser";

const CHILDREN = Symbol("children");

/** A node of a syntax tree of ESTree, with the offsets of its code. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  [CHILDREN]?: readonly SyntaxNode[];
}

/** A member of a node, whatever it is. */
export function part(node: unknown, name: string): unknown {
  return typeof node === "object" && node !== null ? Reflect.get(node, name) : undefined;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof part(value, "type") === "string" && typeof part(value, "start") === "number";
}

/** The nodes directly below a node, in the order of the text. A node keeps them, because each rule walks the same trees. */
export function childrenOf(node: unknown): readonly SyntaxNode[] {
  if (!isNode(node)) return findChildren(node);
  node[CHILDREN] ??= findChildren(node);
  return node[CHILDREN];
}

function findChildren(node: unknown): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  if (typeof node !== "object" || node === null) return children;
  // The parser knows which members are nodes: looking at every member takes three times the time.
  for (const name of visitorKeys[String(part(node, "type"))] ?? Object.keys(node)) {
    const value = part(node, name);
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) children.push(one);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

/** Every node below a node, itself included; not what is below a node for which `visit` returns false. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => unknown): void {
  if (visit(node) === false) return;
  for (const child of childrenOf(node)) walk(child, visit);
}

/** The value of a string literal; undefined for other nodes. */
export function stringOf(node: unknown): string | undefined {
  const value = part(node, "type") === "Literal" ? part(node, "value") : undefined;
  return typeof value === "string" ? value : undefined;
}

/** A source file of TypeScript, JSX or JavaScript, by its name. It is parsed once, when a rule first looks at it. */
export class SourceFile {
  readonly file: string;
  readonly code: string;
  #statements: readonly SyntaxNode[] | undefined;
  #lineStarts: readonly number[] | undefined;

  constructor(file: string, code: string) {
    this.file = file;
    this.code = code;
  }

  /** The statements of the module, without comments. */
  get statements(): readonly SyntaxNode[] {
    this.#statements ??= this.#parse();
    return this.#statements;
  }

  /** The line of an offset, from 1. */
  lineOf(offset: number): number {
    this.#lineStarts ??= [0, ...this.code.matchAll(/\n/g).map(({ index }) => index + 1)];
    let [low, high] = [0, this.#lineStarts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return high;
  }

  #parse(): readonly SyntaxNode[] {
    const { program, errors } = parseSync(this.file, this.code, { preserveParens: false });
    const [first] = errors;
    if (first !== undefined) throw new Error(`${this.file}: ${first.message}`);
    return childrenOf({ body: program.body });
  }
}

/** The files that this process has read: every rule of `all.test.ts` looks at the same ones. */
const read = new Map<string, SourceFile>();

/** Lets go of the files that this process has read, and of their syntax trees. */
export const forgetFiles = (): void => read.clear();

/** The files of these patterns, in the order of their names; packages that are built or installed are not our source. */
export async function filesOf(patterns: readonly string[]): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  for (const pattern of patterns) {
    for await (const file of new Bun.Glob(pattern).scan(".")) {
      if (/(?:^|\/)(?:dist|node_modules)\//.test(file)) continue;
      const source = read.get(file) ?? new SourceFile(file, await Bun.file(file).text());
      read.set(file, source);
      found.push(source);
    }
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Every source file of the program, without tests and fixtures. */
export async function sourceFiles(patterns: readonly string[]): Promise<SourceFile[]> {
  return (await filesOf(patterns)).filter(({ file }) => !/\.(?:test|fixture)\.tsx?$/.test(file));
}
