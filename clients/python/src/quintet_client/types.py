"""The types of responses."""

# Generated from the API descriptors by `npm run generate`. Edit those.
# ruff: noqa
from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional, Union

if sys.version_info >= (3, 11):
    from typing import Literal, NotRequired, TypedDict
else:
    from typing_extensions import Literal, NotRequired, TypedDict

UuidBatch = List[str]

UuidVerdict = Union["UuidValid", "UuidInvalid"]

class UuidValid(TypedDict):
    """The text is a valid UUID."""

    valid: Literal[True]
    # Lowercase, 8-4-4-4-12.
    uuid: str
    # 1 to 8, or null for Nil and Max.
    version: Optional[int]
    # The variant field: the most significant bits of octet 8 (RFC 9562 section 4.1).
    variant: Literal["ncs", "rfc9562", "microsoft", "future"]
    # Present for the two special UUIDs of RFC 9562: nil (all bits 0) and max (all bits 1).
    special: NotRequired[Literal["nil", "max"]]

class UuidInvalid(TypedDict):
    """The text is not a valid UUID, with the reason."""

    valid: Literal[False]
    reason: Literal["length", "character", "hyphen", "notation", "variant", "version"]
    # The reason in words.
    message: str
    # The canonical form. Present if only the notation is wrong.
    uuid: NotRequired[str]

class UuidDecoded(TypedDict):
    """The fields of a UUID."""

    # Lowercase, 8-4-4-4-12.
    uuid: str
    # The version field; null unless the variant is rfc9562, the only one that defines it.
    version: Optional[int]
    # The variant field: the most significant bits of octet 8 (RFC 9562 section 4.1).
    variant: Literal["ncs", "rfc9562", "microsoft", "future"]
    # Present for the two special UUIDs of RFC 9562: nil (all bits 0) and max (all bits 1).
    special: NotRequired[Literal["nil", "max"]]
    # The creation time of a version 7 UUID: ISO 8601 UTC with milliseconds. Years after 9999 are written as +010889.
    timestamp: NotRequired[str]
    # The same time in milliseconds since 1970.
    unixMs: NotRequired[int]

class Health(TypedDict):
    """The process is running."""

    status: Literal["ok"]
    version: str

class SeoAuditShare(TypedDict):
    # Its path on this server.
    path: str
    expiresAt: str

class SeoAuditFetchRedirectsItem(TypedDict):
    url: str
    status: int
    location: str
    ms: int

class SeoAuditFetchCharsetDeclared(TypedDict):
    header: Optional[str]
    meta: Optional[str]

class SeoAuditFetchCharset(TypedDict):
    effective: str
    source: Literal["bom", "header", "meta", "utf8-valid", "fallback"]
    declared: "SeoAuditFetchCharsetDeclared"

class SeoAuditFetch(TypedDict):
    redirects: List["SeoAuditFetchRedirectsItem"]
    contentType: Optional[str]
    bytes: int
    transferBytes: int
    contentEncoding: Optional[str]
    ttfbMs: int
    totalMs: int
    # Whether the page is larger than the 2 MB that are analyzed.
    truncated: bool
    charset: "SeoAuditFetchCharset"

class SeoAuditRobotsTxt(TypedDict):
    url: str
    status: Optional[int]
    state: Literal["parsed", "absent", "unreachable"]
    sitemaps: List[str]

class SeoAuditRenderingHtml(TypedDict):
    title: Optional[str]
    metaDescription: Optional[str]
    canonical: Optional[str]
    robots: List[str]
    lang: Optional[str]
    h1: List[str]
    wordCount: int
    links: int
    images: int
    structuredData: int

class SeoAuditRendering(TypedDict):
    # rendered: the report is of the page after its scripts have run.
    mode: Literal["static", "rendered"]
    # Whether scripts draw the page: the HTML has no content of its own.
    jsDependent: bool
    # Why, in one sentence; null if the content is in the HTML.
    reason: Optional[str]
    evidence: Optional["SeoScriptEvidence"]
    # The URL of the rendered page, as its scripts left it; null unless it was rendered.
    url: Optional[str]
    # Why render=auto did not render the page; null if it did, or was not needed.
    failure: Optional[str]
    # What the HTML said before scripts ran; null unless the page was rendered.
    html: Optional["SeoAuditRenderingHtml"]
    # Members of html that scripts changed.
    changed: List[str]

class SeoAuditTitle(TypedDict):
    text: Optional[str]
    # The number of characters as users perceive them (grapheme clusters).
    length: int
    # Width in Arial, at 20 px for titles and 14 px for descriptions.
    pixelWidth: int
    # The number on the page.
    count: int

class SeoAuditMetaDescription(TypedDict):
    text: Optional[str]
    # The number of characters as users perceive them (grapheme clusters).
    length: int
    # Width in Arial, at 20 px for titles and 14 px for descriptions.
    pixelWidth: int
    # The number on the page.
    count: int

class SeoAuditCanonicalLinksItem(TypedDict):
    href: str
    inHead: bool

class SeoAuditCanonical(TypedDict):
    url: Optional[str]
    links: List["SeoAuditCanonicalLinksItem"]
    header: Optional[str]

class SeoAuditRobots(TypedDict):
    meta: List[str]
    header: List[str]

class SeoAuditHeadingsCounts(TypedDict):
    h1: int
    h2: int
    h3: int
    h4: int
    h5: int
    h6: int

