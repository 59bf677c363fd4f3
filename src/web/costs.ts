import type { AnyOperation, Api } from "../kit/descriptor.ts";

/** What a call costs, in words. */
export function costOf(api: Api, operation: AnyOperation): string {
  if (api.access === "open") return "Free, without a key.";
  if (operation.cost === 0) return "Free.";
  if (operation.cost === "measured") return `Counted in ${api.plans?.unit ?? "calls"} delivered.`;
  return `Counts 1 of the quota's ${api.plans?.unit ?? "calls"}.`;
}
