import { mkdir } from "node:fs/promises";
import { removeJob } from "../../src/apis/images/job.ts";
import { readOptions } from "../../src/apis/images/options.ts";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { RemoveInput } from "../../src/apis/images/schemas.ts";
import { modules } from "../../src/apis/index.ts";
import { companyPage } from "../../src/apis/profiles/linkedin/pages.fixture.ts";
import { createCalls } from "../../src/app/calls.ts";
import { createDemoSend, demoApis } from "../../src/app/demo-apis.ts";
import { readConfig } from "../../src/config.ts";
import type { Api } from "../../src/kit/descriptor.ts";
import type { State } from "../../src/kit/state.ts";
import { ownWork } from "../../src/kit/work.ts";
import { createLog } from "../../src/ops/log.ts";
import { createCall } from "../../src/web/call.ts";
import { sampleInput } from "../../src/web/demo-samples.ts";
import { open, page } from "../servers/profiles-site.ts";
import { fileAt } from "./generated.ts";

/**
 * Records the sample responses of test keys from real calls on the samples of the docs. Run it after a change of a
 * response's fields: `bun test/recorders/record-samples.ts`.
 */
const MOMENT = "2026-11-20T12:00:00.000Z";

/** The same JSON without what differs from run to run. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (/^(?:fetchedAt|observedAt)$/.test(name)) return [name, MOMENT];
      if (/(?:^ms|Ms)$/.test(name) && typeof inner === "number") return [name, 20];
      return [name, settled(inner)];
    }),
  );
}

const config = readConfig({});
const {
  apis: served,
  made,
  services,
} = createCalls(config, createLog("silent"), {
  state: {} as State,
  metering: undefined,
});
const deps = { baseUrl: config.baseUrl, log: createLog("silent"), newId: () => crypto.randomUUID() };
const apis = demoApis(
  modules.map((module) => served.find(({ name }) => name === module.name) as Api),
  made.deps,
);
const signal = new AbortController().signal;
const call = createCall(
  createDemoSend(apis, deps, { run: services.run, uploads: services.uploads }),
  config.baseUrl,
  signal,
);

for (const [name, id, folder] of [
  ["seo", "audit", "seo"],
  ["seo", "meta", "seo"],
  ["products", "product", "products"],
  ["profiles", "profile", "profiles"],
  ["pdf", "extract", "pdf"],
] as const) {
  const operation = apis.find((api) => api.name === name)?.operations[id];
  if (operation === undefined) throw new TypeError(`${name} has no operation ${id}`);
  const [example] = operation.examples;
  const file = example.file?.make();
  const answer = await call(operation, sampleInput(name, id) ?? example.input, { file });
  if (answer.status !== 200) throw new Error(`${name} ${id}: ${answer.body}`);
  const json = `${JSON.stringify(settled(JSON.parse(answer.body)), undefined, 2)}\n`;
  await Bun.write(fileAt(`src/apis/${folder}/samples/${id}.json`), json);
}

await mkdir(Bun.fileURLToPath(fileAt("src/apis/images/samples")), { recursive: true });
for (const mediaType of ["image/png", "image/webp", "image/jpeg", "application/zip"]) {
  const bgColor = mediaType === "image/jpeg" ? "white" : undefined;
  const options = readOptions(RemoveInput.parse({ bgColor }), mediaType);
  const messages = services.run(
    removeJob,
    { image: sampleFile.make(), background: undefined, options },
    signal,
    ownWork,
  );
  for await (const { body } of messages) {
    await Bun.write(fileAt(`src/apis/images/samples/removed.${options.format}`), body);
  }
}
{
  const options = readOptions(RemoveInput.parse({ response: "json" }), "image/png");
  const task = { image: sampleFile.make(), background: undefined, options };
  for await (const { body } of services.run(removeJob, task, signal, ownWork)) {
    const { imageBase64: _, ...json } = JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>;
    await Bun.write(
      fileAt("src/apis/images/samples/removed.json"),
      `${JSON.stringify(settled(json), undefined, 2)}\n`,
    );
  }
}
const site = await open(() => page(companyPage()));
const company = settled(await site.company("weir-sons"));
await Bun.write(
  fileAt("src/apis/profiles/samples/company.json"),
  `${JSON.stringify(company, undefined, 2)}\n`,
);
await made.close();
process.exit(0);