class SeoAuditHeadingsOutlineItem(TypedDict):
    level: int
    text: str
    # The alt text of its images, if it has no text.
    alt: NotRequired[str]

class SeoAuditHeadings(TypedDict):
    # Accessible names: text, alt of images, titles of drawings, or labels.
    h1: List[str]
    counts: "SeoAuditHeadingsCounts"
    outline: List["SeoAuditHeadingsOutlineItem"]

class SeoAuditContentReadability(TypedDict):
    formula: str
    score: float
    language: str

class SeoAuditContentTopTermsItem(TypedDict):
    term: str
    count: int

class SeoAuditContentKeyword(TypedDict):
    text: str
    # The number of occurrences in the visible text.
    count: int
    inTitle: bool
    inH1: bool
    inDescription: bool
    inUrl: bool
    inFirstParagraph: bool

class SeoAuditContent(TypedDict):
    # The number of words in the visible text, by the Unicode rules for every script.
    wordCount: int
    textLength: int
    readingTimeMinutes: float
    readability: Optional["SeoAuditContentReadability"]
    topTerms: List["SeoAuditContentTopTermsItem"]
    # Where the page uses the keyword of the request. Null without one. Never scored.
    keyword: Optional["SeoAuditContentKeyword"]

class SeoAuditImagesItemsItem(TypedDict):
    src: Optional[str]
    alt: Optional[str]
    width: Optional[str]
    height: Optional[str]

class SeoAuditImages(TypedDict):
    total: int
    missingAlt: int
    emptyAlt: int
    missingDimensions: int
    items: List["SeoAuditImagesItemsItem"]

class SeoAuditLinksItemsItem(TypedDict):
    href: str
    url: Optional[str]
    text: str
    kind: Literal["internal", "external", "fragment", "other", "invalid"]
    rel: List[str]
    line: NotRequired[int]

class SeoAuditLinksChecked(TypedDict):
    done: int
    broken: int
    unknown: int
    skipped: int

class SeoAuditLinks(TypedDict):
    # The number of a elements with href.
    total: int
    # Links to the same host name.
    internal: int
    external: int
    # Links to a fragment of the page itself.
    fragment: int
    # mailto:, tel:, javascript: and similar links.
    other: int
    invalid: int
    nofollow: int
    items: List["SeoAuditLinksItemsItem"]
    # Null unless links=check.
    checked: Optional["SeoAuditLinksChecked"]

class SeoAuditSocialImage(TypedDict):
    url: str
    status: Optional[int]
    width: Optional[int]
    height: Optional[int]

class SeoAuditStructuredDataItemsItem(TypedDict):
    syntax: Literal["json-ld", "microdata", "rdfa"]
    type: List[str]
    # True if no property that Google requires is missing.
    valid: bool
    missingRequired: List[str]
    missingRecommended: List[str]
    line: NotRequired[int]
    docs: Optional[str]

class SeoAuditStructuredDataInvalidBlocksItem(TypedDict):
    message: str
    line: NotRequired[int]
    column: NotRequired[int]

class SeoAuditStructuredData(TypedDict):
    items: List["SeoAuditStructuredDataItemsItem"]
    invalidBlocks: List["SeoAuditStructuredDataInvalidBlocksItem"]

class SeoAuditHreflangItem(TypedDict):
    lang: str
    href: str
    inHead: bool

class SeoAuditPreviewSearchTruncated(TypedDict):
    title: bool
    description: bool

class SeoAuditPreviewSearch(TypedDict):
    title: Optional[str]
    address: str
    description: Optional[str]
    descriptionFrom: Optional[Literal["meta", "text"]]
    truncated: "SeoAuditPreviewSearchTruncated"

class SeoAuditPreviewSocialFacebook(TypedDict):
    title: Optional[str]
    description: Optional[str]
    image: Optional[str]
    domain: str
    card: NotRequired[Literal["summary", "summary_large_image"]]

class SeoAuditPreviewSocialX(TypedDict):
    title: Optional[str]
    description: Optional[str]
    image: Optional[str]
    domain: str
    card: NotRequired[Literal["summary", "summary_large_image"]]

class SeoAuditPreviewSocialLinkedin(TypedDict):
    title: Optional[str]
    description: Optional[str]
    image: Optional[str]
    domain: str
    card: NotRequired[Literal["summary", "summary_large_image"]]

class SeoAuditPreviewSocialSlack(TypedDict):
    title: Optional[str]
    description: Optional[str]
    image: Optional[str]
    domain: str
    card: NotRequired[Literal["summary", "summary_large_image"]]

class SeoAuditPreviewSocial(TypedDict):
    facebook: "SeoAuditPreviewSocialFacebook"
    x: "SeoAuditPreviewSocialX"
    linkedin: "SeoAuditPreviewSocialLinkedin"
    slack: "SeoAuditPreviewSocialSlack"

class SeoAuditPreview(TypedDict):
    search: "SeoAuditPreviewSearch"
    social: "SeoAuditPreviewSocial"

class SeoAuditNotApplicableItem(TypedDict):
    check: str
    reason: str

