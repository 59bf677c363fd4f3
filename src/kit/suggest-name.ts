import { editDistance } from "./edit-distance.ts";

/** The longest name that is compared, in characters. */
const NAME_MAX = 32;

/** A name that a client sent, as `: name`, if it can be repeated to the client without harm; else empty. */
export function quotedName(name: string): string {
  return /^[\w.-]{1,32}$/.test(name) ? `: ${name}` : "";
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "");

/** The name that was most likely meant: in another case, notation or number, or with up to two wrong letters. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > NAME_MAX) return undefined;
  const wanted = plain(given);
  let nearest: string | undefined;
  let least = Math.min(3, wanted.length / 2);
  for (const name of names) {
    const far = editDistance(wanted, plain(name));
    if (far < least) [nearest, least] = [name, far];
  }
  return nearest;
}

/** A question after the name that a client most likely meant, with a space before it. Empty if no name is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? "" : ` Did you mean ${nearest}?`;
}
