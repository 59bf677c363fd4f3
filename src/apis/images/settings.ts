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

/** Settings of background removal: the model, and where models are published. */
export interface ImagesSettings {
  /** A name or a path that was not looked at yet; undefined for the built-in engine. */
  readonly model: string | undefined;
  /** Without a slash at its end; undefined for where the models are published. */
  readonly modelsBaseUrl: string | undefined;
}

export const imagesSettings: SettingsDefinition<typeof variables, ImagesSettings> = {
  variables,
  read: (values) => ({
    model: values.IMAGES_MODEL,
    modelsBaseUrl: values.UPSTREAM_URLS.models,
  }),
};
