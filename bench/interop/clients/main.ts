import { check } from "./calls.ts";
import { heyApi } from "./hey-api.ts";
import { openapiFetch } from "./openapi-fetch.ts";
import { orval } from "./orval.ts";

const [, , baseUrl = "", pdf = "", image = ""] = process.argv;
const file = async (base64: string, type: string) => new Blob([Buffer.from(base64, "base64")], { type });
for (const [name, calls] of Object.entries({
  "hey-api": heyApi(baseUrl),
  "openapi-fetch": openapiFetch(baseUrl),
  orval: orval(),
})) {
  await check(name, calls, await file(pdf, "application/pdf"), await file(image, "image/png"));
  process.stdout.write(`${name}: uploads, typed problems, binary and NDJSON\n`);
}
