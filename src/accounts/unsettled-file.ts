import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../kit/parse-json.ts";
import { type Log, systemCode } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { OutcomeUnknown } from "../store/failure.ts";
import {
  applyRefunds,
  type BatchId,
  type Entry,
  entrySchema,
  NumberUsed,
  openWriter,
  settleBatch,
} from "./usage-batch.ts";

/** A file that its process has not touched for so long is another's to settle, in milliseconds. */
const ABANDONED_MS = 15_000;
const TOUCH_MS = 3_000;

const unsettled = z.object({
  writer: z.string(),
  /** The last batch of the writer: applied, or unknown. */
  number: z.int(),
  /** Its charges, in their places: given back where they were granted. Empty where the batch is known. */
  charges: z.array(entrySchema),
  /** Its refunds: owed where it was not applied. Empty where the batch is known. */
  refunds: z.array(entrySchema),
  /** Refunds of no batch so far. */
  owed: z.array(entrySchema),
});

/** Refunds that one writer has promised and not yet applied. */
export type UnsettledRefunds = z.output<typeof unsettled>;

/** Keeps it on disk, for the case that its process is killed. */
export interface UnsettledFile {
  write(what: UnsettledRefunds): boolean;
  remove(): void;
}

const none: UnsettledFile = { write: () => false, remove() {} };

/** Makes the files of a folder, a file for each writer; undefined keeps none. */
export function unsettledFiles(folder: string | undefined, log: Log): (writer: string) => UnsettledFile {
  if (folder === undefined) return () => none;
  return (writer) => {
    const path = join(folder, `${writer}.json`);
    let alive: ReturnType<typeof setInterval> | undefined;
    const touch = (): void => {
      const now = new Date();
      try {
        utimesSync(path, now, now);
      } catch {
        // Another process has settled it and removed it.
      }
    };
    return {
      write(what) {
        try {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          // Whole or not at all.
          writeFileSync(`${path}.new`, JSON.stringify(what), { mode: 0o600 });
          renameSync(`${path}.new`, path);
          alive ??= setInterval(touch, TOUCH_MS).unref();
          return true;
        } catch (error) {
          log.error("refunds are not written to DATA_DIR: a process that is killed now does not pay them", {
            cause: systemCode(error),
          });
          return false;
        }
      },
      remove() {
        if (alive === undefined) return;
        clearInterval(alive);
        alive = undefined;
        rmSync(path, { force: true });
      },
    };
  };
}

/** Settles the file of a killed process: its refunds become the next batch of its writer, so they are applied once. */
async function settleFile(database: Database, what: UnsettledRefunds, now: number): Promise<void> {
  const { writer, number } = what;
  if (number === 0) await openWriter(database, writer, now);
  const found = number === 0 ? "unapplied" : await settleBatch(database, { writer, number }, now);
  if (found === "passed") return;
  if (found === "forgotten") {
    // What became of its last batch nobody knows. What it owed beyond that is applied by a writer of another name:
    // under the old one, whoever reads this file next would take number 1 for a batch of the dead process.
    const successor = `${writer} owed`;
    await openWriter(database, successor, now);
    await applyOwed(database, { writer: successor, number: 1 }, what.owed, now);
    return;
  }
  const ofBatch = found === "unapplied" ? what.refunds : what.charges.filter((_, place) => found.has(place));
  await applyOwed(database, { writer, number: number + 1 }, [...ofBatch, ...what.owed], now);
}

async function applyOwed(database: Database, id: BatchId, entries: readonly Entry[], now: number) {
  if (entries.length === 0) return;
  try {
    await applyRefunds(database, id, entries, now);
  } catch (error) {
    // Unknown: it is asked for again, with the same number.
    if (error instanceof OutcomeUnknown) throw error.problem;
    if (!(error instanceof NumberUsed)) throw error;
  }
}

/** Settles the files of a folder whose processes have ended. Gives how many. Rejects where the database is away. */
export async function settleAbandoned(
  folder: string | undefined,
  database: Database,
  log: Log,
  now: number,
): Promise<number> {
  if (folder === undefined) return 0;
  let settled = 0;
  for (const path of filesOf(folder)) {
    let text: string;
    try {
      if (Math.abs(Date.now() - statSync(path).mtimeMs) < ABANDONED_MS) continue;
      text = readFileSync(path, "utf8");
    } catch {
      // Another process was faster.
      continue;
    }
    const what = unsettled.safeParse(parseJson(text));
    if (what.success) {
      await settleFile(database, what.data, now);
      log.info("charges that a killed process left are settled", { refunds: what.data.owed.length });
      settled++;
    } else {
      log.error("a file of unsettled charges cannot be read", { path });
    }
    rmSync(path, { force: true });
  }
  return settled;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
