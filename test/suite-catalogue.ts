import type { Catalogue } from "../src/accounts/catalogue.ts";
import { defaultCatalogue } from "../src/accounts/default-catalogue.ts";
import { apis } from "../src/apis/default-apis.ts";

/** What the suite sells where no CATALOGUE_FILE is set. */
export const catalogue = defaultCatalogue(apis);

/** A catalogue whose plans of the price list `descriptor` are sold, and the others are not. */
export const catalogueByApi: Catalogue = {
  ...catalogue,
  plans: catalogue.plans.map((plan) => ({
    ...plan,
    listing: plan.listing === "landing" ? "descriptor" : "landing",
  })),
};
