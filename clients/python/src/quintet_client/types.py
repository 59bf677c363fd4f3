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
    # Lower case, 8-4-4-4-12.
    uuid: str
    # 1 to 8, or null for Nil and Max.
    version: Optional[int]
    # The variant field: the top bits of octet 8 (RFC 9562 section 4.1).
    variant: Literal["ncs", "rfc9562", "microsoft", "future"]
    # Present for the two UUIDs that RFC 9562 names: all bits 0, all bits 1.
    special: NotRequired[Literal["nil", "max"]]

class UuidInvalid(TypedDict):
    """The text is not a valid UUID, and why."""

    valid: Literal[False]
    reason: Literal["length", "character", "hyphen", "notation", "variant", "version"]
    # The reason as a sentence for people.
    message: str
    # The canonical form, where only the notation is off.
    uuid: NotRequired[str]

class UuidDecoded(TypedDict):
    """The fields of a UUID."""

    # Lower case, 8-4-4-4-12.
    uuid: str
    # The version field; null unless the variant is rfc9562, the only one that defines it.
    version: Optional[int]
    # The variant field: the top bits of octet 8 (RFC 9562 section 4.1).
    variant: Literal["ncs", "rfc9562", "microsoft", "future"]
    # Present for the two UUIDs that RFC 9562 names: all bits 0, all bits 1.
    special: NotRequired[Literal["nil", "max"]]
    # When a version 7 UUID was made: ISO 8601 UTC, milliseconds. Years over 9999 as +010889.
    timestamp: NotRequired[str]
    # The same moment in milliseconds since 1970.
    unixMs: NotRequired[int]

class Health(TypedDict):
    """The process answers."""

    status: Literal["ok"]
    version: str

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
    # Whether the page goes on beyond the 2 MB that are analysed.
    truncated: bool
    charset: "SeoAuditFetchCharset"

class SeoAuditRobotsTxt(TypedDict):
    url: str
    status: Optional[int]
    state: Literal["parsed", "absent", "unreachable"]
    sitemaps: List[str]

class SeoAuditRendering(TypedDict):
    mode: Literal["static"]
    jsDependent: bool
    reason: Optional[str]

class SeoAuditTitle(TypedDict):
    text: Optional[str]
    # Characters as readers count them.
    length: int
    # Width in Arial, 20 px for titles and 14 px for descriptions.
    pixelWidth: int
    # How many the page has.
    count: int

class SeoAuditMetaDescription(TypedDict):
    text: Optional[str]
    # Characters as readers count them.
    length: int
    # Width in Arial, 20 px for titles and 14 px for descriptions.
    pixelWidth: int
    # How many the page has.
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
    # What its images say, where it has no text.
    alt: NotRequired[str]

class SeoAuditHeadings(TypedDict):
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
    # How often it stands in the visible text.
    count: int
    inTitle: bool
    inH1: bool
    inDescription: bool
    inUrl: bool
    inFirstParagraph: bool

class SeoAuditContent(TypedDict):
    # Words of the visible text by the rules of Unicode, in every script.
    wordCount: int
    textLength: int
    readingTimeMinutes: float
    readability: Optional["SeoAuditContentReadability"]
    topTerms: List["SeoAuditContentTopTermsItem"]
    # Where the page says the keyword that was asked for; null without one. Never scored.
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
    # a elements with href.
    total: int
    # The same host name.
    internal: int
    external: int
    # A place on the page itself.
    fragment: int
    # mailto:, tel:, javascript: and their like.
    other: int
    invalid: int
    nofollow: int
    items: List["SeoAuditLinksItemsItem"]
    # null unless links=check was asked for.
    checked: Optional["SeoAuditLinksChecked"]

class SeoAuditSocialImage(TypedDict):
    url: str
    status: Optional[int]
    width: Optional[int]
    height: Optional[int]

