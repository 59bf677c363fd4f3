import { check } from "recheck";
import recheck from "recheck/package.json" with { type: "json" };
import { part, type SourceFile, sourceFiles, walk } from "./source-tree.ts";

/** A regular expression literal and where it is. */
export interface Expression {
  /** The path from the root of the checkout. */
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** A call that builds a regular expression while the program runs. */
export interface Built {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

/** Every regular expression of one file, by its syntax tree, so that comments and divisions are none. */
export function expressionsIn(source: SourceFile): {
  literals: Expression[];
  built: Built[];
} {
  const { file, code } = source;
  const literals: Expression[] = [];
  const built: Built[] = [];
  for (const statement of source.statements) {
    walk(statement, (node) => {
      const regex = node.type === "Literal" ? part(node, "regex") : undefined;
      if (regex !== undefined) {
        literals.push({
          file,
          line: source.lineOf(node.start),
          source: String(part(regex, "pattern")),
          flags: String(part(regex, "flags")),
        });
      }
      if (node.type !== "NewExpression" && node.type !== "CallExpression") return;
      const callee = part(node, "callee");
      if ([part(callee, "name"), part(part(callee, "property"), "name")].includes("RegExp")) {
        built.push({ file, line: source.lineOf(node.start), code: code.slice(node.start, node.end) });
      }
    });
  }
  return { literals, built };
}

/** Every regular expression of the program: of what runs in the service, the CLI and the browser. */
export async function expressionsOfSource(): Promise<{ literals: Expression[]; built: Built[] }> {
  const found = (await sourceFiles(["src/**/*.{ts,tsx,js}"])).map(expressionsIn);
  return { literals: found.flatMap(({ literals }) => literals), built: found.flatMap(({ built }) => built) };
}

/**
 * How an expression fails to be linear, such as `polynomial of degree 3` with a text that shows it; undefined
 * for one that takes linear time on every text, searched from every place in it. What the analyser cannot
 * judge in 30 s counts as not linear; none that it can judge takes a third of that.
 */
export async function superlinear({ source, flags }: Expression): Promise<string | undefined> {
  const limits = { timeout: 30_000, attackTimeout: null, incubationTimeout: null };
  const verdict = await check(source, flags, limits);
  if (verdict.status === "safe") return undefined;
  if (verdict.status === "unknown") return `not judged: ${verdict.error.kind}`;
  const { complexity, attack } = verdict;
  const kind =
    complexity.type === "polynomial" ? `polynomial of degree ${complexity.degree}` : complexity.type;
  return `${kind}, as on ${attack.pattern.slice(0, 200)}`;
}

const RECORD = new URL("regular-expressions.json", import.meta.url);

/** What an expression is recorded under. */
export function recordedAs({ source, flags }: Pick<Expression, "source" | "flags">): string {
  const text = `recheck ${recheck.version} /${source}/${flags}`;
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 20);
}

/** The expressions that this version of the analyser has found linear: analyzing all again takes minutes. */
export async function readRecord(): Promise<ReadonlySet<string>> {
  const names: readonly string[] = await Bun.file(RECORD).json();
  return new Set(names);
}

if (import.meta.main) {
  const record = (await Bun.file(RECORD).exists()) ? await readRecord() : new Set<string>();
  const names = new Set<string>();
  for (const expression of (await expressionsOfSource()).literals) {
    const name = recordedAs(expression);
    const isLinear = record.has(name) || (await superlinear(expression)) === undefined;
    if (isLinear) names.add(name);
    else
      process.stdout.write(
        `${expression.file}:${expression.line} /${expression.source}/${expression.flags}\n`,
      );
  }
  await Bun.write(RECORD, `${JSON.stringify([...names].sort(), null, 2)}\n`);
  process.exit(0);
}
