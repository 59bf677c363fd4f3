// Responses of the site's own API, each written by hand. Everybody in them is invented.

const ME = "ACoAAAOperatorOperatorOperator";
const HER = "ACoAAAInesInesInesInesInes";

const urn = (kind: string, id: string | number, member = HER) => `urn:li:fsd_${kind}:(${member},${id})`;
const typed = (name: string) => `com.linkedin.voyager.dash.identity.profile.${name}`;

function collection(id: string, elements: readonly string[], total = elements.length) {
  return {
    entityUrn: `urn:li:collectionResponse:${id}`,
    paging: { start: 0, count: 20, total },
    "*elements": elements,
    $type: "com.linkedin.restli.common.CollectionResponse",
  };
}

const position = (id: number, of: Record<string, unknown>, member = HER) => ({
  entityUrn: urn("profilePosition", id, member),
  $type: typed("Position"),
  ...of,
});

/** The operator, whose session asked: he lies in the answer beside the one who was asked for. */
export const operatorTexts = [
  "Olaf",
  "Operator",
  "olaf-operator",
  "Lender of sessions",
  ME,
  "Secret Employer",
];

const operator = [
  {
    entityUrn: `urn:li:fsd_profile:${ME}`,
    $type: typed("Profile"),
    firstName: "Olaf",
    lastName: "Operator",
    headline: "Lender of sessions",
    publicIdentifier: "olaf-operator",
  },
  position(
    99,
    { title: "Operator", companyName: "Secret Employer", dateRange: { start: { year: 2020 } } },
    ME,
  ),
];

const picture = (name: string) => ({
  rootUrl: `https://media.licdn.com/${name}_`,
  artifacts: [400, 800, 100].map((width) => ({
    width,
    fileIdentifyingUrlPathSegment: `${width}?e=1800000000&v=beta`,
    expiresAt: 1_700_000_000_000,
  })),
});

/** A normalised answer: the operator first in `included`, then everything about the one who was asked for. */
export function profileAnswer() {
  const skills = Array.from({ length: 20 }, (_, i) => urn("skill", i + 1));
  return {
    data: {
      "*elements": [`urn:li:fsd_profile:${HER}`],
      paging: { start: 0, count: 10 },
      $type: "com.linkedin.restli.common.CollectionResponse",
    },
    included: [
      ...operator,
      {
        entityUrn: `urn:li:fsd_profile:${HER}`,
        $type: typed("Profile"),
        firstName: "Ines",
        lastName: "Morrow",
        headline: "Head of Rivers * eels",
        publicIdentifier: "ines-morrow",
        summary: "Rivers.\n\n* weirs\n* locks",
        premium: true,
        "*industry": "urn:li:fsd_industry:4",
        location: { countryCode: "ie", postalCode: "T12" },
        geoLocation: { "*geo": "urn:li:fsd_geo:1", geoUrn: "urn:li:fsd_geo:1" },
        profilePicture: { displayImageReference: { vectorImage: picture("ines") } },
        "*profilePositionGroups": "urn:li:collectionResponse:groups",
        "*profileEducations": "urn:li:collectionResponse:schools",
        "*profileSkills": "urn:li:collectionResponse:skills",
        "*profileLanguages": "urn:li:collectionResponse:languages",
        "*profileCertifications": "urn:li:collectionResponse:certifications",
        "*profileHonors": "urn:li:collectionResponse:honors",
        "*profilePatents": "urn:li:collectionResponse:patents",
        primaryLocale: { language: "en", country: "US" },
      },
      { entityUrn: "urn:li:fsd_industry:4", name: "Utilities" },
      { entityUrn: "urn:li:fsd_geo:1", defaultLocalizedName: "Cork, Ireland" },
      collection("groups", [urn("profilePositionGroup", "a"), urn("profilePositionGroup", "b")]),
      {
        entityUrn: urn("profilePositionGroup", "a"),
        $type: typed("PositionGroup"),
        companyName: "Weir & Sons",
        companyUrn: "urn:li:fsd_company:4711",
        "*company": "urn:li:fsd_company:4711",
        "*profilePositionInPositionGroup": "urn:li:collectionResponse:inA",
      },
      collection("inA", [urn("profilePosition", 1), urn("profilePosition", 2)]),
      position(1, {
        title: "Head of Rivers",
        companyName: "Weir & Sons",
        companyUrn: "urn:li:fsd_company:4711",
        locationName: "Cork",
        description: "Weirs\nand locks",
        dateRange: { start: { year: 2019, month: 4 } },
      }),
      position(2, {
        title: "Warden",
        companyName: "Old Weirs",
        dateRange: { start: { year: 2017 }, end: { year: 2019, month: 3 } },
      }),
      {
        entityUrn: urn("profilePositionGroup", "b"),
        $type: typed("PositionGroup"),
        companyName: "Lock TestApp",
        "*profilePositionInPositionGroup": "urn:li:collectionResponse:inB",
      },
      collection("inB", [urn("profilePosition", 3)]),
      position(3, {
        multiLocaleTitle: { en_US: "Lock keeper", ga_IE: "Coimeádaí" },
        title: null,
        companyName: "Lock TestApp",
        dateRange: { start: { year: 2007 }, end: { year: 2017 } },
      }),
      {
        entityUrn: "urn:li:fsd_company:4711",
        $type: "com.linkedin.voyager.dash.organization.Company",
        name: "Weir Holdings plc",
        universalName: "weir-sons",
        url: "https://www.linkedin.com/company/weir-sons/",
      },
      collection("schools", [urn("profileEducation", 1), urn("profileEducation", 2)]),
      {
        entityUrn: urn("profileEducation", 1),
        $type: typed("Education"),
        schoolName: null,
        schoolUrn: "urn:li:fsd_school:59",
        "*school": "urn:li:fsd_school:59",
        degreeName: "BSc",
        fieldOfStudy: "Hydrology",
        dateRange: { end: { year: 2006 } },
      },
      {
        entityUrn: urn("profileEducation", 2),
        $type: typed("Education"),
        schoolName: null,
        schoolUrn: "urn:li:fsd_school:60",
      },
      {
        entityUrn: "urn:li:fsd_school:59",
        name: "Shannon College",
        url: "https://www.linkedin.com/school/shannon-college/",
      },
      collection("skills", skills, 24),
      ...skills.map((entityUrn, i) => ({ entityUrn, $type: typed("Skill"), name: `Skill ${i + 1}` })),
      collection("languages", [urn("profileLanguage", 1)]),
      {
        entityUrn: urn("profileLanguage", 1),
        $type: typed("Language"),
        name: "Irish",
        proficiency: "NATIVE_OR_BILINGUAL",
      },
      collection("certifications", [urn("profileCertification", 1)]),
      {
        entityUrn: urn("profileCertification", 1),
        $type: typed("Certification"),
        name: "Eel handling",
        authority: "Eel Board",
        licenseNumber: "EB-77",
        url: "https://eels.example/c/1",
        dateRange: { start: { year: 2018, month: 6 } },
      },
      collection("honors", []),
      collection("patents", [urn("profilePatent", 1)]),
      {
        entityUrn: urn("profilePatent", 1),
        $type: typed("Patent"),
        title: "Eel ladder",
        issuer: "ie",
        patentNumber: "IE1",
        issuedOn: { year: 2016, month: 3, day: 4 },
        inventors: [{ standardizedContributor: { "*profile": `urn:li:fsd_profile:${ME}` } }],
      },
    ],
  };
}

