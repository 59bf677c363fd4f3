import type { z } from "zod";
import type { SampleContext } from "../../kit/descriptor.ts";
import { imageResponse } from "./image-response.ts";
import type { RemovedBackground } from "./job.ts";
import { mediaTypeOf, readOptions } from "./options.ts";
import { kindOf } from "./pixels/kind.ts";
import { OWN_NAMES } from "./remove-background.ts";
import { Removed } from "./responses.ts";
import type { RemoveInput } from "./schemas.ts";

/**
 * The sample of the docs without its background, in the format that is asked for; JPEG with a white one. Throws what
 * `readOptions` and `checkUrl` throw, and `unsupported-image`.
 */
export async function sampleRemoved(
  input: z.output<typeof RemoveInput>,
  { mediaType: wanted, checkUrl }: SampleContext,
  names = OWN_NAMES,
): Promise<RemovedBackground> {
  const { format, asJson } = readOptions(input, wanted);
  for (const [file, url, name, urlName] of [
    [input.image, input.url, names.image, names.url],
    [input.bgImage, input.bgImageUrl, names.background, names.backgroundUrl],
  ] as const) {
    if (url !== undefined) await checkUrl(url, urlName);
    else if (file !== undefined) kindOf(file, name);
  }
  const file = Bun.file(new URL(`./samples/removed.${format}`, import.meta.url));
  const [body, { default: recorded }] = await Promise.all([file.bytes(), import("./samples/removed.json")]);
  const { ms, imageBase64: _, ...facts } = Removed.parse({ ...recorded, imageBase64: "" });
  const full = { width: facts.width, height: facts.height };
  return imageResponse(body, { ...facts, type: mediaTypeOf[format] }, ms, full, asJson);
}
