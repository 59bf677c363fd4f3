/** The day of an ISO time: `2026-11-20`. */
export const day = (iso: string) => iso.slice(0, 10);

/** The minute of an ISO time: `2026-11-20 14:40`. */
export const formatMinute = (iso: string) => iso.slice(0, 16).replace("T", " ");

/** The second of an ISO time: `2026-11-20 14:40:05`. */
export const second = (iso: string) => iso.slice(0, 19).replace("T", " ");

const monthAndDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** The date of an ISO time as people write it, in UTC: `Dec 1`. */
export const date = (iso: string) => monthAndDay.format(new Date(iso));
