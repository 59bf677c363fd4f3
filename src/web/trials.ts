import type { Trial } from "../http/metering/trial.ts";

/** The calls that visitors may try on the landing page without a key. */
export const trials: readonly Trial[] = [
  { path: "/trial/seo", api: "seo", operation: "audit", names: ["url"], fixed: { share: "true" } },
  {
    path: "/trial/pdf",
    api: "pdf",
    operation: "extract",
    names: ["url"],
    fixed: { format: "markdown", include: "words" },
  },
  { path: "/trial/images", api: "images", operation: "removeBackground", names: ["url"], fixed: {} },
];
