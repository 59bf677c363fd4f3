import { editDistance } from "../../kit/edit-distance.ts";

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
    far += Math.abs(given.length - word.length) > 2 ? 3 : editDistance(given, word);
  }
  return far;
}

/** The template that a mistyped path most likely means: other case, two wrong letters, a missing parameter, a wrong prefix. */
export function suggestPath(path: string, templates: readonly string[]): string | undefined {
  if (path.length > 128) return undefined;
  const given = segments(path);
  return nearest(given, templates) ?? nearest(given.slice(1), templates);
}

function nearest(given: readonly string[], templates: readonly string[]): string | undefined {
  if (given.length === 0) return undefined;
  let best: string | undefined;
  let least = 3;
  for (const template of templates) {
    const far = farFrom(given, segments(template));
    if (far < least && far <= segments(template).join("").length / 2) [best, least] = [template, far];
  }
  return best;
}
