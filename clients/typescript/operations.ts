// Written from the descriptors by `npm run generate`; edit those.
import type { Answer, CallOptions, FileInput } from "./quintet.ts";

/** Every code with which a call may be refused. */
export type ProblemCode = "invalid-parameter" | "invalid-uuid" | "invalid-host" | "key-in-query" | "invalid-body" | "signature-invalid" | "invalid-idempotency-key" | "url-invalid" | "url-not-public" | "unauthorized" | "key-missing" | "key-invalid" | "key-revoked" | "forbidden" | "key-scope" | "plan-required" | "plan-limit" | "not-found" | "unknown-account" | "unknown-key" | "method-not-allowed" | "request-in-progress" | "conflict" | "link-invalid" | "payload-too-large" | "resolution-too-high" | "unsupported-image" | "unsupported-media-type" | "idempotency-mismatch" | "not-a-pdf" | "damaged" | "unreadable-image" | "no-foreground" | "password-required" | "password-wrong" | "unsupported-encryption" | "too-many-pages" | "page-out-of-range" | "url-not-a-file" | "too-complex" | "processing-failed" | "quota-exceeded" | "rate-limited" | "client-left" | "internal" | "upstream-unreachable" | "upstream-invalid" | "upstream-too-large" | "upstream-tls" | "storage-unavailable" | "not-ready" | "payment-unavailable" | "busy" | "upstream-timeout";

/** As many UUIDs as were asked for. */
export type UuidBatch = readonly (string)[];

/** Valid or not, and why not. */
export type UuidVerdict = UuidValid | UuidInvalid;

/** The text is a valid UUID. */
export type UuidValid = {
  readonly valid: true;
  /** Lower case, 8-4-4-4-12. */
  readonly uuid: string;
  /** 1 to 8, or null for Nil and Max. */
  readonly version: number | null;
  /** The variant field: the top bits of octet 8 (RFC 9562 section 4.1). */
  readonly variant: "ncs" | "rfc9562" | "microsoft" | "future";
  /** Present for the two UUIDs that RFC 9562 names: all bits 0, all bits 1. */
  readonly special?: "nil" | "max";
};

/** The text is not a valid UUID, and why. */
export type UuidInvalid = {
  readonly valid: false;
  readonly reason: "length" | "character" | "hyphen" | "notation" | "variant" | "version";
  /** The reason as a sentence for people. */
  readonly message: string;
  /** The canonical form, where only the notation is off. */
  readonly uuid?: string;
};

/** The fields of a UUID. */
export type UuidDecoded = {
  /** Lower case, 8-4-4-4-12. */
  readonly uuid: string;
  /** The version field; null unless the variant is rfc9562, the only one that defines it. */
  readonly version: number | null;
  /** The variant field: the top bits of octet 8 (RFC 9562 section 4.1). */
  readonly variant: "ncs" | "rfc9562" | "microsoft" | "future";
  /** Present for the two UUIDs that RFC 9562 names: all bits 0, all bits 1. */
  readonly special?: "nil" | "max";
  /** When a version 7 UUID was made: ISO 8601 UTC, milliseconds. Years over 9999 as +010889. */
  readonly timestamp?: string;
  /** The same moment in milliseconds since 1970. */
  readonly unixMs?: number;
};

/** The process answers. */
export type Health = {
  readonly status: "ok";
  readonly version: string;
};

