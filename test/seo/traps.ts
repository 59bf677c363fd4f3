/** What a trap is about: the facts that naive readers get wrong. Members that are left out are not compared. */
export interface Expected {
  readonly title?: string | null;
  readonly titles?: number;
  readonly description?: string | null;
  readonly canonical?: string | null;
  readonly canonicalInHead?: boolean;
  readonly h1?: readonly string[];
  readonly links?: number;
  readonly internal?: number;
  readonly images?: number;
  readonly missingAlt?: number;
  readonly words?: number;
  readonly lang?: string | null;
  readonly charset?: string;
  readonly fires?: readonly string[];
  readonly silent?: readonly string[];
}

/** A page that is hard to read right, with what is right. */
export interface Trap {
  readonly name: string;
  readonly html: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
  readonly expected: Expected;
}

const UTF8 = "text/html; charset=utf-8";
const wrap = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...text].map((character) => character.charCodeAt(0) & 0xff));
}

function utf16(text: string, mark: boolean): Uint8Array<ArrayBuffer> {
  const bytes: number[] = mark ? [0xff, 0xfe] : [];
  for (let i = 0; i < text.length; i++) bytes.push(text.charCodeAt(i) & 0xff, text.charCodeAt(i) >> 8);
  return new Uint8Array(bytes);
}

/** `话剧` in GBK, `日本` in Shift_JIS. */
const GBK = [0xbb, 0xb0, 0xbe, 0xe7];
const SJIS = [0x93, 0xfa, 0x96, 0x7b];

function bytes(...parts: (string | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : [...part])),
  );
}

