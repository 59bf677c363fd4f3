import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { zipSync } from "fflate";
import { profilePage } from "../../src/apis/profiles/linkedin/pages.fixture.ts";
import { operatorTexts, profileAnswer } from "../../src/apis/profiles/linkedin/session.fixture.ts";
import { type Running, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const LI_AT = "li-at-value-of-the-operator";
const TOKEN = "ajax:token-value-of-the-operator";
const ADMIN = "admin-token-of-the-tests";

interface Seen {
  readonly path: string;
  readonly cookie: string | null;
  readonly token: string | null;
}

/** A stand-in for the site on loopback, and for another host that it redirects to. */
function startSite() {
  const seen: Seen[] = [];
  const elsewhere: Seen[] = [];
  const note = (log: Seen[], request: Request) => {
    const { pathname } = new URL(request.url);
    const { headers } = request;
    log.push({ path: pathname, cookie: headers.get("cookie"), token: headers.get("csrf-token") });
    return pathname;
  };
  const other = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      note(elsewhere, request);
      return new Response("<h1>elsewhere</h1>");
    },
  });
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const path = note(seen, request);
      const member = new URL(request.url).searchParams.get("memberIdentity") ?? path.split("/").at(-1);
      const page = (body: string, status = 200) =>
        new Response(body, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
      if (path === "/www.linkedin.com/robots.txt") return new Response("User-agent: *\nAllow: /");
      if (member === "elsewhere") return Response.redirect(`http://127.0.0.1:${other.port}/in/x`, 302);
      if (member === "expired") return Response.redirect("/uas/login", 302);
      if (member === "nobody") return Response.json({ status: 404 }, { status: 404 });
      if (member === "hidden") return Response.json({ status: 403 }, { status: 403 });
      if (path.startsWith("/www.linkedin.com/voyager/")) return Response.json(profileAnswer());
      return page(profilePage());
    },
  });
  return {
    seen,
    elsewhere,
    base: `http://127.0.0.1:${site.port}/{host}`,
    async stop() {
      await Promise.all([site.stop(true), other.stop(true)]);
    },
  };
}

const site = startSite();
const folder = temporaryFolder();
const environment = {
  DATA_DIR: folder,
  LOG_LEVEL: "debug",
  ADMIN_TOKEN: ADMIN,
  LINKEDIN_SOURCE: "session",
  LINKEDIN_COOKIE: `li_at=${LI_AT}; JSESSIONID="${TOKEN}"`,
  UPSTREAM_URLS: `linkedin=${site.base}`,
  LINKEDIN_LIMITS: "interval-ms=0,pause-ms=0",
};

async function quintet(...words: string[]): Promise<string> {
  const child = spawnQuintet(environment, words);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, err]).toEqual([0, ""]);
  return out;
}

let server: Running;
let key: string;
beforeAll(async () => {
  server = await startQuintet(environment);
  key = (JSON.parse(await quintet("keys", "create", "caller@example.com")) as { key: string }).key;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await site.stop();
});

const get = (path: string) => fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } });
const cost = (answer: Response) => answer.headers.get("quintet-cost")?.split(";")[0];

