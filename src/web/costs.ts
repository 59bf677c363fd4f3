import type { AnyOperation, Api } from "../kit/descriptor.ts";

/** The unit of an API in the singular: `page`. */
function singular({ plans }: Api): string {
  return (plans?.unit ?? "calls").replace(/s$/, "");
}

/** The cost of a call, in words. */
export function costOf(api: Api, operation: AnyOperation): string {
  if (api.access === "open") return "Free, no key required.";
  if (operation.cost === 0) return "Free.";
  if (operation.cost === "measured") return `Costs 1 ${singular(api)} for each ${singular(api)} returned.`;
  return `Costs 1 ${singular(api)}.`;
}
