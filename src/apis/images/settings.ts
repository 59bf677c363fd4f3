import { z } from "zod";
import type { SettingsDefinition } from "../../kit/define-api.ts";
import { upstreamUrls } from "../../kit/upstream-urls.ts";

const variables = {
  IMAGES_MODEL: z
    .string()
    .optional()
    .describe(
      "The default model for background removal: its name (quintet models list) or the path of an .onnx file. If not set, the built-in engine is used.",
    ),
  ...upstreamUrls,
};

export const imagesSettings = {
  variables,
  read: (values) => ({
    model: values.IMAGES_MODEL,
    modelsBaseUrl: values.UPSTREAM_URLS.models,
  }),
} satisfies SettingsDefinition<typeof variables, unknown>;

/** Settings of background removal: the model, by a name or a path that was not looked at yet, and where models are published. */
export type ImagesSettings = ReturnType<typeof imagesSettings.read>;
