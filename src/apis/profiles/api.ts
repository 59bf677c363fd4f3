import { z } from "zod";
import { defineApi } from "../../kit/define-api.ts";
import { type Operations, operation } from "../../kit/descriptor.ts";
import type { ProblemCode } from "../../kit/problem-kinds.ts";
import { openSite } from "../../upstream/site-settings.ts";
import { profilesAdmin } from "./admin.ts";
import { Company, Profile } from "./answer.ts";
import { profilesCommand } from "./commands.ts";
import { type Kind, ORGANIZATIONS, pageUrl, pageWord, wantedOf } from "./profile-url.ts";
import { type ProfilesSite, profilesDemo, profilesSettings } from "./settings.ts";

const url = (kinds: readonly Kind[], example: string) =>
  pageUrl(kinds, example)
    .optional()
    .describe(`The address of the page, on the host of any country: www.linkedin.com/${example}.`);

const word = (kind: Kind, example: string) =>
  pageWord(kind, `${kind}/${example}`)
    .optional()
    .describe(`The word in that address: ${example}. Either this or url.`);

const maxAge = z
  .int()
  .min(0)
  .max(2_592_000)
  .optional()
  .describe("The oldest copy to take, in seconds. A newer one than is kept is read, and charged.");

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
      summary: "One person's profile",
      description:
        "By url or by username. Dates are as exact as the source: a year stays a year. Lists say whether they are whole. Where the person has given the operator an export of the own data, the answer comes from that.",
      input: z.object({ url: url(["in"], "in/ada-example"), username: word("in", "ada-example"), maxAge }),
      output: Profile,
      cost: "measured",
      errors: [...errors, "profile-not-visible"],
      cacheControl,
      examples: [
        { title: "By username", input: { username: "ada-example" }, upstream: true },
        {
          title: "By address",
          input: { url: "https://www.linkedin.com/in/ada-example/" },
          upstream: true,
        },
        { title: "Neither", input: {}, status: 400 },
        {
          title: "An old form of address",
          input: { url: "https://www.linkedin.com/pub/ada/1/2/3" },
          status: 400,
        },
      ],
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
      summary: "One company",
      description:
        "By vanity, the word in its address, or by url. Schools and showcase pages are read by url.",
      input: z.object({
        vanity: word("company", "example-works"),
        url: url(ORGANIZATIONS, "company/example-works"),
        maxAge,
      }),
      output: Company,
      cost: "measured",
      errors,
      cacheControl,
      examples: [
        { title: "By vanity", input: { vanity: "example-works" }, upstream: true },
        {
          title: "A person's address",
          input: { url: "https://www.linkedin.com/in/ada-example" },
          status: 400,
        },
      ],
      async run({ url: address, vanity, maxAge: seconds }, context) {
        const wanted = wantedOf("vanity", vanity, address);
        const { readCompany } = await import("./read.ts");
        return readCompany({ ...wanted, maxAge: seconds }, context, linkedin);
      },
    }),
  };
}

/** Professional profiles and companies. What does the work is loaded with the first call. */
export const profiles = defineApi({
  name: "profiles",
  title: "Quintet Profiles",
  version: "1.0.0",
  summary: "A professional profile or a company by its address, with a source for every field.",
  document: "/linkedin/openapi.json",
  usesState: true,
  promises: [
    "It is off until the operator switches a source on, and takes upon himself what that means: until then, 503 source-not-configured.",
    "One unit is one profile or company delivered. Refusals, walls, old copies, and the same one again while it is fresh cost nothing.",
    "What the source hides is null and named in completeness.masked; what it lacks is null and named in completeness.missing. Nothing is guessed, and no answer holds an asterisk.",
    "A wall is an error that says which: no robot check is solved, no login made, no address changed to get past it.",
    "The identity of the operator, whose session may have been lent, is in no answer and no log. Answers about companies name nobody who works there.",
    "Nothing that was read of a person is kept longer than 30 days; the operator can erase one person at any time.",
    "Requests to the source are spaced out: what is not kept yet may be answered with pacing, and the moment to come again.",
  ],
  settings: profilesSettings,
  demo: profilesDemo,
  isOff: ({ source }) => source === undefined,
  plans: {
    unit: "profiles",
    freePerMonth: 100,
    credits: 50,
    single: { title: "Profile scraper", price: 25, limit: 1_000 },
    tiers: {
      free: { title: "Profile scraper, free", price: 0, limit: 20 },
      starter: { title: "Profile scraper, Starter", price: 19, limit: 1_000 },
      pro: { title: "Profile scraper, Pro", price: 59, limit: 10_000 },
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