class SeoAuditStructuredDataItemsItem(TypedDict):
    syntax: Literal["json-ld", "microdata", "rdfa"]
    type: List[str]
    # Nothing that Google requires is missing.
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

    # The address as it was asked for.
    url: str
    # The address that answered, after redirects.
    finalUrl: str
    fetchedAt: str
    status: int
    # SHA-256 of the HTML: same hash, same checks version, same findings.
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
    # The preview image and its size in pixels, read from its bytes; null unless links=check.
    socialImage: Optional["SeoAuditSocialImage"]
    structuredData: "SeoAuditStructuredData"
    hreflang: List["SeoAuditHreflangItem"]
    preview: "SeoAuditPreview"
    # What to mend, the most urgent first.
    findings: List["SeoFinding"]
    passed: List[str]
    notApplicable: List["SeoAuditNotApplicableItem"]

class SeoScoreCategoriesValue(TypedDict):
    pointsLost: int

class SeoScore(TypedDict):
    """The score and where it went."""

    # 100 less the points of all findings.
    value: int
    max: Literal[100]
    pointsLost: int
    # floor where more than 100 points would be lost.
    cappedBy: Optional[Literal["floor"]]
    # low where findings are unverified or the answer is no page.
    confidence: Literal["high", "low"]
    categories: Dict[str, "SeoScoreCategoriesValue"]

class SeoIndexabilityReasonsItem(TypedDict):
    check: str
    source: Literal["robots.txt", "meta", "header", "status", "canonical"]
    detail: str
    line: NotRequired[int]

class SeoIndexabilityBotsValueRule(TypedDict):
    line: int
    text: str

class SeoIndexabilityBotsValue(TypedDict):
    crawlable: bool
    indexable: bool
    # The line of robots.txt that decided.
    rule: Optional["SeoIndexabilityBotsValueRule"]

class SeoIndexability(TypedDict):
    """Whether the page can be in the index, in the words of Search Console."""

    # NEUTRAL: the page names another one as canonical, or sends visitors on.
    verdict: Literal["PASS", "FAIL", "NEUTRAL"]
    indexable: bool
    pageFetchState: Literal["SUCCESSFUL", "BLOCKED_ROBOTS_TXT", "NOT_FOUND", "ACCESS_DENIED", "ACCESS_FORBIDDEN", "BLOCKED_4XX", "SERVER_ERROR", "REDIRECT_ERROR"]
    robotsTxtState: Literal["ALLOWED", "DISALLOWED"]
    indexingState: Literal["INDEXING_ALLOWED", "BLOCKED_BY_META_TAG", "BLOCKED_BY_HTTP_HEADER", "BLOCKED_BY_ROBOTS_TXT"]
    userCanonical: Optional[str]
    reasons: List["SeoIndexabilityReasonsItem"]
    bots: Dict[str, "SeoIndexabilityBotsValue"]

class SeoFindingFix(TypedDict):
    summary: str
    effort: Literal["low", "medium", "high"]
    docs: Optional[str]

class SeoFinding(TypedDict):
    """What is wrong, where, what it costs and how to mend it."""

    # The check, as /seo/checks lists it.
    check: str
    category: Literal["indexability", "metadata", "content", "links", "images", "social", "structuredData", "international", "transport"]
    severity: Literal["blocker", "critical", "high", "medium", "low", "notice"]
    # info and unverified cost nothing; unverified may be wrong on a page that scripts fill.
    status: Literal["fail", "unverified", "info"]
    # Points that mending it gives back.
    points: int
    message: str
    evidence: List["SeoPlace"]
    count: NotRequired[int]
    fix: "SeoFindingFix"