/** The audit of one page. */
export type SeoAudit = {
  /** The address as it was asked for. */
  readonly url: string;
  /** The address that answered, after redirects. */
  readonly finalUrl: string;
  readonly fetchedAt: string;
  readonly status: number;
  /** SHA-256 of the HTML: same hash, same checks version, same findings. */
  readonly contentHash: string;
  readonly checksVersion: "2026.11";
  readonly score: SeoScore;
  readonly indexability: SeoIndexability;
  readonly fetch: {
    readonly redirects: readonly ({
      readonly url: string;
      readonly status: number;
      readonly location: string;
      readonly ms: number;
    })[];
    readonly contentType: string | null;
    readonly bytes: number;
    readonly transferBytes: number;
    readonly contentEncoding: string | null;
    readonly ttfbMs: number;
    readonly totalMs: number;
    /** Whether the page goes on beyond the 2 MB that are analysed. */
    readonly truncated: boolean;
    readonly charset: {
      readonly effective: string;
      readonly source: "bom" | "header" | "meta" | "utf8-valid" | "fallback";
      readonly declared: {
        readonly header: string | null;
        readonly meta: string | null;
      };
    };
  };
  readonly robotsTxt: {
    readonly url: string;
    readonly status: number | null;
    readonly state: "parsed" | "absent" | "unreachable";
    readonly sitemaps: readonly (string)[];
  };
  readonly rendering: {
    readonly mode: "static";
    readonly jsDependent: boolean;
    readonly reason: string | null;
  };
  readonly title: {
    readonly text: string | null;
    /** Characters as readers count them. */
    readonly length: number;
    /** Width in Arial, 20 px for titles and 14 px for descriptions. */
    readonly pixelWidth: number;
    /** How many the page has. */
    readonly count: number;
  };
  readonly metaDescription: {
    readonly text: string | null;
    /** Characters as readers count them. */
    readonly length: number;
    /** Width in Arial, 20 px for titles and 14 px for descriptions. */
    readonly pixelWidth: number;
    /** How many the page has. */
    readonly count: number;
  };
  readonly canonical: {
    readonly url: string | null;
    readonly links: readonly ({
      readonly href: string;
      readonly inHead: boolean;
    })[];
    readonly header: string | null;
  };
  readonly robots: {
    readonly meta: readonly (string)[];
    readonly header: readonly (string)[];
  };
  readonly lang: string | null;
  readonly dir: string | null;
  readonly viewport: string | null;
  readonly favicon: string | null;
  readonly headings: {
    readonly h1: readonly (string)[];
    readonly counts: {
      readonly h1: number;
      readonly h2: number;
      readonly h3: number;
      readonly h4: number;
      readonly h5: number;
      readonly h6: number;
    };
    readonly outline: readonly ({
      readonly level: number;
      readonly text: string;
    })[];
  };
  readonly content: {
    /** Words of the visible text by the rules of Unicode, in every script. */
    readonly wordCount: number;
    readonly textLength: number;
    readonly readingTimeMinutes: number;
    readonly readability: {
      readonly formula: string;
      readonly score: number;
      readonly language: string;
    } | null;
    readonly topTerms: readonly ({
      readonly term: string;
      readonly count: number;
    })[];
  };
  readonly images: {
    readonly total: number;
    readonly missingAlt: number;
    readonly emptyAlt: number;
    readonly missingDimensions: number;
    readonly items: readonly ({
      readonly src: string | null;
      readonly alt: string | null;
      readonly width: string | null;
      readonly height: string | null;
    })[];
  };
  readonly links: {
    /** a elements with href. */
    readonly total: number;
    /** The same host name. */
    readonly internal: number;
    readonly external: number;
    /** A place on the page itself. */
    readonly fragment: number;
    /** mailto:, tel:, javascript: and their like. */
    readonly other: number;
    readonly invalid: number;
    readonly nofollow: number;
    readonly items: readonly ({
      readonly href: string;
      readonly url: string | null;
      readonly text: string;
      readonly kind: "internal" | "external" | "fragment" | "other" | "invalid";
      readonly rel: readonly (string)[];
      readonly line?: number;
    })[];
    /** null unless links=check was asked for. */
    readonly checked: {
      readonly done: number;
      readonly broken: number;
      readonly unknown: number;
      readonly skipped: number;
    } | null;
  };
  readonly openGraph: Readonly<Record<string, readonly (string)[]>>;
  readonly twitter: Readonly<Record<string, readonly (string)[]>>;
  readonly structuredData: {
    readonly items: readonly ({
      readonly syntax: "json-ld" | "microdata" | "rdfa";
      readonly type: readonly (string)[];
      /** Nothing that Google requires is missing. */
      readonly valid: boolean;
      readonly missingRequired: readonly (string)[];
      readonly missingRecommended: readonly (string)[];
      readonly line?: number;
      readonly docs: string | null;
    })[];
    readonly invalidBlocks: readonly ({
      readonly message: string;
      readonly line?: number;
      readonly column?: number;
    })[];
  };
  readonly hreflang: readonly ({
    readonly lang: string;
    readonly href: string;
    readonly inHead: boolean;
  })[];
  readonly preview: {
    readonly search: {
      readonly title: string | null;
      readonly address: string;
      readonly description: string | null;
      readonly descriptionFrom: "meta" | "text" | null;
      readonly truncated: {
        readonly title: boolean;
        readonly description: boolean;
      };
    };
    readonly social: {
      readonly facebook: {
        readonly title: string | null;
        readonly description: string | null;
        readonly image: string | null;
        readonly domain: string;
        readonly card?: "summary" | "summary_large_image";
      };
      readonly x: {
        readonly title: string | null;
        readonly description: string | null;
        readonly image: string | null;
        readonly domain: string;
        readonly card?: "summary" | "summary_large_image";
      };
      readonly linkedin: {
        readonly title: string | null;
        readonly description: string | null;
        readonly image: string | null;
        readonly domain: string;
        readonly card?: "summary" | "summary_large_image";
      };
      readonly slack: {
        readonly title: string | null;
        readonly description: string | null;
        readonly image: string | null;
        readonly domain: string;
        readonly card?: "summary" | "summary_large_image";
      };
    };
  };
  /** What to mend, the most urgent first. */
  readonly findings: readonly (SeoFinding)[];
  readonly passed: readonly (string)[];
  readonly notApplicable: readonly ({
    readonly check: string;
    readonly reason: string;
  })[];
};

