import type { AdminEndpoint } from "../../kit/command.ts";

/** An export without its attachments is far smaller; in bytes. */
const EXPORT_MAX = 50_000_000;

/** The admin endpoints behind the commands `quintet profiles`. */
export const profilesAdmin: AdminEndpoint = {
  path: "/admin/profiles/{username}",
  methods: ["POST", "DELETE"],
  maxBytes: EXPORT_MAX,
  async run({ method, params, query, body, state }) {
    const { erase, importPerson } = await import("./import.ts");
    const { username = "" } = params;
    if (method === "DELETE") return { status: 200, value: await erase(state, username) };
    const days = query.get("days");
    const files = [{ name: "export", bytes: await body() }];
    const value = await importPerson(state, username, files, days === null ? {} : { days: Number(days) });
    return { status: 201, value };
  },
};
