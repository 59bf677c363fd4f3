import { percentDecoded } from "../../../kit/percent-encoding.ts";
import type { Facts } from "../analysis/facts.ts";
import { DESCRIPTION_FONT, fitInto, TITLE_FONT } from "../analysis/html/pixels.ts";
import { socialImage } from "../checks/social.ts";
import type { Audit } from "./schema/audit.ts";

type Preview = Audit["preview"];

const TITLE_PIXELS = 600;
const DESCRIPTION_PIXELS = 990;

function firstOf(values: readonly (string | null | undefined)[]): string | null {
  return values.find((value) => value !== undefined && value !== null && value !== "") ?? null;
}

function breadcrumbs(url: URL): string {
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  return [
    `${url.protocol}//${url.host}`,
    ...segments.map((segment) => percentDecoded(segment) ?? segment),
  ].join(" › ");
}

/** The preview of the page as a search result. */
export function searchPreview({ title, description, page, url }: Facts): Preview["search"] {
  const meta = firstOf([description.text]);
  const text = meta ?? firstOf([page.firstParagraph, page.text.slice(0, 300)]);
  const shownTitle = firstOf([
    title.text,
    page.headings.find(({ level, text }) => level === 1 && text !== "")?.text,
  ]);
  const shortTitle = shownTitle === null ? null : fitInto(shownTitle, TITLE_FONT, TITLE_PIXELS);
  const shortText = text === null ? null : fitInto(text, DESCRIPTION_FONT, DESCRIPTION_PIXELS);
  return {
    title: shortTitle,
    address: breadcrumbs(url),
    description: shortText,
    descriptionFrom: text === null ? null : meta === null ? "text" : "meta",
    truncated: { title: shortTitle !== shownTitle, description: shortText !== text },
  };
}

/** The previews of the page on social networks, each with its own order of fallbacks. */
export function socialPreview(facts: Facts): Preview["social"] {
  const { openGraph, twitter, title, description, url, base } = facts;
  const og = (key: string) => firstOf(openGraph.get(`og:${key}`) ?? []);
  const x = (key: string) => firstOf(twitter.get(`twitter:${key}`) ?? []);
  const absolute = (address: string | null | undefined) =>
    (address && URL.parse(address, base)?.href) || null;
  const image = absolute(socialImage(facts));
  const shared: Preview["social"]["x"] = {
    title: firstOf([og("title"), title.text]),
    description: firstOf([og("description"), description.text]),
    image,
    domain: url.hostname.replace(/^www\./, ""),
  };
  const xImage = absolute(firstOf([x("image"), x("image:src")])) ?? image;
  return {
    facebook: shared,
    x: {
      ...shared,
      title: firstOf([x("title"), og("title"), title.text]),
      description: firstOf([x("description"), og("description"), description.text]),
      image: xImage,
      card: x("card") === "summary_large_image" && xImage !== null ? "summary_large_image" : "summary",
    },
    linkedin: shared,
    slack: { ...shared, title: firstOf([og("title"), x("title"), title.text]), image: image ?? xImage },
  };
}
