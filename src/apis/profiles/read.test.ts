import { describe, expect, test } from "bun:test";
import { zipSync } from "fflate";
import { openWorld, type Told, unlimited } from "../../../test/upstream-world.ts";
import type { Context } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { Coverage } from "../../upstream/coverage.ts";
import { Secret } from "../../upstream/secret.ts";
import type { Settings } from "../../upstream/settings.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import type { LinkedinUpstream, Upstreams } from "../../upstream/upstreams.ts";
import { Profile } from "./answer.ts";
import { profilesApi } from "./api.ts";
import { erase, importPerson } from "./import.ts";
import { companyPage, maskedPage, profilePage } from "./linkedin/pages.fixture.ts";
import { companyAnswer, operatorTexts, profileAnswer } from "./linkedin/session.fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LI_AT = "li-at-of-the-operator";
const TOKEN = "ajax:token-of-the-operator";

interface Options {
  readonly source?: "public" | "session" | "off";
  readonly settings?: Partial<Settings>;
  readonly profileDecoration?: string;
  readonly session?: string;
}

/** The API over a site that answers as it is told. */
async function open(answer: (url: URL) => Told | Promise<Told>, options: Options = {}) {
  const { source = "public", settings = {}, profileDecoration, session = LI_AT } = options;
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
  const upstream = (mark: string): LinkedinUpstream => ({
    ...createUpstream("profiles", all, coverage),
    source: source === "off" ? undefined : source,
    cookies: {
      host: "www.linkedin.com",
      values: { li_at: new Secret(mark), JSESSIONID: new Secret(`"${TOKEN}"`) },
    },
    profileDecoration,
    companyDecoration: undefined,
  });
  let linkedin = upstream(session);
  const context = (): Context => ({
    ...outside.call(),
    mediaType: "application/json",
    run: () => {
      throw new TypeError("no job is run");
    },
    get upstreams(): Upstreams {
      return {
        linkedin,
        get amazon(): never {
          throw new TypeError("another site");
        },
      };
    },
  });
  const ask = async (id: "profile" | "company", input: Record<string, unknown>) => {
    const world = context();
    try {
      return (await profilesApi.operations[id]?.run(input, world)) as Record<string, unknown>;
    } catch (error) {
      // As the door of metered operations does.
      await world.giveBack(1);
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

async function refusal(asked: Promise<unknown>): Promise<Problem> {
  const error = await asked.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Problem)) throw new TypeError(`no problem came: ${String(error)}`);
  return error;
}

const html = { "content-type": "text/html; charset=utf-8" };
const page = (body: string, status = 200, headers: Record<string, string> = {}): Told => ({
  body,
  status,
  headers: { ...html, ...headers },
});
const json = (body: unknown, status = 200): Told => ({ body: JSON.stringify(body), status });
const to = (location: string, more: Record<string, string> = {}): Told => ({
  status: 302,
  headers: { location, ...more },
});

const authwallScript = `<html><head><script>window.onload=function(){window.location.href="https://"+domain+"/authwall?trk="+trk}</script></head><body></body></html>`;
const withKey = (key: string, body = "") =>
  `<html><head><meta name="pageKey" content="${key}"></head><body>${body}</body></html>`;

describe("walls of guest pages", () => {
  test.each<[string, Told, string]>([
    ["999", { status: 999, body: "Request denied" }, "upstream-blocked"],
    ["999 with a redirector", { status: 999, body: authwallScript }, "upstream-blocked"],
    ["200 with a redirector", page(authwallScript), "upstream-blocked"],
    [
      "an authwall as a page",
      page(withKey("auth_wall_desktop_profile", "<form class='join-form'></form>")),
      "upstream-blocked",
    ],
    ["a join form", page(withKey("d_flagship_join", "<form class='join-form'></form>")), "upstream-blocked"],
    ["a join form by its key", page(withKey("join-form")), "upstream-blocked"],
    ["a redirect to the authwall", to("/authwall?trk=x"), "upstream-blocked"],
    [
      "a redirect to the authwall by its address",
      to("https://www.linkedin.com/authwall?trk=x"),
      "upstream-blocked",
    ],
    ["a redirect to the login", to("/uas/login?session_redirect=x"), "upstream-blocked"],
    ["a login page", page(withKey("d_checkpoint_lg_consumerLogin")), "upstream-blocked"],
    ["401", page("", 401), "upstream-blocked"],
    ["403", page("<h1>Forbidden</h1>", 403), "upstream-blocked"],
    ["a challenge", page(withKey("d_checkpoint_ch_challenge")), "upstream-challenge"],
    [
      "a challenge by its form",
      page(`<form><input type="hidden" name="challengeId" value="A"></form>`),
      "upstream-challenge",
    ],
    ["a challenge with 403", page(`<input value='A' name='challengeId'>`, 403), "upstream-challenge"],
    [
      "a captcha",
      page(`<body><div id="captcha-internal"></div><iframe src="https://x.example/captcha"></iframe></body>`),
      "upstream-captcha",
    ],
    ["404", page("<h1>Gone fishing</h1>", 404), "not-found"],
    ["404 that looks like a page", page(withKey("d_public_profile_not_found")), "not-found"],
    ["404 by its block", page(`<main class="not-found"><h1>Oops</h1></main>`), "not-found"],
    ["a redirect to 404", to("https://www.linkedin.com/404/"), "not-found"],
    ["410", page("", 410), "source-retired"],
    ["429", page("", 429), "upstream-rate-limited"],
    ["500", page("", 500), "upstream-unavailable"],
    ["503", page("", 503), "upstream-unavailable"],
    ["a company in place of a person", page(companyPage()), "upstream-unexpected-page"],
    ["a start page", page(withKey("d_homepage-guest-home", "<h1>Welcome</h1>")), "upstream-unexpected-page"],
    ["an empty page", page(""), "upstream-unexpected-page"],
    ["a redirect home", to("https://www.linkedin.com/"), "upstream-unexpected-page"],
    ["a redirect to another site", to("https://evil.example/in/ines-morrow"), "upstream-unexpected-page"],
    ["bytes", { body: "\u0000\u0001", status: 200 }, "upstream-unexpected-page"],
  ])("%s", async (_name, told, code) => {
    await using it = await open(() => told);
    const problem = await refusal(it.profile("ines-morrow"));
    expect(problem.code as string).toBe(code);
    expect(problem.options.members).toMatchObject({ charged: 0 });
    expect(it.charged()).toBe(0);
    expect(it.seen).toHaveLength(1);
  });

  test("no mark of a wall is seen in a true page that speaks of one", async () => {
    const links =
      '<a href="https://www.linkedin.com/authwall?x">Sign in</a><form class="join-form"><div class="captcha"></div></form>';
    await using it = await open(() => page(profilePage().replace("<main>", `<main>${links}`)));
    expect(await it.profile("ines-morrow")).toMatchObject({ fullName: "Ines Morrow" });
  });

  test("one redirect to the person's present word is followed, and nothing else", async () => {
    await using it = await open((url) =>
      url.pathname === "/in/old-word" ? to("/in/ines-morrow") : page(profilePage()),
    );
    expect(await it.profile("old-word")).toMatchObject({ publicIdentifier: "ines-morrow" });
    expect(it.seen.map(({ url }) => new URL(url).pathname)).toEqual(["/in/old-word", "/in/ines-morrow"]);
  });
});

describe("walls of the session", () => {
  test.each<[string, Told, string]>([
    ["999", { status: 999, body: "" }, "upstream-blocked"],
    ["a redirect to the login", to("https://www.linkedin.com/uas/login?fromSignIn=true"), "session-expired"],
    ["another", to("/login"), "session-expired"],
    ["to the checkpoint", to("/checkpoint/lg/login"), "session-expired"],
    [
      "to itself, its cookie deleted",
      to("/voyager/api/x", { "set-cookie": "li_at=delete me; Max-Age=0" }),
      "session-expired",
    ],
    ["to the authwall", to("/authwall"), "upstream-blocked"],
    ["401", json({ status: 401 }, 401), "session-expired"],
    ["403", json({ status: 403 }, 403), "profile-not-visible"],
    ["403 told with 200", json({ data: { status: 403 } }), "profile-not-visible"],
    ["403 for its token", { status: 403, body: "CSRF check failed." }, "session-expired"],
    ["404", json({ status: 404 }, 404), "not-found"],
    ["404 told with 200", json({ status: 404 }), "not-found"],
    ["404 told inside", json({ data: { status: 404 } }), "not-found"],
    ["404 told further inside", json({ data: { data: { status: 404 } } }), "not-found"],
    ["nobody", json({ data: { "*elements": [] }, included: profileAnswer().included }), "not-found"],
    ["410", json({ status: 410 }, 410), "source-retired"],
    ["429", json({}, 429), "upstream-rate-limited"],
    ["400", json({ status: 400 }, 400), "source-changed"],
    ["500", json({}, 500), "upstream-unavailable"],
    ["a challenge", page(`<form><input name="challengeId" value="A"></form>`), "upstream-challenge"],
    ["a challenge by its key", page(withKey("d_checkpoint_ch_challenge")), "upstream-challenge"],
    ["a login page", page(withKey("d_checkpoint_lg_consumerLogin")), "session-expired"],
    ["an authwall", page(withKey("auth_wall_desktop_profile")), "upstream-blocked"],
    ["a page", page(profilePage()), "upstream-unexpected-page"],
    ["no JSON", { body: "hello", status: 200 }, "upstream-unexpected-page"],
    ["another form", json({ data: {} }), "upstream-unexpected-page"],
    ["a list", json([]), "upstream-unexpected-page"],
  ])("%s", async (_name, told, code) => {
    await using it = await open(() => told, { source: "session" });
    const problem = await refusal(it.profile("ines-morrow"));
    expect(problem.code as string).toBe(code);
    expect(problem.options.members).toMatchObject({ charged: 0 });
    expect(it.charged()).toBe(0);
    // A decoration that is refused is the one thing that is asked for once more, by another number.
    expect(it.seen).toHaveLength(code === "source-changed" ? 2 : 1);
    expect(JSON.stringify([problem.message, problem.options])).not.toContain("operator-of");
  });

  test("the decoration that the operator set is asked for first, then the one that is known, and that is remembered", async () => {
    await using it = await open(
      (url) =>
        url.searchParams.get("decorationId") === "com.mine-1" ? json({}, 400) : json(profileAnswer()),
      { source: "session", profileDecoration: "com.mine-1" },
    );
    expect(await it.profile("ines-morrow")).toMatchObject({ fullName: "Ines Morrow", source: "session" });
    await it.profile("another-word");
    const asked = it.seen.map(({ url }) => new URL(url).searchParams.get("decorationId"));
    expect(asked[0]).toBe("com.mine-1");
    expect(asked.slice(1)).toEqual(Array(2).fill(expect.stringMatching(/FullProfileWithEntities-\d+$/)));
  });
});

describe("the operator's session", () => {
  test("goes to the one host with its proof, and says nothing of the operator", async () => {
    await using it = await open(() => json(profileAnswer()), { source: "session" });
    const answer = await it.profile("ines-morrow");
    const [{ url, options } = { url: "", options: undefined }] = it.seen;
    expect(new URL(url)).toMatchObject({
      host: "www.linkedin.com",
      pathname: "/voyager/api/identity/dash/profiles",
    });
    expect(new URL(url).searchParams.get("memberIdentity")).toBe("ines-morrow");
    expect(options?.headers).toMatchObject({
      Cookie: `li_at=${LI_AT}; JSESSIONID="${TOKEN}"`,
      "Csrf-Token": TOKEN,
    });
    for (const text of [...operatorTexts, LI_AT, TOKEN]) expect(JSON.stringify(answer)).not.toContain(text);
    expect(Profile.safeParse(answer).error).toBeUndefined();
  });

  test("is never sent along a redirect, nor by a guest's reading", async () => {
    await using it = await open(() => to("https://www.linkedin.com/in/ines-morrow"), { source: "session" });
    await refusal(it.profile("ines-morrow"));
    expect(it.seen).toHaveLength(1);
    await using guest = await open(() => page(profilePage()));
    await guest.profile("ines-morrow");
    expect(Object.keys(guest.seen[0]?.options.headers ?? {})).toEqual(["Accept", "Accept-Language"]);
  });

  test("that is over stays over, until the operator sets another", async () => {
    let told: Told = json({}, 401);
    await using it = await open(() => told, { source: "session", settings: { circuitMs: HOUR } });
    expect((await refusal(it.profile("a"))).code).toBe("session-expired");
    told = json(profileAnswer());
    it.pass(10 * DAY);
    expect((await refusal(it.profile("b"))).code).toBe("session-expired");
    expect(it.seen).toHaveLength(1);
    it.newSession("a-new-one");
    expect(await it.profile("b")).toMatchObject({ fullName: "Ines Morrow" });
  });
});

describe("politeness", () => {
  test("a block is not asked again: the circuit answers, without a request, and time closes it", async () => {
    let told: Told = { status: 999, body: "" };
    await using it = await open(() => told, { settings: { circuitMs: HOUR } });
    await refusal(it.profile("a"));
    told = page(profilePage());
    const started = performance.now();
    const problem = await refusal(it.profile("b"));
    expect(performance.now() - started).toBeLessThan(200);
    expect([problem.code, Number(problem.options.headers?.["Retry-After"]) > 3_000]).toEqual([
      "upstream-blocked",
      true,
    ]);
    expect(it.seen).toHaveLength(1);
    it.pass(2 * HOUR);
    expect(await it.profile("b")).toMatchObject({ fullName: "Ines Morrow" });
  });

  test("a challenge to a visitor is mended by time: there is no session to renew", async () => {
    let told: Told = page(withKey("d_checkpoint_ch_challenge"));
    await using it = await open(() => told, { settings: { circuitMs: HOUR } });
    expect((await refusal(it.profile("a"))).options.headers?.["Retry-After"]).toBeDefined();
    expect((await refusal(it.profile("b"))).code).toBe("upstream-challenge");
    told = page(profilePage());
    it.pass(2 * HOUR);
    expect(await it.profile("b")).toMatchObject({ fullName: "Ines Morrow" });
  });

  test("people and companies share the spacing, and the daily cap; the problem says when to come again", async () => {
    await using it = await open(
      (url) => page(url.pathname.startsWith("/in/") ? profilePage() : companyPage()),
      {
        settings: { minIntervalMs: 60_000, maxWaitMs: 100 },
      },
    );
    await it.profile("a");
    const problem = await refusal(it.company("weir-sons"));
    expect(problem.code).toBe("pacing");
    expect(Date.parse(String(problem.options.members?.nextSlotAt)) - Date.now()).toBeGreaterThan(50_000);
    await using capped = await open(() => page(profilePage()), { settings: { dailyCap: 2 } });
    await capped.profile("a");
    await capped.profile("b");
    expect((await refusal(capped.profile("c"))).code).toBe("pacing");
    // What is kept does not count.
    expect(await capped.profile("a")).toMatchObject({ cache: { state: "hit" } });
    expect(capped.seen).toHaveLength(2);
  });

  test("robots.txt is asked and kept to", async () => {
    await using it = await open(
      (url) =>
        url.pathname === "/robots.txt" ? { body: "User-agent: *\nDisallow: /" } : page(profilePage()),
      { settings: { robots: "respect", robotsVariable: "LINKEDIN_ROBOTS" } },
    );
    const problem = await refusal(it.profile("a"));
    expect(problem.code).toBe("robots-disallowed");
    expect(problem.message).toContain("LINKEDIN_ROBOTS=permitted");
    expect(it.seen.map(({ url }) => new URL(url).pathname)).toEqual(["/robots.txt"]);
  });

  test("50 at once are one request and one unit", async () => {
    await using it = await open(async () => {
      await Bun.sleep(30);
      return page(profilePage());
    });
    await Promise.all(Array.from({ length: 50 }, () => it.profile("ines-morrow")));
    expect([it.seen.length, it.charged()]).toEqual([1, 1]);
  });
});

describe("copies", () => {
  test("case and form of the word do not matter; another source's copy is another", async () => {
    await using it = await open(() => page(profilePage()));
    await it.profile("Jürgen".normalize("NFC"));
    expect(await it.profile("jürgen".normalize("NFD"))).toMatchObject({ cache: { state: "hit" } });
    expect(await it.ask("profile", { url: "https://de.linkedin.com/in/j%C3%BCrgen/?trk=x" })).toMatchObject({
      cache: { state: "hit" },
    });
    expect([it.seen.length, it.charged()]).toEqual([1, 1]);
  });

  test("an old copy stands in for a wall, says so and costs nothing; after 30 days nothing is left", async () => {
    let told: Told = page(profilePage());
    await using it = await open(() => told, { settings: { staleMs: 40 * DAY } });
    await it.profile("a");
    told = { status: 999, body: "" };
    it.pass(2 * DAY);
    const answer = await it.profile("a");
    expect(answer).toMatchObject({
      fullName: "Ines Morrow",
      cache: { state: "stale", upstreamError: "upstream-blocked" },
    });
    expect((answer.cache as { ageS: number }).ageS).toBeGreaterThanOrEqual(2 * 86_400);
    expect(it.charged()).toBe(1);
    it.pass(28 * DAY + 1000);
    expect((await refusal(it.profile("a"))).code).toBe("upstream-blocked");
  });

  test("maxAge takes no older one", async () => {
    await using it = await open(() => page(profilePage()));
    await it.profile("a");
    it.pass(60_000);
    expect(await it.profile("a", 30)).toMatchObject({ cache: { state: "miss" } });
    expect(it.seen).toHaveLength(2);
  });

  test("that there is nobody is remembered for a while", async () => {
    await using it = await open(() => page("", 404));
    await refusal(it.profile("a"));
    await refusal(it.profile("a"));
    expect(it.seen).toHaveLength(1);
  });

  test("a masked page is a true answer, and is charged", async () => {
    await using it = await open(() => page(maskedPage));
    const answer = await it.profile("otavio-r");
    expect(answer).toMatchObject({ completeness: { masked: expect.arrayContaining(["experience"]) } });
    expect(JSON.stringify(answer)).not.toContain("*");
    expect(it.charged()).toBe(1);
  });

  test("fields are counted with the places they came from", async () => {
    await using it = await open(() => page(profilePage()));
    await it.profile("a");
    const fields = new Map(it.coverage.fields().map(({ field, totals }) => [field, totals]));
    expect(fields.get("fullName")).toEqual({ "public.jsonld": 1 });
    expect(fields.get("headline")).toEqual({ "public.dom.topCard": 1 });
  });
});

test("a company is read by the session, too", async () => {
  await using it = await open(() => json(companyAnswer()), { source: "session" });
  expect(await it.company("weir-sons")).toMatchObject({ name: "Weir & Sons", source: "session" });
  expect(new URL(it.seen[0]?.url ?? "").search).toContain("universalName=weir-sons");
});

test("a school is read at its own address", async () => {
  await using it = await open(() =>
    page(companyPage((text) => text.replaceAll("/company/weir-sons", "/school/weir-sons"))),
  );
  const answer = await it.ask("company", { url: "https://www.linkedin.com/school/weir-sons/about/" });
  expect(answer).toMatchObject({ url: "https://www.linkedin.com/school/weir-sons" });
  expect(new URL(it.seen[0]?.url ?? "").pathname).toBe("/school/weir-sons");
});

test("with no source switched on, nothing is asked and nothing charged", async () => {
  await using it = await open(() => page(profilePage()), { source: "off" });
  for (const asked of [it.profile("a"), it.company("a")]) {
    const problem = await refusal(asked);
    expect(problem.code).toBe("source-not-configured");
    expect(problem.message).toContain("LINKEDIN_SOURCE");
  }
  expect([it.seen.length, it.charged()]).toEqual([0, 0]);
});

const encode = (text: string) => new TextEncoder().encode(text);
const archive = () =>
  zipSync({
    "Profile.csv": encode(
      'First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location\nInes,Morrow,,1 Secret Lane,4 Mar,Head of Rivers,"Rivers,\nand ""eels""",Utilities,T12 SECRET,"Cork, Ireland"\n',
    ),
    "Positions.csv": encode(
      "Company Name,Title,Description,Location,Started On,Finished On\nWeir & Sons,Head of Rivers,,Cork,Apr 2019,\nLock House,Lock keeper,,,2007,Mar 2019\n",
    ),
    "Skills.csv": encode("Name\nEels\nTide tables\n"),
    "Languages.csv": encode("Name,Proficiency\nIrish,Native or bilingual proficiency\n"),
    "Connections.csv": encode("First Name,Last Name\nSecret,Friend\n"),
    "messages.csv": encode("FROM,CONTENT\nFriend,secret words\n"),
  });

describe("a person's own data", () => {
  test("comes first, whatever the source, and takes nothing that a profile does not show", async () => {
    await using it = await open(() => page("", 404));
    expect(
      await importPerson(it.state, "ines-morrow", [{ name: "export.zip", bytes: archive() }]),
    ).toMatchObject({ imported: true });
    const answer = await it.profile("Ines-Morrow");
    expect(answer).toMatchObject({
      source: "import",
      fullName: "Ines Morrow",
      about: 'Rivers,\nand "eels"',
      current: { title: "Head of Rivers" },
      experience: [
        { start: { value: "2019-04" }, isCurrent: true },
        { start: { value: "2007", precision: "year" }, end: { value: "2019-03" }, isCurrent: false },
      ],
      languages: [{ proficiency: "native-or-bilingual" }],
      sections: { skills: { total: 2, returned: 2, complete: true } },
    });
    expect(Profile.safeParse(answer).error).toBeUndefined();
    expect(JSON.stringify(answer)).not.toMatch(/secret|4 Mar|Friend/i);
    expect([it.seen.length, it.charged()]).toEqual([0, 1]);
  });

  test("is gone after 30 days, or as many as were given", async () => {
    await using it = await open(() => page("", 404));
    await importPerson(it.state, "a", [{ name: "export.zip", bytes: archive() }]);
    await importPerson(it.state, "b", [{ name: "export.zip", bytes: archive() }], { days: 60 });
    it.pass(31 * DAY);
    expect((await refusal(it.profile("a"))).code).toBe("not-found");
    expect(await it.profile("b")).toMatchObject({ source: "import" });
  });

  test("may come as loose tables, or as the JSON of the portability API", async () => {
    const data = [
      { snapshotDomain: "PROFILE", snapshotData: [{ "First Name": "Ines", "Last Name": "Morrow" }] },
      {
        snapshotDomain: "POSITIONS",
        snapshotData: [{ "Company Name": "Weir & Sons", Title: "Head", "Started On": "Apr 2019" }],
      },
      { snapshotDomain: "CONNECTIONS", snapshotData: [{ "First Name": "Secret" }] },
    ];
    await using it = await open(() => page("", 404));
    const loose = [
      { name: "Profile.csv", bytes: encode("\ufeffFirst Name,Last Name\r\nInes,Morrow\r\n") },
      { name: "Skills.csv", bytes: encode("Name\r\nEels\r\n") },
    ];
    await importPerson(it.state, "loose", loose);
    await importPerson(it.state, "api", [
      { name: "x.json", bytes: encode(JSON.stringify({ elements: data })) },
    ]);
    expect(await it.profile("loose")).toMatchObject({ fullName: "Ines Morrow", skills: ["Eels"] });
    expect(await it.profile("api")).toMatchObject({
      current: { title: "Head", company: { name: "Weir & Sons" } },
    });
    expect(JSON.stringify(await it.profile("api"))).not.toContain("Secret");
  });

  test.each([
    ["another archive", zipSync({ "Connections.csv": encode("a,b\n") })],
    ["a broken archive", archive().slice(0, 200)],
    ["no JSON", encode("{")],
    ["nothing", new Uint8Array()],
    ["words", encode("hello")],
    ["a nameless one", zipSync({ "Profile.csv": encode("First Name,Last Name\n,\n") })],
    ["a table that is far too large", zipSync({ "Profile.csv": new Uint8Array(5_000_000) })],
  ])("%s is refused with what to do", async (_name, bytes) => {
    await using it = await open(() => page("", 404));
    const problem = await refusal(importPerson(it.state, "a", [{ name: "export.zip", bytes }]));
    expect(problem.code).toBe("invalid-body");
  });

  test.each([0, -1, 1.5, 4000, Number.NaN])("%p days are refused", async (days) => {
    await using it = await open(() => page("", 404));
    expect((await refusal(importPerson(it.state, "a", [], { days }))).code).toBe("invalid-parameter");
  });
});

describe("erasing one person", () => {
  test("deletes every copy under every word that led to it, and what was brought in", async () => {
    await using it = await open((url) =>
      url.pathname === "/in/old-word" ? to("/in/ines-morrow") : page(profilePage()),
    );
    await it.profile("old-word");
    await it.profile("ines-morrow");
    await it.profile("someone-else-page");
    await importPerson(it.state, "ines-morrow", [{ name: "export.zip", bytes: archive() }]);
    expect(await erase(it.state, "Ines-Morrow")).toMatchObject({ erased: true });
    const before = it.seen.length;
    for (const word of ["ines-morrow", "old-word"]) {
      expect(await it.profile(word)).toMatchObject({ source: "public", cache: { state: "miss" } });
    }
    expect(it.seen.length).toBeGreaterThan(before);
  });
});
