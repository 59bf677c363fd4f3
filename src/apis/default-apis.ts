import { describeApi } from "../kit/define-api.ts";
import type { Api } from "../kit/descriptor.ts";
import { modules } from "./index.ts";

/** Every API with its settings at their defaults: for documents, help and tests. A server does not load it. */
export const apis: readonly Api[] = modules.map((module) => describeApi(module));
