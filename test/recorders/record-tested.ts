// `npm run test:clients` and `npm run test:training`: run all tests of a subject, and record that it has passed as it is.
import { recordTested, subjects } from "../helpers/tested.ts";

const subject = Bun.argv[2] === "training" ? "training" : "clients";
const tests = subjects[subject].tests.map((path) => `./${path}`);
const child = Bun.spawn([process.execPath, "test/system/run.ts", ...tests], {
  env: { ...process.env, NIGHTLY: "1" },
  stdio: ["ignore", "inherit", "inherit"],
});
const code = await child.exited;
if (code === 0) await recordTested(subject);
process.exit(code);
