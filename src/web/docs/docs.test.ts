import { describe, expect, test } from "bun:test";
import { type ZodType, z } from "zod";
import { BASE } from "../../../test/helpers/demo-send.ts";
import { casesOf } from "../../../test/helpers/nightly.ts";
import { apis } from "../../apis/default-apis.ts";
import { accountContracts } from "../../app/account-contracts.ts";
import { platformResources } from "../../app/resources.ts";
import { fileNames, parametersOf } from "../../kit/descriptor.ts";
import type { JsonSchema } from "../../kit/json-schema.ts";
import { parameterSchema } from "../../kit/parameter.ts";
import { problemKinds } from "../../kit/problem-kinds.ts";
import { hasMethod } from "../../kit/resource.ts";
import { openApi } from "../../openapi/document.ts";
import { codesOf } from "../../openapi/error-codes.ts";
import { search } from "../assets/search.js";
import { sampleInput } from "../demo-samples.ts";
import { createVisitor, elementsOf, visitOnce } from "../visitor.fixture.ts";
import { changelogFeed, releasesOf } from "./changelog.ts";
import { highlightSnippet } from "./code-tabs.tsx";
import { endpointParameters, type Field, insidePath, parameterField, responseShape } from "./fields.ts";
import { endpointId, guideMarkdown, guides, isReference, resourcePath } from "./guides.ts";
import { highlight } from "./highlight.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { searchEntries } from "./search.ts";

const visit = visitOnce(createVisitor(apis));
const facts = {
  apis,
  resources: () => platformResources(apis),
  baseUrl: BASE,
  metering: true,
  off: new Set<string>(),
};
const knownIds = new Map<string, Promise<ReadonlySet<string>>>();
/** The ids of a page, which is parsed once: each operation of an API is on the same one. */
const idsOf = (path: string) =>
  knownIds.getOrInsertComputed(path, async () => {
    const elements = elementsOf(await (await visit(path)).text());
    return new Set(elements.flatMap(({ attributes }) => attributes.get("id") ?? []));
  });
/** The index, made once. */
const index = searchEntries(facts);

/** The paths of all fields, such as `score.value`. */
function pathsOf(fields: readonly Field[], prefix = ""): string[] {
  return fields.flatMap((field) => {
    const path = prefix === "" ? field.name : `${prefix}.${field.name}`;
    return [path, ...pathsOf(field.fields, path)];
  });
}

/** The paths of all fields as the Markdown of the reference has them, such as `score.categories.{name}.pointsLost`. */
function shownPathsOf(fields: readonly Field[], prefix = ""): string[] {
  return fields.flatMap((field) => {
    const path = prefix === "" ? field.name : `${prefix}.${field.name}`;
    return [path, ...shownPathsOf(field.fields, insidePath(field, prefix))];
  });
}

/** The paths of fields without a meaning. */
function withoutMeaning(fields: readonly Field[], prefix = ""): string[] {
  return fields.flatMap(({ name, description, fields: inside }) => [
    ...(description === undefined ? [prefix + name] : []),
    ...withoutMeaning(inside, `${prefix}${name}.`),
  ]);
}

const contracts = Object.values(accountContracts(apis.map(({ name }) => name)));

test.each(contracts)("every input and response field of $id has a meaning", ({ query, fields, output }) => {
  const inputs = Object.entries<ZodType>({ ...query.shape, ...fields.shape });
  const nameless = inputs.filter(([, input]) => !("description" in parameterSchema(input)));
  expect(nameless.map(([name]) => name)).toEqual([]);
  expect(withoutMeaning(responseShape({ output: output() }).fields)).toEqual([]);
});

const operations = apis.flatMap((api) =>
  Object.entries(api.operations).map(([id, operation]) => ({
    name: `${api.name} ${id}`,
    api,
    id,
    operation,
  })),
);

