import { Uploads } from "../../src/http/core/upload.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Uploads of at most 1 MB, as the tests' servers receive them. */
export function testUploads(): Uploads {
  return new Uploads({
    maxBytes: 1_000_000,
    patienceMs: 15_000,
    deadlineMs: 120_000,
    folders: [temporaryFolder()],
    keepFreeBytes: 0,
    inMemory: 2,
  });
}
