import type { z } from "zod";
import type { SampleContext } from "../../kit/descriptor.ts";
import type { RemovedBackground } from "./job.ts";
import { readOptions } from "./options.ts";
import { kindOf } from "./pixels/kind.ts";
import { OWN_NAMES } from "./remove-background.ts";
import { Removed, type RemoveInput } from "./schemas.ts";

const mediaTypes = {
  png: "image/png",
  webp: "image/webp",
  jpg: "image/jpeg",
  zip: "application/zip",
} as const;

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
  const mediaType = mediaTypes[format];
  const imageBase64 = Buffer.from(body).toString("base64");
  const facts = Removed.parse({ ...recorded, type: mediaType, imageBase64 });
  const { engine, confidence, width, height, foreground, ms } = facts;
  const { x = 0, y = 0, width: across = 0, height: down = 0, area = 0 } = foreground ?? {};
  const headers = {
    "Quintet-Engine": engine,
    "Quintet-Confidence": (confidence ?? 0).toFixed(2),
    "Quintet-Width": String(width),
    "Quintet-Height": String(height),
    "Quintet-Foreground-Box": [x, y, across, down].join(","),
    "Quintet-Foreground-Area": String(area),
    "Quintet-Processing-Ms": String(ms),
  };
  const full = { width, height };
  if (!asJson) return { body, mediaType, headers, full };
  const json = new TextEncoder().encode(JSON.stringify(facts));
  return { body: json, mediaType: "application/json", headers, full };
}
