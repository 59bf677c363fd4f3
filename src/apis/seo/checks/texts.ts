import { checksOf, failing, failure, google, placesOf, skipped } from "./check.ts";

/** Google's desktop results cut titles at about this width, in pixels of Arial 20. */
const TITLE_PIXELS = 600;
const DESCRIPTION_PIXELS = 990;
const TITLE_LINK = google("appearance/title-link");
const SNIPPET = google("appearance/snippet");

const noTitle = skipped("The page has no title.");
const noDescription = skipped("The page has no description.");

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
      const [first] = page.titles;
      return failure(
        first === undefined ? "The page has no title element." : "The title is empty.",
        first === undefined ? [] : [page.places.of(first.element)],
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
    run({ page }) {
      if (page.titles.length === 0) return noTitle;
      return failing(placesOf(page, page.titles.slice(1)), (count) => `The page has ${count + 1} titles.`);
    },
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
      if (first === undefined) return noTitle;
      return first.inHead
        ? "pass"
        : failure("The title is outside the head.", [page.places.of(first.element)]);
    },
  },
  {
    id: "title-too-long",
    severity: "low",
    title: "The title is too long",
    threshold: `wider than ${TITLE_PIXELS} pixels in Arial 20; Google has no fixed limit`,
    source: "convention",
    remedy: "Put the important words in the first 600 pixels, about 55 to 60 Latin or 30 Chinese characters.",
    run({ title, page }) {
      if (title.text === null || title.text === "") return noTitle;
      const [first] = page.titles;
      if (title.pixelWidth <= TITLE_PIXELS || first === undefined) return "pass";
      return failure(`The title is ${title.pixelWidth} pixels wide; about ${TITLE_PIXELS} are shown.`, [
        page.places.of(first.element),
      ]);
    },
  },
  {
    id: "title-too-short",
    severity: "low",
    title: "The title is too short",
    threshold: "under 15 characters; under 8 in Chinese, Japanese and Korean",
    source: "convention",
    remedy: "Add the topic of the page and the name of the site.",
    run({ title, page, wide }) {
      if (title.text === null || title.text === "") return noTitle;
      const [first] = page.titles;
      if (title.length >= (wide ? 8 : 15) || first === undefined) return "pass";
      return failure(`The title has ${title.length} characters.`, [page.places.of(first.element)]);
    },
  },
  {
    id: "description-missing",
    severity: "medium",
    title: "No meta description",
    threshold: "none, an empty one, or one in the body, where Google does not look for it",
    source: SNIPPET,
    remedy: "Describe the page in one or two sentences, in the head, for people who search.",
    run({ description, descriptions, page }) {
      const isInHead = descriptions.some(({ inHead }) => inHead);
      if (description.text !== null && description.text !== "" && isInHead) return "pass";
      const fault =
        descriptions.length === 0
          ? "The page has no meta description."
          : isInHead
            ? "The meta description is empty."
            : "The meta description is in the body.";
      return failure(
        fault,
        descriptions.slice(0, 1).map(({ element }) => page.places.of(element)),
      );
    },
  },
  {
    id: "description-multiple",
    severity: "low",
    title: "More than one meta description",
    threshold: "2 or more",
    source: "convention",
    remedy: "Keep one.",
    run({ descriptions, page }) {
      if (descriptions.length === 0) return noDescription;
      return failing(
        placesOf(page, descriptions.slice(1)),
        (count) => `The page has ${count + 1} meta descriptions.`,
      );
    },
  },
  {
    id: "description-too-long",
    severity: "low",
    title: "The description is too long",
    threshold: `over 160 characters; wider than ${DESCRIPTION_PIXELS} pixels in Arial 14 for Chinese, Japanese and Korean`,
    source: "convention",
    remedy: "Put what matters first and stay within 160 characters.",
    run({ description, descriptions, page, wide }) {
      if (description.text === null || description.text === "") return noDescription;
      const tooLong = wide ? description.pixelWidth > DESCRIPTION_PIXELS : description.length > 160;
      if (!tooLong) return "pass";
      return failure(
        `The description has ${description.length} characters.`,
        descriptions.slice(0, 1).map(({ element }) => page.places.of(element)),
      );
    },
  },
  {
    id: "description-too-short",
    severity: "low",
    title: "The description is too short",
    threshold: "under 70 characters; under 35 in Chinese, Japanese and Korean",
    source: "convention",
    remedy: "Use the available space: about 150 characters are shown.",
    run({ description, descriptions, page, wide }) {
      if (description.text === null || description.text === "") return noDescription;
      if (description.length >= (wide ? 35 : 70)) return "pass";
      return failure(
        `The description has ${description.length} characters.`,
        descriptions.slice(0, 1).map(({ element }) => page.places.of(element)),
      );
    },
  },
]);
