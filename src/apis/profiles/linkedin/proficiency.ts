import type { Language } from "../schemas.ts";

const STEPS: readonly [RegExp, Language["proficiency"]][] = [
  [/native|bilingual/, "native-or-bilingual"],
  [/full.professional/, "full-professional"],
  [/limited.working/, "limited-working"],
  [/professional.working/, "professional-working"],
  [/elementary/, "elementary"],
];

/** The step that a code or an English text names; null for other languages: their words are not guessed. */
export function proficiencyOf(text: unknown): Language["proficiency"] {
  if (typeof text !== "string") return null;
  const folded = text.toLowerCase();
  return STEPS.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
}