describe.each(operations)("the reference of $name", ({ api, id, operation }) => {
  const names = [
    ...new Set([...fileNames(operation.accepts), ...parametersOf(operation).map(([name]) => name)]),
  ];
  const paths = pathsOf(responseShape(operation).fields);

  test("has an example whose response the page can show", () => {
    const { examples } = operation;
    const first = examples.find(({ status = 200 }) => status === 200) ?? examples[0];
    expect(first.upstream !== true || sampleInput(api.name, id) !== undefined).toBe(true);
  });

  test("has a meaning for every parameter and response field", () => {
    const nameless = parametersOf(operation).filter(([, parameter]) => parameter.description === undefined);
    expect(nameless.map(([name]) => name)).toEqual([]);
    expect(withoutMeaning(responseShape(operation).fields)).toEqual([]);
  });

  test("has every parameter, response field and error code, with an example of its body", async () => {
    const html = await (await visit(`/docs/${api.name}`)).text();
    const ids = await idsOf(`/docs/${api.name}`);
    const at = `${api.name}-${id}`;
    const wanted = [
      ...names.map((name) => `${at}-parameter-${name}`),
      ...paths.map((path) => `${at}-response-${path}`),
    ];
    expect(wanted.filter((one) => !ids.has(one))).toEqual([]);
    const codes = codesOf(api, operation);
    expect(
      codes.filter((code) => !ids.has(`${at}-error-${code}`) && !ids.has(`${api.name}-error-${code}`)),
    ).toEqual([]);
    const text = html.replaceAll(/<[^>]*>/g, "");
    expect(text).not.toMatch(/&quot;undefined |\bNaN\b|\[object/);
    expect(codes.filter((code) => !text.includes(`&quot;code&quot;: &quot;${code}&quot;`))).toEqual([]);
  });

  test("is found by the search: every parameter, response field and error code", async () => {
    const entries = await index;
    const at = `/docs/${api.name}#${api.name}-${id}`;
    const finds = (query: string, url: string) =>
      search(entries, `${query} ${api.title}`).some((entry) => entry[2] === url) ||
      search(entries, query).some((entry) => entry[2] === url);
    expect(
      casesOf(names, 12).filter((name) => !finds(`${name} parameter`, `${at}-parameter-${name}`)),
    ).toEqual([]);
    expect(casesOf(paths, 18).filter((path) => !finds(path, `${at}-response-${path}`))).toEqual([]);
    const codes = codesOf(api, operation);
    expect(
      casesOf(codes, 12).filter((code) => search(entries, code)[0]?.[2] !== `/problems/${code}`),
    ).toEqual([]);
  });

  test("has the same parameters and fields as Markdown", async () => {
    const markdown = await (await visit(`/docs/${api.name}.md`)).text();
    const shown = shownPathsOf(responseShape(operation).fields);
    expect([...names, ...shown].filter((name) => !markdown.includes(`\`${name}\``))).toEqual([]);
  });
});

const resources = platformResources(apis);

interface Documented {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

test.each(resources.flatMap(({ actions }) => Object.values(actions).map((one) => [one.id, one] as const)))(
  "the parameters of %s have a meaning, and the type that the OpenAPI document has",
  async (_, contract) => {
    const source = { title: "Quintet", version: "1.0.0", apis: [], baseUrl: BASE };
    const document = JSON.parse(JSON.stringify(await openApi({ ...source, contracts: [contract] })));
    const { parameters = [] } = document.paths[contract.path][contract.method.toLowerCase()];
    const resolve = (one: Documented & { $ref?: string }): Documented =>
      one.$ref === undefined ? one : document.components.parameters[one.$ref.split("/").at(-1) ?? ""];
    const [body]: (JsonSchema | undefined)[] = Object.entries<JsonSchema>(document.components.schemas ?? {})
      .filter(([name]) => name.endsWith("Body"))
      .map(([, schema]) => schema);
    const documented = [
      ...parameters.map(resolve),
      ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
        name,
        schema,
        required: body?.required?.includes(name),
      })),
    ];
    for (const { name, type, description = "", isRequired } of endpointParameters(contract)) {
      const found = documented.find((one) => one.name === name);
      const own = parameterField(name, found?.schema ?? {}, found?.required ?? false);
      expect({ name, type, isRequired }).toEqual({
        name,
        type: own.type.replace(" or null", ""),
        isRequired: own.isRequired,
      });
      expect(`${name}: ${description}`).toMatch(/: \S.{12,}\.$/s);
    }
  },
);

test("lists are arrays, and what must be sent is marked as required", async () => {
  const keys = await (await visit("/docs/endpoints/keys")).text();
  const jobs = await (await visit("/docs/endpoints/jobs")).text();
  const rowOf = (html: string, name: string) =>
    html.match(new RegExp(`id="[\\w-]+-parameter-${name}">.*?</li>`, "s"))?.[0].replaceAll(/<[^>]*>/g, " ") ??
    "";
  expect(rowOf(keys, "apis")).toMatch(
    /array of strings.*webhooks.*adds the management of webhook endpoints/s,
  );
  expect(rowOf(keys, "apis")).not.toContain("key management");
  expect(rowOf(keys, "allowedIps")).toMatch(/array of strings.*IP addresses/s);
  expect(rowOf(keys, "expiresAt")).toContain("ISO 8601");
  expect(rowOf(keys, "grace")).toContain("How long the old key keeps working.");
  expect(rowOf(jobs, "id")).toMatch(/required.*The ID of the job\./s);
  expect(rowOf(await (await visit("/docs/seo")).text(), "url")).toContain("required");
});

