import { describe, expect, test } from "bun:test";
import { openContext } from "../../../test/helpers/context.ts";
import { describeApi } from "../../kit/define-api.ts";
import { uuid } from "./api.ts";
import { BATCH_MAX, createWriter, jsonArray, lines } from "./encode.ts";
import { createV4, createV7, type Generator } from "./generate.ts";

const decoder = new TextDecoder();

/** Counts up, so that every digit of every UUID is known. */
function counting(): Generator {
  let next = 0;
  return (bytes, count) => {
    for (let i = 0; i < 16 * count; i++) bytes[i] = next++;
  };
}

function hyphenated(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

describe.each([
  ["a JSON array", jsonArray, (text: string): string[] => JSON.parse(text)],
  ["lines", lines, (text: string): string[] => text.replace(/\n$/, "").split("\n")],
] as const)("%s", (_name, frame, read) => {
  test("holds the drawn bytes, in every size, after every other size", () => {
    const write = createWriter(counting(), frame);
    const expected = counting();
    const sizes = [100, 1, 50, 100, 2, 99, 100, 1, 1, ...Array.from({ length: BATCH_MAX }, (_, i) => i + 1)];
    for (const size of sizes) {
      const bytes = new Uint8Array(16 * size);
      expected(bytes, size);
      const wanted = Array.from({ length: size }, (_, i) =>
        hyphenated(bytes.subarray(16 * i, 16 * i + 16).toHex()),
      );
      expect(read(decoder.decode(write(size)))).toEqual(wanted);
    }
  });

  test("ends as it should, also after a smaller and a larger batch", () => {
    const write = createWriter(createV4(), frame);
    for (const size of [1, 100, 1, 50, 100]) {
      expect(decoder.decode(write(size)).endsWith(frame.end)).toBe(true);
      expect(decoder.decode(write(size)).split(frame.between).length).toBeGreaterThanOrEqual(size);
    }
  });

  test.each([0, -1, 101, 1.5, Number.NaN])("refuses a batch of %d", (size) => {
    expect(() => createWriter(createV4(), frame)(size)).toThrow(RangeError);
  });
});

test("an answer keeps its bytes when the next batch overwrites the memory", async () => {
  const write = createWriter(createV7(), jsonArray);
  const first = new Response(write(3));
  const copy = decoder.decode(write(3));
  const second = new Response(write(3));
  expect(await first.text()).not.toBe(copy);
  expect(new Set([...JSON.parse(await second.text()), ...JSON.parse(copy)]).size).toBe(6);
});

test("nothing between the writing and the answer is asynchronous", () => {
  const write = createWriter(createV4(), jsonArray);
  expect(write(1)).toBeInstanceOf(Uint8Array);
  for (const id of ["v4", "v7"]) {
    const context = openContext();
    const answer: unknown = describeApi(uuid).operations[id]?.run({ n: 1 }, context);
    expect(answer).not.toBeInstanceOf(Promise);
  }
});

test("100 UUIDs are written at least as fast as the loop that everyone would write", () => {
  const write4 = createWriter(createV4(), jsonArray);
  const write7 = createWriter(createV7(), jsonArray);
  const naive4 = () => JSON.stringify(Array.from({ length: 100 }, () => crypto.randomUUID()));
  const naive7 = () => JSON.stringify(Array.from({ length: 100 }, () => Bun.randomUUIDv7()));
  const timeOf = (run: () => unknown) => {
    const start = Bun.nanoseconds();
    for (let i = 0; i < 50; i++) run();
    return Bun.nanoseconds() - start;
  };
  // Turn by turn, and the best of each: other programs of the machine take time from both or from none.
  const ratioOf = (naive: () => unknown, ours: () => unknown) => {
    let [naiveNs, oursNs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 200; round++) {
      naiveNs = Math.min(naiveNs, timeOf(naive));
      oursNs = Math.min(oursNs, timeOf(ours));
    }
    return naiveNs / oursNs;
  };
  // Ratios, because a machine's own speed is not ours; measured 2.5 and 3.3.
  expect(ratioOf(naive4, () => write4(100))).toBeGreaterThan(1.4);
  expect(ratioOf(naive7, () => write7(100))).toBeGreaterThan(2);
});
