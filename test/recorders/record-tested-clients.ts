// `npm run test:clients`: runs all tests of the client packages, and records that they have passed as they are.
import { clientTests, recordTestedClients } from "../helpers/tested-clients.ts";

const child = Bun.spawn([process.execPath, "test/system/run.ts", ...clientTests.map((path) => `./${path}`)], {
  env: { ...process.env, NIGHTLY: "1" },
  stdio: ["ignore", "inherit", "inherit"],
});
const code = await child.exited;
if (code === 0) await recordTestedClients();
process.exit(code);
