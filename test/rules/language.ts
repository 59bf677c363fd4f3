import { part, type SourceFile, type SyntaxNode, sourceFiles, stringOf, walk } from "./source-tree.ts";

/** A text that a person reads, and where it is written. */
export interface Text {
  readonly place: string;
  readonly text: string;
  /** Whether it is a comment for programmers. */
  readonly doc?: true;
  /** Whether it is the docstring of something exported. */
  readonly isExported?: boolean;
}

/** A pattern that our texts do not use, and what to write instead. */
export interface Pattern {
  readonly pattern: RegExp;
  readonly write: string;
}

const word = (words: string) => new RegExp(`\\b(?:${words})\\b`, "i");

/** The words and patterns that our texts do not use. Each line is one entry of the style guide. */
export const patterns: readonly Pattern[] = [
  // Words.
  { pattern: /(?<![-/.@\w])(?:e-)?mails?\b(?![-/.@=]| FROM)/i, write: "email, email address" },
  {
    pattern: word("(?:a|the|this|each|every|per|no|waiting|failed|sent|queued) letters?(?!-)"),
    write: "email",
  },
  { pattern: word("pictures?"), write: "image" },
  {
    pattern: word("cut(?:s|ting)?[ -]outs?|cut(?:s|ting)? (?:\\w+ )?out of"),
    write: "remove the background",
  },
  { pattern: word("mattes?"), write: "alpha mask" },
  {
    pattern:
      /\b(?:page|web|full|absolute|public|its|this|the) address(?:es)? (?:of|is) (?:a|the) (?:page|file|image|site)/i,
    write: "URL",
  },
  { pattern: word("in (?:an|the) address"), write: "in the URL" },
  { pattern: word("answers?|answered|answering"), write: "response, respond" },
  { pattern: word("(?:comes?|came|coming) back"), write: "response, returned" },
  {
    pattern: /\b(?:is|are|was|be|not) (?:taken|read) (?:here|whatever)\b/i,
    write: "accepted",
  },
  { pattern: /\b(?:also|all|every|is|are|be) taken\b/i, write: "accepted" },
  { pattern: word("refus(?:e|es|ed|ing|al|als)"), write: "reject, rejected, error" },
  { pattern: word("mend(?:s|ed|ing)?"), write: "fix" },
  { pattern: word("stands?|stood|standing"), write: "is, contains" },
  { pattern: /(?<!license )\blies\b/i, write: "is" },
  { pattern: word("parted|put together"), write: "separated, joined" },
  { pattern: word("of the own"), write: "its, their" },
  { pattern: /\bof it\b(?=[.,;:)]|$)/i, write: "its" },
  { pattern: word("in place of"), write: "instead of" },
  { pattern: word("for nothing"), write: "free" },
  { pattern: word("anew"), write: "again" },
  { pattern: word("for ?ever|for good|evermore"), write: "permanently" },
  { pattern: word("(?:who|whoever|person who) (?:runs|installs) (?:it|this|the)"), write: "operator" },
  { pattern: word("whoever|whosoever"), write: "the operator, the caller" },
  { pattern: word("installations?"), write: "this server" },
  { pattern: word("moment to come"), write: "retry time" },
  {
    pattern: /\b(?:rooms?|houses?|doors?|floors?|(?<!similar )laws?)\b/i,
    write: "module, interface, layer, rule",
  },
  { pattern: word("take(?:s|n)? upon|took upon"), write: "accepts responsibility for" },
  { pattern: word("turnstiles?|strangers?|tills?|freight|lanes?"), write: "the standard term" },
  // Openings and word order.
  {
    pattern:
      /(?:^|[.:;!?]["')]* )What (?!to\b)(?:(?!is\b|are\b)[\w'’-]+,? ){1,8}?(?:is|are|was|were|has|have|does|do)\b[^?]*(?:[.!;:]|$)/,
    write: "a sentence that begins with its subject",
  },
  { pattern: /(?:^|[.:;] )Whatever\b/, write: "All, Any" },
  {
    pattern:
      /(?:^|[.;:] )(?:Read|Taken|Shown|Counted|Refused|Left|Kept|Given|Written|Sent|Served|Accepted|Found|Told) (?:is|are|was|were)\b/,
    write: "subject first",
  },
  {
    pattern:
      /\b(?:knows?|has|have|had|takes?|reads?|finds?|says?|does|do) (?:it|them|him|one|that|this)(?: of them)? not\b/i,
    write: "does not",
  },
  { pattern: /\b(?:knows?|say|says|comes?|goes|needs?|works?|hurts?) not\b/i, write: "does not" },
  { pattern: /\bthere (?:is|are|was|were) none\b|\bnone of (?:it|that kind)\b/i, write: "no …, missing" },
  {
    pattern: word(
      "hereof|thereof|therein|whereof|wherein|whereby|hereby|herein|heretofore|hitherto|beside it|thus",
    ),
    write: "plain word",
  },
  {
    pattern: word("this very|that very|just now|of a sudden|time of grace|be it"),
    write: "plain word",
  },
  { pattern: word("is no (?:text|place|name|list)|be no|are no text"), write: "is not a" },
  { pattern: /\b(?:of|for) (?:ours|theirs)\b/i, write: "our, their" },
  { pattern: word("made out to|leads? to no|by the (?:count|name) that"), write: "plain word" },
  { pattern: word("wants? (?:to hurt|mending|fixing)|hurts?"), write: "affects, malicious" },
  {
    pattern: word("behind the door|at the door|gives? up the|bury|buries|hear|hears|tells? nobody"),
    write: "plain word",
  },
  { pattern: word("as (?:it|they) stands?|as they are sent|ready to be run"), write: "unchanged" },
  // Rewrites.
  { pattern: word("look into your|on its way|nothing there|look among"), write: "Check your email" },
  { pattern: word("confirm and go on"), write: "Confirm and continue" },
  { pattern: word("do nothing: without"), write: "You can ignore this email." },
  { pattern: word("or says why not"), write: "Every response is correct or a clear error." },
  {
    pattern: word("is counted by itself|more of (?:it|both)"),
    write: "See the live figures on the status page.",
  },
  { pattern: word("our decision|is not a library"), write: "PDF calls are limited to 25 pages." },
  {
    pattern: word("credits of a bundle|one of \\w+'s (?:calls|pages|images|profiles|lookups)"),
    write: "Credits per unit",
  },
  { pattern: word("by surprise|there is no overage"), write: "No overage charges." },
  { pattern: word("in a (?:search|messenger)|no picture"), write: "Google preview, Social preview" },
  { pattern: word("says of a|would have typed"), write: "plain word" },
  { pattern: word("opens every|a link comes|the button shows"), write: "One key works for every paid API." },
  { pattern: word("logs keep"), write: "URLs end up in logs" },
  { pattern: word("once in a period"), write: "once per billing period" },
  { pattern: word("is not answered|counts \\d+ of the"), write: "Costs 1 call." },
  { pattern: word("that there (?:is|are)|need not change|it changes nothing"), write: "plain word" },
  { pattern: word("upright by|an animation its"), write: "EXIF orientation is applied" },
  { pattern: word("switches a source on|switched (?:no|a) source"), write: "enables a source" },
  {
    pattern: word("what is left|starts anew|starts again on|at most \\d+ on one"),
    write: "Usage, Resets Dec 1",
  },
  { pattern: word("pages at most|docs and console"), write: "Page limit, SEO docs" },
  { pattern: /\b(?:Hobbyist|Profile scraper)\b/, write: "Free, Profiles, Products" },
  {
    pattern: word("for each (?:lookup|profile) returned"),
    write: "Costs 1 lookup. Failed lookups are free.",
  },
  { pattern: word("you have what is free|write to whoever"), write: "You're on the free plan." },
  { pattern: word("take a copy of"), write: "Export your data" },
  {
    pattern: word("old one works|roll(?:s|ed|ing)? (?:the|a|it|one|your) ?key|make(?:s)? a key"),
    write: "Rotate key, Create key",
  },
  { pattern: word("failed by us"), write: "Server errors" },
  {
    pattern: word("the most urgent first|sent as they are|why, by the source"),
    write: "Issues to fix, most important first",
  },
  { pattern: word("made to be hard"), write: "The page took too long to analyze." },
  { pattern: word("clock with the world"), write: "Check that the server clock is correct." },
  {
    pattern: word("copy it again, whole|is not a key of"),
    write: "Invalid API key. Copy the full key and try again.",
  },
  { pattern: word("no operation and no page"), write: "Page not found." },
  {
    pattern: word("cannot be meant|says all this|where a person looks|as it came"),
    write: "show this help, print raw JSON",
  },
  {
    pattern: word("(?:link|key|code) (?:of a \\w+ )?up\\b|takes its time"),
    write: "Redeem an email link",
  },
  // Numbers and spelling.
  { pattern: /\d\s%/, write: "80%" },
  {
    pattern: word(
      "analys(?:e|es|ed|ing)|colou?red?s? (?:behaviour)|colours?|behaviours?|recogni[s]\\w+|organi[s]ation\\w*|favour\\w*|centres?|licences?|artefacts?",
    ),
    write: "American spelling",
  },
];

/** Openings of a docstring that is neither a sentence about an action nor a noun of the field. */
const OPENING =
  /^(?:What|Whatever|Who|Whom|Whose|Whoever|Whether|How|Why|When|Where|Which|The same|Told|Asked|Those|That|Everything|Something|Somebody|Nobody|It)\b/;

/** What a person reads of a text with Markdown or backticks: code and link targets are left out. */
function prose(text: string): string {
  return text
    .replaceAll(/`[^`\n]*`/g, "`…`")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/https?:\/\/\S+/g, "…")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Texts without a finding: pages repeat their navigation. */
const right = new Set<string>();

/** Every use of a banned pattern: the place, the words found, and what to write instead. */
export function findings(texts: readonly Text[]): string[] {
  return texts.flatMap(({ place, text, isExported }) => {
    const opening = isExported === true ? OPENING.exec(text.trim()) : null;
    if (opening !== null) return [`${place}: "${opening[0]}": begin with a verb or a noun of the field`];
    if (right.has(text)) return [];
    const read = prose(text);
    const found = patterns.flatMap(({ pattern, write }) => {
      const found = pattern.exec(read);
      if (found === null) return [];
      const around = read.slice(Math.max(0, found.index - 50), found.index + found[0].length + 50);
      return [`${place}: "${found[0]}" in "${around}": write ${write}`];
    });
    if (found.length === 0) right.add(text);
    return found;
  });
}

const SQL =
  /^\s*(?:select |insert into|update \w+ set|delete from|create (?:unique|index|table|function|trigger|or )|alter table|with (?:recursive )?\w+ (?:\(|as )|drop (?:table|index|trigger)|pragma |begin(?: |$)|commit|lock table|\w+ (?:= \$|>|<))/i;

function isProse(text: string): boolean {
  // Names of classes.
  if (text === "picture checkers") return false;
  if (SQL.test(text) || /[{;][\w-]+:[^;{}]+[;}]/.test(text)) return false;
  // A list of words is data.
  if (text.split(/\s+/).length > 15 && !/[.,:;!?]/.test(text)) return false;
  return /[A-Za-z]{2,}[,:;]? [A-Za-z`"(\d]/.test(text);
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === "JSXText") return String(part(node, "value"));
  if (node.type !== "TemplateLiteral") return stringOf(node);
  const quasis = part(node, "quasis");
  if (!Array.isArray(quasis)) return undefined;
  return quasis.map((quasi) => String(part(part(quasi, "value"), "cooked"))).join("7");
}

