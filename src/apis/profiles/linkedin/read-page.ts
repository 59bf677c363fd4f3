import { inRange } from "../../../upstream/page-job.ts";
import { CompanyReading, ProfileReading } from "../reading.ts";
import { openJson, openPage } from "./open-response.ts";
import type { AskedPage } from "./page-jobs.ts";
import { readPublicCompany } from "./public-company.ts";
import { readPublicProfile } from "./public-profile.ts";
import { readSessionCompany } from "./session-company.ts";
import { readSessionProfile } from "./session-profile.ts";

const readers = {
  visitor: {
    person: (page: AskedPage) =>
      openPage(page, (opened) =>
        /company|school|showcase|job/i.test(opened.meta("pageKey") ?? "")
          ? null
          : readPublicProfile(opened, page.slug),
      ),
    organization: (page: AskedPage) =>
      openPage(page, (opened) =>
        /profile|job/i.test(opened.meta("pageKey") ?? "")
          ? null
          : readPublicCompany(opened, page.kind, page.slug),
      ),
  },
  session: {
    person: (page: AskedPage) => readSessionProfile(openJson(page), page.slug),
    organization: (page: AskedPage) => readSessionCompany(openJson(page), page),
  },
};

/** Reads the person or organization that was asked for. Throws the problems of `openPage` and `openJson`. */
export function readResponse(page: AskedPage): ProfileReading | CompanyReading {
  const { person, organization } = readers[page.visitor];
  return page.kind === "in"
    ? inRange(ProfileReading, person(page), page.url)
    : inRange(CompanyReading, organization(page), page.url);
}
