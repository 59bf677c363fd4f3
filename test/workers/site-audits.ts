// The app in a process of its own that runs site audits of a crawler without a site, with leases of 2 s. Prints its address as
// one line, its log to stderr, and serves until it is killed.
import { endless } from "../helpers/endless.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

const [address = ""] = process.argv.slice(2);
const app = await openTestApp({
  address,
  catalogue: endless,
  level: "info",
  siteAudits: { crawler: fakeCrawler(), leaseMs: 2_000 },
  write: (line) => void process.stderr.write(line),
});
process.stdout.write(`${app.url}\n`);
