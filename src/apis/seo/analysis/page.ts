import type { Document, Element } from "../../../kit/html-tree.ts";
import type { DecodedPage } from "./html/encoding.ts";
import type { Places } from "./html/place.ts";

/** A `meta` element. Names are in lowercase, values are unchanged. */
export interface Meta {
  readonly element: Element;
  readonly name: string | undefined;
  readonly property: string | undefined;
  readonly httpEquiv: string | undefined;
  readonly charset: string | undefined;
  readonly content: string | undefined;
  readonly inHead: boolean;
}

/** A `link` element. */
export interface LinkElement {
  readonly element: Element;
  readonly rel: readonly string[];
  readonly href: string | undefined;
  readonly hreflang: string | undefined;
  readonly inHead: boolean;
}

/** A heading. */
export interface Heading {
  readonly element: Element;
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  /** Its accessible name: its text without hidden parts, with what its images and drawings say, or its label. */
  readonly text: string;
  /** The `alt` texts of its images, where it has no text. */
  readonly alt: string;
}

/** An `a` element. */
export interface Anchor {
  readonly element: Element;
  readonly href: string | undefined;
  readonly rel: readonly string[];
  /** Its accessible name, see `Heading`. */
  readonly text: string;
  /** Its visible text, or the `alt` of its images. Search engines use this instead of a label. */
  readonly visible: string;
}

/** An `img` element. */
export interface Image {
  readonly element: Element;
  readonly src: string | undefined;
  readonly alt: string | undefined;
  /** Whether a `noscript` after it has an image, for browsers without scripts. */
  readonly hasFallback: boolean;
}

/** The contents of one page, as a browser's tree has them. */
export interface Page {
  readonly decoded: DecodedPage;
  readonly document: Document;
  readonly places: Places;
  /** How many elements the tree has. */
  readonly elements: number;
  /** The page had more elements than are read. */
  readonly cut: boolean;
  readonly mode: "no-quirks" | "quirks" | "limited-quirks";
  readonly lang: string | undefined;
  /** `xml:lang` of the root, which names the language of XHTML. */
  readonly xmlLang: string | undefined;
  readonly dir: string | undefined;
  readonly base: string | undefined;
  readonly titles: readonly { readonly element: Element; readonly text: string; readonly inHead: boolean }[];
  readonly metas: readonly Meta[];
  readonly links: readonly LinkElement[];
  readonly headings: readonly Heading[];
  readonly anchors: readonly Anchor[];
  readonly images: readonly Image[];
  /** Elements that load something: their address and whether it is fetched as part of the page. */
  readonly resources: readonly { readonly element: Element; readonly url: string }[];
  /** `style` elements and attributes that may load something. */
  readonly styles: readonly { readonly element: Element; readonly css: string }[];
  /** The areas of image maps, which are links too. */
  readonly areas: readonly Element[];
  readonly scripts: { readonly count: number; readonly characters: number };
  readonly jsonLd: readonly { readonly element: Element; readonly text: string }[];
  /** Elements that start an item of Microdata (`itemscope` without `itemprop`) or RDFa (`typeof` without `property`). */
  readonly items: readonly Element[];
  readonly noscript: string;
  /** The element or text that ended the head implicitly, instead of `</head>` or `<body>`. */
  readonly headEndedBy: { readonly element: Element | undefined; readonly text: string } | undefined;
  /** The visible text: white space collapsed, boxes separated. */
  readonly text: string;
  /** The first paragraph of more than 40 characters. */
  readonly firstParagraph: string | undefined;
}
