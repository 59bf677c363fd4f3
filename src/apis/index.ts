import type { Api } from "../kit/descriptor.ts";
import { imagesApi } from "./images/api.ts";
import { pdfApi } from "./pdf/api.ts";
import { productsApi } from "./products/api.ts";
import { profilesApi } from "./profiles/api.ts";
import { seoApi } from "./seo/api.ts";
import { uuidApi } from "./uuid/api.ts";

/** Every API of the suite, in the order in which pages and documents show them. */
export const apis: readonly Api[] = [uuidApi, seoApi, pdfApi, imagesApi, profilesApi, productsApi];
