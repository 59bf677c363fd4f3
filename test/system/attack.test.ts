import { expect, test } from "bun:test";
import { isNightly } from "../helpers/nightly.ts";
import { hasPostgres } from "../helpers/postgres.ts";
import { play } from "../soak/attack/play.ts";
import { rowText } from "../soak/attack/report.ts";
import { type Deployment, standardDeployment } from "../soak/attack/service.ts";
import { wideBars } from "../soak/attack/verdict.ts";

// The same texts in each run of CI; `npm run attack` draws other ones each time.
const SEED = 14;

const replicated: Deployment = { engine: "postgresql", processes: 2 };

/**
 * What CI plays on one service: a row of each kind, one of which writes to the database. At night, all of the short form on
 * SQLite, and those that write on PostgreSQL: "text html" burns the processor for a minute. That such texts take linear time
 * is tested in hostile-texts.test.ts, what burns the sandbox in fairness.test.ts.
 */
const plays: readonly (readonly [Deployment, readonly string[]])[] = isNightly
  ? [[standardDeployment, []], ...(hasPostgres ? [[replicated, ["M2", "M4"]] as const] : [])]
  : [[hasPostgres ? replicated : standardDeployment, ["C1 nested", "H1 JSON-LD", "M4", "text catalogue"]]];

test.each(plays)("the short form of npm run attack holds the bars of CI: %j %j", async (deployment, only) => {
  const left = await play({
    ...{ seed: SEED, seconds: isNightly ? 2 : 1, isShort: true, bars: wideBars, deployment, only },
    onProgress() {},
    onRow: (text) => void process.stderr.write(`${text}\n`),
  });
  expect(left.map(rowText)).toEqual([]);
});
