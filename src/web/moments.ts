/** The day of an ISO time: `2026-11-20`. */
export const day = (iso: string) => iso.slice(0, 10);

/** The minute of an ISO time: `2026-11-20 14:40`. */
export const minute = (iso: string) => iso.slice(0, 16).replace("T", " ");
