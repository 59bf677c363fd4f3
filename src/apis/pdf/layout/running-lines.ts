import type { Chars } from "../engine/chars.ts";
import type { Line } from "./line.ts";
import { lineText } from "./line-text.ts";

/** Lines compared at each end of a page. */
const EDGE = 3;

/** A running line appears on at least this number of pages, and on at least this share of all. */
const PAGES_MIN = 3;
const SHARE = 0.4;

/** The text of a line without its numbers: page numbers change from page to page. */
function pattern(line: Line, chars: Chars): string {
  return lineText(line, chars)
    .replaceAll(/\d+|\b[ivxlc]+\b/gi, "#")
    .replaceAll(/\s+/g, " ");
}

/** The lines at the upper and lower edge of the printed page, whatever the content's order. */
function edges(lines: readonly Line[]): Line[] {
  const down = lines.filter(({ angle }) => angle === 0).toSorted((a, b) => b.box.top - a.box.top);
  return down.length <= 2 * EDGE ? down : [...down.slice(0, EDGE), ...down.slice(-EDGE)];
}

/** Counts the lines at the edges of pages to find running headers and footers. */
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
