/** RFC 9562 appendix A.6, in every format: the texts of the API and of the generator in the browser. */
export const A6_HEX = "017f22e279b07cc398c4dc0c0c07398f";

/** A format's texts of A.6, of 128 bits of 0 and of 128 bits of 1. */
export const formatVectors: readonly (readonly [format: string, a6: string, nil: string, max: string])[] = [
  [
    "canonical",
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ],
  [
    "urn",
    "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "urn:uuid:00000000-0000-0000-0000-000000000000",
    "urn:uuid:ffffffff-ffff-ffff-ffff-ffffffffffff",
  ],
  [
    "braces",
    "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
    "{00000000-0000-0000-0000-000000000000}",
    "{ffffffff-ffff-ffff-ffff-ffffffffffff}",
  ],
  ["hex", A6_HEX, "0".repeat(32), "f".repeat(32)],
  ["base64url", "AX8i4nmwfMOYxNwMDAc5jw", "A".repeat(22), `${"_".repeat(21)}w`],
  ["base58", "1BihbxwwQ4NZZpKRH9JDCz", "1".repeat(22), "YcVfxkQb6JRzqk5kF2tNLv"],
  ["ulid", "01FWHE4YDGFK1SHH6W1G60EECF", "0".repeat(26), `7${"Z".repeat(25)}`],
];
