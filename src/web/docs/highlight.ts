/** Loads the highlighter with the first code: it takes 3 MB of memory, and many servers never show any. */
const highlighter = (): typeof import("./highlighter.mjs") => require("./highlighter.mjs");

/** A language that code is highlighted in. */
export type CodeLanguage = "bash" | "go" | "ini" | "json" | "php" | "python" | "typescript" | "yaml";

/** Reports whether code in this language is highlighted. */
export function isCodeLanguage(name: string): name is CodeLanguage {
  return highlighter().languageNames.includes(name);
}

/** Highlights code as HTML: escaped, with `span` elements whose classes begin with `hljs-`. */
export function highlight(code: string, language: CodeLanguage): string {
  return highlighter().highlightAs(code, language);
}