class SeoAudit(TypedDict):
    """The audit of one page."""

    # With share=true: the link to the report as a page; null if it is too large to store.
    share: NotRequired[Optional["SeoAuditShare"]]
    # The URL of the request.
    url: str
    # The final URL after redirects.
    finalUrl: str
    fetchedAt: str
    status: int
    # SHA-256 of the HTML. The same hash and checks version give the same findings.
    contentHash: str
    checksVersion: Literal["2026.11"]
    score: "SeoScore"
    indexability: "SeoIndexability"
    fetch: "SeoAuditFetch"
    robotsTxt: "SeoAuditRobotsTxt"
    rendering: "SeoAuditRendering"
    title: "SeoAuditTitle"
    metaDescription: "SeoAuditMetaDescription"
    canonical: "SeoAuditCanonical"
    robots: "SeoAuditRobots"
    lang: Optional[str]
    dir: Optional[str]
    viewport: Optional[str]
    favicon: Optional[str]
    headings: "SeoAuditHeadings"
    content: "SeoAuditContent"
    images: "SeoAuditImages"
    links: "SeoAuditLinks"
    openGraph: Dict[str, List[str]]
    twitter: Dict[str, List[str]]
    # The preview image and its actual size in pixels. Null unless links=check.
    socialImage: Optional["SeoAuditSocialImage"]
    structuredData: "SeoAuditStructuredData"
    hreflang: List["SeoAuditHreflangItem"]
    preview: "SeoAuditPreview"
    # Issues to fix, most important first.
    findings: List["SeoFinding"]
    passed: List[str]
    notApplicable: List["SeoAuditNotApplicableItem"]

class SeoScoreCategoriesValue(TypedDict):
    pointsLost: int

class SeoScore(TypedDict):
    """The score and its parts."""

    # 100 minus the points of all findings.
    value: int
    max: Literal[100]
    pointsLost: int
    # `floor` if the findings cost more than 100 points.
    cappedBy: Optional[Literal["floor"]]
    # low if findings are unverified or the response is not a page.
    confidence: Literal["high", "low"]
    categories: Dict[str, "SeoScoreCategoriesValue"]

class SeoIndexabilityReasonsItem(TypedDict):
    check: str
    source: Literal["robots.txt", "meta", "header", "status", "content-type", "canonical"]
    detail: str
    line: NotRequired[int]

class SeoIndexabilityBotsValueRule(TypedDict):
    line: int
    text: str

class SeoIndexabilityBotsValue(TypedDict):
    crawlable: bool
    indexable: bool
    # The deciding line of robots.txt.
    rule: Optional["SeoIndexabilityBotsValueRule"]

class SeoIndexability(TypedDict):
    """Whether the page can be indexed, in the terms of Search Console."""

    # NEUTRAL: the page declares another URL as canonical, or redirects.
    verdict: Literal["PASS", "FAIL", "NEUTRAL"]
    indexable: bool
    pageFetchState: Literal["SUCCESSFUL", "BLOCKED_ROBOTS_TXT", "NOT_FOUND", "ACCESS_DENIED", "ACCESS_FORBIDDEN", "BLOCKED_4XX", "SERVER_ERROR", "REDIRECT_ERROR"]
    robotsTxtState: Literal["ALLOWED", "DISALLOWED"]
    indexingState: Literal["INDEXING_ALLOWED", "BLOCKED_BY_META_TAG", "BLOCKED_BY_HTTP_HEADER", "BLOCKED_BY_ROBOTS_TXT"]
    userCanonical: Optional[str]
    reasons: List["SeoIndexabilityReasonsItem"]
    bots: Dict[str, "SeoIndexabilityBotsValue"]

class SeoScriptEvidence(TypedDict):
    """What shows that scripts draw the page, and where it is."""

    # A CSS selector that finds the element.
    selector: NotRequired[str]
    # The source text, up to 200 characters.
    snippet: NotRequired[str]
    # The line in the source, from 1; a line of robots.txt if url says so.
    line: NotRequired[int]
    column: NotRequired[int]
    url: NotRequired[str]
    # The row of scriptDependence in /seo/checks.
    id: str
    # The framework, platform or technique.
    name: str
    # Documentation of what it sends.
    docs: str

class SeoFindingFix(TypedDict):
    summary: str
    effort: Literal["low", "medium", "high"]
    docs: Optional[str]

class SeoFinding(TypedDict):
    """An issue: its location, its cost and how to fix it."""

    # The ID of the check in /seo/checks.
    check: str
    category: Literal["indexability", "metadata", "content", "links", "images", "social", "structuredData", "international", "transport"]
    severity: Literal["blocker", "critical", "high", "medium", "low", "notice"]
    # info and unverified cost nothing. unverified may be wrong on pages that scripts fill.
    status: Literal["fail", "unverified", "info"]
    # The points gained by fixing it.
    points: int
    message: str
    evidence: List["SeoPlace"]
    count: NotRequired[int]
    fix: "SeoFindingFix"

class SeoPlace(TypedDict):
    """The location of the finding."""

    # A CSS selector that finds the element.
    selector: NotRequired[str]
    # The source text, up to 200 characters.
    snippet: NotRequired[str]
    # The line in the source, from 1; a line of robots.txt if url says so.
    line: NotRequired[int]
    column: NotRequired[int]
    url: NotRequired[str]

class SeoMetaCharsetDeclared(TypedDict):
    header: Optional[str]
    meta: Optional[str]

class SeoMetaCharset(TypedDict):
    effective: str
    source: Literal["bom", "header", "meta", "utf8-valid", "fallback"]
    declared: "SeoMetaCharsetDeclared"

class SeoMetaCanonicalLinksItem(TypedDict):
    href: str
    inHead: bool

class SeoMetaCanonical(TypedDict):
    url: Optional[str]
    links: List["SeoMetaCanonicalLinksItem"]
    header: Optional[str]

