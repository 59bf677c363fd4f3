import type { Fetched } from "../../../kit/fetch.ts";
import { Problem } from "../../../kit/problem.ts";
import type { Budget } from "./budget.ts";
import type { Probe, ProbeState } from "./probe-results.ts";
import type { Target } from "./targets.ts";

/** The state of a URL by the status of its response. */
export function stateOf({ status, redirects, stopped }: Fetched): ProbeState {
  if (stopped !== undefined || status === 404 || status === 410 || (status >= 500 && status <= 599))
    return "broken";
  if (status >= 200 && status < 300) return redirects.length > 0 ? "redirect" : "ok";
  return "unknown";
}

/** No response to a HEAD, from a server that may have one to a GET; others throw. */
function closesConnection(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== "upstream-unreachable") throw error;
}

/** Checks whether a URL works: HEAD, then a GET of one byte where HEAD fails, for servers that do not support HEAD. */
export async function probe(budget: Budget, { url, place }: Target): Promise<Probe> {
  const options = { maxBytes: 1024, overflow: "truncate", maxRedirects: 5 } as const;
  const found = await budget.run(url, async (get): Promise<Probe> => {
    try {
      let response = await get({ ...options, method: "HEAD" }).catch(closesConnection);
      if (response === undefined || response.status >= 400)
        response = await get({ ...options, headers: { Range: "bytes=0-0" } });
      const moved = response.redirects[0]?.status;
      const state = stateOf(response);
      return {
        url,
        state,
        status: state === "redirect" ? (moved ?? response.status) : response.status,
        place,
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // A name that does not resolve is as broken as a 404; a slow or odd server says nothing.
      return {
        url,
        state: error.code === "upstream-unreachable" ? "broken" : "unknown",
        status: null,
        place,
      };
    }
  });
  return found ?? { url, state: "skipped", status: null, place };
}

/** Fetches so many bytes at most within the budget; undefined without a response, whatever the reason. */
export async function read(budget: Budget, url: string, maxBytes: number): Promise<Fetched | undefined> {
  return budget.run(url, (get) =>
    get({ maxBytes, overflow: "truncate" }).catch((error: unknown) => {
      if (error instanceof Problem) return undefined;
      throw error;
    }),
  );
}
