import type { Facts } from "../analysis/facts.ts";
import type { Measured } from "../report/schema/body.ts";
import { checksOf, elementsOf, failing, failure, google, skipped } from "./check.ts";

/** Google's desktop results cut titles at about this width, in pixels of Arial 20. */
const TITLE_PIXELS = 600;
const DESCRIPTION_PIXELS = 990;
const TITLE_LINK = google("appearance/title-link");
const SNIPPET = google("appearance/snippet");

const NONE = {
  title: skipped("The page has no title."),
  description: skipped("The page has no description."),
};

/** The elements of titles or descriptions. */
const allOf = (what: keyof typeof NONE, { page, descriptions }: Facts) =>
  elementsOf(what === "title" ? page.titles : descriptions);

/** Fails where the page has more than one. */
const several = (what: keyof typeof NONE, noun: string) => (facts: Facts) => {
  const all = allOf(what, facts);
  if (all.length === 0) return NONE[what];
  return failing(all.slice(1), (count) => `The page has ${count + 1} ${noun}.`);
};

/** Fails where the first one has a bad size. */
const sized =
  (
    what: keyof typeof NONE,
    isBad: (text: Measured, wide: boolean) => boolean,
    message = ({ length }: Measured) => `The ${what} has ${length} characters.`,
  ) =>
  (facts: Facts) => {
    const text = facts[what];
    if (!text.text) return NONE[what];
    return isBad(text, facts.wide) ? failure(message(text), allOf(what, facts).slice(0, 1)) : "pass";
  };

/** Checks of what search results show: title and description. */
export const textChecks = checksOf("metadata", [
  {
    id: "title-missing",
    severity: "critical",
    title: "No title",
    threshold: "no HTML title element, or an empty one",
    source: TITLE_LINK,
    remedy: "Give the page a unique title that describes it.",
    run({ title, page }) {
      if (title.text !== null && title.text !== "") return "pass";
      return failure(
        page.titles.length === 0 ? "The page has no title element." : "The title is empty.",
        elementsOf(page.titles.slice(0, 1)),
      );
    },
  },
  {
    id: "title-multiple",
    severity: "medium",
    title: "More than one title",
    threshold: "2 or more HTML title elements; titles in SVG do not count",
    source: TITLE_LINK,
    remedy: "Keep the first title and remove the rest.",
    run: several("title", "titles"),
  },
  {
    id: "title-outside-head",
    severity: "high",
    title: "The title is in the body",
    threshold: "browsers parse the first title into the body",
    source: google("crawling-indexing/valid-page-metadata"),
    remedy: "Move the title into the head, before anything that ends the head.",
    run({ page }) {
      const [first] = page.titles;
      if (first === undefined) return NONE.title;
      return first.inHead ? "pass" : failure("The title is outside the head.", elementsOf([first]));
    },
  },
  {
    id: "title-too-long",
    severity: "low",
    title: "The title is too long",
    threshold: `wider than ${TITLE_PIXELS} pixels in Arial 20; Google has no fixed limit`,
    source: "convention",
    remedy: "Put the important words in the first 600 pixels, about 55 to 60 Latin or 30 Chinese characters.",
    run: sized(
      "title",
      ({ pixelWidth }) => pixelWidth > TITLE_PIXELS,
      ({ pixelWidth }) => `The title is ${pixelWidth} pixels wide; about ${TITLE_PIXELS} are shown.`,
    ),
  },
  {
    id: "title-too-short",
    severity: "low",
    title: "The title is too short",
    threshold: "under 15 characters; under 8 in Chinese, Japanese and Korean",
    source: "convention",
    remedy: "Add the topic of the page and the name of the site.",
    run: sized("title", ({ length }, wide) => length < (wide ? 8 : 15)),
  },
  {
    id: "description-missing",
    severity: "medium",
    title: "No meta description",
    threshold: "none, an empty one, or one in the body, where Google does not look for it",
    source: SNIPPET,
    remedy: "Describe the page in one or two sentences, in the head, for people who search.",
    run({ description, descriptions }) {
      const isInHead = descriptions.some(({ inHead }) => inHead);
      if (description.text !== null && description.text !== "" && isInHead) return "pass";
      const fault =
        descriptions.length === 0
          ? "The page has no meta description."
          : isInHead
            ? "The meta description is empty."
            : "The meta description is in the body.";
      return failure(fault, elementsOf(descriptions.slice(0, 1)));
    },
  },
  {
    id: "description-multiple",
    severity: "low",
    title: "More than one meta description",
    threshold: "2 or more",
    source: "convention",
    remedy: "Keep one.",
    run: several("description", "meta descriptions"),
  },
  {
    id: "description-too-long",
    severity: "low",
    title: "The description is too long",
    threshold: `over 160 characters; wider than ${DESCRIPTION_PIXELS} pixels in Arial 14 for Chinese, Japanese and Korean`,
    source: "convention",
    remedy: "Put what matters first and stay within 160 characters.",
    run: sized("description", ({ length, pixelWidth }, wide) =>
      wide ? pixelWidth > DESCRIPTION_PIXELS : length > 160,
    ),
  },
  {
    id: "description-too-short",
    severity: "low",
    title: "The description is too short",
    threshold: "under 70 characters; under 35 in Chinese, Japanese and Korean",
    source: "convention",
    remedy: "Use the available space: about 150 characters are shown.",
    run: sized("description", ({ length }, wide) => length < (wide ? 35 : 70)),
  },
]);
