import type { Accounts } from "../accounts/open.ts";
import type { Config } from "../config.ts";
import type { SafeFetch } from "../egress/fetch.ts";
import type { Services } from "../http/context.ts";

/** The version that upstreams are told. */
const VERSION = "1.0.0";

async function openEgress(config: Config): Promise<SafeFetch> {
  const { createFetch } = await import("../egress/fetch.ts");
  return createFetch({
    allowance: config.egressAllow,
    userAgent: `Quintet/${VERSION} (+${config.baseUrl})`,
  });
}

/** What operations reach the world through. Each room behind it is loaded when it is first needed. */
export function servicesOf(config: Config, accounts: Accounts): Services {
  let egress: Promise<SafeFetch> | undefined;
  return {
    metering: config.metering ? accounts : undefined,
    state: accounts.state,
    async fetch(url, options, client) {
      egress ??= openEgress(config);
      return (await egress)(url, options, client);
    },
  };
}