/** The score and where it went. */
export type SeoScore = {
  /** 100 less the points of all findings. */
  readonly value: number;
  readonly max: 100;
  readonly pointsLost: number;
  /** floor where more than 100 points would be lost. */
  readonly cappedBy: "floor" | null;
  /** low where findings are unverified or the answer is no page. */
  readonly confidence: "high" | "low";
  readonly categories: Readonly<Record<string, {
    readonly pointsLost: number;
  }>>;
};

/** Whether the page can be in the index, in the words of Search Console. */
export type SeoIndexability = {
  /** NEUTRAL: the page names another one as canonical, or sends visitors on. */
  readonly verdict: "PASS" | "FAIL" | "NEUTRAL";
  readonly indexable: boolean;
  readonly pageFetchState: "SUCCESSFUL" | "BLOCKED_ROBOTS_TXT" | "NOT_FOUND" | "ACCESS_DENIED" | "ACCESS_FORBIDDEN" | "BLOCKED_4XX" | "SERVER_ERROR" | "REDIRECT_ERROR";
  readonly robotsTxtState: "ALLOWED" | "DISALLOWED";
  readonly indexingState: "INDEXING_ALLOWED" | "BLOCKED_BY_META_TAG" | "BLOCKED_BY_HTTP_HEADER" | "BLOCKED_BY_ROBOTS_TXT";
  readonly userCanonical: string | null;
  readonly reasons: readonly ({
    readonly check: string;
    readonly source: "robots.txt" | "meta" | "header" | "status" | "canonical";
    readonly detail: string;
    readonly line?: number;
  })[];
  readonly bots: Readonly<Record<string, {
    readonly crawlable: boolean;
    readonly indexable: boolean;
    /** The line of robots.txt that decided. */
    readonly rule: {
      readonly line: number;
      readonly text: string;
    } | null;
  }>>;
};