/** One page for each way in which a page is misread. */
export const traps: readonly Trap[] = [
  {
    name: "entities in the title",
    html: wrap("<title>A &amp; B &lt;C&gt; &notin;</title>", ""),
    type: UTF8,
    expected: { title: "A & B <C> ∉" },
  },
  {
    name: "svg title before the real one",
    html: wrap("", "")
      .replace("<head>", "<head><title>Real</title>")
      .replace("<body>", "<body><svg><title>Icon</title></svg>"),
    type: UTF8,
    expected: { title: "Real", titles: 1 },
  },
  {
    name: "svg title alone",
    html: wrap("", "<svg><title>Icon</title><text>seen</text></svg>"),
    type: UTF8,
    expected: { title: null, titles: 0, words: 1, fires: ["title-missing"] },
  },
  {
    name: "white space in the title",
    html: wrap("<title>\n  a\t b\n\n c </title>", ""),
    type: UTF8,
    expected: { title: "a b c" },
  },
  {
    name: "a tag inside the title is text",
    html: wrap("<title>a <b>c</b></title>", ""),
    type: UTF8,
    expected: { title: "a <b>c</b>" },
  },
  {
    name: "two titles",
    html: wrap("<title>One and only title</title><title>Two</title>", ""),
    type: UTF8,
    expected: { title: "One and only title", titles: 2, fires: ["title-multiple"] },
  },
  {
    name: "title in a comment",
    html: wrap("<!-- <title>No</title> --><title>Yes</title>", ""),
    type: UTF8,
    expected: { title: "Yes", titles: 1 },
  },
  {
    name: "title in a script",
    html: wrap('<script>"<title>No</title>"</script><title>Yes</title>', ""),
    type: UTF8,
    expected: { title: "Yes", titles: 1 },
  },
  {
    name: "a div ends the head",
    html: '<!doctype html><html><head><div></div><title>T</title><link rel=canonical href="/c"></head><body>',
    type: UTF8,
    expected: {
      title: "T",
      canonicalInHead: false,
      fires: ["head-ended-early", "canonical-outside-head", "title-outside-head"],
    },
  },
  {
    name: "text ends the head",
    html: '<!doctype html><html><head>oops<link rel=canonical href="/c"></head><body>',
    type: UTF8,
    expected: { canonicalInHead: false, fires: ["head-ended-early"] },
  },
  {
    name: "an image in noscript does not end the head",
    html: wrap('<noscript><img src="p.gif"></noscript><link rel=canonical href="/c">', ""),
    type: UTF8,
    expected: { canonicalInHead: true, images: 0, silent: ["head-ended-early"] },
  },
  {
    name: "metadata between head and body",
    html: '<!doctype html><html><head></head><link rel=canonical href="/c"><body>',
    type: UTF8,
    expected: { canonicalInHead: true },
  },
  {
    name: "no html, head or body tags",
    html: "<!doctype html><title>T</title><meta name=description content=D><h1>H</h1><p>one two",
    type: UTF8,
    expected: { title: "T", description: "D", h1: ["H"], words: 3, silent: ["head-ended-early"] },
  },
  {
    name: "canonical in the body",
    html: wrap("", '<link rel="canonical" href="/c">'),
    type: UTF8,
    expected: {
      canonicalInHead: false,
      canonical: null,
      fires: ["canonical-outside-head"],
      silent: ["head-ended-early"],
    },
  },
  {
    name: "upper case names and values",
    html: '<HTML LANG="de"><HEAD><META NAME="Description" CONTENT="D"><LINK REL="Canonical" HREF="/C"></HEAD>',
    type: UTF8,
    expected: { description: "D", lang: "de", canonicalInHead: true },
  },
  {
    name: "the first of two descriptions",
    html: wrap("<meta name=description content=one><meta name=description content=two>", ""),
    type: UTF8,
    expected: { description: "one", fires: ["description-multiple"] },
  },
  {
    name: "an attribute twice",
    html: wrap('<meta name=description content="first" content="second">', ""),
    type: UTF8,
    expected: { description: "first" },
  },
  {
    name: "rel with several words",
    html: wrap('<link rel="alternate canonical" href="/c">', ""),
    type: UTF8,
    expected: { canonicalInHead: true },
  },
  {
    name: "base changes relative addresses",
    html: wrap('<base href="https://example.org/x/"><link rel=canonical href="y">', '<a href="z">z</a>'),
    type: UTF8,
    expected: { canonical: "https://example.org/x/y", links: 1, internal: 0 },
  },
  {
    name: "an unclosed link is opened again in each block",
    html: wrap("", '<a href="/1"><div>x</div><p>y<p>z'),
    type: UTF8,
    expected: { links: 1 },
  },
  {
    name: "misnested formatting",
    html: wrap("", '<p><a href="/1">one<p>two'),
    type: UTF8,
    expected: { links: 2 },
  },
  {
    name: "links in a template do not count",
    html: wrap("", '<template><a href="/t">t</a><img src=t><h1>T</h1></template><a href="/1">x</a>'),
    type: UTF8,
    expected: { links: 1, images: 0, h1: [], words: 1 },
  },
  {
    name: "links in noscript do not count",
    html: wrap("", '<noscript><a href="/n">n</a></noscript>'),
    type: UTF8,
    expected: { links: 0, words: 0 },
  },
  {
    name: "links in a comment or a script do not count",
    html: wrap("", '<!-- <a href="/c">c</a> --><script>var a = "<a href=/s>s</a>";</script>'),
    type: UTF8,
    expected: { links: 0 },
  },
  {
    name: "a script end tag in an escaped comment",
    html: wrap("", '<script><!-- <script> </script> <a href="/s"> --></script><a href="/1">x</a>'),
    type: UTF8,
    expected: { links: 1 },
  },
  {
    name: "a link in svg is none of HTML",
    html: wrap("", '<svg><a href="/s"><text>s</text></a></svg><a href="/1">x</a>'),
    type: UTF8,
    expected: { links: 1 },
  },
  {
    name: "a textarea holds text",
    html: wrap("", '<textarea><a href="/t">t</a></textarea>'),
    type: UTF8,
    expected: { links: 0 },
  },
  {
    name: "an image inside svg breaks out",
    html: wrap("", '<svg><img src="a.png" alt="a"></svg>'),
    type: UTF8,
    expected: { images: 1, missingAlt: 0 },
  },
  {
    name: "the old name of an image",
    html: wrap("", '<image src="a.png">'),
    type: UTF8,
    expected: { images: 1, missingAlt: 1 },
  },
  {
    name: "alt: none, empty, white, full",
    html: wrap("", '<img src=1><img src=2 alt><img src=3 alt=" "><img src=4 alt="four">'),
    type: UTF8,
    expected: { images: 4, missingAlt: 1 },
  },
  {
    name: "text in a table goes before it",
    html: wrap("", "<table><h1>Out</h1><tr><td>in</table>"),
    type: UTF8,
    expected: { h1: ["Out"], words: 2 },
  },
  {
    name: "the first h1 is empty",
    html: wrap("", "<h1></h1><h1>Second</h1>"),
    type: UTF8,
    expected: { h1: ["", "Second"], silent: ["h1-missing"] },
  },
  {
    name: "an h1 that is an image",
    html: wrap("", '<h1><img src=l alt="The Logo"></h1>'),
    type: UTF8,
    expected: { h1: ["The Logo"], silent: ["h1-missing"] },
  },
  {
    name: "words do not run across blocks",
    html: wrap("", "<h1>One<br>two</h1><ul><li>three</li><li>four</li></ul><div>five</div>six"),
    type: UTF8,
    expected: { h1: ["One two"], words: 6 },
  },
  {
    name: "words run across inline tags",
    html: wrap("", "<p>un<b>believ</b>able <i>yes</i>"),
    type: UTF8,
    expected: { words: 2 },
  },
  {
    name: "styles and scripts in the body are no words",
    html: wrap("", "<style>p{color:red}</style><script>var words</script><p>one"),
    type: UTF8,
    expected: { words: 1 },
  },
  {
    name: "Japanese has words without spaces",
    html: wrap("<title>日本</title>", "<p>吾輩は猫である。名前はまだ無い。"),
    type: UTF8,
    expected: { words: 9 },
  },
  {
    name: "Thai has words without spaces",
    html: wrap("", "<p>สวัสดีชาวโลก"),
    type: UTF8,
    expected: { words: 3 },
  },
  {
    name: "Russian and Hebrew words",
    html: wrap("", "<p>Привет мир <span dir=rtl>שלום עולם</span>"),
    type: UTF8,
    expected: { words: 4 },
  },
  {
    name: "the header's charset beats the page's",
    html: latin1(wrap('<meta charset="utf-8"><title>caf\xe9</title>', "")),
    type: "text/html; charset=iso-8859-1",
    expected: { title: "café", charset: "windows-1252", fires: ["charset-problem"] },
  },
  {
    name: "a byte order mark beats the header",
    html: bytes([0xef, 0xbb, 0xbf], "<title>caf", [0xc3, 0xa9], "</title>"),
    type: "text/html; charset=iso-8859-1",
    expected: { title: "café", charset: "utf-8" },
  },
  {
    name: "UTF-16 with a mark",
    html: utf16("<!doctype html><title>日本 UTF-16</title>", true),
    expected: { title: "日本 UTF-16", charset: "utf-16le" },
  },
  {
    name: "GB2312 by a pragma",
    html: bytes(
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312"><title>',
      GBK,
      "</title>",
    ),
    expected: { title: "话剧", charset: "gbk" },
  },
  {
    name: "Shift_JIS declared after byte 1,024",
    html: bytes(`<html><head><!--${"x".repeat(1500)}--><meta charset=shift_jis><title>`, SJIS, "</title>"),
    expected: { title: "日本", charset: "shift_jis", fires: ["charset-problem"] },
  },
  {
    name: "the charset of a script is not the page's",
    html: bytes('<html><head><script charset="gbk" src=x></script><title>caf', [0xc3, 0xa9], "</title>"),
    expected: { title: "café", charset: "utf-8" },
  },
  {
    name: "a charset in a comment is none",
    html: bytes('<html><head><!-- <meta charset="gbk"> --><title>caf', [0xc3, 0xa9], "</title>"),
    expected: { title: "café", charset: "utf-8" },
  },
  {
    name: "nothing declared, not UTF-8",
    html: latin1("<html><title>caf\xe9 \x93quoted\x94</title>"),
    expected: { title: "café “quoted”", charset: "windows-1252", fires: ["charset-problem"] },
  },
  {
    name: "a page that claims UTF-16 in a meta",
    html: bytes('<html><head><meta charset="utf-16"><title>caf', [0xc3, 0xa9], "</title>"),
    expected: { title: "café", charset: "utf-8" },
  },
  {
    name: "a charset in a script that holds a script",
    html: bytes(
      "<script><!--<script></script><meta charset=koi8-r>--></script><meta charset=windows-1251><title>",
      [0xcf, 0xf0],
      "</title>",
    ),
    expected: { title: "Пр", charset: "windows-1251" },
  },
  {
    name: "a comment with an odd end before the charset",
    html: bytes("<!-- a --!><meta charset=windows-1251><title>", [0xcf, 0xf0], "</title>"),
    expected: { title: "Пр", charset: "windows-1251" },
  },
  {
    name: "a quote that is no value opens nothing",
    html: bytes('<meta x="\'" charset=windows-1251><title>', [0xcf, 0xf0], "</title>'"),
    expected: { title: "Пр", charset: "windows-1251" },
  },
  {
    name: "an encoding in an XML declaration",
    html: bytes('<?xml version="1.0" encoding="windows-1251"?><title>', [0xcf, 0xf0], "</title>"),
    expected: { title: "Пр", charset: "windows-1251" },
  },
  {
    name: "the encoding for scripts stands for windows-1252",
    html: bytes("<meta charset=x-user-defined><title>caf", [0xe9], "</title>"),
    expected: { title: "café", charset: "windows-1252" },
  },
  {
    name: "an encoding that is not safe shows nothing",
    html: bytes("<meta charset=iso-2022-kr><title>seen</title>"),
    expected: { title: null, charset: "replacement" },
  },
  {
    name: "a select holds what stands in it",
    html: wrap("", "<select><div><img src=1><h1>In</h1></div><option>x<a href=1>y</a></select><h1>Out</h1>"),
    type: UTF8,
    expected: { images: 1, links: 1, h1: ["In", "Out"] },
  },
  {
    name: "links in a table stand before it",
    html: wrap("", "<a href=1>a</a><table><tr><td><a href=2>b</a></td></tr><a href=3>c</a></table>"),
    type: UTF8,
    expected: { links: 3, words: 2 },
  },
  {
    name: "a base that runs scripts is none",
    html: wrap("<base href='javascript:1'>", "<a href=c>c</a>"),
    type: UTF8,
    expected: { internal: 1 },
  },
  {
    name: "no-break spaces are kept",
    html: wrap("<title>\u00a0a\u00a0</title><meta name=description content='\u00a0b\n c\u00a0'>", ""),
    type: UTF8,
    expected: { title: "\u00a0a\u00a0", description: "\u00a0b c\u00a0" },
  },
  {
    name: "null bytes and control characters",
    html: "<title>a\u0000b</title><p>x\u0000y",
    type: UTF8,
    expected: { title: "a\ufffdb" },
  },
  {
    name: "an address with spaces around it",
    html: wrap(
      "",
      '<a href="  /x\n">x</a><a href="">self</a><a href="#top">top</a><a href="mailto:a@b.c">m</a><a href="http://[">bad</a>',
    ),
    type: UTF8,
    expected: { links: 5, internal: 2 },
  },
  {
    name: "a frameset has no body",
    html: "<!doctype html><html><head><title>F</title></head><frameset><frame src=a></frameset>",
    type: UTF8,
    expected: { title: "F", words: 0, links: 0 },
  },
  {
    name: "html attributes that come late",
    html: "<!doctype html><p>x<html lang=fr><body class=c>",
    type: UTF8,
    expected: { lang: "fr" },
  },
  {
    name: "plaintext swallows the rest",
    html: "<!doctype html><title>P</title><plaintext><a href=x>x</a>",
    type: UTF8,
    expected: { title: "P", links: 0 },
  },
  {
    name: "nothing at all",
    html: "",
    type: UTF8,
    expected: { title: null, words: 0, links: 0, images: 0, fires: ["title-missing"] },
  },
  {
    name: "a declared shadow root",
    html: wrap(
      "<title>S</title>",
      '<rodas-shop><template shadowrootmode="open"><h1>In the root</h1><a href="/a">One link</a><slot></slot></template><p>light text</p></rodas-shop>',
    ),
    type: UTF8,
    expected: { h1: ["In the root"], links: 1, words: 7, silent: ["h1-missing"] },
  },
  {
    name: "a declared shadow root in another",
    html: wrap(
      "<title>S</title>",
      '<x-a><template shadowrootmode="open"><x-b><template shadowrootmode="open"><h1>Deep</h1><a href="/b">b</a></template></x-b></template></x-a>',
    ),
    type: UTF8,
    expected: { h1: ["Deep"], links: 1, words: 2 },
  },
  {
    name: "templates that declare nothing",
    html: wrap(
      "<title>S</title>",
      '<ul><template shadowrootmode="open"><h1>No host</h1></template></ul><div><template shadowrootmode="maybe"><h1>No mode</h1></template></div><div>x<template shadowrootmode="open"><p>first</p></template><template shadowrootmode="open"><p>second</p></template></div>',
    ),
    type: UTF8,
    expected: { h1: [], words: 2 },
  },
];
