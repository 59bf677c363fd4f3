// `npm run attack`: everything that once stopped the service, and texts that are made by chance, against a server of its
// own, while UUIDs and honest calls are timed. It prints a table, and ends with 1 where a bar is missed.
import { parseArgs } from "node:util";
import { hasPostgres } from "../../helpers/postgres.ts";
import { play } from "./play.ts";
import { standardDeployment } from "./service.ts";
import { bars } from "./verdict.ts";

const USAGE = `npm run attack -- [--postgresql] [--processes NUMBER] [--short] [--only ROW]… [--seed NUMBER] [--seconds NUMBER]
  --postgresql  a PostgreSQL server of its own as the database, and not SQLite
  --processes   serving processes: WEB_CONCURRENCY (2)
  --short       one service for a choice of rows: what CI runs
  --only        rows whose name begins so, such as H2 or "text html"; may be repeated
  --seed        the texts of an earlier run again (or SEED in the environment)
  --seconds     how long each attack lasts (4; 2 in the short form)
`;

function numberOf(text: string | undefined, standard: number): number {
  const value = text === undefined ? standard : Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  process.stderr.write(USAGE);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    postgresql: { type: "boolean", default: false },
    processes: { type: "string" },
    short: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    seed: { type: "string" },
    seconds: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const seed = numberOf(values.seed ?? process.env.SEED, crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
process.stdout.write(`SEED=${seed}\n`);
const engine = values.postgresql ? "postgresql" : "sqlite";
const processes = numberOf(values.processes, standardDeployment.processes);
if (values.postgresql && !hasPostgres) {
  process.stderr.write("PostgreSQL is not installed here (Debian: apt-get install postgresql).\n");
  process.exit(2);
}
process.stdout.write(`${engine}, WEB_CONCURRENCY=${processes}\n`);
const began = performance.now();
const missed = await play({
  seed,
  seconds: numberOf(values.seconds, values.short ? 2 : 4),
  isShort: values.short,
  only: values.only,
  deployment: { engine, processes },
  bars,
  onProgress: (line) =>
    process.stderr.write(`  … ${((performance.now() - began) / 1_000).toFixed(0)} s ${line}\n`),
  onRow: (text) => process.stdout.write(`${text}\n`),
});
process.stdout.write(
  missed.length === 0
    ? `every row held, SEED=${seed}\n`
    : `${missed.length} rows MISSED: ${missed.map(({ name }) => name).join("; ")}. SEED=${seed}\n`,
);
process.exit(missed.length === 0 ? 0 : 1);
