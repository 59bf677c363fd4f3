/** @jsxImportSource hono/jsx */
import { column, Table } from "./table.tsx";
import { bitsOf, type Field, sizeOf, type Tone, valueIn } from "./uuid-fields.ts";

/** The pitch of the drawing: one column for each character of the text form, in units of the view box. */
const COLUMN = 10;
const DIGITS_AT = 15;
const BITS_AT = 27;
const ROW = 9;

const middle = (column: number) => column * COLUMN + COLUMN / 2;

/** The column of each of the 32 digits: the hyphens take columns 8, 13, 18 and 23. */
const columns = Array.from({ length: 36 }, (_, column) => column).filter(
  (column) => ![8, 13, 18, 23].includes(column),
);

function tonesOf(fields: readonly Field[]): Tone[] {
  const tones = Array<Tone>(128).fill("random");
  for (const { tone, spans } of fields) {
    for (const [from, count] of spans) tones.fill(tone, from, from + count);
  }
  return tones;
}

/** Dots as a path of points, which a round line cap draws. */
function dots(places: readonly number[]): string {
  return places.map((bit) => `M${middle(columns[bit >> 2] ?? 0)} ${BITS_AT + ROW * (bit & 3)}h0`).join("");
}

/**
 * Draws a UUID as rows of dots: its digits, and under each digit its four bits, the most significant first. A 1
 * is a large dot, a 0 a small one. The color shows the field.
 */
export function UuidDiagram({ uuid, fields }: { uuid: string; fields: readonly Field[] }) {
  const bits = bitsOf(uuid);
  const tones = tonesOf(fields);
  const used = [...new Set(tones)];
  const places = Array.from({ length: 128 }, (_, bit) => bit);
  const digits = [...uuid.replaceAll("-", "")];
  return (
    <svg
      class="tape"
      viewBox={`0 0 360 ${BITS_AT + 4 * ROW - 4}`}
      role="img"
      aria-label={`The bits of ${uuid}`}
    >
      <text class="hyphens" y={DIGITS_AT} x={[8, 13, 18, 23].map(middle).join(" ")}>
        ----
      </text>
      {used.map((tone) => {
        const ofTone = digits.map((digit, at) => ({ digit, at })).filter(({ at }) => tones[at * 4] === tone);
        const drawn = (value: number) =>
          dots(places.filter((bit) => tones[bit] === tone && bits[bit] === value));
        return (
          <g class={`tone-${tone}`}>
            <text y={DIGITS_AT} x={ofTone.map(({ at }) => middle(columns[at] ?? 0)).join(" ")}>
              {ofTone.map(({ digit }) => digit).join("")}
            </text>
            <path class="zeros" d={drawn(0)} />
            <path class="ones" d={drawn(1)} />
          </g>
        );
      })}
    </svg>
  );
}

/** `0–47`, `52–63, 66–79`. */
function places({ spans }: Field): string {
  return [...spans]
    .sort(([a], [b]) => a - b)
    .map(([from, count]) => (count === 1 ? `${from}` : `${from}–${from + count - 1}`))
    .join(", ");
}

/** The fields of a UUID as a table; `when` is the moment in its timestamp, where it has one. */
export function Fields(props: { uuid: string; fields: readonly Field[]; when?: string | undefined }) {
  const { uuid, fields, when } = props;
  return (
    <Table<Field>
      label="The fields of this UUID"
      kind="measured fields"
      rows={fields}
      columns={[
        column("Field", ({ name, tone }) => (
          <span class={`tone-${tone}`}>
            <span class="light" />
            {name}
          </span>
        )),
        column("Size", sizeOf),
        column("Bits", places),
        column("Value", (field) => <code>{valueIn(uuid, field)}</code>),
        column({ text: "Meaning", label: "" }, ({ tone, meaning }) => (
          <>
            {tone === "time" && when !== undefined && <time datetime={when}>{when}</time>} {meaning}
          </>
        )),
      ]}
    />
  );
}
