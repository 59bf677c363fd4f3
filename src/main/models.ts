import { checkModelJob } from "../apis/images/models/check-model.ts";
import type { Model } from "../apis/images/models/engine.ts";
import { ModelError } from "../apis/images/models/model-error.ts";
import { ModelStore } from "../apis/images/models/model-store.ts";
import { MODELS_HOME } from "../apis/images/models/registry.ts";
import { runModels } from "../cli/models.ts";
import type { Config } from "../config.ts";
import { allowTarget } from "../egress/allowance.ts";
import { createDownload } from "../egress/download.ts";
import { ConfigError } from "../kit/config-error.ts";
import { createSandbox } from "../sandbox/sandbox.ts";

/** Runs `quintet models …`. */
export async function runModelsCommand(
  config: Config,
  words: readonly string[],
  print: (text: string) => void,
): Promise<void> {
  const { stderr } = process;
  const baseUrl = config.modelsBaseUrl ?? MODELS_HOME;
  await runModels(words, {
    store: new ModelStore(config.modelsDir),
    baseUrl,
    // The operator wrote the address, so it may be private; what it redirects to may not.
    download: createDownload({
      allowance: allowTarget(config.egressAllow, baseUrl),
      userAgent: config.userAgent,
    }),
    screen: {
      isTTY: stderr.isTTY === true,
      columns: stderr.columns ?? 80,
      write: (text) => void stderr.write(text),
    },
    print,
  });
}

/** What is wrong with a model that runs; undefined for nothing. */
async function triedOut(model: Model): Promise<string | undefined> {
  let cause: unknown;
  const sandbox = createSandbox({
    size: 1,
    keep: 0,
    idleMs: 0,
    queue: 0,
    onFailure: (fields) => (cause = fields.cause),
  });
  try {
    for await (const { wrong } of sandbox.run(checkModelJob, model, new AbortController().signal))
      return wrong;
    return undefined;
  } catch {
    return `ONNX Runtime breaks on the model (${cause instanceof Error ? cause.message : "unknown"}).`;
  } finally {
    sandbox.close();
  }
}

/**
 * The model that IMAGES_MODEL names; undefined where none is wished for. The first process of a service also
 * tries it out. Throws a `ConfigError` for one that cannot be used.
 */
export async function modelOf(config: Config): Promise<Model | undefined> {
  if (config.imagesModel === undefined) return undefined;
  try {
    const model = await new ModelStore(config.modelsDir).choose(config.imagesModel);
    const wrong = config.worker === undefined ? await triedOut(model) : undefined;
    if (wrong === undefined) return model;
    throw new ModelError("unsupported", wrong);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ConfigError(`IMAGES_MODEL is not accepted: ${error.message}`);
  }
}
