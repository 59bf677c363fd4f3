/**
 * Converts a PDF date (PDF 32000-1, 7.9.4) to ISO 8601: in UTC if it has a time zone, without a zone if it
 * does not. Null if it is not a date.
 */
export function isoDate(text: string): string | null {
  const parts =
    /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)(?:00'?00'?)?|([+-])(\d\d)'?(\d\d)?'?)?\s*$/.exec(
      text,
    );
  if (parts === null) return null;
  const [, year = "", month = "01", day = "01", hour = "00", minute = "00", second = "00"] = parts;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const ms = Date.parse(`${local}Z`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(local)) return null;
  const [, , , , , , , utc, sign, offHours = "00", offMinutes = "00"] = parts;
  if (utc === undefined && sign === undefined) return local;
  const off = (Number(offHours) * 60 + Number(offMinutes)) * 60_000 * (sign === "-" ? -1 : 1);
  return new Date(ms - off).toISOString();
}
