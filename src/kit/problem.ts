import { type ProblemCode, problemKinds } from "./problem-kinds.ts";

/** A problem in the form that clients of another service expect: a status and a JSON body. */
export interface RenderedProblem {
  readonly status: number;
  readonly body: unknown;
}

/** Members of a problem besides its code. */
export interface ProblemOptions {
  readonly parameter?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  /** The detail on pages, where that for programs names an endpoint. */
  readonly shown?: string | undefined;
  /** The cause, for the log. Clients never see it. */
  readonly cause?: unknown;
  /** The response, if it is not a problem document. */
  readonly rendered?: RenderedProblem | undefined;
}

/**
 * An error for clients, sent as `application/problem+json` (RFC 9457). `detail` names the parameter and its valid values,
 * and never repeats the client's input, a path, a stack or a library's message.
 */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return problemKinds[this.code].status;
  }

  /** The same problem with further options. Its own headers are kept. */
  with({ headers, members, ...further }: ProblemOptions): Problem {
    const { options } = this;
    return new Problem(this.code, this.message, {
      ...options,
      ...further,
      headers: { ...headers, ...options.headers },
      members: { ...options.members, ...members },
    });
  }

  toDocument(baseUrl: string, requestId: string): Record<string, unknown> {
    const { title, status } = problemKinds[this.code];
    return {
      type: `${baseUrl}/problems/${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      ...(this.options.parameter === undefined ? {} : { parameter: this.options.parameter }),
      ...this.options.members,
      requestId,
    };
  }
}

/** The error for an object that the account does not have. `remedy`: a sentence for programs about the list of those that it has. */
export function unknownObject(code: ProblemCode, name: string, remedy: string): Problem {
  const shown = `The account has no ${name} with this ID.`;
  return new Problem(code, `${shown} ${remedy}`, { shown });
}

/** Converts any error to one for clients: `internal` with the error as its cause, unless it is a `Problem`. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(
    "internal",
    "The server failed to handle this request. Try again. If the error persists, report the requestId to the operator.",
    { cause: error },
  );
}
