// Charges while the database and the processes fail. The long form is `npm run chaos`.
import { expect, test } from "bun:test";
import { faults, known, openInstallation } from "./charge-faults.ts";
import { hasPostgres } from "./postgres.ts";
import { seeded } from "./random.ts";

const exact = { differences: [] };

test.skipIf(!hasPostgres)(
  "three replicas: what callers were told, the counters and the days agree after locks, hangs, kills and clock steps",
  async () => {
    await using on = await openInstallation();
    const random = seeded(15);
    const during = async (fault: () => Promise<void>) => {
      const load = on.load(random);
      await Bun.sleep(200);
      await fault();
      await Bun.sleep(200);
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
  90_000,
);
