import { describe, expect, test } from "bun:test";
import type { Told } from "../../../test/fixtures/upstream-world.ts";
import {
  authwallScript,
  json,
  open,
  page,
  refusal,
  to,
  withKey,
} from "../../../test/servers/profiles-site.ts";
import { companyPage, profilePage } from "./linkedin/pages.fixture.ts";
import { profileAnswer } from "./linkedin/session.fixture.ts";

describe("blocked guest pages", () => {
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
    [
      "a sign-in page with the person's title for other sites",
      page(
        `<head><meta property="og:title" content="Ines Morrow - Weir | LinkedIn"></head><body><form class="join-form"></form></body>`,
      ),
      "upstream-blocked",
    ],
    [
      "the start page, with its title and its link to the sign-in page",
      page(
        `<head><link rel="canonical" href="https://www.linkedin.com/"><meta property="og:title" content="Log In or Sign Up"></head><body><h1 class="top-card-layout__title">Welcome</h1><a href="/authwall?x">Join</a></body>`,
      ),
      "upstream-unexpected-page",
    ],
    [
      "a job",
      page(
        `<head><link rel="canonical" href="https://www.linkedin.com/jobs/view/1"></head><section class="top-card-layout"><h1 class="top-card-layout__title">Keeper</h1></section>`,
      ),
      "upstream-unexpected-page",
    ],
    [
      "404 that links to the sign-in page",
      page(`<main class="not-found"><a href="/authwall">Join</a></main>`),
      "not-found",
    ],
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

  test("a real page that mentions a sign-in page is not blocked", async () => {
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

describe("blocked sessions", () => {
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
    ["a response that is not JSON", { body: "hello", status: 200 }, "upstream-unexpected-page"],
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

  test("the newest decoration that is known is requested first, then the one before it, and that is remembered", async () => {
    await using it = await open(
      (url) =>
        url.searchParams.get("decorationId")?.endsWith("-93") ? json({}, 400) : json(profileAnswer()),
      { source: "session" },
    );
    expect(await it.profile("ines-morrow")).toMatchObject({ fullName: "Ines Morrow", source: "session" });
    await it.profile("another-word");
    const asked = it.seen.map(({ url }) => new URL(url).searchParams.get("decorationId"));
    const numbers = asked.map((decoration) => /FullProfileWithEntities-(\d+)$/.exec(decoration ?? "")?.[1]);
    expect(numbers).toEqual(["93", "91", "91"]);
  });
});
