import { describe, expect, test } from "bun:test";
import { keyOf, normalize, normalizeUrl } from "./normalize-url.ts";

const BASE = "https://example.com/shop/list?page=2#top";

describe("what is one URL has one form", () => {
  test.each([
    ["relative to a folder", "item", "https://example.com/shop/item"],
    ["relative to the root", "/item", "https://example.com/item"],
    ["without a scheme", "//EXAMPLE.com:443/A", "https://example.com/A"],
    ["a query alone", "?page=3", "https://example.com/shop/list?page=3"],
    ["a fragment", "#part", "https://example.com/shop/list?page=2"],
    ["empty", "", "https://example.com/shop/list?page=2"],
    ["dot segments", "../a/./b/../c", "https://example.com/a/c"],
    ["encoded dot segments", "/a/%2e%2E/b", "https://example.com/b"],
    ["backslashes", "\\a\\b", "https://example.com/a/b"],
    ["spaces and line breaks around", " \n/a \t", "https://example.com/a"],
    ["line breaks within", "/a\nb", "https://example.com/ab"],
    ["credentials", "https://user:word@example.com/a", "https://example.com/a"],
    ["a final dot of the host", "https://example.com./a", "https://example.com/a"],
    ["the default port", "http://example.com:80/", "http://example.com/"],
    ["another port", "http://example.com:8080", "http://example.com:8080/"],
    ["a host in another script", "https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
    ["escapes of plain characters", "/%7Euser/%61", "https://example.com/~user/a"],
    ["escapes in lower case", "/%e4%2fb", "https://example.com/%E4%2Fb"],
    ["an empty query", "/a?", "https://example.com/a"],
    ["empty parameters", "/a?&b=1&&", "https://example.com/a?b=1"],
    ["tracking", "/a?utm_source=x&b=1&fbclid=2", "https://example.com/a?b=1"],
    ["a session of PHP", "/a?PHPSESSID=0123456789abcdef&b=1", "https://example.com/a?b=1"],
    ["a session of servlets", "/a;jsessionid=0A1B2C3D4E.node1?b=1", "https://example.com/a?b=1"],
    ["a session of ASP.NET", "/(S(abcdefgh12345678))/a", "https://example.com/a"],
  ])("%s", (_name, href, url) => {
    expect(normalizeUrl(href, BASE)).toBe(url);
  });
});

test.each([
  "mailto:a@b.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "tel:1",
  "ftp://example.com/",
  "http://",
  "https://[",
  "http://a b/",
  `/${"x".repeat(2_100)}`,
])("is no page: %s", (href) => {
  expect(normalizeUrl(href, BASE)).toBeUndefined();
});

test("a parameter with the name of a session and the value of something else is kept", () => {
  expect(normalize("/a?sid=7&session=2026", BASE)).toEqual({
    url: "https://example.com/a?sid=7&session=2026",
    hadSession: false,
  });
});

test("normalizing twice changes nothing", () => {
  for (const href of [
    "/a%2Fb?x=%7e&y=%e4#z",
    "/(S(abcdefgh12345678))/;jsessionid=abcdefgh",
    "?a=1&a=2&&c",
    "/%%30%30",
  ]) {
    const once = normalizeUrl(href, BASE) ?? "";
    expect(normalizeUrl(once)).toBe(once);
  }
});

test("the order of parameters does not tell URLs apart, their values and the path do", () => {
  expect(keyOf("https://a.example/?b=1&a=2")).toBe(keyOf("https://a.example/?a=2&b=1"));
  expect(keyOf("https://a.example/?a=1")).not.toBe(keyOf("https://a.example/?a=2"));
  expect(keyOf("https://a.example/a")).not.toBe(keyOf("https://a.example/a/"));
  expect(keyOf("https://a.example/?a=1&z=9", new Set(["z"]))).toBe("https://a.example/?a=1");
  expect(keyOf("https://a.example/?z=9", new Set(["z"]))).toBe("https://a.example/");
});

test("a hostile URL takes linear time", () => {
  const start = process.cpuUsage().user;
  for (const part of ["%2", "&a", ";jsessionid=", "/(S(", "../", "utm_", "?"])
    normalizeUrl(`/${part.repeat(600)}`, BASE);
  expect(process.cpuUsage().user - start).toBeLessThan(1_000_000);
});
