import type { Facts } from "../analysis/facts.ts";
import { shorten } from "../analysis/html/place.ts";
import { withoutHash } from "../analysis/links.ts";
import { checksOf, elementsOf, failing, failure, skipped } from "./check.ts";

const OGP = "https://ogp.me/";
const REQUIRED = ["og:title", "og:type", "og:image", "og:url"] as const;
/** Keys that say one thing about a page. */
const SINGLE = [
  "og:title",
  "og:type",
  "og:url",
  "og:description",
  "og:site_name",
  "twitter:card",
  "twitter:title",
  "twitter:description",
];
/** The cards of X. */
const CARDS = ["summary", "summary_large_image", "app", "player"];
const IMAGE_MIN = 200;
const NO_OG = skipped("The page has no Open Graph image.");

function tags({ page }: Facts, key: string) {
  return elementsOf(page.metas.filter(({ property, name }) => property === key || name === key));
}

/** The URL of the image in previews, as written in the page. */
export function socialImage({ openGraph }: Facts): string | undefined {
  return [openGraph.get("og:image"), openGraph.get("og:image:url"), openGraph.get("og:image:secure_url")]
    .flat()
    .find((value) => value !== undefined && value !== "");
}

export const socialChecks = checksOf("social", [
  {
    id: "og-incomplete",
    severity: "low",
    proportional: true,
    title: "Open Graph is incomplete",
    threshold: "og:title, og:type, og:image or og:url is missing",
    source: OGP,
    remedy: "Add the missing properties.",
    run(facts) {
      const absent = REQUIRED.filter((key) => {
        if (key === "og:image") return socialImage(facts) === undefined;
        return !facts.openGraph.get(key)?.some((value) => value !== "");
      });
      if (absent.length === 0) return "pass";
      const found = failure(`Missing: ${absent.join(", ")}.`);
      return { ...found, count: absent.length, share: absent.length / REQUIRED.length };
    },
  },
  {
    id: "og-image-unusable",
    severity: "medium",
    title: "The preview image cannot be used",
    threshold: `not an absolute http or https URL, or declared smaller than ${IMAGE_MIN} pixels`,
    source: OGP,
    remedy: "Use the absolute URL of an image of at least 1200 by 630 pixels.",
    run(facts) {
      const image = socialImage(facts);
      if (image === undefined) return NO_OG;
      const at = [...tags(facts, "og:image"), ...tags(facts, "og:image:url")].slice(0, 1);
      if (!/^https?:\/\/[^/]/i.test(image) || URL.parse(image) === null) {
        return failing(at, () => "The URL of the preview image is not an absolute http or https URL.");
      }
      const images = facts.openGraph.get("og:image") ?? [];
      const small = ["og:image:width", "og:image:height"].some((key) => {
        const sizes = facts.openGraph.get(key) ?? [];
        // The sizes of several images are in their order, if each of them has one.
        const isFirst = images.length < 2 || sizes.length === images.length;
        return isFirst && Number(sizes[0]) > 0 && Number(sizes[0]) < IMAGE_MIN;
      });
      return small ? failing(at, () => `The preview image is smaller than ${IMAGE_MIN} pixels.`) : "pass";
    },
  },
  {
    id: "og-image-broken",
    severity: "medium",
    needs: "probes",
    title: "The preview image is missing or too small",
    threshold: `404, 410, 5xx or no such host; or under ${IMAGE_MIN} pixels wide or high`,
    source: OGP,
    remedy: "Use the URL of an existing image of at least 1200 by 630 pixels.",
    run({ ogImage }) {
      if (ogImage === undefined || ogImage.state === "unknown")
        return skipped("No preview image could be checked.");
      if (ogImage.state === "broken") return failure("The preview image cannot be loaded.", [ogImage.place]);
      const { size } = ogImage;
      if (size === undefined || Math.min(size.width, size.height) >= IMAGE_MIN) return "pass";
      return failure(`The preview image is ${size.width} by ${size.height} pixels.`, [ogImage.place]);
    },
  },
  {
    id: "og-url-mismatch",
    severity: "notice",
    title: "og:url and the canonical URL differ",
    threshold: "two different URLs, ignoring fragments",
    source: OGP,
    remedy: "Set og:url to the canonical URL.",
    run(facts) {
      const given = facts.openGraph.get("og:url")?.find((value) => value !== "");
      if (given === undefined || facts.canonical === undefined)
        return skipped("The page has only one of them, or neither.");
      const target = URL.parse(given, facts.base)?.href ?? given;
      if (withoutHash(target) === withoutHash(facts.canonical)) return "pass";
      return failing(
        tags(facts, "og:url").slice(0, 1),
        () => "Shares are counted for another URL than the canonical one.",
      );
    },
  },
  {
    id: "twitter-card-missing",
    severity: "notice",
    title: "No card for X",
    threshold: `no twitter:card, or none of ${CARDS.join(", ")}; X then shows a small card from Open Graph`,
    source: "https://developer.x.com/en/docs/x-for-websites/cards/overview/abouts-cards",
    remedy: 'Add <meta name="twitter:card" content="summary_large_image">.',
    run(facts) {
      const { twitter } = facts;
      const cards = twitter.get("twitter:card")?.filter((value) => value !== "") ?? [];
      if (cards.some((value) => CARDS.includes(value.toLowerCase()))) return "pass";
      const [card] = cards;
      return card === undefined
        ? failure("The page has no twitter:card.")
        : failing(
            tags(facts, "twitter:card"),
            () => `X does not know the twitter:card ${JSON.stringify(shorten(card, 60))}.`,
          );
    },
  },
  {
    id: "social-duplicate",
    severity: "notice",
    title: "Conflicting social tags",
    threshold: "a property with one value appears twice with different values",
    source: OGP,
    remedy: "Keep one of each.",
    run(facts) {
      const twice = SINGLE.filter(
        (key) => new Set(facts.openGraph.get(key) ?? facts.twitter.get(key) ?? []).size > 1,
      );
      return failing(
        twice.flatMap((key) => tags(facts, key).slice(1)),
        () => `Properties with different values: ${twice.join(", ")}.`,
      );
    },
  },
]);
