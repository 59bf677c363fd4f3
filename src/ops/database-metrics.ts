import { Problem } from "../kit/problem.ts";
import { type Database, type StatementKind, wrapStatements } from "../store/database.ts";
import { isDuplicate, OutcomeUnknown } from "../store/failure.ts";
import { emptyHistogram, type Histogram, observe } from "./histogram.ts";
import type { Labelled } from "./metric-report.ts";

/** `query`: one statement. `count`: statements on counters, such as a batch of charges. `transaction`: any other. */
const KINDS: readonly StatementKind[] = ["query", "count", "transaction"];
/** `unavailable`: no connection, no response in time, or a full disk. `failed`: the database rejected a statement. */
const REASONS = ["unavailable", "failed"] as const;
type Reason = (typeof REASONS)[number];

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof OutcomeUnknown) return reasonOf(error.problem);
  if (error instanceof Problem) return error.code === "storage-unavailable" ? "unavailable" : undefined;
  return isDuplicate(error) ? undefined : "failed";
}

/** Counts what this process asks of its database, in plain numbers: every metered call does. */
export class DatabaseMetrics {
  readonly #all = KINDS.map((kind) => ({ kind, running: 0, durations: emptyHistogram() }));
  readonly #errors: Record<Reason, number> = { unavailable: 0, failed: 0 };

  /** Runs one piece of work, and counts how long it took and whether the database failed it. */
  async measure<T>(kind: StatementKind, work: () => Promise<T>): Promise<T> {
    const own = this.#all[KINDS.indexOf(kind)];
    if (own === undefined) throw new TypeError("every kind is counted");
    const started = performance.now();
    own.running++;
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== undefined) this.#errors[reason]++;
      throw error;
    } finally {
      own.running--;
      observe(own.durations, performance.now() - started);
    }
  }

  durations(): Labelled<Histogram>[] {
    return this.#all.map(({ kind, durations }) => ({ labels: { kind }, value: durations }));
  }

  running(): Labelled<number>[] {
    return this.#all.map(({ kind, running }) => ({ labels: { kind }, value: running }));
  }

  errors(): Labelled<number>[] {
    return REASONS.map((reason) => ({ labels: { reason }, value: this.#errors[reason] }));
  }
}

/** Wraps a database so that its statements are counted in `metrics`. */
export function measured(database: Database, metrics: DatabaseMetrics): Database {
  return wrapStatements(database, (kind, statement) => metrics.measure(kind, statement));
}

/** The size of the database in bytes: the pages of a SQLite file, or what PostgreSQL says of the database. */
export async function databaseBytes({ engine, query }: Pick<Database, "engine" | "query">): Promise<number> {
  // As text: PostgreSQL's number may be larger than an integer of 32 bits.
  const [row] =
    engine === "sqlite"
      ? await query<{ bytes: string }>`
          select cast(page_count * page_size as text) as bytes from pragma_page_count(), pragma_page_size()`
      : await query<{ bytes: string }>`select cast(pg_database_size(current_database()) as text) as bytes`;
  return Number(row?.bytes ?? 0);
}
