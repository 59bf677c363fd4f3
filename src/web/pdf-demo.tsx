/** @jsxImportSource hono/jsx */
import type { Assets } from "./assets.ts";
import { Scroll } from "./code.tsx";

/** A page as a reader sees it, beside its text as the API gives it. */
export function PdfDemo({ text, assets }: { text: string; assets: Assets }) {
  return (
    <div class="beside">
      <img
        src={assets.href("teapots.png")}
        width={584}
        height={599}
        loading="lazy"
        alt="A page in two columns, with a table and a footnote."
      />
      <Scroll label="Its text as Markdown">
        <pre>{text.trim()}</pre>
      </Scroll>
    </div>
  );
}
