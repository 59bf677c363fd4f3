import { z } from "zod";
import { readAllowance } from "../egress/allowance.ts";
import { VERSION } from "../kit/version.ts";

function isAllowance(text: string): boolean {
  try {
    readAllowance(text);
    return true;
  } catch {
    return false;
  }
}

const TARGETS = "host:port and CIDR ranges separated by commas, such as intranet:8080,10.0.0.0/8";

/** The variables of all that is fetched. */
export const egressVariables = {
  EGRESS_ALLOW: z
    .string()
    .default("")
    .refine(isAllowance, TARGETS)
    .describe("Private targets that may be fetched: host:port and CIDR ranges, separated by commas."),
};

/** The targets that fetches may reach. `baseUrl` is where sites can read about this server. */
export function egressConfig(data: z.output<z.ZodObject<typeof egressVariables>>, baseUrl: string) {
  return {
    egressAllow: readAllowance(data.EGRESS_ALLOW),
    /** The User-Agent of requests to sites. */
    userAgent: `Quintet/${VERSION} (+${baseUrl})`,
  };
}
export type EgressConfig = ReturnType<typeof egressConfig>;
