import { z } from "zod";
import { component } from "../../kit/described-objects.ts";
import type { DeliveredItem } from "../../upstream/source.ts";
import { completenessOf } from "./completeness.ts";
import type { CompanyReading, ProfileReading } from "./reading.ts";
import { CompanyFacts, Completeness, ProfileFacts, Sources, sourceNames } from "./schemas.ts";
import { withoutAsterisks } from "./text.ts";

const tail = {
  completeness: Completeness,
  sources: Sources,
  source: z.enum(sourceNames).describe("The source that was used."),
  observedAt: z.iso.datetime().describe("When it was fetched."),
  cache: component("ProfileCache", "How fresh the data is. Stale results are free.", {
    state: z
      .enum(["hit", "miss", "stale"])
      .describe(
        "`hit`: a fresh cached result. `miss`: fetched for this call. `stale`: an older result, because the page could not be fetched.",
      ),
    ageS: z.number().int().nonnegative().describe("The age of the data, in seconds."),
    upstreamError: z
      .string()
      .optional()
      .describe("Only for stale results: the code of the error that occurred."),
  }),
};

/** The response about a person. */
export const Profile = ProfileFacts.extend(tail).meta({ id: "Profile" });
/** The response about an organization. */
export const Company = CompanyFacts.extend(tail).meta({ id: "Company" });

/** Builds the response from a reading. */
export function responseOf<Reading extends ProfileReading | CompanyReading>(
  { result, observedAt, state, ageMs, problem }: DeliveredItem<Reading>,
  weights: Readonly<Record<string, number>>,
) {
  return {
    ...withoutAsterisks<Reading["facts"]>(result.facts),
    completeness: completenessOf(result, weights),
    sources: result.sources,
    source: result.source,
    observedAt: new Date(observedAt).toISOString(),
    cache: {
      state,
      ageS: Math.floor(ageMs / 1000),
      ...(problem === undefined ? {} : { upstreamError: problem }),
    },
  };
}
