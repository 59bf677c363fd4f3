import { expect, test } from "bun:test";
import { sketchOf } from "./text-sketch.ts";

// A change of these would make every page of a stored audit look changed.
test.each([
  ["", ""],
  ["One two", "CLBymw=="],
  ["One two three, FOUR 5 6 seven 8a", "0Z+wGAfZabCzLK+43q2svdgZ5cVTH/jS"],
  [
    "東京都は日本の首都であり人口はとても多く面積も広いですから住む人もたくさんいます",
    "gg2HFdHGqxXVIEMfmO3iH3fDbjv3w6mKrZGWnAmoMaNDUROnWq5hp2wE+7rtKNC+4kZOvxHttL9PGyjC5IXh6eT7JvYI09r5",
  ],
  ["a b c a b c a b c", "oF6qHpy8GrNuvLvw"],
  ["٣ كتب و ٤ أقلام", "Di1kRsQnNbZzWBDm"],
])("the sketch of %j is %s", (text, sketch) => {
  expect(sketchOf(text)).toBe(sketch);
});
