import { z } from "zod";
import type { SettingsDefinition } from "../../kit/define-api.ts";
import { address } from "../../kit/setting-kinds.ts";

const variables = {
  IMAGES_MODEL: z
    .string()
    .optional()
    .describe(
      "The default model for background removal: its name (quintet models list) or the path of an .onnx file. If not set, the built-in engine is used.",
    ),
  MODELS_DIR: z.string().optional().describe("The folder of models. Default: models in DATA_DIR."),
  MODELS_BASE_URL: address("https://mirror.example.com/models")
    .optional()
    .describe(
      "The mirror that quintet models pull downloads from; it may be private. Default: rembg's release on GitHub.",
    ),
};

/** Settings of background removal: the model, and the folder of models. */
export interface ImagesSettings {
  /** A name or a path that was not looked at yet; undefined for the built-in engine. */
  readonly model: string | undefined;
  /** The folder of models; undefined for the one in DATA_DIR. */
  readonly modelsDir: string | undefined;
  /** Without a slash at its end; undefined for where the models are published. */
  readonly modelsBaseUrl: string | undefined;
}

export const imagesSettings: SettingsDefinition<typeof variables, ImagesSettings> = {
  variables,
  read: (values) => ({
    model: values.IMAGES_MODEL,
    modelsDir: values.MODELS_DIR,
    modelsBaseUrl: values.MODELS_BASE_URL,
  }),
};
