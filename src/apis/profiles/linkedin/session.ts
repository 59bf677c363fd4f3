import { Problem } from "../../../kit/problem.ts";
import type { Cookies } from "../../../upstream/cookies.ts";
import { type PageJob, pageJob } from "../../../upstream/page-job.ts";
import type { SiteClient, Source } from "../../../upstream/source.ts";
import type { CompanyReading, ProfileReading } from "../reading.ts";
import { SITE } from "./block-detection.ts";
import { accepted, type Response } from "./open-response.ts";
import type { WantedPage } from "./read-page.ts";

const profileJob: PageJob<Response & WantedPage, ProfileReading> = pageJob(
  "profiles-session",
  new URL("./session-profile.worker.ts", import.meta.url).href,
);

const companyJob: PageJob<Response & WantedPage, CompanyReading> = pageJob(
  "profiles-company-session",
  new URL("./session-company.worker.ts", import.meta.url).href,
);

// The site registers its projections under numbers that it withdraws one by one: the newest known, then older.
const PROFILE_DECORATIONS = [93, 91].map(
  (n) => `com.linkedin.voyager.dash.deco.identity.profile.FullProfileWithEntities-${n}`,
);
const COMPANY_DECORATIONS = [12, 28].map(
  (n) => `com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-${n}`,
);

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

/** A request, and the job that reads its response. */
interface SessionRequest<Reading> {
  readonly siteClient: SiteClient;
  readonly cookies: Cookies;
  readonly job: PageJob<Response & WantedPage, Reading>;
  readonly wanted: WantedPage;
}

/** Requests one decoration, and the next one if the site no longer knows the first. */
async function ask<Reading>(
  { siteClient, cookies, job, wanted }: SessionRequest<Reading>,
  decorations: readonly string[],
  addressWith: (decoration: string) => string,
): Promise<Reading> {
  const known = rejected.get(cookies) ?? new Set<string>();
  rejected.set(cookies, known);
  const [first, second] = [...decorations].sort((a, b) => Number(known.has(a)) - Number(known.has(b)));
  const read = async (decoration: string) => {
    const page = await siteClient.get(addressWith(decoration), { headers: headersOf(cookies), cookies });
    return siteClient.parse(job, { ...accepted(page, "session", siteClient.now()), ...wanted });
  };
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

/** Reads people with the operator's session, through the site's own API. */
export function sessionProfiles(cookies: Cookies): Source<WantedPage, ProfileReading> {
  return {
    name: "session",
    async read({ kind, slug }, siteClient) {
      const asking = { siteClient, cookies, job: profileJob, wanted: { kind, slug } };
      return ask(asking, PROFILE_DECORATIONS, (decoration) => {
        const query = new URLSearchParams({
          q: "memberIdentity",
          memberIdentity: slug,
          decorationId: decoration,
        });
        return `https://${SITE}/voyager/api/identity/dash/profiles?${query}`;
      });
    },
  };
}

/** Reads organizations with the operator's session. */
export function sessionCompanies(cookies: Cookies): Source<WantedPage, CompanyReading> {
  return {
    name: "session",
    async read({ kind, slug }, siteClient) {
      const asking = { siteClient, cookies, job: companyJob, wanted: { kind, slug } };
      return ask(asking, COMPANY_DECORATIONS, (decoration) => {
        const query = new URLSearchParams({
          q: "universalName",
          universalName: slug,
          decorationId: decoration,
        });
        return `https://${SITE}/voyager/api/organization/companies?${query}`;
      });
    },
  };
}
