import type { Heading } from "./page.ts";

/** A longer title or heading is one of an article. */
const TEXT_MAX = 80;
/**
 * The most words of an error page: if its title or main heading says so, and if both do.
 */
const WORDS_MAX = 200;
const CONFIRMED_WORDS_MAX = 1_000;
/** If the title is the number and a name, as that of a book may be, and the text does not say it either. */
const NAMED_WORDS_MAX = 30;
/** How much of the text is searched. */
const START = 2_000;

/** What titles and headings of error pages say. */
const NOT_FOUND = [
  // After a colon there may be the title of anything: "404: a novel".
  /^(?:(?:error|http|status)\W{0,3}){0,2}404(?:$|\s{0,3}[^\s\w:]|:?\s{1,3}(?:errors?|page|not found|oops|sorry)\b)/i,
  /^(?:error |http )?410\W{1,3}gone$|[^\s\w:]\s{0,3}(?:error )?404$|\b404[\s:|(–-]{1,4}not found\b/i,
  /\b(?:page|product|article|item|post|file|url|content|listing|job|offer|event|video)\b.{0,40}(?:(?:\b(?:no longer|not|cannot)|n['’]t) (?:be )?(?:found|exists?|available)|\b(?:been|was|is|has) (?:removed|deleted|expired))\b/i,
  /(?:\b(?:not|cannot)|n['’]t) find (?:the|that|this|your|a) (?:page|product|article|item|post|file|content|listing|job)\b/i,
  /^page (?:removed|missing)$|^(?:nothing (?:was )?|not )found(?:$|\s{0,3}[^\s\w]|\sfor\b)/i,
  // German, French, Spanish, Portuguese, Italian, Dutch
  /nicht gefunden$|(?:seite|produkt|artikel)\b.{0,40}nicht (?:gefunden|mehr verfügbar)|seite existiert nicht|page introuvable|page n['’]existe/i,
  /no encontrad[ao]|n[aã]o encontrad[ao]|p[aá]gina.{0,40} n[aã]?o existe|non trovat[ao]|pagina non esiste|niet gevonden|pagina bestaat niet/i,
  // Slavic languages, Hungarian, Romanian, Greek
  /nie znaleziono|strona nie istnieje|не найден[ао]|не знайдено|страниц[аы].{0,20} не существует|ne(?:byla )?nalezen[ao]/i,
  /nem található|nu a fost găsit|δεν βρέθηκε/i,
  // Turkish and Nordic languages
  /bulunamadı|hittades inte|inte hittas|ikke fun[dn]et|siden fin[dn]es ikke|ei löy/i,
  // Languages of Asia
  /找不到.{0,12}[页頁]|[页頁].{0,4}(?:不存在|找不到)|未找到|見つかりません|存在しません|찾을 수 없|존재하지 않/,
  /غير موجودة|لم يتم العثور|לא נמצא|नहीं मिला|không tìm thấy|tidak ditemukan|ไม่พบ/i,
];

/** Those of them that need no number. */
const PHRASES = NOT_FOUND.slice(2);

/** Titles of texts about errors. */
const ABOUT = /\b(?:how|what|why|when|fix(?:ing|ed)?|guide|soft 404)\b|\?$/i;

/** Whether it is the number alone that says so, and a name follows: "404 | Shop", or "404 - a novel". */
function isNamed(text: string): boolean {
  return /404\W+\w/.test(text) && !NOT_FOUND.slice(1).some((phrase) => phrase.test(text));
}

/**
 * The title or main heading of an error page: undefined for other pages, and for articles about errors. Google calls
 * error pages with status 200 soft 404s.
 */
export function softErrorText(
  title: string | null,
  headings: readonly Heading[],
  words: number,
  text = "",
): string | undefined {
  const h1 = headings.find(({ level }) => level === 1);
  const saying = [title ?? "", h1?.text || h1?.alt || ""].filter(
    (one) => one.length <= TEXT_MAX && NOT_FOUND.some((phrase) => phrase.test(one)) && !ABOUT.test(one),
  );
  const isAlone = saying.length < 2;
  let most = isAlone ? WORDS_MAX : CONFIRMED_WORDS_MAX;
  if (words <= most && saying.length > 0 && saying.every(isNamed)) {
    const start = text.slice(0, START);
    const isSaid = /\b(?:oops|sorry)\b/i.test(start) || PHRASES.some((phrase) => phrase.test(start));
    if (!isSaid) most = isAlone ? NAMED_WORDS_MAX : 0;
  }
  return words <= most ? saying[0] : undefined;
}
