/** Longer URLs are not crawled; most of them are `data:` URLs. */
const URL_MAX = 4_096;

const NOT_NAME = /[^-\w\u0080-\uffff]/g;
const NOT_SPACE = /\S/g;
const STRING_END = { '"': /["\\\n]/g, "'": /['\\\n]/g } as const;
const URL_END = /["'()\\\s]/g;
const REMNANTS_END = /[)\\]/g;
const ONE_ESCAPE = /^\\(?:[0-9a-f]{1,6}\s?|[\s\S]?)/i;
const ESCAPE_MAX = 8;
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(\n)|([\s\S]?))/gi;

/** At-rules before which `@import` still counts (CSS Cascade, section 2.1). */
const BEFORE_IMPORT: ReadonlySet<string> = new Set(["charset", "layer", "import"]);
/** At-rules whose URLs are names or patterns. */
const NAMING: ReadonlySet<string> = new Set(["charset", "layer", "namespace", "document", "-moz-document"]);
const IMAGE_SETS: ReadonlySet<string> = new Set(["image-set", "-webkit-image-set"]);

/** The value of a name, a string or a URL whose escapes are resolved (CSS Syntax, section 4.3.7). */
function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(ESCAPE, (_, hex: string | undefined, newline, character = "") => {
    if (hex === undefined) return newline === undefined ? character : "";
    const code = Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : "\ufffd";
  });
}

/** Scans one style sheet from its start to its end, each character once. */
class StyleScanner {
  readonly urls = new Set<string>();
  readonly #css: string;
  readonly #max: number;
  #at = 0;
  /** Brackets that are open, and how many are where an `image-set` begins. */
  #open = 0;
  #imageSet = 0;
  /** `@import` is only valid before all other rules. */
  #mayImport = true;
  /** The part of an at-rule before its block: the URL of an `@import` comes first, others load nothing. */
  #prelude: "import" | "quiet" | undefined;

  constructor(css: string, max: number) {
    this.#css = css;
    this.#max = max;
  }

  scan(): void {
    while (this.#at < this.#css.length && this.urls.size < this.#max) this.#readToken();
  }

  /** Where the next match of a pattern with the flag `g` is; the end of the sheet without one. */
  #find(pattern: RegExp, from = this.#at): number {
    pattern.lastIndex = from;
    return pattern.exec(this.#css)?.index ?? this.#css.length;
  }

  /** Where the next match of a pattern is that no escape hides. */
  #findUnescaped(pattern: RegExp, from = this.#at): number {
    let at = this.#find(pattern, from);
    while (this.#css[at] === "\\") {
      const [escaped = ""] = ONE_ESCAPE.exec(this.#css.slice(at, at + ESCAPE_MAX)) ?? [];
      at = this.#find(pattern, at + escaped.length);
    }
    return at;
  }

  /** Moves behind a comment or another text that ends with `end`. */
  #skipPast(end: string): void {
    const found = this.#css.indexOf(end, this.#at + 2);
    this.#at = found < 0 ? this.#css.length : found + end.length;
  }

  #readToken(): void {
    const css = this.#css;
    const character = css[this.#at] ?? "";
    if (/\s/.test(character)) this.#at = this.#find(NOT_SPACE);
    else if (css.startsWith("/*", this.#at)) this.#skipPast("*/");
    else if (css.startsWith("<!--", this.#at)) this.#at += 4;
    else if (css.startsWith("-->", this.#at)) this.#at += 3;
    else if (character === "@") this.#readAtKeyword();
    else if (character === '"' || character === "'") this.#readString(character);
    else if (character === "\\" || this.#find(NOT_NAME) > this.#at) this.#readName();
    else this.#readDelimiter(character);
  }

  #readAtKeyword(): void {
    this.#at++;
    const name = this.#name().toLowerCase();
    const isImport = name === "import" && this.#mayImport;
    this.#prelude = isImport ? "import" : name === "import" || NAMING.has(name) ? "quiet" : undefined;
    if (!BEFORE_IMPORT.has(name)) this.#mayImport = false;
  }

  #readDelimiter(character: string): void {
    this.#at++;
    if (character === "(") this.#open++;
    else if (character === ")") this.#close();
    else if (character === "{" || character === "}" || character === ";") {
      if (character === "{") this.#mayImport = false;
      this.#prelude = undefined;
      this.#open = 0;
      this.#imageSet = 0;
    } else this.#other();
  }

  #close(): void {
    if (this.#open === this.#imageSet) this.#imageSet = 0;
    this.#open = Math.max(0, this.#open - 1);
  }

  /** A token that is no URL: it ends what may come before it. */
  #other(): void {
    if (this.#prelude === undefined) this.#mayImport = false;
    else this.#prelude = "quiet";
  }

  #name(): string {
    const from = this.#at;
    this.#at = this.#findUnescaped(NOT_NAME);
    return unescaped(this.#css.slice(from, this.#at));
  }

  #readName(): void {
    const name = this.#name().toLowerCase();
    if (this.#css[this.#at] !== "(") {
      this.#other();
      return;
    }
    this.#at++;
    if (name === "url") this.#readUrl();
    else {
      this.#other();
      this.#open++;
      if (IMAGE_SETS.has(name)) this.#imageSet = this.#open;
    }
  }

  #readUrl(): void {
    this.#at = this.#find(NOT_SPACE);
    const quote = this.#css[this.#at];
    if (quote === '"' || quote === "'") {
      this.#open++;
      this.#load(this.#string(quote));
      return;
    }
    const from = this.#at;
    const to = this.#findUnescaped(URL_END);
    this.#at = this.#find(NOT_SPACE, to);
    if (this.#css[this.#at] === ")") {
      this.#at++;
      this.#load(this.#css.slice(from, to));
      return;
    }
    // A bad URL ends with the next bracket that closes.
    this.#at = this.#findUnescaped(REMNANTS_END) + 1;
    this.#other();
  }

  /** The text of a string; undefined where its end is missing. */
  #string(quote: '"' | "'"): string | undefined {
    const from = this.#at + 1;
    const to = this.#findUnescaped(STRING_END[quote], from);
    this.#at = to + 1;
    return this.#css[to] === quote ? this.#css.slice(from, to) : undefined;
  }

  #readString(quote: '"' | "'"): void {
    const text = this.#string(quote);
    const isImage = this.#imageSet > 0 && this.#open === this.#imageSet;
    if (this.#prelude === "import" || isImage) this.#load(text);
    else this.#other();
  }

  /** Adds a URL. One that the end of a cut sheet has shortened is left out, as are those of the page itself (`#id`). */
  #load(written: string | undefined): void {
    const isLoaded = this.#prelude !== "quiet";
    this.#other();
    if (!isLoaded || written === undefined || written.length > URL_MAX) return;
    const url = unescaped(written).trim();
    if (url !== "" && !url.startsWith("#") && !/^data:/i.test(url)) this.urls.add(url);
  }
}

/**
 * Finds the URLs that a style sheet loads, as they are written: `@import`, `url()` and `image-set()` (CSS Syntax 3), at most
 * `max`. Those in comments, strings and at-rules that load nothing are left out. Takes time in proportion to the text.
 */
export function styleUrls(css: string, max: number): string[] {
  const scanner = new StyleScanner(css.replaceAll(/\r\n?|\f/g, "\n"), max);
  scanner.scan();
  return [...scanner.urls];
}
