import { expect, test } from "bun:test";
import { pathIn, readableUrl } from "./site-overview.ts";

const SITE = "https://site.example";

test.each([
  ["/%D1%87%D0%B0%D0%B9/5", "/чай/5"],
  ["/stra%C3%9Fe?q=%E8%8C%B6", "/straße?q=茶"],
  // Nothing that looks like another part of a URL, that is not seen, or that turns the text around.
  ["/a%2Fb%20c%3F", "/a%2Fb%20c%3F"],
  ["/%E2%80%AEcba%E2%80%8B", "/%E2%80%AEcba%E2%80%8B"],
  ["/%D8%B4%D8%A7%D9%8A/5", "/%D8%B4%D8%A7%D9%8A/5"],
  ["/%C3%28%FF", "/%C3%28%FF"],
  ["/100%", "/100%"],
])("the path %p is read as %p", (path, text) => {
  expect(pathIn(SITE, SITE + path)).toBe(text);
  expect(readableUrl(SITE + path)).toBe(SITE + text);
  expect(pathIn("https://other.example", SITE + path)).toBe(SITE + text);
});
