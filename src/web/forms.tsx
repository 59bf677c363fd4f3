/** @jsxImportSource hono/jsx */
import type { Child, JSX } from "hono/jsx";

interface FieldProps extends Omit<JSX.IntrinsicElements["input"], "children"> {
  readonly name: string;
  readonly label: Child;
  /** A further class of the field and its label. */
  readonly place?: "grow" | "long";
  /** What is below the field. */
  readonly children?: Child;
}

/** A field below its label. Its ID is its name, unless another form of the page has the same one. */
export function Field({ name, label, id = name, place, children, ...input }: FieldProps) {
  return (
    <p class={place === undefined ? "ask" : `ask ${place}`}>
      <label for={id}>{label}</label>
      <input id={id} name={name} {...input} />
      {children}
    </p>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** Default: the name. */
  readonly id?: string;
  readonly label: string;
  /** The text of an empty option before the others. */
  readonly all?: string;
  readonly chosen?: string | undefined;
  readonly options: readonly (readonly [value: string, text: string])[] | Readonly<Record<string, string>>;
  readonly required?: boolean;
}

/** A choice of one of some options. */
export function Choice({ name, id = name, label, all, chosen, options, required }: ChoiceProps) {
  return (
    <p class="ask">
      <label for={id}>{label}</label>
      <select id={id} name={name} required={required}>
        {all !== undefined && <option value="">{all}</option>}
        {(Symbol.iterator in options ? options : Object.entries(options)).map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

interface FiltersProps {
  readonly action: string;
  readonly submit?: string;
  readonly children: Child;
}

/** A form that asks for a list again, with the filters in its fields. */
export function Filters({ action, submit = "Apply filters", children }: FiltersProps) {
  return (
    <form class="filters" method="get" action={action}>
      {children}
      <button type="submit" class="plain-button">
        {submit}
      </button>
    </form>
  );
}

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
