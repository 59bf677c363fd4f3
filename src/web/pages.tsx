import type { Endpoint, RoutedRequest } from "../http/endpoint.ts";
import type { Api } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import { rawQuery } from "../kit/query.ts";
import { createCall } from "./call.ts";
import { pageHeaders } from "./headers.ts";

// Loaded with the first page: the server is to answer its first UUID before it knows what HTML is.
async function loadRenderers(baseUrl: string) {
  const [{ loadAssets }, { landing }, problems] = await Promise.all([
    import("./assets.ts"),
    import("./landing.tsx"),
    import("./problems.tsx"),
  ]);
  const assets = await loadAssets();
  return { ...problems, landing, assets, site: { baseUrl, assets } };
}

/**
 * The pages of the site and the files that they load: `/`, `/problems`, one page for each problem code,
 * `/assets/…`. `apis`: what the pages show; an API added there appears without a change here. Unlike
 * operations, pages ignore query names that they do not know: links come with tracking parameters.
 */
export function pageEndpoints(apis: readonly Api[], baseUrl: string): Endpoint[] {
  let loading: ReturnType<typeof loadRenderers> | undefined;
  const renderers = () => {
    loading ??= loadRenderers(baseUrl);
    return loading;
  };
  const endpoint = (
    path: `/${string}`,
    name: string,
    answer: (request: RoutedRequest, requestId: string) => Promise<Response>,
  ): Endpoint => ({ path, labels: ["web", name], methods: ["GET"], shared: false, answer });
  const calls = (request: Request, requestId: string) => createCall(baseUrl, requestId, request.signal);

  return [
    endpoint("/", "landing", async (request, requestId) => {
      const { landing, site } = await renderers();
      const given = new URLSearchParams(rawQuery(request.url)).get("uuid");
      const html = await landing(apis, site, calls(request, requestId), given);
      // It shows UUIDs made for it: a copy from a cache would show them twice.
      return new Response(html, { headers: pageHeaders(requestId, "no-store") });
    }),
    endpoint("/problems", "problems", async (_request, requestId) => {
      const { problemsPage, site } = await renderers();
      return new Response(problemsPage(site), { headers: pageHeaders(requestId, "public, max-age=300") });
    }),
    endpoint("/problems/{code}", "problem", async (request, requestId) => {
      const { problemPage, isProblemCode, site } = await renderers();
      const { code = "" } = request.params;
      if (!isProblemCode(code)) {
        throw new Problem("not-found", "No problem has this code. All of them are at /problems.");
      }
      const html = await problemPage(code, apis, site, calls(request, requestId), requestId);
      return new Response(html, { headers: pageHeaders(requestId, "public, max-age=300") });
    }),
    endpoint("/assets/{name}", "asset", async (request, requestId) => {
      const { assets } = await renderers();
      return assets.answer(request.params.name ?? "", rawQuery(request.url), requestId);
    }),
  ];
}
