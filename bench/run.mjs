// `npm run bench`, or `npm run bench` and some of `known`: installs the peers once, then runs the figures with the
// Bun of this checkout. All of them together write docs/benchmarks.md and what the README quotes of it.
// `npm run bench seo -- --against VERSION` compares this checkout with another version: bench/against.ts.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadNow, machine, page, targetsIn } from "./report.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const bun = fileURLToPath(new URL("../node_modules/.bin/bun", import.meta.url));
const known = ["uuid", "process", "seo", "pdf", "metered", "models", "products", "images", "jobs", "growth"];
const given = process.argv.slice(2);
// From the first option on, words are the bench's own: `npm run bench growth -- --scale 0.01`.
const end = given.findIndex((word) => word.startsWith("--"));
const asked = given.slice(0, end < 0 ? given.length : end);
const passed = given.slice(asked.length);
const unknown = asked.find((name) => !known.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`bench: ${unknown} is not measured here; there are ${known.join(", ")}.\n`);
  process.exit(2);
}
const isComparison = passed.includes("--against");

function said(command, args) {
  return spawnSync(command, args, { cwd: here, encoding: "utf8" }).stdout?.trim() || "unknown";
}

/** Runs one bench; what it prints is shown as it comes, and kept. */
function run(name, ...names) {
  return new Promise((resolve) => {
    const child = spawn(bun, [`${name}.ts`, ...names, ...passed], {
      cwd: here,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (piece) => {
      text += piece;
      process.stdout.write(piece);
    });
    child.on("close", (status) =>
      resolve({ name, text: text.trimEnd(), status: status ?? 1, figures: targetsIn(text) }),
    );
  });
}

/** Whether the peers are those of the lock file: npm writes what it installed beside them. */
function peersAreThere() {
  const installed = new URL("node_modules/.package-lock.json", import.meta.url);
  const wanted = new URL("package-lock.json", import.meta.url);
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
}

// What compares us with ourselves alone needs none.
const needsPeers =
  asked.length === 0 || asked.some((name) => !["growth", "metered", "process"].includes(name));
if (needsPeers && !peersAreThere()) {
  const { status } = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], { cwd: here, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
if (isComparison) process.exit((await run("against", ...asked)).status);
const before = loadNow();
const benches = [];
// Growth takes half an hour and 15 GB of disk: it runs where it is asked for by name.
const usual = known.filter((name) => name !== "growth");
for (const name of asked.length > 0 ? asked : usual) benches.push(await run(name));
const failed = benches.filter(({ status }) => status !== 0).map(({ name }) => name);

if (asked.length === 0) {
  const result = {
    date: new Date().toISOString().slice(0, 10),
    commit: said("git", ["rev-parse", "--short", "HEAD"]),
    machine: machine(said(bun, ["--version"])),
    load: [before, loadNow()].map((one) => Number(one.toFixed(1))),
    benches,
  };
  // The page of charts reads the data; docs/benchmarks.md is made of it.
  const data = new URL("../src/web/benchmarks/results.json", import.meta.url);
  writeFileSync(data, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(new URL("../docs/benchmarks.md", import.meta.url), page(result));
  process.stdout.write(
    "\nWritten: src/web/benchmarks/results.json and docs/benchmarks.md. README.md quotes some of its figures: a test compares them.\n",
  );
}
if (failed.length > 0) {
  process.stderr.write(`bench: ${failed.join(", ")} did not end well.\n`);
  process.exit(1);
}
