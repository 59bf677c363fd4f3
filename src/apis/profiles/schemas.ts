import { z } from "zod";
import { component, named, object, objectOrNull } from "../../kit/described-objects.ts";

/** A date as exactly as the source writes it. */
export const PartialDate = component(
  "ProfileDate",
  "A date with the precision of the source: `2012`, `2012-03` or `2012-03-04`.",
  {
    value: z
      .string()
      .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/)
      .describe("The year, month or day."),
    precision: z.enum(["year", "month", "day"]).describe("The smallest unit of the date."),
  },
);
export type PartialDate = z.infer<typeof PartialDate>;

const text = z.string().nullable();
const date = PartialDate.nullable();
const start = date.describe("The start date.");
const end = date.describe("The end date. Null if current or unknown.");

/** An organization as one entry names it; `slug` is its word in addresses, `id` its number. */
export const Organization = named("ProfileOrganization", {
  name: text.describe("The name of the organization."),
  id: text.describe("The numeric ID on the site, as a string."),
  slug: text.describe("The last part of its page's URL."),
});
export type Organization = z.infer<typeof Organization>;

const masked = z
  .boolean()
  .describe("True if the source shows that the entry exists but hides its content. What is hidden is null.");

export const Experience = named("ProfileExperience", {
  title: text.describe("The job title."),
  company: Organization.describe("The employer."),
  start,
  end,
  isCurrent: z.boolean().describe("True if the source gives a start or a range, but no end."),
  location: text.describe("The location that the entry states."),
  description: text.describe("The description."),
  masked,
});
export type Experience = z.infer<typeof Experience>;

export const Education = named("ProfileEducation", {
  school: Organization.describe("The school."),
  degree: text.describe("The degree."),
  field: text.describe("The field of study."),
  start,
  end,
  grade: text.describe("The grade."),
  activities: text.describe("Activities and societies."),
  description: text.describe("The description."),
  masked,
});
export type Education = z.infer<typeof Education>;

/** How well a language is known: the five steps of the site. */
const proficiencies = [
  "elementary",
  "limited-working",
  "professional-working",
  "full-professional",
  "native-or-bilingual",
] as const;

export const Language = named("ProfileLanguage", {
  name: z.string().describe("The name of the language."),
  proficiency: z.enum(proficiencies).nullable().describe("The level of proficiency."),
  proficiencyText: text.describe("The text of the source, if any."),
});
export type Language = z.infer<typeof Language>;

/** An entry of a smaller section. Members are absent if the entry lacks them. */
export const Entry = named("ProfileEntry", {
  title: text.describe("The title, such as the name of a certificate or course, or a role."),
  organization: text.describe("The issuer, publisher or host."),
  start: date.describe("The start, issue or publication date."),
  end: date.describe("The end or expiry date."),
  isCurrent: z.boolean().describe("True if the source gives a start, but no end."),
  url: text.describe("A link about the entry."),
  number: text.describe("The number of a credential, patent or course, or a score."),
  description: text.describe("The description."),
  masked,
});
export type Entry = z.infer<typeof Entry>;

export const Image = named("ProfileImage", {
  url: z.string().describe("The URL of the image."),
  expiresAt: z.string().nullable().describe("When the URL expires, ISO 8601."),
});
export type Image = z.infer<typeof Image>;

export const Count = named("ProfileCount", {
  value: z.number().int().nonnegative().describe("The number."),
  approximate: z.boolean().describe("True if the source rounds the number, such as `41M`."),
});
export type Count = z.infer<typeof Count>;

/** The lists of a profile that the source may give in part. */
export const sectionNames = [
  "experience",
  "education",
  "skills",
  "languages",
  "certifications",
  "volunteering",
  "publications",
  "patents",
  "honors",
  "projects",
  "courses",
  "organizations",
  "testScores",
] as const;
export type SectionName = (typeof sectionNames)[number];

export const Section = named("ProfileSection", {
  total: z.number().int().nonnegative().nullable().describe("The total number, if the source shows it."),
  returned: z.number().int().nonnegative().describe("The number of entries in this response."),
  complete: z.boolean().nullable().describe("Whether the list is complete. Null if the source does not say."),
});
export type Section = z.infer<typeof Section>;

export const Completeness = component("ProfileCompleteness", "How much of the data was found.", {
  score: z
    .number()
    .min(0)
    .max(1)
    .describe("The weight of the fields found, divided by the weight of all fields that apply."),
  missing: z.array(z.string()).describe("Fields that apply but are missing in the source."),
  masked: z.array(z.string()).describe("Fields that the source hides."),
  partial: z.array(z.string()).describe("Fields that the source shows in part."),
});

/** By field, the code of the place it was read from. */
export const Sources = z
  .record(z.string(), z.string())
  .describe("The location each field was extracted from, such as `jsonld`, `dom.topCard` or `api`.");

