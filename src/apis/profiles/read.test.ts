import { describe, expect, test } from "bun:test";
import type { Told } from "../../../test/fixtures/upstream-world.ts";
import {
  DAY,
  HOUR,
  json,
  LI_AT,
  open,
  page,
  refusal,
  TOKEN,
  to,
  withKey,
} from "../../../test/servers/profiles-site.ts";
import { companyPage, maskedPage, profilePage } from "./linkedin/pages.fixture.ts";
import { companyAnswer, operatorTexts, profileAnswer } from "./linkedin/session.fixture.ts";
import { Profile } from "./responses.ts";

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
    const problem = await refusal(it.profile("b"));
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
  // One after the other: a call that is rejected before anybody waits for it fails the test.
  for (const call of [() => it.profile("a"), () => it.company("a")]) {
    const problem = await refusal(call());
    expect(problem.code).toBe("source-not-configured");
    expect(problem.message).toContain("LINKEDIN_SOURCE");
  }
  expect([it.seen.length, it.charged()]).toEqual([0, 0]);
});
