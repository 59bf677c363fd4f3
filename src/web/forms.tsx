/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

interface ButtonProps {
  /** Where the form is sent. */
  readonly action: string;
  readonly text: string;
  /** Tells the button from others of the page, for those who do not see what it is beside. */
  readonly about?: string | undefined;
  readonly children?: Child;
}

/** A button that sends a form. `children`: hidden fields, and what is beside the button. */
export function PostButton({ action, text, about, children }: ButtonProps) {
  return (
    <form method="post" action={action}>
      <button type="submit" class="plain-button">
        {text}
        {about !== undefined && <span class="unseen"> {about}</span>}
      </button>
      {children}
    </form>
  );
}

interface ConfirmProps extends ButtonProps {
  /** Of the questions with one name, one is open. */
  readonly name?: string;
  /** The text of the button that sends the form, where it is another. */
  readonly submit?: string;
  readonly isDanger?: boolean;
  /** Whether the question is open: its form was not accepted. */
  readonly isOpen?: boolean;
}

/** A button that asks first: without scripts, its form is folded behind it. `children`: the question or its fields. */
export function Confirm({
  name,
  action,
  text,
  about,
  submit = text,
  isDanger,
  isOpen,
  children,
}: ConfirmProps) {
  const unseen = about !== undefined && <span class="unseen"> {about}</span>;
  return (
    <details class="confirm" name={name} open={isOpen}>
      <summary class={isDanger ? "plain-button danger" : "plain-button"}>
        {text}
        {unseen}
      </summary>
      <form method="post" action={action}>
        {children}
        <button type="submit" class={isDanger ? "danger" : "plain-button"}>
          {submit}
          {unseen}
        </button>
      </form>
    </details>
  );
}

interface CreateProps {
  readonly text: string;
  readonly isOpen: boolean;
  /** Whether it opens where files are dropped. */
  readonly isDropZone?: boolean;
  readonly children: Child;
}

/** A form for a new object, behind a button beside the title of its list. */
export function Create({ text, isOpen, isDropZone = false, children }: CreateProps) {
  return (
    <details class="create" open={isOpen} data-drop={isDropZone ? "" : undefined}>
      <summary>{text}</summary>
      <div class="panel">
        <h2>{text}</h2>
        {children}
      </div>
    </details>
  );
}

/** A link that closes the form of a new object, because its list begins without it. */
export function Cancel({ list }: { list: string }) {
  return (
    <a class="button outline" href={list}>
      Cancel
    </a>
  );
}
