import { join } from "node:path";
import { z } from "zod";
import { address } from "./fields.ts";

/** The variables of the models that cut pictures out. */
export const imagesVariables = {
  IMAGES_MODEL: z
    .string()
    .optional()
    .describe(
      "The model that cuts pictures out where a request names no engine: its name (quintet models list) or the path of an .onnx file. Not set: the engine that needs none.",
    ),
  MODELS_DIR: z.string().optional().describe("The folder of models. Default: models in DATA_DIR."),
  MODELS_BASE_URL: address("https://mirror.example.com/models")
    .optional()
    .describe(
      "A mirror that quintet models pull fetches from; it may be private. Default: rembg's release on GitHub.",
    ),
};

/** Which model cuts pictures out, and where models are. */
export interface ImagesConfig {
  /** A name or a path, not looked at yet. */
  readonly imagesModel: string | undefined;
  readonly modelsDir: string;
  /** Without a slash at its end; undefined for where the models are published. */
  readonly modelsBaseUrl: string | undefined;
}

/** The models as the environment has them; `dataDir` is where their folder is when none is named. */
export function imagesConfig(
  data: z.output<z.ZodObject<typeof imagesVariables>>,
  dataDir: string,
): ImagesConfig {
  return {
    imagesModel: data.IMAGES_MODEL,
    modelsDir: data.MODELS_DIR ?? join(dataDir, "models"),
    modelsBaseUrl: data.MODELS_BASE_URL,
  };
}
