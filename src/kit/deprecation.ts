/** Deprecation of a feature that still works. */
export interface Deprecation {
  /** The UTC date of the release that deprecated it: `2026-11-20`. */
  readonly since: `${number}-${number}-${number}`;
  /** The UTC date from which on a major release may remove it, at least 180 days later. */
  readonly sunset?: `${number}-${number}-${number}`;
  readonly use: string;
}

/** The deprecated parts of one operation. */
export interface Deprecations {
  readonly operation?: Deprecation;
  readonly paths?: Readonly<Record<`/${string}`, Deprecation>>;
  /** Some of its parameters, by name. */
  readonly parameters?: Readonly<Record<string, Deprecation>>;
}

/** Describes a deprecation for documents, as sentences. */
export function deprecationText({ since, sunset, use }: Deprecation): string {
  const end = sunset === undefined ? "" : ` It may be removed from ${sunset} on.`;
  return `Deprecated since ${since}.${end} ${use}`;
}

/** Lists the deprecated parts of an operation for its docs, with one or two sentences each. */
export function deprecationNotes({ operation, paths, parameters }: Deprecations = {}): string[] {
  const named: Readonly<Record<string, Deprecation>> = { ...paths, ...parameters };
  return [
    ...(operation === undefined ? [] : [deprecationText(operation)]),
    ...Object.entries(named).map(([name, one]) => `\`${name}\`: ${deprecationText(one)}`),
  ];
}

/** The headers `Deprecation` (RFC 9745), the earliest `Sunset` (RFC 8594), and a link to `documentation`. */
export function deprecationHeaders(
  used: readonly Deprecation[],
  documentation: string,
): Readonly<Record<string, string>> {
  const [since] = used.map((one) => Date.parse(one.since)).sort((a, b) => a - b);
  if (since === undefined) return {};
  const [sunset] = used
    .flatMap((one) => (one.sunset === undefined ? [] : [Date.parse(one.sunset)]))
    .sort((a, b) => a - b);
  return {
    Deprecation: `@${since / 1_000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    Link: `<${documentation}>; rel="deprecation"; type="application/json"`,
  };
}
