import { describe, expect, test } from "bun:test";
import { A6_HEX, formatVectors } from "../../../test/fixtures/uuid-vectors.ts";
import { apis } from "../../apis/default-apis.ts";
import { createVisitor, elementsOf } from "../visitor.fixture.ts";

/** The script of the page, as browsers load it. */
interface Script {
  createV4(fill?: (bytes: Uint8Array) => void): () => Uint8Array;
  createV7(options?: {
    readonly fill?: (bytes: Uint8Array) => void;
    readonly now?: () => number;
    readonly after?: { readonly ms: number; readonly counter: number };
  }): () => Uint8Array;
  readonly formats: Readonly<Record<string, (bytes: Uint8Array) => string>>;
}

const script: Script = await import(new URL("../assets/uuid-generator.js", import.meta.url).href);
const { createV4, createV7, formats } = script;

/** A random source that gives these bytes. */
const fixed = (hex: string) => (bytes: Uint8Array) => void bytes.set(Uint8Array.fromHex(hex));
const text = (bytes: Uint8Array) => formats.canonical?.(bytes) ?? "";

describe("version 4", () => {
  test("RFC 9562 A.3 comes from its random bytes", () => {
    expect(text(createV4(fixed("919108F752D133205BACF847DB4148A8"))())).toBe(
      "919108f7-52d1-4320-9bac-f847db4148a8",
    );
  });

  test.each([
    ["00", "00000000-0000-4000-8000-000000000000"],
    ["ff", "ffffffff-ffff-4fff-bfff-ffffffffffff"],
  ])("bytes %s keep version and variant", (byte, expected) => {
    expect(text(createV4(fixed(byte.repeat(16)))())).toBe(expected);
  });
});

describe("version 7", () => {
  const ms = 0x017f22e279b0;

  test("RFC 9562 A.6 comes from its clock, counter and random bytes", () => {
    const after = { ms, counter: ((0xcc3 << 14) | 0x18c4) - 1 };
    const generate = createV7({ now: () => ms, fill: fixed(`${"00".repeat(10)}DC0C0C07398F`), after });
    expect(text(generate())).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  });

  test("a new millisecond seeds the counter with 25 random bits under a 0", () => {
    const generate = createV7({ now: () => 0x0123456789ab, fill: fixed("ff".repeat(16)) });
    expect(text(generate())).toBe("01234567-89ab-77ff-bfff-ffffffffffff");
  });

  test("the last millisecond that fits", () => {
    const generate = createV7({ now: () => 2 ** 48 - 1 });
    expect(text(generate())).toStartWith("ffffffff-ffff-7");
  });

  test("a counter at its end moves the timestamp on", () => {
    const generate = createV7({ now: () => 5_000, after: { ms: 5_000, counter: 2 ** 26 - 2 } });
    const made = [generate(), generate(), generate()].map(text);
    expect(made.map((uuid) => Number.parseInt(uuid.replace("-", "").slice(0, 12), 16))).toEqual([
      5_000, 5_001, 5_001,
    ]);
    expect(made.toSorted()).toEqual(made);
  });

  test("10,000 increase strictly, also when the clock steps back by up to 10 s, and follow it beyond", () => {
    let now = 1_800_000_000_000;
    const generate = createV7({ now: () => now });
    const made: string[] = [];
    for (let i = 0; i < 10_000; i++) {
      if (i === 5_000) now -= 10_000;
      made.push(text(generate()));
    }
    expect(new Set(made).size).toBe(made.length);
    expect(made.toSorted()).toEqual(made);
    now -= 10_001;
    expect(text(generate()) < (made.at(-1) ?? "")).toBe(true);
  });
});

describe("formats", () => {
  test.each(formatVectors)("%s", (format, a6, nil, max) => {
    expect(formats[format]?.(Uint8Array.fromHex(A6_HEX))).toBe(a6);
    expect(formats[format]?.(new Uint8Array(16))).toBe(nil);
    expect(formats[format]?.(new Uint8Array(16).fill(255))).toBe(max);
  });

  test("are those of the API", async () => {
    const html = await (await createVisitor(apis)("/tools/uuid")).text();
    const options = elementsOf(html).filter(({ name }) => name === "option");
    const values = options.map(({ attributes }) => attributes.get("value") ?? "");
    expect(values).toEqual(["7", "4", ...Object.keys(formats)]);
  });
});
