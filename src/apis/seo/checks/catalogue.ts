import { canonicalChecks } from "./canonical.ts";
import type { Check, PageCheck, ProbeCheck } from "./check.ts";
import { contentChecks } from "./content.ts";
import { imageChecks } from "./images.ts";
import { indexabilityChecks } from "./indexability.ts";
import { internationalChecks } from "./international.ts";
import { linkChecks } from "./links.ts";
import { metadataChecks } from "./metadata.ts";
import { socialChecks } from "./social.ts";
import { structuredDataChecks } from "./structured-data.ts";
import { textChecks } from "./texts.ts";
import { transportChecks } from "./transport.ts";

/** The version of the catalogue: it changes with every check, threshold or severity that changes. */
export const CHECKS_VERSION = "2026.11.28";

/** Every check, in the order in which the catalogue shows them. */
export const checks: readonly Check[] = [
  ...indexabilityChecks,
  ...canonicalChecks,
  ...textChecks,
  ...metadataChecks,
  ...contentChecks,
  ...linkChecks,
  ...imageChecks,
  ...socialChecks,
  ...structuredDataChecks,
  ...internationalChecks,
  ...transportChecks,
];

export const pageChecks: readonly PageCheck[] = checks.filter((check) => check.needs !== "probes");
export const probeChecks: readonly ProbeCheck[] = checks.filter((check) => check.needs === "probes");