describe("a served profile", () => {
  test("is private, costs one unit once, and holds nothing of the operator", async () => {
    const first = await get("/linkedin/profile?username=ines-morrow");
    const text = await first.text();
    expect([first.status, cost(first)]).toEqual([200, "1"]);
    expect(first.headers.get("cache-control")).toContain("private");
    const again = await get("/profile?url=https%3A%2F%2Fie.linkedin.com%2Fin%2Fines-morrow%2F%3Ftrk%3Dx");
    expect(await again.json()).toMatchObject({ fullName: "Ines Morrow", cache: { state: "hit" } });
    expect(cost(again)).toBe("0");
    for (const one of [...operatorTexts, LI_AT, TOKEN, "*"]) expect(text).not.toContain(one);
  });

  test.each([
    ["expired", 503, "session-expired"],
    ["hidden", 404, "profile-not-visible"],
    ["nobody", 404, "not-found"],
    ["elsewhere", 502, "upstream-unexpected-page"],
  ])("the wall %s is %p %s and costs nothing", async (username, status, code) => {
    const answer = await get(`/profile?username=${username}`);
    expect([answer.status, cost(answer)]).toEqual([status, "0"]);
    expect(await answer.json()).toMatchObject({ code, charged: 0 });
  });

  test("the cookies went to the one host, and along no redirect", () => {
    expect(site.elsewhere).toEqual([]);
    const asked = site.seen.filter(({ path }) => !path.endsWith("/robots.txt"));
    expect(asked.length).toBeGreaterThan(3);
    for (const { path, cookie, token } of asked) {
      expect(path).toStartWith("/www.linkedin.com/voyager/");
      expect([cookie, token]).toEqual([`li_at=${LI_AT}; JSESSIONID="${TOKEN}"`, TOKEN]);
    }
    for (const { path, cookie } of site.seen) if (path.endsWith("/robots.txt")) expect(cookie).toBeNull();
  });

  test("the log names nobody and no secret", async () => {
    await until("the calls are logged", () => server.lines().join("\n").includes("profiles.profile"));
    const log = server.lines().join("\n");
    for (const one of [...operatorTexts, "ines-morrow", "Morrow", "hidden", LI_AT, TOKEN])
      expect(log).not.toContain(one);
  });
});

describe("the operator", () => {
  const archive = zipSync({
    "Profile.csv": new TextEncoder().encode("First Name,Last Name,Headline\nAda,Example,Counts\n"),
  });
  const admin = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>) =>
    fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${ADMIN}` },
      ...(body === undefined ? {} : { body }),
    });

  test("brings a person's own data in over HTTP, and erases the person", async () => {
    const made = await admin("POST", "/admin/profiles/ines-morrow?days=7", archive);
    expect([made.status, await made.json()]).toEqual([
      201,
      { imported: true, expiresAt: expect.any(String) },
    ]);
    const asked = site.seen.length;
    expect(await (await get("/profile?username=ines-morrow")).json()).toMatchObject({
      fullName: "Ada Example",
      source: "import",
    });
    expect(site.seen).toHaveLength(asked);
    expect(await (await admin("DELETE", "/admin/profiles/ines-morrow")).json()).toMatchObject({
      erased: true,
    });
    expect(await (await get("/profile?username=ines-morrow")).json()).toMatchObject({
      source: "session",
      cache: { state: "miss" },
    });
  });

  test("does the same with commands, which a running server minds at once", async () => {
    const file = `${folder}/export.zip`;
    await Bun.write(file, archive);
    expect(JSON.parse(await quintet("profiles", "import", "ines-morrow", file, "--days", "7"))).toMatchObject(
      { imported: true },
    );
    expect(await (await get("/profile?username=ines-morrow")).json()).toMatchObject({ source: "import" });
    expect(JSON.parse(await quintet("profiles", "erase", "ines-morrow"))).toMatchObject({ erased: true });
    expect(await (await get("/profile?username=ines-morrow")).json()).toMatchObject({
      source: "session",
      cache: { state: "miss" },
    });
  });

  test("alone: nobody else may", async () => {
    const answer = await fetch(`${server.url}/admin/profiles/ines-morrow`, { method: "DELETE" });
    expect(answer.status).toBe(401);
    expect((await admin("POST", "/admin/profiles/ines-morrow?days=x", archive)).status).toBe(400);
    expect((await admin("POST", "/admin/profiles/a%20b", archive)).status).toBe(400);
    expect((await admin("POST", "/admin/profiles/ines-morrow", "hello")).status).toBe(400);
  });

  test.each([
    [["profiles", "erase"], "quintet profiles erase USERNAME"],
    [["profiles", "import", "ada"], "quintet profiles import USERNAME"],
    [["profiles", "erase", "a", "b"], "quintet profiles erase USERNAME"],
    [["profiles", "import", "ada", "/no/such/file"], "File not found: /no/such/file"],
  ])("%p is answered with how it is written", async (words, said) => {
    const child = spawnQuintet(environment, words);
    const err = await new Response(child.stderr).text();
    expect(await child.exited).toBe(2);
    expect(err).toContain(said);
  });
});
