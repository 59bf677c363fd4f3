import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** A file system of its own, mounted at `folder`. */
export interface SmallDisk {
  readonly folder: string;
  unmount(): void;
}

const DISK_BYTES = 6 * 1024 * 1024;

/** A file system of a few megabytes; undefined where this user may not mount one. */
export function smallDisk(): SmallDisk | undefined {
  const folder = join(temporaryFolder(), "disk");
  mkdirSync(folder);
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "quintet-test", folder]);
  if (status !== 0) {
    process.stderr.write("\n*** SKIPPED: a full disk, because this user may not mount one ***\n\n");
    return undefined;
  }
  return { folder, unmount: () => void spawnSync("umount", ["-l", folder]) };
}

/** Fills a small disk to its last page; gives the function that empties it again. */
export function fill(folder: string): () => void {
  const path = join(folder, "ballast");
  let written = 0;
  for (const size of [1 << 20, 1 << 14, 1 << 12]) {
    try {
      for (;;) {
        const { blocks, bsize } = statfsSync(folder);
        // Never the machine's own disk, should the small one not be there any more.
        if (blocks * bsize > DISK_BYTES || written > DISK_BYTES) throw new Error("this is no small disk");
        writeFileSync(path, Buffer.alloc(size), { flag: "a" });
        written += size;
      }
    } catch {
      // Smaller pieces next.
    }
  }
  return () => rmSync(path, { force: true });
}
