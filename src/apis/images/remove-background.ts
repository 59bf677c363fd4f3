import type { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { Encoded } from "../../kit/encoded.ts";
import { modelJob, type RemovedBackground, removeJob } from "./job.ts";
import type { OfferedModels } from "./offered-models.ts";
import { readOptions } from "./options.ts";
import type { RemoveInput } from "./schemas.ts";
import { imageBytes } from "./source.ts";

/** Removes the background of an image: the operation of this API. The image is decoded in another process. */
export async function removeBackground(
  input: z.output<typeof RemoveInput>,
  context: Context,
  models: OfferedModels,
): Promise<Encoded> {
  const options = readOptions(input, context.mediaType);
  const chosen = await models.modelFor(options.engine);
  const [image, background] = await Promise.all([
    imageBytes(input.image, input.url, { file: "image", url: "url" }, context),
    imageBytes(input.bgImage, input.bgImageUrl, { file: "bgImage", url: "bgImageUrl" }, context),
  ]);
  const names = {
    image: input.url === undefined ? "image" : "url",
    background: input.bgImageUrl === undefined ? "bgImage" : "bgImageUrl",
  };
  if (image === undefined) throw new TypeError("the input reader rejects requests without a file");
  const task = { image, background, options, names };
  const messages =
    chosen === undefined ? context.run(removeJob, task) : context.run(modelJob, { ...task, ...chosen });
  let removed: RemovedBackground | undefined;
  for await (const message of messages) removed = message;
  if (removed === undefined) throw new TypeError("the job must return an image");
  return new Encoded(removed.body, removed.mediaType, removed.headers);
}