/** What is wrong, where, what it costs and how to mend it. */
export type SeoFinding = {
  /** The check, as /seo/checks lists it. */
  readonly check: string;
  readonly category: "indexability" | "metadata" | "content" | "links" | "images" | "social" | "structuredData" | "international" | "transport";
  readonly severity: "blocker" | "critical" | "high" | "medium" | "low" | "notice";
  /** info and unverified cost nothing; unverified may be wrong on a page that scripts fill. */
  readonly status: "fail" | "unverified" | "info";
  /** Points that mending it gives back. */
  readonly points: number;
  readonly message: string;
  readonly evidence: readonly (SeoPlace)[];
  readonly count?: number;
  readonly fix: {
    readonly summary: string;
    readonly effort: "low" | "medium" | "high";
    readonly docs: string | null;
  };
};

/** Where it is. */
export type SeoPlace = {
  /** A CSS selector that finds the element. */
  readonly selector?: string;
  /** The source, or what stands there, cut to 200 characters. */
  readonly snippet?: string;
  /** Line in the source, from 1; of robots.txt where url says so. */
  readonly line?: number;
  readonly column?: number;
  readonly url?: string;
};

/** What the head of a page says. */
export type SeoMeta = {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly charset: {
    readonly effective: string;
    readonly source: "bom" | "header" | "meta" | "utf8-valid" | "fallback";
    readonly declared: {
      readonly header: string | null;
      readonly meta: string | null;
    };
  };
  readonly lang: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly canonical: {
    readonly url: string | null;
    readonly links: readonly ({
      readonly href: string;
      readonly inHead: boolean;
    })[];
    readonly header: string | null;
  };
  readonly robots: {
    readonly meta: readonly (string)[];
    readonly header: readonly (string)[];
  };
  readonly viewport: string | null;
  readonly themeColor: string | null;
  readonly favicon: string | null;
  readonly author: string | null;
  readonly keywords: string | null;
  readonly openGraph: Readonly<Record<string, readonly (string)[]>>;
  readonly twitter: Readonly<Record<string, readonly (string)[]>>;
  readonly hreflang: readonly ({
    readonly lang: string;
    readonly href: string;
    readonly inHead: boolean;
  })[];
  readonly feeds: readonly ({
    readonly url: string;
    readonly type: string;
    readonly title: string | null;
  })[];
  readonly metas: readonly ({
    readonly name?: string;
    readonly property?: string;
    readonly httpEquiv?: string;
    readonly charset?: string;
    readonly content: string | null;
    readonly inHead: boolean;
  })[];
};

/** Every check with its threshold and its source. */
export type SeoChecks = {
  readonly version: string;
  /** Points that a failing check takes from 100. */
  readonly points: Readonly<Record<string, number>>;
  /** How the score is made, in words. */
  readonly score: string;
  readonly checks: readonly ({
    readonly id: string;
    readonly category: "indexability" | "metadata" | "content" | "links" | "images" | "social" | "structuredData" | "international" | "transport";
    readonly severity: "blocker" | "critical" | "high" | "medium" | "low" | "notice";
    readonly points: number;
    /** The points are a share: failing of all that was looked at, rounded up. */
    readonly proportional: boolean;
    readonly effort: "low" | "medium" | "high";
    readonly title: string;
    readonly threshold: string;
    /** An address, or convention where no search engine says so. */
    readonly source: string;
    readonly remedy: string;
    /** probes: only with links=check. */
    readonly needs: "html" | "answer" | "probes";
  })[];
};

export type PdfExtract = {
  /** Pages of the file, whichever were asked for. */
  readonly pageCount: number;
  readonly pdfVersion: string | null;
  readonly encrypted: boolean;
  /** Whether the file says what is a heading, a list, a table. */
  readonly tagged: boolean;
  readonly language: string | null;
  /** What its author allows. It is reported and hinders nothing. */
  readonly permissions: {
    readonly print: boolean;
    readonly copy: boolean;
    readonly change: boolean;
  };
  /** All pages, a form feed between two. Null in a dry run. */
  readonly text: string | null;
  readonly pages: readonly (PdfPage)[];
  readonly metadata?: PdfMetadata;
  /** Flat, in order; level 0 is the top. */
  readonly outline?: readonly ({
    readonly title: string;
    readonly level: number;
    readonly page: number | null;
  })[];
  readonly attachments?: readonly ({
    readonly name: string;
    readonly mediaType: string | null;
    readonly bytes: number | null;
  })[];
  readonly warnings: readonly (PdfWarning)[];
  readonly usage: {
    /** Pages charged: those delivered. */
    readonly pages: number;
    /** In a dry run: the pages that the call would be charged. */
    readonly wouldCharge?: number;
  };
};

