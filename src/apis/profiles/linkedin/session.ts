import { Problem } from "../../../kit/problem.ts";
import type { Cookies } from "../../../upstream/cookies.ts";
import type { PageJob } from "../../../upstream/page-job.ts";
import type { Source } from "../../../upstream/source.ts";
import type { ProfileQuery } from "../profile-url.ts";
import { SITE } from "./block-detection.ts";
import { accepted } from "./open-response.ts";
import { type AskedPage, companyJob, profileJob } from "./page-jobs.ts";

/** Decorations that the site has rejected, by session. They are requested last. */
const rejected = new WeakMap<Cookies, Set<string>>();

/** The headers that a session's request needs beside its cookies: they go with them, and nowhere else. */
function headersOf(cookies: Cookies): Record<string, string> {
  // The site takes the value of this cookie as the proof that the cookies were read on purpose.
  const token = cookies.values.JSESSIONID?.reveal().replaceAll('"', "") ?? "";
  return {
    Accept: "application/vnd.linkedin.normalized+json+2.1",
    "X-RestLi-Protocol-Version": "2.0.0",
    "Csrf-Token": token,
  };
}

/** Requests one decoration, and the next one if the site no longer knows the first. */
async function ask<Reading>(
  cookies: Cookies,
  decorations: readonly string[],
  read: (decoration: string) => Promise<Reading>,
): Promise<Reading> {
  const known = rejected.getOrInsertComputed(cookies, () => new Set());
  const [first, second] = [...decorations].sort((a, b) => Number(known.has(a)) - Number(known.has(b)));
  try {
    return await read(first ?? "");
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "source-changed") throw error;
    known.add(first ?? "");
    if (second === undefined || known.has(second)) throw error;
    return await read(second).catch((again: unknown) => {
      if (again instanceof Problem && again.code === "source-changed") known.add(second);
      // A second request may not have its turn now; the next caller's will begin with it.
      throw again instanceof Problem && again.code === "pacing" ? error : again;
    });
  }
}

/** Reads pages through the site's own API: `query` is the name of its query and of the query's parameter. */
function sessionPages<Reading>(
  job: PageJob<AskedPage, Reading>,
  path: string,
  query: string,
  decorations: readonly string[],
) {
  return (cookies: Cookies): Source<ProfileQuery, Reading> => ({
    name: "session",
    read: ({ kind, slug }, siteClient) =>
      ask(cookies, decorations, async (decorationId) => {
        const parameters = new URLSearchParams({ q: query, [query]: slug, decorationId });
        const page = await siteClient.get(`https://${SITE}/voyager/api/${path}?${parameters}`, {
          headers: headersOf(cookies),
          cookies,
        });
        return siteClient.parse(job, { ...accepted(page, "session", siteClient.now()), kind, slug });
      }),
  });
}

// The site registers its projections under numbers that it withdraws one by one: the newest known, then older.

/** Reads people with the operator's session. */
export const sessionProfiles = sessionPages(
  profileJob,
  "identity/dash/profiles",
  "memberIdentity",
  [93, 91].map((n) => `com.linkedin.voyager.dash.deco.identity.profile.FullProfileWithEntities-${n}`),
);

/** Reads organizations with the operator's session. */
export const sessionCompanies = sessionPages(
  companyJob,
  "organization/companies",
  "universalName",
  [12, 28].map((n) => `com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-${n}`),
);
