import type { Receipt } from "../../accounts/meter.ts";
import type { Trace } from "../../ops/trace.ts";

/** Waits for a charge that has just begun, and records it as a part of its request; refused ones count as failed. */
export async function tracedCharge(
  trace: Trace | undefined,
  requestId: string,
  units: number,
  taking: Promise<Receipt>,
): Promise<Receipt> {
  if (trace === undefined) return taking;
  const started = performance.now();
  const attributes = { "quintet.units": units };
  const record = (failed: boolean) =>
    trace.part("internal", { requestId, name: "charge", started, attributes, failed });
  try {
    const receipt = await taking;
    record(false);
    return receipt;
  } catch (error) {
    record(true);
    throw error;
  }
}
