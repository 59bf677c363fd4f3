import { join } from "node:path";
import type { Catalogue } from "../../src/accounts/catalogue.ts";
import { catalogue } from "../fixtures/suite-catalogue.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const LIMIT = 2_000_000_000;

/** The price list with quotas that no load uses up, however fast the machine is. */
export const endless: Catalogue = {
  ...catalogue,
  plans: catalogue.plans.map((plan) => ({
    ...plan,
    grants: plan.grants.map((grant) => ({ ...grant, limit: LIMIT })),
  })),
};

/** The same as a file, for CATALOGUE_FILE. */
export async function endlessFile(): Promise<string> {
  const path = join(temporaryFolder(), "catalogue.json");
  await Bun.write(path, JSON.stringify(endless));
  return path;
}
