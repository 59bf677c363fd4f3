import { describe, expect, test } from "bun:test";
import { openContext } from "../../test/helpers/context.ts";
import { apis } from "../apis/default-apis.ts";
import { bitsOf, type Facts, fieldsOf, sizeOf, valueIn } from "./uuid-fields.ts";

/** What the API says of a UUID. */
function decode(uuid: string): Facts {
  const operation = apis.find((api) => api.name === "uuid")?.operations.decode;
  return operation?.run({ uuid }, openContext());
}

const LOW = "0123456789abcdef";
const every = [...LOW].flatMap((version) =>
  [...LOW].map((variant) => decode(`c232ab00-9414-${version}1ec-${variant}3c8-9f6bdeced846`)),
);
every.push(decode("00000000-0000-0000-0000-000000000000"), decode("ffffffff-ffff-ffff-ffff-ffffffffffff"));

function values(uuid: string, ours = false): Record<string, string> {
  return Object.fromEntries(fieldsOf(decode(uuid), ours).map((field) => [field.name, valueIn(uuid, field)]));
}

describe("fieldsOf", () => {
  test("takes each of the 128 bits exactly once, whatever the version and variant", () => {
    for (const facts of every) {
      for (const ours of [false, true]) {
        const fields = fieldsOf(facts, ours);
        const taken = fields.flatMap(({ spans }) =>
          spans.flatMap(([from, count]) => Array.from({ length: count }, (_, i) => from + i)),
        );
        expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, bit) => bit));
        expect(fields.reduce((sum, field) => sum + sizeOf(field), 0)).toBe(128);
      }
    }
  });

  // The facts that RFC 9562 gives with its examples, appendices A.1, A.5 and A.6.
  test("reads the RFC's examples", () => {
    expect(values("c232ab00-9414-11ec-b3c8-9f6bdeced846")).toMatchObject({
      time: "0x1ec9414c232ab00",
      clock_seq: "0x33c8",
      node: "0x9f6bdeced846",
    });
    expect(values("1ec9414c-232a-6b00-b3c8-9f6bdeced846")).toMatchObject({
      time: "0x1ec9414c232ab00",
      clock_seq: "0x33c8",
      node: "0x9f6bdeced846",
    });
    expect(values("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")).toEqual({
      unix_ts_ms: "0x017f22e279b0",
      version: "0111",
      rand_a: "0xcc3",
      variant: "10",
      rand_b: "0x18c4dc0c0c07398f",
    });
  });

  test("tells the counter of our own version 7 from its random bits, of nothing else", () => {
    const uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    const counter = ((0xcc3 << 14) | 0x18c4).toString(16).padStart(7, "0");
    expect(values(uuid, true)).toMatchObject({ counter: `0x${counter}`, random: "0xdc0c0c07398f" });
    expect(values("919108f7-52d1-4320-9bac-f847db4148a8", true)).not.toHaveProperty("counter");
  });
});

test("bitsOf gives the bits in order", () => {
  for (const { uuid } of every) {
    expect(BigInt(`0b${bitsOf(uuid).join("")}`)).toBe(BigInt(`0x${uuid.replaceAll("-", "")}`));
  }
});
