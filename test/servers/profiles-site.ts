import { profileOperations } from "../../src/apis/profiles/api.ts";
import type { ProfilesSite } from "../../src/apis/profiles/settings.ts";
import type { Context } from "../../src/kit/context.ts";
import { Problem } from "../../src/kit/problem.ts";
import { inputReader } from "../../src/kit/query.ts";
import { Coverage } from "../../src/upstream/coverage.ts";
import { Secret } from "../../src/upstream/secret.ts";
import type { Settings } from "../../src/upstream/settings.ts";
import { SiteReader } from "../../src/upstream/upstream.ts";
import { openWorld, type Told, unlimited } from "../fixtures/upstream-world.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const LI_AT = "li-at-of-the-operator";
export const TOKEN = "ajax:token-of-the-operator";

interface Options {
  readonly source?: "public" | "session" | "off";
  readonly settings?: Partial<Settings>;
  readonly session?: string;
}

/** The API over a site that answers as it is told. */
export async function open(answer: (url: URL) => Told | Promise<Told>, options: Options = {}) {
  const { source = "public", settings = {}, session = LI_AT } = options;
  const outside = await openWorld((url) => answer(new URL(url)));
  const coverage = new Coverage();
  const all: Settings = {
    ...unlimited,
    freshMs: DAY,
    staleMs: 7 * DAY,
    keepMs: 30 * DAY,
    absentMs: HOUR,
    ...settings,
  };
  const upstream = (mark: string): ProfilesSite => ({
    ...new SiteReader("profiles", all, coverage),
    source: source === "off" ? undefined : source,
    cookies: {
      host: "www.linkedin.com",
      values: { li_at: new Secret(mark), JSESSIONID: new Secret(`"${TOKEN}"`) },
    },
  });
  let linkedin = upstream(session);
  const context = (): Context => ({
    ...outside.call(),
    isBackground: false,
    mediaType: "application/json",
    pipe: () => Promise.reject(new TypeError("no program is run")),
    browse: () => Promise.reject(new TypeError("no page is rendered")),
    shareReport: undefined,
  });
  const ask = async (id: "profile" | "company", input: Record<string, unknown>) => {
    const world = context();
    try {
      const operation = profileOperations(linkedin)[id];
      if (operation === undefined) throw new TypeError(`no operation ${id}`);
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(input))
        if (value !== undefined) query.set(name, String(value));
      const read = inputReader(operation.input, [], operation)(query.toString(), {});
      return (await operation.run(read, world)) as Record<string, unknown>;
    } catch (error) {
      // As the door of metered operations does.
      await world.refund(1);
      throw error;
    }
  };
  return Object.assign(outside, {
    coverage,
    state: outside.call().state,
    profile: (username: string, maxAge?: number) => ask("profile", { username, maxAge }),
    company: (vanity: string) => ask("company", { vanity }),
    ask,
    newSession(mark: string) {
      linkedin = upstream(mark);
    },
  });
}

/** The problem that a call is answered with. */
export async function refusal(asked: Promise<unknown>): Promise<Problem> {
  const error = await asked.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Problem)) throw new TypeError(`no problem came: ${String(error)}`);
  return error;
}

const html = { "content-type": "text/html; charset=utf-8" };
export const page = (body: string, status = 200, headers: Record<string, string> = {}): Told => ({
  body,
  status,
  headers: { ...html, ...headers },
});
export const json = (body: unknown, status = 200): Told => ({ body: JSON.stringify(body), status });
export const to = (location: string, more: Record<string, string> = {}): Told => ({
  status: 302,
  headers: { location, ...more },
});

export const authwallScript = `<html><head><script>window.onload=function(){window.location.href="https://"+domain+"/authwall?trk="+trk}</script></head><body></body></html>`;
export const withKey = (key: string, body = "") =>
  `<html><head><meta name="pageKey" content="${key}"></head><body>${body}</body></html>`;
