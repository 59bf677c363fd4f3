/** The value of a text of JSON; undefined for a text that is not JSON, or is nested deeper than the stack. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
