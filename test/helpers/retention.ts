import { readConfig } from "../../src/config.ts";

/** How long rows are kept where no setting says otherwise. */
export const { retention: RETENTION } = readConfig({});
