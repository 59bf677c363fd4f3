import type { Source } from "../../../upstream/source.ts";
import { addressIn, addressOf, type Kind } from "../address.ts";
import type { CompanyReading, ProfileReading } from "../reading.ts";
import { readPublicCompany } from "./public-company.ts";
import { readPublicProfile } from "./public-profile.ts";
import { SITE } from "./wall-marks.ts";
import { openPage } from "./walls.ts";

/** Which page of the site is wanted. */
export interface Wanted {
  readonly kind: Kind;
  readonly slug: string;
}

const headers = { Accept: "text/html", "Accept-Language": "en" };

/** A member who took a new word, or an organization asked for by its number, is one redirect away. */
const follow = (kind: Kind) => ({
  maxRedirects: 1,
  follows: (host: string, path: string) =>
    host === SITE && addressIn(`https://${host}${path}`)?.kind === kind,
});

/** Reads people from the pages that the site shows to visitors without an account. */
export const publicProfiles: Source<Wanted, ProfileReading> = {
  name: "public",
  async read({ slug }, reach) {
    const answered = await reach.get(addressOf("in", slug), { headers, ...follow("in") });
    return openPage(answered, reach.now(), (page) =>
      /company|school|showcase|job/i.test(page.meta("pageKey") ?? "") ? null : readPublicProfile(page, slug),
    );
  },
};

/** Reads organizations from such pages. */
export const publicCompanies: Source<Wanted, CompanyReading> = {
  name: "public",
  async read({ kind, slug }, reach) {
    const answered = await reach.get(addressOf(kind, slug), { headers, ...follow(kind) });
    return openPage(answered, reach.now(), (page) =>
      /profile|job/i.test(page.meta("pageKey") ?? "") ? null : readPublicCompany(page, kind, slug),
    );
  },
};
