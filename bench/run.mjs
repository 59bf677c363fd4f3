// `npm run bench`, or `npm run bench` and one of `known`: installs the peers once, then runs the
// figures with the Bun of this checkout.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const known = ["uuid", "process", "seo", "pdf", "metered", "models", "products", "images"];
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !known.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`bench: ${unknown} is not measured here; there are ${known.join(", ")}.\n`);
  process.exit(2);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: here, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(new URL("node_modules", import.meta.url))) run("npm", ["ci", "--no-fund", "--no-audit"]);
for (const name of asked.length > 0 ? asked : known) {
  run(fileURLToPath(new URL("../node_modules/.bin/bun", import.meta.url)), [`${name}.ts`]);
}
