import type { Place } from "../report/schema/values.ts";
import type { ImageSize } from "./image-size.ts";

/** The result of a request to a URL. A status such as 403 or 429 does not tell whether it works: `unknown`. */
export type ProbeState = "ok" | "redirect" | "broken" | "unknown" | "skipped";

/** A URL that was probed. */
export interface Probe {
  readonly url: string;
  readonly state: ProbeState;
  /** Null without a response. */
  readonly status: number | null;
  readonly place: Place;
}

/** The results of all probes of an audit. A member is undefined where there was nothing to probe. */
export interface Probes {
  readonly internal: readonly Probe[];
  readonly external: readonly Probe[];
  readonly images: readonly Probe[];
  readonly favicon: Probe | undefined;
  /** Its size is undefined where its bytes do not tell. */
  readonly ogImage: (Probe & { readonly size: ImageSize | undefined }) | undefined;
  readonly canonical: (Probe & { readonly problem: string | undefined }) | undefined;
  /** Alternate pages, and whether each links back; undefined where it could not be read. */
  readonly returns: readonly (Probe & { readonly linksBack: boolean | undefined })[];
  readonly sitemap: {
    readonly found: boolean | undefined;
    readonly lists: boolean | undefined;
    readonly url: string;
  };
  /** Whether the http address of the page leads to https. */
  readonly httpEnforced: boolean | undefined;
  /** Whether the host with and the one without www. lead to one. */
  readonly wwwUnified: boolean | undefined;
}