export type PdfPage = {
  /** From 1. */
  readonly number: number;
  /** The page's own name, such as iv; null where the file gives none. */
  readonly label: string | null;
  /** In points (1/72 inch), as the page is shown. */
  readonly width: number | null;
  readonly height: number | null;
  /** Clockwise: 0, 90, 180 or 270. Width and height have it in them. */
  readonly rotation: number | null;
  /** text; scan: a picture of text; scan-with-text: such a picture with a text layer; garbled: its fonts do not say which characters they show; empty. Null where the page cannot be opened. */
  readonly kind: "text" | "scan" | "scan-with-text" | "garbled" | "empty" | null;
  /** The facts behind kind. */
  readonly quality: PdfQuality | null;
  /** Null where the page cannot be opened, and in a dry run. */
  readonly text: string | null;
  readonly words?: readonly (PdfWord)[];
  readonly links?: readonly (PdfLink)[];
  readonly forms?: readonly (PdfField)[];
  readonly annotations?: readonly (PdfAnnotation)[];
};

export type PdfQuality = {
  /** Characters on the page, without spaces. */
  readonly chars: number;
  /** Those whose font does not say which character they are. */
  readonly unmapped: number;
  /** Those that are there and not seen: a scan's text layer, or text that hides. */
  readonly invisible: number;
  /** The share of the page under images, 0 to 1. */
  readonly imageCover: number;
};

export type PdfWord = {
  readonly text: string;
  /** Points from the left edge of the page as it is shown. */
  readonly x: number;
  /** Points from its upper edge. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type PdfLink = {
  /** Null where it leads to a page of this file. */
  readonly uri: string | null;
  /** The page that it leads to; null where it leads out of the file. */
  readonly page: number | null;
  readonly box: PdfBox;
};

export type PdfBox = {
  /** Points from the left edge of the page as it is shown. */
  readonly x: number;
  /** Points from its upper edge. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type PdfField = {
  readonly name: string;
  readonly type: "text" | "checkbox" | "radio" | "choice" | "list" | "button" | "signature" | "unknown";
  /** Null where it is not filled in, or is a password. */
  readonly value: string | null;
  /** Of check boxes and radio buttons. */
  readonly checked?: boolean;
  readonly box: PdfBox;
};

export type PdfAnnotation = {
  /** Such as note, highlight, free-text, stamp, ink, file. */
  readonly type: string;
  readonly text: string | null;
  readonly author: string | null;
  readonly box: PdfBox;
};

export type PdfMetadata = {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  /** The program that it was written with. */
  readonly creator: string | null;
  /** The program that made the PDF. */
  readonly producer: string | null;
  /** ISO 8601, in UTC; without a zone where the file names none. */
  readonly created: string | null;
  readonly modified: string | null;
};

export type PdfWarning = {
  readonly code: "page-unreadable" | "page-is-scan" | "page-garbled" | "invisible-text";
  readonly page: number;
  readonly detail: string;
};

export type RemovedBackground = {
  /** Which engine cut: builtin or the name of a model. */
  readonly engine: string;
  /** How far the engine trusts its cut, 0 to 1; null where it has no calibrated measure. */
  readonly confidence: number | null;
  /** What to do about a cut that is not to be trusted. */
  readonly hint?: string;
  /** Of the picture that comes back, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The picture that was sent, upright. */
  readonly source: {
    readonly width: number;
    readonly height: number;
    readonly type: string;
  };
  /** What part of the upright source the answer shows, in its pixels: to lay one over the other. Where crop leaves a margin it may reach beyond the source. */
  readonly area: ImageBox;
  /** Where the subject is in the answer. */
  readonly foreground: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    /** The share of the answer's pixels that the subject covers, 0 to 1. */
    readonly area: number;
  } | null;
  /** The media type of the picture. */
  readonly type: string;
  readonly imageBase64: string;
  /** Milliseconds of work. */
  readonly ms: number;
};

