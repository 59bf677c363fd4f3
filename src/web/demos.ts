import { z } from "zod";
import type { Reach } from "../kit/context.ts";
import type { AnyOperation, Api } from "../kit/descriptor.ts";
import type { Fetch, Fetched } from "../kit/fetch.ts";
import type { Run } from "../kit/sandbox.ts";
import { type Answer, type Call, createCall } from "./call.ts";

/** The page that the audit is shown with, and where it claims to live. */
const TEA = { file: "tea.html", url: "https://leaf.example/tea/green" } as const;

/** What the page draws of an audit. */
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
    search: z.object({
      title: z.string().nullable(),
      address: z.string(),
      description: z.string().nullable(),
    }),
    social: z.object({
      facebook: z.object({
        title: z.string().nullable(),
        description: z.string().nullable(),
        domain: z.string(),
      }),
    }),
  }),
});
export type AuditShown = z.output<typeof Audit>;

const Money = z.object({ amount: z.string(), currency: z.string() });

/** What the page draws of a product. */
const Product = z.object({
  title: z.string(),
  brand: z.string().nullable(),
  price: Money.nullable(),
  listPrice: Money.nullable(),
  availability: z.object({ text: z.string().nullable() }),
  rating: z.object({ average: z.number().nullable(), count: z.number().nullable() }).nullable(),
  seller: z.object({ name: z.string() }).nullable(),
  bullets: z.array(z.string()),
  sources: z.record(z.string(), z.string()),
});
export type ProductShown = z.output<typeof Product>;

const When = z.object({ value: z.string() }).nullable();

/** What the page draws of a person. */
const Person = z.object({
  fullName: z.string(),
  headline: z.string().nullable(),
  location: z.object({ text: z.string().nullable() }).nullable(),
  experience: z.array(
    z.object({
      title: z.string().nullable(),
      company: z.object({ name: z.string().nullable() }),
      start: When,
      end: When,
      isCurrent: z.boolean(),
    }),
  ),
  skills: z.array(z.string()),
});
export type PersonShown = z.output<typeof Person>;

/** Whose pages of two sites are read; both are invented, and neither site is asked. */
const TEAPOT_FOR_SALE = { file: "product.html", host: "www.amazon.com", asin: "B0TEAPOT01" } as const;
const INES = { file: "profile.html", host: "www.linkedin.com", username: "ines-morrow" } as const;

/** The page whose text is shown, and the media type in which. */
const TEAPOTS = { file: "teapots.pdf", mediaType: "text/markdown" } as const;

/** The picture that is cut out, among the assets because the page shows it too. */
const TEAPOT = { file: "../assets/teapot.jpg", mediaType: "image/webp" } as const;

