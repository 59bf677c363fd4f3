import { availableParallelism } from "node:os";
import { apis } from "../apis/default-apis.ts";
import type { Config } from "../config.ts";
import { createLog } from "../ops/log.ts";
import { catalogueOf } from "./catalogue.ts";
import { runOperation } from "./run-operation.ts";

/** How many calls this machine makes at once. */
const HERE_AT_ONCE = availableParallelism();

/** Opens the operations in this process. Nothing is metered, and only failures are logged. */
export async function openHere(config: Config) {
  const log = createLog("error", (line) => void process.stderr.write(line));
  const { openLocalCalls } = await import("../app/calls.ts");
  return openLocalCalls({ ...config, webConcurrency: 1 }, log);
}

/** Runs `quintet API OPERATION …`: on the server that is named, or in this process. */
export async function runOperationCommand(config: Config, words: readonly string[]): Promise<void> {
  let app: Awaited<ReturnType<typeof openHere>> | undefined;
  try {
    await runOperation(catalogueOf(apis), words, async ({ api }) => {
      const here = await openHere(config);
      app = here;
      const own = here.apis.find(({ name }) => name === api.name);
      await own?.prepare?.(undefined);
      return {
        baseUrl: config.baseUrl,
        atOnce: HERE_AT_ONCE,
        send({ id }, request) {
          const operation = own?.operations[id];
          if (operation === undefined) throw new TypeError("the catalogue is made of these operations");
          return here.call(
            operation.path,
            request,
            pathParameters(operation.path, request.url, config.baseUrl),
          );
        },
      };
    });
  } finally {
    await app?.close();
  }
}

function pathParameters(path: string, url: string, baseUrl: string): Record<string, string> {
  const parts = url.slice(new URL(baseUrl).href.replace(/\/$/, "").length).split(/[/?]/);
  const names = path.split("/").entries();
  const found = [...names].flatMap(([i, name]): [string, string][] =>
    name.startsWith("{") ? [[name.slice(1, -1), decodeURIComponent(parts[i] ?? "")]] : [],
  );
  return Object.fromEntries(found);
}
