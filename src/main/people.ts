import { adminEndpoint } from "../http/admin/admin-endpoints.ts";
import type { Endpoint } from "../http/core/endpoint.ts";
import { type Pace, readBody } from "../http/core/read-body.ts";
import { rawQuery } from "../kit/query.ts";
import type { State } from "../kit/state.ts";

/** An export without its attachments is far smaller; in bytes. */
const EXPORT_MAX = 50_000_000;

const EXPORT_PACE: Pace = { patienceMs: 15_000, deadlineMs: 120_000 };

/** What the commands `quintet profiles` do, over HTTP for the operator. */
export function peopleEndpoints(state: State, token: string | undefined): Endpoint[] {
  return [
    adminEndpoint(token, "/admin/profiles/{username}", "profiles", ["POST", "DELETE"], async (request) => {
      const { erase, importPerson } = await import("../apis/profiles/import.ts");
      const username = request.params.username ?? "";
      if (request.method === "DELETE") return [200, await erase(state, username)];
      const days = new URLSearchParams(rawQuery(request.url)).get("days");
      const bytes = await readBody(request, EXPORT_MAX, EXPORT_PACE);
      const read = await importPerson(
        state,
        username,
        [{ name: "export", bytes }],
        days === null ? {} : { days: Number(days) },
      );
      return [201, read];
    }),
  ];
}
