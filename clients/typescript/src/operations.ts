// Generated from the API descriptors by `npm run generate`. Edit those.
import type { FileInput } from "./files.js";
import type { Answer } from "./index.js";
import type { CallOptions, Shape } from "./transport.js";

/** The codes of errors. Newer servers may have more. */
export type ProblemCode =
  | "invalid-parameter"
  | "invalid-uuid"
  | "invalid-host"
  | "key-in-query"
  | "invalid-body"
  | "signature-invalid"
  | "invalid-idempotency-key"
  | "url-invalid"
  | "url-not-public"
  | "unauthorized"
  | "key-missing"
  | "key-invalid"
  | "key-revoked"
  | "forbidden"
  | "account-suspended"
  | "key-scope"
  | "plan-required"
  | "plan-limit"
  | "not-found"
  | "profile-not-visible"
  | "unknown-account"
  | "unknown-key"
  | "method-not-allowed"
  | "upload-too-slow"
  | "request-in-progress"
  | "response-not-stored"
  | "conflict"
  | "link-invalid"
  | "payload-too-large"
  | "resolution-too-high"
  | "unsupported-image"
  | "unsupported-media-type"
  | "idempotency-mismatch"
  | "not-a-pdf"
  | "damaged"
  | "unreadable-image"
  | "no-foreground"
  | "password-required"
  | "password-wrong"
  | "unsupported-encryption"
  | "too-many-pages"
  | "page-out-of-range"
  | "ocr-unavailable"
  | "url-not-a-file"
  | "too-complex"
  | "processing-failed"
  | "quota-exceeded"
  | "rate-limited"
  | "client-left"
  | "internal"
  | "upstream-unreachable"
  | "upstream-invalid"
  | "upstream-too-large"
  | "upstream-tls"
  | "upstream-unavailable"
  | "upstream-unexpected-page"
  | "source-changed"
  | "source-retired"
  | "source-not-configured"
  | "robots-disallowed"
  | "upstream-captcha"
  | "upstream-blocked"
  | "upstream-challenge"
  | "upstream-interstitial"
  | "session-expired"
  | "upstream-rate-limited"
  | "pacing"
  | "storage-unavailable"
  | "not-ready"
  | "payment-unavailable"
  | "busy"
  | "upstream-timeout"
  | "insufficient-storage"
  | (string & {});

/** A line of NDJSON; `type` says what it is. */
export interface NdjsonLine {
  readonly type: string;
  readonly [member: string]: unknown;
}

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
      /** What its images say, where it has no text. */
      readonly alt?: string;
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
    /** Where the page says the keyword that was asked for; null without one. Never scored. */
    readonly keyword: {
      readonly text: string;
      /** How often it stands in the visible text. */
      readonly count: number;
      readonly inTitle: boolean;
      readonly inH1: boolean;
      readonly inDescription: boolean;
      readonly inUrl: boolean;
      readonly inFirstParagraph: boolean;
    } | null;
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
  /** The preview image and its size in pixels, read from its bytes; null unless links=check. */
  readonly socialImage: {
    readonly url: string;
    readonly status: number | null;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
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
    /** Pages charged: those delivered, a recognized one as often as its weight says. */
    readonly pages: number;
    /** Where recognition was asked for and is offered: the pages recognized, and what each counts as. */
    readonly ocr?: {
      readonly pages: number;
      readonly weight: number;
    };
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
  /** There where the text was recognized on the picture of the page. */
  readonly ocr?: {
    readonly language: string;
    /** The mean over its words, 0 to 1; null where it found none. */
    readonly confidence: number | null;
    readonly words: number;
  };
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
  /** Of recognized words: how sure the recognizer is, 0 to 1. */
  readonly confidence?: number;
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
  /** Present if the page does not show the field on screen. Its value is not in `text`. */
  readonly hidden?: true;
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
  /** The XMP metadata, an XML element as the file has it. */
  readonly xmp: string | null;
};

