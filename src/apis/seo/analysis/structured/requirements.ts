/** Google's requirements of a type for a rich result. */
export interface Requirement {
  /** The page of Google's documentation, below /search/docs/appearance/structured-data/. */
  readonly docs: string;
  /** Paths, separated by spaces; of `a|b`, any will do. */
  readonly required: string;
  /** The required properties of each item of a property, if there are any. */
  readonly nested?: Readonly<Record<string, string>>;
  readonly recommended: string;
}

/**
 * Google's required and recommended properties by type. One table, so that it can be compared with the
 * documentation page by page; `path.path` goes into nested items, `a|b` means one of them. Product, Review,
 * AggregateRating, Recipe, VideoObject, JobPosting, BreadcrumbList and Organization were compared in November
 * 2026 with Adobe's open structured-data-validator, which follows those pages; the other types were not. What is
 * recommended only for some pages of a type (a video's regions, a job's remote places) is left out.
 */
export const requirements: Readonly<Record<string, Requirement>> = {
  Article: {
    docs: "article",
    required: "",
    recommended: "headline image datePublished dateModified author author.name author.url",
  },
  BreadcrumbList: {
    docs: "breadcrumb",
    // `breadcrumbFaults` has more to say.
    required: "",
    recommended: "",
  },
  Product: {
    docs: "product-snippet",
    required: "name review|aggregateRating|offers",
    nested: {
      offers: "price|lowPrice|priceSpecification.price",
    },
    recommended:
      "image description offers.priceCurrency|offers.priceSpecification.priceCurrency offers.availability",
  },
  ProductGroup: {
    docs: "product-variants",
    required: "name",
    recommended: "hasVariant|isVariantOf productGroupID variesBy",
  },
  Recipe: {
    docs: "recipe",
    required: "name image",
    recommended:
      "aggregateRating author cookTime datePublished description keywords nutrition.calories prepTime recipeCategory recipeCuisine recipeIngredient recipeInstructions recipeYield totalTime video",
  },
  Event: {
    docs: "event",
    required: "name startDate location location.address|location.url",
    recommended: "description endDate eventStatus image offers organizer performer",
  },
  LocalBusiness: {
    docs: "local-business",
    required: "name address",
    recommended: "geo openingHoursSpecification priceRange telephone url",
  },
  VideoObject: {
    docs: "video",
    required: "name thumbnailUrl uploadDate",
    recommended: "contentUrl|embedUrl description duration",
  },
  JobPosting: {
    docs: "job-posting",
    required: "title description datePosted hiringOrganization jobLocation|applicantLocationRequirements",
    recommended: "baseSalary directApply employmentType identifier validThrough",
  },
  Review: {
    docs: "review-snippet",
    required: "author itemReviewed itemReviewed.name reviewRating.ratingValue",
    recommended: "datePublished",
  },
  AggregateRating: {
    docs: "review-snippet",
    required: "itemReviewed itemReviewed.name ratingValue ratingCount|reviewCount",
    recommended: "",
  },
  SoftwareApplication: {
    docs: "software-app",
    required: "name offers.price aggregateRating|review",
    recommended: "applicationCategory operatingSystem",
  },
  FAQPage: {
    docs: "faqpage",
    required: "mainEntity",
    nested: { mainEntity: "name acceptedAnswer.text" },
    recommended: "",
  },
  QAPage: {
    docs: "qapage",
    required:
      "mainEntity mainEntity.name mainEntity.answerCount mainEntity.acceptedAnswer|mainEntity.suggestedAnswer mainEntity.acceptedAnswer.text|mainEntity.suggestedAnswer.text",
    recommended: "mainEntity.text mainEntity.author mainEntity.datePublished",
  },
  DiscussionForumPosting: {
    docs: "discussion-forum",
    required: "author author.name datePublished text|image|video|sharedContent|url",
    recommended: "author.url comment headline url",
  },
  ProfilePage: {
    docs: "profile-page",
    required: "mainEntity mainEntity.name|mainEntity.alternateName",
    recommended: "dateCreated mainEntity.image mainEntity.sameAs",
  },
  Dataset: {
    docs: "dataset",
    required: "name description",
    recommended: "creator license distribution temporalCoverage",
  },
  Course: { docs: "course", required: "name description", recommended: "provider" },
  Movie: { docs: "movie", required: "name image", recommended: "dateCreated director" },
  Organization: { docs: "organization", required: "", recommended: "name url logo" },
};

/** Google's requirements for ratings and reviews in any item (review-snippet). */
export const nestedInAll: NonNullable<Requirement["nested"]> = {
  aggregateRating: "ratingValue ratingCount|reviewCount",
  review: "author",
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
  SoftwareApplication: "MobileApplication WebApplication",
  Organization: "Corporation NGO EducationalOrganization NewsMediaOrganization OnlineStore OnlineBusiness",
  Product: "ProductModel IndividualProduct",
};

const parents = new Map(
  Object.entries(SUBTYPES).flatMap(([parent, names]) =>
    names.split(/\s+/).map((name) => [name, parent] as const),
  ),
);

/** Google's requirements of a type, by its own name or that of its supertype. */
export function requirementOf(type: string): Requirement | undefined {
  const name = parents.get(type) ?? type;
  return Object.hasOwn(requirements, name) ? requirements[name] : undefined;
}
