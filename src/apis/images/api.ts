import { defineApi } from "../../kit/define-api.ts";
import { operation } from "../../kit/descriptor.ts";
import { fileProblems } from "../../kit/fetch-file.ts";
import { modelsCommand } from "./commands.ts";
import { offeredModels } from "./offered-models.ts";
import { imageTypes } from "./pixels/kind.ts";
import { emptyFile, sampleFile } from "./sample.ts";
import { Removed, RemoveInput, synonyms } from "./schemas.ts";
import { imagesSettings } from "./settings.ts";

/** Background removal. Every image is decoded and processed in a sandbox process. */
export const images = defineApi({
  name: "images",
  title: "Quintet Images",
  version: "1.0.0",
  summary: "The subject of a picture, cut out of its background.",
  document: "/images/openapi.json",
  promises: [
    "One unit is one picture delivered. Whatever is refused, no-foreground included, costs nothing.",
    "The answer says which engine cut and how far it trusts the cut: nothing is passed off as something else.",
    "In PNG, pixels that belong to the subject alone keep their colours to the bit, and pixels that belong to the background alone hold nothing of it any more.",
    "Colours of soft edges are freed from the old background; decontaminate=false leaves them.",
    "A picture is held in memory, in a process of its own that has no keys, and is kept nowhere.",
    "Read are PNG, JPEG, WebP, GIF, TIFF and AVIF of up to 50 megapixels, upright by their EXIF, in sRGB; of an animation its first frame.",
    "Same bytes in, same picture out.",
  ],
  settings: imagesSettings,
  plans: {
    unit: "images",
    freePerMonth: 100,
    credits: 36,
    single: { title: "Background removal", price: 9, limit: 500 },
  },
  create(settings, { dataDir }) {
    const models = offeredModels(settings, dataDir);
    return {
      prepare: models.prepare,
      commands: [modelsCommand(settings, dataDir)],
      operations: {
        removeBackground: operation({
          method: "POST",
          path: "/images/remove-bg",
          summary: "Remove the background of a picture",
          description:
            "Takes a file, raw bytes, Base64 or an address, and answers with the cut-out as PNG, WebP, JPEG (before a new background), as a ZIP of colours and matte, or as JSON with its facts. Field names of remove.bg are taken too.",
          input: RemoveInput,
          synonyms,
          output: Removed,
          produces: ["image/png", "image/webp", "image/jpeg", "application/zip", "application/json"],
          accepts: { file: "image", types: imageTypes, base64: "imageBase64", others: ["bgImage"] },
          headers: {
            "Quintet-Engine": "Which engine cut.",
            "Quintet-Confidence":
              "How far it trusts its cut, 0 to 1; absent where it has no calibrated measure.",
            "Quintet-Width": "Of the answer, in pixels.",
            "Quintet-Height": "Of the answer, in pixels.",
            "Quintet-Foreground-Box": "Where the subject is in the answer: x,y,width,height.",
            "Quintet-Foreground-Area": "The share of the answer that it covers, 0 to 1.",
            "Quintet-Processing-Ms": "Milliseconds of work.",
          },
          errors: [
            "unsupported-image",
            "resolution-too-high",
            "unreadable-image",
            "no-foreground",
            "not-ready",
            "too-complex",
            "processing-failed",
            ...fileProblems,
          ],
          examples: [
            { title: "A file", input: {}, file: sampleFile },
            {
              title: "On white, cropped",
              input: { bgColor: "white", crop: "true", cropMargin: "10%" },
              file: sampleFile,
            },
            { title: "With its facts", input: { response: "json" }, file: sampleFile },
            { title: "The matte alone", input: { channels: "alpha" }, file: sampleFile },
            { title: "Nothing to find", input: {}, file: emptyFile, status: 422 },
            { title: "JPEG without a background", input: { format: "jpg" }, file: sampleFile, status: 400 },
          ],
          async run(input, context) {
            const { removeBackground } = await import("./remove-background.ts");
            return removeBackground(input, context, models);
          },
        }),
      },
    };
  },
});
