import type { Site } from "./page.tsx";

/**
 * Loads the renderers of pages, and the site they render. Called for the first page: rendering is imported only
 * then, so that the server starts faster.
 */
export async function loadRenderers({
  baseUrl,
  metering,
  sendsEmail,
  dataDir,
}: Omit<Site, "assets" | "brand"> & { readonly dataDir: string }) {
  const [
    { loadAssets },
    { createLanding },
    problems,
    status,
    { accountPages },
    siteAudits,
    sharedAudits,
    { readBrand },
    { adminPages },
    { chartsOf, readResults },
    { benchmarksPage },
    { pricingPage },
    { errorPage },
  ] = await Promise.all([
    import("./assets.ts"),
    import("./landing.tsx"),
    import("./problems.tsx"),
    import("./status.tsx"),
    import("./account.tsx"),
    import("./site-audits-page.tsx"),
    import("./shared-audit-page.tsx"),
    import("./brand.ts"),
    import("./admin.tsx"),
    import("./benchmarks/figures.ts"),
    import("./benchmarks/benchmarks-page.tsx"),
    import("./pricing/pricing-page.tsx"),
    import("./error-page.tsx"),
  ]);
  const [assets, results] = await Promise.all([loadAssets(), readResults()]);
  return {
    ...problems,
    ...status,
    landing: createLanding(),
    accountPages,
    ...siteAudits,
    ...sharedAudits,
    adminPages,
    errorPage,
    assets,
    results,
    charts: chartsOf(results),
    benchmarksPage,
    pricingPage,
    site: { baseUrl, assets, metering, sendsEmail, brand: readBrand(dataDir) },
  };
}
