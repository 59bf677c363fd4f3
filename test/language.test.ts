import { describe, expect, test } from "bun:test";
import { apis } from "../src/apis/index.ts";
import { helpOf } from "../src/cli/call-help.ts";
import { catalogueOf } from "../src/cli/catalogue.ts";
import { problemKinds } from "../src/kit/problem-kinds.ts";
import { guides } from "../src/web/docs/guides.ts";
import { createVisitor } from "../src/web/visitor.fixture.ts";
import { findings, pageTexts, patterns, textsOfTree } from "./language.ts";

/** Findings in comments for programmers. The number only falls. */
const DOCSTRINGS_LEFT = 870;

/** Pages that are being rewritten, with their strings. The list only shrinks. */
const unwritten = /^src\/web\/(?:landing|prices|seo-demo|showcase|images-demo|status)\.tsx/;

/** One text for each row of the style guide, as it must not be written. */
const wrong = [
  "Look into your mail.",
  "A letter is on its way.",
  "Remove the background of a picture.",
  "The matte alone",
  "The answer is JSON.",
  "What comes back is a file.",
  "The request is refused.",
  "15 to mend",
  "The key stands in the query.",
  "words parted at a line's end",
  "an export of the own data",
  "in place of the file",
  "UUIDs for nothing",
  "Save the file anew",
  "gone for ever",
  "write to whoever runs this service",
  "What this installation did is counted by itself",
  "No room just now.",
  "behind the door",
  "What is left",
  "Whatever is not answered with 2xx",
  "Read are PNG and JPEG.",
  "knows one of them not",
  "has them not",
  "A field that there is none of",
  "99.9 % of the time",
  "At most 2 MB are analysed.",
  "A file that wants to hurt us",
  "Credits of a bundle",
  "no picture",
  "The operator has switched no source on",
  "takes upon himself what that means",
  "Counts 1 of the quota's calls.",
  "Confirm and go on",
  "This is not a key of Quintet: copy it again, whole.",
  "The clock with the world's",
];

test.each(wrong)("the patterns find: %s", (text) => {
  expect(findings([{ place: "here", text }])).not.toEqual([]);
});

test("the patterns find nothing in plain sentences, code and links", () => {
  const right = [
    "Invalid API key. Copy the full key and try again.",
    "What to do",
    "Send a new UUID for each new request.",
    "The `mail` table has an `answer` column.",
    "See [the page](/answer).",
    "Targets: 99.9% uptime, responses under 2 s.",
    "a name of 1 to 64 letters and digits",
  ];
  expect(findings(right.map((text) => ({ place: "here", text })))).toEqual([]);
  expect(patterns.length).toBeGreaterThan(50);
});

describe("what a person reads has none of the patterns", async () => {
  const texts = await textsOfTree();

  test("strings, Markdown, and comments of deploy files", () => {
    const read = texts.filter(({ place, doc }) => doc === undefined && !unwritten.test(place));
    expect(read.length).toBeGreaterThan(3_000);
    expect(findings(read)).toEqual([]);
  });

  test("docstrings: not more than before", () => {
    const docstrings = texts.filter(({ doc }) => doc === true);
    expect(docstrings.length).toBeGreaterThan(2_000);
    expect(findings(docstrings).length).toBeLessThanOrEqual(DOCSTRINGS_LEFT);
  });

  const pages = [
    "/docs",
    "/docs/openapi",
    "/docs/search?q=zzzz",
    ...guides.map(({ slug }) => `/docs/${slug}`),
    ...apis.map(({ name }) => `/docs/${name}`),
    "/problems",
    ...Object.keys(problemKinds).map((code) => `/problems/${code}`),
  ];
  test.each(pages)("page %s", async (path) => {
    const html = await (await createVisitor(apis)(path)).text();
    expect(findings(pageTexts(path, html))).toEqual([]);
  });

  test("help of every command", () => {
    const help = catalogueOf(apis).flatMap((api) =>
      api.operations.map((operation) => ({
        place: `quintet ${api.name} ${operation.command} --help`,
        text: helpOf(api, operation),
      })),
    );
    expect(findings(help)).toEqual([]);
  });
});
