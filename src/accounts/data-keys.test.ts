import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { rejecting, rejectionOf } from "../../test/helpers/rejection.ts";
import { openRow } from "../jobs/job.ts";
import { ConfigError } from "../kit/config-error.ts";
import { createLog } from "../ops/log.ts";
import { columnPlace, DataKeys, SealBroken } from "./data-keys.ts";

const [NEW, OLD, OTHER] = ["n", "o", "x"].map((letter) => letter.repeat(32)) as [string, string, string];

describe.each(engines)("keys of accounts on $name", (engine) => {
  test("are made once, and every process has the same", async () => {
    await using database = await newDatabase(engine);
    const ciphers = await Promise.all(Array.from({ length: 8 }, () => new DataKeys(database).of("a")));
    const sealed = ciphers.map((cipher, i) => cipher.sealText("place", `text ${i}`));
    for (const cipher of ciphers) {
      for (const [i, text] of sealed.entries()) expect(cipher.openText("place", text)).toBe(`text ${i}`);
    }
    const [row] = await database.query<{ keys: number | string }>`select count(*) as keys from data_key`;
    expect(Number(row?.keys)).toBe(1);
  });

  test("differ between accounts, and nothing opens at another place or with a changed bit", async () => {
    await using database = await newDatabase(engine);
    const keys = new DataKeys(database);
    const [a, b] = [await keys.of("a"), await keys.of("b")];
    const sealed = a.seal("place", Buffer.from("text"));
    expect(() => b.open("place", sealed)).toThrow(SealBroken);
    expect(() => a.open("other", sealed)).toThrow(SealBroken);
    for (let bit = 0; bit < sealed.byteLength * 8; bit++) {
      const changed = sealed.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => a.open("place", changed)).toThrow(SealBroken);
    }
    for (let length = 0; length < sealed.byteLength; length++) {
      expect(() => a.open("place", sealed.slice(0, length))).toThrow(SealBroken);
    }
    // The same text is never sealed to the same bytes.
    expect(a.sealText("place", "text")).not.toBe(a.sealText("place", "text"));
  });

  test("data of an account whose key was deleted is lost", async () => {
    await using database = await newDatabase(engine);
    const sealed = (await new DataKeys(database).of("a")).sealText("place", "text");
    await database.query`delete from data_key where account = 'a'`;
    const next = await new DataKeys(database).of("a");
    expect(() => next.openText("place", sealed)).toThrow(SealBroken);
  });

  test("are wrapped again when the key of the server changes, as long as it is given beside the new one", async () => {
    await using database = await newDatabase(engine);
    const names = Array.from({ length: 1_100 }, (_, i) => `account ${i}`);
    const own = new DataKeys(database);
    const sealed = new Map<string, string>();
    for (const name of names.slice(0, 3)) sealed.set(name, (await own.of(name)).sealText("place", name));
    for (const name of names.slice(3)) await own.of(name);
    const readAll = async (secrets: string[]) => {
      const keys = new DataKeys(database, secrets);
      await keys.rotate();
      for (const [name, text] of sealed) expect((await keys.of(name)).openText("place", text)).toBe(name);
    };
    await readAll([OLD]);
    expect(await rejecting(new DataKeys(database, [NEW]).rotate())).toThrow("Add that key after the new one");
    expect(await rejectionOf(new DataKeys(database, [NEW]).of("account 0"))).toMatchObject({
      code: "storage-unavailable",
    });
    expect(await rejecting(new DataKeys(database).rotate())).toThrow(
      "Set it to the key that was used before.",
    );
    await readAll([NEW, OTHER, OLD]);
    await readAll([NEW]);
    expect(await rejectionOf(new DataKeys(database, [OLD]).rotate())).toBeInstanceOf(ConfigError);
    const stored = JSON.stringify(await database.query`select * from data_key`);
    for (const secret of [NEW, OLD]) expect(stored).not.toContain(secret);
  });
});

describe.each(engines.slice(0, 1))("rows", (engine) => {
  const log = createLog("silent");

  test("of JSON, from before encryption, are read as they are", async () => {
    await using database = await newDatabase(engine);
    const cipher = await new DataKeys(database).of("a");
    const row = { id: "job", account: "a", request: '{"query":""}', response: null, problem: '{"code":"x"}' };
    expect(openRow(cipher, row, log)).toEqual(row);
  });

  test("whose columns were exchanged or damaged have no request, response and problem", async () => {
    await using database = await newDatabase(engine);
    const cipher = await new DataKeys(database).of("a");
    const of = { id: "job", account: "a" };
    const request = cipher.sealText(columnPlace(of, "request"), "{}");
    const read = openRow(cipher, { ...of, request, response: request, problem: `${request}A` }, log);
    expect<unknown>(read).toEqual({ ...of, request: "{}", response: null, problem: null });
    expect(openRow(cipher, { ...of, id: "other", request }, log)).toMatchObject({ request: "" });
    expect(openRow(cipher, { ...of, request: "1:" }, log)).toMatchObject({ request: "" });
  });
});
