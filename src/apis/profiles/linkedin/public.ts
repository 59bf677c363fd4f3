import { type PageJob, pageJob } from "../../../upstream/page-job.ts";
import type { Source } from "../../../upstream/source.ts";
import { type Kind, parseProfileUrl, profileUrl } from "../profile-url.ts";
import type { CompanyReading, ProfileReading } from "../reading.ts";
import { SITE } from "./block-detection.ts";
import { accepted, type Response } from "./open-response.ts";
import type { WantedPage } from "./read-page.ts";

/** A guest page, and whose page was asked for. */
type GuestPage = Response & WantedPage;

const profileJob: PageJob<GuestPage, ProfileReading> = pageJob(
  "profiles-page",
  new URL("./public-profile.worker.ts", import.meta.url).href,
);

const companyJob: PageJob<GuestPage, CompanyReading> = pageJob(
  "profiles-company-page",
  new URL("./public-company.worker.ts", import.meta.url).href,
);

const headers = { Accept: "text/html", "Accept-Language": "en" };

/** A renamed member, or an organization requested by its number, is one redirect away. */
const follow = (kind: Kind) => ({
  maxRedirects: 1,
  follows: (host: string, path: string) =>
    host === SITE && parseProfileUrl(`https://${host}${path}`)?.kind === kind,
});

/** Reads people from the pages that the site shows to visitors without an account. */
export const publicProfiles: Source<WantedPage, ProfileReading> = {
  name: "public",
  async read({ slug }, siteClient) {
    const answered = await siteClient.get(profileUrl("in", slug), { headers, ...follow("in") });
    return siteClient.parse(profileJob, {
      ...accepted(answered, "visitor", siteClient.now()),
      kind: "in",
      slug,
    });
  },
};

/** Reads organizations from such pages. */
export const publicCompanies: Source<WantedPage, CompanyReading> = {
  name: "public",
  async read({ kind, slug }, siteClient) {
    const answered = await siteClient.get(profileUrl(kind, slug), { headers, ...follow(kind) });
    return siteClient.parse(companyJob, { ...accepted(answered, "visitor", siteClient.now()), kind, slug });
  },
};
