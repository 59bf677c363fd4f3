import type { Cookies } from "./cookies.ts";
import type { Upstream } from "./upstream.ts";

/** The marketplaces' site, and what its API alone has to know. */
export interface AmazonUpstream extends Upstream {
  /** Which source the operator switched on; undefined for none. */
  readonly source: "page" | undefined;
  /** As it stands in `marketplace`, such as `com` or `co.uk`. */
  readonly defaultMarketplace: string;
}

/** The professional network's site, and what its API alone has to know. */
export interface LinkedinUpstream extends Upstream {
  readonly source: "public" | "session" | undefined;
  /** Undefined where the operator lent no session. */
  readonly cookies: Cookies | undefined;
}

/** Every site that APIs read for their callers, as the operator set it up. */
export interface Upstreams {
  readonly amazon: AmazonUpstream;
  readonly linkedin: LinkedinUpstream;
}