class SeoMetaRobots(TypedDict):
    meta: List[str]
    header: List[str]

class SeoMetaHreflangItem(TypedDict):
    lang: str
    href: str
    inHead: bool

class SeoMetaFeedsItem(TypedDict):
    url: str
    type: str
    title: Optional[str]

class SeoMetaMetasItem(TypedDict):
    name: NotRequired[str]
    property: NotRequired[str]
    httpEquiv: NotRequired[str]
    charset: NotRequired[str]
    content: Optional[str]
    inHead: bool

class SeoMeta(TypedDict):
    """The metadata of a page."""

    url: str
    finalUrl: str
    status: int
    charset: "SeoMetaCharset"
    lang: Optional[str]
    title: Optional[str]
    description: Optional[str]
    canonical: "SeoMetaCanonical"
    robots: "SeoMetaRobots"
    viewport: Optional[str]
    themeColor: Optional[str]
    favicon: Optional[str]
    author: Optional[str]
    keywords: Optional[str]
    openGraph: Dict[str, List[str]]
    twitter: Dict[str, List[str]]
    hreflang: List["SeoMetaHreflangItem"]
    feeds: List["SeoMetaFeedsItem"]
    metas: List["SeoMetaMetasItem"]

class SeoChecksChecksItem(TypedDict):
    id: str
    category: Literal["indexability", "metadata", "content", "links", "images", "social", "structuredData", "international", "transport"]
    severity: Literal["blocker", "critical", "high", "medium", "low", "notice"]
    points: int
    # The points are multiplied by the share that fails, and rounded up.
    proportional: bool
    effort: Literal["low", "medium", "high"]
    title: str
    threshold: str
    # A URL, or convention if no search engine documents it.
    source: str
    remedy: str
    # probes: requires links=check.
    needs: Literal["html", "answer", "probes"]

class SeoChecksScriptDependenceItem(TypedDict):
    id: str
    name: str
    detects: str
    reason: str
    source: str

class SeoChecks(TypedDict):
    """Every check with its threshold and its source."""

    version: str
    # The points that a failing check costs.
    points: Dict[str, int]
    # How the score is calculated.
    score: str
    checks: List["SeoChecksChecksItem"]
    # Evidence that scripts draw a page. The first row that applies is rendering.evidence of an audit.
    scriptDependence: List["SeoChecksScriptDependenceItem"]

class PdfExtractPermissions(TypedDict):
    """The permissions set by the author. They are reported, not enforced."""

    print: bool
    copy: bool
    change: bool

class PdfExtractOutlineItem(TypedDict):
    title: str
    level: int
    page: Optional[int]

class PdfExtractAttachmentsItem(TypedDict):
    name: str
    mediaType: Optional[str]
    bytes: Optional[int]

class PdfExtractUsageOcr(TypedDict):
    """Present if OCR was requested and is available: the recognized pages, and how many pages each costs."""

    pages: int
    weight: int

class PdfExtractUsage(TypedDict):
    # The number of pages charged: those returned, with recognized pages multiplied by their weight.
    pages: int
    # Present if OCR was requested and is available: the recognized pages, and how many pages each costs.
    ocr: NotRequired["PdfExtractUsageOcr"]
    # Only in a dry run: the number of pages that the call would cost.
    wouldCharge: NotRequired[int]

class PdfExtract(TypedDict):
    # The number of pages in the file, including those not selected.
    pageCount: int
    # The PDF version, such as 1.7.
    pdfVersion: Optional[str]
    # Whether the file is encrypted.
    encrypted: bool
    # Whether the file has structure tags for headings, lists and tables.
    tagged: bool
    # The language that the file declares, such as en-US.
    language: Optional[str]
    # The permissions set by the author. They are reported, not enforced.
    permissions: "PdfExtractPermissions"
    # The text of all selected pages, separated by form feeds. Null in a dry run.
    text: Optional[str]
    # The selected pages, in order.
    pages: List["PdfPage"]
    # Only with include=metadata: the document's metadata.
    metadata: NotRequired["PdfMetadata"]
    # The bookmarks as a flat list, in order. Level 0 is the top level.
    outline: NotRequired[List["PdfExtractOutlineItem"]]
    attachments: NotRequired[List["PdfExtractAttachmentsItem"]]
    # Problems with single pages.
    warnings: List["PdfWarning"]
    usage: "PdfExtractUsage"

class PdfPageOcr(TypedDict):
    """Present if the text was recognized by OCR."""

    # The OCR language.
    language: str
    # The mean confidence of the page's words, 0 to 1. Null if there are no words.
    confidence: Optional[float]
    # The number of recognized words.
    words: int

class PdfPage(TypedDict):
    # The page number, from 1.
    number: int
    # The page label, such as iv. Null if the file has none.
    label: Optional[str]
    # In points (1/72 inch), as displayed.
    width: Optional[float]
    # In points, as displayed.
    height: Optional[float]
    # Clockwise rotation: 0, 90, 180 or 270. Width and height already include it.
    rotation: Optional[int]
    # text; scan: an image of text; scan-with-text: an image with a text layer; garbled: the fonts do not identify their characters; empty. Null if the page cannot be opened.
    kind: Optional[Literal["text", "scan", "scan-with-text", "garbled", "empty"]]
    # The evidence for kind.
    quality: Optional["PdfQuality"]
    # The text of the page. Null if the page cannot be opened, and in a dry run.
    text: Optional[str]
    # Present if the text was recognized by OCR.
    ocr: NotRequired["PdfPageOcr"]
    tables: NotRequired[List["PdfTable"]]
    # Only with include=words: every word with its position.
    words: NotRequired[List["PdfWord"]]
    # Only with include=links: the links of the page.
    links: NotRequired[List["PdfLink"]]
    # Only with include=forms: the form fields of the page.
    forms: NotRequired[List["PdfField"]]
    # Only with include=annotations: the annotations of the page.
    annotations: NotRequired[List["PdfAnnotation"]]

