// A replica for the tests of charges, in a process of its own. Prints its URL as one line. Reads commands, one a line:
// "clock MS" steps its clock by that much, "numbers" prints what is unknown and owed as JSON.
import { createInterface } from "node:readline";
import { endless } from "../helpers/endless.ts";
import { openTestApp } from "../helpers/test-app.ts";

const [address = "", unsettledFolder = ""] = process.argv.slice(2);
let offset = 0;
const app = await openTestApp({
  address,
  unsettledFolder,
  catalogue: endless,
  level: "info",
  write: (line) => void process.stderr.write(line),
  now: () => Date.now() + offset,
});
process.stdout.write(`${app.url}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const [command, value] = line.split(" ");
  if (command === "clock") offset += Number(value);
  if (command === "numbers") process.stdout.write(`${JSON.stringify(app.accounts.usageLedger.numbers())}\n`);
}
