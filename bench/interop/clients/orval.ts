import { imagesRemoveBackground, type PdfExtract, pdfExtract, seoAudit } from "../generated/orval.ts";
import type { Calls } from "./calls.ts";

/** Orval's client has no base URL: the document of the live server has it. */
export function orval(): Calls {
  return {
    async upload(file) {
      const answer = await pdfExtract({ file });
      // Orval leaves the body of an operation that can respond with NDJSON to its caller.
      if (!("stream" in answer)) return undefined;
      const extracted = (await answer.stream.json()) as unknown as PdfExtract;
      return extracted.pages[0]?.text;
    },
    async problem() {
      // Orval reads every response of an operation that returns a file as a Blob, so this asks one that returns JSON.
      const answer = await seoAudit({ url: "http://127.0.0.1/" });
      return answer.status === 400 ? answer.data.code : undefined;
    },
    async binary(file) {
      const answer = await imagesRemoveBackground({ image: file });
      return answer.data instanceof Blob ? new Uint8Array(await answer.data.arrayBuffer()) : new Uint8Array();
    },
    async lines(file) {
      const answer = await pdfExtract({ file }, { headers: { Accept: "application/x-ndjson" } });
      return "stream" in answer ? await answer.stream.text() : "";
    },
  };
}
