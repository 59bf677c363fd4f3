import { checksOf, elementsOf, failing, failure, google, some } from "./check.ts";

const WORDS_MIN = 200;
const LOOK_MAX = 1_000;
const PLACEHOLDER =
  /\blorem ipsum(?: dolor\b|\W{0,9}$)|%%\w{1,40}%%|\[object Object\]|\$\{[\w.]{1,60}\}|\{%[^%]{1,100}%\}|<%[^%]{1,100}%>/i;
/** Texts about templates and their errors. */
const ABOUT = /^(?:how|what|why|when|where|which|using)\b|\?$/i;
const DEFAULT_TITLE =
  /^(?:untitled(?: document| page)?|new page|page title|your title here|document|undefined|null|react app|vite app|vite \+ \w+(?: \+ ts)?)$/i;

/** Whether a text is one that a template or an editor put there. */
function isPlaceholder(whole: string): boolean {
  const text = whole.slice(0, LOOK_MAX);
  const braces = text.indexOf("{{");
  const hasBraces = braces >= 0 && text.indexOf("}}", braces + 2) >= 0;
  return ((hasBraces || PLACEHOLDER.test(text)) && !ABOUT.test(text)) || DEFAULT_TITLE.test(text.trim());
}

export const contentChecks = checksOf("content", [
  {
    id: "h1-missing",
    severity: "medium",
    needsText: true,
    title: "No main heading",
    threshold: "no h1 with text, or with an image that has an alt",
    source: "convention",
    remedy: "Add one h1 that describes the page.",
    run({ page }) {
      const first = page.headings.filter(({ level }) => level === 1);
      if (first.some(({ text, alt }) => text !== "" || alt !== "")) return "pass";
      return failure(
        first.length === 0 ? "The page has no h1." : "Every h1 of the page is empty.",
        elementsOf(first),
      );
    },
  },
  {
    id: "h1-multiple",
    severity: "notice",
    title: "More than one main heading",
    threshold: "2 or more h1 with text; Google accepts several",
    source: "convention",
    remedy: "Keep one h1 if the page has one topic.",
    run({ page }) {
      const first = page.headings.filter(
        ({ level, text, alt }) => level === 1 && (text !== "" || alt !== ""),
      );
      return failing(elementsOf(first.slice(1)), (count) => `The page has ${count + 1} main headings.`);
    },
  },
  {
    id: "heading-level-skipped",
    severity: "notice",
    title: "Skipped heading level",
    threshold: "a heading more than one level below the one before it",
    source: "https://www.w3.org/WAI/tutorials/page-structure/headings/",
    remedy: "Go down one level at a time; use CSS for sizes.",
    run({ page }) {
      const found = page.headings.filter(({ level }, at) => level > (page.headings[at - 1]?.level ?? 6) + 1);
      return failing(elementsOf(found), (count) => `Headings that skip a level: ${count}.`);
    },
  },
  {
    id: "thin-content",
    severity: "medium",
    effort: "high",
    proportional: true,
    needsText: true,
    title: "Thin content",
    threshold: `under ${WORDS_MIN} words, counted by the Unicode rules for every script; Google has no minimum`,
    source: "convention",
    remedy: "Cover the topic in full, or merge the page into another.",
    run({ words: { count } }) {
      if (count >= WORDS_MIN) return "pass";
      return { ...failure(`The page has ${some(count, "word")}.`), count, share: 1 - count / WORDS_MIN };
    },
  },
  {
    id: "doctype-missing",
    severity: "low",
    title: "Quirks mode",
    threshold: "browsers render the page in quirks or limited-quirks mode",
    source: "https://html.spec.whatwg.org/multipage/syntax.html#the-doctype",
    remedy: "Start the page with <!doctype html>.",
    run({ page }) {
      return page.mode === "no-quirks" ? "pass" : failure(`Browsers render the page in ${page.mode} mode.`);
    },
  },
  {
    id: "snippet-restricted",
    severity: "notice",
    needs: "answer",
    title: "Snippets are limited",
    threshold: "nosnippet, max-snippet:0 or noimageindex for all crawlers or for googlebot",
    source: google("crawling-indexing/robots-meta-tag"),
    remedy: "Remove the directive to allow longer snippets.",
    run({ directives }) {
      const found = directives.filter(
        ({ directive: { agent, text } }) =>
          (agent === "robots" || agent === "googlebot") &&
          /^(?:nosnippet|noimageindex|max-snippet:0)$/.test(text),
      );
      return failing(
        found.map(({ text, line }) => ({ snippet: text, line })),
        () => `The page says ${[...new Set(found.map(({ directive }) => directive.text))].join(", ")}.`,
      );
    },
  },
  {
    id: "placeholder-text",
    severity: "high",
    title: "Placeholder text",
    threshold:
      "lorem ipsum, template code or a default title in title, h1 or description; questions and guides about templates do not count",
    source: google("appearance/title-link"),
    remedy: "Replace it with real text.",
    run({ page, descriptions }) {
      const texts = [
        ...page.titles.slice(0, 1),
        ...page.headings.filter(({ level }) => level === 1),
        ...descriptions.map(({ element, content = "" }) => ({ element, text: content })),
      ];
      return failing(
        elementsOf(texts.filter(({ text }) => isPlaceholder(text))),
        (count) => `Placeholder texts: ${count}.`,
      );
    },
  },
]);