/** In pixels from the upper left corner. */
export type ImageBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export interface UuidV4Input {
  /** How many UUIDs: a whole number from 1 to 100, in decimal digits. */
  readonly n?: number;
}

export interface UuidV7Input {
  /** How many UUIDs: a whole number from 1 to 100, in decimal digits. */
  readonly n?: number;
}

export interface UuidValidateInput {
  /** The text to look at, percent-encoded where the address needs it. */
  readonly uuid: string;
}

export interface UuidDecodeInput {
  /** The text to look at, percent-encoded where the address needs it. */
  readonly uuid: string;
}

export interface UuidHealthInput {
}

export interface SeoAuditInput {
  /** The address of the page: http or https, percent-encoded. It must be on the public internet. */
  readonly url: string;
  /** Whether to fetch what the page refers to. */
  readonly links?: "skip" | "check";
  /** Overrides the Accept header. */
  readonly format?: "json" | "html";
}

export interface SeoMetaInput {
  /** The address of the page: http or https, percent-encoded. It must be on the public internet. */
  readonly url: string;
}

export interface SeoChecksInput {
}

export interface PdfExtractInput {
  /** The address of the PDF, in place of the file itself. */
  readonly url?: string;
  /** Which pages: page numbers and ranges with commas between, such as 1-5,8,-1 (the last page). All where it is left out; at most 2000 at once. */
  readonly pages?: string;
  /** The password of an encrypted file. Best sent in the form: addresses end up in logs. */
  readonly password?: string;
  /** What to add to the text, with commas between: words, outline, metadata, links, forms, annotations, attachments. */
  readonly include?: string;
  /** join puts words together that a hyphen parts at the end of a line; keep leaves them. */
  readonly hyphens?: "join" | "keep";
  /** drop leaves out lines that stand at the edge of page after page: running headers and footers. */
  readonly headers?: "keep" | "drop";
  /** true tells what the file is and what it would cost, without the text. Free. */
  readonly dryRun?: boolean;
  readonly file?: FileInput;
}

export interface ImagesRemoveBackgroundInput {
  /** The address of the picture, in place of the file itself. */
  readonly url?: string;
  /** auto takes the operator's model where there is one, else the built-in engine; builtin and the names of installed models choose one. */
  readonly engine?: string;
  /** What comes back; auto goes by Accept, PNG first. jpg needs a background. zip holds color.jpg and alpha.png. */
  readonly format?: "auto" | "png" | "webp" | "jpg" | "jpeg" | "zip";
  /** json wraps the picture, as Base64, in its facts; auto does so for Accept: application/json alone. */
  readonly response?: "auto" | "image" | "json";
  /** The largest answer: preview (= small, regular) 0.25 megapixels, medium 1.5, hd 4, 4k 10, full (= auto) as sent. Nothing is enlarged. */
  readonly size?: "full" | "auto" | "preview" | "small" | "regular" | "medium" | "hd" | "4k";
  /** rgba is the cut-out, alpha the matte alone as grey levels, background what is left without the subject. */
  readonly channels?: "rgba" | "alpha" | "background";
  /** true cuts the picture down to the subject. */
  readonly crop?: boolean;
  /** What crop leaves round the subject: one, two or four lengths (all; upright, sideways; top, right, bottom, left), each in px up to 500 or % of the subject up to 50, such as 10% or 20px 40px. */
  readonly cropMargin?: string;
  /** How large the subject is to be: 10% to 100% of the canvas, or original. */
  readonly scale?: string;
  /** Where the subject is to be: original, center, or one or two shares from 0% to 100%, sideways first. Centred where scale is given. */
  readonly position?: string;
  /** The part of the picture in which the subject is: left, top, right, bottom, each in px or %, such as 10% 10% 90% 100%. All outside of it is background. */
  readonly roi?: string;
  /** A colour to put behind the subject: 3, 4, 6 or 8 hexadecimal digits with or without #, or a name of CSS. */
  readonly bgColor?: string;
  /** The address of a picture to put behind the subject; it fills the canvas. */
  readonly bgImageUrl?: string;
  /** true draws a soft shadow under the subject. */
  readonly shadow?: boolean;
  /** How dark the shadow is, in percent. */
  readonly shadowOpacity?: number;
  /** Whether the colours of soft edges are freed from those of the old background. */
  readonly decontaminate?: boolean;
  /** Softens the edge over so many pixels. */
  readonly feather?: number;
  /** Openings within the subject: auto closes specks, keep closes none, fill closes all. */
  readonly holes?: "auto" | "keep" | "fill";
  /** Taken so that clients of remove.bg need not change; it changes nothing. */
  readonly type?: string;
  /** Taken so that clients of remove.bg need not change; it changes nothing. */
  readonly typeLevel?: string;
  /** Taken so that clients of remove.bg need not change; it changes nothing. */
  readonly semitransparency?: boolean;
  readonly image?: FileInput;
  /** The same as a part of the form. */
  readonly bgImage?: FileInput;
}

