#!/usr/bin/env node
// Runs the `quintet` command with the Bun that npm installed. Plain Node, because it must be able to say
// what is wrong when that Bun is missing, and because its event loop must be free when Bun's is not.
import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { entryPoint } from "./entry.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What a stop may take beside DRAIN_MS, in milliseconds: 30 s for responses in progress, then closing. */
const STOP_MS = 36_000;
/** How long the shutdown may take after a second signal, in milliseconds. */
const HURRY_MS = 2_000;
/** Signals closer together than this are one: a terminal and a shell may each send it. */
const SAME_SIGNAL_MS = 500;

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

function currentFolder() {
  try {
    return process.cwd();
  } catch {
    return fail("The current folder no longer exists. Change to another folder and try again.");
  }
}

// Quintet's own .env configures it, wherever it is run. Bun would read the one of the current folder instead.
const settings = join(root, ".env");
try {
  // Editors of Windows begin a file with a byte order mark.
  const text = readFileSync(settings, "utf8").replace(/^\uFEFF/, "");
  process.env = { ...parseEnv(text), ...process.env };
} catch (error) {
  if (error.code !== "ENOENT") fail(`Cannot read ${settings} (${error.code}). Check its permissions.`);
}

// Bun reads bunfig.toml, .env, tsconfig.json and package.json of the folder that it starts in, and runs what
// bunfig.toml names. So it starts in Quintet's own folder, and the program changes to the user's.
const flags = ["--no-env-file", `--config=${devNull}`, "--no-orphans"];
const child = spawn(findBun(), [...flags, entryPoint(root), ...process.argv.slice(2)], {
  stdio: "inherit",
  cwd: root,
  env: { ...process.env, QUINTET_CWD: currentFolder() },
});

// A process whose event loop is blocked handles no signal: what does not stop in time is killed.
let signaled;
let killer;
function stop(signal) {
  const now = performance.now();
  child.kill(signal);
  if (signaled !== undefined && now - signaled < SAME_SIGNAL_MS) return;
  const drain = signal === "SIGTERM" ? Number(process.env.DRAIN_MS || 5_000) : 0;
  const ms = signaled === undefined ? STOP_MS + (drain > 0 ? drain : 0) : HURRY_MS;
  signaled ??= now;
  clearTimeout(killer);
  killer = setTimeout(() => child.kill("SIGKILL"), ms);
}
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop(signal));
// From a terminal that was closed it ends the command; else it asks a server to read its catalogue again.
process.on("SIGHUP", () => (process.stdout.isTTY ? stop("SIGHUP") : child.kill("SIGHUP")));
// npm runs this under a shell that takes a signal for itself and leaves its children behind.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, 250).unref();
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
