import { expect, test } from "bun:test";
import { faultOf, headerDirectives, metaDirectives } from "./directives.ts";

const faults = (content: string) =>
  metaDirectives("robots", content).flatMap(
    (one) => faultOf(one)?.message.replace("Crawlers ignore the directive ", "") ?? [],
  );

test.each([
  "noindex, nofollow",
  "INDEX,FOLLOW,max-snippet:-1,max-image-preview:large,max-video-preview:-1",
  "max-snippet: 0, max-image-preview: NONE , max-video-preview : 10",
  "noodp, noydir, noarchive, nocache, notranslate, noimageindex, indexifembedded, nositelinkssearchbox",
  "all",
  "none",
  "",
  ", ,",
  "archive, snippet",
  "noai, noimageai",
  "unavailable_after: 25 Jun 2010 15:00:00 PST",
  "unavailable_after: Friday, 25-Jun-10 15:00:00 UTC, noarchive",
  "unavailable_after: 2026-11-27T09:30:00+01:00",
  "unavailable_after: 2026-11-27 09:30:00 CEST",
  "unavailable_after: 20261127T093000Z",
])("crawlers know %s", (content) => expect(faults(content)).toEqual([]));

test.each([
  ["no-index", ['"no-index". The closest is noindex']],
  ["noindexed, follow", ['"noindexed". The closest is noindex']],
  ["no follow", ['"no follow". The closest is nofollow']],
  ["NOINDEX NOFOLLOW", ['"noindex nofollow". The closest is noindex, nofollow']],
  ["noindex;nofollow", ['"noindex;nofollow". The closest is noindex, nofollow']],
  ["max-snipet:50", ['"max-snipet:50". The closest is max-snippet']],
  ["max_snippet:50", ['"max_snippet:50". The closest is max-snippet']],
  ["max-snippet", ['"max-snippet". Write max-snippet:50, or max-snippet:-1 for no limit']],
  ["max-snippet:", ['"max-snippet:". Write max-snippet:50, or max-snippet:-1 for no limit']],
  [
    "max-video-preview: ten",
    ['"max-video-preview:ten". Write max-video-preview:10, or max-video-preview:-1 for no limit'],
  ],
  ["max-image-preview:big", ['"max-image-preview:big". Write max-image-preview:none, :standard or :large']],
  ["unavailable_after: soon", ['"unavailable_after:soon". Write unavailable_after:2026-11-27']],
  ["noindex: true", ['"noindex:true". The closest is noindex']],
  ["sparkle", ['"sparkle"']],
  ["constructor, __proto__", ['"constructor"', '"__proto__"']],
] as const)("crawlers ignore %s", (content, expected) => expect(faults(content)).toEqual([...expected]));

test.each([
  ["otherbot: noindex, nofollow", ["otherbot noindex", "otherbot nofollow"]],
  ["BadBot: noindex, googlebot: nofollow", ["badbot noindex", "googlebot nofollow"]],
  ["max-snippet: 20, noindex", ["robots max-snippet:20", "robots noindex"]],
  ["max-snipet:50, noindex", ["robots max-snipet:50", "robots noindex"]],
  ["unavailable-after: 2010-06-25, noindex", ["robots unavailable-after:2010-06-25", "robots noindex"]],
  [
    "googlebot: max_image_preview: large, noindex",
    ["googlebot max_image_preview:large", "googlebot noindex"],
  ],
  ["noindex: 1, nofollow", ["robots noindex:1", "robots nofollow"]],
] as const)("the header %s", (line, expected) =>
  expect(headerDirectives(line).map(({ agent, text }) => `${agent} ${text}`)).toEqual([...expected]),
);
