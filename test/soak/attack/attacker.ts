// A process of its own: all who attack. It runs behind everything else on the machine, so that what is measured is the
// service and not those who attack it.

import { seededBelow } from "../../helpers/random.ts";
import type { Caller, Player } from "./attack.ts";
import { attackOf } from "./attacks/table.ts";
import { answer } from "./ipc.ts";
import { seedOf } from "./random.ts";
import { type Outcome, type Shot, send } from "./request.ts";

export interface AttackerRequests {
  /** Makes what an attack sends. */
  prepare: { attack: string; seed: number };
  /** Attacks for so long, with one attacker for each of `callers`; then waits for what is under way. */
  play: {
    attack: string;
    seed: number;
    port: number;
    ms: number;
    settleMs: number;
    sites: readonly string[];
    callers: readonly { keys: readonly string[]; sessions: readonly string[] }[];
  };
}

/** What became of the requests of an attack. */
export interface Played {
  /** How often each response came, by attacker: `200`, `422 damaged`, `closed`, `left`. */
  readonly outcomes: readonly Readonly<Record<string, number>>[];
  /** Errors without a type, and 500s, as they came. */
  readonly faults: readonly string[];
  /** The longest time to a response, in milliseconds. */
  readonly slowestMs: number;
  readonly largestBytes: number;
}

export interface AttackerReplies {
  prepare: null;
  play: Played;
}

const PAUSE_MS = 50;
const cache = new Map<string, Uint8Array<ArrayBuffer>>();
const cached: Caller["cached"] = (name, make) => {
  const bytes = cache.get(name) ?? make();
  cache.set(name, bytes);
  return bytes;
};

/** Counts what becomes of requests. */
class Count {
  readonly byCaller: Record<string, number>[] = [];
  readonly faults = new Set<string>();
  slowestMs = 0;
  largestBytes = 0;

  note(index: number, outcome: Outcome, ms: number): void {
    const name =
      outcome.kind === "answer" ? [outcome.status, outcome.code ?? []].flat().join(" ") : outcome.kind;
    const counts = this.byCaller[index] ?? {};
    this.byCaller[index] = counts;
    counts[name] = (counts[name] ?? 0) + 1;
    if (outcome.kind !== "answer") return;
    this.slowestMs = Math.max(this.slowestMs, ms);
    this.largestBytes = Math.max(this.largestBytes, outcome.bytes);
    if (outcome.status === 500 || !outcome.isTyped) this.faults.add(`${name}: ${outcome.text.slice(0, 120)}`);
  }
}

async function play(given: AttackerRequests["play"]): Promise<Played> {
  const { attack, seed, port, ms, settleMs, sites, callers } = given;
  const { shot, play: own, connections = 1, pauseMs = PAUSE_MS } = attackOf(attack);
  const count = new Count();
  const over = AbortSignal.timeout(ms);
  const gone = AbortSignal.timeout(ms + settleMs);
  const fire = async (index: number, sent: Shot) => {
    const began = performance.now();
    const outcome = await send(port, sent, gone);
    count.note(index, outcome, performance.now() - began);
    if (outcome.kind === "answer") return outcome;
    return { status: 0, text: "", head: "" };
  };
  const loops = callers.flatMap(({ keys, sessions }, index) => {
    const random = seededBelow(seedOf(seed, `${attack} ${index}`));
    const caller: Caller = { index, keys, sessions, sites, random, seed, cached };
    const player: Player = { ...caller, signal: over, send: (one) => fire(index, one) };
    if (own !== undefined) return [own(player)];
    if (shot === undefined) return [];
    let next = 0;
    return Array.from({ length: connections }, async () => {
      while (!over.aborted) {
        await fire(index, shot(caller, next++));
        await Bun.sleep(pauseMs);
      }
    });
  });
  await Promise.all(loops);
  const { byCaller, faults, slowestMs, largestBytes } = count;
  return {
    outcomes: callers.map((_, index) => byCaller[index] ?? {}),
    faults: [...faults].slice(0, 3),
    slowestMs,
    largestBytes,
  };
}

if (import.meta.main) {
  answer<AttackerRequests, AttackerReplies>(
    {
      async prepare({ attack, seed }) {
        cache.clear();
        const { shot } = attackOf(attack);
        // Every body once: nothing is made while the service is measured.
        const caller = { index: 0, keys: [""], sessions: [""], sites: [""], random: () => 0, seed, cached };
        for (let i = 0; i < 40; i++) shot?.(caller, i);
        Bun.gc(true);
        return null;
      },
      play,
    },
    { nice: 15 },
  );
}