export const sourceNames = ["session", "public", "import"] as const;

/** The fields of a person's profile. */
export const ProfileFacts = z.object({
  publicIdentifier: z.string().describe("The last part of the profile's URL."),
  url: z.string().describe("The URL of the page."),
  fullName: z.string().describe("The full name."),
  firstName: text.describe("The first name."),
  lastName: text.describe("The last name."),
  nameAbbreviated: z.boolean().describe("True if the source shortens the last name to one letter."),
  headline: text.describe("The headline below the name."),
  about: text.describe("The text of the About section."),
  aboutTruncated: z.boolean().describe("Whether the source shortens the About section."),
  location: object("The location that the person states.", {
    text: text.describe("The location, as on the page."),
    countryCode: text.describe("The ISO 3166-1 country code."),
  }),
  industry: text.describe("The industry that the person states."),
  current: objectOrNull("The current position.", {
    title: text.describe("The job title."),
    company: Organization.nullable().describe("The employer."),
  }),
  experience: z.array(Experience).describe("Jobs, newest first."),
  education: z.array(Education).describe("Schools and degrees."),
  skills: z.array(z.string()).describe("Names of skills."),
  languages: z.array(Language).describe("Languages and proficiency."),
  certifications: z.array(Entry).describe("Licenses and certifications."),
  volunteering: z.array(Entry).describe("Volunteer work."),
  publications: z.array(Entry).describe("Publications."),
  patents: z.array(Entry).describe("Patents."),
  honors: z.array(Entry).describe("Honors and awards."),
  projects: z.array(Entry).describe("Projects."),
  courses: z.array(Entry).describe("Courses."),
  organizations: z.array(Entry).describe("Memberships."),
  testScores: z.array(Entry).describe("Test scores."),
  followers: Count.nullable().describe("The number of followers."),
  connections: objectOrNull("The number of connections.", {
    value: z.number().int().nonnegative().describe("The number."),
    atLeast: z.boolean().describe("True if the source shows `500+`."),
  }),
  image: Image.nullable().describe("The profile image."),
  premium: z
    .boolean()
    .nullable()
    .describe("Whether the member has a premium account. Null if the source does not say."),
  sections: z
    .partialRecord(z.enum(sectionNames), Section)
    .describe("Lists in the profile, such as certifications and languages."),
});
export type ProfileFacts = z.infer<typeof ProfileFacts>;

export const Address = named("ProfileAddress", {
  text: z.string().describe("The address in one line, in the order of the source."),
  street: text.describe("Street and number."),
  city: text.describe("The city."),
  region: text.describe("The state or region."),
  postalCode: text.describe("The postal code."),
  countryCode: text.describe("The ISO 3166-1 country code."),
});
export type Address = z.infer<typeof Address>;

/** The fields of a company's page. It contains no employees. */
export const CompanyFacts = z.object({
  slug: z.string().describe("The last part of the company page's URL."),
  id: text.describe("The numeric ID on the site, as a string."),
  url: z.string().describe("The URL of the page."),
  name: z.string().describe("The name of the company."),
  tagline: text.describe("The tagline below the name."),
  description: text.describe("The description."),
  website: text.describe("The website of the company."),
  industry: text.describe("The industry that the company states."),
  size: objectOrNull("The size range that the company states.", {
    text: z.string().describe("The range as on the page, such as `51-200` or `10001+`."),
    min: z.number().int().describe("The smallest number of employees."),
    max: z.number().int().nullable().describe("The largest number. Null for an open range."),
  }),
  staffOnNetwork: z
    .number()
    .int()
    .nullable()
    .describe("The number of members who list the company as their employer. This differs from its size."),
  followers: Count.nullable().describe("The number of followers."),
  type: text.describe("The type, such as public company."),
  foundedYear: z.number().int().nullable().describe("The year in which the company was founded."),
  headquarters: Address.nullable().describe("The address of the headquarters."),
  locations: z
    .array(Address.extend({ isHeadquarters: z.boolean().describe("Whether it is the headquarters.") }))
    .describe("The addresses of all locations."),
  specialities: z.array(z.string()).describe("The specialties that the company lists."),
  logo: Image.nullable().describe("The logo."),
  funding: objectOrNull("Funding rounds, if the page shows them.", {
    rounds: z.number().int().nullable().describe("The number of rounds."),
    last: objectOrNull("The latest round.", {
      type: text.describe("The type of the round, such as Series B."),
      date: date.describe("The date of the round."),
      amount: objectOrNull("The amount raised.", {
        amount: z.string().describe("A decimal string."),
        currency: z.string().describe("ISO 4217 code."),
        approximate: z.boolean().describe("True if the source rounds the amount."),
      }),
    }),
  }),
});
export type CompanyFacts = z.infer<typeof CompanyFacts>;
