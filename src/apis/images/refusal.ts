import { Problem } from "../../kit/problem.ts";

/** The refusal of one parameter; `detail` names what it may be. */
export function refuse(parameter: string, detail: string): Problem {
  return new Problem("invalid-parameter", detail, { parameter });
}
