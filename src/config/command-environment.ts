import { modules } from "../apis/index.ts";
import { misspelledIn, spellingsOf } from "../config.ts";
import { databaseVariables } from "./database.ts";
import { egressVariables } from "./egress.ts";
import { paymentsVariables } from "./payments.ts";
import { workVariables } from "./work.ts";

const database = Object.keys(databaseVariables);
/** Fetching; sites are told BASE_URL. */
const egress = [...Object.keys(egressVariables), "BASE_URL"];
/** Uploads may be kept in DATA_DIR while they arrive. */
const work = [...Object.keys(workVariables), "DATA_DIR"];
const accounts = [...database, "KEY_PREFIX", "CATALOGUE_FILE", "BASE_URL"];

const byApi: ReadonlyMap<string, readonly string[]> = new Map(
  modules.map(({ name, access, variables, usesState }) => [
    name,
    [
      ...(access === "open" ? [] : [...egress, ...work]),
      ...(usesState ? database : []),
      ...Object.keys(variables),
    ],
  ]),
);

/** The variables that a command reads, as it is called without `quintet`. */
function variablesOf(words: readonly string[], environment: NodeJS.ProcessEnv): readonly string[] {
  const [command = "", first] = words;
  const isRemote =
    Boolean(environment.QUINTET_SERVER) ||
    words.some((word) => word === "--server" || word.startsWith("--server="));
  if (["keys", "plan", "usage"].includes(command)) return accounts;
  if (command === "billing" || command === "admin")
    return [...accounts, ...egress, ...Object.keys(paymentsVariables)];
  if (command === "models") return [...(byApi.get("images") ?? []), "MODELS_DIR"];
  if (command === "db") return database;
  if (command === "profiles" && (first === "import" || first === "erase")) return database;
  if (command === "mcp") return environment.QUINTET_SERVER === undefined ? [...byApi.values()].flat() : [];
  if (isRemote || words.includes("--help")) return [];
  return byApi.get(command === "batch" ? (first ?? "") : command) ?? [];
}

/**
 * The part of `environment` that a command reads, so that other variables, such as the PORT of another program,
 * cannot stop it. Misspelled names of variables that it reads are included. `serve` reads everything.
 */
export function commandEnvironment(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Record<string, string | undefined> {
  const read = variablesOf(words, environment).flatMap(spellingsOf);
  const slips = misspelledIn(environment).filter(({ meant }) => read.includes(meant));
  const names = [...read, ...slips.map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}
