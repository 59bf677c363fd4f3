import type { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { fetchFile } from "../../kit/fetch-file.ts";
import { modelJob, type RemovedBackground, removeJob } from "./job.ts";
import type { OfferedModels } from "./offered-models.ts";
import { readOptions } from "./options.ts";
import { kindOf } from "./pixels/kind.ts";
import type { RemoveInput } from "./schemas.ts";

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

/** The bytes of an image, sent or fetched, which begin like an image, and the parameter that they came by. */
async function sourceOf(
  [file, url]: readonly [Uint8Array | undefined, string | undefined],
  [fileName, urlName]: readonly [string, string],
  context: Context,
) {
  const name = url === undefined ? fileName : urlName;
  const bytes = url === undefined ? file : await fetchFile(context.fetch, url, name, "the image");
  if (bytes !== undefined) kindOf(bytes, name);
  return { bytes, name };
}

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
    sourceOf([input.image, input.url], [names.image, names.url], context),
    sourceOf([input.bgImage, input.bgImageUrl], [names.background, names.backgroundUrl], context),
  ]);
  if (image.bytes === undefined)
    throw new TypeError("the reader of the input lets no request without a file pass");
  const used = { image: image.name, background: background.name };
  const task = { image: image.bytes, background: background.bytes, options, names: used };
  const messages =
    chosen === undefined ? context.run(removeJob, task) : context.run(modelJob, { ...task, ...chosen });
  let removed: RemovedBackground | undefined;
  for await (const message of messages) removed = message;
  if (removed === undefined) throw new TypeError("the job must send an image");
  return removed;
}
