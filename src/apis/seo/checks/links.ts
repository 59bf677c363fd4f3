import { attribute, type Element } from "../../../kit/html-tree.ts";
import type { Facts } from "../analysis/facts.ts";
import type { PageLink } from "../analysis/links.ts";
import type { Probes } from "../fetch/probe-results.ts";
import { checksOf, elementsOf, failing, google, skipped } from "./check.ts";

const NO_LINKS = skipped("The page has no links.");
const CRAWLABLE = google("crawling-indexing/links-crawlable");
const BROKEN = "404, 410, 5xx or no such host; 401, 403, 405, 429 and 999 are ignored";

/**
 * The links that are in order: the other side of every share. Shares are not of all links, so that a link with
 * another fault can be removed without making this one's share larger.
 */
function goodLinks({ links, vague }: Facts): number {
  return links.filter((link) => isHttp(link) && link.text !== "" && !vague.has(link)).length;
}

/** Whether an `a` is a link by its role: others are buttons, tabs and the like. */
const isLink = (element: Element) => (attribute(element, "role") ?? "link") === "link";

/** Whether an `a` without an address is meant to be followed: something listens for a click on it. */
function actsAsLink(element: Element): boolean {
  if (!isLink(element)) return false;
  if (attribute(element, "role") === "link") return true;
  return element.attrs.some(({ name }) =>
    /^(?:onclick|ng-click|\(click\)|@click|v-on:click|data-href|data-url|routerlink)$/.test(name),
  );
}

