import { commonMonths, fold } from "../../../kit/month-names.ts";
import type { Product } from "../schemas.ts";

/** A day that a sentence names; `value` is null where it could not be read. */
type DayDate = Product["reviews"][number]["date"];

/** Month names of the marketplaces' languages; that of Japanese is a number. */
const months = commonMonths(["en", "de", "fr", "es", "pt", "it", "nl", "sv", "pl", "tr", "ar", "hi"]);

function day(year: number, month: number, date: number): DayDate | undefined {
  const at = new Date(Date.UTC(year, month - 1, date));
  // 31 February is a day of another month.
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== date) return undefined;
  return { value: at.toISOString().slice(0, 10), precision: "day" };
}

/**
 * Finds the day in a sentence of any of the languages that pages come in, such as "Reseñado en España el 7 de
 * febrero de 2024". Nothing but the day, the month and the year is looked at.
 */
export function dayIn(sentence: string): DayDate {
  const text = fold(sentence);
  const eastern = /(\d{4})\s?\u5e74\s?(\d{1,2})\s?\u6708\s?(\d{1,2})\s?\u65e5/.exec(text);
  if (eastern !== null) {
    const found = day(Number(eastern[1]), Number(eastern[2]), Number(eastern[3]));
    if (found !== undefined) return found;
  }
  const words = text.match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? [];
  for (const [i, word] of words.entries()) {
    const month = months.get(word);
    if (month === undefined) continue;
    // Day and year stand right beside the month, at most one little word away.
    const near = words.slice(Math.max(0, i - 2), i + 5).filter((one) => /^\d+$/.test(one));
    const year = near.find((one) => /^(?:19|20)\d\d$/.test(one));
    const date = near.find((one) => one.length <= 2);
    if (year === undefined || date === undefined) continue;
    const found = day(Number(year), month, Number(date));
    if (found !== undefined) return found;
  }
  return { value: null, precision: "day" };
}
