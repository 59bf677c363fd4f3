import type { z } from "zod";
import type { ProblemCode } from "./problem-kinds.ts";

/** Who may call: anybody, the holder of a key, a person who is signed in, the operator. */
export type Access = "open" | "key" | "session" | "admin";

/**
 * What one address beside the APIs promises to programs: the schemas by which its requests are read, and the
 * answer. Its OpenAPI description is made of it.
 */
export interface Contract<Query extends z.ZodObject = z.ZodObject, Fields extends z.ZodObject = z.ZodObject> {
  readonly id: string;
  /** The heading under which documents list it. */
  readonly tag: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path template; `{name}` matches one segment. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What is promised beyond the summary, as sentences. */
  readonly description?: string;
  readonly access: Access;
  readonly query: Query;
  /** Members of the body of a POST or PATCH: a JSON object of texts, or a form. */
  readonly fields: Fields;
  /** Whether a member that is empty or null clears a value; otherwise it counts as left out. */
  readonly clears?: boolean;
  /** The status of the answer where all is well, and its JSON. */
  readonly status: 200 | 201 | 202;
  readonly output: z.ZodType;
  /** Codes beyond those that its method and access bring. */
  readonly errors: readonly ProblemCode[];
}
