import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterwards } from "./afterwards.ts";

let root: string | undefined;

/** A new folder; all of them go when this process ends. */
export function temporaryFolder(): string {
  if (root === undefined) {
    root = mkdtempSync(join(tmpdir(), "quintet-test-"));
    afterwards('rm -rf "$1"', root);
  }
  return mkdtempSync(join(root, "case-"));
}
