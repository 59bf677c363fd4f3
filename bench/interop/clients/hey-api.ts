import { createClient } from "../generated/hey/client/index.ts";
import { imagesRemoveBackground, pdfExtract } from "../generated/hey/index.ts";
import type { Calls } from "./calls.ts";

export function heyApi(baseUrl: string): Calls {
  const client = createClient({ baseUrl });
  return {
    async upload(file) {
      const { data } = await pdfExtract({ client, body: { file } });
      return data !== undefined && "pages" in data ? data.pages[0]?.text : undefined;
    },
    async problem(file) {
      const { error } = await pdfExtract({ client, body: { file } });
      return error?.code;
    },
    async binary(file) {
      const { data } = await imagesRemoveBackground({
        client,
        parseAs: "arrayBuffer",
        body: { image: file },
      });
      return new Uint8Array(data as unknown as ArrayBuffer);
    },
    async lines(file) {
      const headers = { Accept: "application/x-ndjson" };
      const { data } = await pdfExtract({ client, headers, parseAs: "text", body: { file } });
      return data as unknown as string;
    },
  };
}
