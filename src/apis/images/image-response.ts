import type { z } from "zod";
import type { RemovedBackground } from "./job.ts";
import type { Removed } from "./responses.ts";

/** Makes the response of an image: the bytes with headers, or JSON. `full` is its size if `size` did not limit it. */
export function imageResponse(
  image: Uint8Array<ArrayBuffer>,
  facts: Omit<z.output<typeof Removed>, "imageBase64" | "ms">,
  ms: number,
  full: RemovedBackground["full"],
  asJson: boolean,
): RemovedBackground {
  const { engine, confidence, width, height, foreground } = facts;
  const headers = {
    "Quintet-Engine": engine,
    ...(confidence === null ? {} : { "Quintet-Confidence": confidence.toFixed(2) }),
    "Quintet-Width": String(width),
    "Quintet-Height": String(height),
    ...(foreground === null
      ? {}
      : {
          "Quintet-Foreground-Box": [foreground.x, foreground.y, foreground.width, foreground.height].join(
            ",",
          ),
          "Quintet-Foreground-Area": String(foreground.area),
        }),
    "Quintet-Processing-Ms": String(ms),
  };
  if (!asJson) return { body: image, mediaType: facts.type, headers, full };
  const json = { ...facts, imageBase64: Buffer.from(image).toString("base64"), ms };
  return {
    body: new TextEncoder().encode(JSON.stringify(json)),
    mediaType: "application/json",
    headers,
    full,
  };
}
