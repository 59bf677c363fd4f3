import { describe, expect, test } from "bun:test";
import { isNightly } from "../helpers/nightly.ts";
import { hasPostgres } from "../helpers/postgres.ts";
import { play } from "../soak/attack/play.ts";
import { rowText } from "../soak/attack/report.ts";
import { type Deployment, standardDeployment } from "../soak/attack/service.ts";
import { wideBars } from "../soak/attack/verdict.ts";

// The same texts in each run of CI; `npm run attack` draws other ones each time.
const SEED = 14;

/**
 * Rows of CI: one of each kind on SQLite, and one that writes to the database on PostgreSQL. At night, all of the short form:
 * "text html" burns the processor for a minute. That such texts take linear time is tested in hostile-texts.test.ts, what
 * burns the sandbox in fairness.test.ts.
 */
const rows = isNightly
  ? { sqlite: [], postgresql: ["M2", "M4"] }
  : { sqlite: ["C1 nested", "H1 JSON-LD", "text catalogue"], postgresql: ["M4"] };

/** Plays rows of the short form; gives those that missed a bar. */
async function missed(deployment: Deployment, rows: readonly string[]): Promise<string[]> {
  const options = { seed: SEED, seconds: 2, isShort: true, bars: wideBars, deployment };
  const onRow = (text: string) => void process.stderr.write(`${text}\n`);
  let left = await play({ ...options, only: rows, onProgress: () => {}, onRow });
  // CI has other work beside: an attack that missed a bar is played again. What breaks the service breaks it twice.
  if (left.length > 0) {
    const again = left.map(({ name }) => name.replace(/, .*/, ""));
    left = await play({ ...options, only: again, onProgress: () => {}, onRow });
  }
  return left.map(rowText);
}

describe("the short form of npm run attack", () => {
  test("on SQLite: every row holds the bars of CI", async () => {
    expect(await missed(standardDeployment, rows.sqlite)).toEqual([]);
  });

  test.skipIf(!hasPostgres)("on PostgreSQL: rows that write to the database hold them too", async () => {
    expect(await missed({ engine: "postgresql", processes: 2 }, rows.postgresql)).toEqual([]);
  });
});
