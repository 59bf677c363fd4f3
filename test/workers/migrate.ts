// One of several processes that start on a new database at once. Prints the steps that it ran.
import { openDatabase } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";

const database = openDatabase(process.argv[2] ?? "");
process.stdout.write(JSON.stringify(await migrate(database)));
await database.close();
