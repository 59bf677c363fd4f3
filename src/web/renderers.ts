import type { Site } from "./page.tsx";

/**
 * What renders the pages, and the site that it renders. To be called with the first page: the server is to
 * answer its first UUID before it knows what HTML is, so nothing here is imported before.
 */
export async function loadRenderers({ baseUrl, metering, sendsEmail }: Omit<Site, "assets">) {
  const [
    { loadAssets },
    { landing },
    problems,
    status,
    { accountPages },
    { adminPages },
    { readFigures },
    { errorPage },
  ] = await Promise.all([
    import("./assets.ts"),
    import("./landing.tsx"),
    import("./problems.tsx"),
    import("./status.tsx"),
    import("./account.tsx"),
    import("./admin.tsx"),
    import("./benchmarks.tsx"),
    import("./error-page.tsx"),
  ]);
  const [assets, figures] = await Promise.all([loadAssets(), readFigures()]);
  return {
    ...problems,
    ...status,
    landing,
    accountPages,
    adminPages,
    errorPage,
    assets,
    figures,
    site: { baseUrl, assets, metering, sendsEmail },
  };
}
