import type { ApiCommand } from "../../kit/command.ts";
import { modelsFolder } from "./offered-models.ts";
import type { ImagesSettings } from "./settings.ts";

const USAGE = `quintet models list
quintet models pull NAME [--accept-noncommercial]
quintet models verify [NAME]
quintet models rm NAME`;

/** The commands for models; what does the work is loaded when one runs. */
export function modelsCommand(settings: ImagesSettings, dataDir: string): ApiCommand {
  return {
    usage: USAGE,
    async run(called, io) {
      const [{ runModels }, { ModelStore }, { MODELS_HOME }] = await Promise.all([
        import("./models-command.ts"),
        import("./models/model-store.ts"),
        import("./models/registry.ts"),
      ]);
      const baseUrl = settings.modelsBaseUrl ?? MODELS_HOME;
      await runModels(called, {
        ...io,
        store: new ModelStore(modelsFolder(dataDir)),
        baseUrl,
        download: io.downloadFrom(baseUrl),
      });
    },
  };
}
