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
    { readFigures },
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
    import("./benchmarks.tsx"),
    import("./error-page.tsx"),
  ]);
  const [assets, figures] = await Promise.all([loadAssets(), readFigures()]);
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
    figures,
    site: { baseUrl, assets, metering, sendsEmail, brand: readBrand(dataDir) },
  };
}
