import { offerModels } from "./apis/images/choice.ts";
import { ConfigError } from "./config/config-error.ts";
import { readConfig } from "./config.ts";
import { ListenError } from "./http/server.ts";
import { serve } from "./main/serve.ts";
import { serveMany } from "./main/serve-many.ts";

async function main(): Promise<void> {
  const [command = "serve", ...rest] = process.argv.slice(2);
  try {
    const config = readConfig(process.env);
    if (command === "serve" && rest.length === 0) {
      const chosen =
        config.imagesModel === undefined
          ? undefined
          : await (await import("./main/models.ts")).modelOf(config);
      offerModels({ chosen, folder: config.modelsDir, threads: config.imagesThreads });
      if (config.webConcurrency > 1 && config.worker === undefined) serveMany(config, import.meta.path);
      else await serve(config);
    } else {
      // A server starts without what the other commands need.
      await (await import("./main/commands.ts")).runCommand(config, command, rest);
    }
  } catch (error) {
    const refusal =
      error instanceof ConfigError || error instanceof ListenError
        ? { message: error.message, code: 2 }
        : (await import("./main/commands.ts")).refusalOf(error);
    if (refusal === undefined) throw error;
    process.stderr.write(`quintet: ${refusal.message}\n`);
    process.exit(refusal.code);
  }
}

await main();
