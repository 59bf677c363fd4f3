import type { Attack } from "./attack.ts";
import { attacks, generatedAttacks } from "./attacks/table.ts";
import { refuseCatalogues } from "./catalogues.ts";
import { heading, type Row, rowText } from "./report.ts";
import type { Deployment, Ended } from "./service.ts";
import { TEXTS_PER_PARSER } from "./texts.ts";
import { Arena, type Measured, type Times, type Trial } from "./trial.ts";
import { type Bars, bars, isNearMiss, missesOf } from "./verdict.ts";

export interface Options {
  readonly seed: number;
  /** How long each attack lasts, in seconds. */
  readonly seconds: number;
  /** One service for all rows, five attackers at once alone, and a choice of them: what CI has time for. */
  readonly isShort: boolean;
  /** What rows are held against. */
  readonly bars: Bars;
  readonly deployment: Deployment;
  /** Only rows whose id begins with one of these. */
  readonly only: readonly string[];
  /** Told what is going on. */
  onProgress(line: string): void;
  /** Told each row when it is complete. */
  onRow(text: string): void;
}

const FIVE = 5;

/** After so many trials another service is started: the honest account's quota is for a month, not for all of them. */
const TRIALS_PER_SERVICE = 8;

/** Rows of the short form: the rows of the issue that fit into a minute, and texts of the parsers that have broken before. */
const SHORT: ReadonlySet<string> = new Set(["C1 nested", "H1 JSON-LD", "H3 JSON", "M4", "text html"]);

function endMisses({ seconds, killed, orphans }: Ended): string[] {
  const missed: string[] = [];
  if (killed) missed.push(`SIGTERM did not end it within ${seconds.toFixed(0)} s`);
  else if (seconds > bars.endSeconds) missed.push(`SIGTERM took ${seconds.toFixed(0)} s`);
  if (orphans > 0) missed.push(`${orphans} processes outlived it`);
  return missed;
}

class Run {
  readonly #options: Options;
  readonly #arena: Arena;
  readonly rows: Row[] = [];

  constructor(options: Options, arena: Arena) {
    this.#options = options;
    this.#arena = arena;
  }

  add(row: Row): void {
    this.rows.push(row);
    this.#options.onRow(rowText(row));
  }

  /** Starts a service and measures it without an attack. */
  async start(environment?: Readonly<Record<string, string>>): Promise<Measured> {
    await this.#arena.start(environment);
    this.#options.onProgress("without an attack");
    return this.#arena.quiet();
  }

  /** Plays an attack; once more after a near miss, which may be the machine's doing. */
  async trial(
    attack: Attack,
    callers: number,
    sites: readonly string[],
    quiet: Measured,
  ): Promise<readonly [Trial, string[]]> {
    this.#options.onProgress(`${attack.id} by ${callers}: ${attack.title}`);
    const first = await this.#arena.play(attack, callers, sites);
    const missed = missesOf(first, quiet, this.#options.bars);
    if (missed.length === 0 || !isNearMiss(first, quiet)) return [first, missed];
    this.#options.onProgress(`${attack.id} by ${callers}: once more after a near miss`);
    const second = await this.#arena.play(attack, callers, sites);
    return [second, missesOf(second, quiet, this.#options.bars)];
  }

  /** A service of its own: alone, five at once, and an end after and during the attack. */
  async whole(attack: Attack): Promise<void> {
    const sites = await this.#arena.prepare(attack);
    const quiet = await this.start(attack.environment);
    const [alone, missedAlone] = await this.trial(attack, 1, sites, quiet);
    this.add({ name: attack.id, attacked: { quiet, trial: alone }, missed: missedAlone });
    const [five, missed] = await this.trial(attack, FIVE, sites, quiet);
    const after = await this.#arena.end();
    this.add({
      name: attack.id,
      attacked: { quiet, trial: five },
      ended: after,
      missed: [...missed, ...endMisses(after)],
    });
    if (attack.shot === undefined && attack.play === undefined) return;
    this.#options.onProgress(`${attack.id}: SIGTERM during it`);
    await this.#arena.start(attack.environment, false);
    const during = await this.#arena.endDuring(attack, FIVE, sites);
    this.add({
      name: `${attack.id}, SIGTERM in it`,
      ended: during,
      missed: endMisses(during),
    });
  }

  /** One service for several attacks; another one after a row that may have broken it. */
  async together(list: readonly Attack[], callers: readonly number[]): Promise<void> {
    let quiet: Measured | undefined;
    let played = 0;
    for (const attack of list) {
      const sites = await this.#arena.prepare(attack);
      quiet ??= await this.start();
      for (const count of callers) {
        const [trial, missed] = await this.trial(attack, count, sites, quiet);
        this.add({ name: attack.id, attacked: { quiet, trial }, missed });
        const isUnbroken = trial.service.max < this.#options.bars.maxMs && trial.service.cut === 0;
        if (isUnbroken && ++played % TRIALS_PER_SERVICE > 0) continue;
        const ended = await this.#arena.end();
        if (endMisses(ended).length > 0)
          this.add({
            name: `${attack.id}, SIGTERM after it`,
            ended,
            missed: endMisses(ended),
          });
        quiet = await this.start();
      }
    }
    const last = list.at(-1);
    if (quiet === undefined || last === undefined) return;
    const during = await this.#arena.endDuring(last, FIVE, await this.#arena.prepare(last));
    this.add({
      name: `${last.id}, SIGTERM in it`,
      ended: during,
      missed: endMisses(during),
    });
  }
}

/** Plays the attacks, and gives the rows that missed a bar. */
export async function play(options: Options): Promise<readonly Row[]> {
  const { seed, seconds, isShort, only, deployment } = options;
  const isWanted = ({ id }: { readonly id: string }) =>
    only.length === 0 ? !isShort || SHORT.has(id) : only.some((start) => id.startsWith(start));
  const times: Times = {
    quietMs: isShort ? 2_000 : 3_000,
    attackMs: seconds * 1_000,
    settleMs: 30_000,
  };
  await using arena = await Arena.open(seed, times, deployment);
  const run = new Run(options, arena);
  options.onRow(heading);
  if (isShort) {
    await run.together([...attacks, ...generatedAttacks].filter(isWanted), [FIVE]);
  } else {
    for (const attack of attacks.filter(isWanted)) await run.whole(attack);
    await run.together(generatedAttacks.filter(isWanted), [1, FIVE]);
  }
  if (only.length === 0 || isWanted({ id: "text catalogue" })) {
    options.onProgress("text catalogue: price lists at the start");
    const missed = await refuseCatalogues(seed, isShort ? 3 : TEXTS_PER_PARSER);
    run.add({ name: "text catalogue", missed });
  }
  return run.rows.filter(({ missed }) => missed.length > 0);
}
