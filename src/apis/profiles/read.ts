import type { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { sessionMark } from "../../upstream/cookies.ts";
import { problems } from "../../upstream/problems.ts";
import type { Source } from "../../upstream/source.ts";
import { companyWeights, coverageOf, profileWeights } from "./completeness.ts";
import { findImport, itemName, noteAlias } from "./import-store.ts";
import { SITE } from "./linkedin/block-detection.ts";
import { publicCompanies, publicProfiles } from "./linkedin/public.ts";
import { sessionCompanies, sessionProfiles } from "./linkedin/session.ts";
import type { ProfileQuery } from "./profile-url.ts";
import { CompanyReading, ProfileReading } from "./reading.ts";
import { type Company, type Profile, responseOf } from "./responses.ts";
import type { ProfilesSite } from "./settings.ts";

/** The source that the operator enabled, and the `limitKey` of its requests. */
interface ChosenSource<Reading> {
  readonly source: Source<ProfileQuery, Reading>;
  readonly limitKey: string;
}

async function choose<Reading>(
  { source, cookies }: ProfilesSite,
  visitor: Source<ProfileQuery, Reading>,
  member: (cookies: NonNullable<ProfilesSite["cookies"]>) => Source<ProfileQuery, Reading>,
): Promise<ChosenSource<Reading>> {
  if (source === "public") return { source: visitor, limitKey: SITE };
  if (source === "session" && cookies !== undefined) {
    return { source: member(cookies), limitKey: `${SITE} ${await sessionMark(cookies)}` };
  }
  throw problems.notConfigured(
    "The profiles API is not enabled on this server. Operators: see docs/profiles.md before you set LINKEDIN_SOURCE.",
  );
}

interface ProfileRequest extends ProfileQuery {
  /** In seconds. */
  readonly maxAge: number | undefined;
}

function itemOf<Reading extends ProfileReading | CompanyReading>(
  { source, limitKey }: ChosenSource<Reading>,
  { kind, slug, maxAge }: ProfileRequest,
  schema: z.ZodType<Reading>,
  weights: Readonly<Record<string, number>>,
) {
  return {
    name: itemName(source.name, kind, slug),
    limitKey,
    schema,
    maxAgeMs: maxAge === undefined ? undefined : maxAge * 1000,
    coverage: (reading: Reading) => coverageOf(reading, weights),
  };
}

/** Looks up a person: their imported data export, else what the source reads. */
export async function readProfile(
  asked: ProfileRequest,
  context: Context,
  linkedin: ProfilesSite,
): Promise<z.infer<typeof Profile>> {
  const own = await findImport(context.state, asked.slug);
  if (own !== undefined) {
    const once = { name: itemName("import", asked.kind, asked.slug), forMs: linkedin.settings.freshMs };
    await context.charge(1, once);
    const ageMs = Math.max(0, context.now() - own.at);
    return responseOf({ result: own.reading, observedAt: own.at, state: "hit", ageMs }, profileWeights);
  }
  const chosen = await choose(linkedin, publicProfiles, sessionProfiles);
  const item = itemOf(chosen, asked, ProfileReading, profileWeights);
  const found = await linkedin.ask(chosen.source, asked, item, context);
  if (found.state === "miss") {
    await noteAlias(context.state, asked.slug, found.result.facts.publicIdentifier);
  }
  return responseOf(found, profileWeights);
}

/** Looks up an organization. */
export async function readCompany(
  asked: ProfileRequest,
  context: Context,
  linkedin: ProfilesSite,
): Promise<z.infer<typeof Company>> {
  const chosen = await choose(linkedin, publicCompanies, sessionCompanies);
  const item = itemOf(chosen, asked, CompanyReading, companyWeights);
  return responseOf(await linkedin.ask(chosen.source, asked, item, context), companyWeights);
}
