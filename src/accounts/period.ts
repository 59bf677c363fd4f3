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
 * The period in which a moment falls, all in UTC. A day is a calendar day (`2026-11-20`). A month is a
 * calendar month (`2026-11`), or with `startedOn` (a date: when a paid plan began) the month of billing that
 * starts on the same day of each month, or on its last where it is shorter (`2026-02-28` after 31 January).
 * The key is made of the moment alone, so a clock that goes back finds the counter it left.
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
