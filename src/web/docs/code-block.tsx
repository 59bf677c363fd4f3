/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { type CodeLanguage, highlight } from "./highlight.ts";

interface CodeBlockProps {
  readonly text: string;
  readonly language: CodeLanguage | undefined;
  /** The name of the block, which screen readers say. */
  readonly label: string;
}

interface ScrollingProps {
  readonly class: string;
  readonly label: string;
  readonly children: Child;
}

/** A part of a page that scrolls by itself, also by keyboard. */
export function Scrolling({ class: name, label, children }: ScrollingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms, and a landmark for each block is noise
    <div class={name} tabindex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Highlighted code with a copy button above it, which stays hidden without a script. */
export function CodeBlock({ text, language, label }: CodeBlockProps) {
  return (
    <div class="snippet">
      <div class="snippet-bar">
        <span>{label}</span>
        <button type="button" class="snippet-copy" data-copy-code="" hidden>
          Copy
        </button>
      </div>
      <Scrolling class="snippet-code" label={label}>
        <pre>
          <code>{language === undefined ? text : raw(highlight(text, language))}</code>
        </pre>
      </Scrolling>
    </div>
  );
}
