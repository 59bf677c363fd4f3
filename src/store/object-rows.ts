/** The SQL condition that a row of `job_body` names an object, which `JobBodies.sweep` deletes before it. */
export const NAMES_OBJECT = "substr(data, 1, 3) in ('1m@', '1l@')";

/** Time in which an object may appear after its request failed, in milliseconds; it is looked for after that. */
export const LATE_OBJECT_MS = 3_600_000;
