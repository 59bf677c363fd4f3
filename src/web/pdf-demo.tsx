/** @jsxImportSource hono/jsx */
import type { Assets } from "./assets.ts";
import { Scroll } from "./code.tsx";
import results from "./samples/results.json" with { type: "json" };

/** Markdown with each paragraph on one line: a line break within a paragraph means a space. */
export function unwrapped(markdown: string): string {
  const starts = /^(?:#|\||[-*+>] |\d+[.)] |```|$)/;
  const lines = markdown.trim().split("\n");
  return lines.reduce((text, line, i) => {
    const before = lines[i - 1];
    if (before === undefined) return line;
    const isApart = starts.test(line) || before === "" || /^(?:#|\|)/.test(before);
    return `${text}${isApart ? "\n" : " "}${line}`;
  }, "");
}

/** The sample page as a reader sees it, beside its text as the API gives it. */
export function PdfDemo({ assets }: { assets: Assets }) {
  return (
    <div class="beside" data-play="">
      <div class="scanned">
        <img
          src={assets.href("teapots.png")}
          width={584}
          height={599}
          loading="lazy"
          alt="A page in two columns, with a table and a footnote."
        />
      </div>
      <Scroll label="Its text as Markdown">
        <pre>{unwrapped(results.pdf)}</pre>
      </Scroll>
    </div>
  );
}
