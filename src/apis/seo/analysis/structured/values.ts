import { isRecord } from "../../../../kit/record.ts";
import { shorten } from "../html/place.ts";

type Json = Readonly<Record<string, unknown>>;

/** The valid values of a property, and how to write one. */
interface Rule {
  /** `of` is the item that has the property. */
  isValid(value: string, of: Json): boolean;
  readonly write: string;
}

/** Properties of one item that are looked at, and how deep it may nest others. */
const PROPERTIES_MAX = 5_000;
const DEPTH_MAX = 10;
const QUOTE_MAX = 60;

const matching = (pattern: RegExp, write: string): Rule => ({
  isValid: (value) => pattern.test(value),
  write,
});

/** Values of schema.org's enumerations: Google takes them with and without their address. */
const oneOf = (names: string, example: string): Rule => {
  const known = new Set(names.toLowerCase().split(/\s+/));
  return {
    isValid: (value) =>
      known.has(value.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, "").toLowerCase()),
    write: `a value of schema.org, such as https://schema.org/${example}`,
  };
};

const NUMBER = matching(
  /^(?:\d+(?:\.\d*)?|\.\d+)$/,
  "a number with a dot and without currency or grouping, such as 1299.50",
);
const COUNT = matching(/^(?:\d+|\d{1,3}(?:,\d{3})+)$/, "a whole number of 0 or more");

/** A latitude or a longitude. */
const degrees = (most: number): Rule => ({
  isValid: (value) => /^-?\d+(?:\.\d+)?$/.test(value) && Math.abs(Number(value)) <= most,
  write: `degrees with a dot, from -${most} to ${most}`,
});

const currencies = new Set(Intl.supportedValuesOf("currency"));
const CURRENCY: Rule = {
  isValid: (value) => currencies.has(value.toUpperCase()),
  write: "a code of ISO 4217, such as EUR",
};

const DAY = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?|(\d\d)(\d\d))?$/;
const TIME = /^T?(?:[01]?\d|2[0-4])(?::?[0-5]\d(?::?[0-6]\d(?:[.,]\d+)?)?)? ?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Whether a text is a date, with or without a time (ISO 8601). Search engines also take a space between them. */
function isDate(value: string): boolean {
  const [, day = "", time] = /^([\d-]+)(?:[T ](.+))?$/i.exec(value) ?? [];
  const [, year, ...parts] = DAY.exec(day) ?? [];
  if (year === undefined || (time !== undefined && !TIME.test(time))) return false;
  const [month = "01", date = "01"] = parts.filter((part) => part !== undefined);
  const read = new Date(`${year}-${month}-${date}`);
  return read.getUTCDate() === Number(date);
}

