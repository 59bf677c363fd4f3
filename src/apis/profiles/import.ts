import { z } from "zod";
import { readParameter } from "../../kit/parameter.ts";
import { Problem } from "../../kit/problem.ts";
import type { State } from "../../kit/state.ts";
import { erasePerson, KEEP_DAYS, keepImport } from "./import-store.ts";
import { type ExportFile, readExport } from "./linkedin/export-files.ts";
import { readExportedProfile } from "./linkedin/export-profile.ts";
import { pageWord } from "./profile-url.ts";

const IMPORT_DAYS_MAX = 3_650;
const DAYS = `must be a whole number from 1 to ${IMPORT_DAYS_MAX}`;

/** The longest profile that is kept, as JSON in UTF-16 units; every response about the person repeats it. */
const READING_MAX = 2_000_000;

const Username = pageWord("in", "in/ines-morrow");
const Days = z
  .number({ error: DAYS })
  .refine((days) => Number.isInteger(days) && days >= 1 && days <= IMPORT_DAYS_MAX, DAYS);

function slugOf(username: string): string {
  return readParameter("username", Username, username).slug;
}

/**
 * Stores a person's own data export under their username, for 30 days or the given number. Calls for that
 * person use it first. Throws `invalid-body` for other files, `invalid-parameter` for an invalid username or
 * number of days.
 */
export async function importPerson(
  state: State,
  username: string,
  files: readonly ExportFile[],
  { days = KEEP_DAYS, now = Date.now }: { readonly days?: number; now?(): number } = {},
) {
  const slug = slugOf(username);
  readParameter("days", Days, days);
  const reading = readExportedProfile(await readExport(files), slug);
  if (reading === null) {
    throw new Problem("invalid-body", "The profile table has no name. Export the data again.");
  }
  if (JSON.stringify(reading).length > READING_MAX) {
    throw new Problem(
      "invalid-body",
      "The export is larger than the data of one person. Export the data again.",
    );
  }
  const at = now();
  await keepImport(state, slug, reading, { at, days });
  return { imported: true, expiresAt: new Date(at + days * 86_400_000).toISOString() };
}

/** Deletes all that is kept of a person. Throws `invalid-parameter` for a username that is not accepted. */
export async function erase(state: State, username: string) {
  return { erased: true, words: await erasePerson(state, slugOf(username)) };
}
