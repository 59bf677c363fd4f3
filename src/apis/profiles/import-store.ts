import { createHash } from "node:crypto";
import { z } from "zod";
import type { State } from "../../kit/state.ts";
import { forgetItem } from "../../upstream/cache.ts";
import { ProfileReading } from "./reading.ts";
import { sourceNames } from "./schemas.ts";

const API = "profiles";
const DAY_MS = 86_400_000;

/** Maximum retention of data about a person, in days. */
export const KEEP_DAYS = 30;

/** A hash of a slug. Everything that is stored for a person is stored under it. */
export function markOf(slug: string): string {
  return createHash("sha256").update(slug.normalize("NFC").toLowerCase()).digest("hex").slice(0, 32);
}

/** The cache name of an item. */
export function itemName(source: string, kind: string, slug: string): string {
  return `${source} ${kind} ${markOf(slug)}`;
}

const aliasesAt = (slug: string) => `profiles aliases ${markOf(slug)}`;
const importAt = (slug: string) => `profiles import ${markOf(slug)}`;

const Aliases = z.array(z.string());
const Imported = z.object({ at: z.number(), reading: ProfileReading });

/** A person's data export, as the operator imported it. */
export type ImportedProfile = z.infer<typeof Imported>;

/** Notes that a person was requested by another slug than the site's own, so that erasing finds both copies. */
export async function noteAlias(state: State, asked: string, own: string): Promise<void> {
  if (markOf(asked) === markOf(own)) return;
  const kept = Aliases.safeParse(await state.get(aliasesAt(own)));
  const aliases = new Set([...(kept.success ? kept.data : []), asked.toLowerCase()]);
  await state.set(aliasesAt(own), [...aliases], KEEP_DAYS * DAY_MS);
}

/** Stores a person's own data for this many days, and replaces earlier data. */
export async function keepImport(
  state: State,
  slug: string,
  reading: ProfileReading,
  { at, days }: { readonly at: number; readonly days: number },
): Promise<void> {
  await state.set(importAt(slug), { at, reading } satisfies ImportedProfile, days * DAY_MS);
}

/** The imported data of a person; undefined if nothing was imported. */
export async function findImport(state: State, slug: string): Promise<ImportedProfile | undefined> {
  const kept = Imported.safeParse(await state.get(importAt(slug)));
  return kept.success ? kept.data : undefined;
}

/**
 * Deletes all stored data of a person: copies from all sources, under this username and all others that led to
 * it, and the import. Returns the number of these usernames. A later request reads the profile again.
 */
export async function erasePerson(state: State, slug: string): Promise<number> {
  const kept = Aliases.safeParse(await state.get(aliasesAt(slug)));
  const words = new Set([slug, ...(kept.success ? kept.data : [])]);
  for (const word of words) {
    for (const source of sourceNames) await forgetItem(state, API, itemName(source, "in", word));
    await state.delete(importAt(word));
    await state.delete(aliasesAt(word));
  }
  return words.size;
}