function isLocal(url: string | undefined): boolean {
  // It is in the form that the URL standard writes, so that its host can be seen without reading it again.
  return (
    url !== undefined &&
    /^(?:file:|https?:\/\/(?:[^/?#@]*@)?(?:(?:[^/?#:]+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?:[:/?#]|$))/.test(
      url,
    )
  );
}

const isHttp = ({ kind }: PageLink): boolean => kind !== "other" && kind !== "invalid";

/** Fails for the links that are found; the share is of those that are in order too. */
const linksThat = (isFound: (link: PageLink, facts: Facts) => boolean, what: string) => (facts: Facts) => {
  const followed = facts.links.filter(isHttp);
  if (followed.length === 0) return NO_LINKS;
  const found = followed.filter((link) => isFound(link, facts));
  return failing(
    elementsOf(found),
    (count) => `${what}: ${count} of ${followed.length}.`,
    found.length + goodLinks(facts),
  );
};

/** Fails for the URLs that are broken; the share is of those that were checked. */
export const brokenOf =
  (kind: "internal" | "external" | "images", one: string, what: string) =>
  ({ [kind]: probes }: Probes) => {
    const judged = probes.filter(
      ({ state }) => state === "ok" || state === "redirect" || state === "broken",
    ).length;
    if (judged === 0) return skipped(`No ${one} could be checked.`);
    return failing(
      probes.filter(({ state }) => state === "broken").map(({ place }) => place),
      (count) => `${what}: ${count} of ${judged} that were checked.`,
      judged,
    );
  };

export const linkChecks = checksOf("links", [
  {
    id: "link-not-crawlable",
    severity: "medium",
    effort: "medium",
    proportional: true,
    title: "Links that crawlers cannot follow",
    threshold: "a elements without href that handle clicks, javascript: URLs, invalid URLs",
    source: CRAWLABLE,
    remedy: "Use an a element with a real URL in href, or a button for actions.",
    run(facts) {
      const { anchors } = facts.page;
      if (anchors.length === 0) return NO_LINKS;
      const silent = anchors.filter(({ href, element }) => href === undefined && actsAsLink(element));
      const odd = facts.links.filter(
        ({ kind, url, element }) =>
          (kind === "invalid" || url?.startsWith("javascript:") === true) && isLink(element),
      );
      const found = [...silent, ...odd];
      return failing(
        elementsOf(found),
        (count) => `Links that crawlers cannot follow: ${count} of ${anchors.length}.`,
        found.length + goodLinks(facts),
      );
    },
  },
  {
    id: "link-text-empty",
    severity: "low",
    proportional: true,
    title: "Links without a text",
    threshold:
      "no text, no image with an alt, no aria-label, no title; hidden anchors and copies of links do not count",
    source: CRAWLABLE,
    remedy: "Describe the target in the link text, or in the alt of its image.",
    run(facts) {
      const hidden = facts.links.filter(
        ({ text, element }) => text === "" && attribute(element, "aria-hidden") === "true",
      );
      // Few pages have any, and it takes time to look for copies among all links.
      const named = hidden.length === 0 ? [] : facts.links.filter(({ text }) => text !== "");
      const urls = new Set(named.map(({ url }) => url));
      // Only a mouse finds the anchors of headings, and copies of links that have a text.
      const spare = new Set(hidden.filter(({ kind, url }) => kind === "fragment" || urls.has(url)));
      const isFound = (link: PageLink) => link.text === "" && !spare.has(link);
      return linksThat(isFound, "Links without a text")(facts);
    },
  },
  {
    id: "link-text-generic",
    severity: "low",
    proportional: true,
    title: "Generic link texts",
    threshold:
      "the whole text is one of a list in the language of the page: click here, read more, mehr, こちら; links within the page do not count",
    source: CRAWLABLE,
    remedy: "Describe the target in the link text.",
    run: linksThat((link, { vague }) => vague.has(link), "Links with a generic text"),
  },
  {
    id: "internal-nofollow",
    severity: "low",
    title: "Internal links with nofollow",
    threshold: "rel=nofollow on a link to the same host",
    source: google("crawling-indexing/qualify-outbound-links"),
    remedy: "Remove nofollow. Use robots.txt to block crawlers.",
    run({ links }) {
      const found = links.filter(({ kind, rel }) => kind === "internal" && rel.includes("nofollow"));
      return failing(elementsOf(found), (count) => `Internal links with nofollow: ${count}.`);
    },
  },
  {
    id: "link-insecure",
    severity: "notice",
    title: "Links to http pages",
    threshold: "an http: URL on an https page",
    source: "convention",
    remedy: "Link to the https URL if there is one.",
    run({ links, url }) {
      if (url.protocol !== "https:") return skipped("The page itself is not served over HTTPS.");
      const found = links.filter(({ url: target }) => target?.startsWith("http:") === true);
      return failing(elementsOf(found), (count) => `Links to HTTP URLs: ${count}.`);
    },
  },
  {
    id: "link-to-localhost",
    severity: "medium",
    title: "Links to localhost",
    threshold: "localhost, 127.0.0.1 or file: in a link on a public page",
    source: "convention",
    remedy: "Replace the URL of the development machine.",
    run({ links, url }) {
      if (isLocal(url.href)) return skipped("The page itself is served from this machine.");
      const found = links.filter(({ url: target }) => isLocal(target));
      return failing(elementsOf(found), (count) => `Links to a development machine: ${count}.`);
    },
  },
  {
    id: "broken-link-internal",
    severity: "high",
    proportional: true,
    needs: "probes",
    title: "Broken internal links",
    threshold: BROKEN,
    source: google("crawling-indexing/http-network-errors"),
    remedy: "Fix the URL, or redirect it.",
    run: brokenOf("internal", "internal link", "Broken internal links"),
  },
  {
    id: "broken-link-external",
    severity: "low",
    proportional: true,
    needs: "probes",
    title: "Broken external links",
    threshold: BROKEN,
    source: "convention",
    remedy: "Fix or remove the link.",
    run: brokenOf("external", "external link", "Broken external links"),
  },
  {
    id: "link-to-redirect",
    severity: "notice",
    needs: "probes",
    title: "Links to redirects",
    threshold: "the target returns 301 or 308",
    source: "convention",
    remedy: "Link to the target of the redirect.",
    run({ internal, external }) {
      const moved = [...internal, ...external].filter(({ status }) => status === 301 || status === 308);
      return failing(
        moved.map(({ place }) => place),
        (count) => `Links to redirects: ${count}.`,
      );
    },
  },
]);