class SeoPlace(TypedDict):
    """Where it is."""

    # A CSS selector that finds the element.
    selector: NotRequired[str]
    # The source, or what stands there, cut to 200 characters.
    snippet: NotRequired[str]
    # Line in the source, from 1; of robots.txt where url says so.
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
    """What the head of a page says."""

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
    # The points are a share: failing of all that was looked at, rounded up.
    proportional: bool
    effort: Literal["low", "medium", "high"]
    title: str
    threshold: str
    # An address, or convention where no search engine says so.
    source: str
    remedy: str
    # probes: only with links=check.
    needs: Literal["html", "answer", "probes"]

class SeoChecks(TypedDict):
    """Every check with its threshold and its source."""

    version: str
    # Points that a failing check takes from 100.
    points: Dict[str, int]
    # How the score is made, in words.
    score: str
    checks: List["SeoChecksChecksItem"]

class PdfExtractPermissions(TypedDict):
    """What its author allows. It is reported and hinders nothing."""

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
    """Where recognition was asked for and is offered: the pages recognized, and what each counts as."""

    pages: int
    weight: int

class PdfExtractUsage(TypedDict):
    # Pages charged: those delivered, a recognized one as often as its weight says.
    pages: int
    # Where recognition was asked for and is offered: the pages recognized, and what each counts as.
    ocr: NotRequired["PdfExtractUsageOcr"]
    # In a dry run: the pages that the call would be charged.
    wouldCharge: NotRequired[int]

class PdfExtract(TypedDict):
    # Pages of the file, whichever were asked for.
    pageCount: int
    pdfVersion: Optional[str]
    encrypted: bool
    # Whether the file says what is a heading, a list, a table.
    tagged: bool
    language: Optional[str]
    # What its author allows. It is reported and hinders nothing.
    permissions: "PdfExtractPermissions"
    # All pages, a form feed between two. Null in a dry run.
    text: Optional[str]
    pages: List["PdfPage"]
    metadata: NotRequired["PdfMetadata"]
    # Flat, in order; level 0 is the top.
    outline: NotRequired[List["PdfExtractOutlineItem"]]
    attachments: NotRequired[List["PdfExtractAttachmentsItem"]]
    warnings: List["PdfWarning"]
    usage: "PdfExtractUsage"

class PdfPageOcr(TypedDict):
    """There where the text was recognized on the picture of the page."""

    language: str
    # The mean over its words, 0 to 1; null where it found none.
    confidence: Optional[float]
    words: int

class PdfPage(TypedDict):
    # From 1.
    number: int
    # The page's own name, such as iv; null where the file gives none.
    label: Optional[str]
    # In points (1/72 inch), as the page is shown.
    width: Optional[float]
    height: Optional[float]
    # Clockwise: 0, 90, 180 or 270. Width and height have it in them.
    rotation: Optional[int]
    # text; scan: a picture of text; scan-with-text: such a picture with a text layer; garbled: its fonts do not say which characters they show; empty. Null where the page cannot be opened.
    kind: Optional[Literal["text", "scan", "scan-with-text", "garbled", "empty"]]
    # The facts behind kind.
    quality: Optional["PdfQuality"]
    # Null where the page cannot be opened, and in a dry run.
    text: Optional[str]
    # There where the text was recognized on the picture of the page.
    ocr: NotRequired["PdfPageOcr"]
    words: NotRequired[List["PdfWord"]]
    links: NotRequired[List["PdfLink"]]
    forms: NotRequired[List["PdfField"]]
    annotations: NotRequired[List["PdfAnnotation"]]

class PdfQuality(TypedDict):
    # Characters on the page, without spaces.
    chars: int
    # Those whose font does not say which character they are.
    unmapped: int
    # Those that are there and not seen: a scan's text layer, or text that hides.
    invisible: int
    # The share of the page under images, 0 to 1.
    imageCover: float

class PdfWord(TypedDict):
    text: str
    # Points from the left edge of the page as it is shown.
    x: float
    # Points from its upper edge.
    y: float
    width: float
    height: float
    # Of recognized words: how sure the recognizer is, 0 to 1.
    confidence: NotRequired[float]

