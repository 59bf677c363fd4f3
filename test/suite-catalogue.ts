import { defaultCatalogue } from "../src/accounts/default-catalogue.ts";
import { apis } from "../src/apis/index.ts";

/** What the suite sells where no CATALOGUE_FILE is set. */
export const catalogue = defaultCatalogue(apis);
