import { ADMIN_TOKEN, type Installation } from "./installation.ts";

/** One request that is timed: `hot` ones are bound by what they take on an empty installation, others by a time. */
export interface Timed {
  readonly name: string;
  readonly kind: "hot" | "page";
  /** How often it may be made, where a limit of ours or the number of accounts says so. */
  readonly most?: number;
  /** Makes it once and reads the response. `url` is the server's. */
  run(url: string, installation: Installation, attempt: number): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

async function read(pending: Promise<Response>, ...statuses: number[]): Promise<string> {
  const response = await pending;
  const text = await response.text();
  if (!(statuses.length === 0 ? response.ok : statuses.includes(response.status))) {
    throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 200)}`);
  }
  return text;
}

function get(
  path: string,
  kind: Timed["kind"],
  headers: (installation: Installation) => Headers = () => ({}),
  name = path,
): Timed {
  return {
    name: `GET ${name}`,
    kind,
    run: async (url, installation) =>
      void (await read(fetch(url + path, { headers: headers(installation) }))),
  };
}

const html = { Accept: "text/html" };
const cookie = ({ person }: Installation): Headers => ({ Cookie: person.cookie });
const signedIn = ({ person }: Installation): Headers => ({ ...html, Cookie: person.cookie });
const withKey = ({ person }: Installation): Headers => ({ "X-API-Key": person.key });
const asAdmin = (): Headers => ({ Authorization: `Bearer ${ADMIN_TOKEN}` });

function post(
  url: string,
  path: string,
  fields: Record<string, string>,
  headers: Headers,
): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
    redirect: "manual",
  });
}

/** Every endpoint that depends on the database, and every page. */
export const endpoints: readonly Timed[] = [
  get("/v4", "hot"),
  get("/v7?n=100", "hot"),
  get("/usage", "hot", withKey),
  get("/health/ready", "hot"),
  ...[
    "/",
    "/status",
    "/docs",
    "/docs/seo",
    "/problems",
    "/plans",
    "/signup",
    "/llms.txt",
    "/openapi.json",
  ].map((path) => get(path, "page", () => html)),
  get("/metrics", "page", asAdmin),
  get("/account", "page", signedIn, "/account (page)"),
  get("/account", "page", cookie, "/account (JSON)"),
  get("/account/requests", "page", signedIn),
  get("/account/export", "page", cookie),
  get("/account/delete", "page", signedIn),
  ...["keys", "plans", "usage"].map((what) => get(`/admin/${what}?email=bench@example.com`, "page", asAdmin)),
  {
    name: "POST /signup (new, then limited)",
    kind: "page",
    run: async (url, _installation, attempt) =>
      void (await read(post(url, "/signup", { email: `new${attempt}@example.com` }, {}), 202)),
  },
  {
    name: "POST /account/keys, roll, revoke",
    kind: "page",
    most: 20,
    async run(url, installation) {
      const headers = cookie(installation);
      const made = JSON.parse(await read(post(url, "/account/keys", { name: "a" }, headers))) as {
        id: string;
      };
      const path = `/account/keys/${made.id}`;
      const rolled = JSON.parse(await read(post(url, `${path}/roll`, { grace: "0" }, headers))) as {
        id: string;
      };
      await read(post(url, `/account/keys/${rolled.id}/revoke`, {}, headers));
    },
  },
  {
    name: "POST /admin/plans",
    kind: "page",
    run: async (url, _installation, attempt) => {
      const fields = { email: "bench@example.com", plan: attempt % 2 === 0 ? "pdf" : "bundle" };
      await read(post(url, "/admin/plans", fields, asAdmin()));
    },
  },
];

/** The deletion of an account with years of usage. */
export const deletion: Timed = {
  name: "POST /account/delete",
  kind: "page",
  async run(url, { leaving }, attempt) {
    const person = leaving[attempt];
    if (person === undefined) throw new Error("nobody is left to be deleted");
    await read(post(url, "/account/delete", { email: person.email }, { Cookie: person.cookie }));
  },
};
