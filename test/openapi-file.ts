import { uuidApi } from "../src/apis/uuid/api.ts";
import { openApi } from "../src/kit/openapi.ts";

/** Where the committed document lies. */
export const OPENAPI_FILE = new URL("../openapi.json", import.meta.url);

/** The text that `openapi.json` must hold: the document of the UUID service at its default address. */
export function openApiFile(): string {
  const { title, version } = uuidApi;
  return `${JSON.stringify(openApi(title, version, [uuidApi], "http://localhost:8080"), null, 2)}\n`;
}

if (import.meta.main) await Bun.write(OPENAPI_FILE, openApiFile());
