import { highlightAs, languageNames } from "./highlighter.mjs";

/** A language that code is highlighted in. */
export type CodeLanguage = "bash" | "go" | "ini" | "json" | "php" | "python" | "typescript" | "yaml";

/** Reports whether code in this language is highlighted. */
export function isCodeLanguage(name: string): name is CodeLanguage {
  return languageNames.includes(name);
}

/** Highlights code as HTML: escaped, with `span` elements whose classes begin with `hljs-`. */
export function highlight(code: string, language: CodeLanguage): string {
  return highlightAs(code, language);
}
