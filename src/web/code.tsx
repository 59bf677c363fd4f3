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

/** A button that copies the text of an element. It stays hidden where there is no script to copy with. */
export function CopyButton({ of, what }: { of: string; what: string }) {
  return (
    <button type="button" class="quiet" data-copy={of} aria-label={`Copy the ${what}`}>
      Copy
    </button>
  );
}

/** A command, one part on a line, below a bar with its copy button. */
export function Command({ parts, id }: { parts: readonly string[]; id: string }) {
  return (
    <div class="command">
      <p class="command-bar">
        <span>Shell</span>
        <CopyButton of={id} what="command" />
      </p>
      <pre>
        <code id={id}>
          {parts.map((part, i) => (
            <span>{i < parts.length - 1 ? `${part} \\\n` : part}</span>
          ))}
        </code>
      </pre>
    </div>
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
    // A group is all it is: a fieldset belongs to forms, and a landmark for each answer would be noise.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div class={kind} tabindex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface CodeProps {
  readonly text: string;
  readonly id: string;
  /** Undefined for text that is not highlighted. */
  readonly language?: CodeLanguage | undefined;
  /** The text of a bar above the code, which has the copy button. Default: the button is over the code. */
  readonly bar?: string;
}

/** Lines of code with their copy button. */
export function Code({ text, id, language, bar }: CodeProps) {
  return (
    <div class={bar === undefined ? "code" : "code barred"}>
      {bar !== undefined && <p class="command-bar">{bar}</p>}
      <Scroll label="Code">
        <pre>
          <code id={id}>{language === undefined ? text : raw(highlight(text, language))}</code>
        </pre>
      </Scroll>
      <CopyButton of={id} what="code" />
    </div>
  );
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
    <Code id={id} text={indentJson(text)} language="json" bar="JSON" />
  ) : (
    <Code id={id} text={text} bar="Text" />
  );
}