class PdfQuality(TypedDict):
    # Characters on the page, without spaces.
    chars: int
    # Characters whose font does not identify them.
    unmapped: int
    # Characters that are not visible: the text layer of a scan, or hidden text.
    invisible: int
    # The share of the page under images, 0 to 1.
    imageCover: float

class PdfTable(TypedDict):
    # From the top. Every row has a cell for each column; text that spans several cells is in the upper left one.
    rows: List[List["PdfTableCell"]]
    box: "PdfBox"
    # Whether drawn lines separate its cells. Otherwise it was found by alignment.
    ruled: bool
    caption: NotRequired[str]
    # With tableFormat=csv: the table as CSV (RFC 4180).
    csv: NotRequired[str]
    # With tableFormat=html: the table as an HTML table element.
    html: NotRequired[str]

class PdfTableCell(TypedDict):
    # "" if the cell is empty, or covered by a cell above it or on its left.
    text: str
    # How many rows it covers, if more than one.
    rowSpan: NotRequired[int]
    # How many columns it covers, if more than one.
    colSpan: NotRequired[int]
    box: "PdfBox"

class PdfBox(TypedDict):
    # Distance from the left edge of the page as displayed, in points.
    x: float
    # Distance from the top edge of the page as displayed, in points.
    y: float
    # Width in points.
    width: float
    # Height in points.
    height: float

class PdfWord(TypedDict):
    # The word.
    text: str
    # Distance from the left edge of the page as displayed, in points.
    x: float
    # Distance from the top edge of the page as displayed, in points.
    y: float
    # Width in points.
    width: float
    # Height in points.
    height: float
    # Only for recognized words: the OCR confidence, 0 to 1.
    confidence: NotRequired[float]

class PdfLink(TypedDict):
    # The target URL. Null for links to a page of this file.
    uri: Optional[str]
    # The target page. Null for links to a URL.
    page: Optional[int]
    box: "PdfBox"

class PdfField(TypedDict):
    # The full name of the field.
    name: str
    type: Literal["text", "checkbox", "radio", "choice", "list", "button", "signature", "unknown"]
    # The value. Null if the field is empty or is a password.
    value: Optional[str]
    # Only for check boxes and radio buttons.
    checked: NotRequired[bool]
    # Present if the page does not show the field on screen. Its value is not in `text`.
    hidden: NotRequired[Literal[True]]
    box: "PdfBox"

class PdfAnnotation(TypedDict):
    # The type, such as note, highlight, free-text, stamp, ink or file.
    type: str
    text: Optional[str]
    # The author of the annotation.
    author: Optional[str]
    box: "PdfBox"

class PdfMetadata(TypedDict):
    # The title of the document.
    title: Optional[str]
    # The author of the document.
    author: Optional[str]
    # The subject of the document.
    subject: Optional[str]
    # The keywords of the document.
    keywords: Optional[str]
    # The program that the document was written with.
    creator: Optional[str]
    # The program that made the PDF.
    producer: Optional[str]
    # ISO 8601 in UTC. Without a time zone if the file has none.
    created: Optional[str]
    # When the document was last changed, as for created.
    modified: Optional[str]
    # The XMP metadata: the XML element of the file, unchanged.
    xmp: Optional[str]

class PdfWarning(TypedDict):
    code: Literal["page-unreadable", "page-is-scan", "page-garbled", "invisible-text", "ocr-unavailable", "ocr-failed"]
    page: int
    detail: str

class RemovedBackgroundSource(TypedDict):
    """The image that was sent, after EXIF orientation."""

    width: int
    height: int
    type: str

class RemovedBackgroundForeground(TypedDict):
    x: int
    y: int
    width: int
    height: int
    # The share of the returned image's pixels that the subject covers, 0 to 1.
    area: float

class RemovedBackground(TypedDict):
    # The engine used: builtin, classic or the name of a model.
    engine: str
    # The engine's confidence in the result, 0 to 1. Null if the engine has no calibrated measure.
    confidence: Optional[float]
    # Advice for a result with low confidence.
    hint: NotRequired[str]
    # Size of the returned image, in pixels.
    width: int
    height: int
    # The image that was sent, after EXIF orientation.
    source: "RemovedBackgroundSource"
    # The part of the source that the returned image shows, in pixels of the source. Use it to overlay the two. With cropMargin it may extend beyond the source.
    area: "ImageBox"
    # The position of the subject in the returned image.
    foreground: Optional["RemovedBackgroundForeground"]
    # The media type of the image.
    type: str
    imageBase64: str
    # Processing time in milliseconds.
    ms: int

class ImageBox(TypedDict):
    """In pixels, from the top left corner."""

    x: int
    y: int
    width: int
    height: int

class ProfileLocation(TypedDict):
    """The location."""

    text: Optional[str]
    countryCode: Optional[str]

class ProfileCurrent(TypedDict):
    title: Optional[str]
    company: Optional["ProfileOrganization"]

