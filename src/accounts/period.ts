/** One stretch of a quota: its key in the database, and its bounds in milliseconds since 1970. */
export interface Period {
  readonly key: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

const DAY_MS = 86_400_000;

function date(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Midnight UTC of a day of a month; a day that the month does not have is its last. `month` may overflow. */
function monthDay(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, last));
}

/**
 * The period of a moment, in UTC: a day, a calendar month, or the billing month since `startedOn`, whose shorter months end
 * earlier. The key depends on the moment alone.
 */
export function periodOf(window: "day" | "month", now: number, startedOn?: string): Period {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (window === "day") {
    const startsAt = Math.floor(now / DAY_MS) * DAY_MS;
    return { key: date(startsAt), startsAt, endsAt: startsAt + DAY_MS };
  }
  const day = startedOn === undefined ? 1 : Number(startedOn.slice(8, 10));
  const thisMonth = monthDay(year, month, day);
  const began = thisMonth <= now ? month : month - 1;
  const startsAt = monthDay(year, began, day);
  const endsAt = monthDay(year, began + 1, day);
  return { key: startedOn === undefined ? date(startsAt).slice(0, 7) : date(startsAt), startsAt, endsAt };
}