/** Every operation, by API. */
export interface Operations {
  /** Generate, validate and decode UUIDs (RFC 9562). Free, no key. */
  readonly uuid: {
    /** Random UUIDs (version 4). A JSON array of n UUIDs of 122 random bits each. With Accept: text/plain, one a line. */
    v4(
      input: UuidV4Input,
      options: CallOptions<"text/plain"> & { readonly accept: "text/plain" },
    ): Promise<Answer<string>>;
    v4(input?: UuidV4Input, options?: CallOptions): Promise<Answer<UuidBatch>>;
    /** Time-ordered UUIDs (version 7). A JSON array of n UUIDs in ascending order: 48 bits of milliseconds, a counter of 26 bits, 48 random bits. With Accept: text/plain, one a line. */
    v7(
      input: UuidV7Input,
      options: CallOptions<"text/plain"> & { readonly accept: "text/plain" },
    ): Promise<Answer<string>>;
    v7(input?: UuidV7Input, options?: CallOptions): Promise<Answer<UuidBatch>>;
    /** Is this a valid UUID?. Always 200: the question was answered. Valid is the text form of RFC 9562 in any case, with its variant and a version from 1 to 8, or Nil, or Max. A no says why, and gives the canonical form where only the notation is off. */
    validate(input: UuidValidateInput, options?: CallOptions): Promise<Answer<UuidVerdict>>;
    /** What does this UUID say?. Version, variant and, for version 7 only, the moment of creation. Reads any case, braces, urn:uuid: and 32 bare digits; explains undefined versions too. RFC 9562 advises to treat UUIDs as opaque: use this to look, not to build on. */
    decode(input: UuidDecodeInput, options?: CallOptions): Promise<Answer<UuidDecoded>>;
    /** Is this process alive?. Touches nothing else. Whether the process wants requests is /health/ready. */
    health(input?: UuidHealthInput, options?: CallOptions): Promise<Answer<Health>>;
  };
  /** Audit a page for search engines: facts as a browser sees them, evidence for every finding, a score that adds up. */
  readonly seo: {
    /** Audit a page. Fetches the page and the robots.txt of its host, and runs every check of /seo/checks on them. With links=check, links, images, translations, canonical address and sitemap are looked at too, for at most 5 seconds. With format=html, or Accept: text/html, the report is a page to print. */
    audit(
      input: SeoAuditInput,
      options: CallOptions<"text/html"> & { readonly accept: "text/html" },
    ): Promise<Answer<string>>;
    audit(input: SeoAuditInput, options?: CallOptions): Promise<Answer<SeoAudit>>;
    /** Read the head of a page. Title, description, canonical address, robots, social tags, translations, feeds and every meta, without checks. */
    meta(input: SeoMetaInput, options?: CallOptions): Promise<Answer<SeoMeta>>;
    /** The catalogue of checks. Every check with its threshold, points, effort and source, and how the score is made. Free. */
    checks(input?: SeoChecksInput, options?: CallOptions): Promise<Answer<SeoChecks>>;
  };
  /** The text of a PDF as a person would have typed it, page by page. */
  readonly pdf: {
    /** Text and structure of a PDF. Lines as they stand on the page, columns one after the other, superscripts in their line, words parted at a line's end put together, form values and free texts at their place. As JSON, or, by Accept: text/plain (a form feed between pages), text/markdown, or application/x-ndjson (a page a line, from the first page on). */
    extract(
      input: PdfExtractInput,
      options: CallOptions<"text/plain"> & { readonly accept: "text/plain" },
    ): Promise<Answer<string>>;
    extract(
      input: PdfExtractInput,
      options: CallOptions<"text/markdown"> & { readonly accept: "text/markdown" },
    ): Promise<Answer<string>>;
    extract(
      input: PdfExtractInput,
      options: CallOptions<"application/x-ndjson"> & { readonly accept: "application/x-ndjson" },
    ): Promise<Answer<string>>;
    extract(input: PdfExtractInput, options?: CallOptions): Promise<Answer<PdfExtract>>;
  };
  /** The subject of a picture, cut out of its background. */
  readonly images: {
    /** Remove the background of a picture. Takes a file, raw bytes, Base64 or an address, and answers with the cut-out as PNG, WebP, JPEG (before a new background), as a ZIP of colours and matte, or as JSON with its facts. Field names of remove.bg are taken too. */
    removeBackground(
      input: ImagesRemoveBackgroundInput,
      options: CallOptions<"image/webp"> & { readonly accept: "image/webp" },
    ): Promise<Answer<Blob>>;
    removeBackground(
      input: ImagesRemoveBackgroundInput,
      options: CallOptions<"image/jpeg"> & { readonly accept: "image/jpeg" },
    ): Promise<Answer<Blob>>;
    removeBackground(
      input: ImagesRemoveBackgroundInput,
      options: CallOptions<"application/zip"> & { readonly accept: "application/zip" },
    ): Promise<Answer<Blob>>;
    removeBackground(
      input: ImagesRemoveBackgroundInput,
      options: CallOptions<"application/json"> & { readonly accept: "application/json" },
    ): Promise<Answer<RemovedBackground>>;
    removeBackground(input: ImagesRemoveBackgroundInput, options?: CallOptions): Promise<Answer<Blob>>;
  };
}

