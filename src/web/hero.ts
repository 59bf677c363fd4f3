import type { Api } from "../kit/descriptor.ts";
import { type Call, type CallResponse, curlLine } from "./call.ts";

/** The call of the UUID API that the page shows: ten version 7 UUIDs. */
const HERO_INPUT = { n: "10" };

/** The first view of the landing page: a call that needs no key, and its response. */
export interface Hero {
  readonly line: string;
  readonly response: CallResponse;
}

/** Makes the call of the first view. Undefined if this server has no UUID API. */
export async function heroOf(uuid: Api | undefined, call: Call, baseUrl: string): Promise<Hero | undefined> {
  const v7 = uuid?.operations.v7;
  if (uuid === undefined || v7 === undefined) return undefined;
  return {
    line: curlLine(uuid, v7, { title: "One", input: HERO_INPUT }, baseUrl),
    response: await call(v7, HERO_INPUT),
  };
}
