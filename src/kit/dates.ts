const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The day of an ISO time, for programs: `2026-11-20`. */
export const day = (iso: string) => iso.slice(0, 10);

/** The date of an ISO date or time as people write it: `Dec 1`. For times that are less than a year away. */
export const date = (iso: string) => `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8, 10))}`;

/** The date with its year: `Dec 1, 2026`. */
export const longDate = (iso: string) => `${date(iso)}, ${iso.slice(0, 4)}`;

/** The minute of an ISO time: `Dec 1, 14:40`. */
export const formatMinute = (iso: string) => `${date(iso)}, ${iso.slice(11, 16)}`;

/** The minute with its year: `Dec 1, 2026, 14:40`. */
export const longMinute = (iso: string) => `${longDate(iso)}, ${iso.slice(11, 16)}`;

/** The second of an ISO time: `Dec 1, 14:40:05`. */
export const second = (iso: string) => `${date(iso)}, ${iso.slice(11, 19)}`;

/** The second with its year: `Dec 1, 2026, 14:40:05`. */
export const longSecond = (iso: string) => `${longDate(iso)}, ${iso.slice(11, 19)}`;
