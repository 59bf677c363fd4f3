import { describe, expect, test } from "bun:test";
import { isNightly } from "../../test/helpers/nightly.ts";
import { rejecting, rejectionOf } from "../../test/helpers/rejection.ts";
import { ITEM_BYTES_MAX, valuesIn } from "./json-items.ts";

const read = (text: string, isList: boolean) => Array.fromAsync(valuesIn(Buffer.from(text), isList));
const rejection = { code: "invalid-body" };

describe("a list", () => {
  test.each([
    "[]",
    " [ ] ",
    "[1]",
    '[{"a":"]"},{"b":"\\""},{"c":"\\\\"}]',
    '[{"a":["b",",",{"c":[]}]},"x,y",null,true,-1.5e3]',
    '\n[\t{"ü":"\u{1f600}"} ,\r\n{}\n]\n',
    '["\\u005d\\u0022,"]',
  ])("%j has the items that JSON.parse finds", async (text) => {
    expect(await read(text, true)).toEqual(JSON.parse(text));
    expect(await read(`\uFEFF${text}`, true)).toEqual(JSON.parse(text));
  });

  test.each([
    "",
    " ",
    "{}",
    "1",
    "[",
    "]",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1,,2]",
    "[1]]",
    "[1] x",
    "[1}",
    '[{"a":1]]',
    '["a]',
    "[1 2]",
    "[{]}",
    "[nul]",
    `[${"[".repeat(9)}${"]".repeat(9)}]`,
    `${"[".repeat(1_000_000)}`,
    `["${"a".repeat(ITEM_BYTES_MAX)}"]`,
    `[${" ".repeat(ITEM_BYTES_MAX + 1)}]`,
    `${" ".repeat(ITEM_BYTES_MAX + 1)}[]`,
    `[]${" ".repeat(ITEM_BYTES_MAX + 1)}`,
  ])("case %# is rejected", async (text) => {
    expect(await rejectionOf(read(text, true))).toMatchObject(rejection);
  });

  test("of random values has the items that JSON.parse finds, wherever its pieces end", async () => {
    const values = Array.from({ length: 3_000 }, (_, i) => ({
      [`name ${i % 7}`]: '"\\,]}{['.repeat(i % 40),
      list: Array.from({ length: i % 5 }, (_, j) => [j, "ü".repeat(i % 90)]),
    }));
    const text = JSON.stringify(values, null, 1);
    expect(text.length).toBeGreaterThan(500_000);
    expect(await read(text, true)).toEqual(values);
  });

  test("says which item is wrong", async () => {
    expect(await rejecting(read('[{"a":1},{"b":}]', true))).toThrow(
      "Item 1: The text is not JSON in UTF-8. Send a JSON list of objects.",
    );
    expect(await rejecting(read(`[{},{},"${"a".repeat(70_000)}"]`, true))).toThrow(
      "Item 2: An item may have at most",
    );
  });
});

test.each([true, false])("bytes that are not UTF-8 are rejected, not guessed (list: %p)", async (isList) => {
  const latin1 = Buffer.from(isList ? '[{},"größe"]' : '{}\n"größe"', "latin1");
  expect(await rejecting(Array.fromAsync(valuesIn(latin1, isList)))).toThrow("Item 1: The text is not JSON");
});

describe("lines", () => {
  test("are items; empty ones and those of spaces are not", async () => {
    expect(await read('\uFEFF{"a":1}\r\n\n  \n{"b":"\u2028"}\n\t[2]', false)).toEqual([
      { a: 1 },
      { b: "\u2028" },
      [2],
    ]);
    expect(await read("", false)).toEqual([]);
  });

  test.each(["{", "{}\n{", "{} {}", `"${"a".repeat(ITEM_BYTES_MAX)}"`, " ".repeat(ITEM_BYTES_MAX + 1)])(
    "case %# is rejected",
    async (text) => {
      expect(await rejectionOf(read(text, false))).toMatchObject(rejection);
    },
  );
});

/** The size of a long body: work on it must give the loop 30 turns or more. */
const BYTES = isNightly ? 20_000_000 : 4_000_000;

test("a long body does not hold the event loop, whatever it has", async () => {
  const bodies = [
    Buffer.alloc(BYTES, "[".repeat(64)),
    Buffer.from(`[${'"a",'.repeat(BYTES / 4)}1]`),
    Buffer.from(`[${"[[]],".repeat(BYTES / 5)}1]`),
    Buffer.alloc(BYTES, "1\n"),
    Buffer.alloc(BYTES, "\n"),
    Buffer.from(`[${Array.from({ length: BYTES / 65_000 }, () => `{"a":"${"b".repeat(65_000)}"}`)}]`),
  ];
  for (const body of bodies) {
    for (const isList of [true, false]) {
      // The share of the turns of the loop that this work gets, not its time: the machine may be busy.
      let turns = 0;
      let isDone = false;
      const turn = () => {
        turns++;
        if (!isDone) setImmediate(turn);
      };
      setImmediate(turn);
      const values = valuesIn(body, isList);
      let items = 0;
      await (async () => {
        for await (const _ of values) if (++items > 10_000) break;
      })().catch((error: unknown) => expect(error).toMatchObject(rejection));
      isDone = true;
      const looked = items > 10_000 ? 0 : items === 0 ? 0 : body.byteLength;
      expect(turns).toBeGreaterThanOrEqual(Math.floor(looked / 200_000) - 1);
    }
  }
});

test("empty lines and those of spaces take less time than a tenth as many items", async () => {
  const runMs = async (body: Buffer) => {
    const before = process.threadCpuUsage();
    for await (const _ of valuesIn(body, false));
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  // The least of three: the first run compiles, and others may collect garbage.
  const cpuMs = async (text: string) => {
    const body = Buffer.from(text);
    return Math.min(await runMs(body), await runMs(body), await runMs(body));
  };
  // Of as many bytes, so that both give other work as many turns.
  const items = await cpuMs(`1${" ".repeat(28)}\n`.repeat(200_000));
  for (const line of ["\n", " \r\n"]) {
    expect(await cpuMs(line.repeat(2_000_000))).toBeLessThan(items);
  }
});
