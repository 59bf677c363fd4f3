/** Robots directives for one crawler. */
export interface Directive {
  /** The crawler they are for in lower case; `robots` for all. */
  readonly agent: string;
  /** In lower case, with its value where it has one: `noindex`, `max-snippet:20`. */
  readonly text: string;
}

/** Directives of one list that are read. */
const DIRECTIVES_MAX = 10_000;
/** No date is longer. */
const DATE_MAX = 100;

const VALUED = /^(?:max-snippet|max-image-preview|max-video-preview|unavailable_after)$/;

/**
 * Splits a list of directives of a meta element or header. A date may contain a comma, so the text after
 * `unavailable_after:` is joined until it is a date.
 */
function split(list: string): string[] {
  const parts = list.split(",", DIRECTIVES_MAX);
  const directives: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    let part = (parts[i] ?? "").trim();
    if (/unavailable_after\s*:/i.test(part) && Number.isNaN(Date.parse(dateIn(part)))) {
      const joined = `${part},${parts[i + 1] ?? ""}`;
      if (!Number.isNaN(Date.parse(dateIn(joined)))) {
        part = joined;
        i++;
      }
    }
    if (part !== "") directives.push(part);
  }
  return directives;
}

/** The date of an `unavailable_after`, which a crawler's name may precede. */
function dateIn(directive: string): string {
  const start = Math.max(0, directive.toLowerCase().indexOf("unavailable_after"));
  const date = directive
    .slice(directive.indexOf(":", start) + 1)
    .trim()
    .slice(0, DATE_MAX);
  // RFC 850 writes 25-Jun-10, which `Date.parse` does not read.
  const plain = date.replace(/(\d{1,2})-([A-Za-z]{3})-(\d{2,4})/, "$1 $2 $3");
  // Zones are an open set: one that the runtime does not know is off by hours, no date at all by for ever.
  return Number.isNaN(Date.parse(plain)) ? plain.replace(/\s[A-Za-z]{2,5}$/, " GMT") : plain;
}

function tidy(directive: string): string {
  const colon = directive.indexOf(":");
  if (colon < 0) return directive.toLowerCase();
  return `${directive.slice(0, colon).trim().toLowerCase()}:${directive
    .slice(colon + 1)
    .trim()
    .toLowerCase()}`;
}

/** The directives of a robots meta; `name` is the crawler that it names, or `robots`. */
export function metaDirectives(name: string, content: string): Directive[] {
  return split(content).map((text) => ({ agent: name, text: tidy(text) }));
}

/**
 * The directives of one line of X-Robots-Tag. A crawler's name before a colon holds until the next name; a
 * line without one is for all (developers.google.com, robots-meta-tag).
 */
export function headerDirectives(line: string): Directive[] {
  let agent = "robots";
  return split(line).map((part) => {
    const named = /^([a-z][\w-]*)\s*:\s*(.*)$/is.exec(part);
    const [, name = "", rest = ""] = named ?? [];
    if (named === null || VALUED.test(name.toLowerCase())) return { agent, text: tidy(part) };
    agent = name.toLowerCase();
    return { agent, text: tidy(rest) };
  });
}

/** Reports whether a directive keeps a page out of the index at the time `now`, in milliseconds since 1970. */
export function forbidsIndexing({ text }: Directive, now: number): boolean {
  if (text === "noindex" || text === "none") return true;
  if (!text.startsWith("unavailable_after:")) return false;
  const until = Date.parse(dateIn(text));
  return !Number.isNaN(until) && until < now;
}