/** A picture as it is served. */
export interface CutOut {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** An answer that was really given, and how long it took. */
export interface Shown<T> {
  readonly value: T;
  readonly ms: number;
}

/** What the landing page shows of each API; a member is undefined where its demo did not run. */
export interface Demos {
  readonly seo: Shown<AuditShown> | undefined;
  /** The text as Markdown. */
  readonly pdf: Shown<string> | undefined;
  readonly images: Shown<CutOut> | undefined;
  readonly products: Shown<ProductShown> | undefined;
  readonly profiles: Shown<PersonShown> | undefined;
}

async function sample(name: string): Promise<Uint8Array> {
  return Bun.file(new URL(`./samples/${name}`, import.meta.url)).bytes();
}

/** The file that an address of the samples leads to. */
function sampleAt(url: string): string | undefined {
  if (url === TEA.url) return TEA.file;
  const { host, pathname } = new URL(url);
  return [TEAPOT_FOR_SALE, INES].find((one) => one.host === host && pathname !== "/robots.txt")?.file;
}

/** An internet of three pages. */
const sampleFetch: Fetch = async (url) => {
  const file = sampleAt(url);
  const answer: Fetched = {
    url,
    status: file === undefined ? 404 : 200,
    headers: new Map([["content-type", ["text/html; charset=utf-8"]]]),
    body: file === undefined ? new Uint8Array() : await sample(file),
    truncated: false,
    transferBytes: 0,
    redirects: [],
    stopped: undefined,
    ttfbMs: 0,
    totalMs: 0,
  };
  return answer;
};

function find(apis: readonly Api[], path: string): AnyOperation | undefined {
  return apis.flatMap((api) => Object.values(api.operations)).find((operation) => operation.path === path);
}

async function timed<T>(ask: Promise<Answer>, read: (answer: Answer) => T): Promise<Shown<T> | undefined> {
  const started = performance.now();
  const answer = await ask;
  return answer.status === 200 ? { value: read(answer), ms: performance.now() - started } : undefined;
}

/** Two sites without limits, and a place for their copies that is nobody else's. */
export type DemoSites = Pick<Reach, "state" | "upstreams">;

/** How long a page waits for the demos that are still running, in milliseconds. */
const PATIENCE_MS = 1_500;

/**
 * Runs the demos of the landing page: real calls on samples of our own, made with the first visit and kept
 * for all others. What fails, or is not there in time, is left out and tried again for a later visit.
 */
export function createDemos(
  apis: readonly Api[],
  baseUrl: string,
  run: (signal: AbortSignal) => Run,
  sites: () => Promise<DemoSites>,
) {
  const kept = new Map<keyof Demos, Promise<Demos[keyof Demos]>>();
  const once = <Name extends keyof Demos>(name: Name, ask: (call: Call) => Promise<Demos[Name]>) => {
    const before = kept.get(name) as Promise<Demos[Name]> | undefined;
    if (before !== undefined) return before;
    // Not the visitor's signal: whoever comes next wants the answer too.
    const { signal } = new AbortController();
    const running = sites()
      .then((reach) =>
        ask(createCall(baseUrl, "", signal, { ...reach, run: run(signal), fetch: sampleFetch })),
      )
      .catch(() => undefined);
    kept.set(name, running);
    void running.then((shown) => {
      if (shown === undefined) kept.delete(name);
    });
    return running;
  };
  const audit = find(apis, "/seo/audit");
  const extract = find(apis, "/pdf/extract");
  const remove = find(apis, "/images/remove-bg");
  const lookUp = find(apis, "/amazon/product");
  const profile = find(apis, "/linkedin/profile");
  const runSeo = async (call: Call) =>
    audit && timed(call(audit, { url: TEA.url }), ({ body }) => Audit.parse(JSON.parse(body)));
  const runPdf = async (call: Call) => {
    const file = await sample(TEAPOTS.file);
    return extract && timed(call(extract, {}, { file, mediaType: TEAPOTS.mediaType }), ({ body }) => body);
  };
  const runImages = async (call: Call) => {
    const file = await sample(TEAPOT.file);
    const { mediaType } = TEAPOT;
    const cut = (answer: Answer) => ({
      bytes: answer.bytes ?? new Uint8Array(),
      mediaType: answer.mediaType,
    });
    return remove && timed(call(remove, {}, { file, mediaType }), cut);
  };
  const runProducts = async (call: Call) => {
    const { asin } = TEAPOT_FOR_SALE;
    const read = ({ body }: Answer) => Product.parse(JSON.parse(body));
    return lookUp && timed(call(lookUp, { asin, marketplace: "com" }), read);
  };
  const runProfiles = async (call: Call) => {
    const read = ({ body }: Answer) => Person.parse(JSON.parse(body));
    return profile && timed(call(profile, { username: INES.username }), read);
  };
  const late = <T>(running: Promise<T>): Promise<T | undefined> =>
    Promise.race([running, Bun.sleep(PATIENCE_MS).then(() => undefined)]);

  return async (): Promise<Demos> => {
    const [seo, pdf, images, products, profiles] = await Promise.all([
      late(once("seo", runSeo)),
      late(once("pdf", runPdf)),
      late(once("images", runImages)),
      late(once("products", runProducts)),
      late(once("profiles", runProfiles)),
    ]);
    return { seo, pdf, images, products, profiles };
  };
}
