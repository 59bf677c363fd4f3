/** A text without percent-encoding; undefined for one that is not percent-encoded UTF-8. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Percent-encodes all that a shell, an address or a header (RFC 8187) could take for its own. Half characters become U+FFFD. */
export function percentEncoded(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, hex);
}