/** The strings of a source file that are more than one word, without SQL and import paths. */
export function stringsOf(source: SourceFile): Text[] {
  const texts: Text[] = [];
  const visit = (node: SyntaxNode) => {
    if (node.type === "ImportDeclaration" || node.type === "TSLiteralType") return false;
    // SQL statements, in parts or whole.
    if (node.type === "TaggedTemplateExpression") return false;
    const text = textOf(node);
    if (text !== undefined && (isProse(text) || (node.type === "JSXText" && /\w/.test(text)))) {
      texts.push({ place: `${source.file}:${source.lineOf(node.start)}`, text });
    }
    return true;
  };
  for (const statement of source.statements) walk(statement, visit);
  return texts;
}

/** The docstrings of a source file. */
export function docstringsOf(file: string, code: string): Text[] {
  return [...code.matchAll(/\/\*\*([\s\S]*?)\*\/(\s*export\b)?/g)].map(
    ({ 1: body = "", 2: exported, index }) => ({
      place: `${file}:${code.slice(0, index).split("\n").length}`,
      text: body.replaceAll(/^\s*\* ?/gm, ""),
      doc: true,
      isExported: exported !== undefined,
    }),
  );
}

/** The prose of a Markdown file, a paragraph or list item each, without blocks of code. */
export function markdownTexts(file: string, markdown: string): Text[] {
  const open = markdown.replaceAll(/^```[\s\S]*?^```/gm, (block) =>
    "\n".repeat(block.split("\n").length - 1),
  );
  return open
    .split("\n")
    .flatMap((text, i) => (/\w/.test(text) ? [{ place: `${file}:${i + 1}`, text }] : []));
}

