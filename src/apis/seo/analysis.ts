import { examineMeta } from "./head.ts";
import { type Examined, examine } from "./report.ts";
import type { Meta } from "./schema/meta.ts";
import type { Subject } from "./subject.ts";

/** What an analysis of a text is told, beside the text itself. All of it survives a structured clone. */
export interface Tasks {
  readonly audit: { readonly subject: Omit<Subject, "body">; readonly keyword?: string };
  readonly head: { readonly subject: Omit<Subject, "body"> };
}

/** What comes of each. */
export interface Results {
  readonly audit: Examined;
  readonly head: Meta;
}

/** Everything that is done with a stranger's text, by name. Pure; none of it throws. */
export const analyses: {
  readonly [Name in keyof Tasks]: (task: Tasks[Name], body: Uint8Array) => Results[Name];
} = {
  audit: ({ subject, keyword }, body) => examine({ ...subject, body }, keyword),
  head: ({ subject }, body) => examineMeta({ ...subject, body }),
};
