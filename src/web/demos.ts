import type { Send } from "../http/core/in-process.ts";
import type { AnyOperation, Api } from "../kit/descriptor.ts";
import { type Call, type CallResponse, createCall } from "./call.ts";
import {
  Audit,
  type AuditShown,
  Person,
  type PersonShown,
  Product,
  type ProductShown,
} from "./demo-answers.ts";
import { DOG, INES, sample, TEA, TEAPOT_FOR_SALE, TEAPOTS } from "./demo-samples.ts";

/** An image as served. */
export interface TransparentImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** The demo of each API on the landing page; undefined if it did not run. */
export interface Demos {
  readonly seo: AuditShown | undefined;
  /** The text as Markdown. */
  readonly pdf: string | undefined;
  readonly images: TransparentImage | undefined;
  readonly products: ProductShown | undefined;
  readonly profiles: PersonShown | undefined;
}

function find(apis: readonly Api[], name: string, id: string): AnyOperation | undefined {
  return apis.find((api) => api.name === name)?.operations[id];
}

async function shown<T>(
  call: Promise<CallResponse>,
  read: (answer: CallResponse) => T,
): Promise<T | undefined> {
  const answer = await call;
  return answer.status === 200 ? read(answer) : undefined;
}

/** How long a page waits for the demos that are still running, in milliseconds. */
const PATIENCE_MS = 100;

/**
 * Runs the demos of the landing page: real calls on sample files. They run at the first visit and are kept for
 * all others. A demo that fails or is late is left out and retried for a later visit.
 */
export function createDemos(apis: readonly Api[], baseUrl: string, send: Send) {
  const kept = new Map<keyof Demos, Promise<Demos[keyof Demos]>>();
  const once = <Name extends keyof Demos>(name: Name, ask: (call: Call) => Promise<Demos[Name]>) => {
    const before = kept.get(name) as Promise<Demos[Name]> | undefined;
    if (before !== undefined) return before;
    // Not the visitor's signal: whoever comes next wants the answer too.
    const { signal } = new AbortController();
    const running = ask(createCall(send, baseUrl, signal)).catch(() => undefined);
    kept.set(name, running);
    void running.then((shown) => {
      if (shown === undefined) kept.delete(name);
    });
    return running;
  };
  const audit = find(apis, "seo", "audit");
  const extract = find(apis, "pdf", "extract");
  const remove = find(apis, "images", "removeBackground");
  const lookUp = find(apis, "products", "product");
  const profile = find(apis, "profiles", "profile");
  const runSeo = async (call: Call) =>
    audit && shown(call(audit, { url: TEA.url }), ({ body }) => Audit.parse(JSON.parse(body)));
  const runPdf = async (call: Call) => {
    const file = await sample(TEAPOTS.file);
    return extract && shown(call(extract, {}, { file, mediaType: TEAPOTS.mediaType }), ({ body }) => body);
  };
  const runImages = async (call: Call) => {
    const file = await sample(DOG.file);
    const { mediaType } = DOG;
    const cut = (answer: CallResponse) => ({
      bytes: answer.bytes ?? new Uint8Array(),
      mediaType: answer.mediaType,
    });
    return remove && shown(call(remove, {}, { file, mediaType }), cut);
  };
  const runProducts = async (call: Call) => {
    const { asin } = TEAPOT_FOR_SALE;
    const read = ({ body }: CallResponse) => Product.parse(JSON.parse(body));
    return lookUp && shown(call(lookUp, { asin, marketplace: "com" }), read);
  };
  const runProfiles = async (call: Call) => {
    const read = ({ body }: CallResponse) => Person.parse(JSON.parse(body));
    return profile && shown(call(profile, { username: INES.username }), read);
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
