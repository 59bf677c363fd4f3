/**
 * Records the results that the landing page and the tools show, from real calls on the samples of the demos. Writes
 * `src/web/samples/results.json` and `src/web/assets/husky.webp`. `npm run generate` runs it.
 */
import { z } from "zod";
import type { Call } from "../../src/web/call.ts";
import { HUSKY, INES, sample, TEA, TEAPOT_FOR_SALE, TEAPOTS } from "../../src/web/demo-samples.ts";
import { openSamples } from "../helpers/demo-send.ts";
import { fileAt } from "./generated.ts";

/** The parts of an audit that pages show. */
const Audit = z.object({
  score: z.object({ value: z.number(), max: z.number() }),
  findings: z.array(
    z.object({
      severity: z.string(),
      points: z.number(),
      message: z.string(),
      fix: z.object({ summary: z.string() }),
    }),
  ),
  passed: z.array(z.string()),
  preview: z.object({
    search: z.object({ title: z.string(), address: z.string(), description: z.string() }),
    social: z.object({ facebook: z.object({ title: z.string(), domain: z.string() }) }),
  }),
});

const Money = z.object({ amount: z.string(), currency: z.string() });

/** The parts of a product that pages show. */
const Product = z.object({
  title: z.string(),
  price: Money,
  listPrice: Money,
  availability: z.object({ text: z.string() }),
  rating: z.object({ average: z.number(), count: z.number() }),
});

/** The parts of a profile that pages show. */
const Profile = z.object({
  fullName: z.string(),
  headline: z.string(),
  location: z.object({ text: z.string() }),
  experience: z.array(
    z.object({
      title: z.string(),
      company: z.object({ name: z.string() }),
      isCurrent: z.boolean(),
    }),
  ),
});

/** Calls the APIs on the samples, and returns the parts of the results that pages show. */
export async function recordResults() {
  const { apis, call } = openSamples();
  const ask = async (name: string, id: string, input: Parameters<Call>[1], sent?: Parameters<Call>[2]) => {
    const operation = apis.find((api) => api.name === name)?.operations[id];
    if (operation === undefined) throw new TypeError(`${name} has no operation ${id}`);
    const response = await call(operation, input, sent);
    if (response.status !== 200) throw new Error(`${name}.${id}: ${response.status} ${response.body}`);
    return response;
  };
  const sent = async ({ file, mediaType }: typeof TEAPOTS | typeof HUSKY) => ({
    file: await sample(file),
    mediaType,
  });
  const seo = await ask("seo", "audit", { url: TEA.url });
  const pdf = await ask("pdf", "extract", {}, await sent(TEAPOTS));
  const husky = await ask("images", "removeBackground", {}, await sent(HUSKY));
  const profiles = await ask("profiles", "profile", { username: INES.username });
  const products = await ask("products", "product", { asin: TEAPOT_FOR_SALE.asin });
  return {
    results: {
      seo: Audit.parse(JSON.parse(seo.body)),
      pdf: pdf.body,
      profiles: Profile.parse(JSON.parse(profiles.body)),
      products: Product.parse(JSON.parse(products.body)),
    },
    husky: husky.bytes ?? new Uint8Array(),
  };
}

if (import.meta.main) {
  const { results, husky } = await recordResults();
  await Bun.write(fileAt("src/web/samples/results.json"), `${JSON.stringify(results, null, 2)}\n`);
  await Bun.write(fileAt("src/web/assets/husky.webp"), husky);
}
