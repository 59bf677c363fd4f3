import type { Chars } from "../engine/chars.ts";
import type { Line } from "./line.ts";
import { lineText } from "./line-text.ts";

/** Lines looked at from each end of a page. */
const EDGE = 3;

/** On how many pages a line must stand to be a running one: at least so many, and this share of all. */
const PAGES_MIN = 3;
const SHARE = 0.4;

/** The text of a line with its numbers taken out: page numbers change from page to page. */
function pattern(line: Line, chars: Chars): string {
  return lineText(line, chars)
    .replaceAll(/\d+|\b[ivxlc]+\b/gi, "#")
    .replaceAll(/\s+/g, " ");
}

/** The lines at the upper and the lower edge of a page as it is printed, whatever the order of the content. */
function edges(lines: readonly Line[]): Line[] {
  const down = lines.filter(({ angle }) => angle === 0).toSorted((a, b) => b.box.top - a.box.top);
  return down.length <= 2 * EDGE ? down : [...down.slice(0, EDGE), ...down.slice(-EDGE)];
}

/** Counts the lines at the edges of pages, and then tells those that come again and again. */
export class RunningLines {
  readonly #counts = new Map<string, number>();
  #pages = 0;

  add(lines: readonly Line[], chars: Chars): void {
    this.#pages++;
    for (const own of new Set(edges(lines).map((line) => pattern(line, chars)))) {
      this.#counts.set(own, (this.#counts.get(own) ?? 0) + 1);
    }
  }

  /** The lines of a page without its running header and footer. */
  without(lines: readonly Line[], chars: Chars): Line[] {
    const least = Math.max(PAGES_MIN, SHARE * this.#pages);
    const running = new Set(
      edges(lines).filter((line) => (this.#counts.get(pattern(line, chars)) ?? 0) >= least),
    );
    return lines.filter((line) => !running.has(line));
  }
}
