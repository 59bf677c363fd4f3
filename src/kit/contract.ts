import { z } from "zod";
import type { ProblemCode } from "./problem-kinds.ts";

/** Required authorization: none, a key, a signed-in session, or the operator's. */
export type Access = "open" | "key" | "session" | "admin";

/** The condition under which a response that caches may keep is 304. */
export const NOT_MODIFIED = "`If-None-Match` has the current `ETag`.";

/** The contract of one endpoint that does not belong to an API. Its OpenAPI description is generated from this. */
export interface Contract<Query extends z.ZodObject = z.ZodObject, Fields extends z.ZodObject = z.ZodObject> {
  readonly id: string;
  /** The heading under which documents list it. */
  readonly tag: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  readonly summary: string;
  /** Details beyond the summary, as sentences. */
  readonly description?: string;
  readonly access: Access;
  readonly query: Query;
  readonly fields: Fields;
  /** Whether a member that is empty or null clears a value; otherwise it counts as left out. */
  readonly clears?: boolean;
  /** Whether members are read as parameters are: one that is missing is an `invalid-parameter`. */
  readonly areParameters?: boolean;
  readonly bodies?: Readonly<Record<string, string>>;
  /** Media types of the response, where it is not JSON; `output` then describes one of its lines. */
  readonly produces?: readonly [string, ...string[]];
  /** Whether requests with the same `Idempotency-Key` run once: the document then has the header and its errors. */
  readonly repeatable?: boolean;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly noContent?: string;
  /** When the response is a redirect or 304, by status. */
  readonly redirects?: Readonly<Record<number, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: 200 | 201 | 202;
  /** Returns the schema of its JSON. Only documents and tools need it: a server that has shown none has made none. */
  output(): z.ZodType;
  /** Codes beyond those that its method and access bring. */
  readonly errors: readonly ProblemCode[];
}

/** The schema of a query or a body that has no members. */
export const nothing = z.object({});

/** The member of a response that only says that something was done. */
export const done = z.literal(true).describe("Always true.");

type Common = "tag" | "access" | "errors" | "method" | "query" | "fields" | "status";

/** A contract without what it has from its group: a GET whose query and fields have no members, and whose status is 200. */
export type InGroup<Of extends Contract> = Omit<Of, Common> & Partial<Pick<Of, Common>>;

/** The members that a contract has from its group, unless it says otherwise. */
export type Group = Pick<Contract, "tag" | "access" | "errors">;

/** Adds what a contract has from its group. */
export function inGroup<Of extends Contract>(group: Group, described: InGroup<Of>): Of {
  // The types of query and fields are those of `nothing` where `described` has none.
  return {
    method: "GET",
    query: nothing,
    fields: nothing,
    status: 200,
    ...group,
    ...described,
  } as Contract as Of;
}

/** The query of a list that has pages. */
export const listQuery = z.object({
  after: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/, "must be the next value of the previous page")
    .optional()
    .describe("The `next` value of the previous page."),
  limit: z.int().min(1).max(100).default(50).describe("The number of entries in a page, 1 to 100."),
});
export type ListQuery = z.output<typeof listQuery>;

/** The cursor of the next page of a list. */
export const nextPage = z
  .string()
  .nullable()
  .describe("Pass it as `after` to get the next page. Null on the last page.");

/** Members of all actions that list objects in pages; `shown` is the object in the example. */
export function inPages<const Name extends string, Item extends z.ZodType>(
  name: Name,
  item: () => Item,
  meaning: string,
  shown: unknown,
) {
  type Shape = Readonly<Record<Name, z.ZodArray<Item>>> & { readonly next: typeof nextPage };
  return {
    query: listQuery,
    // The compiler does not keep the type of a computed name.
    output: () => z.object({ [name]: z.array(item()).describe(meaning), next: nextPage } as unknown as Shape),
    errors: [],
    example: { query: { limit: 10 }, response: { [name]: [shown], next: null } },
  };
}
