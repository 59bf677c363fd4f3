/** What Google asks of a type before it shows a rich result. */
export interface Requirement {
  /** The page of Google's documentation, below /search/docs/appearance/structured-data/. */
  readonly docs: string;
  /** Each entry is needed; of the paths in one entry, any will do. */
  readonly required: readonly (readonly string[])[];
  readonly recommended: readonly string[];
}

const all = (...paths: string[]): string[][] => paths.map((path) => path.split("|"));

/**
 * Google's required and recommended properties by type. One table, so that it can be compared with the
 * documentation page by page; `path.path` goes into nested items, `a|b` means one of them.
 */
export const requirements: Readonly<Record<string, Requirement>> = {
  Article: {
    docs: "article",
    required: [],
    recommended: ["headline", "image", "datePublished", "dateModified", "author", "author.name"],
  },
  BreadcrumbList: {
    docs: "breadcrumb",
    required: all(
      "itemListElement",
      "itemListElement.position",
      "itemListElement.name|itemListElement.item.name",
    ),
    recommended: [],
  },
  Product: {
    docs: "product-snippet",
    required: all("name", "review|aggregateRating|offers"),
    recommended: ["image", "description", "offers.price", "offers.priceCurrency", "offers.availability"],
  },
  Recipe: {
    docs: "recipe",
    required: all("name", "image"),
    recommended: [
      "author",
      "datePublished",
      "description",
      "recipeIngredient",
      "recipeInstructions",
      "totalTime",
    ],
  },
  Event: {
    docs: "event",
    required: all("name", "startDate", "location"),
    recommended: ["description", "endDate", "eventStatus", "image", "offers", "organizer", "performer"],
  },
  LocalBusiness: {
    docs: "local-business",
    required: all("name", "address"),
    recommended: ["geo", "openingHoursSpecification", "telephone", "url"],
  },
  VideoObject: {
    docs: "video",
    required: all("name", "thumbnailUrl", "uploadDate"),
    recommended: ["contentUrl|embedUrl", "description", "duration"],
  },
  JobPosting: {
    docs: "job-posting",
    required: all(
      "title",
      "description",
      "datePosted",
      "hiringOrganization",
      "jobLocation|applicantLocationRequirements",
    ),
    recommended: ["baseSalary", "employmentType", "validThrough", "identifier"],
  },
  Review: {
    docs: "review-snippet",
    required: all("author", "itemReviewed", "reviewRating.ratingValue"),
    recommended: ["datePublished"],
  },
  AggregateRating: {
    docs: "review-snippet",
    required: all("itemReviewed", "ratingValue", "ratingCount|reviewCount"),
    recommended: ["bestRating"],
  },
  SoftwareApplication: {
    docs: "software-app",
    required: all("name", "offers.price", "aggregateRating|review"),
    recommended: ["applicationCategory", "operatingSystem"],
  },
  FAQPage: {
    docs: "faqpage",
    required: all("mainEntity", "mainEntity.name", "mainEntity.acceptedAnswer.text"),
    recommended: [],
  },
  QAPage: {
    docs: "qapage",
    required: all(
      "mainEntity",
      "mainEntity.name",
      "mainEntity.answerCount",
      "mainEntity.acceptedAnswer|mainEntity.suggestedAnswer",
    ),
    recommended: ["mainEntity.text", "mainEntity.author", "mainEntity.datePublished"],
  },
  DiscussionForumPosting: {
    docs: "discussion-forum",
    required: all("author", "datePublished", "text|image|video|sharedContent"),
    recommended: ["comment", "headline", "url"],
  },
  ProfilePage: {
    docs: "profile-page",
    required: all("mainEntity", "mainEntity.name|mainEntity.alternateName"),
    recommended: ["dateCreated", "mainEntity.image", "mainEntity.sameAs"],
  },
  Dataset: {
    docs: "dataset",
    required: all("name", "description"),
    recommended: ["creator", "license", "distribution", "temporalCoverage"],
  },
  Organization: { docs: "organization", required: [], recommended: ["name", "url", "logo"] },
};

const SUBTYPES: Readonly<Record<string, string>> = {
  Article: "NewsArticle BlogPosting TechArticle ReportageNewsArticle",
  LocalBusiness: `Restaurant Store Hotel Dentist Physician MedicalClinic Pharmacy Bakery BarOrPub CafeOrCoffeeShop
    FoodEstablishment AutoDealer AutoRepair BeautySalon HairSalon DaySpa RealEstateAgent LegalService Attorney Plumber
    Electrician HomeAndConstructionBusiness ProfessionalService AccountingService InsuranceAgency FinancialService
    ClothingStore ElectronicsStore FurnitureStore GroceryStore HardwareStore JewelryStore ShoeStore SportsActivityLocation
    HealthClub LodgingBusiness BedAndBreakfast TravelAgency`,
  Event: `BusinessEvent ChildrensEvent ComedyEvent DanceEvent EducationEvent ExhibitionEvent Festival FoodEvent
    LiteraryEvent MusicEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent`,
  SoftwareApplication: "MobileApplication WebApplication VideoGame",
  Organization: "Corporation NGO EducationalOrganization NewsMediaOrganization OnlineStore OnlineBusiness",
  Product: "ProductModel IndividualProduct",
};

const parents = new Map(
  Object.entries(SUBTYPES).flatMap(([parent, names]) =>
    names.split(/\s+/).map((name) => [name, parent] as const),
  ),
);

/** What Google asks of a type, by its own name or that of the type it is a kind of. */
export function requirementOf(type: string): Requirement | undefined {
  const name = parents.get(type) ?? type;
  return Object.hasOwn(requirements, name) ? requirements[name] : undefined;
}
