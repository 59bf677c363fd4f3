import { type ApiModule, describeApi } from "../kit/define-api.ts";
import type { Api } from "../kit/descriptor.ts";
import { images } from "./images/api.ts";
import { pdf } from "./pdf/api.ts";
import { products } from "./products/api.ts";
import { profiles } from "./profiles/api.ts";
import { seo } from "./seo/api.ts";
import { uuid } from "./uuid/api.ts";

/** The module of every API of the suite, in the order in which pages and documents show them. */
export const modules: readonly ApiModule[] = [uuid, seo, pdf, images, profiles, products];

/** Every API with its settings at their defaults: for documents, help and tests. */
export const apis: readonly Api[] = modules.map((module) => describeApi(module));
