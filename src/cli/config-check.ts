import { factsOf } from "../config/facts.ts";
import { deprecatedVariables } from "../config/former.ts";
import { configWarnings } from "../config/warnings.ts";
import { configErrors, readConfig, secretVariables, variableNames } from "../config.ts";
import { ConfigError } from "../kit/config-error.ts";
import { createLog } from "../ops/log.ts";
import { locate } from "../store/location.ts";

/** Usage line of the command. */
export const CONFIG_USAGE = "quintet config check";

const secrets = new Set(secretVariables);

function settings(environment: NodeJS.ProcessEnv): string[] {
  return variableNames
    .filter((name) => (environment[name] ?? "") !== "" && !name.startsWith("QUINTET_"))
    .sort()
    .map((name) => `${name}=${secrets.has(name) ? "(hidden)" : environment[name]}`);
}

function warnings(environment: NodeJS.ProcessEnv): string[] {
  const config = readConfig(environment);
  const place = locate(config.databaseUrl);
  const isOpen = place.engine === "postgresql" && !place.isLocal && /^(?:allow|prefer)$/.test(place.sslMode);
  return [
    ...(isOpen
      ? [
          "DATABASE_URL names another machine without sslmode: add ?sslmode=verify-full, or sslmode=disable on a network you trust.",
        ]
      : []),
    ...configWarnings(config),
    ...deprecatedVariables(environment),
  ];
}

/** Everything that would stop `quintet serve` before it listens, one line each. Nothing is opened or connected. */
async function errorsOf(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const errors = configErrors(environment);
  if (errors.length > 0) return errors;
  try {
    const config = readConfig(environment);
    const log = createLog("silent");
    const { createApp } = await import("../app.ts");
    await (await createApp(config, { log })).stop();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [error.message];
    throw error;
  }
}

/** Prints what `quintet serve` would use. Throws a `ConfigError` with one line for each variable that would stop it. */
export async function checkConfig(
  environment: NodeJS.ProcessEnv,
  print: (text: string) => void,
): Promise<void> {
  const errors = await errorsOf(environment);
  if (errors.length > 0) throw new ConfigError(errors.join("\n"));
  const config = readConfig(environment);
  const { version, database, storage, email, metering, apis } = factsOf(config);
  const connections = config.databaseConnections * config.webConcurrency;
  const rows = [
    ["Version", version],
    ["Address", `${config.host}:${config.port}, for clients ${config.baseUrl}`],
    ["Processes", String(config.webConcurrency)],
    ["Database", database],
    ...(locate(config.databaseUrl).engine === "postgresql"
      ? [["Connections", `at most ${connections} from this server`]]
      : []),
    ["Job files", storage],
    ["Email", email],
    ["Metering", metering],
    ["Payments", config.stripe === undefined ? "off" : "Stripe"],
    ["APIs", apis.join(", ")],
  ];
  const set = settings(environment);
  const notes = warnings(environment);
  print(
    [
      ...rows.map(([name = "", value = ""]) => `${name.padEnd(13)}${value}`),
      "",
      set.length === 0 ? "No variable is set: these are the defaults." : "Set in the environment:",
      ...set.map((line) => `  ${line}`),
      ...(notes.length === 0 ? [] : ["", ...notes.map((note) => `Warning: ${note}`)]),
      "",
      "The configuration is valid.",
      "",
    ].join("\n"),
  );
}
