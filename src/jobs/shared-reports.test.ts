import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { DataKeys } from "../accounts/data-keys.ts";
import { createLog } from "../ops/log.ts";
import { createState } from "../store/state.ts";
import { JobBodies } from "./job-bodies.ts";
import { SharedReports } from "./shared-reports.ts";

const DAY_MS = 86_400_000;

async function open(engine: (typeof engines)[number]) {
  const database = await newDatabase(engine);
  const clock = { now: 0 };
  const now = () => clock.now;
  const keys = new DataKeys(database);
  const bodies = new JobBodies({ database, keys, log: createLog("silent"), now });
  const state = createState(database, { now });
  const reports = new SharedReports({ database, bodies, keys, state, now });
  const { query } = database;
  for (const id of ["a", "b"])
    await query`insert into account (id, email, created_at) values (${id}, ${id}, '2026-01-01T00:00:00.000Z')`;
  const rows = async () => [
    (await query`select id from shared_report`).length,
    (await query`select job from job_body`).length,
  ];
  const of = (subject: string, account = "a") => ({ account, subject, url: "https://site.example/" });
  const share = async (subject: string, html = "<p>é</p>", account = "a") => {
    const { path = "" } = (await reports.share(of(subject, account), html)) ?? {};
    return path.slice("/reports/".length);
  };
  return { database, clock, state, reports, rows, of, share };
}

describe.each(engines)("shared reports on $name", (engine) => {
  test("a link opens its report until it expires, and no other text opens one", async () => {
    const { database, clock, reports, of, share } = await open(engine);
    await using _ = database;
    const shared = await reports.share(of("one"), "<p>é</p>");
    const token = shared?.path.slice("/reports/".length) ?? "";
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await reports.read(token)).toBe("<p>é</p>");
    for (const wrong of [
      "",
      "x",
      token.slice(1),
      `${token}x`,
      token.toLowerCase(),
      "../state",
      "\0".repeat(32),
    ]) {
      expect(await reports.read(wrong)).toBeUndefined();
    }
    // What is stored does not open it.
    const stored = JSON.stringify([
      await database.query`select * from shared_report`,
      await database.query`select * from job_body`,
    ]);
    expect(stored).not.toContain(token);
    expect(shared?.expiresAt).toBe("1970-01-08T00:00:00.000Z");
    clock.now = 7 * DAY_MS - 1;
    expect(await reports.read(token)).toBeDefined();
    clock.now += 1;
    expect(await reports.read(token)).toBeUndefined();
    // Afterwards it is shared by another link.
    expect(await share("one")).not.toBe(token);
  });

  test("a report has one link, however often and by how many requests at once it is shared", async () => {
    const { database, rows, share } = await open(engine);
    await using _ = database;
    const links = await Promise.all(Array.from({ length: 8 }, () => share("one")));
    expect(new Set(links).size).toBe(1);
    expect(await rows()).toEqual([1, 1]);
    expect(await share("one", "<p>another</p>")).toBe(links[0] ?? "");
    expect(await share("one", "<p>é</p>", "b")).not.toBe(links[0] ?? "");
    expect(await share("two")).not.toBe(links[0] ?? "");
    expect(await rows()).toEqual([3, 3]);
  });

  test("a link is revoked by its account alone, with what it shows", async () => {
    const { database, reports, rows, share } = await open(engine);
    await using _ = database;
    const token = await share("one");
    const [{ id } = { id: "" }] = (await reports.rows.list("a", undefined, 10)).rows;
    expect((await reports.rows.list("b", undefined, 10)).rows).toEqual([]);
    expect(await rejectionOf(reports.remove("b", id))).toMatchObject({ code: "unknown-shared-report" });
    expect(await reports.revoke("b", "one")).toBeUndefined();
    expect(await reports.read(token)).toBeDefined();
    await reports.remove("a", id);
    expect(await reports.read(token)).toBeUndefined();
    expect(await rejectionOf(reports.remove("a", id))).toMatchObject({ code: "unknown-shared-report" });
    // Shared again, it has another link: the old one stays revoked.
    const next = await share("one");
    expect(next).not.toBe(token);
    expect(await reports.read(token)).toBeUndefined();
    expect(await reports.revoke("a", "one")).toMatchObject({ url: "https://site.example/" });
    expect(await rows()).toEqual([0, 0]);
  });

  test("reports are counted: an account that has too many shares no more until some are gone", async () => {
    const { database, clock, reports, rows, share } = await open(engine);
    await using _ = database;
    await database.transaction((_query, script) =>
      script(
        `insert into shared_report (id, account, subject, hash, url, bytes, created_at, expires_at)
          with recursive n (i) as (select 1 union all select i + 1 from n where i < 999)
          select 'id ' || i, 'a', 's ' || i, 'h ' || i, 'u', 1, 'x', '1970-01-02T00:00:00.000Z' from n`,
      ),
    );
    await share("one");
    const before = await rows();
    expect(await rejectionOf(share("two"))).toMatchObject({ code: "too-many-shared-reports" });
    expect(await share("one")).not.toBe("");
    expect(await share("two", "<p>é</p>", "b")).not.toBe("");
    await reports.revoke("b", "two");
    expect(await rows()).toEqual(before);
    clock.now = DAY_MS;
    expect(await share("two")).not.toBe("");
    // The bytes count too.
    await database.query`update shared_report set bytes = 100000000 where subject = 'two'`;
    expect(await rejectionOf(share("three"))).toMatchObject({ code: "too-many-shared-reports" });
  });

  test("a report that is too large is not stored, and nothing is for an account that was deleted", async () => {
    const { database, reports, rows, of, share } = await open(engine);
    await using _ = database;
    const noise = () => crypto.getRandomValues(new Uint8Array(60_000)).toBase64();
    expect(await reports.share(of("large"), Array.from({ length: 12 }, noise).join(""))).toBeUndefined();
    expect(await rows()).toEqual([0, 0]);
    const token = await share("one");
    await database.query`update account set email = 'deleted a' where id = 'a'`;
    expect(await rejectionOf(share("two"))).toMatchObject({ code: "key-revoked" });
    expect(await reports.read(token)).toBeUndefined();
    expect(await rows()).toEqual([1, 1]);
  });

  test("a suspended account shows no report, and a link of the release before works until it expires", async () => {
    const { database, state, reports, share } = await open(engine);
    await using _ = database;
    const token = await share("one");
    await database.query`update account set suspended_at = '2026-01-01T00:00:00.000Z' where id = 'a'`;
    expect(await reports.read(token)).toBeUndefined();
    await database.query`update account set suspended_at = null where id = 'a'`;
    expect(await reports.read(token)).toBeDefined();
    const former = "A".repeat(32);
    const hash = new Bun.CryptoHasher("sha256").update(former).digest("hex");
    await state.set(`report ${hash}`, Buffer.from(Bun.gzipSync("<p>old</p>")).toString("base64url"), 1_000);
    expect(await reports.read(former)).toBe("<p>old</p>");
  });
});