class PdfLink(TypedDict):
    # Null where it leads to a page of this file.
    uri: Optional[str]
    # The page that it leads to; null where it leads out of the file.
    page: Optional[int]
    box: "PdfBox"

class PdfBox(TypedDict):
    # Points from the left edge of the page as it is shown.
    x: float
    # Points from its upper edge.
    y: float
    width: float
    height: float

class PdfField(TypedDict):
    name: str
    type: Literal["text", "checkbox", "radio", "choice", "list", "button", "signature", "unknown"]
    # Null where it is not filled in, or is a password.
    value: Optional[str]
    # Of check boxes and radio buttons.
    checked: NotRequired[bool]
    # Present if the page does not show the field on screen. Its value is not in `text`.
    hidden: NotRequired[Literal[True]]
    box: "PdfBox"

class PdfAnnotation(TypedDict):
    # Such as note, highlight, free-text, stamp, ink, file.
    type: str
    text: Optional[str]
    author: Optional[str]
    box: "PdfBox"

class PdfMetadata(TypedDict):
    title: Optional[str]
    author: Optional[str]
    subject: Optional[str]
    keywords: Optional[str]
    # The program that it was written with.
    creator: Optional[str]
    # The program that made the PDF.
    producer: Optional[str]
    # ISO 8601, in UTC; without a zone where the file names none.
    created: Optional[str]
    modified: Optional[str]
    # The XMP metadata, an XML element as the file has it.
    xmp: Optional[str]

class PdfWarning(TypedDict):
    code: Literal["page-unreadable", "page-is-scan", "page-garbled", "invisible-text", "ocr-unavailable", "ocr-failed"]
    page: int
    detail: str

class RemovedBackgroundSource(TypedDict):
    """The picture that was sent, upright."""

    width: int
    height: int
    type: str

class RemovedBackgroundForeground(TypedDict):
    x: int
    y: int
    width: int
    height: int
    # The share of the answer's pixels that the subject covers, 0 to 1.
    area: float

class RemovedBackground(TypedDict):
    # Which engine cut: builtin or the name of a model.
    engine: str
    # How far the engine trusts its cut, 0 to 1; null where it has no calibrated measure.
    confidence: Optional[float]
    # What to do about a cut that is not to be trusted.
    hint: NotRequired[str]
    # Of the picture that comes back, in pixels.
    width: int
    height: int
    # The picture that was sent, upright.
    source: "RemovedBackgroundSource"
    # What part of the upright source the answer shows, in its pixels: to lay one over the other. Where crop leaves a margin it may reach beyond the source.
    area: "ImageBox"
    # Where the subject is in the answer.
    foreground: Optional["RemovedBackgroundForeground"]
    # The media type of the picture.
    type: str
    imageBase64: str
    # Milliseconds of work.
    ms: int

class ImageBox(TypedDict):
    """In pixels from the upper left corner."""

    x: int
    y: int
    width: int
    height: int

class ProfileOrganization(TypedDict):
    name: Optional[str]
    id: Optional[str]
    slug: Optional[str]

class ProfileExperience(TypedDict):
    title: Optional[str]
    company: "ProfileOrganization"
    start: Optional["ProfileDate"]
    end: Optional["ProfileDate"]
    # The source gives a start, or a range, and no end.
    isCurrent: bool
    location: Optional[str]
    description: Optional[str]
    # True where the source shows that the entry is there and hides what it says: then it is null.
    masked: bool

class ProfileDate(TypedDict):
    """A date as exactly as the source has it: 2012, 2012-03 or 2012-03-04."""

    value: str
    precision: Literal["year", "month", "day"]

class ProfileEducation(TypedDict):
    school: "ProfileOrganization"
    degree: Optional[str]
    field: Optional[str]
    start: Optional["ProfileDate"]
    end: Optional["ProfileDate"]
    grade: Optional[str]
    activities: Optional[str]
    description: Optional[str]
    # True where the source shows that the entry is there and hides what it says: then it is null.
    masked: bool