const DATE: Rule = {
  isValid: isDate,
  write: "a date of ISO 8601, such as 2026-11-27 or 2026-11-27T09:30:00+01:00",
};
const DURATION = matching(
  /^P(?=\d|T\d)(?:\d+(?:\.\d+)?[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/i,
  "a duration of ISO 8601, such as PT1H30M",
);

const URLS: Rule = {
  // A page may write URLs that are relative to its own.
  isValid: (value) =>
    !/[<>]|^www\.|^(?=[^/.]*$)\S*\s/i.test(value) &&
    /^https?:$/.test(URL.parse(value, "https://page.example/")?.protocol ?? ""),
  write: "the absolute URL, with https://",
};

/** A rating: a number on its scale, a fraction or a percentage (review-snippet). */
const RATING: Rule = {
  isValid(value, of) {
    if (/^\d+(?:\.\d+)?(?:\s?%|\s?\/\s?\d+(?:\.\d+)?)$/.test(value)) return true;
    // A scale that is no number is a fault of its own.
    const best = Number(literal(of.bestRating) || 5);
    const worst = Number(literal(of.worstRating) || 0);
    return /^-?\d+(?:\.\d+)?$/.test(value) && !(Number(value) > best) && !(Number(value) < worst);
  },
  write: "a number with a dot from worstRating to bestRating, which is 5 if it is missing",
};

/**
 * What Google's pages about rich results, and those of schema.org that they refer to, say of values: properties, or the
 * property of an item and one of that item's own (or a longer path), and their rule. Only texts, numbers and truth values are judged.
 */
const RULES = new Map<string, Rule>(
  (
    [
      ["price lowPrice highPrice", NUMBER],
      ["priceCurrency salaryCurrency baseSalary.currency", CURRENCY],
      [
        "availability",
        oneOf(
          "BackOrder Discontinued InStock InStoreOnly LimitedAvailability MadeToOrder OnlineOnly OutOfStock PreOrder PreSale Reserved SoldOut",
          "InStock",
        ),
      ],
      [
        "itemCondition",
        oneOf("DamagedCondition NewCondition RefurbishedCondition UsedCondition", "NewCondition"),
      ],
      [
        "eventStatus",
        oneOf(
          "EventCancelled EventMovedOnline EventPostponed EventRescheduled EventScheduled",
          "EventScheduled",
        ),
      ],
      [
        "eventAttendanceMode",
        oneOf(
          "MixedEventAttendanceMode OfflineEventAttendanceMode OnlineEventAttendanceMode",
          "OnlineEventAttendanceMode",
        ),
      ],
      ["aggregateRating.ratingValue reviewRating.ratingValue", RATING],
      [
        "aggregateRating.bestRating aggregateRating.worstRating reviewRating.bestRating reviewRating.worstRating",
        matching(/^-?\d+(?:\.\d+)?$/, "a number with a dot"),
      ],
      ["ratingCount reviewCount offerCount answerCount commentCount", COUNT],
      [
        "aggregateRating.ratingCount aggregateRating.reviewCount",
        matching(/^[0,]*[1-9][\d,]*$/, "a whole number of 1 or more"),
      ],
      ["baseSalary.value.value baseSalary.value.minValue baseSalary.value.maxValue", NUMBER],
      [
        "baseSalary.value.unitText",
        matching(/^(?:HOUR|DAY|WEEK|MONTH|YEAR)$/i, "one of HOUR, DAY, WEEK, MONTH, YEAR"),
      ],
      ["geo.latitude", degrees(90)],
      ["geo.longitude", degrees(180)],
      // Google also takes a text.
      ["itemListElement.position", matching(/^(?:\d+|\D+)$/, "a whole number")],
      [
        "datePublished dateModified dateCreated datePosted uploadDate expires startDate endDate previousStartDate validFrom validThrough priceValidUntil",
        DATE,
      ],
      ["duration prepTime cookTime performTime totalTime", DURATION],
      [
        "openingHoursSpecification.opens openingHoursSpecification.closes",
        matching(TIME, "a time, such as 09:30"),
      ],
      [
        "employmentType",
        matching(
          /^(?:FULL_TIME|PART_TIME|CONTRACTOR|TEMPORARY|INTERN|VOLUNTEER|PER_DIEM|OTHER)$/,
          "one of FULL_TIME, PART_TIME, CONTRACTOR, TEMPORARY, INTERN, VOLUNTEER, PER_DIEM, OTHER",
        ),
      ],
      ["jobLocationType", matching(/^TELECOMMUTE$/, "TELECOMMUTE")],
      ["url image logo thumbnailUrl contentUrl embedUrl sameAs itemListElement.item", URLS],
    ] as const
  ).flatMap(([names, rule]) => names.split(" ").map((name) => [name, rule] as const)),
);

/** The text of a value that can be judged; empty for items and missing values. */
function literal(value: unknown): string {
  if (isRecord(value) && "@value" in value) return literal(value["@value"]);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).trim()
    : "";
}

/**
 * The values of an item, and of those that it has, that Google cannot use: each with how to write it. `as`: the property
 * that an item of this type would be the value of. `apart`: properties whose items are judged by themselves.
 */
export function wrongValues(item: Json, as: string, apart: readonly string[]): string[] {
  const wrong = new Set<string>();
  const waiting = [{ of: item, as, path: "", depth: 0 }];
  let left = PROPERTIES_MAX;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { of, path, depth } = next;
    for (const [key, values] of Object.entries(of)) {
      if (left <= 0) break;
      if (apart.includes(key)) continue;
      const name = key.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, "");
      const rule = RULES.get(`${path}${name}`) ?? RULES.get(`${next.as}.${name}`) ?? RULES.get(name);
      for (const value of Array.isArray(values) ? values : [values]) {
        if (left-- <= 0) break;
        const text = literal(value);
        if (rule !== undefined && text !== "" && !rule.isValid(text, of))
          wrong.add(`${path}${name} is ${JSON.stringify(shorten(text, QUOTE_MAX))}: write ${rule.write}`);
        if (isRecord(value) && depth < DEPTH_MAX)
          waiting.push({ of: value, as: name, path: `${path}${name}.`, depth: depth + 1 });
      }
    }
  }
  return [...wrong];
}
