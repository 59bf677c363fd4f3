import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterwards } from "./afterwards.ts";

/** The name of the folder of a run: the process that made it and when that started, as numbers are used again. */
const NAME = /^quintet-test-(\d+)-(\d+)$/;

/** Ends what a run has started and left, then removes its folder, `$1`. Nothing else is told to use that folder. */
const REMOVE = `
left() { grep -lzE "^(TMPDIR|DATA_DIR)=$1(/|\\$)" /proc/[0-9]*/environ | cut -d / -f 3; }
tried=0
while [ "$tried" -lt 100 ] && found=$(left "$1") && [ -n "$found" ]; do
  if [ "$tried" -eq 0 ]; then kill $found; fi
  if [ "$tried" -ge 50 ]; then kill -CONT $found; kill -KILL $found; fi
  tried=$((tried + 1))
  sleep 0.1
done
rm -rf "$1" || { sleep 1; rm -rf "$1"; }`;

/** The time at which a process started, in ticks of the system; undefined once it is gone. */
function startOf(pid: number | string): string | undefined {
  try {
    // The name, in parentheses, may have spaces.
    return readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ")[19];
  } catch {
    return undefined;
  }
}

/** Ends what a run has started and left, and removes its folder. */
export function removeRunFolder(folder: string): void {
  // Not the environment of this process, which may name the folder.
  spawnSync("sh", ["-c", REMOVE, "sh", folder], {
    cwd: "/",
    env: { PATH: process.env.PATH },
    stdio: "ignore",
  });
}

/** Removes the folders of runs whose process is gone: the machine stopped, or all was killed at once. */
function removeFoldersLeftIn(place: string): void {
  for (const name of readdirSync(place)) {
    const [, pid = "", start] = NAME.exec(name) ?? [];
    if (start === undefined || startOf(pid) === start) continue;
    const stat = lstatSync(join(place, name), { throwIfNoEntry: false });
    if (stat?.isDirectory() === true && stat.uid === process.getuid?.()) removeRunFolder(join(place, name));
  }
}

/**
 * The folder that a run keeps all its temporary files in. It is `TMPDIR` of every process of the run. When the process
 * that made it has ended, however it ended, what it started is ended too and the folder is removed.
 */
export function runFolder(): string {
  const place = tmpdir();
  // Of the process that started this one.
  if (NAME.test(basename(place)) && existsSync(place)) return place;
  const folder = join(place, `quintet-test-${process.pid}-${startOf(process.pid) ?? 0}`);
  if (!existsSync(folder)) {
    removeFoldersLeftIn(place);
    // Before there is a folder: this process may be killed at any time.
    afterwards(REMOVE, folder);
    mkdirSync(folder);
    // As the system's own: PostgreSQL runs as another user.
    chmodSync(folder, 0o1777);
  }
  process.env.TMPDIR = folder;
  return folder;
}

/** A new folder in that of the run, or in another one. */
export function temporaryFolder(place = runFolder()): string {
  return mkdtempSync(join(place, "case-"));
}

/**
 * A new folder in memory, where a new database takes a third of the time that it takes on a disk; undefined where less than
 * `freeBytes` are free. Whoever makes it removes it.
 */
export function folderInMemory(freeBytes: number): string | undefined {
  const place = "/dev/shm";
  if (!existsSync(place)) return undefined;
  const { bavail, bsize } = statfsSync(place);
  if (bavail * bsize < freeBytes || freemem() < freeBytes) return undefined;
  return mkdtempSync(join(place, "quintet-test-"));
}