export type PdfWarning = {
  readonly code: "page-unreadable" | "page-is-scan" | "page-garbled" | "invisible-text" | "ocr-unavailable" | "ocr-failed";
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

export type ProfileOrganization = {
  readonly name: string | null;
  readonly id: string | null;
  readonly slug: string | null;
};

export type ProfileExperience = {
  readonly title: string | null;
  readonly company: ProfileOrganization;
  readonly start: ProfileDate | null;
  readonly end: ProfileDate | null;
  /** The source gives a start, or a range, and no end. */
  readonly isCurrent: boolean;
  readonly location: string | null;
  readonly description: string | null;
  /** True where the source shows that the entry is there and hides what it says: then it is null. */
  readonly masked: boolean;
};

/** A date as exactly as the source has it: 2012, 2012-03 or 2012-03-04. */
export type ProfileDate = {
  readonly value: string;
  readonly precision: "year" | "month" | "day";
};

export type ProfileEducation = {
  readonly school: ProfileOrganization;
  readonly degree: string | null;
  readonly field: string | null;
  readonly start: ProfileDate | null;
  readonly end: ProfileDate | null;
  readonly grade: string | null;
  readonly activities: string | null;
  readonly description: string | null;
  /** True where the source shows that the entry is there and hides what it says: then it is null. */
  readonly masked: boolean;
};

export type ProfileLanguage = {
  readonly name: string;
  readonly proficiency: "elementary" | "limited-working" | "professional-working" | "full-professional" | "native-or-bilingual" | null;
  /** As the source words it, where it does. */
  readonly proficiencyText: string | null;
};

export type ProfileEntry = {
  /** Its name or title; in volunteering, the role. */
  readonly title: string | null;
  /** Who issued, published or hosts it. */
  readonly organization: string | null;
  /** When it began, was issued or was published. */
  readonly start: ProfileDate | null;
  /** When it ended or expires. */
  readonly end: ProfileDate | null;
  readonly isCurrent: boolean;
  readonly url: string | null;
  /** The number of a credential, a patent or a course, or a score. */
  readonly number: string | null;
  readonly description: string | null;
  /** True where the source shows that the entry is there and hides what it says: then it is null. */
  readonly masked: boolean;
};

export type ProfileCount = {
  readonly value: number;
  /** True where the source rounds it: 41M. */
  readonly approximate: boolean;
};

export type ProfileImage = {
  readonly url: string;
  /** When the address stops working, ISO 8601. */
  readonly expiresAt: string | null;
};

export type ProfileSection = {
  /** How many there are, where the source says so. */
  readonly total: number | null;
  readonly returned: number;
  /** null: the source does not say whether there are more. */
  readonly complete: boolean | null;
};

export type ProfileCompleteness = {
  /** Weights of the fields found, over those of all that apply. */
  readonly score: number;
  /** Fields that apply and that the source does not show. */
  readonly missing: readonly (string)[];
  /** Fields that the source shows to be there and hides. */
  readonly masked: readonly (string)[];
  /** Fields of which the source gives a part. */
  readonly partial: readonly (string)[];
};

export type ProfileAddress = {
  /** In one line, as the source writes it or in its order. */
  readonly text: string;
  readonly street: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string | null;
};

export type Product = {
  readonly asin: string;
  readonly requestedAsin: string;
  readonly parentAsin?: string | null;
  readonly marketplace: "amazon.com" | "amazon.ca" | "amazon.com.mx" | "amazon.com.br" | "amazon.co.uk" | "amazon.de" | "amazon.fr" | "amazon.it" | "amazon.es" | "amazon.nl" | "amazon.com.be" | "amazon.ie" | "amazon.se" | "amazon.pl" | "amazon.com.tr" | "amazon.ae" | "amazon.sa" | "amazon.eg" | "amazon.co.za" | "amazon.in" | "amazon.co.jp" | "amazon.sg" | "amazon.com.au";
  readonly url?: string;
  readonly language?: string | null;
  readonly title?: string;
  readonly brand?: string | null;
  readonly bylineRaw?: string | null;
  readonly contributors?: readonly ({
    readonly name: string;
    readonly role: string | null;
  })[];
  readonly offerState?: "featured-offer" | "select-variant" | "other-sellers-only" | "price-hidden-until-cart" | "not-deliverable-here" | "unavailable" | "preorder" | "unknown";
  readonly isDigital?: boolean;
  readonly price?: ProductMoney | null;
  readonly priceRange?: {
    readonly min: ProductMoney;
    readonly max: ProductMoney;
  } | null;
  readonly listPrice?: ProductMoney | null;
  /** Without the discount for one way to pay, where price has it. */
  readonly regularPrice?: ProductMoney | null;
  /** From listPrice to price. */
  readonly discountPercent?: number | null;
  readonly unitPrice?: {
    /** A decimal text with exactly the places of its currency. */
    readonly amount: string;
    /** ISO 4217. */
    readonly currency: string;
    readonly per: {
      readonly quantity: number;
      readonly unit: string | null;
    };
  } | null;
  readonly shipping?: ProductMoney | null;
  readonly priceNote?: string | null;
  readonly availability?: ProductAvailability;
  /** The featured one first. Each is read from its own row of the page. */
  readonly offers?: readonly (ProductOffer)[];
  readonly seller?: ProductSeller | null;
  readonly shipsFrom?: string | null;
  /** The place that prices and stock are told for. */
  readonly deliveryLocation?: string | null;
  readonly rating?: {
    readonly average: number | null;
    readonly count: number | null;
    readonly histogramPercent: {
      readonly "1": number;
      readonly "2": number;
      readonly "3": number;
      readonly "4": number;
      readonly "5": number;
    } | null;
  } | null;
  /** Those on the page, without their authors. */
  readonly reviews?: readonly (ProductReview)[];
  readonly images?: readonly ({
    readonly id: string | null;
    readonly url: string;
    readonly width: number | null;
    readonly height: number | null;
    /** MAIN, PT01 and so on, as the page numbers them. */
    readonly variant: string | null;
  })[];
  readonly bullets?: readonly (string)[];
  readonly description?: string | null;
  /** In the page's own words. */
  readonly details?: Readonly<Record<string, string>>;
  readonly identifiers?: {
    readonly isbn10: string | null;
    readonly isbn13: string | null;
    readonly upc: string | null;
    readonly model: string | null;
  };
  readonly breadcrumbs?: readonly ({
    readonly name: string;
    readonly nodeId: string | null;
  })[];
  readonly bestSellerRanks?: readonly ({
    readonly rank: number;
    readonly category: string;
    readonly nodeId: string | null;
  })[];
  readonly variants?: {
    readonly dimensions: readonly (string)[];
    readonly items: readonly ({
      readonly asin: string;
      readonly values: readonly (string)[];
      readonly selected: boolean;
    })[];
  } | null;
  readonly badges?: readonly ("marketplace-choice" | "best-seller" | "deal")[];
  readonly boughtPastMonth?: {
    readonly atLeast: number;
  } | null;
  readonly hasAplus?: boolean;
  readonly completeness: {
    readonly score: number;
    readonly missing: readonly (string)[];
    readonly partial: readonly (string)[];
  };
  /** Where on the page each field was found. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Which source read it. */
  readonly source: string;
  /** When the page was read. */
  readonly observedAt: string;
  readonly cache: {
    /** stale: an older copy, because reading failed. It costs nothing. */
    readonly state: "hit" | "miss" | "stale";
    /** Seconds since the page was read. */
    readonly ageS: number;
  };
  /** With a stale copy: the code of the problem that it stands in for. */
  readonly upstreamError?: string;
};

export type ProductMoney = {
  /** A decimal text with exactly the places of its currency. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
};

export type ProductAvailability = {
  readonly status: "in-stock" | "limited" | "backorder" | "unavailable" | "unknown";
  /** As the page says it, in its language. */
  readonly text: string | null;
  /** Where the page counts the last pieces. */
  readonly stockLeft: number | null;
};

export type ProductOffer = {
  readonly type: "new" | "used" | "local-store" | "subscribe" | "rent" | "renewed";
  readonly condition: string | null;
  readonly price: ProductMoney | null;
  readonly listPrice: ProductMoney | null;
  readonly seller: ProductSeller | null;
  readonly shipsFrom: string | null;
  readonly fulfilledByMarketplace: boolean | null;
  readonly availability: ProductAvailability;
};

export type ProductSeller = {
  readonly name: string;
  readonly id: string | null;
  /** Whether it is the marketplace itself, not a shop on it. */
  readonly isMarketplace: boolean;
};

export type ProductReview = {
  readonly id: string;
  readonly rating: number | null;
  readonly title: string | null;
  readonly date: {
    /** null where the page's language is not read. */
    readonly value: string | null;
    readonly precision: "day";
  };
  readonly text: string | null;
  readonly verified: boolean;
  readonly helpful: number | null;
  readonly variant: string | null;
};

export type Usage = {
  /** For each API, its quotas in the order in which they are charged. */
  readonly apis: readonly ({
    readonly api: string;
    readonly unit: string;
    readonly quotas: readonly (Quota)[];
  })[];
  /** The last 31 days, newest first. */
  readonly days: readonly ({
    readonly day: string;
    readonly api: string;
    readonly calls: number;
    readonly units: number;
  })[];
};

export type Quota = {
  /** Its name in the RateLimit headers. */
  readonly policy: string;
  readonly plan: string;
  /** The API's unit, calls or credits. */
  readonly unit: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** once: credits that an operator granted. */
  readonly window: "day" | "month" | "once";
  readonly startsAt: string;
  readonly resetsAt: string;
  /** The most API units that one call may cost. */
  readonly maxUnits?: number;
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
  /** A word or phrase: content.keyword tells where the page says it. Never scored. */
  readonly keyword?: string;
  /** Members of the JSON answer to send, such as score,title,findings; all where left out. */
  readonly fields?: string;
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
  /** markdown writes text as Markdown: headings, lists, tables, links. Accept: text/markdown does too. */
  readonly format?: "text" | "markdown";
  /** reading puts columns, rows and superscripts into the order of reading; raw leaves the order of the file's content; spatial keeps places on the page by spaces, for text alone. */
  readonly layout?: "reading" | "raw" | "spatial";
  /** drop leaves out lines that stand at the edge of page after page: running headers and footers. */
  readonly headers?: "keep" | "drop";
  /** auto recognizes the text of pages that have none of their own (kind scan or garbled), force that of all pages, where the operator offers it. A recognized page counts as several: a dry run says how many. */
  readonly ocr?: "off" | "auto" | "force";
  /** The language of the pages to recognize, such as eng or deu+eng; the operator sets the usual one. */
  readonly ocrLanguage?: string;
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
  /** The largest answer: preview (= small, regular) 0.25 megapixels, medium 1.5, hd 4, 4k 10, full (= auto, 50MP) as sent. Nothing is enlarged. */
  readonly size?: "full" | "auto" | "50MP" | "preview" | "small" | "regular" | "medium" | "hd" | "4k";
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

export interface ProfilesProfileInput {
  /** The address of the page, on the host of any country: www.linkedin.com/in/ada-example. */
  readonly url?: string;
  /** The word in that address: ada-example. Either this or url. */
  readonly username?: string;
  /** The oldest copy to take, in seconds. A newer one than is kept is read, and charged. */
  readonly maxAge?: number;
}

export interface ProfilesCompanyInput {
  /** The word in that address: example-works. Either this or url. */
  readonly vanity?: string;
  /** The address of the page, on the host of any country: www.linkedin.com/company/example-works. */
  readonly url?: string;
  /** The oldest copy to take, in seconds. A newer one than is kept is read, and charged. */
  readonly maxAge?: number;
}

export interface ProductsProductInput {
  /** Ten letters and digits, or an ISBN; or else url. */
  readonly asin?: string;
  /** The address of the product's page, from which marketplace and ASIN are taken. */
  readonly url?: string;
  /** One of com, ca, com.mx, com.br, co.uk, de, fr, it, es, nl, com.be, ie, se, pl, com.tr, ae, sa, eg, co.za, in, co.jp, sg, com.au; or its host, or its id. The operator's standard, com, where it is left out. */
  readonly marketplace?: string;
  /** One of the languages of the marketplace, as two letters. */
  readonly language?: string;
  /** A comma list of the fields to give; asin, requestedAsin, marketplace and completeness always are. */
  readonly fields?: string;
  /** The oldest copy to accept, in seconds; older ones are read anew. */
  readonly maxAge?: number;
  /** Whether to give the reviews that stand on the page. */
  readonly reviews?: boolean;
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
    /** Audit a page. Fetches the page and the robots.txt of its host, and runs every check of /seo/checks on them. With links=check, links, images, translations, canonical address and sitemap are looked at too, for at most 5 seconds and with at most 20 requests to a host other than the page's own. With format=html, or Accept: text/html, the report is a page to print. */
    audit(
      input: SeoAuditInput,
      options: CallOptions<"text/html"> & { readonly accept: "text/html" },
    ): Promise<Answer<string>>;
    audit(
      input: SeoAuditInput & { readonly fields: string },
      options?: CallOptions,
    ): Promise<Answer<Partial<SeoAudit>>>;
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
    ): Promise<Answer<AsyncGenerator<NdjsonLine, void>>>;
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
    removeBackground(
      input: ImagesRemoveBackgroundInput & { readonly response: "json" },
      options?: CallOptions,
    ): Promise<Answer<RemovedBackground>>;
    removeBackground(input: ImagesRemoveBackgroundInput, options?: CallOptions): Promise<Answer<Blob>>;
  };
  /** A professional profile or a company by its address, with a source for every field. */
  readonly profiles: {
    /** One person's profile. By url or by username. Dates are as exact as the source: a year stays a year. Lists say whether they are whole. Where the person has given the operator an export of the own data, the answer comes from that. */
    profile(input?: ProfilesProfileInput, options?: CallOptions): Promise<Answer<{
      /** The word in the address of the profile. */
      readonly publicIdentifier: string;
      readonly url: string;
      readonly fullName: string;
      readonly firstName: string | null;
      readonly lastName: string | null;
      /** True where the source shortens the surname to a letter. */
      readonly nameAbbreviated: boolean;
      readonly headline: string | null;
      readonly about: string | null;
      readonly aboutTruncated: boolean;
      readonly location: {
        readonly text: string | null;
        readonly countryCode: string | null;
      };
      readonly industry: string | null;
      readonly current: {
        readonly title: string | null;
        readonly company: ProfileOrganization | null;
      } | null;
      readonly experience: readonly (ProfileExperience)[];
      readonly education: readonly (ProfileEducation)[];
      readonly skills: readonly (string)[];
      readonly languages: readonly (ProfileLanguage)[];
      readonly certifications: readonly (ProfileEntry)[];
      readonly volunteering: readonly (ProfileEntry)[];
      readonly publications: readonly (ProfileEntry)[];
      readonly patents: readonly (ProfileEntry)[];
      readonly honors: readonly (ProfileEntry)[];
      readonly projects: readonly (ProfileEntry)[];
      readonly courses: readonly (ProfileEntry)[];
      readonly organizations: readonly (ProfileEntry)[];
      readonly testScores: readonly (ProfileEntry)[];
      readonly followers: ProfileCount | null;
      readonly connections: {
        readonly value: number;
        /** True for 500+. */
        readonly atLeast: boolean;
      } | null;
      readonly image: ProfileImage | null;
      readonly premium: boolean | null;
      /** The lists that the source has. */
      readonly sections: Readonly<Record<string, ProfileSection>>;
      readonly completeness: ProfileCompleteness;
      /** By field: the place it was read from, such as jsonld, dom.topCard or api. */
      readonly sources: Readonly<Record<string, string>>;
      /** Which source was read. */
      readonly source: "session" | "public" | "import";
      /** When it was read. */
      readonly observedAt: string;
      /** A stale answer costs nothing. */
      readonly cache: {
        /** hit: a fresh copy; miss: read for this call; stale: an old copy, because reading failed. */
        readonly state: "hit" | "miss" | "stale";
        /** The age of what is given, in seconds. */
        readonly ageS: number;
        /** Why an old copy is given: the code of the problem. */
        readonly upstreamError?: string;
      };
    }>>;
    /** One company. By vanity, the word in its address, or by url. Schools and showcase pages are read by url. */
    company(input?: ProfilesCompanyInput, options?: CallOptions): Promise<Answer<{
      readonly slug: string;
      readonly id: string | null;
      readonly url: string;
      readonly name: string;
      readonly tagline: string | null;
      readonly description: string | null;
      readonly website: string | null;
      readonly industry: string | null;
      /** The band that the company gives for itself. */
      readonly size: {
        /** 51-200, 10001+ */
        readonly text: string;
        readonly min: number;
        readonly max: number | null;
      } | null;
      /** How many members name it as their employer: another thing than its size. */
      readonly staffOnNetwork: number | null;
      readonly followers: ProfileCount | null;
      readonly type: string | null;
      readonly foundedYear: number | null;
      readonly headquarters: ProfileAddress | null;
      readonly locations: readonly ({
        /** In one line, as the source writes it or in its order. */
        readonly text: string;
        readonly street: string | null;
        readonly city: string | null;
        readonly region: string | null;
        readonly postalCode: string | null;
        readonly countryCode: string | null;
        readonly isHeadquarters: boolean;
      })[];
      readonly specialities: readonly (string)[];
      readonly logo: ProfileImage | null;
      readonly funding: {
        readonly rounds: number | null;
        readonly last: {
          readonly type: string | null;
          readonly date: ProfileDate | null;
          /** A decimal text and an ISO 4217 code. */
          readonly amount: {
            readonly amount: string;
            readonly currency: string;
            readonly approximate: boolean;
          } | null;
        } | null;
      } | null;
      readonly completeness: ProfileCompleteness;
      /** By field: the place it was read from, such as jsonld, dom.topCard or api. */
      readonly sources: Readonly<Record<string, string>>;
      /** Which source was read. */
      readonly source: "session" | "public" | "import";
      /** When it was read. */
      readonly observedAt: string;
      /** A stale answer costs nothing. */
      readonly cache: {
        /** hit: a fresh copy; miss: read for this call; stale: an old copy, because reading failed. */
        readonly state: "hit" | "miss" | "stale";
        /** The age of what is given, in seconds. */
        readonly ageS: number;
        /** Why an old copy is given: the code of the problem. */
        readonly upstreamError?: string;
      };
    }>>;
  };
  /** What a marketplace's page says of a product: exact prices, why there is none, and where each field stands. */
  readonly products: {
    /** Look up a product. Reads the page of a product in one of 23 marketplaces: prices, offers, stock, ratings, reviews, pictures, variants, ranks. Money is a decimal text with its currency. */
    product(
      input: ProductsProductInput & { readonly fields: string },
      options?: CallOptions,
    ): Promise<Answer<Partial<Product>>>;
    product(input?: ProductsProductInput, options?: CallOptions): Promise<Answer<Product>>;
  };
}

/** The operations as HTTP sees them. */
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
  profiles: {
    profile: {"method":"GET","path":"/linkedin/profile","files":[],"produces":["application/json"]},
    company: {"method":"GET","path":"/linkedin/company","files":[],"produces":["application/json"]},
  },
  products: {
    product: {"method":"GET","path":"/amazon/product","files":[],"produces":["application/json"]},
  },
};
