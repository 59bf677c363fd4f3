import { isRecord } from "../../../kit/record.ts";
import { line, lines } from "../text.ts";

/** One object of a JSON response. */
export type Entity = Readonly<Record<string, unknown>>;

function localised(entity: Entity, name: string): unknown {
  const all = entity[`multiLocale${name.charAt(0).toUpperCase()}${name.slice(1)}`];
  if (!isRecord(all)) return undefined;
  const locale = isRecord(entity.primaryLocale) ? entity.primaryLocale : {};
  return all[`${locale.language}_${locale.country}`] ?? Object.values(all)[0];
}

function rawText(entity: Entity | undefined, name: string): string | null {
  if (entity === undefined) return null;
  const value = entity[name] ?? localised(entity, name);
  if (typeof value === "string") return value;
  // Some decorations wrap texts for the screen.
  return isRecord(value) && typeof value.text === "string" ? value.text : null;
}

/** The text of the first of these members that has one, in one line. */
export function lineAt(entity: Entity | undefined, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = line(rawText(entity, name));
    if (text !== null) return text;
  }
  return null;
}

/** The text of a member with its line breaks. */
export function linesAt(entity: Entity | undefined, name: string): string | null {
  return lines(rawText(entity, name));
}

/** A member that is a count; null for any other value. */
export function countAt(entity: Entity | undefined, name: string): number | null {
  const value = entity?.[name];
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The number at the end of a URN. */
export function idOfUrn(urn: unknown): string | null {
  return /:(\d+)$/.exec(String(urn ?? ""))?.[1] ?? null;
}
