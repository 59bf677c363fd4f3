import type { z } from "zod";
import { type CompanyReading, isHidden, type ProfileReading } from "./reading.ts";
import type { Completeness } from "./schemas.ts";

/** The weight of each field. Fields that most people lack, such as patents, are not in the table. */
export const profileWeights = {
  fullName: 3,
  headline: 2,
  location: 2,
  current: 2,
  experience: 3,
  education: 2,
  skills: 1,
  languages: 1,
  about: 1,
  image: 1,
  followers: 1,
  connections: 1,
  industry: 1,
} as const;

export const companyWeights = {
  name: 3,
  description: 2,
  website: 2,
  industry: 2,
  size: 2,
  headquarters: 2,
  staffOnNetwork: 1,
  followers: 1,
  type: 1,
  foundedYear: 1,
  specialities: 1,
  locations: 1,
  tagline: 1,
  logo: 1,
} as const;

function isThere(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return !value.every(isHidden);
  if (typeof value === "object" && "countryCode" in value && "text" in value) return value.text !== null;
  return true;
}

/** Weighs what was found against what applies. A masked field counts as not found. */
export function completenessOf(
  { facts, masked, partial, notApplicable }: ProfileReading | CompanyReading,
  weights: Readonly<Record<string, number>>,
): z.infer<typeof Completeness> {
  let [found, applies] = [0, 0];
  const missing: string[] = [];
  for (const [field, weight] of Object.entries(weights)) {
    if (isThere(Reflect.get(facts, field))) found += weight;
    else if (notApplicable.includes(field)) continue;
    else if (!masked.includes(field)) missing.push(field);
    applies += weight;
  }
  const score = applies === 0 ? 0 : Math.round((found / applies) * 100) / 100;
  return { score, missing, masked: [...masked], partial: [...partial] };
}

/** Lists each weighted field of a reading with its source, or the reason why it is missing, for the metrics. */
export function coverageOf(
  reading: ProfileReading | CompanyReading,
  weights: Readonly<Record<string, number>>,
): Record<string, string> {
  const coverage: Record<string, string> = {};
  for (const field of Object.keys(weights)) {
    const place = reading.sources[field];
    if (isThere(Reflect.get(reading.facts, field)) && place !== undefined) {
      coverage[field] = `${reading.source}.${place}`;
    } else if (!reading.notApplicable.includes(field)) {
      coverage[field] = reading.masked.includes(field) ? "masked" : "missing";
    }
  }
  return coverage;
}
