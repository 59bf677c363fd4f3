import { describe, expect, test } from "bun:test";
import { isNightly } from "../../../test/helpers/nightly.ts";
import { createWriter, jsonArray } from "./encode.ts";
import { CLOCK_BACK_ALLOWANCE, createV4, createV7, type Fill, type Generator } from "./generate.ts";
import { decode } from "./parse.ts";

const V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** UUIDs of each of two processes, in thousands. */
const THOUSANDS = isNightly ? 1_000 : 200;

function fixed(hex: string): Fill {
  return (bytes) => bytes.set(Uint8Array.fromHex(hex));
}

/** Makes a source of single UUIDs as the API writes them. */
function createSingle(generate: Generator): () => string {
  const write = createWriter(generate, jsonArray);
  return () => JSON.parse(new TextDecoder().decode(write(1)))[0];
}

/** The UUIDs of one batch as hex of 32 digits, which sorts as the bytes do. */
function batch(generate: Generator, count: number): string[] {
  const bytes = new Uint8Array(16 * count);
  generate(bytes, count);
  return Array.from({ length: count }, (_, i) => bytes.subarray(16 * i, 16 * i + 16).toHex());
}

function milliseconds(hex: string): number {
  return Number.parseInt(hex.slice(0, 12), 16);
}

describe("version 4", () => {
  test("RFC 9562 A.3 comes from its random bytes", () => {
    expect(createSingle(createV4(fixed("919108F752D133205BACF847DB4148A8")))()).toBe(
      "919108f7-52d1-4320-9bac-f847db4148a8",
    );
  });

  test("all bits 0 and all bits 1 keep version and variant", () => {
    expect(createSingle(createV4(fixed("00".repeat(16))))()).toBe("00000000-0000-4000-8000-000000000000");
    expect(createSingle(createV4(fixed("ff".repeat(16))))()).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  });

  test("many: form, no duplicate, and each of the 122 bits as often 0 as 1", () => {
    const generate = createV4();
    const seen = new Set<string>();
    const ones = new Array<number>(128).fill(0);
    const count = isNightly ? 200_000 : 40_000;
    const bytes = new Uint8Array(1600);
    for (let drawn = 0; drawn < count; drawn += 100) {
      generate(bytes, 100);
      for (let i = 0; i < 100; i++) {
        const one = bytes.subarray(16 * i, 16 * i + 16);
        seen.add(one.toHex());
        for (let bit = 0; bit < 128; bit++) {
          ones[bit] = (ones[bit] ?? 0) + (((one[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
        }
      }
    }
    expect(seen.size).toBe(count);
    expect([48, 49, 50, 51, 64, 65].map((bit) => (ones[bit] ?? 0) / count)).toEqual([0, 1, 0, 0, 1, 0]);
    const free = ones.filter((_, bit) => ![48, 49, 50, 51, 64, 65].includes(bit));
    // Six standard deviations: one run in a million fails by chance.
    const bound = 6 * Math.sqrt(count / 4);
    expect(Math.max(...free.map((n) => Math.abs(n - count / 2)))).toBeLessThan(bound);
  });

  test("a single one has the form", () => {
    expect(createSingle(createV4())()).toMatch(V4);
  });
});

describe("version 7", () => {
  test("RFC 9562 A.6 comes from its clock, counter and random bytes", () => {
    // 0xCC3 and the 14 bits 0x18C4 behind the variant are the counter; it is one below before the call.
    const counter = (0xcc3 << 14) | 0x18c4;
    const generate = createV7({
      now: () => 0x017f22e279b0,
      fill: fixed(`${"00".repeat(10)}DC0C0C07398F`),
      after: { ms: 0x017f22e279b0, counter: counter - 1 },
    });
    expect(createSingle(generate)()).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  });

  test("a new millisecond seeds the counter with 25 random bits under a 0", () => {
    const generate = createV7({ now: () => 0x0123456789ab, fill: fixed("ff".repeat(16)) });
    expect(createSingle(generate)()).toBe("01234567-89ab-77ff-bfff-ffffffffffff");
  });

  test("the last 48 bits are fresh in each UUID of a batch", () => {
    const tails = new Set(batch(createV7(), 100).map((uuid) => uuid.slice(20)));
    expect(tails.size).toBe(100);
  });

  test("a counter at its end moves the timestamp on and is seeded anew", () => {
    const generate = createV7({ now: () => 5_000, after: { ms: 5_000, counter: 2 ** 26 - 2 } });
    const [first = "", second = "", third = ""] = batch(generate, 3);
    expect(milliseconds(first)).toBe(5_000);
    expect(first.slice(12, 20)).toBe("7fffbfff");
    expect(milliseconds(second)).toBe(5_001);
    expect(milliseconds(third)).toBe(5_001);
    expect(second < third).toBe(true);
    expect(Number.parseInt(second.slice(13, 14), 16)).toBeLessThan(8);
  });

  test("the timestamp is the clock's, to the last millisecond that fits", () => {
    const last = 2 ** 48 - 1;
    expect(decode(createSingle(createV7({ now: () => last }))()).unixMs).toBe(last);
    const now = Date.now();
    expect(Math.abs((decode(createSingle(createV7())()).unixMs ?? 0) - now)).toBeLessThan(1_000);
  });

  test("a step back of exactly the allowance is bridged, one more is followed and reported", () => {
    let now = 1_000_000;
    const steps: number[] = [];
    const generate = createV7({ now: () => now, onClockBack: (ms) => steps.push(ms) });
    const [before = ""] = batch(generate, 1);
    now -= CLOCK_BACK_ALLOWANCE;
    const [bridged = ""] = batch(generate, 1);
    expect(bridged > before).toBe(true);
    expect(milliseconds(bridged)).toBe(1_000_000);
    expect(steps).toEqual([]);
    now -= 1;
    const [followed = ""] = batch(generate, 1);
    expect(milliseconds(followed)).toBe(now);
    expect(steps).toEqual([CLOCK_BACK_ALLOWANCE + 1]);
  });

  test("many in batches of every size, the clock stepping -5 s, -60 s and +1 h: the promise holds", () => {
    let now = 1_800_000_000_000;
    const breaks: number[] = [];
    const generate = createV7({ now: () => now, onClockBack: (ms) => breaks.push(ms) });
    const count = isNightly ? 1_000_000 : 100_000;
    const steps = new Map([
      [0.2 * count, -5_000],
      [0.4 * count, -60_000],
      [0.6 * count, 3_600_000],
      [0.8 * count, -3_600_000],
      [0.9 * count, -5_000],
    ]);
    const bytes = new Uint8Array(1600);
    const seen = new Set<string>();
    let last = "";
    let disorder = 0;
    let made = 0;
    let size = 1;
    let next = [...steps.keys()];
    while (made < count) {
      const due = next[0];
      if (due !== undefined && made >= due) {
        now += steps.get(due) ?? 0;
        next = next.slice(1);
      } else if (made % 7 === 0) {
        now += 1;
      }
      size = (size % 100) + 1;
      generate(bytes, size);
      for (let i = 0; i < size; i++) {
        const uuid = bytes.subarray(16 * i, 16 * i + 16).toHex();
        if (uuid <= last) disorder += 1;
        last = uuid;
        seen.add(uuid);
        if (uuid[12] !== "7" || !"89ab".includes(uuid[16] ?? "")) throw new Error(`not version 7: ${uuid}`);
      }
      made += size;
    }
    expect(seen.size).toBe(made);
    // The order starts again only where the clock went back by more than 10 s: -60 s and -1 h.
    expect(breaks.length).toBe(2);
    expect(disorder).toBe(2);
  });

  test("the order of the bytes is the order of the text", () => {
    const single = createSingle(createV7());
    const texts = Array.from({ length: 10_000 }, single);
    expect(texts.toSorted()).toEqual(texts);
    expect(texts.every((text) => V7.test(text))).toBe(true);
  });

  test(`two processes make 2 x ${THOUSANDS},000 without a duplicate`, async () => {
    const source = `
      import { createV7 } from ${JSON.stringify(import.meta.resolve("./generate.ts"))};
      const generate = createV7();
      const bytes = new Uint8Array(16 * 1000);
      for (let i = 0; i < ${THOUSANDS}; i++) { generate(bytes, 1000); await Bun.write(Bun.stdout, bytes); }`;
    const outputs = await Promise.all(
      [1, 2].map(() => new Response(Bun.spawn([process.execPath, "-e", source]).stdout).bytes()),
    );
    const seen = new Set<bigint>();
    for (const bytes of outputs) {
      expect(bytes.length).toBe(16_000 * THOUSANDS);
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < bytes.length; i += 16) {
        seen.add((view.getBigUint64(i) << 64n) | view.getBigUint64(i + 8));
      }
    }
    expect(seen.size).toBe(2_000 * THOUSANDS);
  });
});

test("the generators ask for exactly the random bytes that they issue, once a batch", () => {
  for (const create of [createV4, (fill: Fill) => createV7({ fill })]) {
    const asked: number[] = [];
    const generate = create((bytes) => void asked.push(bytes.length));
    batch(generate, 7);
    batch(generate, 1);
    expect(asked).toEqual([112, 16]);
  }
});
