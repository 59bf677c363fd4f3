import { describe, expect, test } from "bun:test";
import { canonical, decode, factsOf, validate } from "./parse.ts";

/** RFC 9562 appendix A and B, sections 4, 5.9 and 5.10. */
const vectors = [
  ["A.1 v1", "C232AB00-9414-11EC-B3C8-9F6BDECED846", 1, "rfc9562"],
  ["A.2 v3", "5df41881-3aed-3515-88a7-2f4a814cf09e", 3, "rfc9562"],
  ["A.3 v4", "919108f7-52d1-4320-9bac-f847db4148a8", 4, "rfc9562"],
  ["A.4 v5", "2ed6657d-e927-568b-95e1-2665a8aea6a2", 5, "rfc9562"],
  ["A.5 v6", "1EC9414C-232A-6B00-B3C8-9F6BDECED846", 6, "rfc9562"],
  ["A.6 v7", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", 7, "rfc9562"],
  ["B.1 v8", "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0", 8, "rfc9562"],
  ["B.2 v8", "5c146b14-3c52-8afd-938a-375d0df1fbf6", 8, "rfc9562"],
  ["4 v1", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 1, "rfc9562"],
  ["4.2, variant digit 8", "00000000-0000-4000-8000-000000000000", 4, "rfc9562"],
  ["4.2, variant digit 9", "00000000-0000-4000-9000-000000000000", 4, "rfc9562"],
  ["4.2, variant digit A", "00000000-0000-4000-A000-000000000000", 4, "rfc9562"],
  ["4.2, variant digit B", "00000000-0000-4000-B000-000000000000", 4, "rfc9562"],
  ["5.9 Nil", "00000000-0000-0000-0000-000000000000", null, "ncs"],
  ["5.10 Max", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", null, "future"],
] as const;

const A6 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
const hexDigits = [..."0123456789abcdef"];

describe("the RFC's own UUIDs", () => {
  test.each(vectors)("%s decodes", (_name, text, version, variant) => {
    const uuid = canonical(text);
    expect(uuid).toBe(text.toLowerCase());
    expect(factsOf(uuid ?? "")).toMatchObject({ uuid: text.toLowerCase(), version, variant });
  });

  test.each(vectors)("%s is valid", (_name, text, version, variant) => {
    expect(validate(text)).toMatchObject({ valid: true, uuid: text.toLowerCase(), version, variant });
  });

  test("Nil and Max are named, and nothing else is", () => {
    const named = vectors.map(([name, text]) => [name, factsOf(text.toLowerCase()).special]);
    expect(named.filter(([, special]) => special !== undefined)).toEqual([
      ["5.9 Nil", "nil"],
      ["5.10 Max", "max"],
    ]);
  });
});

describe("the moment of creation", () => {
  test("A.6", () => {
    expect(decode(A6)).toEqual({
      uuid: A6,
      version: 7,
      variant: "rfc9562",
      timestamp: "2022-02-22T19:22:22.000Z",
      unixMs: 1_645_557_742_000,
    });
  });

  test("the first and the last that version 7 can hold", () => {
    expect(decode("00000000-0000-7000-8000-000000000000")).toMatchObject({
      timestamp: "1970-01-01T00:00:00.000Z",
      unixMs: 0,
    });
    expect(decode("ffffffff-ffff-7fff-bfff-ffffffffffff")).toMatchObject({
      timestamp: "+010889-08-02T05:31:50.655Z",
      unixMs: 281_474_976_710_655,
    });
  });

  test.each(vectors.filter(([, , version]) => version !== 7))("%s has none", (_name, text) => {
    expect(Object.keys(decode(text.toLowerCase()))).not.toContainAnyValues(["timestamp", "unixMs"]);
  });

  test("a version 7 of another variant has none", () => {
    expect(decode("017f22e2-79b0-7cc3-c8c4-dc0c0c07398f")).toEqual({
      uuid: "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f",
      version: null,
      variant: "microsoft",
    });
  });
});

describe("every digit of variant and version", () => {
  const variants =
    "ncs ncs ncs ncs ncs ncs ncs ncs rfc9562 rfc9562 rfc9562 rfc9562 microsoft microsoft future future";

  test.each(hexDigits.map((digit, i) => [digit, variants.split(" ")[i]] as const))(
    "variant digit %s is %s",
    (digit, variant) => {
      const uuid = `919108f7-52d1-4320-${digit}bac-f847db4148a8`;
      expect(decode(uuid)).toEqual({
        uuid,
        version: variant === "rfc9562" ? 4 : null,
        variant: variant as "ncs",
      });
      const verdict = validate(uuid);
      if (variant === "rfc9562") expect(verdict).toMatchObject({ valid: true });
      else expect(verdict).toMatchObject({ valid: false, reason: "variant" });
    },
  );

  test.each(hexDigits.map((digit, version) => [digit, version] as const))(
    "version digit %s is %d",
    (digit, version) => {
      const uuid = `919108f7-52d1-${digit}320-9bac-f847db4148a8`;
      expect(decode(uuid)).toMatchObject({ version, variant: "rfc9562" });
      const verdict = validate(uuid);
      if (version >= 1 && version <= 8) expect(verdict).toMatchObject({ valid: true, version });
      else
        expect(verdict).toEqual({
          valid: false,
          reason: "version",
          message: `Version ${version} is not defined. Versions 1 to 8 are defined.`,
        });
    },
  );
});

describe("notations", () => {
  test.each([
    ["upper case", A6.toUpperCase()],
    ["mixed case", "017F22e2-79b0-7cc3-98C4-dc0c0c07398f"],
    ["braces", `{${A6}}`],
    ["urn:uuid:", `urn:uuid:${A6}`],
    ["URN:UUID:", `URN:UUID:${A6.toUpperCase()}`],
    ["32 digits", A6.replaceAll("-", "")],
  ])("%s is read", (_name, text) => {
    expect(canonical(text)).toBe(A6);
  });

  test.each([
    ["braces", `{${A6}}`],
    ["urn:uuid:", `urn:uuid:${A6}`],
    ["32 digits", A6.replaceAll("-", "")],
  ])("%s is not valid, and the canonical form is offered", (_name, text) => {
    expect(validate(text)).toMatchObject({ valid: false, reason: "notation", uuid: A6 });
  });
});

/** What is not a UUID in any notation, and the reason that is given first. */
const negatives = [
  ["empty", "", "length"],
  ["35 characters", A6.slice(1), "length"],
  ["37 characters", `${A6}0`, "length"],
  ["33 digits", `${A6.replaceAll("-", "")}0`, "length"],
  ["a hyphen moved", "017f22e27-9b0-7cc3-98c4-dc0c0c07398f", "hyphen"],
  ["no hyphen among 36 digits", "0".repeat(36), "hyphen"],
  ["36 hyphens", "-".repeat(36), "hyphen"],
  ["en dashes", A6.replaceAll("-", "–"), "character"],
  ["a newline at the end", `${A6}\n`, "character"],
  ["a newline in place of the last digit", `${A6.slice(0, -1)}\n`, "character"],
  ["a space at the start", ` ${A6}`, "character"],
  ["full-width digits", A6.replaceAll("0", "０"), "character"],
  ["a letter past f", `g${A6.slice(1)}`, "character"],
  ["urn:uuid: twice", `urn:uuid:urn:uuid:${A6}`, "character"],
  ["urn:uuid: before 32 digits", `urn:uuid:${A6.replaceAll("-", "")}`, "character"],
  ["urn:uuid: in braces", `{urn:uuid:${A6}}`, "character"],
  ["one brace", `{${A6}`, "character"],
  ["braces the wrong way", `}${A6}{`, "character"],
  ["a slash", "a/b", "character"],
  ["a replacement character", "�", "character"],
  ["a NUL", `${A6}\0`, "character"],
  ["257 digits", "a".repeat(257), "length"],
  ["100,000 odd characters", "?".repeat(100_000), "length"],
] as const;

describe("what is not a UUID", () => {
  test.each(negatives)("%s", (_name, text, reason) => {
    expect(canonical(text)).toBeUndefined();
    const verdict = validate(text);
    expect(verdict).toMatchObject({ valid: false, reason });
    expect(verdict).not.toHaveProperty("uuid");
  });

  test("no refusal repeats what was sent", () => {
    for (const text of ["<script>alert(1)</script>", "zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz"]) {
      expect(JSON.stringify(validate(text))).not.toContain(text.slice(0, 8));
    }
  });
});

test("any 128 bits: canonical is a fixed point, and every notation leads to it", () => {
  const bytes = new Uint8Array(16);
  for (let i = 0; i < 5_000; i++) {
    const hex = crypto.getRandomValues(bytes).toHex();
    const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    for (const notation of [uuid, uuid.toUpperCase(), `{${uuid}}`, `urn:uuid:${uuid}`, hex]) {
      expect(canonical(notation)).toBe(uuid);
    }
    const { version, variant } = factsOf(uuid);
    const { valid } = validate(uuid);
    expect(valid).toBe(variant === "rfc9562" && version !== null && version >= 1 && version <= 8);
    // A UUID that is not valid either is no correction.
    expect("uuid" in validate(`{${uuid}}`)).toBe(valid);
  }
});
