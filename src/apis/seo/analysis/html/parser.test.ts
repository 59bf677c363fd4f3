import { expect, test } from "bun:test";
import { parse } from "parse5";
import { traps } from "../../../../../test/fixtures/seo/traps.ts";
import { isElement, type Node } from "../../../../kit/html-tree.ts";
import { parsePage } from "./parser.ts";

function elementsOf(nodes: readonly Node[]): Extract<Node, { tagName: string }>[] {
  return nodes.flatMap((node) => (isElement(node) ? [node, ...elementsOf(node.childNodes)] : []));
}

const sources = [
  ...traps.flatMap(({ html }) => (typeof html === "string" ? [html] : [])),
  "<!doctype html>\r\n<p\r\nclass=a>x &amp; < y <b>z</b>\r<i title='a > b < c'>\n<!-- <a> --><a href=1>1 < 2<a href=2>",
  "<title>a <b>c</title><textarea><i></textarea><script>'<p>'</script><p>x</p ><br/><svg><path/></svg>",
  "<p>\u{1f600} emoji <b>before</b></p><x-y a=\"<div>\" b='</div>' c=<d>>t</x-y>",
  "<table>x<tr><td>y<b>z</table>w<!DOCTYPE html><!bogus <b> ><?php <b> ?></b><q>",
];

test("start tags stand where parse5 itself finds them", () => {
  // parse5 drops what stands in a select, so there its tree is another one.
  for (const source of sources.filter((one) => !one.includes("<select>"))) {
    const ours = parsePage(source);
    const theirs = elementsOf(parse(source, { sourceCodeLocationInfo: true }).childNodes);
    const expected = theirs.map(({ tagName, sourceCodeLocation: at }) => [
      tagName,
      at?.startTag?.startOffset,
      at?.startTag?.endOffset,
    ]);
    const found = elementsOf(ours.document.childNodes).map((element) => {
      const span = ours.spanOf(element);
      return [element.tagName, span?.start, span?.end];
    });
    expect(found).toEqual(expected);
  }
});

test("start tags in a select stand where they say", () => {
  const source = "<p>a<select><div class=x><img src=1></div><option>b<hr><optgroup></select><h1>c</h1>";
  const { document, spanOf } = parsePage(source);
  const found = elementsOf(document.childNodes).flatMap((element) => {
    const span = spanOf(element);
    return span === undefined ? [] : [source.slice(span.start, span.end)];
  });
  expect(found).toEqual(source.match(/<[a-z][^>]*>/g) ?? []);
});
