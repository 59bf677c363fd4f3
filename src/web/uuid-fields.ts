/** The color of a field: its kind of data, the same in every version. */
export type Tone = "time" | "version" | "count" | "variant" | "random";

/** A run of bits: where it starts, counted from the most significant bit as 0, and its length. */
type Span = readonly [from: number, bits: number];

/** A field of a UUID. */
export interface Field {
  readonly name: string;
  readonly tone: Tone;
  /** Its bits, the most significant span first; that span may come later in the UUID. */
  readonly spans: readonly Span[];
  readonly meaning: string;
}

/** The parts of the operations' responses that the fields of a UUID depend on. */
export interface Facts {
  /** Lowercase, 8-4-4-4-12. */
  readonly uuid: string;
  readonly version: number | null;
  readonly variant: string;
  readonly special?: string | undefined;
}

function field(name: string, tone: Tone, meaning: string, ...spans: Span[]): Field {
  return { name, tone, meaning, spans };
}

/** The contents of each defined version, in a few words. */
const kinds: Readonly<Record<number, string>> = {
  1: "time-based",
  2: "DCE security, defined outside RFC 9562",
  3: "a name, hashed with MD5",
  4: "random",
  5: "a name, hashed with SHA-1",
  6: "time-based, reordered so that it sorts",
  7: "time-ordered",
  8: "custom",
};

function versionField(version: number): Field {
  return field("version", "version", `${version}: ${kinds[version] ?? "not defined"}.`, [48, 4]);
}

const variant = field("variant", "variant", "10: RFC 9562.", [64, 2]);

/** All that is neither version nor variant. */
function rest(name: string, tone: Tone, meaning: string): Field {
  return field(name, tone, meaning, [0, 48], [52, 12], [66, 62]);
}

const unixTime = field("unix_ts_ms", "time", "Milliseconds since 1970.", [0, 48]);
const ticks = "Steps of 100 ns since 15 October 1582.";
const clockSequence = field("clock_seq", "count", "Changed when the clock is set back.", [66, 14]);
const node = field("node", "random", "A MAC address, or random bits.", [80, 48]);

/** The fields beside version and variant, by version (RFC 9562 section 5). */
const layouts: Readonly<Record<number, readonly Field[]>> = {
  1: [field("time", "time", ticks, [52, 12], [32, 16], [0, 32]), clockSequence, node],
  3: [rest("md5", "random", "MD5 of a namespace and a name.")],
  4: [rest("random", "random", "122 random bits.")],
  5: [rest("sha1", "random", "SHA-1 of a namespace and a name, cut to 122 bits.")],
  6: [field("time", "time", ticks, [0, 48], [52, 12]), clockSequence, node],
  7: [
    unixTime,
    field("rand_a", "count", "Random, a counter or a fraction of a millisecond.", [52, 12]),
    field("rand_b", "random", "Random bits, or a counter and random bits.", [66, 62]),
  ],
  8: [rest("custom", "random", "Defined by the application.")],
};

const own: readonly Field[] = [
  unixTime,
  field("counter", "count", "Keeps UUIDs of the same millisecond in order.", [52, 12], [66, 14]),
  field("random", "random", "Generated for each UUID.", [80, 48]),
];

const otherVariants: Readonly<Record<string, Field>> = {
  ncs: field("variant", "variant", "0: reserved for NCS.", [64, 1]),
  microsoft: field("variant", "variant", "110: reserved for Microsoft GUIDs.", [64, 3]),
  future: field("variant", "variant", "111: reserved for the future.", [64, 3]),
};

/**
 * The fields of a UUID in the order in which they begin. `ours`: it is known to be a version 7 UUID of our
 * own, whose counter can be told from its random bits; nobody can tell this from the outside.
 */
export function fieldsOf(facts: Facts, ours = false): readonly Field[] {
  if (facts.special === "nil") return [field("nil", "random", "All bits 0: the Nil UUID.", [0, 128])];
  if (facts.special === "max") return [field("max", "random", "All bits 1: the Max UUID.", [0, 128])];
  const other = otherVariants[facts.variant];
  if (other !== undefined) {
    const end = 64 + (other.spans[0]?.[1] ?? 0);
    const opaque = field("other", "random", "Not defined by RFC 9562.", [0, 64], [end, 128 - end]);
    return [opaque, other];
  }
  const version = facts.version ?? 0;
  const inner = ours && version === 7 ? own : layouts[version];
  const fields = inner ?? [rest("other", "random", "Not defined by RFC 9562.")];
  const start = ({ spans }: Field) => Math.min(...spans.map(([from]) => from));
  return [...fields, versionField(version), variant].sort((a, b) => start(a) - start(b));
}

/** The 128 bits of a canonical UUID, each 0 or 1, the most significant first. */
export function bitsOf(uuid: string): readonly number[] {
  const digits = [...uuid.replaceAll("-", "")].map((digit) => Number.parseInt(digit, 16));
  return digits.flatMap((digit) => [(digit >> 3) & 1, (digit >> 2) & 1, (digit >> 1) & 1, digit & 1]);
}

/** The value of a field: binary up to 4 bits, hexadecimal beyond. */
export function valueIn(uuid: string, { spans }: Field): string {
  const bits = bitsOf(uuid);
  const binary = spans.map(([from, count]) => bits.slice(from, from + count).join("")).join("");
  if (binary.length <= 4) return binary;
  const digits = Math.ceil(binary.length / 4);
  return `0x${BigInt(`0b${binary}`).toString(16).padStart(digits, "0")}`;
}

/** Number of bits of a field. */
export function sizeOf({ spans }: Field): number {
  return spans.reduce((sum, [, count]) => sum + count, 0);
}
