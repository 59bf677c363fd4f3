import type { Site } from "./page.tsx";

/**
 * What renders the pages, and the site that it renders. To be called with the first page: the server is to
 * answer its first UUID before it knows what HTML is, so nothing here is imported before.
 */
export async function loadRenderers({ baseUrl, metering }: Omit<Site, "assets">) {
  const [{ loadAssets }, { landing }, problems, status, { accountPages }, { adminPages }] = await Promise.all(
    [
      import("./assets.ts"),
      import("./landing.tsx"),
      import("./problems.tsx"),
      import("./status.tsx"),
      import("./account.tsx"),
      import("./admin.tsx"),
    ],
  );
  const assets = await loadAssets();
  return {
    ...problems,
    ...status,
    landing,
    accountPages,
    adminPages,
    assets,
    site: { baseUrl, assets, metering },
  };
}
