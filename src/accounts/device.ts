/** Marks of browsers in a User-Agent, in the order of asking: each of the first ones also names those after it. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
  ["curl/", "curl"],
] as const;

const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Macintosh", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Browser and system of a User-Agent, such as "Firefox on Linux". Nothing that the client wrote is repeated. */
export function deviceOf(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, 512);
  const nameIn = (marks: readonly (readonly [mark: string, name: string])[]) =>
    marks.find(([mark]) => text.includes(mark))?.[1];
  const browser = nameIn(BROWSERS) ?? "Unknown browser";
  const system = nameIn(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
