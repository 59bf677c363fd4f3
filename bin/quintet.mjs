#!/usr/bin/env node
// Runs the `quintet` command with the Bun that npm installed. Plain Node, because it must be able to say
// what is wrong when that Bun is not there.
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function fail(sentence) {
  process.stderr.write(`quintet: ${sentence}\n`);
  process.exit(1);
}

/** The path of a Bun that runs. Without its install script the package holds a stub of a few hundred bytes. */
function findBun() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("bun/package.json"));
    const path = join(folder, "bin", "bun.exe");
    if (statSync(path).size < 1_000_000) {
      fail(
        "Bun's install script was not run (npm's --ignore-scripts?); run: node node_modules/bun/install.js",
      );
    }
    return path;
  } catch {
    fail("Bun is not installed; run: npm install");
  }
}

const child = spawn(findBun(), [join(root, "src", "main.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm runs this under a shell that takes a signal for itself and leaves its children behind.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 250).unref();
}
child.on("error", (error) => fail(`Bun does not start: ${error.message}`));
child.on("exit", (code, signal) => {
  if (signal !== null) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code ?? 1);
  }
});