test("a field that an alternative of a response may lack is optional", () => {
  const output = z.union([
    z.object({ valid: z.literal(true), uuid: z.string(), kind: z.string() }),
    z.object({ valid: z.literal(false), uuid: z.string().optional() }),
  ]);
  const { fields } = responseShape({ output });
  expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ["valid", true],
    ["uuid", false],
    ["kind", false],
  ]);
});

test("a response without a body is a note, and a list has an example of an entry", async () => {
  const html = await (await visit("/docs/endpoints/jobs")).text();
  expect(html).toContain("Response 204: No body: <code>Last-Event-ID</code>");
  expect(html).not.toContain("Response 204</span>");
  const lists = resources.flatMap(({ actions }) =>
    Object.values(actions).map(({ example }) => example?.response),
  );
  const empty = lists.filter((one) => {
    const [first] = Object.values(typeof one === "object" && one !== null ? one : {});
    return one !== null && "next" in Object(one) && Array.isArray(first) && first.length === 0;
  });
  expect(empty).toEqual([]);
});

test("code in TypeScript is highlighted, also where a guide calls it ts", () => {
  const { html } = renderMarkdown("```ts\nconst a = 1;\n```");
  expect(html).toMatch(/TypeScript.*hljs-keyword/s);
});

test("files of the checkout that the changelog names are pages of the docs", async () => {
  const html = await (await visit("/docs/changelog")).text();
  expect(html).toContain('href="/docs/jobs"');
  expect(html).not.toMatch(/docs\/[\w-]+\.md|href="[\w.]+-(?:docs|http)/);
});

test.each(resources)(
  "the reference of $name has each endpoint with its parameters, its code and its response",
  async (resource) => {
    const path = resourcePath(resource);
    const html = await (await visit(path)).text();
    const text = html.replaceAll(/<[^>]*>/g, "");
    expect(text).not.toMatch(/&quot;undefined |\bNaN\b|\[object/);
    const ids = await idsOf(path);
    const markdown = await (await visit(`${path}.md`)).text();
    for (const contract of Object.values(resource.actions)) {
      const id = endpointId(resource, contract);
      const names = Object.keys({ ...contract.query.shape, ...contract.fields.shape });
      const wanted = [id, ...names.map((name) => `${id}-parameter-${name}`)];
      expect(wanted.filter((one) => !ids.has(one))).toEqual([]);
      expect(names.filter((name) => !markdown.includes(`\`${name}\``))).toEqual([]);
      if (hasMethod(contract) && contract.noContent === undefined)
        expect([contract.id, contract.example?.response]).not.toContain(undefined);
    }
  },
);

test("the sidebar of every page lists each operation and endpoint, and the list of endpoints stays short", async () => {
  const html = await (await visit("/docs/endpoints")).text();
  const links = new Set(elementsOf(html).flatMap(({ attributes }) => attributes.get("href") ?? []));
  const wanted = [
    ...operations.map(({ api, id }) => `/docs/${api.name}#${api.name}-${id}`),
    ...resources.flatMap((resource) =>
      Object.values(resource.actions).map(
        (contract) => `${resourcePath(resource)}#${endpointId(resource, contract)}`,
      ),
    ),
  ];
  expect(wanted.filter((link) => !links.has(link))).toEqual([]);
  expect(html.match(/<table/g)).toBeNull();
  expect((await visit("/docs/endpoints/nothing").catch((error: Error) => error)) instanceof Error).toBe(true);
});

test.each(guides.filter((guide) => !isReference(guide)))(
  "the guide $slug shows a response",
  async (guide) => {
    const markdown = await guideMarkdown(guide, facts);
    expect(markdown).toMatch(/```(?:json|ini)|\n\$ |HTTP\/1\.1|\| `/);
  },
);

describe("the search index", () => {
  test("is small, and each of its URLs leads to a page and a place on it", async () => {
    const response = await visit("/docs/search.json");
    const text = await response.text();
    expect(Bun.gzipSync(text).length).toBeLessThan(55_000);
    const entries: [string, string, string, string][] = JSON.parse(text);
    const missing: string[] = [];
    for (const [, , url] of entries) {
      const [path = "", anchor] = url.split("#");
      // Pages of another module, which test/system/site opens.
      if (/^\/(?:account|signup)\b/.test(path)) continue;
      const ids = await idsOf(path);
      if (anchor !== undefined && !ids.has(anchor)) missing.push(url);
    }
    expect(missing).toEqual([]);
  });

  test("puts exact titles first, and finds nothing for nonsense", async () => {
    const entries = await index;
    expect(search(entries, "quota-exceeded")[0]?.[2]).toBe("/problems/quota-exceeded");
    expect(search(entries, "Idempotency")[0]?.[2]).toBe("/docs/idempotency");
    expect(search(entries, "zzzz")).toEqual([]);
    expect(search(entries, "  ")).toEqual([]);
  });
});

describe("guides", () => {
  test.each(guides)("$slug fills in every value, and each of its links leads to a page", async (guide) => {
    const markdown = await guideMarkdown(guide, facts);
    expect(markdown).not.toMatch(/\{\{/);
    const { html } = renderMarkdown(markdown);
    const links = [...html.matchAll(/href="(\/[^"#?]*)/g)].map(([, path = ""]) => path);
    for (const path of new Set(links)) {
      if (!/^\/(?:docs|problems|examples)\b/.test(path)) continue;
      expect([path, (await visit(path)).status]).toEqual([path, 200]);
    }
  });
});

describe("code", () => {
  test("is escaped, whatever it contains", () => {
    for (const language of ["bash", "json", "typescript", "python", "go", "php", "yaml", "ini"] as const) {
      const html = highlight('"</code><script>alert(1)</script>&<', language);
      expect(html.replaceAll(/<\/?span[^>]*>/g, "")).not.toMatch(/[<>]/);
    }
    expect(renderMarkdown('```bash\necho "<b>" & `x`\n```').html).not.toContain("<b>");
  });
});

describe("the changelog", () => {
  test("has a feed of every release, which is well-formed Atom", async () => {
    const feed = await changelogFeed(BASE);
    const released = (await releasesOf()).filter(({ day }) => day !== undefined);
    expect(released.length).toBeGreaterThan(0);
    expect([...feed.matchAll(/<entry>/g)]).toHaveLength(released.length);
    expect(feed).toStartWith(
      '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
    );
    for (const { id } of released) expect(feed).toContain(`<id>${BASE}/docs/changelog#${id}</id>`);
    const content = feed.replaceAll(/<content type="html">[\s\S]*?<\/content>/g, (part) => {
      expect(part.slice(24, -10)).not.toMatch(/[<>]/);
      return "";
    });
    expect(content).toContain("<updated>");
  });
});

test("Markdown says which parameters a request must have, and the values of choices", async () => {
  const markdown = await (await visit("/docs/seo.md")).text();
  expect(markdown).toContain("| `url` | string, query, required |");
  const endpoints = await (await visit("/docs/endpoints/jobs.md")).text();
  expect(endpoints).toContain("| `id` | string, path, required |");
});

test("a guide makes only the values that it names", async () => {
  const resources = () => {
    throw new TypeError("no guide but the list of endpoints has the resources");
  };
  for (const guide of guides.filter(({ slug }) => slug !== "endpoints"))
    expect(await guideMarkdown(guide, { ...facts, resources })).not.toContain("{{");
});

test("the index of the search is made in many turns of the event loop, so that requests are handled between", async () => {
  let turns = 0;
  let isMade = false;
  const count = () => {
    turns++;
    if (!isMade) setImmediate(count);
  };
  count();
  await searchEntries(facts);
  isMade = true;
  expect(turns).toBeGreaterThan(guides.length);
});

test("code that is long is escaped and not highlighted", () => {
  const written = highlightSnippet({ language: "curl", text: `curl "${"<'".repeat(20_000)}"` });
  expect(written).not.toMatch(/<|'/);
  expect(highlightSnippet({ language: "curl", text: 'curl "x"' })).toContain("<span");
});

test("every error code has a page that the list of errors links to", async () => {
  const errors = guides.find(({ slug }) => slug === "errors");
  const markdown = errors === undefined ? "" : await guideMarkdown(errors, facts);
  for (const code of Object.keys(problemKinds))
    expect(markdown).toContain(`[\`${code}\`](/problems/${code})`);
});

test("an operation with many response fields shows the first ones, and names the others", async () => {
  const html = await (await visit("/docs/seo")).text();
  const [, names = ""] = /more fields: ([^<]*)/.exec(html) ?? [];
  expect(names.split(", ").length).toBeGreaterThan(6);
  for (const name of names.split(", ")) expect(html).toContain(`id="seo-audit-response-${name}"`);
});
