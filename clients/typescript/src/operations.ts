// Generated from the API descriptors by `npm run generate`. Edit those.
import type { Answer } from "./answer.js";
import type { FileInput } from "./files.js";
import type { CallOptions } from "./transport.js";

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
  | "key-expired"
  | "forbidden"
  | "account-suspended"
  | "key-scope"
  | "ip-not-allowed"
  | "plan-required"
  | "plan-limit"
  | "not-found"
  | "item-not-accessible"
  | "profile-not-visible"
  | "unknown-account"
  | "unknown-key"
  | "unknown-webhook"
  | "unknown-job"
  | "unknown-batch"
  | "unknown-site-audit"
  | "unknown-schedule"
  | "unknown-shared-report"
  | "method-not-allowed"
  | "upload-too-slow"
  | "request-in-progress"
  | "response-not-stored"
  | "conflict"
  | "job-not-finished"
  | "link-invalid"
  | "link-expired"
  | "job-without-result"
  | "payload-too-large"
  | "resolution-too-high"
  | "unsupported-image"
  | "unsupported-media-type"
  | "expectation-failed"
  | "idempotency-mismatch"
  | "not-html"
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
  | "job-storage-full"
  | "too-many-shared-reports"
  | "too-many-site-audits"
  | "client-left"
  | "internal"
  | "job-interrupted"
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
  | "upstream-credentials-rejected"
  | "upstream-rate-limited"
  | "pacing"
  | "storage-unavailable"
  | "not-ready"
  | "payment-unavailable"
  | "busy"
  | "upstream-timeout"
  | "job-attempts-exhausted"
  | "job-expired"
  | "insufficient-storage"
  | (string & {});

