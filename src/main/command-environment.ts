import { apis } from "../apis/index.ts";
import { databaseVariables } from "../config/database.ts";
import { egressVariables } from "../config/egress.ts";
import { imagesVariables } from "../config/images.ts";
import { paymentsVariables } from "../config/payments.ts";
import { pdfVariables } from "../config/pdf.ts";
import { upstreamVariables } from "../config/upstreams.ts";
import { workVariables } from "../config/work.ts";
import { misspelledIn, spellingsOf } from "../config.ts";

const database = Object.keys(databaseVariables);
/** Fetching; sites are told BASE_URL. */
const egress = [...Object.keys(egressVariables), "BASE_URL"];
/** Uploads may be kept in DATA_DIR while they arrive. */
const work = [...Object.keys(workVariables), "DATA_DIR"];
const images = Object.keys(imagesVariables);
const pdf = Object.keys(pdfVariables);
const upstream = [...Object.keys(upstreamVariables), ...database];
const accounts = [...database, "KEY_PREFIX", "CATALOGUE_FILE", "BASE_URL"];

/** What calls of an API read, where it is less than `everyApi`. */
const byApi: Readonly<Record<string, readonly string[]>> = {
  uuid: [],
  seo: [...egress, ...work],
  pdf: [...egress, ...work, ...pdf],
  images: [...egress, ...work, ...images],
  profiles: [...egress, ...upstream],
  products: [...egress, ...upstream],
};
const everyApi = [...egress, ...work, ...images, ...pdf, ...upstream];

/** The variables that a command reads, as it is called without `quintet`. */
function variablesOf(words: readonly string[], environment: NodeJS.ProcessEnv): readonly string[] {
  const [command = "", first] = words;
  const isRemote = words.some((word) => word === "--server" || word.startsWith("--server="));
  if (["keys", "plan", "usage"].includes(command)) return accounts;
  if (command === "billing" || command === "admin")
    return [...accounts, ...egress, ...Object.keys(paymentsVariables)];
  if (command === "models") return [...egress, ...images, "DATA_DIR"];
  if (command === "db") return database;
  if (command === "profiles" && (first === "import" || first === "erase")) return database;
  if (command === "mcp") return environment.QUINTET_SERVER === undefined ? everyApi : [];
  if (isRemote || words.includes("--help") || !apis.some(({ name }) => name === command)) return [];
  return byApi[command] ?? everyApi;
}

/**
 * The part of `environment` that a command reads, so that a variable of no concern to it, such as the PORT of
 * another program, cannot stop it. One whose name is a slip for what it reads belongs to it. `serve` reads all of it.
 */
export function commandEnvironment(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Record<string, string | undefined> {
  const read = variablesOf(words, environment).flatMap(spellingsOf);
  const rest = { ...environment };
  const slips: string[] = [];
  for (let slip = misspelledIn(rest); slip !== undefined; slip = misspelledIn(rest)) {
    if (read.includes(slip.meant)) slips.push(slip.name);
    delete rest[slip.name];
  }
  return Object.fromEntries([...read, ...slips].map((name) => [name, environment[name]]));
}
