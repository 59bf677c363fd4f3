import type { ApiModule } from "../kit/define-api.ts";
import { images } from "./images/api.ts";
import { pdf } from "./pdf/api.ts";
import { products } from "./products/api.ts";
import { profiles } from "./profiles/api.ts";
import { seo } from "./seo/api.ts";
import { uuid } from "./uuid/api.ts";

/** The module of every API of the suite, in the order in which pages and documents show them. */
export const modules: readonly ApiModule[] = [uuid, seo, pdf, images, profiles, products];