class ProfileLanguage(TypedDict):
    name: str
    proficiency: Optional[Literal["elementary", "limited-working", "professional-working", "full-professional", "native-or-bilingual"]]
    # As the source words it, where it does.
    proficiencyText: Optional[str]

class ProfileEntry(TypedDict):
    # Its name or title; in volunteering, the role.
    title: Optional[str]
    # Who issued, published or hosts it.
    organization: Optional[str]
    # When it began, was issued or was published.
    start: Optional["ProfileDate"]
    # When it ended or expires.
    end: Optional["ProfileDate"]
    isCurrent: bool
    url: Optional[str]
    # The number of a credential, a patent or a course, or a score.
    number: Optional[str]
    description: Optional[str]
    # True where the source shows that the entry is there and hides what it says: then it is null.
    masked: bool

class ProfileCount(TypedDict):
    value: int
    # True where the source rounds it: 41M.
    approximate: bool

class ProfileImage(TypedDict):
    url: str
    # When the address stops working, ISO 8601.
    expiresAt: Optional[str]

class ProfileSection(TypedDict):
    # How many there are, where the source says so.
    total: Optional[int]
    returned: int
    # null: the source does not say whether there are more.
    complete: Optional[bool]

class ProfileCompleteness(TypedDict):
    # Weights of the fields found, over those of all that apply.
    score: float
    # Fields that apply and that the source does not show.
    missing: List[str]
    # Fields that the source shows to be there and hides.
    masked: List[str]
    # Fields of which the source gives a part.
    partial: List[str]

class ProfileAddress(TypedDict):
    # In one line, as the source writes it or in its order.
    text: str
    street: Optional[str]
    city: Optional[str]
    region: Optional[str]
    postalCode: Optional[str]
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
    # A decimal text with exactly the places of its currency.
    amount: str
    # ISO 4217.
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
    url: str
    width: Optional[int]
    height: Optional[int]
    # MAIN, PT01 and so on, as the page numbers them.
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
    # stale: an older copy, because reading failed. It costs nothing.
    state: Literal["hit", "miss", "stale"]
    # Seconds since the page was read.
    ageS: int

class Product(TypedDict):
    asin: str
    requestedAsin: str
    parentAsin: NotRequired[Optional[str]]
    marketplace: Literal["amazon.com", "amazon.ca", "amazon.com.mx", "amazon.com.br", "amazon.co.uk", "amazon.de", "amazon.fr", "amazon.it", "amazon.es", "amazon.nl", "amazon.com.be", "amazon.ie", "amazon.se", "amazon.pl", "amazon.com.tr", "amazon.ae", "amazon.sa", "amazon.eg", "amazon.co.za", "amazon.in", "amazon.co.jp", "amazon.sg", "amazon.com.au"]
    url: NotRequired[str]
    language: NotRequired[Optional[str]]
    title: NotRequired[str]
    brand: NotRequired[Optional[str]]
    bylineRaw: NotRequired[Optional[str]]
    contributors: NotRequired[List["ProductContributorsItem"]]
    offerState: NotRequired[Literal["featured-offer", "select-variant", "other-sellers-only", "price-hidden-until-cart", "not-deliverable-here", "unavailable", "preorder", "unknown"]]
    isDigital: NotRequired[bool]
    price: NotRequired[Optional["ProductMoney"]]
    priceRange: NotRequired[Optional["ProductPriceRange"]]
    listPrice: NotRequired[Optional["ProductMoney"]]
    # Without the discount for one way to pay, where price has it.
    regularPrice: NotRequired[Optional["ProductMoney"]]
    # From listPrice to price.
    discountPercent: NotRequired[Optional[int]]
    unitPrice: NotRequired[Optional["ProductUnitPrice"]]
    shipping: NotRequired[Optional["ProductMoney"]]
    priceNote: NotRequired[Optional[str]]
    availability: NotRequired["ProductAvailability"]
    # The featured one first. Each is read from its own row of the page.
    offers: NotRequired[List["ProductOffer"]]
    seller: NotRequired[Optional["ProductSeller"]]
    shipsFrom: NotRequired[Optional[str]]
    # The place that prices and stock are told for.
    deliveryLocation: NotRequired[Optional[str]]
    rating: NotRequired[Optional["ProductRating"]]
    # Those on the page, without their authors.
    reviews: NotRequired[List["ProductReview"]]
    images: NotRequired[List["ProductImagesItem"]]
    bullets: NotRequired[List[str]]
    description: NotRequired[Optional[str]]
    # In the page's own words.
    details: NotRequired[Dict[str, str]]
    identifiers: NotRequired["ProductIdentifiers"]
    breadcrumbs: NotRequired[List["ProductBreadcrumbsItem"]]
    bestSellerRanks: NotRequired[List["ProductBestSellerRanksItem"]]
    variants: NotRequired[Optional["ProductVariants"]]
    badges: NotRequired[List[Literal["marketplace-choice", "best-seller", "deal"]]]
    boughtPastMonth: NotRequired[Optional["ProductBoughtPastMonth"]]
    hasAplus: NotRequired[bool]
    completeness: "ProductCompleteness"
    # Where on the page each field was found.
    sources: NotRequired[Dict[str, str]]
    # Which source read it.
    source: str
    # When the page was read.
    observedAt: str
    cache: "ProductCache"
    # With a stale copy: the code of the problem that it stands in for.
    upstreamError: NotRequired[str]

