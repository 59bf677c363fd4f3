/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { LoggedParameters } from "../accounts/account-views.ts";
import type { Api } from "../kit/descriptor.ts";
import { whole } from "../kit/numbers.ts";

/** Characters of the end of a text that stay where its middle is cut. */
const END = 14;

/** Hebrew and Arabic letters. The two parts of a name that has some would change places. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Finds what tells one call of an operation from another: its URL, the name of its file, or a parameter that its first example
 * has, such as an ASIN. Calls of operations that are not served have their first parameter. The text may be empty.
 */
export function subjectOf(
  parameters: LoggedParameters | null | undefined,
  operation: string,
  apis: readonly Api[],
  fileName = "",
): string {
  const { values = {} } = parameters ?? {};
  const [name, id = ""] = operation.split(".");
  const example = apis.find((api) => api.name === name)?.operations[id]?.examples[0].input ?? values;
  const all = [values.url, fileName, ...Object.keys(example).map((member) => values[member])];
  return all.find((value) => value !== undefined && value !== "") ?? "";
}

/** A URL without what most have in common. */
const shortened = (text: string) => text.replace(/^https?:\/\/(?=[^/])/i, "").replace(/^([^/]+)\/$/, "$1");

/**
 * Shows the subject of a call on one line. CSS cuts the middle of a long one; its title is the whole text. `others`: how
 * many more calls a batch has.
 */
export function Subject({ text, others = 0 }: { text: string; others?: number | undefined }) {
  if (text === "") return null;
  const characters = [...shortened(text)];
  const end = RTL.test(text) ? "" : characters.splice(Math.max(END, characters.length - END)).join("");
  return (
    <bdi class="subject" dir="ltr" title={text}>
      <span>{characters.join("")}</span>
      {end !== "" && <span>{end}</span>}
      {others > 0 && <i>{` and ${whole(others)} more`}</i>}
    </bdi>
  );
}

interface SubjectLinkProps {
  readonly href: string;
  readonly text: string;
  readonly others?: number;
  readonly name: Child;
  readonly children?: Child;
}

/** A link with the subject of a call, and its name below; a link with its name where that is all. */
export function SubjectLink({ href, text, others, name, children }: SubjectLinkProps) {
  return (
    <>
      <a class="row-link" href={href}>
        {text === "" ? name : <Subject text={text} others={others} />}
      </a>
      <p class="soft">
        {text !== "" && name}
        {children}
      </p>
    </>
  );
}