/** What a call needs to know of its operation. */
export interface Shape {
  readonly method: string;
  readonly path: string;
  readonly files: readonly string[];
  readonly produces: readonly string[];
}

/** The operations as data. */
export const operations: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  uuid: {
    v4: {"method":"GET","path":"/v4","files":[],"produces":["application/json","text/plain"]},
    v7: {"method":"GET","path":"/v7","files":[],"produces":["application/json","text/plain"]},
    validate: {"method":"GET","path":"/validate/{uuid}","files":[],"produces":["application/json"]},
    decode: {"method":"GET","path":"/decode/{uuid}","files":[],"produces":["application/json"]},
    health: {"method":"GET","path":"/health","files":[],"produces":["application/json"]},
  },
  seo: {
    audit: {"method":"GET","path":"/seo/audit","files":[],"produces":["application/json","text/html"]},
    meta: {"method":"GET","path":"/seo/meta","files":[],"produces":["application/json"]},
    checks: {"method":"GET","path":"/seo/checks","files":[],"produces":["application/json"]},
  },
  pdf: {
    extract: {"method":"POST","path":"/pdf/extract","files":["file"],"produces":["application/json","text/plain","text/markdown","application/x-ndjson"]},
  },
  images: {
    removeBackground: {"method":"POST","path":"/images/remove-bg","files":["image","bgImage"],"produces":["image/png","image/webp","image/jpeg","application/zip","application/json"]},
  },
};
