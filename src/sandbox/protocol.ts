/** What the server says to a process of the sandbox. */
export type Order =
  | { readonly kind: "load"; readonly module: string }
  | { readonly kind: "start"; readonly input: unknown }
  | { readonly kind: "next" }
  | { readonly kind: "stop" };

/** A refusal of the job: the parts of a `Problem`. */
export interface RefusalParts {
  readonly code: string;
  readonly detail: string;
  readonly parameter: string | undefined;
  readonly members: Readonly<Record<string, unknown>> | undefined;
}

/** What a process of the sandbox answers: one reply to each order. */
export type Reply =
  | { readonly kind: "ready" }
  | { readonly kind: "message"; readonly message: unknown }
  | { readonly kind: "done"; readonly bytes: number }
  | { readonly kind: "refused"; readonly refusal: RefusalParts; readonly bytes: number }
  | { readonly kind: "failed"; readonly reason: string };
