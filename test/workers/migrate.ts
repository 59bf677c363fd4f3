// One of several processes that bring a database up to date at once. Prints the steps that it ran. With a
// second argument it is of a later release, whose further step is that SQL.
import { openDatabase } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations.ts";

const [address = "", sql] = process.argv.slice(2);
const later = sql === undefined ? [] : [{ number: migrations.length + 1, name: "later", sql }];
const database = openDatabase(address);
process.stdout.write(JSON.stringify(await migrate(database, { steps: [...migrations, ...later] })));
await database.close();
