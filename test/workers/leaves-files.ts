// A file of tests that ends as it is told to: it leaves a file, a folder and a process behind.
import { test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runFolder, temporaryFolder } from "../helpers/temporary-folder.ts";

test("leaves files and a process", async () => {
  writeFileSync(join(temporaryFolder(), "file"), "left");
  writeFileSync(join(runFolder(), "spooled"), "left");
  const child = Bun.spawn(["sleep", "1000"], { env: process.env, stdio: ["ignore", "ignore", "ignore"] });
  child.unref();
  writeFileSync(process.env.LEAVE_PID ?? "", `${child.pid}\n`);
  if (process.env.LEAVE_BY === "failure") throw new Error("as told");
  if (process.env.LEAVE_BY === "kill") await new Promise(() => undefined);
});
