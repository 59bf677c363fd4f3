// The app in a process of its own. Prints its address as one line, its log to stderr, and serves until it
// is killed; no quota ends. With a second argument it shares that port with others and logs nothing, and with "off" as the
// third it meters nothing: for the bench.
import { endless } from "../helpers/endless.ts";
import { openTestApp } from "../helpers/test-app.ts";

const [address = "", port, metering] = process.argv.slice(2);
const app = await openTestApp(
  port === undefined
    ? { address, catalogue: endless, write: (line) => void process.stderr.write(line) }
    : {
        address,
        catalogue: endless,
        port: Number(port),
        reusePort: true,
        level: "error",
        metering: metering !== "off",
        // As a server.
        connections: 10,
      },
);
process.stdout.write(`${app.url}\n`);