class ProductMoney(TypedDict):
    # A decimal text with exactly the places of its currency.
    amount: str
    # ISO 4217.
    currency: str

class ProductAvailability(TypedDict):
    status: Literal["in-stock", "limited", "backorder", "unavailable", "unknown"]
    # As the page says it, in its language.
    text: Optional[str]
    # Where the page counts the last pieces.
    stockLeft: Optional[int]

class ProductOffer(TypedDict):
    type: Literal["new", "used", "local-store", "subscribe", "rent", "renewed"]
    condition: Optional[str]
    price: Optional["ProductMoney"]
    listPrice: Optional["ProductMoney"]
    seller: Optional["ProductSeller"]
    shipsFrom: Optional[str]
    fulfilledByMarketplace: Optional[bool]
    availability: "ProductAvailability"

class ProductSeller(TypedDict):
    name: str
    id: Optional[str]
    # Whether it is the marketplace itself, not a shop on it.
    isMarketplace: bool

class ProductReviewDate(TypedDict):
    # null where the page's language is not read.
    value: Optional[str]
    precision: Literal["day"]

class ProductReview(TypedDict):
    id: str
    rating: Optional[float]
    title: Optional[str]
    date: "ProductReviewDate"
    text: Optional[str]
    verified: bool
    helpful: Optional[int]
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

class ProfilesProfileOutputLocation(TypedDict):
    text: Optional[str]
    countryCode: Optional[str]

class ProfilesProfileOutputCurrent(TypedDict):
    title: Optional[str]
    company: Optional["ProfileOrganization"]

class ProfilesProfileOutputConnections(TypedDict):
    value: int
    # True for 500+.
    atLeast: bool

class ProfilesProfileOutputCache(TypedDict):
    """A stale answer costs nothing."""

    # hit: a fresh copy; miss: read for this call; stale: an old copy, because reading failed.
    state: Literal["hit", "miss", "stale"]
    # The age of what is given, in seconds.
    ageS: int
    # Why an old copy is given: the code of the problem.
    upstreamError: NotRequired[str]