/** The same person as an API of before answered, which was not normalised. */
export const plainAnswer = {
  elements: [
    {
      firstName: "Ines",
      lastName: "Morrow",
      publicIdentifier: "ines-morrow",
      headline: "Head of Rivers",
      geoLocationName: "Cork, Ireland",
      industryName: "Utilities",
      profilePositionGroups: {
        paging: { total: 1 },
        elements: [
          {
            companyName: "Weir & Sons",
            company: { universalName: "weir-sons", entityUrn: "urn:li:fs_normalized_company:4711" },
            profilePositionInPositionGroup: {
              paging: { total: 1 },
              elements: [{ title: "Head of Rivers", timePeriod: { startDate: { year: 2019, month: 4 } } }],
            },
          },
        ],
      },
      profileSkills: { paging: { total: 1 }, elements: [{ name: "Eels" }] },
    },
  ],
};

/** An answer about a company. */
export function companyAnswer() {
  return {
    data: { "*elements": ["urn:li:fs_normalized_company:4711"] },
    included: [
      {
        entityUrn: "urn:li:fs_normalized_company:99",
        $type: "com.linkedin.voyager.organization.Company",
        name: "Another Works",
        universalName: "another",
      },
      {
        entityUrn: "urn:li:fs_normalized_company:4711",
        $type: "com.linkedin.voyager.organization.Company",
        name: "Weir & Sons",
        universalName: "weir-sons",
        tagline: "Water where it belongs",
        description: "Weirs since 1911.",
        companyPageUrl: "https://weir.example/",
        staffCount: 134,
        staffCountRange: { start: 51, end: 200 },
        "*companyIndustries": ["urn:li:fs_industry:4"],
        companyType: { localizedName: "Privately Held", code: "PRIVATELY_HELD" },
        foundedOn: { year: 1911 },
        headquarter: {
          country: "IE",
          geographicArea: "Munster",
          city: "Cork",
          postalCode: "T12",
          line1: "1 Quay",
        },
        confirmedLocations: [
          { country: "IE", city: "Cork", line1: "1 Quay", headquarter: true },
          { country: "IE", city: "Galway", headquarter: false },
        ],
        specialities: ["Weirs", "Eels"],
        "*followingInfo": "urn:li:fs_followingInfo:urn:li:company:4711",
        logo: { image: picture("weir"), type: "SQUARE_LOGO" },
        fundingData: {
          numFundingRounds: 3,
          lastFundingRound: {
            fundingType: "SERIES_A",
            announcedOn: { year: 2016, month: 3, day: 4 },
            moneyRaised: { currencyCode: "USD", amount: "12500000" },
            leadInvestors: [{ name: { text: "Somebody Rich" } }],
          },
        },
        viewerEmployee: true,
        permissions: { admin: true },
      },
      { entityUrn: "urn:li:fs_industry:4", localizedName: "Utilities" },
      { entityUrn: "urn:li:fs_followingInfo:urn:li:company:4711", followerCount: 20_431, following: true },
    ],
  };
}
