// `npm run chaos`: charges while the database and the processes fail, for about five minutes. SEED=… repeats a run,
// EXPERIMENTS=… sets how many random ones follow the three known ones. Needs PostgreSQL; CHAOS_LOG=1 shows the logs.

import { hasPostgres } from "../helpers/postgres.ts";
import { seeded } from "../helpers/random.ts";
import { type Fault, faults, known, openInstallation } from "./charge-faults.ts";

if (!hasPostgres) process.exit(1);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const experiments = Number(process.env.EXPERIMENTS ?? 20);
const random = seeded(seed);
const all = Object.entries(faults(1));
const print = (line: string) => void process.stdout.write(`${line}\n`);
print(`seed ${seed}: 3 replicas, 3 known experiments and ${experiments} random ones`);

let failures = 0;
let last = { calls: 0, units: 0, rejected: 0, cut: 0 };
const on = await openInstallation();

async function experiment(name: string, fault: Fault, hasLoad = true): Promise<void> {
  const began = performance.now();
  const load = hasLoad ? on.load(random) : undefined;
  await Bun.sleep(300);
  await fault(on, random);
  await Bun.sleep(300);
  await load?.stop();
  const { told, differences } = await on.reconcile();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const verdict = differences.length === 0 ? "exact" : `WRONG\n  ${differences.join("\n  ")}`;
  print(
    `${name.padEnd(42)} ${seconds.padStart(5)} s  answered ${String(told.calls - last.calls).padStart(5)}, charged: 0 ${String(told.rejected - last.rejected).padStart(5)}  ${verdict}`,
  );
  last = told;
  if (differences.length > 0) failures++;
}

/** Callers are told that their failed calls are not charged; then the processes that owe it to them are killed. */
const killedWithDebts: Fault = async (installation) => {
  const calls = [0, 1, 2].map((index) => installation.call(index, "b", "/noop?outcome=crash-later"));
  await Bun.sleep(150);
  installation.cluster.freeze();
  await Promise.all(calls);
  await Promise.all([0, 1, 2].map((index) => installation.replicas[index]?.kill()));
  installation.cluster.thaw();
  await Promise.all([0, 1, 2].map((index) => installation.restartReplica(index)));
  // Their successors look for files that nobody has touched for 15 s.
  await Bun.sleep(25_000);
};

try {
  await experiment("LOCK TABLE usage IN SHARE MODE, 9 s", known.lock(9_000));
  await experiment("SIGSTOP of PostgreSQL, 15 s", known.freeze(15_000));
  await experiment(
    "a failing call, then SIGSTOP for 25 s",
    (installation) => known.refundThenFreeze(installation, 25_000),
    false,
  );
  await experiment("the same, and SIGKILL of the replicas", killedWithDebts, false);
  await experiment("SIGKILL during a POST with Idempotency-Key", known.killedWhileRunning, false);
  for (let i = 0; i < experiments; i++) {
    // One fault, or two at the same time.
    const chosen = Array.from(
      { length: random() < 0.6 ? 1 : 2 },
      () => all[Math.floor(random() * all.length)],
    );
    const names = [...new Set(chosen.map((one) => one?.[0] ?? ""))];
    await experiment(names.join(" + "), async (installation, numbers) => {
      await Promise.all(names.map((name) => faults(1)[name]?.(installation, numbers)));
    });
  }
  const settled = await Promise.all(on.replicas.map((replica) => replica.numbers()));
  for (const part of ["charged", "givenBack", "notCharged"] as const) {
    print(`settled, ${part}: ${settled.reduce((sum, one) => sum + one.settled[part], 0)}`);
  }
} finally {
  await on[Symbol.asyncDispose]();
}
print(failures === 0 ? "all exact" : `${failures} experiments WRONG: SEED=${seed} repeats them`);
process.exit(failures === 0 ? 0 : 1);
