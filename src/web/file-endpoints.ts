import type { Endpoint } from "../http/core/endpoint.ts";
import type { Api } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import type { Call } from "./call.ts";
import { sample, TEAPOTS } from "./demo-samples.ts";
import { exampleFiles, exampleImage } from "./examples.ts";
import { imageResponse } from "./headers.ts";
import { KEPT, siteEndpoint } from "./site-endpoint.ts";

/** The endpoints of sample files, and of images in example responses. */
export function fileEndpoints(apis: readonly Api[], calls: (request: Request) => Call): Endpoint[] {
  const files = exampleFiles(apis);
  return [
    siteEndpoint("/examples/{name}", "example", async (request, requestId) => {
      const offered = files.get(request.params.name ?? "");
      if (offered === undefined) throw new Problem("not-found", "No example has a file with this name.");
      return new Response(offered.file.make(), {
        headers: {
          "Content-Type": offered.mediaType,
          "Content-Disposition": "attachment",
          "X-Content-Type-Options": "nosniff",
          "Content-Security-Policy": "default-src 'none'; sandbox",
          "Cache-Control": KEPT,
          "X-Request-Id": requestId,
        },
      });
    }),
    siteEndpoint("/answers/{name}", "answer", async (request, requestId) => {
      const image = await exampleImage(apis, request.params.name ?? "", calls(request));
      if (image?.bytes === undefined)
        throw new Problem("not-found", "No page shows an image with this name.");
      return imageResponse(requestId, image.bytes, image.mediaType, KEPT);
    }),
    siteEndpoint("/demo/teapots.pdf", "demo", async (_request, requestId) =>
      imageResponse(requestId, await sample(TEAPOTS.file), "application/pdf", KEPT),
    ),
  ];
}
