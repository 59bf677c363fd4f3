/** Whether tests run in their full form: `npm run nightly`. CI runs a short one. */
export const isNightly = process.env.NIGHTLY === "1";
