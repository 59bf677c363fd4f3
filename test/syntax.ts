import { parse } from "@babel/parser";

/** A node of a syntax tree, as Babel makes it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
}

/** A member of a node, whatever it is. */
export function part(node: unknown, name: string): unknown {
  return typeof node === "object" && node !== null ? Reflect.get(node, name) : undefined;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof part(value, "type") === "string" && typeof part(value, "start") === "number";
}

/** The nodes directly below a node, in the order of the text. */
export function childrenOf(node: unknown): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  if (typeof node !== "object" || node === null) return children;
  for (const name of Object.keys(node)) {
    if (name === "loc" || name.endsWith("Comments")) continue;
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

/** The statements of a source file, of TypeScript, JSX or JavaScript by its name. */
export function statementsOf(file: string, code: string): SyntaxNode[] {
  const plugins = file.endsWith("x") ? (["typescript", "jsx"] as const) : (["typescript"] as const);
  const { program } = parse(code, {
    sourceType: "module",
    createImportExpressions: true,
    plugins: /\.m?js$/.test(file) ? ["jsx"] : [...plugins],
  });
  return childrenOf({ body: program.body });
}

/** Every source file of the program, without tests and fixtures, with its text. */
export async function sourceFiles(patterns: readonly string[]): Promise<{ file: string; code: string }[]> {
  const found = [];
  for (const pattern of patterns) {
    for await (const file of new Bun.Glob(pattern).scan(".")) {
      // Packages that are built or installed are not our source.
      if (/\.(?:test|fixture)\.tsx?$|\/(?:dist|node_modules)\//.test(file)) continue;
      found.push({ file, code: await Bun.file(file).text() });
    }
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}
