import { z } from "zod";
import type { Api } from "../kit/descriptor.ts";
import { type Call, type CallResponse, curlLine } from "./call.ts";
import { schemaOf } from "./parameters.ts";
import { type Reading, readText } from "./uuid-reading.ts";

/** The call that opens the page: three version 7 UUIDs. */
const HERO_INPUT = { n: "3" };

/** The first view of the landing page: a call that needs no key, its response, and a decoded UUID. */
export interface Hero {
  readonly line: string;
  readonly answer: CallResponse;
  /** The first UUID of the response. */
  readonly first: string;
  readonly reading: Reading | undefined;
  /** Whether the reading is of a UUID made for this page. */
  readonly fresh: boolean;
  readonly most: number;
}

/**
 * Makes the call of the first view, and decodes the visitor's text or the first UUID of the response. Undefined
 * if this server has no UUID API.
 */
export async function heroOf(
  uuid: Api | undefined,
  call: Call,
  baseUrl: string,
  given: string | null,
): Promise<Hero | undefined> {
  const v7 = uuid?.operations.v7;
  if (uuid === undefined || v7 === undefined) return undefined;
  const answer = await call(v7, HERO_INPUT);
  const [first = ""] = z.array(z.string()).parse(JSON.parse(answer.body));
  const fresh = given === null || given.trim() === "";
  return {
    line: curlLine(uuid, v7, { title: "One", input: HERO_INPUT }, baseUrl),
    answer,
    first,
    reading: await readText(uuid, call, fresh ? first : given),
    fresh,
    most: schemaOf(v7.input.shape.n).maximum ?? 1,
  };
}
