import type { z } from "zod";
import { type Context, Encoded } from "../../kit/descriptor.ts";
import { type RemovedPicture, removeJob } from "./job.ts";
import { readOptions } from "./options.ts";
import type { RemoveInput } from "./schemas.ts";
import { pictureBytes } from "./source.ts";

/** Cuts the subject out of a picture: the operation of this API. No pixel is touched in this process. */
export async function removeBackground(
  input: z.output<typeof RemoveInput>,
  context: Context,
): Promise<Encoded> {
  const options = readOptions(input, context.mediaType);
  const [image, background] = await Promise.all([
    pictureBytes(input.image, input.url, { file: "image", url: "url" }, context),
    pictureBytes(input.bgImage, input.bgImageUrl, { file: "bgImage", url: "bgImageUrl" }, context),
  ]);
  if (image === undefined) throw new TypeError("the reader of the input lets no request without a file pass");
  let removed: RemovedPicture | undefined;
  for await (const message of context.run(removeJob, { image, background, options })) removed = message;
  if (removed === undefined) throw new TypeError("the job must answer with a picture");
  return new Encoded(removed.body, removed.mediaType, removed.headers);
}