/** A line of NDJSON; `type` says what it is. */
export interface NdjsonLine {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The requested number of UUIDs. */
export type UuidBatch = readonly (string)[];

/** Whether the string is a valid UUID, and the reason if not. */
export type UuidVerdict = UuidValid | UuidInvalid;

/** The string is a valid UUID. */
export type UuidValid = {
  /** Whether the string is a valid UUID. */
  readonly valid: true;
  /** Lowercase, 8-4-4-4-12. */
  readonly uuid: string;
  /** 1 to 8, or null for Nil and Max. */
  readonly version: number | null;
  /** The variant field: the most significant bits of octet 8 (RFC 9562 section 4.1). */
  readonly variant: "ncs" | "rfc9562" | "microsoft" | "future";
  /** Present for the two special UUIDs of RFC 9562: `nil` (all bits 0) and `max` (all bits 1). */
  readonly special?: "nil" | "max";
};

/** The string is not a valid UUID, with the reason. */
export type UuidInvalid = {
  /** Whether the string is a valid UUID. */
  readonly valid: false;
  /** The first rule that the string violates. */
  readonly reason: "length" | "character" | "hyphen" | "notation" | "variant" | "version";
  /** The reason in words. */
  readonly message: string;
  /** The canonical form. Present if only the notation is wrong. */
  readonly uuid?: string;
};

/** The results of a batch. */
export type UuidVerdicts = {
  /** The number of valid UUIDs. */
  readonly validCount: number;
  /** The number of invalid strings. */
  readonly invalidCount: number;
  /** The result for each string, in the same order. */
  readonly results: readonly (UuidVerdict)[];
};

/** The fields of a UUID. */
export type UuidDecoded = {
  /** Lowercase, 8-4-4-4-12. */
  readonly uuid: string;
  /** The version field; null unless the variant is `rfc9562`, the only one that defines it. */
  readonly version: number | null;
  /** The variant field: the most significant bits of octet 8 (RFC 9562 section 4.1). */
  readonly variant: "ncs" | "rfc9562" | "microsoft" | "future";
  /** Present for the two special UUIDs of RFC 9562: `nil` (all bits 0) and `max` (all bits 1). */
  readonly special?: "nil" | "max";
  /** The creation time of a version 7 UUID: ISO 8601 UTC with milliseconds. Years after 9999 are written as `+010889`. */
  readonly timestamp?: string;
  /** The same time in milliseconds since 1970. */
  readonly unixMs?: number;
};

/** The process is running. */
export type Health = {
  /** Always `ok`. */
  readonly status: "ok";
  /** The version of the UUID API. */
  readonly version: string;
};

/** The audit of one page. */
export type SeoAudit = {
  /** The URL of the request. */
  readonly url: string;
  /** The final URL after redirects. */
  readonly finalUrl: string;
  /** When the page was fetched, in UTC. */
  readonly fetchedAt: string;
  /** The HTTP status of the final URL. */
  readonly status: number;
  /** SHA-256 of the HTML. The same hash and checks version give the same findings. */
  readonly contentHash: string;
  /** The version of the checks. */
  readonly checksVersion: string;
  readonly score: SeoScore;
  readonly indexability: SeoIndexability;
  /** How the page was fetched. */
  readonly fetch: {
    /** The redirects that were followed, in order. */
    readonly redirects: readonly ({
      /** The URL that redirects. */
      readonly url: string;
      /** Its HTTP status. */
      readonly status: number;
      /** The absolute URL that it leads to. */
      readonly location: string;
      /** Milliseconds until its headers. */
      readonly ms: number;
    })[];
    /** The Content-Type header. */
    readonly contentType: string | null;
    /** The size of the page in bytes, decompressed. */
    readonly bytes: number;
    /** The bytes received, as compressed. */
    readonly transferBytes: number;
    /** The Content-Encoding header. */
    readonly contentEncoding: string | null;
    /** Milliseconds from the last request to its headers. */
    readonly ttfbMs: number;
    /** Milliseconds for the whole fetch, with redirects. */
    readonly totalMs: number;
    /** Whether the page is larger than the 2 MB that are analyzed. */
    readonly truncated: boolean;
    readonly charset: SeoCharset;
  };
  /** The robots.txt of the site. */
  readonly robotsTxt: {
    /** The URL of robots.txt. */
    readonly url: string;
    /** Its HTTP status. Null without a response. */
    readonly status: number | null;
    /** `absent`: everything is allowed. `unreachable`: nothing is allowed. */
    readonly state: "parsed" | "absent" | "unreachable";
    /** The sitemaps that it lists, at most 50. */
    readonly sitemaps: readonly (string)[];
  };
  /** Whether scripts render the page, and whether they were run. */
  readonly rendering: {
    /** `rendered`: the report is of the page after its scripts have run. */
    readonly mode: "static" | "rendered";
    /** Whether scripts render the page: the HTML has no content of its own. */
    readonly jsDependent: boolean;
    /** Why, in one sentence; null if the content is in the HTML. */
    readonly reason: string | null;
    readonly evidence: SeoScriptEvidence | null;
    /** The URL of the page after its scripts have run; null unless it was rendered. */
    readonly url: string | null;
    /** Why `render=auto` did not render the page; null if it did, or if rendering was not needed. */
    readonly failure: string | null;
    /** Values of the HTML before scripts ran; null unless the page was rendered. */
    readonly html: {
      /** `title.text` before scripts ran. */
      readonly title: string | null;
      /** `metaDescription.text` before scripts ran. */
      readonly metaDescription: string | null;
      /** `canonical.url` before scripts ran. */
      readonly canonical: string | null;
      /** `robots.meta` before scripts ran. */
      readonly robots: readonly (string)[];
      /** `lang` before scripts ran. */
      readonly lang: string | null;
      /** `headings.h1` before scripts ran. */
      readonly h1: readonly (string)[];
      /** `content.wordCount` before scripts ran. */
      readonly wordCount: number;
      /** `links.total` before scripts ran. */
      readonly links: number;
      /** `images.total` before scripts ran. */
      readonly images: number;
      /** The number of `structuredData.items` before scripts ran. */
      readonly structuredData: number;
    } | null;
    /** The members of `html` that scripts changed. */
    readonly changed: readonly (string)[];
  };
  /** The title. */
  readonly title: SeoMeasuredText;
  /** The meta description. */
  readonly metaDescription: SeoMeasuredText;
  readonly canonical: SeoCanonical;
  readonly robots: SeoRobots;
  /** The lang attribute of the page. */
  readonly lang: string | null;
  /** The dir attribute of the page: `ltr`, `rtl` or `auto`. */
  readonly dir: string | null;
  /** The content of the viewport meta element. */
  readonly viewport: string | null;
  /** The URL of the icon that the page declares. */
  readonly favicon: string | null;
  /** The headings of the page. */
  readonly headings: {
    /** Accessible names: text, `alt` of images, `title` of SVG elements, or labels. */
    readonly h1: readonly (string)[];
    /** The number of headings of each level. */
    readonly counts: {
      /** Headings of level 1. */
      readonly h1: number;
      /** Headings of level 2. */
      readonly h2: number;
      /** Headings of level 3. */
      readonly h3: number;
      /** Headings of level 4. */
      readonly h4: number;
      /** Headings of level 5. */
      readonly h5: number;
      /** Headings of level 6. */
      readonly h6: number;
    };
    /** The headings in order, at most 200. */
    readonly outline: readonly ({
      /** 1 for h1 to 6 for h6. */
      readonly level: number;
      /** The text of the heading. */
      readonly text: string;
      /** The alt text of its images, if it has no text. */
      readonly alt?: string;
    })[];
  };
  /** The visible text. */
  readonly content: {
    /** The number of words in the visible text, by the Unicode rules for every script. */
    readonly wordCount: number;
    /** The length of the visible text, in UTF-16 code units. */
    readonly textLength: number;
    /** The reading time at 220 words per minute. */
    readonly readingTimeMinutes: number;
    /** Null below 100 words, and if no formula exists for `lang`. */
    readonly readability: {
      /** The formula used, such as Flesch reading ease. */
      readonly formula: string;
      /** 0 (very hard) to 100 (very easy). */
      readonly score: number;
      /** The language of the formula, such as en. */
      readonly language: string;
    } | null;
    /** The 10 most frequent words, without common words. */
    readonly topTerms: readonly ({
      /** The word, in lowercase. */
      readonly term: string;
      /** Its number of occurrences, 2 or more. */
      readonly count: number;
    })[];
    /** Where the page uses the keyword of the request. Null without one. Never scored. */
    readonly keyword: {
      /** The keyword of the request. */
      readonly text: string;
      /** The number of occurrences in the visible text. */
      readonly count: number;
      /** Whether the title contains it. */
      readonly inTitle: boolean;
      /** Whether an h1 contains it. */
      readonly inH1: boolean;
      /** Whether the meta description contains it. */
      readonly inDescription: boolean;
      /** Whether the host or path contains it. */
      readonly inUrl: boolean;
      /** Whether the first paragraph contains it. */
      readonly inFirstParagraph: boolean;
    } | null;
  };
  /** The images of the page. */
  readonly images: {
    /** The number of images. */
    readonly total: number;
    /** Images without an alt attribute. */
    readonly missingAlt: number;
    /** Images with an empty alt: decorative. */
    readonly emptyAlt: number;
    /** Images without a width or height attribute. */
    readonly missingDimensions: number;
    /** The images in order, at most 100. */
    readonly items: readonly ({
      /** The src attribute. */
      readonly src: string | null;
      /** The alt attribute. Null if missing. */
      readonly alt: string | null;
      /** The width attribute. */
      readonly width: string | null;
      /** The height attribute. */
      readonly height: string | null;
    })[];
  };
  /** The links of the page. */
  readonly links: {
    /** The number of `a` elements with `href`. */
    readonly total: number;
    /** Links to the same host name. */
    readonly internal: number;
    /** Links to other host names. */
    readonly external: number;
    /** Links to a fragment of the page itself. */
    readonly fragment: number;
    /** `mailto:`, `tel:`, `javascript:` and similar links. */
    readonly other: number;
    /** Links whose URL is invalid. */
    readonly invalid: number;
    /** Links with `rel=nofollow`. */
    readonly nofollow: number;
    /** The links in order, at most 200. */
    readonly items: readonly ({
      /** The href attribute, as written. */
      readonly href: string;
      /** The absolute URL. Null if invalid. */
      readonly url: string | null;
      /** The accessible name of the link. */
      readonly text: string;
      /** The kind of target, as counted above. */
      readonly kind: "internal" | "external" | "fragment" | "other" | "invalid";
      /** The values of rel. */
      readonly rel: readonly (string)[];
      /** The line in the source, from 1. */
      readonly line?: number;
    })[];
    /** Null unless `links=check`. */
    readonly checked: {
      /** Links that were requested. */
      readonly done: number;
      /** Links that do not work. */
      readonly broken: number;
      /** Links with an inconclusive response, such as status 403. */
      readonly unknown: number;
      /** Links left out because of the limits. */
      readonly skipped: number;
    } | null;
  };
  /** Files that the HTML makes a browser load. They are not fetched, and scripts may load more. With `render=auto`: after scripts have run. */
  readonly resources: {
    /** The number of files, each URL counted once, at most 2,000. */
    readonly total: number;
    /** Scripts with `src`. */
    readonly scripts: number;
    /** Style sheets. */
    readonly stylesheets: number;
    /** Images with `src`, including lazy ones. */
    readonly images: number;
    /** Video, audio, text track and source elements. */
    readonly media: number;
    /** Frames, embeds and objects. */
    readonly frames: number;
    /** Icons and preloads. */
    readonly other: number;
    /** Style sheets and scripts in the head that a browser waits for before it shows the page. */
    readonly renderBlocking: number;
    /** Other hosts that they are loaded from. */
    readonly hosts: number;
  };
  /** Open Graph tags: all values by name, such as `og:title`. */
  readonly openGraph: Readonly<Record<string, readonly (string)[]>>;
  /** X (Twitter) tags: all values by name, such as `twitter:card`. */
  readonly twitter: Readonly<Record<string, readonly (string)[]>>;
  /** The preview image and its actual size in pixels. Null unless `links=check`. */
  readonly socialImage: {
    /** The URL of the image. */
    readonly url: string;
    /** Its HTTP status. Null without a response. */
    readonly status: number | null;
    /** Null if unknown. */
    readonly width: number | null;
    /** Null if unknown. */
    readonly height: number | null;
  } | null;
  /** JSON-LD, Microdata and RDFa. */
  readonly structuredData: {
    /** The items in order, at most 200. */
    readonly items: readonly ({
      /** The syntax of the item. */
      readonly syntax: "json-ld" | "microdata" | "rdfa";
      /** Its types, such as `Product`. */
      readonly type: readonly (string)[];
      /** True if no property that Google requires is missing. */
      readonly valid: boolean;
      /** Properties that Google requires and the item lacks. */
      readonly missingRequired: readonly (string)[];
      /** Properties that Google recommends and the item lacks. */
      readonly missingRecommended: readonly (string)[];
      /** The line in the source, from 1. */
      readonly line?: number;
      /** Google's page about the type. Null if Google does not use it. */
      readonly docs: string | null;
    })[];
    /** JSON-LD blocks that are not valid JSON. */
    readonly invalidBlocks: readonly ({
      /** What is wrong. */
      readonly message: string;
      /** The line in the source, from 1. */
      readonly line?: number;
      /** The column in the source, from 1. */
      readonly column?: number;
    })[];
  };
  /** The translations that the page declares. */
  readonly hreflang: readonly (SeoHreflang)[];
  /** How search results and social networks show the page. */
  readonly preview: {
    /** A result on Google's desktop page. */
    readonly search: {
      /** The title, shortened to 600 px. */
      readonly title: string | null;
      /** The URL as breadcrumbs. */
      readonly address: string;
      /** The description, shortened to 990 px. */
      readonly description: string | null;
      /** `meta`: the meta description; `text`: the page's text. Null if both are empty. */
      readonly descriptionFrom: "meta" | "text" | null;
      /** What was shortened. */
      readonly truncated: {
        /** Whether the title was shortened. */
        readonly title: boolean;
        /** Whether the description was shortened. */
        readonly description: boolean;
      };
    };
    /** Link cards of social networks. */
    readonly social: {
      readonly facebook: SeoSocialCard;
      readonly x: SeoSocialCard;
      readonly linkedin: SeoSocialCard;
      readonly slack: SeoSocialCard;
    };
  };
  /** Issues to fix, most important first. */
  readonly findings: readonly (SeoFinding)[];
  /** The IDs of the checks that passed. */
  readonly passed: readonly (string)[];
  /** Checks that do not apply. */
  readonly notApplicable: readonly ({
    /** The ID of the check in `/seo/checks`. */
    readonly check: string;
    /** Why it does not apply. */
    readonly reason: string;
  })[];
  /** With `share=true`: the link to the report as a page; null if it is too large to store. */
  readonly share?: {
    /** Its path on this server. */
    readonly path: string;
    /** When the link expires, in UTC. */
    readonly expiresAt: string;
  } | null;
};

/** The score and its parts. */
export type SeoScore = {
  /** 100 minus the points of all findings. */
  readonly value: number;
  /** Always 100. */
  readonly max: 100;
  /** The points of all findings. */
  readonly pointsLost: number;
  /** `floor` if the findings cost more than 100 points. */
  readonly cappedBy: "floor" | null;
  /** `low` if findings are unverified or the response is not a page. */
  readonly confidence: "high" | "low";
  /** The points lost in each category. */
  readonly categories: Readonly<Record<string, {
    /** The points of all findings in the category. */
    readonly pointsLost: number;
  }>>;
};

/** Whether the page can be indexed, in the terms of Search Console. */
export type SeoIndexability = {
  /** `NEUTRAL`: the page declares another URL as canonical, or redirects. */
  readonly verdict: "PASS" | "FAIL" | "NEUTRAL";
  /** Whether Google may index the page. */
  readonly indexable: boolean;
  /** Whether Google could fetch the page. */
  readonly pageFetchState: "SUCCESSFUL" | "BLOCKED_ROBOTS_TXT" | "SOFT_404" | "NOT_FOUND" | "ACCESS_DENIED" | "ACCESS_FORBIDDEN" | "BLOCKED_4XX" | "SERVER_ERROR" | "REDIRECT_ERROR";
  /** Whether robots.txt allows Googlebot. */
  readonly robotsTxtState: "ALLOWED" | "DISALLOWED";
  /** Whether indexing is allowed, or what forbids it. */
  readonly indexingState: "INDEXING_ALLOWED" | "BLOCKED_BY_META_TAG" | "BLOCKED_BY_HTTP_HEADER" | "BLOCKED_BY_ROBOTS_TXT";
  /** The canonical URL that the page declares. */
  readonly userCanonical: string | null;
  /** What decides the verdict. Empty if nothing limits indexing. */
  readonly reasons: readonly ({
    /** The ID of the check in `/seo/checks`. */
    readonly check: string;
    /** Where the deciding rule is. */
    readonly source: "robots.txt" | "meta" | "header" | "status" | "content-type" | "canonical";
    /** The directive, URL or sentence that decides it. */
    readonly detail: string;
    /** The line number of the rule, from 1. */
    readonly line?: number;
  })[];
  /** The verdict for each crawler. */
  readonly bots: Readonly<Record<string, {
    /** Whether robots.txt allows the crawler. */
    readonly crawlable: boolean;
    /** Whether the crawler may index the page. */
    readonly indexable: boolean;
    /** The deciding line of robots.txt. */
    readonly rule: {
      /** The line number, from 1. */
      readonly line: number;
      /** The text of the line. */
      readonly text: string;
    } | null;
  }>>;
};

/** The character encoding of the page. */
export type SeoCharset = {
  /** The encoding used, such as `utf-8`. */
  readonly effective: string;
  /** What decided the encoding. `utf8-valid`: undeclared, but valid UTF-8. `fallback`: windows-1252. */
  readonly source: "bom" | "header" | "meta" | "utf8-valid" | "fallback";
  /** The declared encodings. */
  readonly declared: {
    /** The charset of Content-Type. */
    readonly header: string | null;
    /** The charset of the meta element. */
    readonly meta: string | null;
  };
};

/** The evidence that scripts render the page, and its location. */
export type SeoScriptEvidence = {
  /** A CSS selector that finds the element. */
  readonly selector?: string;
  /** The source text, up to 200 characters. */
  readonly snippet?: string;
  /** The line number, from 1, in the HTML, or in robots.txt if `url` is its URL. */
  readonly line?: number;
  /** The column in the source, from 1. */
  readonly column?: number;
  /** The URL that the finding is about, if not the page. */
  readonly url?: string;
  /** The row of `scriptDependence` in `/seo/checks`. */
  readonly id: string;
  /** The framework, platform or technique. */
  readonly name: string;
  /** The URL of the documentation for this evidence. */
  readonly docs: string;
};

export type SeoMeasuredText = {
  /** The text of the first element. */
  readonly text: string | null;
  /** The number of characters as users perceive them (grapheme clusters). */
  readonly length: number;
  /** The width in Arial, in pixels: titles at 20 px, descriptions at 14 px. */
  readonly pixelWidth: number;
  /** The number of such elements on the page. */
  readonly count: number;
};

/** The canonical URL and its declarations. */
export type SeoCanonical = {
  /** The canonical URL, absolute. Null if none is valid. */
  readonly url: string | null;
  /** All link elements with rel=canonical. */
  readonly links: readonly ({
    /** The href of the element, as written. */
    readonly href: string;
    /** Whether it is in the head. Others are ignored. */
    readonly inHead: boolean;
  })[];
  /** The canonical URL of the Link header, as sent. */
  readonly header: string | null;
};

/** Directives for crawlers. */
export type SeoRobots = {
  /** The content of each robots meta element. */
  readonly meta: readonly (string)[];
  /** Each X-Robots-Tag header. */
  readonly header: readonly (string)[];
};

/** A translation of the page. */
export type SeoHreflang = {
  /** The value of hreflang. */
  readonly lang: string;
  /** The URL of the translation, as written. */
  readonly href: string;
  /** Whether it is in the head or a header. Others are ignored. */
  readonly inHead: boolean;
};

/** How the network shows a link to the page. */
export type SeoSocialCard = {
  /** The title shown. */
  readonly title: string | null;
  /** The description shown. */
  readonly description: string | null;
  /** The URL of the image. */
  readonly image: string | null;
  /** The host name shown, without www. */
  readonly domain: string;
  /** X only: the size of the card. */
  readonly card?: "summary" | "summary_large_image";
};

/** An issue: its location, its cost and how to fix it. */
export type SeoFinding = {
  /** The ID of the check in `/seo/checks`. */
  readonly check: string;
  /** The category of the check. */
  readonly category: "indexability" | "metadata" | "content" | "links" | "images" | "social" | "structuredData" | "international" | "transport";
  /** The severity of the issue. It determines the points. */
  readonly severity: "blocker" | "critical" | "high" | "medium" | "low" | "notice";
  /** `info` and `unverified` cost nothing. `unverified` may be wrong on pages that scripts render. */
  readonly status: "fail" | "unverified" | "info";
  /** The points gained by fixing the issue. */
  readonly points: number;
  /** The issue in one sentence. */
  readonly message: string;
  /** Its locations, at most 10. */
  readonly evidence: readonly (SeoPlace)[];
  /** The number of all locations, if it has any. */
  readonly count?: number;
  /** How to fix it. */
  readonly fix: {
    /** How to fix it. */
    readonly summary: string;
    /** The effort to fix it. */
    readonly effort: "low" | "medium" | "high";
    /** Documentation. Null if no search engine documents it. */
    readonly docs: string | null;
  };
};

/** The location of the finding. */
export type SeoPlace = {
  /** A CSS selector that finds the element. */
  readonly selector?: string;
  /** The source text, up to 200 characters. */
  readonly snippet?: string;
  /** The line number, from 1, in the HTML, or in robots.txt if `url` is its URL. */
  readonly line?: number;
  /** The column in the source, from 1. */
  readonly column?: number;
  /** The URL that the finding is about, if not the page. */
  readonly url?: string;
};

/** The metadata of a page. */
export type SeoMeta = {
  /** The URL of the request. */
  readonly url: string;
  /** The final URL after redirects. */
  readonly finalUrl: string;
  /** The HTTP status of the final URL. */
  readonly status: number;
  readonly charset: SeoCharset;
  /** The lang attribute of the page. */
  readonly lang: string | null;
  /** The text of the first title element. */
  readonly title: string | null;
  /** The content of the first meta description. */
  readonly description: string | null;
  readonly canonical: SeoCanonical;
  readonly robots: SeoRobots;
  /** The content of the viewport meta element. */
  readonly viewport: string | null;
  /** The content of the theme-color meta element. */
  readonly themeColor: string | null;
  /** The URL of the icon that the page declares. */
  readonly favicon: string | null;
  /** The content of the author meta element. */
  readonly author: string | null;
  /** The content of the keywords meta element. */
  readonly keywords: string | null;
  /** Open Graph tags: all values by name, such as `og:title`. */
  readonly openGraph: Readonly<Record<string, readonly (string)[]>>;
  /** X (Twitter) tags: all values by name, such as `twitter:card`. */
  readonly twitter: Readonly<Record<string, readonly (string)[]>>;
  /** The translations that the page declares. */
  readonly hreflang: readonly (SeoHreflang)[];
  /** RSS, Atom and JSON feeds that the page declares. */
  readonly feeds: readonly ({
    /** The URL of the feed, absolute. */
    readonly url: string;
    /** Its media type, such as `application/rss+xml`. */
    readonly type: string;
    /** Its title. */
    readonly title: string | null;
  })[];
  /** All meta elements, in order. */
  readonly metas: readonly ({
    /** The name attribute, in lowercase. */
    readonly name?: string;
    /** The property attribute, in lowercase. */
    readonly property?: string;
    /** The http-equiv attribute, in lowercase. */
    readonly httpEquiv?: string;
    /** The charset attribute. */
    readonly charset?: string;
    /** The content attribute. */
    readonly content: string | null;
    /** Whether the element is in the head. */
    readonly inHead: boolean;
  })[];
};

/** Every check with its threshold and its source. */
export type SeoChecks = {
  /** The version of the checks: `checksVersion` of an audit. */
  readonly version: string;
  /** The points that a failing check costs. */
  readonly points: Readonly<Record<string, number>>;
  /** How the score is calculated. */
  readonly score: string;
  /** All checks. */
  readonly checks: readonly ({
    /** The ID of the check. */
    readonly id: string;
    /** The category of the check. */
    readonly category: "indexability" | "metadata" | "content" | "links" | "images" | "social" | "structuredData" | "international" | "transport";
    /** The severity of the issue. It determines the points. */
    readonly severity: "blocker" | "critical" | "high" | "medium" | "low" | "notice";
    /** The points that it costs if it fails. */
    readonly points: number;
    /** The points are multiplied by the share that fails, and rounded up. */
    readonly proportional: boolean;
    /** The effort to fix it. */
    readonly effort: "low" | "medium" | "high";
    /** What it detects. */
    readonly title: string;
    /** When it fails. */
    readonly threshold: string;
    /** A URL, or `convention` if no search engine documents it. */
    readonly source: string;
    /** How to fix it. */
    readonly remedy: string;
    /** `probes`: requires `links=check`. */
    readonly needs: "html" | "answer" | "probes";
  })[];
  /** Evidence that scripts render a page. The first row that applies is `rendering.evidence` of an audit. */
  readonly scriptDependence: readonly ({
    /** The ID of the row. */
    readonly id: string;
    /** The framework, platform or technique. */
    readonly name: string;
    /** What it looks for in the HTML. */
    readonly detects: string;
    /** The reason that audits give. */
    readonly reason: string;
    /** The URL of the documentation for this evidence. */
    readonly source: string;
  })[];
};

export type PdfExtract = {
  /** The number of pages in the file, including those not selected. */
  readonly pageCount: number;
  /** The PDF version, such as `1.7`. */
  readonly pdfVersion: string | null;
  /** Whether the file is encrypted. */
  readonly encrypted: boolean;
  /** Whether the file has structure tags for headings, lists and tables. */
  readonly tagged: boolean;
  /** The language that the file declares, such as `en-US`. */
  readonly language: string | null;
  /** The permissions set by the author. They are reported, not enforced. */
  readonly permissions: {
    /** Whether printing is allowed. */
    readonly print: boolean;
    /** Whether copying text is allowed. */
    readonly copy: boolean;
    /** Whether changes are allowed. */
    readonly change: boolean;
  };
  /** The text of all selected pages, separated by form feeds. Null in a dry run. */
  readonly text: string | null;
  /** The selected pages, in order. */
  readonly pages: readonly (PdfPage)[];
  /** Only with `include=metadata`: the document's metadata. */
  readonly metadata?: PdfMetadata;
  /** The bookmarks as a flat list, in order. Level 0 is the top level. */
  readonly outline?: readonly ({
    /** The title of the bookmark. */
    readonly title: string;
    /** The depth, from 0. */
    readonly level: number;
    /** The target page, from 1. Null if it is not in this file. */
    readonly page: number | null;
  })[];
  /** Only with `include=attachments`: the attached files, without their content. */
  readonly attachments?: readonly ({
    /** The file name. */
    readonly name: string;
    /** The media type that the file declares. */
    readonly mediaType: string | null;
    /** The size in bytes. Null if it cannot be read. */
    readonly bytes: number | null;
  })[];
  /** Problems with single pages. */
  readonly warnings: readonly (PdfWarning)[];
  /** The cost of the call. */
  readonly usage: {
    /** The number of pages charged: those returned, with recognized pages multiplied by their weight. */
    readonly pages: number;
    /** Present if OCR was requested and is available. */
    readonly ocr?: {
      /** The number of recognized pages. */
      readonly pages: number;
      /** How many pages each of them costs. */
      readonly weight: number;
    };
    /** Only in a dry run: the number of pages that the call would cost. */
    readonly wouldCharge?: number;
  };
};

export type PdfPage = {
  /** The page number, from 1. */
  readonly number: number;
  /** The page label, such as `iv`. Null if the file has none. */
  readonly label: string | null;
  /** The width in points (1/72 inch), as displayed. */
  readonly width: number | null;
  /** The height in points, as displayed. */
  readonly height: number | null;
  /** Clockwise rotation: 0, 90, 180 or 270. Width and height already include it. */
  readonly rotation: number | null;
  /** `scan`: an image of text. `scan-with-text`: an image with a text layer. `garbled`: the fonts do not identify their characters. Null if the page cannot be opened. */
  readonly kind: "text" | "scan" | "scan-with-text" | "garbled" | "empty" | null;
  /** The evidence for `kind`. */
  readonly quality: PdfQuality | null;
  /** The text of the page. Null if the page cannot be opened, and in a dry run. */
  readonly text: string | null;
  /** Present if the text was recognized by OCR. */
  readonly ocr?: {
    /** The OCR language. */
    readonly language: string;
    /** The mean confidence of the page's words, 0 to 1. Null if there are no words. */
    readonly confidence: number | null;
    /** The number of recognized words. */
    readonly words: number;
  };
  /** Only with `include=tables`: the tables of the page. */
  readonly tables?: readonly (PdfTable)[];
  /** Only with `include=words`: every word with its position. */
  readonly words?: readonly (PdfWord)[];
  /** Only with `include=links`: the links of the page. */
  readonly links?: readonly (PdfLink)[];
  /** Only with `include=forms`: the form fields of the page. */
  readonly forms?: readonly (PdfField)[];
  /** Only with `include=annotations`: the annotations of the page. */
  readonly annotations?: readonly (PdfAnnotation)[];
};

export type PdfQuality = {
  /** Characters on the page, without spaces. */
  readonly chars: number;
  /** Characters whose font does not identify them. */
  readonly unmapped: number;
  /** Characters that are not visible: the text layer of a scan, or hidden text. */
  readonly invisible: number;
  /** The share of the page under images, 0 to 1. */
  readonly imageCover: number;
};

export type PdfTable = {
  /** The rows, from the top. Every row has a cell for each column; text that spans several cells is in the upper left one. */
  readonly rows: readonly (readonly (PdfTableCell)[])[];
  readonly box: PdfBox;
  /** Whether drawn lines separate its cells. Otherwise it was found by alignment. */
  readonly ruled: boolean;
  /** The line above or below that labels the table, if any. */
  readonly caption?: string;
  /** With `tableFormat=csv`: the table as CSV (RFC 4180). */
  readonly csv?: string;
  /** With `tableFormat=html`: the table as an HTML table element. */
  readonly html?: string;
};

export type PdfTableCell = {
  /** "" if the cell is empty, or covered by a cell above it or on its left. */
  readonly text: string;
  /** How many rows it covers, if more than one. */
  readonly rowSpan?: number;
  /** How many columns it covers, if more than one. */
  readonly colSpan?: number;
  readonly box: PdfBox;
};

/** The position on the page. */
export type PdfBox = {
  /** Distance from the left edge of the page as displayed, in points. */
  readonly x: number;
  /** Distance from the top edge of the page as displayed, in points. */
  readonly y: number;
  /** Width in points. */
  readonly width: number;
  /** Height in points. */
  readonly height: number;
};

export type PdfWord = {
  /** The word. */
  readonly text: string;
  /** Distance from the left edge of the page as displayed, in points. */
  readonly x: number;
  /** Distance from the top edge of the page as displayed, in points. */
  readonly y: number;
  /** Width in points. */
  readonly width: number;
  /** Height in points. */
  readonly height: number;
  /** Only for recognized words: the OCR confidence, 0 to 1. */
  readonly confidence?: number;
};

export type PdfLink = {
  /** The target URL. Null for links to a page of this file. */
  readonly uri: string | null;
  /** The target page. Null for links to a URL. */
  readonly page: number | null;
  readonly box: PdfBox;
};

export type PdfField = {
  /** The full name of the field. */
  readonly name: string;
  /** The type of the field. `choice`: a drop-down list. */
  readonly type: "text" | "checkbox" | "radio" | "choice" | "list" | "button" | "signature" | "unknown";
  /** The value. Null if the field is empty or is a password. */
  readonly value: string | null;
  /** Only for check boxes and radio buttons. */
  readonly checked?: boolean;
  /** Present if the page does not show the field on screen. Its value is not in `text`. */
  readonly hidden?: true;
  readonly box: PdfBox;
};

export type PdfAnnotation = {
  /** The type, such as note, highlight, free-text, stamp, ink or file. */
  readonly type: string;
  /** The text of the annotation. */
  readonly text: string | null;
  /** The author of the annotation. */
  readonly author: string | null;
  readonly box: PdfBox;
};

export type PdfMetadata = {
  /** The title of the document. */
  readonly title: string | null;
  /** The author of the document. */
  readonly author: string | null;
  /** The subject of the document. */
  readonly subject: string | null;
  /** The keywords of the document. */
  readonly keywords: string | null;
  /** The program that the document was written with. */
  readonly creator: string | null;
  /** The program that made the PDF. */
  readonly producer: string | null;
  /** When the document was created, ISO 8601 in UTC. Without a time zone if the file has none. */
  readonly created: string | null;
  /** When the document was last changed, in the same form. */
  readonly modified: string | null;
  /** The XMP metadata: the XML element of the file, unchanged. */
  readonly xmp: string | null;
};

export type PdfWarning = {
  /** Identifies the problem. */
  readonly code: "page-unreadable" | "page-is-scan" | "page-garbled" | "invisible-text" | "ocr-unavailable" | "ocr-failed" | "xfa-form";
  /** The page number, from 1. */
  readonly page: number;
  /** The problem in one sentence. */
  readonly detail: string;
};

/** A line of the response as NDJSON. */
export type PdfExtractLine = PdfDocumentLine | PdfPageLine | PdfEndLine;

/** The first line: the file. */
export type PdfDocumentLine = {
  /** The number of pages in the file, including those not selected. */
  readonly pageCount: number;
  /** The PDF version, such as `1.7`. */
  readonly pdfVersion: string | null;
  /** Whether the file is encrypted. */
  readonly encrypted: boolean;
  /** Whether the file has structure tags for headings, lists and tables. */
  readonly tagged: boolean;
  /** The language that the file declares, such as `en-US`. */
  readonly language: string | null;
  /** The permissions set by the author. They are reported, not enforced. */
  readonly permissions: {
    /** Whether printing is allowed. */
    readonly print: boolean;
    /** Whether copying text is allowed. */
    readonly copy: boolean;
    /** Whether changes are allowed. */
    readonly change: boolean;
  };
  /** Only with `include=metadata`: the document's metadata. */
  readonly metadata?: PdfMetadata;
  /** The bookmarks as a flat list, in order. Level 0 is the top level. */
  readonly outline?: readonly ({
    /** The title of the bookmark. */
    readonly title: string;
    /** The depth, from 0. */
    readonly level: number;
    /** The target page, from 1. Null if it is not in this file. */
    readonly page: number | null;
  })[];
  /** Only with `include=attachments`: the attached files, without their content. */
  readonly attachments?: readonly ({
    /** The file name. */
    readonly name: string;
    /** The media type that the file declares. */
    readonly mediaType: string | null;
    /** The size in bytes. Null if it cannot be read. */
    readonly bytes: number | null;
  })[];
  readonly type: "document";
};

/** A page. */
export type PdfPageLine = {
  /** The page number, from 1. */
  readonly number: number;
  /** The page label, such as `iv`. Null if the file has none. */
  readonly label: string | null;
  /** The width in points (1/72 inch), as displayed. */
  readonly width: number | null;
  /** The height in points, as displayed. */
  readonly height: number | null;
  /** Clockwise rotation: 0, 90, 180 or 270. Width and height already include it. */
  readonly rotation: number | null;
  /** `scan`: an image of text. `scan-with-text`: an image with a text layer. `garbled`: the fonts do not identify their characters. Null if the page cannot be opened. */
  readonly kind: "text" | "scan" | "scan-with-text" | "garbled" | "empty" | null;
  /** The evidence for `kind`. */
  readonly quality: PdfQuality | null;
  /** The text of the page. Null if the page cannot be opened, and in a dry run. */
  readonly text: string | null;
  /** Present if the text was recognized by OCR. */
  readonly ocr?: {
    /** The OCR language. */
    readonly language: string;
    /** The mean confidence of the page's words, 0 to 1. Null if there are no words. */
    readonly confidence: number | null;
    /** The number of recognized words. */
    readonly words: number;
  };
  /** Only with `include=tables`: the tables of the page. */
  readonly tables?: readonly (PdfTable)[];
  /** Only with `include=words`: every word with its position. */
  readonly words?: readonly (PdfWord)[];
  /** Only with `include=links`: the links of the page. */
  readonly links?: readonly (PdfLink)[];
  /** Only with `include=forms`: the form fields of the page. */
  readonly forms?: readonly (PdfField)[];
  /** Only with `include=annotations`: the annotations of the page. */
  readonly annotations?: readonly (PdfAnnotation)[];
  readonly type: "page";
};

/** The last line: the cost of the call. */
export type PdfEndLine = {
  readonly type: "end";
  /** Problems with single pages. */
  readonly warnings: readonly (PdfWarning)[];
  /** The cost of the call. */
  readonly usage: {
    /** The number of pages charged: those returned, with recognized pages multiplied by their weight. */
    readonly pages: number;
    /** Present if OCR was requested and is available. */
    readonly ocr?: {
      /** The number of recognized pages. */
      readonly pages: number;
      /** How many pages each of them costs. */
      readonly weight: number;
    };
    /** Only in a dry run: the number of pages that the call would cost. */
    readonly wouldCharge?: number;
  };
};

export type RemovedBackground = {
  /** The engine used: `builtin` or the name of a model. */
  readonly engine: string;
  /** The engine's confidence in the result, 0 to 1. Null if it gives none. */
  readonly confidence: number | null;
  /** Advice for a result with low confidence. */
  readonly hint?: string;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** The image that was sent, after EXIF orientation. */
  readonly source: {
    /** Width in pixels. */
    readonly width: number;
    /** Height in pixels. */
    readonly height: number;
    /** Its media type. */
    readonly type: string;
  };
  /** The part of the source that the returned image shows, in pixels of the source. Use it to overlay the two. With `cropMargin` it may extend beyond the source. */
  readonly area: ImageBox;
  /** The position of the subject in the returned image. */
  readonly foreground: {
    /** Pixels from the left edge. */
    readonly x: number;
    /** Pixels from the top edge. */
    readonly y: number;
    /** Width in pixels. */
    readonly width: number;
    /** Height in pixels. */
    readonly height: number;
    /** The share of the returned image's pixels that the subject covers, 0 to 1. */
    readonly area: number;
  } | null;
  /** The media type of the image. */
  readonly type: string;
  /** The returned image as Base64. */
  readonly imageBase64: string;
  /** Processing time in milliseconds. */
  readonly ms: number;
};

/** In pixels, from the top left corner. */
export type ImageBox = {
  /** Pixels from the left edge. */
  readonly x: number;
  /** Pixels from the top edge. */
  readonly y: number;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
};

export type Profile = {
  /** The last part of the profile's URL. */
  readonly publicIdentifier: string;
  /** The URL of the page. */
  readonly url: string;
  /** The full name. */
  readonly fullName: string;
  /** The first name. */
  readonly firstName: string | null;
  /** The last name. */
  readonly lastName: string | null;
  /** True if the source shortens the last name to one letter. */
  readonly nameAbbreviated: boolean;
  /** The headline below the name. */
  readonly headline: string | null;
  /** The text of the About section. */
  readonly about: string | null;
  /** Whether the source shortens the About section. */
  readonly aboutTruncated: boolean;
  /** The location that the person states. */
  readonly location: {
    /** The location, as on the page. */
    readonly text: string | null;
    /** The ISO 3166-1 country code. */
    readonly countryCode: string | null;
  };
  /** The industry that the person states. */
  readonly industry: string | null;
  /** The current position. */
  readonly current: {
    /** The job title. */
    readonly title: string | null;
    /** The employer. */
    readonly company: ProfileOrganization | null;
  } | null;
  /** Jobs, newest first. */
  readonly experience: readonly (ProfileExperience)[];
  /** Schools and degrees. */
  readonly education: readonly (ProfileEducation)[];
  /** Names of skills. */
  readonly skills: readonly (string)[];
  /** Languages and proficiency. */
  readonly languages: readonly (ProfileLanguage)[];
  /** Licenses and certifications. */
  readonly certifications: readonly (ProfileEntry)[];
  /** Volunteer work. */
  readonly volunteering: readonly (ProfileEntry)[];
  /** Publications. */
  readonly publications: readonly (ProfileEntry)[];
  /** Patents. */
  readonly patents: readonly (ProfileEntry)[];
  /** Honors and awards. */
  readonly honors: readonly (ProfileEntry)[];
  /** Projects. */
  readonly projects: readonly (ProfileEntry)[];
  /** Courses. */
  readonly courses: readonly (ProfileEntry)[];
  /** Memberships. */
  readonly organizations: readonly (ProfileEntry)[];
  /** Test scores. */
  readonly testScores: readonly (ProfileEntry)[];
  /** The number of followers. */
  readonly followers: ProfileCount | null;
  /** The number of connections. */
  readonly connections: {
    /** The number. */
    readonly value: number;
    /** True if the source shows `500+`. */
    readonly atLeast: boolean;
  } | null;
  /** The profile image. */
  readonly image: ProfileImage | null;
  /** Whether the member has a premium account. Null if the source does not say. */
  readonly premium: boolean | null;
  /** Lists in the profile, such as certifications and languages. */
  readonly sections: Readonly<Record<string, ProfileSection>>;
  readonly completeness: ProfileCompleteness;
  /** The location each field was extracted from, such as `jsonld`, `dom.topCard` or `api`. */
  readonly sources: Readonly<Record<string, string>>;
  /** The source that was used. */
  readonly source: "session" | "public" | "import";
  /** When it was fetched. */
  readonly observedAt: string;
  readonly cache: ProfileCache;
};

export type ProfileOrganization = {
  /** The name of the organization. */
  readonly name: string | null;
  /** The numeric ID on the site, as a string. */
  readonly id: string | null;
  /** The last part of its page's URL. */
  readonly slug: string | null;
};

export type ProfileExperience = {
  /** The job title. */
  readonly title: string | null;
  /** The employer. */
  readonly company: ProfileOrganization;
  /** The start date. */
  readonly start: ProfileDate | null;
  /** The end date. Null if current or unknown. */
  readonly end: ProfileDate | null;
  /** True if the source gives a start or a range, but no end. */
  readonly isCurrent: boolean;
  /** The location that the entry states. */
  readonly location: string | null;
  /** The description. */
  readonly description: string | null;
  /** True if the source shows that the entry exists but hides its content. What is hidden is null. */
  readonly masked: boolean;
};

/** A date with the precision of the source: `2012`, `2012-03` or `2012-03-04`. */
export type ProfileDate = {
  /** The year, month or day. */
  readonly value: string;
  /** The smallest unit of the date. */
  readonly precision: "year" | "month" | "day";
};

export type ProfileEducation = {
  /** The school. */
  readonly school: ProfileOrganization;
  /** The degree. */
  readonly degree: string | null;
  /** The field of study. */
  readonly field: string | null;
  /** The start date. */
  readonly start: ProfileDate | null;
  /** The end date. Null if current or unknown. */
  readonly end: ProfileDate | null;
  /** The grade. */
  readonly grade: string | null;
  /** Activities and societies. */
  readonly activities: string | null;
  /** The description. */
  readonly description: string | null;
  /** True if the source shows that the entry exists but hides its content. What is hidden is null. */
  readonly masked: boolean;
};

export type ProfileLanguage = {
  /** The name of the language. */
  readonly name: string;
  /** The level of proficiency. */
  readonly proficiency: "elementary" | "limited-working" | "professional-working" | "full-professional" | "native-or-bilingual" | null;
  /** The text of the source, if any. */
  readonly proficiencyText: string | null;
};

export type ProfileEntry = {
  /** The title, such as the name of a certificate or course, or a role. */
  readonly title: string | null;
  /** The issuer, publisher or host. */
  readonly organization: string | null;
  /** The start, issue or publication date. */
  readonly start: ProfileDate | null;
  /** The end or expiry date. */
  readonly end: ProfileDate | null;
  /** True if the source gives a start, but no end. */
  readonly isCurrent: boolean;
  /** A link about the entry. */
  readonly url: string | null;
  /** The number of a credential, patent or course, or a score. */
  readonly number: string | null;
  /** The description. */
  readonly description: string | null;
  /** True if the source shows that the entry exists but hides its content. What is hidden is null. */
  readonly masked: boolean;
};

export type ProfileCount = {
  /** The number. */
  readonly value: number;
  /** True if the source rounds the number, such as `41M`. */
  readonly approximate: boolean;
};

export type ProfileImage = {
  /** The URL of the image. */
  readonly url: string;
  /** When the URL expires, ISO 8601. */
  readonly expiresAt: string | null;
};

export type ProfileSection = {
  /** The total number, if the source shows it. */
  readonly total: number | null;
  /** The number of entries in this response. */
  readonly returned: number;
  /** Whether the list is complete. Null if the source does not say. */
  readonly complete: boolean | null;
};

/** How much of the data was found. */
export type ProfileCompleteness = {
  /** The weight of the fields found, divided by the weight of all fields that apply. */
  readonly score: number;
  /** Fields that apply but are missing in the source. */
  readonly missing: readonly (string)[];
  /** Fields that the source hides. */
  readonly masked: readonly (string)[];
  /** Fields that the source shows in part. */
  readonly partial: readonly (string)[];
};

/** How fresh the data is. Stale results are free. */
export type ProfileCache = {
  /** `hit`: a fresh cached result. `miss`: fetched for this call. `stale`: an older result, because the page could not be fetched. */
  readonly state: "hit" | "miss" | "stale";
  /** The age of the data, in seconds. */
  readonly ageS: number;
  /** Only for stale results: the code of the error that occurred. */
  readonly upstreamError?: string;
};

export type Company = {
  /** The last part of the company page's URL. */
  readonly slug: string;
  /** The numeric ID on the site, as a string. */
  readonly id: string | null;
  /** The URL of the page. */
  readonly url: string;
  /** The name of the company. */
  readonly name: string;
  /** The tagline below the name. */
  readonly tagline: string | null;
  /** The description. */
  readonly description: string | null;
  /** The website of the company. */
  readonly website: string | null;
  /** The industry that the company states. */
  readonly industry: string | null;
  /** The size range that the company states. */
  readonly size: {
    /** The range as on the page, such as `51-200` or `10001+`. */
    readonly text: string;
    /** The smallest number of employees. */
    readonly min: number;
    /** The largest number. Null for an open range. */
    readonly max: number | null;
  } | null;
  /** The number of members who list the company as their employer. This differs from its size. */
  readonly staffOnNetwork: number | null;
  /** The number of followers. */
  readonly followers: ProfileCount | null;
  /** The type, such as public company. */
  readonly type: string | null;
  /** The year in which the company was founded. */
  readonly foundedYear: number | null;
  /** The address of the headquarters. */
  readonly headquarters: ProfileAddress | null;
  /** The addresses of all locations. */
  readonly locations: readonly ({
    /** The address in one line, in the order of the source. */
    readonly text: string;
    /** Street and number. */
    readonly street: string | null;
    /** The city. */
    readonly city: string | null;
    /** The state or region. */
    readonly region: string | null;
    /** The postal code. */
    readonly postalCode: string | null;
    /** The ISO 3166-1 country code. */
    readonly countryCode: string | null;
    /** Whether it is the headquarters. */
    readonly isHeadquarters: boolean;
  })[];
  /** The specialties that the company lists. */
  readonly specialities: readonly (string)[];
  /** The logo. */
  readonly logo: ProfileImage | null;
  /** Funding rounds, if the page shows them. */
  readonly funding: {
    /** The number of rounds. */
    readonly rounds: number | null;
    /** The latest round. */
    readonly last: {
      /** The type of the round, such as Series B. */
      readonly type: string | null;
      /** The date of the round. */
      readonly date: ProfileDate | null;
      /** The amount raised. */
      readonly amount: {
        /** A decimal string. */
        readonly amount: string;
        /** ISO 4217 code. */
        readonly currency: string;
        /** True if the source rounds the amount. */
        readonly approximate: boolean;
      } | null;
    } | null;
  } | null;
  readonly completeness: ProfileCompleteness;
  /** The location each field was extracted from, such as `jsonld`, `dom.topCard` or `api`. */
  readonly sources: Readonly<Record<string, string>>;
  /** The source that was used. */
  readonly source: "session" | "public" | "import";
  /** When it was fetched. */
  readonly observedAt: string;
  readonly cache: ProfileCache;
};

export type ProfileAddress = {
  /** The address in one line, in the order of the source. */
  readonly text: string;
  /** Street and number. */
  readonly street: string | null;
  /** The city. */
  readonly city: string | null;
  /** The state or region. */
  readonly region: string | null;
  /** The postal code. */
  readonly postalCode: string | null;
  /** The ISO 3166-1 country code. */
  readonly countryCode: string | null;
};

export type Product = {
  /** The ASIN of the product. */
  readonly asin: string;
  /** The ASIN of the request. */
  readonly requestedAsin: string;
  /** The ASIN of the parent of all variants. */
  readonly parentAsin?: string | null;
  /** The marketplace. */
  readonly marketplace: "amazon.com" | "amazon.ca" | "amazon.com.mx" | "amazon.com.br" | "amazon.co.uk" | "amazon.de" | "amazon.fr" | "amazon.it" | "amazon.es" | "amazon.nl" | "amazon.com.be" | "amazon.ie" | "amazon.se" | "amazon.pl" | "amazon.com.tr" | "amazon.ae" | "amazon.sa" | "amazon.eg" | "amazon.co.za" | "amazon.in" | "amazon.co.jp" | "amazon.sg" | "amazon.com.au";
  /** The URL of the product page. */
  readonly url?: string;
  /** The language of the page. */
  readonly language?: string | null;
  /** The title. */
  readonly title?: string;
  /** The brand. */
  readonly brand?: string | null;
  /** The byline below the title, as on the page. */
  readonly bylineRaw?: string | null;
  /** Contributors to a book or recording, such as its author. */
  readonly contributors?: readonly ({
    /** The name. */
    readonly name: string;
    /** The role, as on the page. */
    readonly role: string | null;
  })[];
  /** Why the page shows a price or none. `select-variant`: a size or color must be chosen; see `priceRange`. `not-deliverable-here`: prices depend on `deliveryLocation`. `unknown`: the page does not say. */
  readonly offerState?: "featured-offer" | "select-variant" | "other-sellers-only" | "price-hidden-until-cart" | "not-deliverable-here" | "unavailable" | "preorder" | "unknown";
  /** Whether the product is digital. */
  readonly isDigital?: boolean;
  /** The price. Null if the page offers none. */
  readonly price?: ProductMoney | null;
  /** The prices of all variants, if the page shows a range instead of a price. */
  readonly priceRange?: {
    /** The lowest price. */
    readonly min: ProductMoney;
    /** The highest price. */
    readonly max: ProductMoney;
  } | null;
  /** The list price. */
  readonly listPrice?: ProductMoney | null;
  /** The price without a discount for one payment method. Present if `price` includes such a discount. */
  readonly regularPrice?: ProductMoney | null;
  /** The discount from `listPrice` to `price`, in percent. */
  readonly discountPercent?: number | null;
  /** The price per quantity. */
  readonly unitPrice?: {
    /** A decimal string with the number of decimals of its currency. */
    readonly amount: string;
    /** ISO 4217 code. */
    readonly currency: string;
    /** The quantity that the amount is for. */
    readonly per: {
      /** The quantity, such as 100. */
      readonly quantity: number;
      /** The unit, as on the page, such as `g`. */
      readonly unit: string | null;
    };
  } | null;
  /** The shipping cost, if the page shows an amount. */
  readonly shipping?: ProductMoney | null;
  /** The payment method that the price requires, as on the page; null if none. */
  readonly priceNote?: string | null;
  readonly availability?: ProductAvailability;
  /** The offers, the featured offer first. Each is extracted from its own row of the page. */
  readonly offers?: readonly (ProductOffer)[];
  /** Who sells the featured offer. Null if the page names no seller. */
  readonly seller?: ProductSeller | null;
  /** The name of the shipper. */
  readonly shipsFrom?: string | null;
  /** The delivery location of prices and stock. */
  readonly deliveryLocation?: string | null;
  /** The ratings by customers. Null without ratings. */
  readonly rating?: {
    /** The average, 0 to 5 stars. */
    readonly average: number | null;
    /** The number of ratings. */
    readonly count: number | null;
    /** The distribution of ratings. */
    readonly histogramPercent: {
      /** Percent with 1 star. */
      readonly "1": number;
      /** Percent with 2 stars. */
      readonly "2": number;
      /** Percent with 3 stars. */
      readonly "3": number;
      /** Percent with 4 stars. */
      readonly "4": number;
      /** Percent with 5 stars. */
      readonly "5": number;
    } | null;
  } | null;
  /** The reviews on the page, without their authors. */
  readonly reviews?: readonly (ProductReview)[];
  /** The images of the product, the main image first. */
  readonly images?: readonly ({
    /** The ID of the image, from its URL. */
    readonly id: string | null;
    /** The URL of the image. */
    readonly url: string;
    /** Width in pixels. */
    readonly width: number | null;
    /** Height in pixels. */
    readonly height: number | null;
    /** The place of the image on the page, such as `MAIN` or `PT01`. */
    readonly variant: string | null;
  })[];
  /** The bullet points of the page. */
  readonly bullets?: readonly (string)[];
  /** The product description. */
  readonly description?: string | null;
  /** The details of the product, in the words of the page. */
  readonly details?: Readonly<Record<string, string>>;
  /** Other identifiers of the product. */
  readonly identifiers?: {
    /** ISBN-10 of a book. */
    readonly isbn10: string | null;
    /** ISBN-13 of a book. */
    readonly isbn13: string | null;
    /** UPC, EAN or GTIN: 8 to 14 digits. */
    readonly upc: string | null;
    /** The manufacturer's model number. */
    readonly model: string | null;
  };
  /** The categories of the product, from the top. */
  readonly breadcrumbs?: readonly ({
    /** The name of the category. */
    readonly name: string;
    /** The ID of the category. */
    readonly nodeId: string | null;
  })[];
  /** The best-seller ranks on the page. */
  readonly bestSellerRanks?: readonly ({
    /** The rank, from 1. */
    readonly rank: number;
    /** The name of the category. */
    readonly category: string;
    /** The ID of the category. */
    readonly nodeId: string | null;
  })[];
  /** The variants of the product. Null for a single variant. */
  readonly variants?: {
    /** The names of the choices, such as `Color`. */
    readonly dimensions: readonly (string)[];
    /** All variants on the page. */
    readonly items: readonly ({
      /** The ASIN of the variant. */
      readonly asin: string;
      /** Its value of each dimension. */
      readonly values: readonly (string)[];
      /** Whether it is the product of this page. */
      readonly selected: boolean;
    })[];
  } | null;
  /** The badges that the page shows. */
  readonly badges?: readonly ("marketplace-choice" | "best-seller" | "deal")[];
  /** Purchases in the past month, if the page shows them. */
  readonly boughtPastMonth?: {
    /** The least number of purchases. */
    readonly atLeast: number;
  } | null;
  /** Whether the page has enhanced content. */
  readonly hasAplus?: boolean;
  /** How much of the data was found. */
  readonly completeness: {
    /** The weight of the fields found, divided by the weight of all fields that apply. */
    readonly score: number;
    /** Fields that apply but are missing on the page. */
    readonly missing: readonly (string)[];
    /** Fields for which the page contradicts itself. */
    readonly partial: readonly (string)[];
  };
  /** The location on the page where each field was found. */
  readonly sources?: Readonly<Record<string, string>>;
  /** The source that was used. */
  readonly source: string;
  /** When the page was fetched. */
  readonly observedAt: string;
  /** How fresh the data is. */
  readonly cache: {
    /** `stale`: an older result, because the page could not be fetched. Stale results are free. */
    readonly state: "hit" | "miss" | "stale";
    /** Seconds since the page was fetched. */
    readonly ageS: number;
  };
  /** Only for stale results: the code of the error that occurred. */
  readonly upstreamError?: string;
};

export type ProductMoney = {
  /** A decimal string with the number of decimals of its currency. */
  readonly amount: string;
  /** ISO 4217 code. */
  readonly currency: string;
};

/** The stock of the offer. */
export type ProductAvailability = {
  /** `limited`: few left; `backorder`: ships later. */
  readonly status: "in-stock" | "limited" | "backorder" | "unavailable" | "unknown";
  /** The text on the page, in the page's language. */
  readonly text: string | null;
  /** The number of items left, if the page shows it. */
  readonly stockLeft: number | null;
};

export type ProductOffer = {
  /** The kind of offer. */
  readonly type: "new" | "used" | "local-store" | "subscribe" | "rent" | "renewed";
  /** The condition, as on the page. */
  readonly condition: string | null;
  /** The price. Null if the page offers none. */
  readonly price: ProductMoney | null;
  /** The list price. */
  readonly listPrice: ProductMoney | null;
  /** Who sells this offer. Null if the page names no seller. */
  readonly seller: ProductSeller | null;
  /** The name of the shipper. */
  readonly shipsFrom: string | null;
  /** Whether the marketplace ships the product. */
  readonly fulfilledByMarketplace: boolean | null;
  readonly availability: ProductAvailability;
};

export type ProductSeller = {
  /** The name. */
  readonly name: string;
  /** The seller ID, if the page shows it. */
  readonly id: string | null;
  /** Whether the seller is the marketplace itself. */
  readonly isMarketplace: boolean;
};

export type ProductReview = {
  /** The ID of the review. */
  readonly id: string;
  /** The rating in stars. */
  readonly rating: number | null;
  /** The title. */
  readonly title: string | null;
  /** The date of the review. */
  readonly date: {
    /** Null if the page's language is not supported. */
    readonly value: string | null;
    /** Always day. */
    readonly precision: "day";
  };
  /** The text of the review. */
  readonly text: string | null;
  /** Whether the purchase is verified. */
  readonly verified: boolean;
  /** The number of people who found the review helpful. */
  readonly helpful: number | null;
  /** The variant that was reviewed. */
  readonly variant: string | null;
};

/** Quotas and recent usage. */
export type Usage = {
  /** For each API, its quotas in the order in which they are charged. */
  readonly apis: readonly ({
    /** The name of the API. */
    readonly api: string;
    /** The unit of the API, such as pages. */
    readonly unit: string;
    /** Its quotas. */
    readonly quotas: readonly (Quota)[];
  })[];
  /** The last 31 days, newest first. */
  readonly days: readonly ({
    /** The day (UTC). */
    readonly day: string;
    /** The name of the API. */
    readonly api: string;
    /** Successful calls. */
    readonly calls: number;
    /** Units charged. */
    readonly units: number;
  })[];
};

export type Quota = {
  /** Its name in the RateLimit headers. */
  readonly policy: string;
  /** The ID of the plan. */
  readonly plan: string;
  /** The API's unit, calls or credits. */
  readonly unit: string;
  /** The units of one window. */
  readonly limit: number;
  /** The units used in this window. */
  readonly used: number;
  /** The units left in this window. */
  readonly remaining: number;
  /** `once`: credits that an operator granted. */
  readonly window: "day" | "month" | "once";
  /** When the window began, in UTC. */
  readonly startsAt: string;
  /** When the next window begins, in UTC. */
  readonly resetsAt: string;
  /** The most API units that one call may cost. */
  readonly maxUnits?: number;
};

/** A call that runs in the background. */
export type Job = {
  /** The ID of the job. */
  readonly id: string;
  /** The mode of the key that created it. Only keys of this mode can read it. */
  readonly mode: "live" | "test";
  /** The operation that the job calls, such as `seo.meta`. */
  readonly operation: string;
  /** The name of its file, or the end of its URL. Omitted if it has none, in webhook events, and in the response that creates the job. */
  readonly fileName?: string;
  /** The state. `succeeded`, `failed` and `canceled` jobs have ended. */
  readonly state: "queued" | "running" | "succeeded" | "failed" | "canceled";
  /** 1 if the job has ended, otherwise 0. */
  readonly progress: number;
  /** The charge of the job, in the unit of its API. 0 unless it succeeded. */
  readonly units: number;
  /** The number of times it was started. More than 1 if a server stopped or was busy. */
  readonly attempts: number;
  /** The batch that it belongs to. */
  readonly batch: string | null;
  /** Its place in the batch, from 0. */
  readonly index: number | null;
  /** When the server accepted it. */
  readonly createdAt: string;
  /** When it was first started. */
  readonly startedAt: string | null;
  /** When it ended. */
  readonly finishedAt: string | null;
  /** When the job and its result are deleted. */
  readonly expiresAt: string;
  /** The URL of the result, once the job has succeeded. */
  readonly resultUrl: string | null;
  /** The problem document of a failed job, as the call would have returned it. */
  readonly problem: Readonly<Record<string, unknown>> | null;
};

/** Many calls of one operation that run in the background. */
export type Batch = {
  /** The ID of the batch. */
  readonly id: string;
  /** The mode of the key that created it. Only keys of this mode can read it. */
  readonly mode: "live" | "test";
  /** The operation that its jobs call, such as `seo.meta`. */
  readonly operation: string;
  /** `finished` once every job has ended. */
  readonly state: "running" | "finished";
  /** The number of jobs. */
  readonly size: number;
  /** Jobs that have not started. */
  readonly queued: number;
  /** Jobs that are running. */
  readonly running: number;
  /** Jobs that succeeded. */
  readonly succeeded: number;
  /** Jobs that failed. */
  readonly failed: number;
  /** Jobs that were canceled. */
  readonly canceled: number;
  /** The charge of its jobs so far, in the unit of the API. */
  readonly units: number;
  /** The share of the jobs that have ended. */
  readonly progress: number;
  /** The estimated end of the last job; null if unknown. */
  readonly estimatedEndAt: string | null;
  /** When the server accepted it. */
  readonly createdAt: string;
  /** When the batch and its results are deleted. */
  readonly expiresAt: string;
  /** The URL of the results, also while the batch runs. */
  readonly resultsUrl: string;
};

/** How one job of a batch ended. */
export type BatchResult = {
  /** The place of the input in the batch, from 0. */
  readonly index: number;
  /** The ID of the job. */
  readonly job: string;
  /** The name of its file, or the end of its URL. Omitted if it has none. */
  readonly fileName?: string;
  /** How the job ended. */
  readonly state: "succeeded" | "failed" | "canceled";
  /** The charge, in the unit of the API. */
  readonly units: number;
  /** The response of the call if it is JSON, or a string if it is other text; else null. */
  readonly result: unknown;
  /** The URL of the response, byte for byte. */
  readonly resultUrl: string | null;
  /** In a ZIP file: the name of the file that has the response. Omitted without a response. */
  readonly entry?: string;
  /** The problem document of a failed job. */
  readonly problem: Readonly<Record<string, unknown>> | null;
};

/** An event of a webhook. `type` decides what `data` is. */
export type WebhookEvent = JobSucceededEvent | JobFailedEvent | JobCanceledEvent | BatchCompletedEvent | SiteAuditCompletedEvent | WebhookTestEvent | WebhookVerificationEvent;

/** A job outside of batches succeeded. */
export type JobSucceededEvent = {
  readonly type: "job.succeeded";
  /** When it happened, in UTC. */
  readonly timestamp: string;
  /** The mode of the key that made the object. */
  readonly mode: "live" | "test";
  /** The object that it is about, as its own URL returns it. */
  readonly data: Job;
};

/** A job outside of batches failed. */
export type JobFailedEvent = {
  readonly type: "job.failed";
  /** When it happened, in UTC. */
  readonly timestamp: string;
  /** The mode of the key that made the object. */
  readonly mode: "live" | "test";
  /** The object that it is about, as its own URL returns it. */
  readonly data: Job;
};

/** A job outside of batches was canceled. */
export type JobCanceledEvent = {
  readonly type: "job.canceled";
  /** When it happened, in UTC. */
  readonly timestamp: string;
  /** The mode of the key that made the object. */
  readonly mode: "live" | "test";
  /** The object that it is about, as its own URL returns it. */
  readonly data: Job;
};

/** All jobs of a batch have ended. */
export type BatchCompletedEvent = {
  readonly type: "batch.completed";
  /** When it happened, in UTC. */
  readonly timestamp: string;
  /** The mode of the key that made the object. */
  readonly mode: "live" | "test";
  /** The object that it is about, as its own URL returns it. */
  readonly data: Batch;
};

/** A site audit has ended. */
export type SiteAuditCompletedEvent = {
  readonly type: "site-audit.completed";
  /** When it happened, in UTC. */
  readonly timestamp: string;
  /** The mode of the key that made the object. */
  readonly mode: "live" | "test";
  /** The object that it is about, as its own URL returns it. */
  readonly data: SiteAudit;
};

/** An audit of all pages of a site. */
export type SiteAudit = {
  /** The ID of the site audit. */
  readonly id: string;
  /** Always `live`: test keys cannot start or read site audits. */
  readonly mode: "live";
  /** The start URL. */
  readonly url: string;
  /** The state. `succeeded`, `failed` and `canceled` audits have ended. */
  readonly state: "queued" | "running" | "succeeded" | "failed" | "canceled";
  /** Why it ended before every page was read; null if all were, or if it has not ended. */
  readonly stopReason: "page-limit" | "url-limit" | "unreachable" | "quota-exceeded" | "time-limit" | "storage-limit" | "canceled" | null;
  /** The estimated share that is done. It never decreases, and is 1 only when the audit has ended. */
  readonly progress: number;
  /** Pages with a 2xx response. Each costs one call. */
  readonly pages: number;
  /** URLs that were requested, images and links to other sites included. */
  readonly requested: number;
  /** URLs that are known and still to be requested. */
  readonly waiting: number;
  /** The calls charged so far. */
  readonly units: number;
  /** The average score of its pages; null without an HTML page, and until the report is ready. */
  readonly score: number | null;
  /** The options of the audit, including defaults. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The ID of the schedule that started it. */
  readonly schedule: string | null;
  /** When the server accepted it. */
  readonly createdAt: string;
  /** When it was first started. */
  readonly startedAt: string | null;
  /** When it ended. */
  readonly finishedAt: string | null;
  /** The estimated end; null if unknown. */
  readonly estimatedEndAt: string | null;
  /** When the audit and its report are deleted. */
  readonly expiresAt: string;
  /** The URL of the report, once the audit has ended. */
  readonly reportUrl: string | null;
  /** The URL of its events. */
  readonly eventsUrl: string;
  /** Why it failed, as a problem document. */
  readonly problem: Readonly<Record<string, unknown>> | null;
};

/** You sent a test event. */
export type WebhookTestEvent = {
  readonly type: "webhook.test";
  /** When it happened, in UTC. */
  readonly timestamp: string;
  /** The mode of the key that made the object. */
  readonly mode: "live" | "test";
  /** The object that it is about, as its own URL returns it. */
  readonly data: WebhookMessage;
};

/** The data of events that try out an endpoint. */
export type WebhookMessage = {
  /** A sentence that says what to do. */
  readonly message: string;
  /** The ID of the endpoint. */
  readonly endpoint: string;
};

/** An endpoint has a new URL. */
export type WebhookVerificationEvent = {
  readonly type: "webhook.verification";
  /** When it happened, in UTC. */
  readonly timestamp: string;
  /** The mode of the key that made the object. */
  readonly mode: "live" | "test";
  /** The object that it is about, as its own URL returns it. */
  readonly data: WebhookMessage;
};

/** A URL that shows the events of one object. */
export type EventLink = {
  /** The URL of the events. It needs no key. */
  readonly eventsUrl: string;
  /** When the URL expires. */
  readonly expiresAt: string;
};

/** The report of a crawl. */
export type SeoSiteReport = {
  /** The URL that the crawl began with. */
  readonly startUrl: string;
  /** The host names that belong to the site. */
  readonly hosts: readonly (string)[];
  /** The time of the start (ISO 8601). */
  readonly startedAt: string;
  /** The time of the end; null if the crawl has not ended. */
  readonly finishedAt: string | null;
  /** `complete`: every URL was read. `page-limit`, `url-limit`: a limit was reached. `unreachable`: the site stopped responding. `robots`: robots.txt forbids the start URL. Null: the crawl has not ended. */
  readonly ending: "complete" | "page-limit" | "url-limit" | "unreachable" | "robots" | null;
  /** The size of the site. */
  readonly totals: {
    /** Known URLs of the site. */
    readonly urls: number;
    /** URLs with a 2xx response. Each costs one call. */
    readonly pages: number;
    /** HTML pages among them. */
    readonly htmlPages: number;
    /** HTML pages that search engines may index: no noindex, and no canonical URL that leads to another page. */
    readonly indexable: number;
    /** URLs that redirect. */
    readonly redirects: number;
    /** URLs of the site with status 4xx or 5xx, or without a response. */
    readonly broken: number;
    /** Known URLs of other sites. */
    readonly external: number;
    /** Images, scripts, style sheets and URLs of other sites that were requested. */
    readonly resources: number;
    /** Bytes of all pages after decompression. */
    readonly bytes: number;
  };
  /** Known URLs of the site that were not requested, by reason. */
  readonly skipped: {
    /** Forbidden by robots.txt. */
    readonly robots: number;
    /** Left out by `include` or `exclude`. */
    readonly pattern: number;
    /** Further away than `maxDepth`. */
    readonly depth: number;
    /** Linked only with nofollow. */
    readonly nofollow: number;
    /** Part of a set of URLs without end. */
    readonly trap: number;
    /** Beyond the limit of pages or URLs. */
    readonly limit: number;
  };
  /** URLs of the site by status. */
  readonly statuses: readonly ({
    /** HTTP status; null without a response. */
    readonly status: number | null;
    /** URLs with it. */
    readonly count: number;
  })[];
  /** Pages by the least number of clicks from the start URL. */
  readonly depths: readonly ({
    /** Clicks from the start URL; null if no link leads there. */
    readonly depth: number | null;
    /** Pages at that depth. */
    readonly count: number;
  })[];
  /** Scores of the page audit, see `/seo/checks`. */
  readonly score: {
    /** The mean score of all HTML pages; null without any. */
    readonly average: number | null;
    /** The pages with the lowest score, at most 10. */
    readonly lowest: readonly (SeoSiteRankedUrl)[];
  };
  /** Issues of the site, most severe first. */
  readonly issues: readonly (SeoSiteIssue)[];
  /** Findings of the page audit by check, most frequent first. */
  readonly checks: readonly ({
    /** The ID of the check in `/seo/checks`. */
    readonly check: string;
    /** Pages with the finding. */
    readonly pages: number;
    /** Some of them, at most 10. */
    readonly examples: readonly (string)[];
  })[];
  /** Issues by kind of URL, most pages first, at most 50. */
  readonly templates: readonly ({
    /** URLs with variable parts in braces, such as `/product/{slug}`. */
    readonly pattern: string;
    /** HTML pages with such a URL. */
    readonly pages: number;
    /** One of them. */
    readonly example: string;
    /** Issues of these pages, most frequent first, at most 20. */
    readonly issues: readonly ({
      /** The ID of the issue. */
      readonly id: string;
      /** Pages with it. */
      readonly count: number;
    })[];
  })[];
  /** Internal links. */
  readonly links: {
    /** Links between pages of the site, one for each pair of pages. */
    readonly internal: number;
    /** The pages that most pages link to, at most 10. */
    readonly mostLinked: readonly (SeoSiteRankedUrl)[];
    /** The indexable pages that fewest pages link to, at most 10. */
    readonly leastLinked: readonly (SeoSiteRankedUrl)[];
  };
  /** The pages with the longest time to the first byte, in milliseconds, at most 20. */
  readonly slowest: readonly (SeoSiteRankedUrl)[];
  /** Sitemaps, at most 500. */
  readonly sitemaps: readonly ({
    /** The URL of the file. */
    readonly url: string;
    /** Its HTTP status; null without a response. */
    readonly status: number | null;
    /** URLs that it lists. */
    readonly urls: number;
    /** Why it could not be read; null if it could. */
    readonly error: string | null;
  })[];
  /** robots.txt of each host. */
  readonly robotsTxt: readonly ({
    /** Scheme, host and port. */
    readonly origin: string;
    /** Its HTTP status; null without a response. */
    readonly status: number | null;
    /** `unreachable`: nothing on this host may be read. */
    readonly state: "parsed" | "absent" | "unreachable";
    /** The Crawl-delay for this crawler; null without one. */
    readonly crawlDelaySeconds: number | null;
  })[];
  /** Sets of URLs without end. The crawl read some and skipped the rest. */
  readonly traps: readonly ({
    /** The kind of URL. */
    readonly pattern: string;
    /** Why it has no end. */
    readonly kind: "calendar" | "chain" | "repeating-path" | "parameters" | "session";
    /** An example. */
    readonly example: string;
  })[];
};

/** A URL with the value that it is ranked by. */
export type SeoSiteRankedUrl = {
  /** The URL. */
  readonly url: string;
  /** Its value. */
  readonly value: number;
};

/** An issue of a site, with the places where it occurs. */
export type SeoSiteIssue = {
  /** The ID of the issue. It never changes. */
  readonly id: string;
  /** The severity of the issue. A notice may be intended. */
  readonly severity: "blocker" | "critical" | "high" | "medium" | "low" | "notice";
  /** The issue as a short sentence. */
  readonly title: string;
  /** How to fix it. */
  readonly remedy: string;
  /** The number of all items. */
  readonly count: number;
  /** The items in order of URL, at most 100. */
  readonly items: readonly (SeoSiteIssueItem)[];
};

/** One place where a site has an issue. */
export type SeoSiteIssueItem = {
  /** The URL that has the issue. For duplicates, the first page of the group. */
  readonly url: string;
  /** What was found, such as the status, the text or the language. */
  readonly detail: string;
  /** Other URLs of the item, at most 10: pages that link to a broken URL, pages with the same title, hops of a redirect. */
  readonly related: readonly (string)[];
  /** The number of all related URLs. */
  readonly relatedCount: number;
};

/** The difference between two crawls. */
export type SeoSiteComparison = {
  /** Whether there are new items of an issue that is not a notice, or the average score is lower by 1 or more. */
  readonly isWorse: boolean;
  /** New items of all issues but notices. */
  readonly newCount: number;
  /** Fixed items of all issues but notices. */
  readonly fixedCount: number;
  /** Items of all issues but notices that are in both. */
  readonly remainingCount: number;
  /** Average scores of the page audit. */
  readonly score: {
    /** The average score before. */
    readonly before: number | null;
    /** The average score now. */
    readonly after: number | null;
  };
  /** Pages that were not there before. */
  readonly addedPages: {
    /** All of them. */
    readonly count: number;
    /** At most 100. */
    readonly urls: readonly (string)[];
  };
  /** Pages that are gone. */
  readonly removedPages: {
    /** All of them. */
    readonly count: number;
    /** At most 100. */
    readonly urls: readonly (string)[];
  };
  /** Issues with new or fixed items, most severe first. */
  readonly issues: readonly (SeoSiteIssueChange)[];
};

/** How an issue changed between two crawls. */
export type SeoSiteIssueChange = {
  /** The ID of the issue. */
  readonly id: string;
  /** The severity of the issue. */
  readonly severity: "blocker" | "critical" | "high" | "medium" | "low" | "notice";
  /** The issue as a short sentence. */
  readonly title: string;
  /** Items before. */
  readonly before: number;
  /** Items now. */
  readonly after: number;
  /** Items that were not there before. */
  readonly newCount: number;
  /** Items that are gone, on URLs that were read again or no longer exist. */
  readonly fixedCount: number;
  /** Items in both. */
  readonly remainingCount: number;
  /** New items, at most 100. */
  readonly newItems: readonly (SeoSiteIssueItem)[];
  /** Fixed items, at most 100. */
  readonly fixedItems: readonly (SeoSiteIssueItem)[];
};

/** A report that anyone with its link can read. */
export type SharedReport = {
  /** The ID of the shared report. */
  readonly id: string;
  /** The URL that was audited. */
  readonly url: string;
  /** When the link was created. */
  readonly createdAt: string;
  /** When the link expires. */
  readonly expiresAt: string;
};

/** A schedule that audits a site every day or week. */
export type SiteAuditSchedule = {
  /** The ID of the schedule. */
  readonly id: string;
  /** Always `live`: test keys cannot create or read schedules. */
  readonly mode: "live";
  /** The start URL. */
  readonly url: string;
  /** How often it starts an audit. */
  readonly every: "daily" | "weekly";
  /** The options of its audits, including defaults. */
  readonly options: Readonly<Record<string, unknown>>;
  /** When it was created. */
  readonly createdAt: string;
  /** When it starts the next audit. */
  readonly nextAt: string;
};

/** An endpoint that receives events. */
export type Webhook = {
  /** The ID of the endpoint. */
  readonly id: string;
  /** The URL that events are sent to. */
  readonly url: string;
  /** Whether it gets events of live or of test keys. */
  readonly mode: "live" | "test";
  /** The types of events that are sent; null for all. */
  readonly events: readonly ("job.succeeded" | "job.failed" | "job.canceled" | "batch.completed" | "site-audit.completed")[] | null;
  /** Whether events are sent to it. */
  readonly enabled: boolean;
  /** Why it is off: you turned it off, it returned 410, or it failed for 5 days. Null while it is on. */
  readonly disabledReason: "owner" | "gone" | "failing" | null;
  /** When attempts began to fail; null if the last one succeeded or none was made. */
  readonly failingSince: string | null;
  /** Whether its URL has accepted the `webhook.verification` event. Until then, other events wait. */
  readonly verified: boolean;
  /** When events stop being signed with the old secret; null after that. */
  readonly formerSecretUntil: string | null;
  /** When it was created, in UTC. */
  readonly createdAt: string;
};

export type ManagedWebhook = {
  /** The ID of the endpoint. */
  readonly id: string;
  /** The URL that events are sent to. */
  readonly url: string;
  /** Whether it gets events of live or of test keys. */
  readonly mode: "live" | "test";
  /** The types of events that are sent; null for all. */
  readonly events: readonly ("job.succeeded" | "job.failed" | "job.canceled" | "batch.completed" | "site-audit.completed")[] | null;
  /** Whether events are sent to it. */
  readonly enabled: boolean;
  /** Why it is off: you turned it off, it returned 410, or it failed for 5 days. Null while it is on. */
  readonly disabledReason: "owner" | "gone" | "failing" | null;
  /** When attempts began to fail; null if the last one succeeded or none was made. */
  readonly failingSince: string | null;
  /** Whether its URL has accepted the `webhook.verification` event. Until then, other events wait. */
  readonly verified: boolean;
  /** When events stop being signed with the old secret; null after that. */
  readonly formerSecretUntil: string | null;
  /** When it was created, in UTC. */
  readonly createdAt: string;
  /** The signing secret: `whsec_` and Base64. It is shown only once. Null in a repeated response (`Idempotency-Replayed: true`). */
  readonly secret: string | null;
};

/** The delivery of one event to one endpoint. */
export type WebhookDelivery = {
  /** The ID of the event, as in `webhook-id`. */
  readonly event: string;
  /** The type of the event. */
  readonly type: string;
  /** `pending` events will be sent. `failed` ones are not sent again unless you resend them. */
  readonly state: "pending" | "delivered" | "failed";
  /** When the event happened, in UTC. */
  readonly createdAt: string;
  /** When it is attempted next; null if it is not pending. */
  readonly nextAttemptAt: string | null;
  /** The attempts, newest first, up to 20. */
  readonly attempts: readonly (WebhookAttempt)[];
};

/** One attempt to deliver an event. */
export type WebhookAttempt = {
  /** When it began, in UTC. */
  readonly startedAt: string;
  /** The status of the response; null without a response. */
  readonly status: number | null;
  /** Headers of the response by lowercase name, up to 200 characters each: allow, cf-ray, content-encoding, content-length, content-type, date, location without its query, retry-after, server, via, x-amzn-requestid, x-request-id. Others are not stored. null without a response, and if it is not stored anymore. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The first 1,000 bytes of the response body as text. U+FFFD replaces invalid bytes and control characters. null if it is empty or compressed, without a response, and if it is not stored anymore: the newest 10,000 responses of an account are. */
  readonly responseBody: string | null;
  /** Whether the response body is longer than `responseBody`, or did not end within 1 s. */
  readonly responseTruncated: boolean;
  /** Why there was no response, such as `upstream-timeout`; null if there was one. */
  readonly error: string | null;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** When the next attempt was scheduled; null if none was. */
  readonly nextAttemptAt: string | null;
};

export type Key = {
  /** The ID of the key. */
  readonly id: string;
  /** The name of the key. */
  readonly name: string;
  /** Its prefix and its last four characters. */
  readonly hint: string;
  /** `test`: calls get sample responses and cost nothing. */
  readonly mode: "live" | "test";
  /** The APIs that it works for, and `keys` or `webhooks` if it manages those; null for all APIs. */
  readonly apis: readonly (string)[] | null;
  /** The IP addresses and networks from which it works; null for all. */
  readonly allowedIps: readonly (string)[] | null;
  /** When it was created, in UTC. */
  readonly createdAt: string;
  /** When it stops working: its expiry, or the end of its rotation if that is earlier. */
  readonly expiresAt: string | null;
  /** Whether a new key replaced it. */
  readonly isRotated: boolean;
  /** When it was revoked; null if it was not. */
  readonly revokedAt: string | null;
  /** The last day on which it was used (UTC). */
  readonly lastUsedOn: string | null;
  /** Deadline to undo its revocation or rotation; null if it cannot be undone. */
  readonly undoUntil: string | null;
};

export type ManagedKey = {
  /** The ID of the key. */
  readonly id: string;
  /** The name of the key. */
  readonly name: string;
  /** Its prefix and its last four characters. */
  readonly hint: string;
  /** `test`: calls get sample responses and cost nothing. */
  readonly mode: "live" | "test";
  /** The APIs that it works for, and `keys` or `webhooks` if it manages those; null for all APIs. */
  readonly apis: readonly (string)[] | null;
  /** The IP addresses and networks from which it works; null for all. */
  readonly allowedIps: readonly (string)[] | null;
  /** When it was created, in UTC. */
  readonly createdAt: string;
  /** When it stops working: its expiry, or the end of its rotation if that is earlier. */
  readonly expiresAt: string | null;
  /** Whether a new key replaced it. */
  readonly isRotated: boolean;
  /** When it was revoked; null if it was not. */
  readonly revokedAt: string | null;
  /** The last day on which it was used (UTC). */
  readonly lastUsedOn: string | null;
  /** Deadline to undo its revocation or rotation; null if it cannot be undone. */
  readonly undoUntil: string | null;
  /** The key. It is shown only once; only its hash is stored. Null in a repeated response (`Idempotency-Replayed: true`). */
  readonly key: string | null;
};

export interface UuidV4Input {
  /** The number of UUIDs: an integer from 1 to 100. */
  readonly n?: number;
  /** The notation: `canonical` (8-4-4-4-12), `urn`, `braces`, `hex`, `base64url`, `base58` (Bitcoin's alphabet) or `ulid` (Crockford's Base32). `hex`, `base58` and `ulid` sort like the UUIDs. */
  readonly format?: "canonical" | "urn" | "braces" | "hex" | "base64url" | "base58" | "ulid";
}

export interface UuidV7Input {
  /** The number of UUIDs: an integer from 1 to 100. */
  readonly n?: number;
  /** The notation: `canonical` (8-4-4-4-12), `urn`, `braces`, `hex`, `base64url`, `base58` (Bitcoin's alphabet) or `ulid` (Crockford's Base32). `hex`, `base58` and `ulid` sort like the UUIDs. */
  readonly format?: "canonical" | "urn" | "braces" | "hex" | "base64url" | "base58" | "ulid";
}

export interface UuidValidateInput {
  /** The string to check, percent-encoded if necessary. */
  readonly uuid: string;
}

export interface UuidValidateBatchInput {
  /** The strings to check: 1 to 1,000, in a body of at most 64 KB. */
  readonly uuids: readonly (string)[];
}

export interface UuidDecodeInput {
  /** The UUID to decode, percent-encoded if necessary. */
  readonly uuid: string;
}

export interface UuidHealthInput {
}

export interface SeoAuditInput {
  /** The URL of the page: http or https, percent-encoded. It must be on the public internet. */
  readonly url: string;
  /** Whether to check links, images and other URLs on the page. */
  readonly links?: "skip" | "check";
  /** A word or phrase. `content.keyword` shows where the page uses it. Never scored. */
  readonly keyword?: string;
  /** The fields of the JSON response to return, such as `score,title,findings`. Default: all. */
  readonly fields?: string | readonly ("url" | "finalUrl" | "fetchedAt" | "status" | "contentHash" | "checksVersion" | "score" | "indexability" | "fetch" | "robotsTxt" | "rendering" | "title" | "metaDescription" | "canonical" | "robots" | "lang" | "dir" | "viewport" | "favicon" | "headings" | "content" | "images" | "links" | "resources" | "openGraph" | "twitter" | "socialImage" | "structuredData" | "hreflang" | "preview" | "findings" | "passed" | "notApplicable" | "share")[];
  /** `auto` renders pages that need scripts and audits the result, if this server has a browser. */
  readonly render?: "off" | "auto";
  /** The format of the response. Overrides the `Accept` header. */
  readonly format?: "json" | "html";
  /** `true` adds a link to the report as a page. Anyone with the link can open it for 7 days. */
  readonly share?: boolean;
}

export interface SeoMetaInput {
  /** The URL of the page: http or https, percent-encoded. It must be on the public internet. */
  readonly url: string;
}

export interface SeoChecksInput {
}

export type PdfExtractInput = {
  /** The pages to extract: page numbers and ranges separated by commas, such as 1-5,8,-1 (the last page). Default: all. At most 2,000 per call, or fewer if your plan limits them. */
  readonly pages?: string;
  /** The password of an encrypted file. Send it in the request body, because URLs end up in logs. */
  readonly password?: string;
  /** Details to add to the text, separated by commas: `tables`, `words`, `outline`, `metadata`, `links`, `forms`, `annotations`, `attachments`. */
  readonly include?: string | readonly ("tables" | "words" | "outline" | "metadata" | "links" | "forms" | "annotations" | "attachments")[];
  /** `join` joins words that are hyphenated at the end of a line; `keep` leaves them unchanged. */
  readonly hyphens?: "join" | "keep";
  /** `markdown` returns Markdown with headings, lists, tables and links, as `Accept: text/markdown` does. */
  readonly format?: "text" | "markdown";
  /** With `include=tables`: `csv` or `html` adds each table in that format, besides its cells. */
  readonly tableFormat?: "cells" | "csv" | "html";
  /** `reading` arranges columns, rows and superscripts in reading order. `raw` keeps the order of the file's content. `spatial` keeps positions on the page with spaces; for plain text only. */
  readonly layout?: "reading" | "raw" | "spatial";
  /** `drop` removes running headers and footers: lines repeated at the edge of several pages. */
  readonly headers?: "keep" | "drop";
  /** `auto` runs OCR on pages without usable text (`kind` is `scan` or `garbled`), `force` on all pages. OCR must be enabled on the server. Pages read by OCR cost more; a dry run shows the cost. */
  readonly ocr?: "off" | "auto" | "force";
  /** The OCR language, such as `eng` or `deu+eng`. The operator sets the default. */
  readonly ocrLanguage?: string;
  /** `true` returns the file's details and the cost of the call without the text. Free. */
  readonly dryRun?: boolean;
} & (
  | {
      readonly file: FileInput;
      readonly url?: undefined;
    }
  | {
      /** The URL of the PDF, instead of a file. */
      readonly url: string;
      readonly file?: undefined;
    }
);

export type ImagesRemoveBackgroundInput = {
  /** `auto` uses the operator's model if one is set, otherwise the built-in engine. Or choose `builtin` or an installed model by name. `classic` is deprecated: it is the same as `builtin` and will be removed in a later release. */
  readonly engine?: string;
  /** The output format. `auto` follows the `Accept` header and defaults to PNG. `jpg` requires a background. `zip` contains `color.jpg` and `alpha.png`. */
  readonly format?: "auto" | "png" | "webp" | "jpg" | "jpeg" | "zip";
  /** `json` returns the image as Base64 with details. `auto` does so only for `Accept: application/json`. */
  readonly response?: "auto" | "image" | "json";
  /** The maximum output size: `preview`, `small` and `regular` 0.25 megapixels, `medium` 1.5, `hd` 4, `4k` 10; `full`, `auto` and `50MP` as sent. Images are never enlarged. */
  readonly size?: "full" | "auto" | "50MP" | "preview" | "small" | "regular" | "medium" | "hd" | "4k";
  /** `rgba` returns the transparent image, `alpha` the mask as grayscale, `background` the image without the subject. */
  readonly channels?: "rgba" | "alpha" | "background";
  /** Whether to crop the image to the subject. */
  readonly crop?: boolean;
  /** The margin around the cropped subject: one, two or four lengths, in the order of CSS (vertical, horizontal; top, right, bottom, left). Each is up to 500px, or up to 50% of the subject, such as `10%` or `20px 40px`. */
  readonly cropMargin?: string;
  /** The size of the subject: `10%` to `100%` of the canvas, or `original`. */
  readonly scale?: string;
  /** The position of the subject: `original`, `center`, or one or two percentages from 0% to 100%, horizontal first. Defaults to `center` if `scale` is set. */
  readonly position?: string;
  /** The region of the subject: left, top, right, bottom, each in px or %, such as `10% 10% 90% 100%`. Everything outside is background. */
  readonly roi?: string;
  /** The background color: 3, 4, 6 or 8 hexadecimal digits with or without #, or a CSS color name. */
  readonly bgColor?: string;
  /** The URL of a background image to place behind the subject. It fills the canvas. */
  readonly bgImageUrl?: string;
  /** Whether to add a soft shadow under the subject. */
  readonly shadow?: boolean;
  /** The opacity of the shadow, in percent. */
  readonly shadowOpacity?: number;
  /** Whether to remove the old background's color from soft edges. */
  readonly decontaminate?: boolean;
  /** Softens the edge by this many pixels. */
  readonly feather?: number;
  /** Holes inside the subject: `auto` fills specks, `keep` fills none, `fill` fills all. */
  readonly holes?: "auto" | "keep" | "fill";
  /** Accepted for remove.bg compatibility; ignored. */
  readonly type?: string;
  /** Accepted for remove.bg compatibility; ignored. */
  readonly typeLevel?: string;
  /** Accepted for remove.bg compatibility; ignored. */
  readonly semitransparency?: boolean;
  /** Background image file to place behind the subject. */
  readonly bgImage?: FileInput;
} & (
  | {
      readonly image: FileInput;
      readonly url?: undefined;
    }
  | {
      /** The URL of the image, instead of a file. */
      readonly url: string;
      readonly image?: undefined;
    }
);

export interface ProfilesProfileInput {
  /** The URL, such as `www.linkedin.com/in/ines-morrow`. Country hosts also work: `ie.linkedin.com`. */
  readonly url?: string;
  /** The last part of that URL: `ines-morrow`. Required unless `url` is set. */
  readonly username?: string;
  /** The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged. */
  readonly maxAge?: number;
}

export interface ProfilesCompanyInput {
  /** The last part of that URL: `example-works`. Required unless `url` is set. */
  readonly vanity?: string;
  /** The URL, such as `www.linkedin.com/company/example-works`. Country hosts also work: `ie.linkedin.com`. */
  readonly url?: string;
  /** The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged. */
  readonly maxAge?: number;
}

export interface ProductsProductInput {
  /** Ten letters and digits, or an ISBN. Required unless `url` is set. */
  readonly asin?: string;
  /** The URL of the product page. Sets both the marketplace and the ASIN. */
  readonly url?: string;
  /** One of `com`, `ca`, `com.mx`, `com.br`, `co.uk`, `de`, `fr`, `it`, `es`, `nl`, `com.be`, `ie`, `se`, `pl`, `com.tr`, `ae`, `sa`, `eg`, `co.za`, `in`, `co.jp`, `sg`, `com.au`, or the host or ID of one. Defaults to `com`, or the operator's choice. */
  readonly marketplace?: string;
  /** One of the marketplace's languages, as two letters. */
  readonly language?: string;
  /** The fields to return, separated by commas. `asin`, `requestedAsin`, `marketplace` and `completeness` are always returned. */
  readonly fields?: string | readonly ("asin" | "requestedAsin" | "parentAsin" | "marketplace" | "url" | "language" | "title" | "brand" | "bylineRaw" | "contributors" | "offerState" | "isDigital" | "price" | "priceRange" | "listPrice" | "regularPrice" | "discountPercent" | "unitPrice" | "shipping" | "priceNote" | "availability" | "offers" | "seller" | "shipsFrom" | "deliveryLocation" | "rating" | "reviews" | "images" | "bullets" | "description" | "details" | "identifiers" | "breadcrumbs" | "bestSellerRanks" | "variants" | "badges" | "boughtPastMonth" | "hasAplus" | "completeness" | "sources")[];
  /** The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged. */
  readonly maxAge?: number;
  /** Whether to include the reviews on the page. */
  readonly reviews?: boolean;
}

export interface JobsListInput {
  /** The `next` value of the previous page. */
  readonly after?: string;
  /** The number of entries in a page, 1 to 100. */
  readonly limit?: number;
}



export interface JobsLinkInput {
  /** Seconds until the link expires. It expires with the result at the latest. */
  readonly expiresIn?: number;
}

export interface JobsEventLinkInput {
  /** Seconds until the URL expires. */
  readonly expiresIn?: number;
}

export interface BatchesListInput {
  /** The `next` value of the previous page. */
  readonly after?: string;
  /** The number of entries in a page, 1 to 100. */
  readonly limit?: number;
}



export interface BatchesLinkInput {
  /** Seconds until the link expires. It expires with the result at the latest. */
  readonly expiresIn?: number;
  /** `zip`: a ZIP file with every response. `ndjson`: one JSON line for each job. */
  readonly format?: "zip" | "ndjson";
}

export interface BatchesEventLinkInput {
  /** Seconds until the URL expires. */
  readonly expiresIn?: number;
}

export interface SiteAuditsCreateInput {
  /** The start URL, usually the home page: http or https. It must be on the public internet. */
  readonly url: string;
  /** The maximum number of pages to read. Each costs one call. */
  readonly maxPages?: number;
  /** The maximum clicks from the start URL to a page. */
  readonly maxDepth?: number;
  /** Whether subdomains belong to the site. The host with `www.` and the one without always do. */
  readonly subdomains?: boolean;
  /** Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end. */
  readonly include?: string | readonly (string)[];
  /** Skips URLs that match one of these patterns, separated by commas. */
  readonly exclude?: string | readonly (string)[];
  /** Milliseconds between two requests to one host. A longer `Crawl-delay` in robots.txt takes precedence. */
  readonly delayMs?: number;
  /** Also checks images, scripts, style sheets and links to other sites. Free. */
  readonly checkLinks?: boolean;
  /** Also creates a schedule that repeats the audit. */
  readonly every?: "daily" | "weekly";
}

export interface SiteAuditsListInput {
  /** The `next` value of the previous page. */
  readonly after?: string;
  /** The number of entries in a page, 1 to 100. */
  readonly limit?: number;
}


export interface SiteAuditsReportInput {
  /** The format of the report. Overrides the `Accept` header. */
  readonly format?: "json" | "csv" | "zip" | "xlsx" | "html";
  /** The table of a CSV file. */
  readonly table?: "issues" | "pages" | "links" | "templates" | "sitemaps";
  /** `screaming-frog`: the columns of Screaming Frog's export "Internal: All". Only for XLSX, which then has one sheet, and for CSV with `table=pages`. */
  readonly columns?: "screaming-frog";
  /** JSON only: maximum entries of each list, such as the URLs of an issue. Issues and checks stay complete. Default: all. */
  readonly items?: number;
}

export interface SiteAuditsCompareInput {
  /** The ID of the earlier audit. */
  readonly with: string;
}




export interface SiteAuditsEventLinkInput {
  /** Seconds until the URL expires. */
  readonly expiresIn?: number;
}

export interface SharedReportsListInput {
  /** The `next` value of the previous page. */
  readonly after?: string;
  /** The number of entries in a page, 1 to 100. */
  readonly limit?: number;
}


export interface SiteAuditSchedulesCreateInput {
  /** The start URL, usually the home page: http or https. It must be on the public internet. */
  readonly url: string;
  /** The maximum number of pages to read. Each costs one call. */
  readonly maxPages?: number;
  /** The maximum clicks from the start URL to a page. */
  readonly maxDepth?: number;
  /** Whether subdomains belong to the site. The host with `www.` and the one without always do. */
  readonly subdomains?: boolean;
  /** Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end. */
  readonly include?: string | readonly (string)[];
  /** Skips URLs that match one of these patterns, separated by commas. */
  readonly exclude?: string | readonly (string)[];
  /** Milliseconds between two requests to one host. A longer `Crawl-delay` in robots.txt takes precedence. */
  readonly delayMs?: number;
  /** Also checks images, scripts, style sheets and links to other sites. Free. */
  readonly checkLinks?: boolean;
  /** How often to start an audit. */
  readonly every: "daily" | "weekly";
}




export interface WebhooksCreateInput {
  /** An https URL on the public internet. Redirects are not followed. */
  readonly url: string;
  /** `live`: events of live keys. `test`: events of test keys. */
  readonly mode?: "live" | "test";
  /** The events to send, separated by commas: `job.succeeded`, `job.failed`, `job.canceled`, `batch.completed`, `site-audit.completed`. A new endpoint gets all types by default. */
  readonly events?: string | readonly ("job.succeeded" | "job.failed" | "job.canceled" | "batch.completed" | "site-audit.completed")[];
}


export interface WebhooksUpdateInput {
  /** An https URL on the public internet. Redirects are not followed. */
  readonly url?: string;
  /** The events to send, separated by commas: `job.succeeded`, `job.failed`, `job.canceled`, `batch.completed`, `site-audit.completed`. A new endpoint gets all types by default. */
  readonly events?: string | readonly ("job.succeeded" | "job.failed" | "job.canceled" | "batch.completed" | "site-audit.completed")[];
  /** Whether events are sent to it. */
  readonly enabled?: boolean;
}




export interface WebhooksDeliveriesInput {
  /** Only deliveries in this state. */
  readonly state?: "pending" | "delivered" | "failed";
  /** The `next` value of the previous page. */
  readonly after?: string;
  /** The number of entries in a page, 1 to 100. */
  readonly limit?: number;
}


export interface WebhooksReplayInput {
  /** Events from this time on, as an ISO 8601 date (00:00 UTC) or time with an offset. */
  readonly since: string;
}


export interface KeysCreateInput {
  /** A name for the key: 1 to 40 letters, digits, spaces, dots or hyphens. */
  readonly name?: string;
  /** The APIs that the key works for, separated by commas. Default: all. `webhooks` adds the management of webhook endpoints. */
  readonly apis?: string | readonly ("seo" | "pdf" | "images" | "profiles" | "products" | "webhooks")[];
  /** `live`, or `test`: calls are validated, get sample responses and cost nothing. */
  readonly mode?: "live" | "test";
  /** When the key stops working, as an ISO 8601 date (00:00 UTC) or time with an offset. Default: never. */
  readonly expiresAt?: string;
  /** IP addresses and CIDR networks (IPv4, IPv6) from which the key works, separated by commas: at most 50. Default: all. */
  readonly allowedIps?: string | readonly (string)[];
}

export interface KeysUpdateInput {
  /** A new name for the key. */
  readonly name?: string;
  /** When the key stops working, as an ISO 8601 date (00:00 UTC) or time with an offset. Default: never. */
  readonly expiresAt?: string;
  /** IP addresses and CIDR networks (IPv4, IPv6) from which the key works, separated by commas: at most 50. Default: all. */
  readonly allowedIps?: string | readonly (string)[];
}

export interface KeysRollInput {
  /** How long the old key keeps working. `0` ends it at once. */
  readonly grace?: "0" | "1h" | "24h" | "7d";
}


/** The resources of the platform and their actions. */
export interface Resources {
  /** Calls that run in the background. */
  readonly jobs: {
    /** List jobs, newest first. Returns jobs that are not part of a batch, for the APIs in the scope of the key. `GET /batches/{id}/results` returns those of a batch. */
    list(input?: JobsListInput, options?: CallOptions): Promise<{
      /** The jobs of the account. */
      readonly jobs: readonly (Job)[];
      /** Pass it as `after` to get the next page. Null on the last page. */
      readonly next: string | null;
    }>;
    /** Read the state of a job. To create a job, send any call that needs a key with `Prefer: respond-async`. The response is 202 with this object, and its `Location` is this URL. */
    get(id: string, options?: CallOptions): Promise<Job>;
    /** Cancel or delete a job. Cancels a job that is queued or running: it costs nothing. Deletes the result of a job that has ended. */
    delete(id: string, options?: CallOptions): Promise<Job>;
    /** Create a link to the result of a job. The link works without a key: anyone who has it can download the result until the link expires. To revoke it, delete the result with `DELETE /jobs/{id}`. */
    link(id: string, input?: JobsLinkInput, options?: CallOptions): Promise<{
      /** The URL of the result. */
      readonly url: string;
      /** When the link expires. */
      readonly expiresAt: string;
    }>;
    /** Create an event URL for a job. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends. */
    eventLink(id: string, input?: JobsEventLinkInput, options?: CallOptions): Promise<EventLink>;
  };
  /** Many calls of one operation that run in the background. */
  readonly batches: {
    /** List batches, newest first. */
    list(input?: BatchesListInput, options?: CallOptions): Promise<{
      /** The batches of the account. */
      readonly batches: readonly (Batch)[];
      /** Pass it as `after` to get the next page. Null on the last page. */
      readonly next: string | null;
    }>;
    /** Read the progress of a batch. */
    get(id: string, options?: CallOptions): Promise<Batch>;
    /** Cancel or delete a batch. Cancels the jobs that have not ended: they cost nothing. Deletes the results of a batch whose jobs have all ended. */
    delete(id: string, options?: CallOptions): Promise<Batch>;
    /** Create a link to the results of a batch. Until the link expires, anyone who has it can download the results of ended jobs without a key. To revoke it, delete the results with `DELETE /batches/{id}`. */
    link(id: string, input?: BatchesLinkInput, options?: CallOptions): Promise<{
      /** The URL of the result. */
      readonly url: string;
      /** When the link expires. */
      readonly expiresAt: string;
    }>;
    /** Create an event URL for a batch. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends. */
    eventLink(id: string, input?: BatchesEventLinkInput, options?: CallOptions): Promise<EventLink>;
  };
  /** Audits of all pages of a site, with their reports. */
  readonly siteAudits: {
    /** Audit all pages of a site. Crawls the site from the start URL and its sitemaps, follows its robots.txt, and runs the checks of `/seo/audit` on each page. Each page with a 2xx response costs one call, when it is read. If the quota is used up, the audit ends, and its report covers the pages read so far. */
    create(input: SiteAuditsCreateInput, options?: CallOptions): Promise<SiteAudit>;
    /** List site audits, newest first. */
    list(input?: SiteAuditsListInput, options?: CallOptions): Promise<{
      /** The site audits of the account. */
      readonly siteAudits: readonly (SiteAudit)[];
      /** Pass it as `after` to get the next page. Null on the last page. */
      readonly next: string | null;
    }>;
    /** Read the progress of a site audit. */
    get(id: string, options?: CallOptions): Promise<SiteAudit>;
    /** Read the report of a site audit. Returns the report as JSON, CSV (one table), ZIP (every table as CSV), XLSX (a sheet for each table), or as a page to read and print. */
    report(id: string, input: SiteAuditsReportInput & { readonly format: string }, options?: CallOptions): Promise<SeoSiteReport | string | Blob>;
    report(id: string, input?: SiteAuditsReportInput, options?: CallOptions): Promise<SeoSiteReport>;
    /** Compare a site audit with an earlier one. Returns new and fixed issues, and added and removed pages. */
    compare(id: string, input: SiteAuditsCompareInput, options?: CallOptions): Promise<SeoSiteComparison>;
    /** Share the report of a site audit by a link. Anyone with the link can read the report as a page for 7 days. An audit has one link: later calls return it again. Deleting the audit revokes it. */
    share(id: string, options?: CallOptions): Promise<{
      /** The link. */
      readonly url: string;
      /** When it expires. */
      readonly expiresAt: string;
    }>;
    /** Revoke the link to the report of a site audit. */
    unshare(id: string, options?: CallOptions): Promise<SharedReport>;
    /** Cancel or delete a site audit. Cancels an audit that has not ended: it keeps its charges and the report of the pages that were read. Deletes an audit that has ended. */
    delete(id: string, options?: CallOptions): Promise<SiteAudit>;
    /** Create an event URL for a site audit. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends. */
    eventLink(id: string, input?: SiteAuditsEventLinkInput, options?: CallOptions): Promise<EventLink>;
  };
  /** Reports that anyone with the link can open. */
  readonly sharedReports: {
    /** List shared reports, newest first. Lists shared reports of site audits and of `/seo/audit` with `share=true` until their links expire. An account can have up to 1,000 shared reports with a total of 100 MB. */
    list(input?: SharedReportsListInput, options?: CallOptions): Promise<{
      /** The shared reports of the account. */
      readonly reports: readonly (SharedReport)[];
      /** Pass it as `after` to get the next page. Null on the last page. */
      readonly next: string | null;
    }>;
    /** Revoke the link to a report. */
    delete(id: string, options?: CallOptions): Promise<SharedReport>;
  };
  /** Site audits that are repeated daily or weekly. */
  readonly siteAuditSchedules: {
    /** Create a schedule. The first audit starts after one interval. You get an email when an audit finds new issues, or a lower score, compared with the one before. An account can have 20 schedules. */
    create(input: SiteAuditSchedulesCreateInput, options?: CallOptions): Promise<SiteAuditSchedule>;
    /** List the schedules of site audits. */
    list(options?: CallOptions): Promise<{
      /** The schedules of the account. */
      readonly schedules: readonly (SiteAuditSchedule)[];
    }>;
    /** Delete a schedule. Deletes the schedule. Its audits are kept. */
    delete(id: string, options?: CallOptions): Promise<SiteAuditSchedule>;
  };
  /** Endpoints that receive signed events, and the log of deliveries. Requires a key with the scope `webhooks`. */
  readonly webhooks: {
    /** List webhook endpoints, newest first. */
    list(options?: CallOptions): Promise<{
      /** All endpoints. */
      readonly webhooks: readonly (Webhook)[];
    }>;
    /** Create a webhook endpoint. Events are signed as specified by Standard Webhooks. An account has at most 10 endpoints, one for each URL. A new URL first gets a `webhook.verification` event; other events follow when it has responded with 2xx. */
    create(input: WebhooksCreateInput, options?: CallOptions): Promise<ManagedWebhook>;
    /** Read a webhook endpoint. */
    get(id: string, options?: CallOptions): Promise<Webhook>;
    /** Update a webhook endpoint. Changes its URL or events, or turns it on or off. Members that you leave out do not change. `null` as `events` means all types. */
    update(id: string, input?: WebhooksUpdateInput, options?: CallOptions): Promise<Webhook>;
    /** Delete a webhook endpoint. Its delivery log is deleted too. */
    delete(id: string, options?: CallOptions): Promise<{
      /** Always true. */
      readonly deleted: true;
    }>;
    /** Rotate a signing secret. For 24 hours, events are signed with both secrets. If you rotate it again within that time, the oldest secret stops working immediately. */
    roll(id: string, options?: CallOptions): Promise<ManagedWebhook>;
    /** Send a test event to a webhook endpoint. The event has the type `webhook.test`, or `webhook.verification` for a URL that is not verified. Its delivery is in the log. Limited to 10 per minute. */
    test(id: string, options?: CallOptions): Promise<{
      /** The ID of the test event. */
      readonly event: string;
    }>;
    /** List deliveries, newest first. Returns the deliveries of a webhook endpoint with their attempts. They are kept for 7 days. */
    deliveries(id: string, input?: WebhooksDeliveriesInput, options?: CallOptions): Promise<{
      /** The deliveries, newest first. */
      readonly deliveries: readonly (WebhookDelivery)[];
      /** Pass it as `after` to get the next page. Null on the last page. */
      readonly next: string | null;
    }>;
    /** Resend an event. The event keeps its ID. If an attempt fails, it is retried like the first delivery. */
    replayDelivery(id: string, event: string, options?: CallOptions): Promise<{
      /** The number of events that are sent again. */
      readonly replayed: number;
    }>;
    /** Resend failed events. Sends the events that failed since a time to the webhook endpoint again. They keep their IDs. */
    replay(id: string, input: WebhooksReplayInput, options?: CallOptions): Promise<{
      /** The number of events that are sent again. */
      readonly replayed: number;
    }>;
  };
  /** The API keys of the account. Only keys with the scope `keys` can manage them. */
  readonly keys: {
    /** List keys, newest first. */
    list(options?: CallOptions): Promise<{
      /** All keys. */
      readonly keys: readonly (Key)[];
    }>;
    /** Create a key. Requires a key with the scope `keys`. A retry with the same `Idempotency-Key` returns the same key without its secret. The new key cannot have the scope `keys`: create such a key on the account page. */
    create(input?: KeysCreateInput, options?: CallOptions): Promise<ManagedKey>;
    /** Update the name, expiry or allow-list of a key. Changes take effect within 5 s on every replica. Members that you leave out do not change. `null` removes an expiry or an allow-list. Scope and mode cannot be changed, nor can keys with the scope `keys`. */
    update(id: string, input?: KeysUpdateInput, options?: CallOptions): Promise<Key>;
    /** Rotate a key. Replaces the key with a new one of the same name, scope and limits. A retry with the same `Idempotency-Key` returns the new key without its secret. */
    roll(id: string, input?: KeysRollInput, options?: CallOptions): Promise<ManagedKey>;
    /** Revoke a key. Takes effect within 5 s on every replica. You can revoke any key of the account, including the one that sends the request. */
    revoke(id: string, options?: CallOptions): Promise<{
      /** Always true. */
      readonly revoked: true;
    }>;
  };
}
/** Every operation, by API. */
export interface Operations {
  /** Generate, validate and decode UUIDs (RFC 9562). Free, no key. */
  readonly uuid: {
    /** Random UUIDs (version 4). Returns a JSON array of `n` UUIDs with 122 random bits each. With `Accept: text/plain`, one per line. */
    v4(
      input: UuidV4Input,
      options: CallOptions<"text/plain"> & { readonly accept: "text/plain" },
    ): Promise<Answer<string>>;
    v4(input?: UuidV4Input, options?: CallOptions): Promise<Answer<UuidBatch>>;
    /** Time-ordered UUIDs (version 7). Returns a JSON array of `n` UUIDs in ascending order: 48 bits of milliseconds, a 26-bit counter, 48 random bits. With `Accept: text/plain`, one per line. */
    v7(
      input: UuidV7Input,
      options: CallOptions<"text/plain"> & { readonly accept: "text/plain" },
    ): Promise<Answer<string>>;
    v7(input?: UuidV7Input, options?: CallOptions): Promise<Answer<UuidBatch>>;
    /** Validate a UUID. Always returns 200. A string is valid if it has the format of RFC 9562, in any case, with the RFC's variant and a version from 1 to 8, or if it is the Nil or Max UUID. For an invalid string, it returns the reason, and the canonical form if only the notation is wrong. */
    validate(input: UuidValidateInput, options?: CallOptions): Promise<Answer<UuidVerdict>>;
    /** Validate up to 1,000 UUIDs. Returns the result of `GET /validate/{uuid}` for each string. Send a JSON object with `uuids`, a JSON array such as the response of `/v4`, or one string per line. */
    validateBatch(input: UuidValidateBatchInput, options?: CallOptions): Promise<Answer<UuidVerdicts>>;
    /** Decode a UUID. Returns version, variant and, for version 7, the creation time. Accepts any case, braces, `urn:uuid:` and 32 bare digits, and explains undefined versions. RFC 9562 recommends treating UUIDs as opaque: use this to inspect UUIDs, not in application logic. */
    decode(input: UuidDecodeInput, options?: CallOptions): Promise<Answer<UuidDecoded>>;
    /** Check that the process is alive. Use `/health/ready` to see whether the process accepts requests. */
    health(input?: UuidHealthInput, options?: CallOptions): Promise<Answer<Health>>;
  };
  /** SEO audit of any page: a score, with evidence and a fix for every finding. */
  readonly seo: {
    /** Audit a page. Runs the checks of `/seo/checks` on the page and its robots.txt. `links=check` adds those that request other URLs (links, images, translations, canonical URL, sitemap): for at most 5 seconds, with at most 20 requests to each other host. With `format=html`, or `Accept: text/html`, it returns the report as a printable page. */
    audit(
      input: SeoAuditInput,
      options: CallOptions<"text/html"> & { readonly accept: "text/html" },
    ): Promise<Answer<string>>;
    audit<const Field extends keyof SeoAudit>(
      input: SeoAuditInput & { readonly fields: readonly Field[] },
      options?: CallOptions,
    ): Promise<Answer<Pick<SeoAudit, Field>>>;
    audit(
      input: SeoAuditInput & { readonly fields: string | readonly ("url" | "finalUrl" | "fetchedAt" | "status" | "contentHash" | "checksVersion" | "score" | "indexability" | "fetch" | "robotsTxt" | "rendering" | "title" | "metaDescription" | "canonical" | "robots" | "lang" | "dir" | "viewport" | "favicon" | "headings" | "content" | "images" | "links" | "resources" | "openGraph" | "twitter" | "socialImage" | "structuredData" | "hreflang" | "preview" | "findings" | "passed" | "notApplicable" | "share")[] },
      options?: CallOptions,
    ): Promise<Answer<Partial<SeoAudit>>>;
    audit(input: SeoAuditInput, options?: CallOptions): Promise<Answer<SeoAudit>>;
    /** Get a page's metadata. Returns title, description, canonical URL, robots, social tags, translations, feeds and all meta tags, without checks. */
    meta(input: SeoMetaInput, options?: CallOptions): Promise<Answer<SeoMeta>>;
    /** List all checks. Returns every check with its threshold, points, effort and source, and how the score is calculated. */
    checks(input?: SeoChecksInput, options?: CallOptions): Promise<Answer<SeoChecks>>;
  };
  /** Clean text and Markdown from any PDF. */
  readonly pdf: {
    /** Extract text and structure from a PDF. Extracts text in reading order: columns are separated, superscripts stay in their line, hyphenated words are joined, and form values and free text annotations are included in their places. Returns JSON or, by the `Accept` header, `text/plain` (a form feed between pages), `text/markdown`, or `application/x-ndjson` (one page per line, streamed). */
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
    ): Promise<Answer<AsyncGenerator<PdfExtractLine, void>>>;
    extract(input: PdfExtractInput, options?: CallOptions): Promise<Answer<PdfExtract>>;
  };
  /** Remove the background from any image. */
  readonly images: {
    /** Remove the background from an image. Send a file, raw bytes, Base64 or a URL. Returns the transparent image as PNG or WebP, on a new background as JPEG, as a ZIP with color and alpha mask, or as JSON with details. The field names of remove.bg also work. */
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
  /** LinkedIn profiles and companies by URL, with the source of every field. */
  readonly profiles: {
    /** Look up a profile. Look up a person by `url` or `username`. Dates keep the precision of the source. `sections` says which lists are complete. If the person has shared their LinkedIn data export, it is used first. */
    profile(input?: ProfilesProfileInput, options?: CallOptions): Promise<Answer<Profile>>;
    /** Look up a company. Look up a company by `vanity` (the last part of its URL) or `url`. For schools and showcase pages, use `url`. */
    company(input?: ProfilesCompanyInput, options?: CallOptions): Promise<Answer<Company>>;
  };
  /** Amazon product data: exact prices, stock, ratings and offers, with the source of every field. */
  readonly products: {
    /** Look up a product. Returns a product from any of 23 Amazon marketplaces: prices, offers, stock, ratings, reviews, images, variants and ranks. Amounts are decimal strings with their currency. */
    product(
      input: ProductsProductInput & { readonly fields: string | readonly ("asin" | "requestedAsin" | "parentAsin" | "marketplace" | "url" | "language" | "title" | "brand" | "bylineRaw" | "contributors" | "offerState" | "isDigital" | "price" | "priceRange" | "listPrice" | "regularPrice" | "discountPercent" | "unitPrice" | "shipping" | "priceNote" | "availability" | "offers" | "seller" | "shipsFrom" | "deliveryLocation" | "rating" | "reviews" | "images" | "bullets" | "description" | "details" | "identifiers" | "breadcrumbs" | "bestSellerRanks" | "variants" | "badges" | "boughtPastMonth" | "hasAplus" | "completeness" | "sources")[] },
      options?: CallOptions,
    ): Promise<Answer<Partial<Product>>>;
    product(input?: ProductsProductInput, options?: CallOptions): Promise<Answer<Product>>;
  };
}

/** The operations that can run as jobs, by name: the input, the response as JSON, its media types, the data of the default one, and the file that can be an input. */
export interface JobOperations {
  readonly "seo.audit": { readonly input: SeoAuditInput; readonly json: SeoAudit; readonly type: "application/json" | "text/html"; readonly data: SeoAudit; readonly file: never };
  readonly "seo.meta": { readonly input: SeoMetaInput; readonly json: SeoMeta; readonly type: "application/json"; readonly data: SeoMeta; readonly file: never };
  readonly "pdf.extract": { readonly input: PdfExtractInput; readonly json: PdfExtract; readonly type: "application/json" | "text/plain" | "text/markdown" | "application/x-ndjson"; readonly data: PdfExtract; readonly file: FileInput };
  readonly "images.removeBackground": { readonly input: ImagesRemoveBackgroundInput; readonly json: RemovedBackground; readonly type: "image/png" | "image/webp" | "image/jpeg" | "application/zip" | "application/json"; readonly data: Blob; readonly file: FileInput };
  readonly "profiles.profile": { readonly input: ProfilesProfileInput; readonly json: Profile; readonly type: "application/json"; readonly data: Profile; readonly file: never };
  readonly "profiles.company": { readonly input: ProfilesCompanyInput; readonly json: Company; readonly type: "application/json"; readonly data: Company; readonly file: never };
  readonly "products.product": { readonly input: ProductsProductInput; readonly json: Product; readonly type: "application/json"; readonly data: Product; readonly file: never };
}