class ProfileConnections(TypedDict):
    value: int
    # True if the source shows 500+.
    atLeast: bool

class Profile(TypedDict):
    # The last part of the profile's URL.
    publicIdentifier: str
    # The URL of the page.
    url: str
    # The full name.
    fullName: str
    # The first name.
    firstName: Optional[str]
    # The last name.
    lastName: Optional[str]
    # True if the source shortens the last name to one letter.
    nameAbbreviated: bool
    # The headline below the name.
    headline: Optional[str]
    # The text of the About section.
    about: Optional[str]
    # Whether the source shortens the About section.
    aboutTruncated: bool
    # The location.
    location: "ProfileLocation"
    # The industry.
    industry: Optional[str]
    current: Optional["ProfileCurrent"]
    # Jobs, newest first.
    experience: List["ProfileExperience"]
    # Schools and degrees.
    education: List["ProfileEducation"]
    # Names of skills.
    skills: List[str]
    # Languages and proficiency.
    languages: List["ProfileLanguage"]
    # Licenses and certifications.
    certifications: List["ProfileEntry"]
    # Volunteer work.
    volunteering: List["ProfileEntry"]
    # Publications.
    publications: List["ProfileEntry"]
    # Patents.
    patents: List["ProfileEntry"]
    # Honors and awards.
    honors: List["ProfileEntry"]
    # Projects.
    projects: List["ProfileEntry"]
    # Courses.
    courses: List["ProfileEntry"]
    # Memberships.
    organizations: List["ProfileEntry"]
    # Test scores.
    testScores: List["ProfileEntry"]
    # The number of followers.
    followers: Optional["ProfileCount"]
    connections: Optional["ProfileConnections"]
    # The profile image.
    image: Optional["ProfileImage"]
    # Whether the member has a premium account. Null if the source does not say.
    premium: Optional[bool]
    # Lists in the profile, such as certifications and languages.
    sections: Dict[str, "ProfileSection"]
    completeness: "ProfileCompleteness"
    # The location each field was extracted from, such as jsonld, dom.topCard or api.
    sources: Dict[str, str]
    # The source that was used.
    source: Literal["session", "public", "import"]
    # When it was fetched.
    observedAt: str
    cache: "ProfileCache"

class ProfileOrganization(TypedDict):
    name: Optional[str]
    id: Optional[str]
    slug: Optional[str]

class ProfileExperience(TypedDict):
    title: Optional[str]
    # The employer.
    company: "ProfileOrganization"
    start: Optional["ProfileDate"]
    end: Optional["ProfileDate"]
    # Whether it is current: the source has a start or a range without an end.
    isCurrent: bool
    # The location.
    location: Optional[str]
    # The description.
    description: Optional[str]
    # True if the source shows that the entry exists but hides its content. The value is then null.
    masked: bool

class ProfileDate(TypedDict):
    """A date, as exact as the source: 2012, 2012-03 or 2012-03-04."""

    value: str
    precision: Literal["year", "month", "day"]

class ProfileEducation(TypedDict):
    # The school.
    school: "ProfileOrganization"
    # The degree.
    degree: Optional[str]
    # The field of study.
    field: Optional[str]
    start: Optional["ProfileDate"]
    end: Optional["ProfileDate"]
    # The grade.
    grade: Optional[str]
    # Activities and societies.
    activities: Optional[str]
    # The description.
    description: Optional[str]
    # True if the source shows that the entry exists but hides its content. The value is then null.
    masked: bool

class ProfileLanguage(TypedDict):
    name: str
    # The level of proficiency.
    proficiency: Optional[Literal["elementary", "limited-working", "professional-working", "full-professional", "native-or-bilingual"]]
    # The text of the source, if any.
    proficiencyText: Optional[str]

class ProfileEntry(TypedDict):
    # The name or title; for volunteering, the role.
    title: Optional[str]
    # The issuer, publisher or host.
    organization: Optional[str]
    # The date of start, issue or publication.
    start: Optional["ProfileDate"]
    # The date of end or expiry.
    end: Optional["ProfileDate"]
    isCurrent: bool
    # A link about the entry.
    url: Optional[str]
    # The number of a credential, patent or course, or a score.
    number: Optional[str]
    # The description.
    description: Optional[str]
    # True if the source shows that the entry exists but hides its content. The value is then null.
    masked: bool

class ProfileCount(TypedDict):
    value: int
    # True if the source rounds the number, such as 41M.
    approximate: bool

class ProfileImage(TypedDict):
    # The URL of the image.
    url: str
    # When the URL expires, ISO 8601.
    expiresAt: Optional[str]

class ProfileSection(TypedDict):
    # The total number, if the source shows it.
    total: Optional[int]
    # The number of entries in this response.
    returned: int
    # Whether the list is complete. Null if the source does not say.
    complete: Optional[bool]

class ProfileCompleteness(TypedDict):
    # The weight of the fields found, divided by the weight of all fields that apply.
    score: float
    # Fields that apply but are missing in the source.
    missing: List[str]
    # Fields that the source hides.
    masked: List[str]
    # Fields that the source shows in part.
    partial: List[str]

class ProfileCache(TypedDict):
    """Stale responses are free."""

    # hit: a fresh copy; miss: fetched for this call; stale: an old copy, because the page could not be fetched.
    state: Literal["hit", "miss", "stale"]
    # The age of the data, in seconds.
    ageS: int
    # Only for stale copies: the code of the error that occurred.
    upstreamError: NotRequired[str]

