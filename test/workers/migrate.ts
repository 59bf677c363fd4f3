// One of several processes that bring a database up to date at once. Prints the steps that it ran. With a
// second argument it is of a later release, whose further step is that SQL; the third is the oldest release that can serve
// after it.

import { migrate } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations.ts";
import { openDatabase } from "../../src/store/open-database.ts";

/** After every step of this release. */
const LATER = 9_999;

const [address = "", sql, oldestRelease = "999.0.0"] = process.argv.slice(2);
const later = sql === undefined ? [] : [{ number: LATER, name: "later", oldestRelease, sql }];
const database = openDatabase(address);
process.stdout.write(JSON.stringify(await migrate(database, { steps: [...migrations, ...later] })));
await database.close();
