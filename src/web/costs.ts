import type { AnyOperation, Api } from "../kit/descriptor.ts";

/** The unit of an API in the singular: `page`. */
function singular({ plans }: Api): string {
  return (plans?.unit ?? "calls").replace(/s$/, "");
}

/** The cost of a call, in words. */
export function costOf(api: Api, operation: AnyOperation): string {
  if (api.access === "open") return "Free, no key required.";
  if (operation.cost === 0) return "Free.";
  const unit = singular(api);
  // A file may have many pages; a lookup is of one item, and free where a copy is fresh.
  if (operation.cost === "measured") {
    const hasOcr = "ocr" in operation.input.shape;
    return operation.method === "GET"
      ? `Costs 1 ${unit}. Repeated calls are free while the cached result is fresh.`
      : `Costs 1 ${unit} per ${unit} returned${hasOcr ? ", more for pages read by OCR" : ""}.`;
  }
  return `Costs 1 ${unit}.`;
}