class CompanySize(TypedDict):
    # 51-200, 10001+
    text: str
    min: int
    max: Optional[int]

class CompanyLocationsItem(TypedDict):
    # The address in one line, in the order of the source.
    text: str
    # Street and number.
    street: Optional[str]
    # The city.
    city: Optional[str]
    # The state or region.
    region: Optional[str]
    # The postal code.
    postalCode: Optional[str]
    # The ISO 3166-1 country code.
    countryCode: Optional[str]
    isHeadquarters: bool

class CompanyFundingLastAmount(TypedDict):
    amount: str
    currency: str
    approximate: bool

class CompanyFundingLast(TypedDict):
    # The type, such as public company.
    type: Optional[str]
    date: Optional["ProfileDate"]
    # A decimal string and an ISO 4217 code.
    amount: Optional["CompanyFundingLastAmount"]

class CompanyFunding(TypedDict):
    rounds: Optional[int]
    last: Optional["CompanyFundingLast"]

class Company(TypedDict):
    # The last part of the company page's URL.
    slug: str
    id: Optional[str]
    # The URL of the page.
    url: str
    name: str
    # The tagline below the name.
    tagline: Optional[str]
    # The description.
    description: Optional[str]
    # The website of the company.
    website: Optional[str]
    # The industry.
    industry: Optional[str]
    # The size range that the company states.
    size: Optional["CompanySize"]
    # The number of members who list the company as their employer. This differs from its size.
    staffOnNetwork: Optional[int]
    # The number of followers.
    followers: Optional["ProfileCount"]
    # The type, such as public company.
    type: Optional[str]
    # The year in which the company was founded.
    foundedYear: Optional[int]
    # The address of the headquarters.
    headquarters: Optional["ProfileAddress"]
    locations: List["CompanyLocationsItem"]
    # The specialties that the company lists.
    specialities: List[str]
    # The logo.
    logo: Optional["ProfileImage"]
    funding: Optional["CompanyFunding"]
    completeness: "ProfileCompleteness"
    # The location each field was extracted from, such as jsonld, dom.topCard or api.
    sources: Dict[str, str]
    # The source that was used.
    source: Literal["session", "public", "import"]
    # When it was fetched.
    observedAt: str
    cache: "ProfileCache"

class ProfileAddress(TypedDict):
    # The address in one line, in the order of the source.
    text: str
    # Street and number.
    street: Optional[str]
    # The city.
    city: Optional[str]
    # The state or region.
    region: Optional[str]
    # The postal code.
    postalCode: Optional[str]
    # The ISO 3166-1 country code.
    countryCode: Optional[str]

class ProductContributorsItem(TypedDict):
    name: str
    role: Optional[str]

class ProductPriceRange(TypedDict):
    min: "ProductMoney"
    max: "ProductMoney"

class ProductUnitPricePer(TypedDict):
    quantity: float
    unit: Optional[str]

class ProductUnitPrice(TypedDict):
    # A decimal string with the number of decimals of its currency.
    amount: str
    # ISO 4217 code.
    currency: str
    per: "ProductUnitPricePer"

ProductRatingHistogramPercent = TypedDict(
    "ProductRatingHistogramPercent",
    {
        "1": float,
        "2": float,
        "3": float,
        "4": float,
        "5": float,
    },
)

class ProductRating(TypedDict):
    average: Optional[float]
    count: Optional[int]
    histogramPercent: Optional["ProductRatingHistogramPercent"]

class ProductImagesItem(TypedDict):
    id: Optional[str]
    # The URL of the image.
    url: str
    # Width in pixels.
    width: Optional[int]
    # Height in pixels.
    height: Optional[int]
    # MAIN, PT01 and so on, as on the page.
    variant: Optional[str]

class ProductIdentifiers(TypedDict):
    isbn10: Optional[str]
    isbn13: Optional[str]
    upc: Optional[str]
    model: Optional[str]

class ProductBreadcrumbsItem(TypedDict):
    name: str
    nodeId: Optional[str]

class ProductBestSellerRanksItem(TypedDict):
    rank: int
    category: str
    nodeId: Optional[str]

class ProductVariantsItemsItem(TypedDict):
    asin: str
    values: List[str]
    selected: bool

class ProductVariants(TypedDict):
    dimensions: List[str]
    items: List["ProductVariantsItemsItem"]

class ProductBoughtPastMonth(TypedDict):
    atLeast: int

class ProductCompleteness(TypedDict):
    score: float
    missing: List[str]
    partial: List[str]

class ProductCache(TypedDict):
    # stale: an older copy, because the page could not be fetched. Stale responses are free.
    state: Literal["hit", "miss", "stale"]
    # Seconds since the page was fetched.
    ageS: int

