import createClient from "openapi-fetch";
import type { paths } from "../generated/openapi-typescript.d.ts";
import type { Calls } from "./calls.ts";

/** openapi-typescript types a file as a string; its documentation has the body written by a function. */
const form = (name: string, file: Blob) => ({
  body: {},
  bodySerializer() {
    const data = new FormData();
    data.append(name, file);
    return data;
  },
});

export function openapiFetch(baseUrl: string): Calls {
  const client = createClient<paths>({ baseUrl });
  return {
    async upload(file) {
      const { data } = await client.POST("/pdf/extract", form("file", file));
      return typeof data === "object" && "pages" in data ? data.pages[0]?.text : undefined;
    },
    async problem(file) {
      const { error } = await client.POST("/pdf/extract", form("file", file));
      return error?.code;
    },
    async binary(file) {
      const { data } = await client.POST("/images/remove-bg", {
        ...form("image", file),
        parseAs: "arrayBuffer",
      });
      return data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array();
    },
    async lines(file) {
      const { data } = await client.POST("/pdf/extract", {
        ...form("file", file),
        headers: { Accept: "application/x-ndjson" },
        parseAs: "text",
      });
      return String(data);
    },
  };
}
