import { attribute, type Element } from "../../../kit/html-tree.ts";
import { readCount } from "../counts.ts";
import type { Address, CompanyFacts } from "../schemas.ts";
import { addressOf } from "../text.ts";
import { classEnds, find, hasAttribute, isTag, lineOf, linesOf, linkIn } from "./html.ts";
import { lineIn, type Thing, thingsOf } from "./json-ld.ts";
import { targetOf } from "./link.ts";
import type { Page } from "./page.ts";

/** The element with one fact of a fact sheet: the one next to its label. */
export function factOf(page: Page, name: string): Element | undefined {
  const row = page.elements.find(hasAttribute("data-test-id", `about-us__${name}`));
  return row === undefined ? undefined : (find(row, isTag("dd")) ?? row);
}

/** The items of a list of one line in words, such as `a, b, and c`, by the words that the language joins a list with. */
export function splitList(text: string | null, language: string): string[] {
  if (text === null) return [];
  const parts = text.split(/ ?[,、，،;] ?/).filter((part) => part !== "");
  const last = parts.pop();
  if (last === undefined) return [];
  const format = new Intl.ListFormat(language, { type: "conjunction" });
  const joint = format.formatToParts(["a", "b", "c"]).findLast(({ type }) => type === "literal")?.value ?? "";
  const word = joint.replace(/[,、，،]/g, "").trim();
  if (word === "" || parts.length === 0) return [...parts, last];
  // With a comma before it the word opens the last part; without one it stands inside it.
  if (last.startsWith(`${word} `)) return [...parts, last.slice(word.length + 1)];
  const at = /[,、，،]/.test(joint) ? -1 : last.lastIndexOf(` ${word} `);
  return at < 0 ? [...parts, last] : [...parts, last.slice(0, at), last.slice(at + word.length + 2)];
}

/** An address of structured data; its country may be a code or an object. */
export function addressFrom(thing: Thing | undefined): Address | null {
  const part = (name: string) => lineIn(thing, name) ?? lineIn(thingsOf(thing, name)[0], "name");
  return addressOf({
    street: part("streetAddress"),
    city: part("addressLocality"),
    region: part("addressRegion"),
    postalCode: part("postalCode"),
    country: part("addressCountry"),
  });
}

const LOCATIONS_MAX = 200;

/** The offices that the page lists, each as its lines; the one that carries a mark is the main one. */
export function locationsOf(page: Page): CompanyFacts["locations"] {
  return page.elements
    .filter((one) => /^address-\d+$/.test(attribute(one, "id") ?? ""))
    .slice(0, LOCATIONS_MAX)
    .flatMap((block) => {
      const text = (linesOf(block) ?? "").split(/\n+/).join(", ");
      if (text === "") return [];
      const country = /,\s*([A-Z]{2})$/.exec(text)?.[1] ?? null;
      const parent = block.parentNode;
      const marked = parent !== null && find(parent, classEnds("tag-sm", "tag-enabled")) !== undefined;
      const parts = { street: null, city: null, region: null, postalCode: null, countryCode: country };
      return [{ text, ...parts, isHeadquarters: marked }];
    });
}

/** The address of the company's own site. */
export function websiteOf(page: Page): string | null {
  const cell = factOf(page, "website");
  if (cell === undefined) return null;
  return targetOf(linkIn(cell)) ?? targetOf(lineOf(cell));
}

/** The number of the organization, where an attribute of the page holds it. */
export function idOf(page: Page): string | null {
  for (const element of page.elements) {
    for (const { name, value } of element.attrs) {
      if (!/urn|entity/.test(name)) continue;
      const id = /^urn:li:(?:fsd?_)?(?:company|organization|school):(\d+)$/.exec(value)?.[1];
      if (id !== undefined) return id;
    }
  }
  return null;
}

/** Number of members who name the company: the one number of the link that leads to them. */
export function staffOf(page: Page): number | null {
  const link = page.elements.find((one) =>
    /face-pile-cta|employees[-_]cta|view-employees/.test(
      attribute(one, "data-tracking-control-name") ?? attribute(one, "data-test-id") ?? "",
    ),
  );
  const text = lineOf(link) ?? lineOf(page.elements.find(classEnds("face-pile__text")));
  const count = text === null ? null : readCount(text, page.language);
  return count === null || count.approximate ? null : count.value;
}
