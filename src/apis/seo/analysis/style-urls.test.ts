import { describe, expect, test } from "bun:test";
import { styleUrls } from "./style-urls.ts";

const MAX = 300;

describe("URLs that a style sheet loads", () => {
  test.each<[string, string, string[]]>([
    ["an import as a string", '@import "a.css";', ["a.css"]],
    ["an import as a URL", "@import url(a.css) screen;", ["a.css"]],
    [
      "an import with a layer and a condition",
      "@IMPORT url('a.css') layer(x) supports(b: url(c));",
      ["a.css"],
    ],
    [
      "imports behind @charset, @layer and comments",
      '@charset "x";/**/@layer a, b;@import "a.css"',
      ["a.css"],
    ],
    ["imports behind the marks of a comment of HTML", '<!-- @import "a.css"; -->', ["a.css"]],
    [
      "images and fonts",
      'a{background:url( a.png )}@font-face{src:url("b.woff2") format("woff2")}',
      ["a.png", "b.woff2"],
    ],
    ["several in one value", "a{background:url(a.png),URL('b.png')}", ["a.png", "b.png"]],
    ["within a media query", "@media print{a{background:url(a.png)}}", ["a.png"]],
    [
      "image sets",
      `a{background:image-set("a.png" type("image/png") 1x, url(b.png) 2x);content:"c"}`,
      ["a.png", "b.png"],
    ],
    ["custom properties", "a{--x:url(a.png)}", ["a.png"]],
    ["the declarations of an attribute", "color:red;background:url(a.png)", ["a.png"]],
    [
      "escapes",
      String.raw`a{background:u\72l(a\29 b\(.png)}b{background:url("\61\
b.png")}`,
      ["a)b(.png", "ab.png"],
    ],
    [
      "characters that no escape can name",
      String.raw`a{background:url(\0\d800\110000.png)}`,
      ["\ufffd\ufffd\ufffd.png"],
    ],
    ["line ends of Windows", '@import "a.css";\r\n@import "b.css";', ["a.css", "b.css"]],
    ["after a string that never ends on its line", 'a{content:"x\n}b{background:url(a.png)}', ["a.png"]],
    ["after a bad URL", "a{background:url(a b.png)}b{background:url(c.png)}", ["c.png"]],
    ["the same URL once", "a{background:url(a.png)}b{background:url(a.png)}", ["a.png"]],
    ["templates that nobody filled in", '@import url("{{ pathto(1) }}");', ["{{ pathto(1) }}"]],
  ])("%s", (_name, css, urls) => {
    expect(styleUrls(css, MAX)).toEqual(urls);
  });

  test.each([
    ["comments", "/* @import 'a.css'; url(b.png) */"],
    ["strings", "a{content:\"url(a.png) @import 'b.css'\"}"],
    ["data", "a{background:url(data:image/png;base64,AAAA)}b{background:url('DATA:,x')}"],
    ["references to the page itself", "a{fill:url(#b);filter:url('#c')}"],
    ["empty ones", "a{background:url()}b{background:url('')}"],
    ["namespaces", "@namespace svg url(http://www.w3.org/2000/svg);@namespace 'x';"],
    ["patterns of documents", "@-moz-document url(http://example.com/){a{color:red}}"],
    ["conditions", "@supports (background:url) {a{color:red}}"],
    ["imports after another rule, which browsers ignore", 'a{color:red}@import "a.css";@import url(b.css);'],
    ["imports of something else", "@import x url(a.css);"],
    ["functions with similar names", "a{background:curl(a.png);b:url-prefix(c)}"],
    ["URLs that the end of the sheet cuts off", "a{background:url(a.pn"],
    ["strings that the end of the sheet cuts off", '@import "a.cs'],
    ["URLs that nobody can request", `a{background:url(${"a".repeat(5_000)})}`],
  ])("not %s", (_name, css) => {
    expect(styleUrls(css, MAX)).toEqual([]);
  });
});

describe("a hostile sheet of half a megabyte takes under half a second", () => {
  const SIZE = 512 * 1024;
  const of = (part: string) => part.repeat(Math.ceil(SIZE / part.length));

  test.each([
    ["imports", Array.from({ length: 30_000 }, (_, i) => `@import "${i}.css";`).join(""), MAX],
    ["one import again and again", of('@import "a.css";'), 1],
    ["brackets", of("("), 0],
    ["calls", of("url("), 0],
    ["image sets", of("image-set("), 0],
    ["quotes", of("\"'"), 0],
    ["escapes", of("\\"), 0],
    ["escapes in a URL", `url(${of("\\)")}`, 0],
    ["a bad URL", `url(a ${of("\\a")}`, 0],
    ["a long token", of("a"), 0],
    ["a long URL", `a{b:url(${of("a")})}`, 0],
    ["data", `a{b:url(data:image/png;base64,${of("A")})}c{d:url(e.png)}`, 1],
    ["comments that do not end", of("/*"), 0],
    ["spaces", `url(${of(" ")}`, 0],
    ["at-rules", of("@"), 0],
  ])("%s", (_name, css, count) => {
    const start = process.cpuUsage();
    expect(styleUrls(css, MAX).length).toBe(count);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(500);
  });
});
