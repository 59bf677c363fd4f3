import { describe, expect, test } from "bun:test";
import type { z } from "zod";
import { readParameter } from "../../kit/parameter.ts";
import { Problem } from "../../kit/problem.ts";
import {
  ORGANIZATIONS,
  organization,
  type ProfileQuery,
  pageUrl,
  pageWord,
  parseProfileUrl,
  wantedOf,
} from "./profile-url.ts";

/** Reads a call's word and URL as the interfaces do. */
function wanted(parameter: string, word: z.ZodType<ProfileQuery>, url: z.ZodType<ProfileQuery>) {
  const read = (name: string, schema: z.ZodType<ProfileQuery>, text: string | undefined) =>
    text === undefined ? undefined : readParameter(name, schema, text);
  return (given: { url?: string; word?: string }) =>
    wantedOf(parameter, read(parameter, word, given.word), read("url", url, given.url));
}

const person = wanted("username", pageWord("in", "in/ada-example"), pageUrl(["in"], "in/ada-example"));
const company = wanted("vanity", pageWord("company", "company/x"), pageUrl(ORGANIZATIONS, "company/x"));

function refusal(read: () => unknown): Problem {
  try {
    read();
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new TypeError("no problem came");
}

describe("a person", () => {
  test.each([
    "https://www.linkedin.com/in/ada-example",
    "https://www.linkedin.com/in/ada-example/",
    "http://linkedin.com/in/ada-example?trk=public_profile&originalSubdomain=de",
    "https://de.linkedin.com/in/ada-example/en#about",
    "https://uk.linkedin.com/in/ada-example/details/experience/",
    "www.linkedin.com/in/ada-example",
    "linkedin.com/in/ada-example",
    "https://m.linkedin.com/in/ada-example",
    "HTTPS://WWW.LINKEDIN.COM/in/ada-example",
  ])("%s", (url) => {
    expect(person({ url })).toEqual({ kind: "in", slug: "ada-example" });
  });

  test("percent-encoded words in one form of Unicode", () => {
    const slug = "jürgen-fluß";
    for (const form of ["NFC", "NFD"] as const) {
      expect(
        person({ url: `https://www.linkedin.com/in/${encodeURIComponent(slug.normalize(form))}/` }).slug,
      ).toBe(slug);
      expect(person({ word: slug.normalize(form) }).slug).toBe(slug);
    }
    expect(person({ word: "j%C3%BCrgen-flu%C3%9F" }).slug).toBe(slug);
  });

  test.each([
    ["https://www.linkedin.com/pub/ada/1/2/3", "/pub/"],
    ["https://www.linkedin.com/sales/lead/ACwAAA", "paid product"],
    ["https://www.linkedin.com/sales/people/ACwAAA,NAME", "paid product"],
    ["https://www.linkedin.com/talent/profile/AEMA", "paid product"],
    ["urn:li:fsd_profile:ACoAAATESTTESTTESTTEST", "URN"],
    ["https://www.linkedin.com/in/ACoAABcdefghijklmnopqrstuvwxyz0123456", "URN"],
    ["https://www.linkedin.com/company/x", "linkedin.com/in/"],
    ["https://www.linkedin.com/", "linkedin.com/in/"],
    ["https://www.linkedin.com/in/", "linkedin.com/in/"],
    ["https://www.linkedin.com/in/%FF", "linkedin.com/in/"],
    ["https://www.linkedin.com/in/a%2Fb", "linkedin.com/in/"],
    ["https://www.linkedin.com/in/..%2f..%2fx", "linkedin.com/in/"],
    ["https://linkedin.com.evil.example/in/ada", "linkedin.com/in/"],
    ["https://evil.example/www.linkedin.com/in/ada", "linkedin.com/in/"],
    ["https://linkedin.com@evil.example/in/ada", "linkedin.com/in/"],
    ["ftp://", "linkedin.com/in/"],
    ["", "linkedin.com/in/"],
  ])("%s is refused in plain words", (url, words) => {
    const problem = refusal(() => person({ url }));
    expect(problem.code).toBe("invalid-parameter");
    expect(problem.options.parameter).toBe("url");
    expect(problem.message).toContain(words);
  });

  test.each([
    "",
    "a b",
    "a/b",
    "..",
    "a?b",
    "a#b",
    "<x>",
    "a\u0000",
    "x".repeat(300),
    "urn:li:member:1",
    "ACoAABcdefghijklmnopqrstuvwxyz0123456",
  ])("the word %p is refused", (word) => {
    expect(refusal(() => person({ word })).options.parameter).toBe("username");
  });

  test("either, not both, not neither", () => {
    expect(refusal(() => person({})).message).toContain("exactly one");
    expect(refusal(() => person({ word: "a", url: "linkedin.com/in/a" })).message).toContain("exactly one");
  });
});

test("an organization keeps its kind", () => {
  expect(company({ url: "https://www.linkedin.com/school/x/about/" })).toEqual({ kind: "school", slug: "x" });
  expect(company({ word: "x" })).toEqual({ kind: "company", slug: "x" });
  expect(refusal(() => company({ url: "https://www.linkedin.com/in/x" })).code).toBe("invalid-parameter");
});

test.each([
  ["https://www.linkedin.com/company/weir-sons?trk=x", { id: null, slug: "weir-sons" }],
  ["https://www.linkedin.com/company/4711/", { id: "4711", slug: null }],
  ["https://www.linkedin.com/search?q=x", { id: null, slug: null }],
  [undefined, { id: null, slug: null }],
])("the link %p of an entry", (link, expected) => {
  expect(organization("X", link)).toEqual({ name: "X", ...expected });
});

test("parseProfileUrl takes nothing that is no address of the network", () => {
  for (const text of [undefined, null, "", "x", "javascript:alert(1)", "https://www.linkedin.com/in/%"]) {
    expect(parseProfileUrl(text)).toBeUndefined();
  }
});
