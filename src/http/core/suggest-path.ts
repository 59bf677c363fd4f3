/** Steps of insertion, deletion or replacement between two words; `limit + 1` where it is more than `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? limit + 1;
}

function segments(path: string): string[] {
  return path.toLowerCase().split("/").filter(Boolean);
}

/** How far a path is from a template; a `{name}` takes any segment, or a missing last one. */
function farFrom(path: readonly string[], template: readonly string[]): number {
  if (path.length > template.length || path.length < template.length - 1) return Number.POSITIVE_INFINITY;
  let far = 0;
  for (const [i, word] of template.entries()) {
    const given = path[i];
    if (word.startsWith("{")) continue;
    if (given === undefined) return Number.POSITIVE_INFINITY;
    far += distance(given, word, 2);
  }
  return far;
}

/**
 * The template that a mistyped path most likely means: other case, a slash too many, up to two wrong
 * letters, a parameter left out. Undefined where nothing is near. `path` may be anything at all.
 */
export function suggestPath(path: string, templates: readonly string[]): string | undefined {
  if (path.length > 128) return undefined;
  const given = segments(path);
  if (given.length === 0) return undefined;
  let best: string | undefined;
  let least = 3;
  for (const template of templates) {
    const far = farFrom(given, segments(template));
    if (far < least && far <= segments(template).join("").length / 2) [best, least] = [template, far];
  }
  return best;
}
