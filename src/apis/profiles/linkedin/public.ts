import type { PageJob } from "../../../upstream/page-job.ts";
import type { Source } from "../../../upstream/source.ts";
import { type ProfileQuery, parseProfileUrl, profileUrl } from "../profile-url.ts";
import { SITE } from "./block-detection.ts";
import { accepted } from "./open-response.ts";
import { type AskedPage, companyJob, profileJob } from "./page-jobs.ts";

function guestPages<Reading>(job: PageJob<AskedPage, Reading>): Source<ProfileQuery, Reading> {
  return {
    name: "public",
    async read({ kind, slug }, siteClient) {
      const page = await siteClient.get(profileUrl(kind, slug), {
        headers: { Accept: "text/html", "Accept-Language": "en" },
        // A renamed member, or an organization requested by its number, is one redirect away.
        maxRedirects: 1,
        follows: (host, path) => host === SITE && parseProfileUrl(`https://${host}${path}`)?.kind === kind,
      });
      return siteClient.parse(job, { ...accepted(page, "visitor", siteClient.now()), kind, slug });
    },
  };
}

/** Reads people from the pages that the site shows to visitors without an account. */
export const publicProfiles = guestPages(profileJob);

/** Reads organizations from such pages. */
export const publicCompanies = guestPages(companyJob);
