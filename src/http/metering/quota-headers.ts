import { policyName, type QuotaUsage } from "../../accounts/grants.ts";

/** The cost of a call, for its response headers. */
export interface Cost {
  /** In the API's unit. */
  readonly units: number;
  readonly unit: string;
  /** The cost of one unit in credits. */
  readonly credits: number;
}

/** `Quintet-Cost`, as a structured field (RFC 9651): `7;unit="pages";credits=35`. */
export function costHeader({ units, unit, credits }: Cost): Record<string, string> {
  return { "Quintet-Cost": `${units};unit="${unit}";credits=${units * credits}` };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers, a policy for each quota. `w` is the length of the current month. */
export function quotaHeaders(usages: readonly QuotaUsage[], now: number): Record<string, string> {
  if (usages.length === 0) return {};
  const policies = usages.map(({ held, period }) => {
    const seconds = Math.round((period.endsAt - period.startsAt) / 1000);
    return `"${policyName(held)}";q=${held.grant.limit};w=${seconds};quintet-unit="${held.unit}"`;
  });
  const states = usages.map(({ held, period, used }) => {
    const left = Math.max(0, held.grant.limit - used);
    return `"${policyName(held)}";r=${left};t=${Math.max(0, Math.ceil((period.endsAt - now) / 1000))}`;
  });
  return { "RateLimit-Policy": policies.join(", "), RateLimit: states.join(", ") };
}
