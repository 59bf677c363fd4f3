import { attribute, type Element, isElement, tokens } from "../../../kit/html-tree.ts";
import type { Facts } from "../analysis/facts.ts";
import type { Audit } from "./schema/audit.ts";

type Kind = Exclude<keyof Audit["resources"], "total" | "renderBlocking" | "hosts">;

/** The most resources that are counted: hostile pages have 100,000. */
const COUNTED_MAX = 2_000;
const URL_MAX = 4_096;

const KINDS: Readonly<Record<string, Kind>> = {
  script: "scripts",
  img: "images",
  input: "images",
  iframe: "frames",
  frame: "frames",
  embed: "frames",
  object: "frames",
  video: "media",
  audio: "media",
  source: "media",
  track: "media",
};

function kindOf(element: Element, url: string): Kind {
  if (element.tagName === "video" && attribute(element, "src") !== url) return "images";
  if (element.tagName !== "link") return KINDS[element.tagName] ?? "other";
  return tokens(element, "rel").includes("stylesheet") ? "stylesheets" : "other";
}

/** Reports whether a browser shows nothing before it has the file: a style sheet, or a classic script in the head. */
function isBlocking(element: Element): boolean {
  const { parentNode } = element;
  if (parentNode === null || !isElement(parentNode) || parentNode.tagName !== "head") return false;
  if (element.tagName === "link") return attribute(element, "media")?.trim().toLowerCase() !== "print";
  const has = (name: string) => attribute(element, name) !== undefined;
  const isModule = attribute(element, "type")?.trim().toLowerCase() === "module";
  return !isModule && !has("async") && !has("defer");
}

/** The `resources` field of a report: the files that the HTML makes a browser load, each counted once. */
export function resourcesOf(facts: Facts): Audit["resources"] {
  const counts = { scripts: 0, stylesheets: 0, images: 0, media: 0, frames: 0, other: 0, renderBlocking: 0 };
  const seen = new Set<string>();
  const hosts = new Set<string>();
  for (const { element, url: given } of facts.page.resources) {
    const url = seen.size < COUNTED_MAX && given.length <= URL_MAX ? URL.parse(given, facts.base) : null;
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || given.trim() === "")
      continue;
    url.hash = "";
    if (seen.has(url.href)) continue;
    seen.add(url.href);
    if (url.host !== facts.url.host) hosts.add(url.host);
    const kind = kindOf(element, given);
    counts[kind]++;
    if ((kind === "scripts" || kind === "stylesheets") && isBlocking(element)) counts.renderBlocking++;
  }
  return { total: seen.size, ...counts, hosts: hosts.size };
}
