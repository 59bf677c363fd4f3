// Charges while the database and the processes fail. The long form is `npm run chaos`.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { endless } from "../helpers/endless.ts";
import { hasPostgres } from "../helpers/postgres.ts";
import { seeded } from "../helpers/random.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { faults, known, openInstallation } from "../soak/charge-faults.ts";

const exact = { differences: [] };

test.skipIf(!hasPostgres)(
  "three replicas: what callers were told, the counters and the days agree after locks, hangs, kills and clock steps",
  async () => {
    await using on = await openInstallation();
    const random = seeded(15);
    const during = async (fault: () => Promise<void>) => {
      const load = on.load(random);
      const answered = () => [...on.told.values()].reduce((sum, { calls }) => sum + calls, 0);
      const before = answered();
      await until("calls are charged", () => answered() > before + 20);
      await fault();
      const after = answered();
      await until("calls are charged again", () => answered() > after + 20);
      await load.stop();
      expect(await on.reconcile()).toMatchObject(exact);
    };
    await during(() => known.lock(3_500)(on, random));
    await during(() => known.freeze(6_000)(on, random));
    const { terminate, cancel, bouncer, clock } = faults(0.2);
    for (const fault of [terminate, cancel, bouncer, clock]) {
      await during(async () => fault?.(on, random));
    }
    await known.refundThenFreeze(on, 6_000);
    expect(await on.reconcile()).toMatchObject(exact);
    expect((await on.reconcile()).told.calls).toBeGreaterThan(100);
  },
);

test("a SQLite file that another process has locked: 503 with charged: 0 in time, and the books agree", async () => {
  const folder = temporaryFolder();
  const filename = join(folder, "quintet.db");
  await using app = await openTestApp({
    address: `sqlite:${filename}`,
    unsettledFolder: join(folder, "unsettled-charges"),
    catalogue: endless,
  });
  const key = await app.key("locked@example.com", { plans: ["pdf"] });
  let answered = 0;
  let rejected = 0;
  let isOver = false;
  const callers = Array.from({ length: 8 }, async (_, i) => {
    while (!isOver) {
      const response = await app.get(i % 2 === 0 ? "/noop" : "/noop?outcome=crash", key);
      if (response.status === 200) answered++;
      else expect(await response.json()).toMatchObject({ charged: 0 });
      if (response.status === 503) rejected++;
    }
  });
  const other = new Database(filename);
  for (const ms of [300, 5_500]) {
    await until("20 answers", () => answered >= 20);
    other.run("pragma busy_timeout = 5000");
    other.run("begin immediate");
    await Bun.sleep(ms);
    other.run("commit");
    const enough = answered + 20;
    await until("20 more answers", () => answered >= enough);
  }
  other.close();
  isOver = true;
  await Promise.all(callers);
  await app.accounts.charges.flush();
  expect(rejected).toBeGreaterThan(0);
  const { query } = app.accounts.database;
  expect(await query`select used from usage`).toEqual([{ used: answered }]);
  expect(await query`select calls, units from usage_day`).toEqual([{ calls: answered, units: answered }]);
});
