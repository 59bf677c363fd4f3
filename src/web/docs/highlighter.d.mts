/** The languages that code is highlighted in. */
export const languageNames: readonly string[];

/** Highlights code as HTML: escaped, with `span` elements whose classes begin with `hljs-`. */
export function highlightAs(code: string, language: string): string;
