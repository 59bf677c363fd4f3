import { patternOf } from "./url-traps.ts";

/** Different names at one place of a path from which they are one variable part. */
const NAMES_MAX = 15;
const SEGMENTS_MAX = 12;

interface Branch {
  readonly children: Map<string, Branch>;
}

const newBranch = (): Branch => ({ children: new Map() });

/**
 * Groups URLs by kind: `/product/blue-shoe` is `/product/{slug}` where the folder has many names. Give it all URLs first,
 * then ask for each.
 */
export class UrlTemplates {
  readonly #root = newBranch();

  add(url: string): void {
    let branch = this.#root;
    for (const segment of segmentsOf(url)) branch = branch.children.getOrInsertComputed(segment, newBranch);
  }

  /** Joins what has many names. Called once, after the last `add`. */
  fold(): void {
    const waiting = [this.#root];
    for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
      if (branch.children.size > NAMES_MAX) {
        const joined = newBranch();
        for (const child of branch.children.values()) merge(joined, child);
        branch.children.clear();
        branch.children.set("{slug}", joined);
      }
      waiting.push(...branch.children.values());
    }
  }

  /** The kind of a URL, such as `/product/{slug}?page={}`. */
  templateOf(url: string): string {
    const pattern = patternOf(url);
    const query = pattern.indexOf("?");
    let branch: Branch | undefined = this.#root;
    const names = segmentsOf(url).map((segment) => {
      const name: string =
        branch?.children.has(segment) === false && branch.children.has("{slug}") ? "{slug}" : segment;
      branch = branch?.children.get(name);
      return name;
    });
    return `/${names.join("/")}${query < 0 ? "" : pattern.slice(query)}`;
  }
}

function merge(into: Branch, from: Branch): void {
  const waiting: [Branch, Branch][] = [[into, from]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [target, source] = pair;
    for (const [name, child] of source.children)
      waiting.push([target.children.getOrInsertComputed(name, newBranch), child]);
  }
}

/** The parts of a path with numbers as `{n}`; of a long path the first ones. */
function segmentsOf(url: string): string[] {
  const pattern = patternOf(url);
  const query = pattern.indexOf("?");
  const path = query < 0 ? pattern : pattern.slice(0, query);
  const segments = path.slice(1).split("/");
  return segments.length <= SEGMENTS_MAX ? segments : [...segments.slice(0, SEGMENTS_MAX), "…"];
}
