/** @jsxImportSource hono/jsx */
import type { Catalogue, Listing } from "../accounts/catalogue.ts";
import type { Endpoint } from "../http/core/endpoint.ts";
import type { Api } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import { rawQuery } from "../kit/query.ts";
import type { Run } from "../kit/sandbox.ts";
import type { AvailabilityMeter } from "../ops/availability.ts";
import { type Call, createCall } from "./call.ts";
import { sampleFetch } from "./demo-samples.ts";
import { createDemos, type DemoReach } from "./demos.ts";
import { docsEndpoints } from "./docs/docs-endpoints.ts";
import { fileEndpoints } from "./file-endpoints.ts";
import { pageAnswer } from "./headers.ts";
import { machineReadableEndpoints } from "./machine-readable.ts";
import { loadRenderers } from "./renderers.ts";
import { KEPT, siteEndpoint } from "./site-endpoint.ts";
import type { Figures } from "./status.tsx";

/** While the database is away. */
const NO_FIGURES: Figures = new Map();

/** What the pages show, and what they may use. */
export interface SiteOptions {
  /** An API added here appears on the pages without a change there. Those with keys read samples of our own. */
  readonly apis: readonly Api[];
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Whether calls need a key and people can have accounts. */
  readonly metering: boolean;
  readonly catalogue: Catalogue;
  readonly listing: Listing;
  /** Origins of the pages to pay on; none where nobody pays. */
  readonly payOrigins: readonly string[];
  readonly availability: Pick<AvailabilityMeter, "report">;
  /** Runs the jobs of demos and examples, until the signal. */
  run(signal: AbortSignal): Run;
  /** Opens what the demos keep, apart from what callers keep. */
  demoReach(): Promise<DemoReach>;
}

/** The pages of the site, and the pages of accounts for whoever answers for those. */
export interface Pages {
  readonly endpoints: readonly Endpoint[];
  accountPages(): Promise<ReturnType<Awaited<ReturnType<typeof loadRenderers>>["accountPages"]>>;
  adminPages(): Promise<ReturnType<Awaited<ReturnType<typeof loadRenderers>>["adminPages"]>>;
}

/** What the endpoints of the site answer with. */
interface PageContext {
  readonly options: SiteOptions;
  renderers(): ReturnType<typeof loadRenderers>;
  /** Calls operations for the examples of a page, until its request ends. */
  calls(request: Request, requestId: string): Promise<Call>;
  readonly demos: ReturnType<typeof createDemos>;
  /** What was measured; a page without its figures is better than none. */
  figures(): Promise<Figures>;
}

function createContext(options: SiteOptions): PageContext {
  const { apis, baseUrl } = options;
  let loading: ReturnType<typeof loadRenderers> | undefined;
  return {
    options,
    renderers: () => {
      loading ??= loadRenderers(options);
      return loading;
    },
    calls: async (request, requestId) =>
      createCall(baseUrl, requestId, request.signal, {
        ...(await options.demoReach()),
        fetch: sampleFetch,
        run: options.run(request.signal),
      }),
    demos: createDemos(apis, baseUrl, options.run, options.demoReach),
    figures: () => options.availability.report().catch(() => NO_FIGURES),
  };
}

function landingEndpoint({ options, renderers, calls, demos, figures }: PageContext): Endpoint {
  const { apis, catalogue, listing } = options;
  return siteEndpoint("/", "landing", async (request, requestId) => {
    const { landing, site } = await renderers();
    const html = await landing({
      apis,
      site,
      call: await calls(request, requestId),
      given: new URLSearchParams(rawQuery(request.url)).get("uuid"),
      demos: await demos(),
      catalogue,
      listing,
      measured: (await figures()).get(30) ?? [],
    });
    // It shows UUIDs made for it: a copy from a cache would show them twice.
    return pageAnswer(request, requestId, html, "no-store");
  });
}

function statusEndpoint({ options, renderers, figures }: PageContext): Endpoint {
  // A page with figures that have not changed is not written again.
  const pages = new WeakMap<Figures, string>();
  return siteEndpoint("/status", "status", async (request, requestId) => {
    const { statusPage, site } = await renderers();
    const measured = await figures();
    const html = pages.get(measured) ?? statusPage(options.apis, site, measured);
    if (measured !== NO_FIGURES) pages.set(measured, html);
    return pageAnswer(request, requestId, html, "no-store");
  });
}

function problemEndpoints({ options, renderers, calls }: PageContext): Endpoint[] {
  return [
    siteEndpoint("/problems", "problems", async (request, requestId) => {
      const { problemsPage, site } = await renderers();
      return pageAnswer(request, requestId, problemsPage(site), KEPT);
    }),
    siteEndpoint("/problems/{code}", "problem", async (request, requestId) => {
      const { problemPage, isProblemCode, site } = await renderers();
      const { code = "" } = request.params;
      if (!isProblemCode(code)) {
        throw new Problem("not-found", "No problem has this code. All of them are at /problems.");
      }
      const call = await calls(request, requestId);
      const html = await problemPage(code, options.apis, site, call, requestId);
      return pageAnswer(request, requestId, html, KEPT);
    }),
  ];
}

/**
 * The pages of the site and the files that they load. Unlike operations, pages ignore query names that they
 * do not know: links come with tracking parameters.
 */
export function createPages(options: SiteOptions): Pages {
  const context = createContext(options);
  const { renderers, demos } = context;
  const endpoints = [
    landingEndpoint(context),
    ...docsEndpoints({ facts: context.options, ...context }),
    statusEndpoint(context),
    ...problemEndpoints(context),
    siteEndpoint("/assets/{name}", "asset", async (request, requestId) => {
      const { assets } = await renderers();
      return assets.answer(request, requestId);
    }),
    ...fileEndpoints(options.apis, demos),
    ...machineReadableEndpoints(options),
  ];
  return {
    endpoints,
    async accountPages() {
      const { accountPages, site } = await renderers();
      return accountPages(site, options.payOrigins);
    },
    async adminPages() {
      const { adminPages, site } = await renderers();
      return adminPages(site);
    },
  };
}
