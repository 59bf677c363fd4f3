/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { Scroll } from "../code.tsx";
import { type CodeLanguage, highlight } from "./highlight.ts";

interface CodeBlockProps {
  readonly text: string;
  readonly language: CodeLanguage | undefined;
  /** The name of the block, which screen readers say. */
  readonly label: string;
}

/** Highlighted code with a copy button above it. */
export function CodeBlock({ text, language, label }: CodeBlockProps) {
  return (
    <div class="snippet">
      <div class="command-bar">
        <span>{label}</span>
        <button type="button" class="snippet-copy" data-copy="">
          Copy
        </button>
      </div>
      <Scroll kind="snippet-code" label={label}>
        <pre>
          <code>{language === undefined ? text : raw(highlight(text, language))}</code>
        </pre>
      </Scroll>
    </div>
  );
}
