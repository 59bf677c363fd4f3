// The app in a process of its own that runs jobs and sends webhooks to one target, with leases of 2 s. Prints its address as one
// line, its log to stderr, and serves until it is killed.
import { endless } from "../helpers/endless.ts";
import { openTestApp } from "../helpers/test-app.ts";

const [address = "", allow = ""] = process.argv.slice(2);
const app = await openTestApp({
  address,
  allow,
  catalogue: endless,
  level: "info",
  jobs: { leaseMs: 2_000 },
  webhooks: { leaseMs: 2_000 },
  write: (line) => void process.stderr.write(line),
});
process.stdout.write(`${app.url}\n`);
