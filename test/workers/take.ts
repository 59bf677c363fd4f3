// One of several processes that charge one account at once. Prints how many charges were granted.
import { Charges } from "../../src/accounts/charges.ts";
import { grantsOf } from "../../src/accounts/grants.ts";
import { createUsageLedger } from "../../src/accounts/usage-ledger.ts";
import { Problem } from "../../src/kit/problem.ts";
import { createLog } from "../../src/ops/log.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { catalogue } from "../fixtures/suite-catalogue.ts";

const [address = "", callers = "", each = "", units = ""] = process.argv.slice(2);
const database = openDatabase(address);
const log = createLog("silent");
const ledger = createUsageLedger({ database, folder: undefined, log, now: Date.now });
const quotaAlerts = { announce: () => undefined };
const charges = new Charges({ database, catalogue, ledger, quotaAlerts, log, now: Date.now });
const grants = grantsOf(catalogue, [{ plan: "images", startedOn: "2026-01-31" }]).filter(
  ({ plan }) => plan.id === "images",
);
let granted = 0;
await Promise.all(
  Array.from({ length: Number(callers) }, async () => {
    for (let i = 0; i < Number(each); i++) {
      try {
        await charges.charge("crowd", grants, "images", Number(units));
        granted++;
      } catch (error) {
        if (!(error instanceof Problem && error.code === "quota-exceeded")) throw error;
      }
    }
  }),
);
process.stdout.write(JSON.stringify(granted));
await database.close();
