import { expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { apis } from "../apis/default-apis.ts";
import examples from "../apis/examples.json" with { type: "json" };
import { describedResources } from "../app/resources.ts";
import { siteAuditSchemas } from "../app/site-audit-schemas.ts";
import { accountContracts } from "../http/accounts/account-contracts.ts";
import { contractExamples } from "../http/accounts/contract-examples.ts";
import { isForClients } from "../http/core/openapi-endpoints.ts";
import { jobContracts, jobExamples } from "../jobs/job-contracts.ts";
import { Job } from "../jobs/job-views.ts";
import { siteAuditContracts, siteAuditExamples } from "../site-audits/site-audit-contracts.ts";
import { openApi } from "./document.ts";

interface Media {
  readonly schema: { readonly $ref?: string; readonly format?: string };
  readonly example?: unknown;
}

interface Parameter extends Media {
  readonly $ref?: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { $ref?: string; content?: Readonly<Record<string, Media>> }>>;
}

const names = apis.filter(({ access }) => access === "key").map(({ name }) => name);
interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: {
    readonly responses: Record<string, Described["responses"][string]>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

const actions = describedResources(names).flatMap((one) => Object.values(one.actions));
const source = {
  version: "1.0.0",
  baseUrl: "http://quintet.test",
  examples: {
    ...{ ...examples, ...contractExamples, ...jobExamples, ...siteAuditExamples },
    ...Object.fromEntries(actions.map(({ id, example }) => [id, example])),
  },
  job: Job,
};
const contracts = [
  ...Object.values(accountContracts(names)),
  ...Object.values(jobContracts),
  ...Object.values(siteAuditContracts(siteAuditSchemas)),
  ...actions,
].filter(isForClients);
// As it is sent. The document of everything leaves long examples out: those of each API have all.
const documents = [...apis.map((api) => [api]), [], apis].map(
  (own) =>
    JSON.parse(
      JSON.stringify(
        openApi({ ...source, title: "Quintet", apis: own, contracts: own.length === 1 ? [] : contracts }),
      ),
    ) as Document,
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** Fails unless the example of a schema in its document fits it. */
function expectValid({ schema, example }: Media, { components }: Document): void {
  const validate = ajv.compile({ ...schema, components });
  expect({ valid: validate(example), errors: validate.errors }).toEqual({ valid: true, errors: null });
}

const operations = documents.flatMap((document, i) =>
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((one) => [`${one.operationId} (document ${i})`, one, document] as const),
  ),
);

test.each(operations)("%s has a valid example of its response", (_, { operationId, responses }, document) => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const { content } = document.components.responses[success?.$ref?.split("/").at(-1) ?? ""] ?? success ?? {};
  const json = content?.["application/json"];
  // The results of jobs are whatever their calls respond, and events are no JSON.
  if (json === undefined && operationId.match(/Results?$|^follow/)) return;
  const isWhole = document !== documents.at(-1);
  if (isWhole) expect(json).toHaveProperty("example");
  if (json?.example !== undefined) expectValid(json, document);
});

test.each(operations)(
  "%s has a valid example of its request",
  (_, { parameters: listed = [], requestBody }, document) => {
    const parameters = listed.map(
      (one) => document.components.parameters?.[one.$ref?.split("/").at(-1) ?? ""] ?? one,
    );
    const shown = parameters.filter((one) => one.example !== undefined);
    for (const one of shown) expectValid(one, document);
    // A file alone is no JSON: its media type says what to send.
    const bodies = Object.entries(requestBody?.content ?? {}).filter(([type]) => type === "application/json");
    for (const [, body] of bodies) {
      expect(body).toHaveProperty("example");
      expectValid(body, document);
    }
    const required = parameters.filter((one) => one.required === true);
    for (const one of required) expect(one).toHaveProperty("example");
    const own = parameters.filter((one) => one.in !== "header");
    if (own.length > 0 && requestBody === undefined) expect(shown.length).toBeGreaterThan(0);
  },
);
