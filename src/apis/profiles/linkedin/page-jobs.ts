import { pageJob } from "../../../upstream/page-job.ts";
import type { ProfileQuery } from "../profile-url.ts";
import type { CompanyReading, ProfileReading } from "../reading.ts";
import type { Response } from "./open-response.ts";

/** A response of the site, and whose page was asked for. */
export type AskedPage = Response & ProfileQuery;

const worker = new URL("./page.worker.ts", import.meta.url).href;

/** Reads a person. */
export const profileJob = pageJob<AskedPage, ProfileReading>("profiles-page", worker);

/** Reads an organization. */
export const companyJob = pageJob<AskedPage, CompanyReading>("profiles-company-page", worker);
