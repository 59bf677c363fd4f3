import type { Site } from "./page.tsx";

/**
 * Loads the landing page, and the site that all pages render. Called for the first page: rendering is imported only
 * then, so that the server starts faster. Other pages are imported when they are first opened.
 */
export async function loadRenderers({
  baseUrl,
  metering,
  sendsEmail,
  dataDir,
}: Omit<Site, "assets" | "brand"> & { readonly dataDir: string }) {
  const [{ loadAssets }, { createLanding }, { readBrand }, { chartsOf, readResults }] = await Promise.all([
    import("./assets.ts"),
    import("./landing.tsx"),
    import("./brand.ts"),
    import("./benchmarks/figures.ts"),
  ]);
  const [assets, results] = await Promise.all([loadAssets(), readResults()]);
  return {
    landing: createLanding(),
    assets,
    results,
    charts: chartsOf(results),
    site: { baseUrl, assets, metering, sendsEmail, brand: readBrand(dataDir) },
  };
}
