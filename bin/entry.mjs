import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the path of the program that Bun runs, in the checkout at `root`: the bundle that `npm install` built, or
 * `src/main.ts` if no bundle was built or a source has changed since.
 */
export function entryPoint(root) {
  const bundle = join(root, "dist", "quintet.js");
  try {
    const built = statSync(bundle).mtimeMs;
    const sources = JSON.parse(readFileSync(join(root, "dist", "sources.json"), "utf8"));
    if (sources.every((path) => statSync(join(root, path)).mtimeMs < built)) return bundle;
  } catch {
    // Not built, or a source was deleted or moved.
  }
  return join(root, "src", "main.ts");
}
