import type { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { modelJob, type RemovedBackground, removeJob } from "./job.ts";
import type { OfferedModels } from "./offered-models.ts";
import { readOptions } from "./options.ts";
import type { RemoveInput } from "./schemas.ts";
import { imageBytes } from "./source.ts";

/** The names of the parameters of an image and of a background, for errors. */
export interface SourceNames {
  readonly image: string;
  readonly url: string;
  readonly background: string;
  readonly backgroundUrl: string;
}

export const OWN_NAMES: SourceNames = {
  image: "image",
  url: "url",
  background: "bgImage",
  backgroundUrl: "bgImageUrl",
};

/**
 * Removes the background of an image. The image is decoded in another process. Throws what the operation lists.
 * `hardEdges` makes every pixel opaque or transparent.
 */
export async function removeFrom(
  input: z.output<typeof RemoveInput>,
  mediaType: string,
  context: Context,
  models: OfferedModels,
  { names = OWN_NAMES, hardEdges = false } = {},
): Promise<RemovedBackground> {
  const options = { ...readOptions(input, mediaType), hardEdges };
  const chosen = await models.modelFor(options.engine);
  const [image, background] = await Promise.all([
    imageBytes(input.image, input.url, { file: names.image, url: names.url }, context),
    imageBytes(
      input.bgImage,
      input.bgImageUrl,
      { file: names.background, url: names.backgroundUrl },
      context,
    ),
  ]);
  const used = {
    image: input.url === undefined ? names.image : names.url,
    background: input.bgImageUrl === undefined ? names.background : names.backgroundUrl,
  };
  if (image === undefined) throw new TypeError("the reader of the input lets no request without a file pass");
  const task = { image, background, options, names: used };
  const messages =
    chosen === undefined ? context.run(removeJob, task) : context.run(modelJob, { ...task, ...chosen });
  let removed: RemovedBackground | undefined;
  for await (const message of messages) removed = message;
  if (removed === undefined) throw new TypeError("the job must send an image");
  return removed;
}