class ProfilesProfileOutput(TypedDict):
    # The word in the address of the profile.
    publicIdentifier: str
    url: str
    fullName: str
    firstName: Optional[str]
    lastName: Optional[str]
    # True where the source shortens the surname to a letter.
    nameAbbreviated: bool
    headline: Optional[str]
    about: Optional[str]
    aboutTruncated: bool
    location: "ProfilesProfileOutputLocation"
    industry: Optional[str]
    current: Optional["ProfilesProfileOutputCurrent"]
    experience: List["ProfileExperience"]
    education: List["ProfileEducation"]
    skills: List[str]
    languages: List["ProfileLanguage"]
    certifications: List["ProfileEntry"]
    volunteering: List["ProfileEntry"]
    publications: List["ProfileEntry"]
    patents: List["ProfileEntry"]
    honors: List["ProfileEntry"]
    projects: List["ProfileEntry"]
    courses: List["ProfileEntry"]
    organizations: List["ProfileEntry"]
    testScores: List["ProfileEntry"]
    followers: Optional["ProfileCount"]
    connections: Optional["ProfilesProfileOutputConnections"]
    image: Optional["ProfileImage"]
    premium: Optional[bool]
    # The lists that the source has.
    sections: Dict[str, "ProfileSection"]
    completeness: "ProfileCompleteness"
    # By field: the place it was read from, such as jsonld, dom.topCard or api.
    sources: Dict[str, str]
    # Which source was read.
    source: Literal["session", "public", "import"]
    # When it was read.
    observedAt: str
    # A stale answer costs nothing.
    cache: "ProfilesProfileOutputCache"

class ProfilesCompanyOutputSize(TypedDict):
    # 51-200, 10001+
    text: str
    min: int
    max: Optional[int]

class ProfilesCompanyOutputLocationsItem(TypedDict):
    # In one line, as the source writes it or in its order.
    text: str
    street: Optional[str]
    city: Optional[str]
    region: Optional[str]
    postalCode: Optional[str]
    countryCode: Optional[str]
    isHeadquarters: bool

class ProfilesCompanyOutputFundingLastAmount(TypedDict):
    amount: str
    currency: str
    approximate: bool

class ProfilesCompanyOutputFundingLast(TypedDict):
    type: Optional[str]
    date: Optional["ProfileDate"]
    # A decimal text and an ISO 4217 code.
    amount: Optional["ProfilesCompanyOutputFundingLastAmount"]

class ProfilesCompanyOutputFunding(TypedDict):
    rounds: Optional[int]
    last: Optional["ProfilesCompanyOutputFundingLast"]

class ProfilesCompanyOutputCache(TypedDict):
    """A stale answer costs nothing."""

    # hit: a fresh copy; miss: read for this call; stale: an old copy, because reading failed.
    state: Literal["hit", "miss", "stale"]
    # The age of what is given, in seconds.
    ageS: int
    # Why an old copy is given: the code of the problem.
    upstreamError: NotRequired[str]

class ProfilesCompanyOutput(TypedDict):
    slug: str
    id: Optional[str]
    url: str
    name: str
    tagline: Optional[str]
    description: Optional[str]
    website: Optional[str]
    industry: Optional[str]
    # The band that the company gives for itself.
    size: Optional["ProfilesCompanyOutputSize"]
    # How many members name it as their employer: another thing than its size.
    staffOnNetwork: Optional[int]
    followers: Optional["ProfileCount"]
    type: Optional[str]
    foundedYear: Optional[int]
    headquarters: Optional["ProfileAddress"]
    locations: List["ProfilesCompanyOutputLocationsItem"]
    specialities: List[str]
    logo: Optional["ProfileImage"]
    funding: Optional["ProfilesCompanyOutputFunding"]
    completeness: "ProfileCompleteness"
    # By field: the place it was read from, such as jsonld, dom.topCard or api.
    sources: Dict[str, str]
    # Which source was read.
    source: Literal["session", "public", "import"]
    # When it was read.
    observedAt: str
    # A stale answer costs nothing.
    cache: "ProfilesCompanyOutputCache"
