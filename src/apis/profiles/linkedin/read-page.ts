import type { z } from "zod";
import { problems } from "../../../upstream/problems.ts";
import type { Kind } from "../profile-url.ts";
import { CompanyReading, ProfileReading } from "../reading.ts";
import { SITE } from "./block-detection.ts";
import { openJson, openPage, type Response } from "./open-response.ts";
import { readPublicCompany } from "./public-company.ts";
import { readPublicProfile } from "./public-profile.ts";
import { readSessionCompany } from "./session-company.ts";
import { readSessionProfile } from "./session-profile.ts";

/** Page of the site that is requested. */
export interface WantedPage {
  readonly kind: Kind;
  readonly slug: string;
}

/** A reading whose every value is in range; throws `upstream-unexpected-page` for another. */
function checked<Reading>(schema: z.ZodType<Reading>, reading: Reading): Reading {
  const result = schema.safeParse(reading);
  if (result.success) return result.data;
  throw problems.unexpectedPage(SITE, "values out of range", result.error);
}

function settled<Reading>(read: Reading | "nobody" | "unknown"): Reading {
  if (read === "nobody") throw problems.notFound("The site has no profile with this name.");
  if (read === "unknown") throw problems.unexpectedPage(SITE, "a response in another format");
  return read;
}

/** Reads a person from a guest page. Throws the problems of `openPage`. */
export function readGuestProfile(page: Response & WantedPage): ProfileReading {
  const reading = openPage(page, (opened) =>
    /company|school|showcase|job/i.test(opened.meta("pageKey") ?? "")
      ? null
      : readPublicProfile(opened, page.slug),
  );
  return checked(ProfileReading, reading);
}

/** Reads an organization from a guest page. */
export function readGuestCompany(page: Response & WantedPage): CompanyReading {
  const reading = openPage(page, (opened) =>
    /profile|job/i.test(opened.meta("pageKey") ?? "")
      ? null
      : readPublicCompany(opened, page.kind, page.slug),
  );
  return checked(CompanyReading, reading);
}

/** Reads a person from a response of the site's own API. */
export function readMemberProfile(response: Response & WantedPage): ProfileReading {
  return checked(ProfileReading, settled(readSessionProfile(openJson(response), response.slug)));
}

/** Reads an organization from such a response. */
export function readMemberCompany(response: Response & WantedPage): CompanyReading {
  return checked(CompanyReading, settled(readSessionCompany(openJson(response), response.slug)));
}
