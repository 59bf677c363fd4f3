/** The cost of a call, from `Quintet-Cost`. */
export interface Cost {
  /** In the API's unit. */
  readonly units: number;
  readonly unit: string;
  /** The cost in credits, for plans that have them. */
  readonly credits: number;
}

/** A quota after a call, from `RateLimit` and `RateLimit-Policy`. */
export interface QuotaState {
  /** Its name. `usage()` has the same names. */
  readonly policy: string;
  readonly remaining: number;
  /** Seconds until it starts again. */
  readonly resetsInSeconds: number;
  readonly limit: number | undefined;
  readonly windowSeconds: number | undefined;
  readonly unit: string | undefined;
}

type Item = readonly [value: string, parameters: Readonly<Record<string, string>>];

const unquoted = (text: string) =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text;

/** Reads the items of a structured field (RFC 9651) of strings and numbers with parameters. */
function itemsOf(field: string | null): Item[] {
  const value = '"(?:[^"\\\\]|\\\\.)*"|[^\\s,;="]+';
  const items = (field ?? "").matchAll(
    new RegExp(`(${value})((?:\\s*;\\s*[\\w*.-]+(?:=(?:${value}))?)*)`, "g"),
  );
  return [...items].map(([, item = "", parameters = ""]) => [
    unquoted(item),
    Object.fromEntries(
      [...parameters.matchAll(new RegExp(`;\\s*([\\w*.-]+)(?:=(${value}))?`, "g"))].map(
        ([, name = "", text = "?1"]) => [name, unquoted(text)],
      ),
    ),
  ]);
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** The cost that a response reports; undefined for calls that are not metered. */
export function costOf(headers: Headers): Cost | undefined {
  const [item] = itemsOf(headers.get("quintet-cost"));
  if (item === undefined) return undefined;
  const [units, { unit = "", credits = "0" }] = item;
  return { units: Number(units), unit, credits: Number(credits) };
}

/** The quotas that a response reports, in the order in which they are charged. */
export function quotaOf(headers: Headers): QuotaState[] {
  const policies = new Map(itemsOf(headers.get("ratelimit-policy")));
  return itemsOf(headers.get("ratelimit")).map(([policy, { r = "0", t = "0" }]) => {
    const { q, w, "quintet-unit": unit } = policies.get(policy) ?? {};
    return {
      policy,
      remaining: Number(r),
      resetsInSeconds: Number(t),
      limit: numberOf(q),
      windowSeconds: numberOf(w),
      unit,
    };
  });
}
