const PATTERN_MAX = 300;

/**
 * Reports whether a text is a pattern: up to 300 characters that start with `/`, `*`, `http://` or `https://`. `*`
 * matches any characters. A final `$` is the end of the URL; otherwise the pattern matches the start of a URL.
 */
export function isGlob(pattern: string): boolean {
  return pattern.length <= PATTERN_MAX && /^(?:\/|\*|https?:\/\/)/.test(pattern);
}
