/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { type CodeLanguage, highlight } from "./docs/highlight.ts";
import { indentJson, isJson } from "./indent-json.ts";

/** The class of code in a sentence: it is broken only where it is long. */
export function codeClass(text: string): "long" | undefined {
  return text.length > 26 ? "long" : undefined;
}

/** A sentence in which words between backticks are code. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split("`").map((part, i) => (i % 2 === 1 ? <code class={codeClass(part)}>{part}</code> : part))}
    </>
  );
}

/** A response body, unchanged, with one member on a line. */
export function Body({ text }: { text: string }) {
  return (
    <code class="body">
      {text.split(/(?<=,)(?=")/).map((line) => (
        <span>{line}</span>
      ))}
    </code>
  );
}

interface CopyButtonProps {
  /** The ID of the element; of code, the button is above it. */
  readonly of?: string | undefined;
  readonly what: string;
}

/** A button that copies the text of an element. It stays hidden where there is no script to copy with. */
export function CopyButton({ of = "", what }: CopyButtonProps) {
  return (
    <button type="button" class="quiet" data-copy={of}>
      Copy<span class="unseen"> the {what}</span>
    </button>
  );
}

interface ScrollProps {
  readonly label: string;
  /** Its class. */
  readonly kind?: string;
  readonly children: Child;
}

/** Content that may overflow: it scrolls, also by keyboard. */
export function Scroll({ label, kind = "scroll", children }: ScrollProps) {
  return (
    // A group is all it is: a fieldset belongs to forms, and a landmark for each response would be noise.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div class={kind} tabindex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface CodeBlockProps {
  readonly text: string;
  /** Undefined for text that is not highlighted. */
  readonly language?: CodeLanguage | undefined;
  /** The name of the block, in the bar above it. */
  readonly label: string;
  readonly id?: string;
  /** Whether long lines wrap. Others scroll, where indentation has a meaning. */
  readonly isWrapped?: boolean;
}

/** Lines of code below a bar with their copy button. */
export function CodeBlock({ text, language, label, id, isWrapped = false }: CodeBlockProps) {
  return (
    <div class={isWrapped ? "snippet wrapped" : "snippet"}>
      <div class="command-bar">
        <span>{label}</span>
        <CopyButton of={id} what="code" />
      </div>
      <Scroll kind="snippet-code" label={label}>
        <pre>
          <code id={id}>{language === undefined ? text : raw(highlight(text, language))}</code>
        </pre>
      </Scroll>
    </div>
  );
}

/** A command, one part on a line. */
export function Command({ parts, id }: { parts: readonly string[]; id: string }) {
  return <CodeBlock id={id} label="Shell" text={parts.join(" \\\n  ")} isWrapped />;
}

interface PayloadProps {
  readonly text: string;
  readonly id: string;
  /** Its media type, where it is known. */
  readonly type?: string | undefined;
}

/** A body of a request or a response. JSON is indented. */
export function Payload({ text, id, type }: PayloadProps) {
  return isJson(text, type) ? (
    <CodeBlock id={id} text={indentJson(text)} language="json" label="JSON" isWrapped />
  ) : (
    <CodeBlock id={id} text={text} label="Text" isWrapped />
  );
}
