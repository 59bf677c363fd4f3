import { defineApi } from "../../kit/define-api.ts";
import { operation } from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import { modelsCommand } from "./commands.ts";
import type { RemovedBackground } from "./job.ts";
import { offeredModels } from "./offered-models.ts";
import { imageTypes } from "./pixels/kind.ts";
import { rembgOperations } from "./rembg.ts";
import { IMAGE_CREDITS, removeBgAccount, removeBgOperation } from "./removebg.ts";
import { emptyFile, sampleFile } from "./sample.ts";
import { RemoveInput, removalProblems, synonyms } from "./schemas.ts";
import { imagesSettings } from "./settings.ts";

const responses = (): typeof import("./responses.ts") => require("./responses.ts");

const encoded = ({ body, mediaType, headers }: RemovedBackground) => new Encoded(body, mediaType, headers);

/** Background removal. Every image is decoded and processed in a sandbox process. */
export const images = defineApi({
  name: "images",
  title: "Quintet Images",
  version: "1.2.0",
  summary: "Remove the background from any image.",
  document: "/images/openapi.json",
  promises: [
    "Each image returned costs 1 image. Errors, `no-foreground` included, cost nothing.",
    "The response names the engine that was used and its confidence in the result.",
    "In PNG, pixels of the subject keep their exact colors, and pixels of the background are fully erased.",
    "The old background's color is removed from soft edges. `decontaminate=false` turns this off.",
    "Images are processed in memory, in a separate process without access to keys. They are not stored, except those of a job (`Prefer: respond-async`) until it ends.",
    "PNG, JPEG, WebP, GIF (first frame), TIFF and AVIF up to 50 megapixels. EXIF orientation is applied; output is sRGB.",
    "The same input always gives the same output.",
  ],
  settings: imagesSettings,
  plans: {
    unit: "images",
    freePerMonth: 100,
    credits: IMAGE_CREDITS,
    single: { title: "Background removal", price: 9, limit: 500 },
  },
  create(settings, { dataDir }) {
    const models = offeredModels(settings, dataDir);
    return {
      prepare: models.prepare,
      commands: [modelsCommand(settings, dataDir)],
      compatible: [removeBgOperation(models), ...rembgOperations(models)],
      compatibleAccount: removeBgAccount,
      operations: {
        removeBackground: operation({
          method: "POST",
          path: "/images/remove-bg",
          summary: "Remove the background from an image",
          description:
            "Send a file, raw bytes, Base64 or a URL. Returns the transparent image as PNG or WebP, on a new background as JPEG, as a ZIP with color and alpha mask, or as JSON with details. The field names of remove.bg also work.",
          input: RemoveInput,
          synonyms,
          get output() {
            return responses().Removed;
          },
          hiddenFromAgents: ["type", "typeLevel", "semitransparency"],
          produces: ["image/png", "image/webp", "image/jpeg", "application/zip", "application/json"],
          resultBytes: 300_000,
          accepts: { file: "image", types: imageTypes, base64: "imageBase64", others: ["bgImage"] },
          headers: {
            "Quintet-Engine": "The engine used.",
            "Quintet-Confidence": "The engine's confidence in the result, 0 to 1. Absent if it gives none.",
            "Quintet-Width": "Width of the returned image, in pixels.",
            "Quintet-Height": "Height of the returned image, in pixels.",
            "Quintet-Foreground-Box":
              "The position of the subject in the returned image, in pixels: x,y,width,height.",
            "Quintet-Foreground-Area": "The share of the returned image that the subject covers, 0 to 1.",
            "Quintet-Processing-Ms": "Processing time in milliseconds.",
          },
          errors: removalProblems,
          examples: [
            { title: "A file", input: {}, file: sampleFile },
            {
              title: "White background, cropped",
              input: { bgColor: "white", crop: "true", cropMargin: "10%" },
              file: sampleFile,
            },
            { title: "JSON response", input: { response: "json" }, file: sampleFile },
            { title: "Alpha mask only", input: { channels: "alpha" }, file: sampleFile },
            { title: "No subject", input: {}, file: emptyFile, status: 422 },
            {
              title: "JPEG without a background color",
              input: { format: "jpg" },
              file: sampleFile,
              status: 400,
            },
          ],
          async sample(input, context) {
            const { sampleRemoved } = await import("./sample-response.ts");
            return encoded(await sampleRemoved(input, context));
          },
          async run(input, context) {
            const { removeFrom } = await import("./remove-background.ts");
            return encoded(await removeFrom(input, context.mediaType, context, models));
          },
        }),
      },
    };
  },
});