/** The comments of a file whose comments begin with `#`. */
export function commentsOf(file: string, code: string): Text[] {
  return code.split("\n").flatMap((line, i) => {
    const [, text] = /(?:^|\s)#+ (.*)/.exec(line) ?? [];
    return text === undefined ? [] : [{ place: `${file}:${i + 1}`, text }];
  });
}

/** The part of the changelog that is not released yet. */
function unreleased(changelog: string): string {
  return changelog.slice(0, changelog.indexOf("\n## ", changelog.indexOf("## Unreleased") + 4));
}

/** Every text of the source tree that a person reads. */
export async function textsOfTree(): Promise<Text[]> {
  const texts: Text[] = [];
  for (const source of await sourceFiles(["src/**/*.{ts,tsx}", "bin/*.mjs"])) {
    texts.push(...stringsOf(source), ...docstringsOf(source.file, source.code));
  }
  for (const pattern of ["*.md", "docs/*.md", "src/web/docs/guides/*.md", "clients/*/README.md"]) {
    for await (const file of new Bun.Glob(pattern).scan(".")) {
      // Written by the benchmarks.
      if (file === "docs/benchmarks.md") continue;
      const markdown = await Bun.file(file).text();
      texts.push(...markdownTexts(file, file === "CHANGELOG.md" ? unreleased(markdown) : markdown));
    }
  }
  for await (const file of new Bun.Glob("deploy/**/*").scan({ cwd: ".", onlyFiles: true })) {
    if (/\.(?:ts|mjs|json)$/.test(file)) continue;
    texts.push(...commentsOf(file, await Bun.file(file).text()));
  }
  return texts;
}

/** The text of a page that a person reads: without code, scripts and the values of attributes. */
export function pageTexts(place: string, html: string): Text[] {
  const open = html.replaceAll(/<(code|pre|script|style|svg)\b[\s\S]*?<\/\1>/g, " … ");
  return open
    .split(
      /<\/?(?:p|li|h[1-6]|td|th|dt|dd|button|label|summary|title|option|legend|figcaption|div|section|a)\b[^>]*>/,
    )
    .map((part) =>
      part
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll(/&(?:#x27|#39);/g, "'")
        .replaceAll("&quot;", '"'),
    )
    .filter((text) => /\w/.test(text))
    .map((text) => ({ place, text }));
}
