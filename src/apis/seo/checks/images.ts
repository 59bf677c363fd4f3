import { attribute, isElement } from "../../../kit/html-tree.ts";
import { isHidden } from "../analysis/accessible-name.ts";
import type { Facts } from "../analysis/facts.ts";
import type { Image } from "../analysis/page.ts";
import { styleUrls } from "../analysis/style-urls.ts";
import { headerOf } from "../fetch/fetched-page.ts";
import { checksOf, elementsOf, failing, google, skipped } from "./check.ts";
import { brokenOf } from "./links.ts";

const NO_IMAGES = skipped("The page has no images.");
const IMAGES = google("appearance/google-images");
const ALT_MAX = 125;
/** The beginning of a style attribute that is searched. */
const STYLE_MAX = 500;
/** URLs of one style that are looked at. */
const STYLE_URLS_MAX = 1_000;

function isLazy({ src, element, hasFallback }: Image): boolean {
  if (hasFallback) return false;
  const { parentNode } = element;
  const sources =
    parentNode !== null && isElement(parentNode) && parentNode.tagName === "picture"
      ? parentNode.childNodes.filter(isElement).filter(({ tagName }) => tagName === "source")
      : [];
  const shown =
    (src !== undefined && src !== "" && !src.startsWith("data:")) ||
    [element, ...sources].some((one) => attribute(one, "srcset") !== undefined);
  const later = /^data-(?:.*-)?(?:src|srcset|original)$/;
  return (
    !shown &&
    element.attrs.some(
      // The value of `data-lazy` may be a mere yes.
      ({ name, value }) =>
        value !== "" && (later.test(name) || (name === "data-lazy" && value.includes("/"))),
    )
  );
}

/** Whether assistive technology passes over an image without an `alt`, as it does over those that count visits. */
const isMute = ({ element }: Image): boolean =>
  isHidden(element) || /^\s*(?:none|presentation)\s*$/i.test(attribute(element, "role") ?? "");

/** Whether the size of an image is known before it is loaded. */
function isSized({ element }: Image): boolean {
  const has = (name: string) => attribute(element, name) !== undefined;
  if (has("width") && has("height")) return true;
  const style = attribute(element, "style")?.slice(0, STYLE_MAX) ?? "";
  return /(?:^|[;\s])(?:aspect-ratio|height)\s*:\s*[\d.]+/i.test(style) || isHidden(element);
}

/** The images that are in order: the other side of every share, as for links. */
function goodImages(images: readonly Image[]): number {
  return images.filter((image) => (image.alt !== undefined || isMute(image)) && !isLazy(image)).length;
}

/** Fails for the images that are found; the share is of those that are in order too. */
const imagesThat =
  (isFound: (image: Image) => boolean, text: (count: number, all: number) => string, hasShare = false) =>
  ({ page: { images } }: Facts) => {
    if (images.length === 0) return NO_IMAGES;
    const found = images.filter(isFound);
    return failing(
      elementsOf(found),
      (count) => text(count, images.length),
      hasShare ? found.length + goodImages(images) : undefined,
    );
  };

/** Whether a policy of the page makes browsers load its http: files over https: (Upgrade Insecure Requests, section 3). */
function upgradesInsecure({ fetched, page }: Facts): boolean {
  const metas = page.metas.filter(
    ({ httpEquiv, inHead }) => inHead && httpEquiv === "content-security-policy",
  );
  return [headerOf(fetched, "content-security-policy"), ...metas.map(({ content }) => content)].some(
    (policy) => policy !== undefined && /(?:^|[;,])\s*upgrade-insecure-requests\s*(?:$|[;,])/i.test(policy),
  );
}

/** Checks of images and other files that load with the page. */
export const imageChecks = checksOf("images", [
  {
    id: "image-alt-missing",
    severity: "medium",
    proportional: true,
    title: "Images without an alt attribute",
    threshold: 'no alt attribute, on an image that is not hidden; alt="" is right for decoration',
    source: IMAGES,
    remedy: 'Describe the image in alt, or write alt="" where it is decoration.',
    run: imagesThat(
      (image) => image.alt === undefined && !isMute(image),
      (count, all) => `Images without an alt attribute: ${count} of ${all}.`,
      true,
    ),
  },
  {
    id: "image-src-missing",
    severity: "medium",
    effort: "medium",
    proportional: true,
    title: "Images that only scripts load",
    threshold: "a URL in data-src or similar, and none in src, in srcset or in a noscript after it",
    source: google("crawling-indexing/javascript/lazy-loading"),
    remedy: 'Use src with loading="lazy".',
    run: imagesThat(
      isLazy,
      (count, all) => `Images that have no URL until scripts have run: ${count} of ${all}.`,
      true,
    ),
  },
  {
    id: "image-dimensions-missing",
    severity: "notice",
    title: "Images without a size",
    threshold: "no width or no height attribute, and no height or aspect ratio in the style",
    source: "https://web.dev/articles/optimize-cls",
    remedy: "Set width and height, so that the layout does not shift while the page loads.",
    run: imagesThat(
      (image) => !isSized(image),
      (count, all) => `Images without width or height: ${count} of ${all}.`,
    ),
  },
  {
    id: "image-alt-too-long",
    severity: "notice",
    title: "Long image descriptions",
    threshold: `an alt of more than ${ALT_MAX} characters`,
    source: "convention",
    remedy: "Shorten the alt text, and move details into the page.",
    run: imagesThat(
      ({ alt }) => (alt?.length ?? 0) > ALT_MAX,
      (count) => `Images with an alt of more than ${ALT_MAX} characters: ${count}.`,
    ),
  },
  {
    id: "image-broken",
    severity: "medium",
    proportional: true,
    needs: "probes",
    title: "Broken images",
    threshold: "404, 410, 5xx or no such host",
    source: IMAGES,
    remedy: "Fix the URL.",
    run: brokenOf("images", "image", "Images that cannot be loaded"),
  },
  {
    id: "mixed-content",
    severity: "medium",
    title: "Mixed content",
    threshold:
      "an http: image, script, style, frame or media file on an https page, in styles too, without upgrade-insecure-requests",
    source: "https://developer.mozilla.org/docs/Web/Security/Mixed_content",
    remedy: "Load them over HTTPS. Browsers block or upgrade HTTP resources.",
    run(facts) {
      const { page, url, base } = facts;
      if (url.protocol !== "https:") return skipped("The page itself is not served over HTTPS.");
      if (upgradesInsecure(facts)) return "pass";
      const isRelative = base.startsWith("https:");
      const insecure = page.resources.filter(
        ({ url: address }) =>
          // Most addresses need no look: only what names a scheme can leave the page's own.
          !(isRelative && /^[\w./?#]*$/.test(address)) && URL.parse(address, base)?.protocol === "http:",
      );
      // Browsers do not upgrade the images of a srcset (Mixed Content, section 3.1).
      const sets = page.images.filter(({ element }) =>
        /(?:^|[\s,])http:/i.test(attribute(element, "srcset") ?? ""),
      );
      const styled = page.styles.filter(({ css }) => {
        // An escape may hide the scheme.
        return /http:|\\/i.test(css) && styleUrls(css, STYLE_URLS_MAX).some((one) => /^http:/i.test(one));
      });
      const all = new Set([...insecure, ...sets, ...styled].map(({ element }) => element));
      return failing(
        [...all].map((element) => ({ element })),
        (count) => `Resources loaded over HTTP: ${count}.`,
      );
    },
  },
]);
