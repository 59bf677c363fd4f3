import { z } from "zod";
import { redirect } from "../http/core/responses.ts";
import type { Trial } from "../http/metering/trial.ts";

const Shared = z.object({ share: z.object({ path: z.string().startsWith("/reports/") }) });
const Text = z.object({
  text: z.string().optional(),
  pages: z.array(z.object({ text: z.string().optional() })),
});

/** The calls that visitors may try on the pages of the tools without a key. */
export const trials: readonly Trial[] = [
  {
    path: "/trial/seo",
    api: "seo",
    operation: "audit",
    names: ["url"],
    // Where the operator has a browser, pages that scripts draw are rendered.
    fixed: { share: "true", render: "auto" },
    async page(response, requestId) {
      return redirect(Shared.parse(await response.json()).share.path, requestId);
    },
  },
  {
    path: "/trial/pdf",
    api: "pdf",
    operation: "extract",
    names: ["url"],
    fixed: { format: "markdown", include: "words" },
    async page(response, requestId) {
      const { text, pages } = Text.parse(await response.json());
      return new Response(text ?? pages.map((page) => page.text ?? "").join("\n\n"), {
        headers: {
          "Content-Type": "text/markdown; charset=utf-8",
          "Content-Disposition": 'attachment; filename="document.md"',
          "X-Content-Type-Options": "nosniff",
          "Cache-Control": "no-store",
          "X-Request-Id": requestId,
        },
      });
    },
  },
  { path: "/trial/images", api: "images", operation: "removeBackground", names: ["url"], fixed: {} },
];
