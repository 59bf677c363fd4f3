import { z } from "zod";
import { defineApi } from "../../kit/define-api.ts";
import { type Operations, operation } from "../../kit/descriptor.ts";
import type { ProblemCode } from "../../kit/problem-kinds.ts";
import { maxAge, openSite } from "../../upstream/site-settings.ts";
import { profilesAdmin } from "./admin.ts";
import { profilesCommand } from "./commands.ts";
import { type Kind, ORGANIZATIONS, pageUrl, pageWord, wantedOf } from "./profile-url.ts";
import { type ProfilesSite, profilesDemo, profilesSettings } from "./settings.ts";

const responses = (): typeof import("./responses.ts") => require("./responses.ts");

const url = (kinds: readonly Kind[], example: string) =>
  pageUrl(kinds, example)
    .optional()
    .describe(
      `The URL, such as \`www.linkedin.com/${example}\`. Country hosts also work: \`ie.linkedin.com\`.`,
    );

const word = (kind: Kind, example: string) =>
  pageWord(kind, `${kind}/${example}`)
    .optional()
    .describe(`The last part of that URL: \`${example}\`. Required unless \`url\` is set.`);

const errors: readonly ProblemCode[] = [
  "not-found",
  "source-not-configured",
  "robots-disallowed",
  "upstream-blocked",
  "upstream-captcha",
  "upstream-challenge",
  "session-expired",
  "upstream-rate-limited",
  "pacing",
  "upstream-unavailable",
  "upstream-timeout",
  "upstream-unexpected-page",
  "source-changed",
  "source-retired",
  "busy",
];

// Personal data: nobody between this service and its caller may keep it.
const cacheControl = "private, no-store";

/** The operations over one site. */
export function profileOperations(linkedin: ProfilesSite): Operations {
  return {
    profile: operation({
      method: "GET",
      path: "/linkedin/profile",
      aliases: ["/profile"],
      summary: "Look up a profile",
      description:
        "Look up a person by `url` or `username`. Dates keep the precision of the source. `sections` says which lists are complete. If the person has shared their LinkedIn data export, it is used first.",
      input: z.object({ url: url(["in"], "in/ines-morrow"), username: word("in", "ines-morrow"), maxAge }),
      get output() {
        return responses().Profile;
      },
      cost: "measured",
      errors: [...errors, "profile-not-visible"],
      cacheControl,
      examples: [
        { title: "By username", input: { username: "ines-morrow" }, upstream: true },
        {
          title: "By URL",
          input: { url: "https://www.linkedin.com/in/ines-morrow/" },
          upstream: true,
        },
        { title: "Neither URL nor name", input: {}, status: 400 },
        {
          title: "Old URL format",
          input: { url: "https://www.linkedin.com/pub/ada/1/2/3" },
          status: 400,
        },
      ],
      async sample({ url: address, username }) {
        wantedOf("username", username, address);
        const { default: recorded } = await import("./samples/profile.json");
        return responses().Profile.parse(recorded);
      },
      async run({ url: address, username, maxAge: seconds }, context) {
        const wanted = wantedOf("username", username, address);
        const { readProfile } = await import("./read.ts");
        return readProfile({ ...wanted, maxAge: seconds }, context, linkedin);
      },
    }),
    company: operation({
      method: "GET",
      path: "/linkedin/company",
      aliases: ["/company"],
      summary: "Look up a company",
      description:
        "Look up a company by `vanity` (the last part of its URL) or `url`. For schools and showcase pages, use `url`.",
      input: z.object({
        vanity: word("company", "example-works"),
        url: url(ORGANIZATIONS, "company/example-works"),
        maxAge,
      }),
      get output() {
        return responses().Company;
      },
      cost: "measured",
      errors,
      cacheControl,
      examples: [
        { title: "By vanity", input: { vanity: "example-works" }, upstream: true },
        {
          title: "URL of a person",
          input: { url: "https://www.linkedin.com/in/ines-morrow" },
          status: 400,
        },
      ],
      async sample({ url: address, vanity }) {
        wantedOf("vanity", vanity, address);
        const { default: recorded } = await import("./samples/company.json");
        return responses().Company.parse(recorded);
      },
      async run({ url: address, vanity, maxAge: seconds }, context) {
        const wanted = wantedOf("vanity", vanity, address);
        const { readCompany } = await import("./read.ts");
        return readCompany({ ...wanted, maxAge: seconds }, context, linkedin);
      },
    }),
  };
}

/** Professional profiles and companies. The code is loaded by the first call. */
export const profiles = defineApi({
  name: "profiles",
  title: "Quintet Profiles",
  version: "1.2.0",
  summary: "LinkedIn profiles and companies by URL, with the source of every field.",
  document: "/linkedin/openapi.json",
  usesState: true,
  promises: [
    "Disabled until the operator enables a source and accepts responsibility for it. Until then, calls return 503 `source-not-configured`.",
    "Each profile or company returned costs 1 profile. Errors, stale results, and repeated calls while the cached result is fresh cost nothing.",
    "Fields that the source hides are null and listed in `completeness.masked`. Fields that it lacks are null and listed in `completeness.missing`. Nothing is guessed, and no response contains masked text.",
    "If the site blocks a request, the error says how. Quintet never solves CAPTCHAs, signs in, or changes its IP address to get around a block.",
    "If the operator's own session is used, the operator's identity is never in a response or a log. Responses about companies do not name employees.",
    "Personal data is kept for at most 30 days. The operator can erase a person at any time.",
    "Requests to the source are spaced out. A profile that is not cached may return `pacing` with a retry time.",
  ],
  settings: profilesSettings,
  demo: profilesDemo,
  isOff: ({ source }) => source === undefined,
  plans: {
    unit: "profiles",
    freePerMonth: 100,
    credits: 50,
    single: { title: "Profiles", price: 25, limit: 1_000 },
    tiers: {
      free: { title: "Profiles, free", price: 0, limit: 20 },
      starter: { title: "Profiles, Starter", price: 19, limit: 1_000 },
      pro: { title: "Profiles, Pro", price: 59, limit: 10_000 },
    },
  },
  create(settings, deps) {
    return {
      commands: [profilesCommand],
      adminEndpoints: [profilesAdmin],
      operations: profileOperations(openSite("profiles", settings, deps)),
    };
  },
});
