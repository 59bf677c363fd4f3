import { part, type SourceFile, type SyntaxNode, sourceFiles, stringOf, walk } from "../rules/source-tree.ts";

/** One statement in the source. */
export interface SourceStatement {
  /** The file and line, as an editor opens them. */
  readonly place: string;
  /** Its text with `$1`, `$2`… for what is bound; or, of one that is put together when it runs, an expression for it. */
  readonly sql: string | RegExp;
}

/** Text that begins as statements do. */
const SQL =
  /^\s*(?:select|insert into|update|delete from|SELECT|INSERT INTO|UPDATE|DELETE FROM|with(?: recursive)? \w+(?: \([\w, ]*\))? as)\s/;

/** Functions that are given SQL text, by name, and how the text of an argument is found in the statement that runs. */
const GIVEN_SQL = new Map<string, (text: string, at: number) => string | undefined>([
  ["script", (text) => text],
  ["deleteBatch", (text, at) => (at === 2 ? text : undefined)],
  ["insertRows", (text, at) => (at === 2 ? `insert into ${text} (` : at === 4 ? text : undefined)],
]);

const squeezed = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The constant parts of a template or a string. */
function textsOf(node: unknown): string[] | undefined {
  const text = stringOf(node);
  if (text !== undefined) return [text];
  if (part(node, "type") !== "TemplateLiteral") return undefined;
  const quasis = part(node, "quasis");
  return Array.isArray(quasis)
    ? quasis.map((quasi) => String(part(part(quasi, "value"), "cooked")))
    : undefined;
}

/** What a statement must look like when it runs, from its constant parts. */
function patternOf(texts: readonly string[]): RegExp {
  return new RegExp(
    texts
      .map((text) => escaped(text.replaceAll(/\s+/g, " ")))
      .join(".*")
      .trim(),
    "s",
  );
}

/** The name of what is called: `script`, or `query` of `database.query`. */
function calleeOf(node: unknown): string {
  return String(part(part(node, "property"), "name") ?? part(node, "name") ?? "");
}

/** Text of files with statements: the beginning of `SQL` in quotes, or a call with SQL text. Others need not be parsed. */
const MAY_HAVE_SQL =
  /["'`]\s*(?:select|insert into|update|delete from|SELECT|INSERT INTO|UPDATE|DELETE FROM|with(?: recursive)? \w+)\s|\b(?:script|deleteBatch|insertRows)[<(]/;

function statementsIn(source: SourceFile): SourceStatement[] {
  if (!MAY_HAVE_SQL.test(source.code)) return [];
  const found: SourceStatement[] = [];
  const tagged = new Set<unknown>();
  const built = new Map<SyntaxNode, string[]>();
  const place = (node: SyntaxNode) => `${source.file}:${source.lineOf(node.start)}`;
  for (const statement of source.statements) {
    walk(statement, (node) => {
      if (node.type === "TaggedTemplateExpression") {
        const quasi = part(node, "quasi");
        tagged.add(quasi);
        const texts = textsOf(quasi) ?? [];
        if (!SQL.test(texts[0] ?? "")) return;
        found.push({
          place: place(node),
          sql: squeezed(texts.reduce((sql, text, i) => `${sql}$${i}${text}`)),
        });
      }
      if (node.type === "CallExpression") {
        const shape = GIVEN_SQL.get(calleeOf(part(node, "callee")));
        const given = part(node, "arguments");
        if (shape === undefined || !Array.isArray(given)) return;
        given.forEach((argument: SyntaxNode, at) => {
          const texts = textsOf(argument);
          const [first = ""] = texts ?? [];
          const shaped = shape(first, at);
          if (texts !== undefined && shaped !== undefined && shaped !== "")
            built.set(argument, [shaped, ...texts.slice(1)]);
        });
      }
      const texts = tagged.has(node) ? undefined : textsOf(node);
      if (texts !== undefined && SQL.test(texts[0] ?? "") && !built.has(node)) built.set(node, texts);
    });
  }
  for (const [node, texts] of built) found.push({ place: place(node), sql: patternOf(texts) });
  return found;
}

/**
 * Every SQL statement in the source: those that are a tagged template whole, because their values are bound; of those that
 * are put together, what is constant in them. `but` are files that are left out.
 */
export async function sourceStatements(but: readonly string[]): Promise<SourceStatement[]> {
  const files = await sourceFiles(["src/**/*.ts", "src/**/*.tsx"]);
  return files.filter(({ file }) => !but.includes(file)).flatMap(statementsIn);
}