class Product(TypedDict):
    # The ASIN of the product.
    asin: str
    # The ASIN of the request.
    requestedAsin: str
    # The ASIN of the parent of all variants.
    parentAsin: NotRequired[Optional[str]]
    marketplace: Literal["amazon.com", "amazon.ca", "amazon.com.mx", "amazon.com.br", "amazon.co.uk", "amazon.de", "amazon.fr", "amazon.it", "amazon.es", "amazon.nl", "amazon.com.be", "amazon.ie", "amazon.se", "amazon.pl", "amazon.com.tr", "amazon.ae", "amazon.sa", "amazon.eg", "amazon.co.za", "amazon.in", "amazon.co.jp", "amazon.sg", "amazon.com.au"]
    # The URL of the product page.
    url: NotRequired[str]
    # The language of the page.
    language: NotRequired[Optional[str]]
    # The title.
    title: NotRequired[str]
    # The brand.
    brand: NotRequired[Optional[str]]
    # The byline below the title, as on the page.
    bylineRaw: NotRequired[Optional[str]]
    contributors: NotRequired[List["ProductContributorsItem"]]
    # Why there is a price, or why not.
    offerState: NotRequired[Literal["featured-offer", "select-variant", "other-sellers-only", "price-hidden-until-cart", "not-deliverable-here", "unavailable", "preorder", "unknown"]]
    # Whether the product is digital.
    isDigital: NotRequired[bool]
    # The price. Null if the page offers none.
    price: NotRequired[Optional["ProductMoney"]]
    priceRange: NotRequired[Optional["ProductPriceRange"]]
    # The list price.
    listPrice: NotRequired[Optional["ProductMoney"]]
    # The price without a discount for one payment method. Present if price includes such a discount.
    regularPrice: NotRequired[Optional["ProductMoney"]]
    # The discount from listPrice to price, in percent.
    discountPercent: NotRequired[Optional[int]]
    unitPrice: NotRequired[Optional["ProductUnitPrice"]]
    shipping: NotRequired[Optional["ProductMoney"]]
    priceNote: NotRequired[Optional[str]]
    availability: NotRequired["ProductAvailability"]
    # The offers, the featured offer first. Each is extracted from its own row of the page.
    offers: NotRequired[List["ProductOffer"]]
    # The seller.
    seller: NotRequired[Optional["ProductSeller"]]
    # The name of the shipper.
    shipsFrom: NotRequired[Optional[str]]
    # The delivery location of prices and stock.
    deliveryLocation: NotRequired[Optional[str]]
    rating: NotRequired[Optional["ProductRating"]]
    # The reviews on the page, without their authors.
    reviews: NotRequired[List["ProductReview"]]
    images: NotRequired[List["ProductImagesItem"]]
    bullets: NotRequired[List[str]]
    description: NotRequired[Optional[str]]
    # In the words of the page.
    details: NotRequired[Dict[str, str]]
    identifiers: NotRequired["ProductIdentifiers"]
    breadcrumbs: NotRequired[List["ProductBreadcrumbsItem"]]
    bestSellerRanks: NotRequired[List["ProductBestSellerRanksItem"]]
    variants: NotRequired[Optional["ProductVariants"]]
    badges: NotRequired[List[Literal["marketplace-choice", "best-seller", "deal"]]]
    boughtPastMonth: NotRequired[Optional["ProductBoughtPastMonth"]]
    # Whether the page has enhanced content.
    hasAplus: NotRequired[bool]
    completeness: "ProductCompleteness"
    # The location on the page where each field was found.
    sources: NotRequired[Dict[str, str]]
    # The source that was used.
    source: str
    # When the page was fetched.
    observedAt: str
    cache: "ProductCache"
    # Only for stale copies: the code of the error that occurred.
    upstreamError: NotRequired[str]

class ProductMoney(TypedDict):
    # A decimal string with the number of decimals of its currency.
    amount: str
    # ISO 4217 code.
    currency: str

class ProductAvailability(TypedDict):
    status: Literal["in-stock", "limited", "backorder", "unavailable", "unknown"]
    # The text on the page, in the page's language.
    text: Optional[str]
    # The number of items left, if the page shows it.
    stockLeft: Optional[int]

class ProductOffer(TypedDict):
    type: Literal["new", "used", "local-store", "subscribe", "rent", "renewed"]
    # The condition, as on the page.
    condition: Optional[str]
    # The price. Null if the page offers none.
    price: Optional["ProductMoney"]
    # The list price.
    listPrice: Optional["ProductMoney"]
    # The seller.
    seller: Optional["ProductSeller"]
    # The name of the shipper.
    shipsFrom: Optional[str]
    # Whether the marketplace ships the product.
    fulfilledByMarketplace: Optional[bool]
    availability: "ProductAvailability"

class ProductSeller(TypedDict):
    name: str
    id: Optional[str]
    # Whether the seller is the marketplace itself.
    isMarketplace: bool

class ProductReviewDate(TypedDict):
    # null if the page's language is not supported.
    value: Optional[str]
    precision: Literal["day"]

class ProductReview(TypedDict):
    id: str
    # The rating in stars.
    rating: Optional[float]
    # The title.
    title: Optional[str]
    date: "ProductReviewDate"
    # The text of the review.
    text: Optional[str]
    # Whether the purchase is verified.
    verified: bool
    # The number of people who found the review helpful.
    helpful: Optional[int]
    # The variant that was reviewed.
    variant: Optional[str]

class UsageApisItem(TypedDict):
    api: str
    unit: str
    quotas: List["Quota"]

class UsageDaysItem(TypedDict):
    day: str
    api: str
    calls: int
    units: int

class Usage(TypedDict):
    # For each API, its quotas in the order in which they are charged.
    apis: List["UsageApisItem"]
    # The last 31 days, newest first.
    days: List["UsageDaysItem"]

class Quota(TypedDict):
    # Its name in the RateLimit headers.
    policy: str
    plan: str
    # The API's unit, calls or credits.
    unit: str
    limit: int
    used: int
    remaining: int
    # once: credits that an operator granted.
    window: Literal["day", "month", "once"]
    startsAt: str
    resetsAt: str
    # The most API units that one call may cost.
    maxUnits: NotRequired[int]
