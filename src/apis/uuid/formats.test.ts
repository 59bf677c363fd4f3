import { describe, expect, test } from "bun:test";
import { A6_HEX, formatVectors } from "../../../test/fixtures/uuid-vectors.ts";
import { openContext } from "../../../test/helpers/context.ts";
import { describeApi } from "../../kit/define-api.ts";
import { uuid } from "./api.ts";
import { formats, formatUuid } from "./formats.ts";
import { createV7 } from "./generate.ts";
import { canonical } from "./parse.ts";
import { Batch } from "./responses.ts";

const bytes = (hex: string) => Uint8Array.fromHex(hex.replaceAll("-", ""));

describe("known texts", () => {
  test.each(formatVectors)("%s", (name, a6, nil, max) => {
    const format = formats.find((one) => one === name);
    if (format === undefined) throw new TypeError(`${name} is not a format`);
    expect(formatUuid(format, bytes(A6_HEX))).toBe(a6);
    expect(formatUuid(format, bytes("0".repeat(32)))).toBe(nil);
    expect(formatUuid(format, bytes("f".repeat(32)))).toBe(max);
  });
  test("every format has a vector", () => {
    expect(formatVectors.map(([name]) => name)).toEqual([...formats]);
  });
  test("base58 has the same length for small numbers", () => {
    expect(formatUuid("base58", bytes(`${"0".repeat(30)}3a`))).toBe(`${"1".repeat(20)}21`);
  });
});

describe("every format", () => {
  const alphabets = {
    base58: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    ulid: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
  };
  test.each(["base58", "ulid"] as const)("%s keeps all 128 bits and the order of version 7", (format) => {
    const generate = createV7();
    const texts: string[] = [];
    for (let i = 0; i < 500; i++) {
      const one = new Uint8Array(16);
      generate(one, 1);
      const text = formatUuid(format, one);
      const alphabet = alphabets[format];
      const value = [...text].reduce(
        (sum, digit) => sum * BigInt(alphabet.length) + BigInt(alphabet.indexOf(digit)),
        0n,
      );
      expect(value.toString(16).padStart(32, "0")).toBe(one.toHex());
      texts.push(text);
    }
    expect(texts.toSorted()).toEqual(texts);
  });
  test("decode reads what people write of them", () => {
    const one = bytes("017F22E2-79B0-7CC3-98C4-DC0C0C07398F");
    for (const format of ["canonical", "urn", "braces", "hex"] as const)
      expect(canonical(formatUuid(format, one))).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  });
});

describe("the operations", () => {
  const { operations } = describeApi(uuid);
  const call = (id: string, query: Record<string, string>, mediaType = "application/json") => {
    const operation = operations[id];
    if (operation === undefined) throw new TypeError(id);
    return operation.run(
      operation.input.parse({ n: Number(query.n ?? 1), format: query.format }),
      openContext({ mediaType }),
    );
  };
  test.each(formats)("%s, as the output says", async (format) => {
    for (const id of ["v4", "v7"]) {
      const answer = await call(id, { n: "5", format });
      const list = Array.isArray(answer)
        ? answer
        : JSON.parse(new TextDecoder().decode((answer as { body: Uint8Array }).body));
      expect(list).toHaveLength(5);
      expect(Batch.safeParse(list).success).toBe(true);
    }
  });
});
