"""The types of responses, and of the items of batches."""

# Generated from the API descriptors by `npm run generate`. Edit those.
# ruff: noqa
from __future__ import annotations

import sys
from typing import Dict, List, Optional, Union

if sys.version_info >= (3, 11):
    from typing import Literal, NotRequired, TypedDict
else:
    from typing_extensions import Literal, NotRequired, TypedDict

from ._files import FileInput

UuidBatch = List[str]

UuidVerdict = Union["UuidValid", "UuidInvalid"]

class UuidValid(TypedDict):
    """The string is a valid UUID."""

    # Whether the string is a valid UUID.
    valid: Literal[True]
    # Lowercase, 8-4-4-4-12.
    uuid: str
    # 1 to 8, or null for Nil and Max.
    version: Optional[int]
    # The variant field: the most significant bits of octet 8 (RFC 9562 section 4.1).
    variant: Literal["ncs", "rfc9562", "microsoft", "future"]
    # Present for the two special UUIDs of RFC 9562: `nil` (all bits 0) and `max` (all bits 1).
    special: NotRequired[Literal["nil", "max"]]

class UuidInvalid(TypedDict):
    """The string is not a valid UUID, with the reason."""

    # Whether the string is a valid UUID.
    valid: Literal[False]
    # The first rule that the string violates.
    reason: Literal["length", "character", "hyphen", "notation", "variant", "version"]
    # The reason in words.
    message: str
    # The canonical form. Present if only the notation is wrong.
    uuid: NotRequired[str]

class UuidVerdicts(TypedDict):
    """The results of a batch."""

    # The number of valid UUIDs.
    validCount: int
    # The number of invalid strings.
    invalidCount: int
    # The result for each string, in the same order.
    results: List["UuidVerdict"]

class UuidDecoded(TypedDict):
    """The fields of a UUID."""

    # Lowercase, 8-4-4-4-12.
    uuid: str
    # The version field; null unless the variant is `rfc9562`, the only one that defines it.
    version: Optional[int]
    # The variant field: the most significant bits of octet 8 (RFC 9562 section 4.1).
    variant: Literal["ncs", "rfc9562", "microsoft", "future"]
    # Present for the two special UUIDs of RFC 9562: `nil` (all bits 0) and `max` (all bits 1).
    special: NotRequired[Literal["nil", "max"]]
    # The creation time of a version 7 UUID: ISO 8601 UTC with milliseconds. Years after 9999 are written as `+010889`.
    timestamp: NotRequired[str]
    # The same time in milliseconds since 1970.
    unixMs: NotRequired[int]

class Health(TypedDict):
    """The process is running."""

    # Always `ok`.
    status: Literal["ok"]
    # The version of the UUID API.
    version: str

class SeoAuditFetchRedirectsItem(TypedDict):
    # The URL that redirects.
    url: str
    # Its HTTP status.
    status: int
    # The absolute URL that it leads to.
    location: str
    # Milliseconds until its headers.
    ms: int

class SeoAuditFetch(TypedDict):
    """How the page was fetched."""

    # The redirects that were followed, in order.
    redirects: List["SeoAuditFetchRedirectsItem"]
    # The Content-Type header.
    contentType: Optional[str]
    # The size of the page in bytes, decompressed.
    bytes: int
    # The bytes received, as compressed.
    transferBytes: int
    # The Content-Encoding header.
    contentEncoding: Optional[str]
    # Milliseconds from the last request to its headers.
    ttfbMs: int
    # Milliseconds for the whole fetch, with redirects.
    totalMs: int
    # Whether the page is larger than the 2 MB that are analyzed.
    truncated: bool
    charset: "SeoCharset"

class SeoAuditRobotsTxt(TypedDict):
    """The robots.txt of the site."""

    # The URL of robots.txt.
    url: str
    # Its HTTP status. Null without a response.
    status: Optional[int]
    # `absent`: everything is allowed. `unreachable`: nothing is allowed.
    state: Literal["parsed", "absent", "unreachable"]
    # The sitemaps that it lists, at most 50.
    sitemaps: List[str]

class SeoAuditRenderingHtml(TypedDict):
    # `title.text` before scripts ran.
    title: Optional[str]
    # `metaDescription.text` before scripts ran.
    metaDescription: Optional[str]
    # `canonical.url` before scripts ran.
    canonical: Optional[str]
    # `robots.meta` before scripts ran.
    robots: List[str]
    # `lang` before scripts ran.
    lang: Optional[str]
    # `headings.h1` before scripts ran.
    h1: List[str]
    # `content.wordCount` before scripts ran.
    wordCount: int
    # `links.total` before scripts ran.
    links: int
    # `images.total` before scripts ran.
    images: int
    # The number of `structuredData.items` before scripts ran.
    structuredData: int

class SeoAuditRendering(TypedDict):
    """Whether scripts render the page, and whether they were run."""

    # `rendered`: the report is of the page after its scripts have run.
    mode: Literal["static", "rendered"]
    # Whether scripts render the page: the HTML has no content of its own.
    jsDependent: bool
    # Why, in one sentence; null if the content is in the HTML.
    reason: Optional[str]
    evidence: Optional["SeoScriptEvidence"]
    # The URL of the page after its scripts have run; null unless it was rendered.
    url: Optional[str]
    # Why `render=auto` did not render the page; null if it did, or if rendering was not needed.
    failure: Optional[str]
    # Values of the HTML before scripts ran; null unless the page was rendered.
    html: Optional["SeoAuditRenderingHtml"]
    # The members of `html` that scripts changed.
    changed: List[str]

class SeoAuditHeadingsCounts(TypedDict):
    """The number of headings of each level."""

    # Headings of level 1.
    h1: int
    # Headings of level 2.
    h2: int
    # Headings of level 3.
    h3: int
    # Headings of level 4.
    h4: int
    # Headings of level 5.
    h5: int
    # Headings of level 6.
    h6: int

class SeoAuditHeadingsOutlineItem(TypedDict):
    # 1 for h1 to 6 for h6.
    level: int
    # The text of the heading.
    text: str
    # The alt text of its images, if it has no text.
    alt: NotRequired[str]

class SeoAuditHeadings(TypedDict):
    """The headings of the page."""

    # Accessible names: text, `alt` of images, `title` of SVG elements, or labels.
    h1: List[str]
    # The number of headings of each level.
    counts: "SeoAuditHeadingsCounts"
    # The headings in order, at most 200.
    outline: List["SeoAuditHeadingsOutlineItem"]

class SeoAuditContentReadability(TypedDict):
    # The formula used, such as Flesch reading ease.
    formula: str
    # 0 (very hard) to 100 (very easy).
    score: float
    # The language of the formula, such as en.
    language: str

class SeoAuditContentTopTermsItem(TypedDict):
    # The word, in lowercase.
    term: str
    # Its number of occurrences, 2 or more.
    count: int

class SeoAuditContentKeyword(TypedDict):
    # The keyword of the request.
    text: str
    # The number of occurrences in the visible text.
    count: int
    # Whether the title contains it.
    inTitle: bool
    # Whether an h1 contains it.
    inH1: bool
    # Whether the meta description contains it.
    inDescription: bool
    # Whether the host or path contains it.
    inUrl: bool
    # Whether the first paragraph contains it.
    inFirstParagraph: bool

class SeoAuditContent(TypedDict):
    """The visible text."""

    # The number of words in the visible text, by the Unicode rules for every script.
    wordCount: int
    # The length of the visible text, in UTF-16 code units.
    textLength: int
    # The reading time at 220 words per minute.
    readingTimeMinutes: float
    # Null below 100 words, and if no formula exists for `lang`.
    readability: Optional["SeoAuditContentReadability"]
    # The 10 most frequent words, without common words.
    topTerms: List["SeoAuditContentTopTermsItem"]
    # Where the page uses the keyword of the request. Null without one. Never scored.
    keyword: Optional["SeoAuditContentKeyword"]

class SeoAuditImagesItemsItem(TypedDict):
    # The src attribute.
    src: Optional[str]
    # The alt attribute. Null if missing.
    alt: Optional[str]
    # The width attribute.
    width: Optional[str]
    # The height attribute.
    height: Optional[str]

class SeoAuditImages(TypedDict):
    """The images of the page."""

    # The number of images.
    total: int
    # Images without an alt attribute.
    missingAlt: int
    # Images with an empty alt: decorative.
    emptyAlt: int
    # Images without a width or height attribute.
    missingDimensions: int
    # The images in order, at most 100.
    items: List["SeoAuditImagesItemsItem"]

class SeoAuditLinksItemsItem(TypedDict):
    # The href attribute, as written.
    href: str
    # The absolute URL. Null if invalid.
    url: Optional[str]
    # The accessible name of the link.
    text: str
    # The kind of target, as counted above.
    kind: Literal["internal", "external", "fragment", "other", "invalid"]
    # The values of rel.
    rel: List[str]
    # The line in the source, from 1.
    line: NotRequired[int]

class SeoAuditLinksChecked(TypedDict):
    # Links that were requested.
    done: int
    # Links that do not work.
    broken: int
    # Links with an inconclusive response, such as status 403.
    unknown: int
    # Links left out because of the limits.
    skipped: int

class SeoAuditLinks(TypedDict):
    """The links of the page."""

    # The number of `a` elements with `href`.
    total: int
    # Links to the same host name.
    internal: int
    # Links to other host names.
    external: int
    # Links to a fragment of the page itself.
    fragment: int
    # `mailto:`, `tel:`, `javascript:` and similar links.
    other: int
    # Links whose URL is invalid.
    invalid: int
    # Links with `rel=nofollow`.
    nofollow: int
    # The links in order, at most 200.
    items: List["SeoAuditLinksItemsItem"]
    # Null unless `links=check`.
    checked: Optional["SeoAuditLinksChecked"]

class SeoAuditResources(TypedDict):
    """Files that the HTML makes a browser load. They are not fetched, and scripts may load more. With `render=auto`: after scripts have run."""

    # The number of files, each URL counted once, at most 2,000.
    total: int
    # Scripts with `src`.
    scripts: int
    # Style sheets.
    stylesheets: int
    # Images with `src`, including lazy ones.
    images: int
    # Video, audio, text track and source elements.
    media: int
    # Frames, embeds and objects.
    frames: int
    # Icons and preloads.
    other: int
    # Style sheets and scripts in the head that a browser waits for before it shows the page.
    renderBlocking: int
    # Other hosts that they are loaded from.
    hosts: int

class SeoAuditSocialImage(TypedDict):
    # The URL of the image.
    url: str
    # Its HTTP status. Null without a response.
    status: Optional[int]
    # Null if unknown.
    width: Optional[int]
    # Null if unknown.
    height: Optional[int]

class SeoAuditStructuredDataItemsItem(TypedDict):
    # The syntax of the item.
    syntax: Literal["json-ld", "microdata", "rdfa"]
    # Its types, such as `Product`.
    type: List[str]
    # True if no property that Google requires is missing.
    valid: bool
    # Properties that Google requires and the item lacks.
    missingRequired: List[str]
    # Properties that Google recommends and the item lacks.
    missingRecommended: List[str]
    # The line in the source, from 1.
    line: NotRequired[int]
    # Google's page about the type. Null if Google does not use it.
    docs: Optional[str]

class SeoAuditStructuredDataInvalidBlocksItem(TypedDict):
    # What is wrong.
    message: str
    # The line in the source, from 1.
    line: NotRequired[int]
    # The column in the source, from 1.
    column: NotRequired[int]

class SeoAuditStructuredData(TypedDict):
    """JSON-LD, Microdata and RDFa."""

    # The items in order, at most 200.
    items: List["SeoAuditStructuredDataItemsItem"]
    # JSON-LD blocks that are not valid JSON.
    invalidBlocks: List["SeoAuditStructuredDataInvalidBlocksItem"]

class SeoAuditPreviewSearchTruncated(TypedDict):
    """What was shortened."""

    # Whether the title was shortened.
    title: bool
    # Whether the description was shortened.
    description: bool

class SeoAuditPreviewSearch(TypedDict):
    """A result on Google's desktop page."""

    # The title, shortened to 600 px.
    title: Optional[str]
    # The URL as breadcrumbs.
    address: str
    # The description, shortened to 990 px.
    description: Optional[str]
    # `meta`: the meta description; `text`: the page's text. Null if both are empty.
    descriptionFrom: Optional[Literal["meta", "text"]]
    # What was shortened.
    truncated: "SeoAuditPreviewSearchTruncated"

class SeoAuditPreviewSocial(TypedDict):
    """Link cards of social networks."""

    facebook: "SeoSocialCard"
    x: "SeoSocialCard"
    linkedin: "SeoSocialCard"
    slack: "SeoSocialCard"

class SeoAuditPreview(TypedDict):
    """How search results and social networks show the page."""

    # A result on Google's desktop page.
    search: "SeoAuditPreviewSearch"
    # Link cards of social networks.
    social: "SeoAuditPreviewSocial"

class SeoAuditNotApplicableItem(TypedDict):
    # The ID of the check in `/seo/checks`.
    check: str
    # Why it does not apply.
    reason: str

class SeoAuditShare(TypedDict):
    # Its path on this server.
    path: str
    # When the link expires, in UTC.
    expiresAt: str

class SeoAudit(TypedDict):
    """The audit of one page."""

    # The URL of the request.
    url: str
    # The final URL after redirects.
    finalUrl: str
    # When the page was fetched, in UTC.
    fetchedAt: str
    # The HTTP status of the final URL.
    status: int
    # SHA-256 of the HTML. The same hash and checks version give the same findings.
    contentHash: str
    # The version of the checks.
    checksVersion: str
    score: "SeoScore"
    indexability: "SeoIndexability"
    # How the page was fetched.
    fetch: "SeoAuditFetch"
    # The robots.txt of the site.
    robotsTxt: "SeoAuditRobotsTxt"
    # Whether scripts render the page, and whether they were run.
    rendering: "SeoAuditRendering"
    # The title.
    title: "SeoMeasuredText"
    # The meta description.
    metaDescription: "SeoMeasuredText"
    canonical: "SeoCanonical"
    robots: "SeoRobots"
    # The lang attribute of the page.
    lang: Optional[str]
    # The dir attribute of the page: `ltr`, `rtl` or `auto`.
    dir: Optional[str]
    # The content of the viewport meta element.
    viewport: Optional[str]
    # The URL of the icon that the page declares.
    favicon: Optional[str]
    # The headings of the page.
    headings: "SeoAuditHeadings"
    # The visible text.
    content: "SeoAuditContent"
    # The images of the page.
    images: "SeoAuditImages"
    # The links of the page.
    links: "SeoAuditLinks"
    # Files that the HTML makes a browser load. They are not fetched, and scripts may load more. With `render=auto`: after scripts have run.
    resources: "SeoAuditResources"
    # Open Graph tags: all values by name, such as `og:title`.
    openGraph: Dict[str, List[str]]
    # X (Twitter) tags: all values by name, such as `twitter:card`.
    twitter: Dict[str, List[str]]
    # The preview image and its actual size in pixels. Null unless `links=check`.
    socialImage: Optional["SeoAuditSocialImage"]
    # JSON-LD, Microdata and RDFa.
    structuredData: "SeoAuditStructuredData"
    # The translations that the page declares.
    hreflang: List["SeoHreflang"]
    # How search results and social networks show the page.
    preview: "SeoAuditPreview"
    # Issues to fix, most important first.
    findings: List["SeoFinding"]
    # The IDs of the checks that passed.
    passed: List[str]
    # Checks that do not apply.
    notApplicable: List["SeoAuditNotApplicableItem"]
    # With `share=true`: the link to the report as a page; null if it is too large to store.
    share: NotRequired[Optional["SeoAuditShare"]]

class SeoScoreCategoriesValue(TypedDict):
    # The points of all findings in the category.
    pointsLost: int

class SeoScore(TypedDict):
    """The score and its parts."""

    # 100 minus the points of all findings.
    value: int
    # Always 100.
    max: Literal[100]
    # The points of all findings.
    pointsLost: int
    # `floor` if the findings cost more than 100 points.
    cappedBy: Optional[Literal["floor"]]
    # `low` if findings are unverified or the response is not a page.
    confidence: Literal["high", "low"]
    # The points lost in each category.
    categories: Dict[str, "SeoScoreCategoriesValue"]

class SeoIndexabilityReasonsItem(TypedDict):
    # The ID of the check in `/seo/checks`.
    check: str
    # Where the deciding rule is.
    source: Literal["robots.txt", "meta", "header", "status", "content-type", "canonical"]
    # The directive, URL or sentence that decides it.
    detail: str
    # The line number of the rule, from 1.
    line: NotRequired[int]

class SeoIndexabilityBotsValueRule(TypedDict):
    # The line number, from 1.
    line: int
    # The text of the line.
    text: str

class SeoIndexabilityBotsValue(TypedDict):
    # Whether robots.txt allows the crawler.
    crawlable: bool
    # Whether the crawler may index the page.
    indexable: bool
    # The deciding line of robots.txt.
    rule: Optional["SeoIndexabilityBotsValueRule"]

class SeoIndexability(TypedDict):
    """Whether the page can be indexed, in the terms of Search Console."""

    # `NEUTRAL`: the page declares another URL as canonical, or redirects.
    verdict: Literal["PASS", "FAIL", "NEUTRAL"]
    # Whether Google may index the page.
    indexable: bool
    # Whether Google could fetch the page.
    pageFetchState: Literal["SUCCESSFUL", "BLOCKED_ROBOTS_TXT", "SOFT_404", "NOT_FOUND", "ACCESS_DENIED", "ACCESS_FORBIDDEN", "BLOCKED_4XX", "SERVER_ERROR", "REDIRECT_ERROR"]
    # Whether robots.txt allows Googlebot.
    robotsTxtState: Literal["ALLOWED", "DISALLOWED"]
    # Whether indexing is allowed, or what forbids it.
    indexingState: Literal["INDEXING_ALLOWED", "BLOCKED_BY_META_TAG", "BLOCKED_BY_HTTP_HEADER", "BLOCKED_BY_ROBOTS_TXT"]
    # The canonical URL that the page declares.
    userCanonical: Optional[str]
    # What decides the verdict. Empty if nothing limits indexing.
    reasons: List["SeoIndexabilityReasonsItem"]
    # The verdict for each crawler.
    bots: Dict[str, "SeoIndexabilityBotsValue"]

class SeoCharsetDeclared(TypedDict):
    """The declared encodings."""

    # The charset of Content-Type.
    header: Optional[str]
    # The charset of the meta element.
    meta: Optional[str]

class SeoCharset(TypedDict):
    """The character encoding of the page."""

    # The encoding used, such as `utf-8`.
    effective: str
    # What decided the encoding. `utf8-valid`: undeclared, but valid UTF-8. `fallback`: windows-1252.
    source: Literal["bom", "header", "meta", "utf8-valid", "fallback"]
    # The declared encodings.
    declared: "SeoCharsetDeclared"

class SeoScriptEvidence(TypedDict):
    """The evidence that scripts render the page, and its location."""

    # A CSS selector that finds the element.
    selector: NotRequired[str]
    # The source text, up to 200 characters.
    snippet: NotRequired[str]
    # The line number, from 1, in the HTML, or in robots.txt if `url` is its URL.
    line: NotRequired[int]
    # The column in the source, from 1.
    column: NotRequired[int]
    # The URL that the finding is about, if not the page.
    url: NotRequired[str]
    # The row of `scriptDependence` in `/seo/checks`.
    id: str
    # The framework, platform or technique.
    name: str
    # The URL of the documentation for this evidence.
    docs: str

class SeoMeasuredText(TypedDict):
    # The text of the first element.
    text: Optional[str]
    # The number of characters as users perceive them (grapheme clusters).
    length: int
    # The width in Arial, in pixels: titles at 20 px, descriptions at 14 px.
    pixelWidth: int
    # The number of such elements on the page.
    count: int

class SeoCanonicalLinksItem(TypedDict):
    # The href of the element, as written.
    href: str
    # Whether it is in the head. Others are ignored.
    inHead: bool

class SeoCanonical(TypedDict):
    """The canonical URL and its declarations."""

    # The canonical URL, absolute. Null if none is valid.
    url: Optional[str]
    # All link elements with rel=canonical.
    links: List["SeoCanonicalLinksItem"]
    # The canonical URL of the Link header, as sent.
    header: Optional[str]

class SeoRobots(TypedDict):
    """Directives for crawlers."""

    # The content of each robots meta element.
    meta: List[str]
    # Each X-Robots-Tag header.
    header: List[str]

class SeoHreflang(TypedDict):
    """A translation of the page."""

    # The value of hreflang.
    lang: str
    # The URL of the translation, as written.
    href: str
    # Whether it is in the head or a header. Others are ignored.
    inHead: bool

class SeoSocialCard(TypedDict):
    """How the network shows a link to the page."""

    # The title shown.
    title: Optional[str]
    # The description shown.
    description: Optional[str]
    # The URL of the image.
    image: Optional[str]
    # The host name shown, without www.
    domain: str
    # X only: the size of the card.
    card: NotRequired[Literal["summary", "summary_large_image"]]

class SeoFindingFix(TypedDict):
    """How to fix it."""

    # How to fix it.
    summary: str
    # The effort to fix it.
    effort: Literal["low", "medium", "high"]
    # Documentation. Null if no search engine documents it.
    docs: Optional[str]

class SeoFinding(TypedDict):
    """An issue: its location, its cost and how to fix it."""

    # The ID of the check in `/seo/checks`.
    check: str
    # The category of the check.
    category: Literal["indexability", "metadata", "content", "links", "images", "social", "structuredData", "international", "transport"]
    # The severity of the issue. It determines the points.
    severity: Literal["blocker", "critical", "high", "medium", "low", "notice"]
    # `info` and `unverified` cost nothing. `unverified` may be wrong on pages that scripts render.
    status: Literal["fail", "unverified", "info"]
    # The points gained by fixing the issue.
    points: int
    # The issue in one sentence.
    message: str
    # Its locations, at most 10.
    evidence: List["SeoPlace"]
    # The number of all locations, if it has any.
    count: NotRequired[int]
    # How to fix it.
    fix: "SeoFindingFix"

class SeoPlace(TypedDict):
    """The location of the finding."""

    # A CSS selector that finds the element.
    selector: NotRequired[str]
    # The source text, up to 200 characters.
    snippet: NotRequired[str]
    # The line number, from 1, in the HTML, or in robots.txt if `url` is its URL.
    line: NotRequired[int]
    # The column in the source, from 1.
    column: NotRequired[int]
    # The URL that the finding is about, if not the page.
    url: NotRequired[str]

class SeoMetaFeedsItem(TypedDict):
    # The URL of the feed, absolute.
    url: str
    # Its media type, such as `application/rss+xml`.
    type: str
    # Its title.
    title: Optional[str]

class SeoMetaMetasItem(TypedDict):
    # The name attribute, in lowercase.
    name: NotRequired[str]
    # The property attribute, in lowercase.
    property: NotRequired[str]
    # The http-equiv attribute, in lowercase.
    httpEquiv: NotRequired[str]
    # The charset attribute.
    charset: NotRequired[str]
    # The content attribute.
    content: Optional[str]
    # Whether the element is in the head.
    inHead: bool

class SeoMeta(TypedDict):
    """The metadata of a page."""

    # The URL of the request.
    url: str
    # The final URL after redirects.
    finalUrl: str
    # The HTTP status of the final URL.
    status: int
    charset: "SeoCharset"
    # The lang attribute of the page.
    lang: Optional[str]
    # The text of the first title element.
    title: Optional[str]
    # The content of the first meta description.
    description: Optional[str]
    canonical: "SeoCanonical"
    robots: "SeoRobots"
    # The content of the viewport meta element.
    viewport: Optional[str]
    # The content of the theme-color meta element.
    themeColor: Optional[str]
    # The URL of the icon that the page declares.
    favicon: Optional[str]
    # The content of the author meta element.
    author: Optional[str]
    # The content of the keywords meta element.
    keywords: Optional[str]
    # Open Graph tags: all values by name, such as `og:title`.
    openGraph: Dict[str, List[str]]
    # X (Twitter) tags: all values by name, such as `twitter:card`.
    twitter: Dict[str, List[str]]
    # The translations that the page declares.
    hreflang: List["SeoHreflang"]
    # RSS, Atom and JSON feeds that the page declares.
    feeds: List["SeoMetaFeedsItem"]
    # All meta elements, in order.
    metas: List["SeoMetaMetasItem"]

class SeoChecksChecksItem(TypedDict):
    # The ID of the check.
    id: str
    # The category of the check.
    category: Literal["indexability", "metadata", "content", "links", "images", "social", "structuredData", "international", "transport"]
    # The severity of the issue. It determines the points.
    severity: Literal["blocker", "critical", "high", "medium", "low", "notice"]
    # The points that it costs if it fails.
    points: int
    # The points are multiplied by the share that fails, and rounded up.
    proportional: bool
    # The effort to fix it.
    effort: Literal["low", "medium", "high"]
    # What it detects.
    title: str
    # When it fails.
    threshold: str
    # A URL, or `convention` if no search engine documents it.
    source: str
    # How to fix it.
    remedy: str
    # `probes`: requires `links=check`.
    needs: Literal["html", "answer", "probes"]

class SeoChecksScriptDependenceItem(TypedDict):
    # The ID of the row.
    id: str
    # The framework, platform or technique.
    name: str
    # What it looks for in the HTML.
    detects: str
    # The reason that audits give.
    reason: str
    # The URL of the documentation for this evidence.
    source: str

class SeoChecks(TypedDict):
    """Every check with its threshold and its source."""

    # The version of the checks: `checksVersion` of an audit.
    version: str
    # The points that a failing check costs.
    points: Dict[str, int]
    # How the score is calculated.
    score: str
    # All checks.
    checks: List["SeoChecksChecksItem"]
    # Evidence that scripts render a page. The first row that applies is `rendering.evidence` of an audit.
    scriptDependence: List["SeoChecksScriptDependenceItem"]

class PdfExtractPermissions(TypedDict):
    """The permissions set by the author. They are reported, not enforced."""

    # Whether printing is allowed.
    print: bool
    # Whether copying text is allowed.
    copy: bool
    # Whether changes are allowed.
    change: bool

class PdfExtractOutlineItem(TypedDict):
    # The title of the bookmark.
    title: str
    # The depth, from 0.
    level: int
    # The target page, from 1. Null if it is not in this file.
    page: Optional[int]

class PdfExtractAttachmentsItem(TypedDict):
    # The file name.
    name: str
    # The media type that the file declares.
    mediaType: Optional[str]
    # The size in bytes. Null if it cannot be read.
    bytes: Optional[int]

class PdfExtractUsageOcr(TypedDict):
    """Present if OCR was requested and is available."""

    # The number of recognized pages.
    pages: int
    # How many pages each of them costs.
    weight: int

class PdfExtractUsage(TypedDict):
    """The cost of the call."""

    # The number of pages charged: those returned, with recognized pages multiplied by their weight.
    pages: int
    # Present if OCR was requested and is available.
    ocr: NotRequired["PdfExtractUsageOcr"]
    # Only in a dry run: the number of pages that the call would cost.
    wouldCharge: NotRequired[int]

class PdfExtract(TypedDict):
    # The number of pages in the file, including those not selected.
    pageCount: int
    # The PDF version, such as `1.7`.
    pdfVersion: Optional[str]
    # Whether the file is encrypted.
    encrypted: bool
    # Whether the file has structure tags for headings, lists and tables.
    tagged: bool
    # The language that the file declares, such as `en-US`.
    language: Optional[str]
    # The permissions set by the author. They are reported, not enforced.
    permissions: "PdfExtractPermissions"
    # The text of all selected pages, separated by form feeds. Null in a dry run.
    text: Optional[str]
    # The selected pages, in order.
    pages: List["PdfPage"]
    # Only with `include=metadata`: the document's metadata.
    metadata: NotRequired["PdfMetadata"]
    # The bookmarks as a flat list, in order. Level 0 is the top level.
    outline: NotRequired[List["PdfExtractOutlineItem"]]
    # Only with `include=attachments`: the attached files, without their content.
    attachments: NotRequired[List["PdfExtractAttachmentsItem"]]
    # Problems with single pages.
    warnings: List["PdfWarning"]
    # The cost of the call.
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
    # The page label, such as `iv`. Null if the file has none.
    label: Optional[str]
    # The width in points (1/72 inch), as displayed.
    width: Optional[float]
    # The height in points, as displayed.
    height: Optional[float]
    # Clockwise rotation: 0, 90, 180 or 270. Width and height already include it.
    rotation: Optional[int]
    # `scan`: an image of text. `scan-with-text`: an image with a text layer. `garbled`: the fonts do not identify their characters. Null if the page cannot be opened.
    kind: Optional[Literal["text", "scan", "scan-with-text", "garbled", "empty"]]
    # The evidence for `kind`.
    quality: Optional["PdfQuality"]
    # The text of the page. Null if the page cannot be opened, and in a dry run.
    text: Optional[str]
    # Present if the text was recognized by OCR.
    ocr: NotRequired["PdfPageOcr"]
    # Only with `include=tables`: the tables of the page.
    tables: NotRequired[List["PdfTable"]]
    # Only with `include=words`: every word with its position.
    words: NotRequired[List["PdfWord"]]
    # Only with `include=links`: the links of the page.
    links: NotRequired[List["PdfLink"]]
    # Only with `include=forms`: the form fields of the page.
    forms: NotRequired[List["PdfField"]]
    # Only with `include=annotations`: the annotations of the page.
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
    # The rows, from the top. Every row has a cell for each column; text that spans several cells is in the upper left one.
    rows: List[List["PdfTableCell"]]
    box: "PdfBox"
    # Whether drawn lines separate its cells. Otherwise it was found by alignment.
    ruled: bool
    # The line above or below that labels the table, if any.
    caption: NotRequired[str]
    # With `tableFormat=csv`: the table as CSV (RFC 4180).
    csv: NotRequired[str]
    # With `tableFormat=html`: the table as an HTML table element.
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
    """The position on the page."""

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
    # The type of the field. `choice`: a drop-down list.
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
    # The text of the annotation.
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
    # When the document was created, ISO 8601 in UTC. Without a time zone if the file has none.
    created: Optional[str]
    # When the document was last changed, in the same form.
    modified: Optional[str]
    # The XMP metadata: the XML element of the file, unchanged.
    xmp: Optional[str]

class PdfWarning(TypedDict):
    # Identifies the problem.
    code: Literal["page-unreadable", "page-is-scan", "page-garbled", "invisible-text", "ocr-unavailable", "ocr-failed", "xfa-form"]
    # The page number, from 1.
    page: int
    # The problem in one sentence.
    detail: str

PdfExtractLine = Union["PdfDocumentLine", "PdfPageLine", "PdfEndLine"]

class PdfDocumentLinePermissions(TypedDict):
    """The permissions set by the author. They are reported, not enforced."""

    # Whether printing is allowed.
    print: bool
    # Whether copying text is allowed.
    copy: bool
    # Whether changes are allowed.
    change: bool

class PdfDocumentLineOutlineItem(TypedDict):
    # The title of the bookmark.
    title: str
    # The depth, from 0.
    level: int
    # The target page, from 1. Null if it is not in this file.
    page: Optional[int]

class PdfDocumentLineAttachmentsItem(TypedDict):
    # The file name.
    name: str
    # The media type that the file declares.
    mediaType: Optional[str]
    # The size in bytes. Null if it cannot be read.
    bytes: Optional[int]

class PdfDocumentLine(TypedDict):
    """The first line: the file."""

    # The number of pages in the file, including those not selected.
    pageCount: int
    # The PDF version, such as `1.7`.
    pdfVersion: Optional[str]
    # Whether the file is encrypted.
    encrypted: bool
    # Whether the file has structure tags for headings, lists and tables.
    tagged: bool
    # The language that the file declares, such as `en-US`.
    language: Optional[str]
    # The permissions set by the author. They are reported, not enforced.
    permissions: "PdfDocumentLinePermissions"
    # Only with `include=metadata`: the document's metadata.
    metadata: NotRequired["PdfMetadata"]
    # The bookmarks as a flat list, in order. Level 0 is the top level.
    outline: NotRequired[List["PdfDocumentLineOutlineItem"]]
    # Only with `include=attachments`: the attached files, without their content.
    attachments: NotRequired[List["PdfDocumentLineAttachmentsItem"]]
    type: Literal["document"]

class PdfPageLineOcr(TypedDict):
    """Present if the text was recognized by OCR."""

    # The OCR language.
    language: str
    # The mean confidence of the page's words, 0 to 1. Null if there are no words.
    confidence: Optional[float]
    # The number of recognized words.
    words: int

class PdfPageLine(TypedDict):
    """A page."""

    # The page number, from 1.
    number: int
    # The page label, such as `iv`. Null if the file has none.
    label: Optional[str]
    # The width in points (1/72 inch), as displayed.
    width: Optional[float]
    # The height in points, as displayed.
    height: Optional[float]
    # Clockwise rotation: 0, 90, 180 or 270. Width and height already include it.
    rotation: Optional[int]
    # `scan`: an image of text. `scan-with-text`: an image with a text layer. `garbled`: the fonts do not identify their characters. Null if the page cannot be opened.
    kind: Optional[Literal["text", "scan", "scan-with-text", "garbled", "empty"]]
    # The evidence for `kind`.
    quality: Optional["PdfQuality"]
    # The text of the page. Null if the page cannot be opened, and in a dry run.
    text: Optional[str]
    # Present if the text was recognized by OCR.
    ocr: NotRequired["PdfPageLineOcr"]
    # Only with `include=tables`: the tables of the page.
    tables: NotRequired[List["PdfTable"]]
    # Only with `include=words`: every word with its position.
    words: NotRequired[List["PdfWord"]]
    # Only with `include=links`: the links of the page.
    links: NotRequired[List["PdfLink"]]
    # Only with `include=forms`: the form fields of the page.
    forms: NotRequired[List["PdfField"]]
    # Only with `include=annotations`: the annotations of the page.
    annotations: NotRequired[List["PdfAnnotation"]]
    type: Literal["page"]

class PdfEndLineUsageOcr(TypedDict):
    """Present if OCR was requested and is available."""

    # The number of recognized pages.
    pages: int
    # How many pages each of them costs.
    weight: int

class PdfEndLineUsage(TypedDict):
    """The cost of the call."""

    # The number of pages charged: those returned, with recognized pages multiplied by their weight.
    pages: int
    # Present if OCR was requested and is available.
    ocr: NotRequired["PdfEndLineUsageOcr"]
    # Only in a dry run: the number of pages that the call would cost.
    wouldCharge: NotRequired[int]

class PdfEndLine(TypedDict):
    """The last line: the cost of the call."""

    type: Literal["end"]
    # Problems with single pages.
    warnings: List["PdfWarning"]
    # The cost of the call.
    usage: "PdfEndLineUsage"

class RemovedBackgroundSource(TypedDict):
    """The image that was sent, after EXIF orientation."""

    # Width in pixels.
    width: int
    # Height in pixels.
    height: int
    # Its media type.
    type: str

class RemovedBackgroundForeground(TypedDict):
    # Pixels from the left edge.
    x: int
    # Pixels from the top edge.
    y: int
    # Width in pixels.
    width: int
    # Height in pixels.
    height: int
    # The share of the returned image's pixels that the subject covers, 0 to 1.
    area: float

class RemovedBackground(TypedDict):
    # The engine used: `builtin` or the name of a model.
    engine: str
    # The engine's confidence in the result, 0 to 1. Null if it gives none.
    confidence: Optional[float]
    # Advice for a result with low confidence.
    hint: NotRequired[str]
    # Width in pixels.
    width: int
    # Height in pixels.
    height: int
    # The image that was sent, after EXIF orientation.
    source: "RemovedBackgroundSource"
    # The part of the source that the returned image shows, in pixels of the source. Use it to overlay the two. With `cropMargin` it may extend beyond the source.
    area: "ImageBox"
    # The position of the subject in the returned image.
    foreground: Optional["RemovedBackgroundForeground"]
    # The media type of the image.
    type: str
    # The returned image as Base64.
    imageBase64: str
    # Processing time in milliseconds.
    ms: int

class ImageBox(TypedDict):
    """In pixels, from the top left corner."""

    # Pixels from the left edge.
    x: int
    # Pixels from the top edge.
    y: int
    # Width in pixels.
    width: int
    # Height in pixels.
    height: int

class ProfileLocation(TypedDict):
    """The location that the person states."""

    # The location, as on the page.
    text: Optional[str]
    # The ISO 3166-1 country code.
    countryCode: Optional[str]

class ProfileCurrent(TypedDict):
    # The job title.
    title: Optional[str]
    # The employer.
    company: Optional["ProfileOrganization"]

class ProfileConnections(TypedDict):
    # The number.
    value: int
    # True if the source shows `500+`.
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
    # The location that the person states.
    location: "ProfileLocation"
    # The industry that the person states.
    industry: Optional[str]
    # The current position.
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
    # The number of connections.
    connections: Optional["ProfileConnections"]
    # The profile image.
    image: Optional["ProfileImage"]
    # Whether the member has a premium account. Null if the source does not say.
    premium: Optional[bool]
    # Lists in the profile, such as certifications and languages.
    sections: Dict[str, "ProfileSection"]
    completeness: "ProfileCompleteness"
    # The location each field was extracted from, such as `jsonld`, `dom.topCard` or `api`.
    sources: Dict[str, str]
    # The source that was used.
    source: Literal["session", "public", "import"]
    # When it was fetched.
    observedAt: str
    cache: "ProfileCache"

class ProfileOrganization(TypedDict):
    # The name of the organization.
    name: Optional[str]
    # The numeric ID on the site, as a string.
    id: Optional[str]
    # The last part of its page's URL.
    slug: Optional[str]

class ProfileExperience(TypedDict):
    # The job title.
    title: Optional[str]
    # The employer.
    company: "ProfileOrganization"
    # The start date.
    start: Optional["ProfileDate"]
    # The end date. Null if current or unknown.
    end: Optional["ProfileDate"]
    # True if the source gives a start or a range, but no end.
    isCurrent: bool
    # The location that the entry states.
    location: Optional[str]
    # The description.
    description: Optional[str]
    # True if the source shows that the entry exists but hides its content. What is hidden is null.
    masked: bool

class ProfileDate(TypedDict):
    """A date with the precision of the source: `2012`, `2012-03` or `2012-03-04`."""

    # The year, month or day.
    value: str
    # The smallest unit of the date.
    precision: Literal["year", "month", "day"]

class ProfileEducation(TypedDict):
    # The school.
    school: "ProfileOrganization"
    # The degree.
    degree: Optional[str]
    # The field of study.
    field: Optional[str]
    # The start date.
    start: Optional["ProfileDate"]
    # The end date. Null if current or unknown.
    end: Optional["ProfileDate"]
    # The grade.
    grade: Optional[str]
    # Activities and societies.
    activities: Optional[str]
    # The description.
    description: Optional[str]
    # True if the source shows that the entry exists but hides its content. What is hidden is null.
    masked: bool

class ProfileLanguage(TypedDict):
    # The name of the language.
    name: str
    # The level of proficiency.
    proficiency: Optional[Literal["elementary", "limited-working", "professional-working", "full-professional", "native-or-bilingual"]]
    # The text of the source, if any.
    proficiencyText: Optional[str]

class ProfileEntry(TypedDict):
    # The title, such as the name of a certificate or course, or a role.
    title: Optional[str]
    # The issuer, publisher or host.
    organization: Optional[str]
    # The start, issue or publication date.
    start: Optional["ProfileDate"]
    # The end or expiry date.
    end: Optional["ProfileDate"]
    # True if the source gives a start, but no end.
    isCurrent: bool
    # A link about the entry.
    url: Optional[str]
    # The number of a credential, patent or course, or a score.
    number: Optional[str]
    # The description.
    description: Optional[str]
    # True if the source shows that the entry exists but hides its content. What is hidden is null.
    masked: bool

class ProfileCount(TypedDict):
    # The number.
    value: int
    # True if the source rounds the number, such as `41M`.
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
    """How much of the data was found."""

    # The weight of the fields found, divided by the weight of all fields that apply.
    score: float
    # Fields that apply but are missing in the source.
    missing: List[str]
    # Fields that the source hides.
    masked: List[str]
    # Fields that the source shows in part.
    partial: List[str]

class ProfileCache(TypedDict):
    """How fresh the data is. Stale results are free."""

    # `hit`: a fresh cached result. `miss`: fetched for this call. `stale`: an older result, because the page could not be fetched.
    state: Literal["hit", "miss", "stale"]
    # The age of the data, in seconds.
    ageS: int
    # Only for stale results: the code of the error that occurred.
    upstreamError: NotRequired[str]

class CompanySize(TypedDict):
    # The range as on the page, such as `51-200` or `10001+`.
    text: str
    # The smallest number of employees.
    min: int
    # The largest number. Null for an open range.
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
    # Whether it is the headquarters.
    isHeadquarters: bool

class CompanyFundingLastAmount(TypedDict):
    # A decimal string.
    amount: str
    # ISO 4217 code.
    currency: str
    # True if the source rounds the amount.
    approximate: bool

class CompanyFundingLast(TypedDict):
    # The type of the round, such as Series B.
    type: Optional[str]
    # The date of the round.
    date: Optional["ProfileDate"]
    # The amount raised.
    amount: Optional["CompanyFundingLastAmount"]

class CompanyFunding(TypedDict):
    # The number of rounds.
    rounds: Optional[int]
    # The latest round.
    last: Optional["CompanyFundingLast"]

class Company(TypedDict):
    # The last part of the company page's URL.
    slug: str
    # The numeric ID on the site, as a string.
    id: Optional[str]
    # The URL of the page.
    url: str
    # The name of the company.
    name: str
    # The tagline below the name.
    tagline: Optional[str]
    # The description.
    description: Optional[str]
    # The website of the company.
    website: Optional[str]
    # The industry that the company states.
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
    # The addresses of all locations.
    locations: List["CompanyLocationsItem"]
    # The specialties that the company lists.
    specialities: List[str]
    # The logo.
    logo: Optional["ProfileImage"]
    # Funding rounds, if the page shows them.
    funding: Optional["CompanyFunding"]
    completeness: "ProfileCompleteness"
    # The location each field was extracted from, such as `jsonld`, `dom.topCard` or `api`.
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
    # The name.
    name: str
    # The role, as on the page.
    role: Optional[str]

class ProductPriceRange(TypedDict):
    # The lowest price.
    min: "ProductMoney"
    # The highest price.
    max: "ProductMoney"

class ProductUnitPricePer(TypedDict):
    """The quantity that the amount is for."""

    # The quantity, such as 100.
    quantity: float
    # The unit, as on the page, such as `g`.
    unit: Optional[str]

class ProductUnitPrice(TypedDict):
    # A decimal string with the number of decimals of its currency.
    amount: str
    # ISO 4217 code.
    currency: str
    # The quantity that the amount is for.
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
    # The average, 0 to 5 stars.
    average: Optional[float]
    # The number of ratings.
    count: Optional[int]
    # The distribution of ratings.
    histogramPercent: Optional["ProductRatingHistogramPercent"]

class ProductImagesItem(TypedDict):
    # The ID of the image, from its URL.
    id: Optional[str]
    # The URL of the image.
    url: str
    # Width in pixels.
    width: Optional[int]
    # Height in pixels.
    height: Optional[int]
    # The place of the image on the page, such as `MAIN` or `PT01`.
    variant: Optional[str]

class ProductIdentifiers(TypedDict):
    """Other identifiers of the product."""

    # ISBN-10 of a book.
    isbn10: Optional[str]
    # ISBN-13 of a book.
    isbn13: Optional[str]
    # UPC, EAN or GTIN: 8 to 14 digits.
    upc: Optional[str]
    # The manufacturer's model number.
    model: Optional[str]

class ProductBreadcrumbsItem(TypedDict):
    # The name of the category.
    name: str
    # The ID of the category.
    nodeId: Optional[str]

class ProductBestSellerRanksItem(TypedDict):
    # The rank, from 1.
    rank: int
    # The name of the category.
    category: str
    # The ID of the category.
    nodeId: Optional[str]

class ProductVariantsItemsItem(TypedDict):
    # The ASIN of the variant.
    asin: str
    # Its value of each dimension.
    values: List[str]
    # Whether it is the product of this page.
    selected: bool

class ProductVariants(TypedDict):
    # The names of the choices, such as `Color`.
    dimensions: List[str]
    # All variants on the page.
    items: List["ProductVariantsItemsItem"]

class ProductBoughtPastMonth(TypedDict):
    # The least number of purchases.
    atLeast: int

class ProductCompleteness(TypedDict):
    """How much of the data was found."""

    # The weight of the fields found, divided by the weight of all fields that apply.
    score: float
    # Fields that apply but are missing on the page.
    missing: List[str]
    # Fields for which the page contradicts itself.
    partial: List[str]

class ProductCache(TypedDict):
    """How fresh the data is."""

    # `stale`: an older result, because the page could not be fetched. Stale results are free.
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
    # The marketplace.
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
    # Contributors to a book or recording, such as its author.
    contributors: NotRequired[List["ProductContributorsItem"]]
    # Why the page shows a price or none. `select-variant`: a size or color must be chosen; see `priceRange`. `not-deliverable-here`: prices depend on `deliveryLocation`. `unknown`: the page does not say.
    offerState: NotRequired[Literal["featured-offer", "select-variant", "other-sellers-only", "price-hidden-until-cart", "not-deliverable-here", "unavailable", "preorder", "unknown"]]
    # Whether the product is digital.
    isDigital: NotRequired[bool]
    # The price. Null if the page offers none.
    price: NotRequired[Optional["ProductMoney"]]
    # The prices of all variants, if the page shows a range instead of a price.
    priceRange: NotRequired[Optional["ProductPriceRange"]]
    # The list price.
    listPrice: NotRequired[Optional["ProductMoney"]]
    # The price without a discount for one payment method. Present if `price` includes such a discount.
    regularPrice: NotRequired[Optional["ProductMoney"]]
    # The discount from `listPrice` to `price`, in percent.
    discountPercent: NotRequired[Optional[int]]
    # The price per quantity.
    unitPrice: NotRequired[Optional["ProductUnitPrice"]]
    # The shipping cost, if the page shows an amount.
    shipping: NotRequired[Optional["ProductMoney"]]
    # The payment method that the price requires, as on the page; null if none.
    priceNote: NotRequired[Optional[str]]
    availability: NotRequired["ProductAvailability"]
    # The offers, the featured offer first. Each is extracted from its own row of the page.
    offers: NotRequired[List["ProductOffer"]]
    # Who sells the featured offer. Null if the page names no seller.
    seller: NotRequired[Optional["ProductSeller"]]
    # The name of the shipper.
    shipsFrom: NotRequired[Optional[str]]
    # The delivery location of prices and stock.
    deliveryLocation: NotRequired[Optional[str]]
    # The ratings by customers. Null without ratings.
    rating: NotRequired[Optional["ProductRating"]]
    # The reviews on the page, without their authors.
    reviews: NotRequired[List["ProductReview"]]
    # The images of the product, the main image first.
    images: NotRequired[List["ProductImagesItem"]]
    # The bullet points of the page.
    bullets: NotRequired[List[str]]
    # The product description.
    description: NotRequired[Optional[str]]
    # The details of the product, in the words of the page.
    details: NotRequired[Dict[str, str]]
    # Other identifiers of the product.
    identifiers: NotRequired["ProductIdentifiers"]
    # The categories of the product, from the top.
    breadcrumbs: NotRequired[List["ProductBreadcrumbsItem"]]
    # The best-seller ranks on the page.
    bestSellerRanks: NotRequired[List["ProductBestSellerRanksItem"]]
    # The variants of the product. Null for a single variant.
    variants: NotRequired[Optional["ProductVariants"]]
    # The badges that the page shows.
    badges: NotRequired[List[Literal["marketplace-choice", "best-seller", "deal"]]]
    # Purchases in the past month, if the page shows them.
    boughtPastMonth: NotRequired[Optional["ProductBoughtPastMonth"]]
    # Whether the page has enhanced content.
    hasAplus: NotRequired[bool]
    # How much of the data was found.
    completeness: "ProductCompleteness"
    # The location on the page where each field was found.
    sources: NotRequired[Dict[str, str]]
    # The source that was used.
    source: str
    # When the page was fetched.
    observedAt: str
    # How fresh the data is.
    cache: "ProductCache"
    # Only for stale results: the code of the error that occurred.
    upstreamError: NotRequired[str]

class ProductMoney(TypedDict):
    # A decimal string with the number of decimals of its currency.
    amount: str
    # ISO 4217 code.
    currency: str

class ProductAvailability(TypedDict):
    """The stock of the offer."""

    # `limited`: few left; `backorder`: ships later.
    status: Literal["in-stock", "limited", "backorder", "unavailable", "unknown"]
    # The text on the page, in the page's language.
    text: Optional[str]
    # The number of items left, if the page shows it.
    stockLeft: Optional[int]

class ProductOffer(TypedDict):
    # The kind of offer.
    type: Literal["new", "used", "local-store", "subscribe", "rent", "renewed"]
    # The condition, as on the page.
    condition: Optional[str]
    # The price. Null if the page offers none.
    price: Optional["ProductMoney"]
    # The list price.
    listPrice: Optional["ProductMoney"]
    # Who sells this offer. Null if the page names no seller.
    seller: Optional["ProductSeller"]
    # The name of the shipper.
    shipsFrom: Optional[str]
    # Whether the marketplace ships the product.
    fulfilledByMarketplace: Optional[bool]
    availability: "ProductAvailability"

class ProductSeller(TypedDict):
    # The name.
    name: str
    # The seller ID, if the page shows it.
    id: Optional[str]
    # Whether the seller is the marketplace itself.
    isMarketplace: bool

class ProductReviewDate(TypedDict):
    """The date of the review."""

    # Null if the page's language is not supported.
    value: Optional[str]
    # Always day.
    precision: Literal["day"]

class ProductReview(TypedDict):
    # The ID of the review.
    id: str
    # The rating in stars.
    rating: Optional[float]
    # The title.
    title: Optional[str]
    # The date of the review.
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
    # The name of the API.
    api: str
    # The unit of the API, such as pages.
    unit: str
    # Its quotas.
    quotas: List["Quota"]

class UsageDaysItem(TypedDict):
    # The day (UTC).
    day: str
    # The name of the API.
    api: str
    # Successful calls.
    calls: int
    # Units charged.
    units: int

class Usage(TypedDict):
    """Quotas and recent usage."""

    # For each API, its quotas in the order in which they are charged.
    apis: List["UsageApisItem"]
    # The last 31 days, newest first.
    days: List["UsageDaysItem"]

class Quota(TypedDict):
    # Its name in the RateLimit headers.
    policy: str
    # The ID of the plan.
    plan: str
    # The API's unit, calls or credits.
    unit: str
    # The units of one window.
    limit: int
    # The units used in this window.
    used: int
    # The units left in this window.
    remaining: int
    # `once`: credits that an operator granted.
    window: Literal["day", "month", "once"]
    # When the window began, in UTC.
    startsAt: str
    # When the next window begins, in UTC.
    resetsAt: str
    # The most API units that one call may cost.
    maxUnits: NotRequired[int]

class Job(TypedDict):
    """A call that runs in the background."""

    # The ID of the job.
    id: str
    # The mode of the key that created it. Only keys of this mode can read it.
    mode: Literal["live", "test"]
    # The operation that the job calls, such as `seo.meta`.
    operation: str
    # The name of its file, or the end of its URL. Omitted if it has none, in webhook events, and in the response that creates the job.
    fileName: NotRequired[str]
    # The state. `succeeded`, `failed` and `canceled` jobs have ended.
    state: Literal["queued", "running", "succeeded", "failed", "canceled"]
    # 1 if the job has ended, otherwise 0.
    progress: float
    # The charge of the job, in the unit of its API. 0 unless it succeeded.
    units: int
    # The number of times it was started. More than 1 if a server stopped or was busy.
    attempts: int
    # The batch that it belongs to.
    batch: Optional[str]
    # Its place in the batch, from 0.
    index: Optional[int]
    # When the server accepted it.
    createdAt: str
    # When it was first started.
    startedAt: Optional[str]
    # When it ended.
    finishedAt: Optional[str]
    # When the job and its result are deleted.
    expiresAt: str
    # The URL of the result, once the job has succeeded.
    resultUrl: Optional[str]
    # The problem document of a failed job, as the call would have returned it.
    problem: Optional[Dict[str, object]]

class Batch(TypedDict):
    """Many calls of one operation that run in the background."""

    # The ID of the batch.
    id: str
    # The mode of the key that created it. Only keys of this mode can read it.
    mode: Literal["live", "test"]
    # The operation that its jobs call, such as `seo.meta`.
    operation: str
    # `finished` once every job has ended.
    state: Literal["running", "finished"]
    # The number of jobs.
    size: int
    # Jobs that have not started.
    queued: int
    # Jobs that are running.
    running: int
    # Jobs that succeeded.
    succeeded: int
    # Jobs that failed.
    failed: int
    # Jobs that were canceled.
    canceled: int
    # The charge of its jobs so far, in the unit of the API.
    units: int
    # The share of the jobs that have ended.
    progress: float
    # The estimated end of the last job; null if unknown.
    estimatedEndAt: Optional[str]
    # When the server accepted it.
    createdAt: str
    # When the batch and its results are deleted.
    expiresAt: str
    # The URL of the results, also while the batch runs.
    resultsUrl: str

class BatchResult(TypedDict):
    """How one job of a batch ended."""

    # The place of the input in the batch, from 0.
    index: int
    # The ID of the job.
    job: str
    # The name of its file, or the end of its URL. Omitted if it has none.
    fileName: NotRequired[str]
    # How the job ended.
    state: Literal["succeeded", "failed", "canceled"]
    # The charge, in the unit of the API.
    units: int
    # The response of the call if it is JSON, or a string if it is other text; else null.
    result: object
    # The URL of the response, byte for byte.
    resultUrl: Optional[str]
    # In a ZIP file: the name of the file that has the response. Omitted without a response.
    entry: NotRequired[str]
    # The problem document of a failed job.
    problem: Optional[Dict[str, object]]

WebhookEvent = Union["JobSucceededEvent", "JobFailedEvent", "JobCanceledEvent", "BatchCompletedEvent", "SiteAuditCompletedEvent", "WebhookTestEvent", "WebhookVerificationEvent"]

class JobSucceededEvent(TypedDict):
    """A job outside of batches succeeded."""

    type: Literal["job.succeeded"]
    # When it happened, in UTC.
    timestamp: str
    # The mode of the key that made the object.
    mode: Literal["live", "test"]
    # The object that it is about, as its own URL returns it.
    data: "Job"

class JobFailedEvent(TypedDict):
    """A job outside of batches failed."""

    type: Literal["job.failed"]
    # When it happened, in UTC.
    timestamp: str
    # The mode of the key that made the object.
    mode: Literal["live", "test"]
    # The object that it is about, as its own URL returns it.
    data: "Job"

class JobCanceledEvent(TypedDict):
    """A job outside of batches was canceled."""

    type: Literal["job.canceled"]
    # When it happened, in UTC.
    timestamp: str
    # The mode of the key that made the object.
    mode: Literal["live", "test"]
    # The object that it is about, as its own URL returns it.
    data: "Job"

class BatchCompletedEvent(TypedDict):
    """All jobs of a batch have ended."""

    type: Literal["batch.completed"]
    # When it happened, in UTC.
    timestamp: str
    # The mode of the key that made the object.
    mode: Literal["live", "test"]
    # The object that it is about, as its own URL returns it.
    data: "Batch"

class SiteAuditCompletedEvent(TypedDict):
    """A site audit has ended."""

    type: Literal["site-audit.completed"]
    # When it happened, in UTC.
    timestamp: str
    # The mode of the key that made the object.
    mode: Literal["live", "test"]
    # The object that it is about, as its own URL returns it.
    data: "SiteAudit"

class SiteAudit(TypedDict):
    """An audit of all pages of a site."""

    # The ID of the site audit.
    id: str
    # Always `live`: test keys cannot start or read site audits.
    mode: Literal["live"]
    # The start URL.
    url: str
    # The state. `succeeded`, `failed` and `canceled` audits have ended.
    state: Literal["queued", "running", "succeeded", "failed", "canceled"]
    # Why it ended before every page was read; null if all were, or if it has not ended.
    stopReason: Optional[Literal["page-limit", "url-limit", "unreachable", "quota-exceeded", "time-limit", "storage-limit", "canceled"]]
    # The estimated share that is done. It never decreases, and is 1 only when the audit has ended.
    progress: float
    # Pages with a 2xx response. Each costs one call.
    pages: int
    # URLs that were requested, images and links to other sites included.
    requested: int
    # URLs that are known and still to be requested.
    waiting: int
    # The calls charged so far.
    units: int
    # The average score of its pages; null without an HTML page, and until the report is ready.
    score: Optional[int]
    # The options of the audit, including defaults.
    options: Dict[str, object]
    # The ID of the schedule that started it.
    schedule: Optional[str]
    # When the server accepted it.
    createdAt: str
    # When it was first started.
    startedAt: Optional[str]
    # When it ended.
    finishedAt: Optional[str]
    # The estimated end; null if unknown.
    estimatedEndAt: Optional[str]
    # When the audit and its report are deleted.
    expiresAt: str
    # The URL of the report, once the audit has ended.
    reportUrl: Optional[str]
    # The URL of its events.
    eventsUrl: str
    # Why it failed, as a problem document.
    problem: Optional[Dict[str, object]]

class WebhookTestEvent(TypedDict):
    """You sent a test event."""

    type: Literal["webhook.test"]
    # When it happened, in UTC.
    timestamp: str
    # The mode of the key that made the object.
    mode: Literal["live", "test"]
    # The object that it is about, as its own URL returns it.
    data: "WebhookMessage"

class WebhookMessage(TypedDict):
    """The data of events that try out an endpoint."""

    # A sentence that says what to do.
    message: str
    # The ID of the endpoint.
    endpoint: str

class WebhookVerificationEvent(TypedDict):
    """An endpoint has a new URL."""

    type: Literal["webhook.verification"]
    # When it happened, in UTC.
    timestamp: str
    # The mode of the key that made the object.
    mode: Literal["live", "test"]
    # The object that it is about, as its own URL returns it.
    data: "WebhookMessage"

class EventLink(TypedDict):
    """A URL that shows the events of one object."""

    # The URL of the events. It needs no key.
    eventsUrl: str
    # When the URL expires.
    expiresAt: str

class SeoSiteReportTotals(TypedDict):
    """The size of the site."""

    # Known URLs of the site.
    urls: int
    # URLs with a 2xx response. Each costs one call.
    pages: int
    # HTML pages among them.
    htmlPages: int
    # HTML pages that search engines may index: no noindex, and no canonical URL that leads to another page.
    indexable: int
    # URLs that redirect.
    redirects: int
    # URLs of the site with status 4xx or 5xx, or without a response.
    broken: int
    # Known URLs of other sites.
    external: int
    # Images, scripts, style sheets and URLs of other sites that were requested.
    resources: int
    # Bytes of all pages after decompression.
    bytes: int

class SeoSiteReportSkipped(TypedDict):
    """Known URLs of the site that were not requested, by reason."""

    # Forbidden by robots.txt.
    robots: int
    # Left out by `include` or `exclude`.
    pattern: int
    # Further away than `maxDepth`.
    depth: int
    # Linked only with nofollow.
    nofollow: int
    # Part of a set of URLs without end.
    trap: int
    # Beyond the limit of pages or URLs.
    limit: int

class SeoSiteReportStatusesItem(TypedDict):
    # HTTP status; null without a response.
    status: Optional[int]
    # URLs with it.
    count: int

class SeoSiteReportDepthsItem(TypedDict):
    # Clicks from the start URL; null if no link leads there.
    depth: Optional[int]
    # Pages at that depth.
    count: int

class SeoSiteReportScore(TypedDict):
    """Scores of the page audit, see `/seo/checks`."""

    # The mean score of all HTML pages; null without any.
    average: Optional[float]
    # The pages with the lowest score, at most 10.
    lowest: List["SeoSiteRankedUrl"]

class SeoSiteReportChecksItem(TypedDict):
    # The ID of the check in `/seo/checks`.
    check: str
    # Pages with the finding.
    pages: int
    # Some of them, at most 10.
    examples: List[str]

class SeoSiteReportTemplatesItemIssuesItem(TypedDict):
    # The ID of the issue.
    id: str
    # Pages with it.
    count: int

class SeoSiteReportTemplatesItem(TypedDict):
    # URLs with variable parts in braces, such as `/product/{slug}`.
    pattern: str
    # HTML pages with such a URL.
    pages: int
    # One of them.
    example: str
    # Issues of these pages, most frequent first, at most 20.
    issues: List["SeoSiteReportTemplatesItemIssuesItem"]

class SeoSiteReportLinks(TypedDict):
    """Internal links."""

    # Links between pages of the site, one for each pair of pages.
    internal: int
    # The pages that most pages link to, at most 10.
    mostLinked: List["SeoSiteRankedUrl"]
    # The indexable pages that fewest pages link to, at most 10.
    leastLinked: List["SeoSiteRankedUrl"]

class SeoSiteReportSitemapsItem(TypedDict):
    # The URL of the file.
    url: str
    # Its HTTP status; null without a response.
    status: Optional[int]
    # URLs that it lists.
    urls: int
    # Why it could not be read; null if it could.
    error: Optional[str]

class SeoSiteReportRobotsTxtItem(TypedDict):
    # Scheme, host and port.
    origin: str
    # Its HTTP status; null without a response.
    status: Optional[int]
    # `unreachable`: nothing on this host may be read.
    state: Literal["parsed", "absent", "unreachable"]
    # The Crawl-delay for this crawler; null without one.
    crawlDelaySeconds: Optional[float]

class SeoSiteReportTrapsItem(TypedDict):
    # The kind of URL.
    pattern: str
    # Why it has no end.
    kind: Literal["calendar", "chain", "repeating-path", "parameters", "session"]
    # An example.
    example: str

class SeoSiteReport(TypedDict):
    """The report of a crawl."""

    # The URL that the crawl began with.
    startUrl: str
    # The host names that belong to the site.
    hosts: List[str]
    # The time of the start (ISO 8601).
    startedAt: str
    # The time of the end; null if the crawl has not ended.
    finishedAt: Optional[str]
    # `complete`: every URL was read. `page-limit`, `url-limit`: a limit was reached. `unreachable`: the site stopped responding. `robots`: robots.txt forbids the start URL. Null: the crawl has not ended.
    ending: Optional[Literal["complete", "page-limit", "url-limit", "unreachable", "robots"]]
    # The size of the site.
    totals: "SeoSiteReportTotals"
    # Known URLs of the site that were not requested, by reason.
    skipped: "SeoSiteReportSkipped"
    # URLs of the site by status.
    statuses: List["SeoSiteReportStatusesItem"]
    # Pages by the least number of clicks from the start URL.
    depths: List["SeoSiteReportDepthsItem"]
    # Scores of the page audit, see `/seo/checks`.
    score: "SeoSiteReportScore"
    # Issues of the site, most severe first.
    issues: List["SeoSiteIssue"]
    # Findings of the page audit by check, most frequent first.
    checks: List["SeoSiteReportChecksItem"]
    # Issues by kind of URL, most pages first, at most 50.
    templates: List["SeoSiteReportTemplatesItem"]
    # Internal links.
    links: "SeoSiteReportLinks"
    # The pages with the longest time to the first byte, in milliseconds, at most 20.
    slowest: List["SeoSiteRankedUrl"]
    # Sitemaps, at most 500.
    sitemaps: List["SeoSiteReportSitemapsItem"]
    # robots.txt of each host.
    robotsTxt: List["SeoSiteReportRobotsTxtItem"]
    # Sets of URLs without end. The crawl read some and skipped the rest.
    traps: List["SeoSiteReportTrapsItem"]

class SeoSiteRankedUrl(TypedDict):
    """A URL with the value that it is ranked by."""

    # The URL.
    url: str
    # Its value.
    value: int

class SeoSiteIssue(TypedDict):
    """An issue of a site, with the places where it occurs."""

    # The ID of the issue. It never changes.
    id: str
    # The severity of the issue. A notice may be intended.
    severity: Literal["blocker", "critical", "high", "medium", "low", "notice"]
    # The issue as a short sentence.
    title: str
    # How to fix it.
    remedy: str
    # The number of all items.
    count: int
    # The items in order of URL, at most 100.
    items: List["SeoSiteIssueItem"]

class SeoSiteIssueItem(TypedDict):
    """One place where a site has an issue."""

    # The URL that has the issue. For duplicates, the first page of the group.
    url: str
    # What was found, such as the status, the text or the language.
    detail: str
    # Other URLs of the item, at most 10: pages that link to a broken URL, pages with the same title, hops of a redirect.
    related: List[str]
    # The number of all related URLs.
    relatedCount: int

class SeoSiteComparisonScore(TypedDict):
    """Average scores of the page audit."""

    # The average score before.
    before: Optional[float]
    # The average score now.
    after: Optional[float]

class SeoSiteComparisonAddedPages(TypedDict):
    """Pages that were not there before."""

    # All of them.
    count: int
    # At most 100.
    urls: List[str]

class SeoSiteComparisonRemovedPages(TypedDict):
    """Pages that are gone."""

    # All of them.
    count: int
    # At most 100.
    urls: List[str]

class SeoSiteComparison(TypedDict):
    """The difference between two crawls."""

    # Whether there are new items of an issue that is not a notice, or the average score is lower by 1 or more.
    isWorse: bool
    # New items of all issues but notices.
    newCount: int
    # Fixed items of all issues but notices.
    fixedCount: int
    # Items of all issues but notices that are in both.
    remainingCount: int
    # Average scores of the page audit.
    score: "SeoSiteComparisonScore"
    # Pages that were not there before.
    addedPages: "SeoSiteComparisonAddedPages"
    # Pages that are gone.
    removedPages: "SeoSiteComparisonRemovedPages"
    # Issues with new or fixed items, most severe first.
    issues: List["SeoSiteIssueChange"]

class SeoSiteIssueChange(TypedDict):
    """How an issue changed between two crawls."""

    # The ID of the issue.
    id: str
    # The severity of the issue.
    severity: Literal["blocker", "critical", "high", "medium", "low", "notice"]
    # The issue as a short sentence.
    title: str
    # Items before.
    before: int
    # Items now.
    after: int
    # Items that were not there before.
    newCount: int
    # Items that are gone, on URLs that were read again or no longer exist.
    fixedCount: int
    # Items in both.
    remainingCount: int
    # New items, at most 100.
    newItems: List["SeoSiteIssueItem"]
    # Fixed items, at most 100.
    fixedItems: List["SeoSiteIssueItem"]

class SharedReport(TypedDict):
    """A report that anyone with its link can read."""

    # The ID of the shared report.
    id: str
    # The URL that was audited.
    url: str
    # When the link was created.
    createdAt: str
    # When the link expires.
    expiresAt: str

class SiteAuditSchedule(TypedDict):
    """A schedule that audits a site every day or week."""

    # The ID of the schedule.
    id: str
    # Always `live`: test keys cannot create or read schedules.
    mode: Literal["live"]
    # The start URL.
    url: str
    # How often it starts an audit.
    every: Literal["daily", "weekly"]
    # The options of its audits, including defaults.
    options: Dict[str, object]
    # When it was created.
    createdAt: str
    # When it starts the next audit.
    nextAt: str

class Webhook(TypedDict):
    """An endpoint that receives events."""

    # The ID of the endpoint.
    id: str
    # The URL that events are sent to.
    url: str
    # Whether it gets events of live or of test keys.
    mode: Literal["live", "test"]
    # The types of events that are sent; null for all.
    events: Optional[List[Literal["job.succeeded", "job.failed", "job.canceled", "batch.completed", "site-audit.completed"]]]
    # Whether events are sent to it.
    enabled: bool
    # Why it is off: you turned it off, it returned 410, or it failed for 5 days. Null while it is on.
    disabledReason: Optional[Literal["owner", "gone", "failing"]]
    # When attempts began to fail; null if the last one succeeded or none was made.
    failingSince: Optional[str]
    # Whether its URL has accepted the `webhook.verification` event. Until then, other events wait.
    verified: bool
    # When events stop being signed with the old secret; null after that.
    formerSecretUntil: Optional[str]
    # When it was created, in UTC.
    createdAt: str

class ManagedWebhook(TypedDict):
    # The ID of the endpoint.
    id: str
    # The URL that events are sent to.
    url: str
    # Whether it gets events of live or of test keys.
    mode: Literal["live", "test"]
    # The types of events that are sent; null for all.
    events: Optional[List[Literal["job.succeeded", "job.failed", "job.canceled", "batch.completed", "site-audit.completed"]]]
    # Whether events are sent to it.
    enabled: bool
    # Why it is off: you turned it off, it returned 410, or it failed for 5 days. Null while it is on.
    disabledReason: Optional[Literal["owner", "gone", "failing"]]
    # When attempts began to fail; null if the last one succeeded or none was made.
    failingSince: Optional[str]
    # Whether its URL has accepted the `webhook.verification` event. Until then, other events wait.
    verified: bool
    # When events stop being signed with the old secret; null after that.
    formerSecretUntil: Optional[str]
    # When it was created, in UTC.
    createdAt: str
    # The signing secret: `whsec_` and Base64. It is shown only once. Null in a repeated response (`Idempotency-Replayed: true`).
    secret: Optional[str]

class WebhookDelivery(TypedDict):
    """The delivery of one event to one endpoint."""

    # The ID of the event, as in `webhook-id`.
    event: str
    # The type of the event.
    type: str
    # `pending` events will be sent. `failed` ones are not sent again unless you resend them.
    state: Literal["pending", "delivered", "failed"]
    # When the event happened, in UTC.
    createdAt: str
    # When it is attempted next; null if it is not pending.
    nextAttemptAt: Optional[str]
    # The attempts, newest first, up to 20.
    attempts: List["WebhookAttempt"]

class WebhookAttempt(TypedDict):
    """One attempt to deliver an event."""

    # When it began, in UTC.
    startedAt: str
    # The status of the response; null without a response.
    status: Optional[int]
    # Headers of the response by lowercase name, up to 200 characters each: allow, cf-ray, content-encoding, content-length, content-type, date, location without its query, retry-after, server, via, x-amzn-requestid, x-request-id. Others are not stored. null without a response, and if it is not stored anymore.
    responseHeaders: Optional[Dict[str, str]]
    # The first 1,000 bytes of the response body as text. U+FFFD replaces invalid bytes and control characters. null if it is empty or compressed, without a response, and if it is not stored anymore: the newest 10,000 responses of an account are.
    responseBody: Optional[str]
    # Whether the response body is longer than `responseBody`, or did not end within 1 s.
    responseTruncated: bool
    # Why there was no response, such as `upstream-timeout`; null if there was one.
    error: Optional[str]
    # How long it took, in milliseconds.
    durationMs: int
    # When the next attempt was scheduled; null if none was.
    nextAttemptAt: Optional[str]

class Key(TypedDict):
    # The ID of the key.
    id: str
    # The name of the key.
    name: str
    # Its prefix and its last four characters.
    hint: str
    # `test`: calls get sample responses and cost nothing.
    mode: Literal["live", "test"]
    # The APIs that it works for, and `keys` or `webhooks` if it manages those; null for all APIs.
    apis: Optional[List[str]]
    # The IP addresses and networks from which it works; null for all.
    allowedIps: Optional[List[str]]
    # When it was created, in UTC.
    createdAt: str
    # When it stops working: its expiry, or the end of its rotation if that is earlier.
    expiresAt: Optional[str]
    # Whether a new key replaced it.
    isRotated: bool
    # When it was revoked; null if it was not.
    revokedAt: Optional[str]
    # The last day on which it was used (UTC).
    lastUsedOn: Optional[str]
    # Deadline to undo its revocation or rotation; null if it cannot be undone.
    undoUntil: Optional[str]

class ManagedKey(TypedDict):
    # The ID of the key.
    id: str
    # The name of the key.
    name: str
    # Its prefix and its last four characters.
    hint: str
    # `test`: calls get sample responses and cost nothing.
    mode: Literal["live", "test"]
    # The APIs that it works for, and `keys` or `webhooks` if it manages those; null for all APIs.
    apis: Optional[List[str]]
    # The IP addresses and networks from which it works; null for all.
    allowedIps: Optional[List[str]]
    # When it was created, in UTC.
    createdAt: str
    # When it stops working: its expiry, or the end of its rotation if that is earlier.
    expiresAt: Optional[str]
    # Whether a new key replaced it.
    isRotated: bool
    # When it was revoked; null if it was not.
    revokedAt: Optional[str]
    # The last day on which it was used (UTC).
    lastUsedOn: Optional[str]
    # Deadline to undo its revocation or rotation; null if it cannot be undone.
    undoUntil: Optional[str]
    # The key. It is shown only once; only its hash is stored. Null in a repeated response (`Idempotency-Replayed: true`).
    key: Optional[str]

class JobsListOutput(TypedDict):
    # The jobs of the account.
    jobs: List["Job"]
    # Pass it as `after` to get the next page. Null on the last page.
    next: Optional[str]

class JobsLinkOutput(TypedDict):
    # The URL of the result.
    url: str
    # When the link expires.
    expiresAt: str

class BatchesListOutput(TypedDict):
    # The batches of the account.
    batches: List["Batch"]
    # Pass it as `after` to get the next page. Null on the last page.
    next: Optional[str]

class BatchesLinkOutput(TypedDict):
    # The URL of the result.
    url: str
    # When the link expires.
    expiresAt: str

class SiteAuditsListOutput(TypedDict):
    # The site audits of the account.
    siteAudits: List["SiteAudit"]
    # Pass it as `after` to get the next page. Null on the last page.
    next: Optional[str]

class SiteAuditsShareOutput(TypedDict):
    # The link.
    url: str
    # When it expires.
    expiresAt: str

class SharedReportsListOutput(TypedDict):
    # The shared reports of the account.
    reports: List["SharedReport"]
    # Pass it as `after` to get the next page. Null on the last page.
    next: Optional[str]

class SiteAuditSchedulesListOutput(TypedDict):
    # The schedules of the account.
    schedules: List["SiteAuditSchedule"]

class WebhooksListOutput(TypedDict):
    # All endpoints.
    webhooks: List["Webhook"]

class WebhooksDeleteOutput(TypedDict):
    # Always true.
    deleted: Literal[True]

class WebhooksTestOutput(TypedDict):
    # The ID of the test event.
    event: str

class WebhooksDeliveriesOutput(TypedDict):
    # The deliveries, newest first.
    deliveries: List["WebhookDelivery"]
    # Pass it as `after` to get the next page. Null on the last page.
    next: Optional[str]

class WebhooksReplayDeliveryOutput(TypedDict):
    # The number of events that are sent again.
    replayed: int

class WebhooksReplayOutput(TypedDict):
    # The number of events that are sent again.
    replayed: int

class KeysListOutput(TypedDict):
    # All keys.
    keys: List["Key"]

class KeysRevokeOutput(TypedDict):
    # Always true.
    revoked: Literal[True]

class SeoAuditInput(TypedDict):
    """An item of a batch."""

    url: str
    links: NotRequired[Literal["skip", "check"]]
    keyword: NotRequired[str]
    fields: NotRequired[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]]
    render: NotRequired[Literal["off", "auto"]]
    format: NotRequired[Literal["json", "html"]]
    share: NotRequired[bool]

class SeoMetaInput(TypedDict):
    """An item of a batch."""

    url: str

class PdfExtractInput(TypedDict):
    """An item of a batch."""

    file: NotRequired[FileInput]
    url: NotRequired[str]
    pages: NotRequired[str]
    password: NotRequired[str]
    include: NotRequired[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]]
    hyphens: NotRequired[Literal["join", "keep"]]
    format: NotRequired[Literal["text", "markdown"]]
    table_format: NotRequired[Literal["cells", "csv", "html"]]
    layout: NotRequired[Literal["reading", "raw", "spatial"]]
    headers: NotRequired[Literal["keep", "drop"]]
    ocr: NotRequired[Literal["off", "auto", "force"]]
    ocr_language: NotRequired[str]
    dry_run: NotRequired[bool]

class ImagesRemoveBackgroundInput(TypedDict):
    """An item of a batch."""

    image: NotRequired[FileInput]
    bg_image: NotRequired[FileInput]
    url: NotRequired[str]
    engine: NotRequired[str]
    format: NotRequired[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]]
    response: NotRequired[Literal["auto", "image", "json"]]
    size: NotRequired[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]]
    channels: NotRequired[Literal["rgba", "alpha", "background"]]
    crop: NotRequired[bool]
    crop_margin: NotRequired[str]
    scale: NotRequired[str]
    position: NotRequired[str]
    roi: NotRequired[str]
    bg_color: NotRequired[str]
    bg_image_url: NotRequired[str]
    shadow: NotRequired[bool]
    shadow_opacity: NotRequired[int]
    decontaminate: NotRequired[bool]
    feather: NotRequired[int]
    holes: NotRequired[Literal["auto", "keep", "fill"]]
    type: NotRequired[str]
    type_level: NotRequired[str]
    semitransparency: NotRequired[bool]

class ProfilesProfileInput(TypedDict):
    """An item of a batch."""

    url: NotRequired[str]
    username: NotRequired[str]
    max_age: NotRequired[int]

class ProfilesCompanyInput(TypedDict):
    """An item of a batch."""

    vanity: NotRequired[str]
    url: NotRequired[str]
    max_age: NotRequired[int]

class ProductsProductInput(TypedDict):
    """An item of a batch."""

    asin: NotRequired[str]
    url: NotRequired[str]
    marketplace: NotRequired[str]
    language: NotRequired[str]
    fields: NotRequired[Union[str, List[Literal["asin", "requestedAsin", "parentAsin", "marketplace", "url", "language", "title", "brand", "bylineRaw", "contributors", "offerState", "isDigital", "price", "priceRange", "listPrice", "regularPrice", "discountPercent", "unitPrice", "shipping", "priceNote", "availability", "offers", "seller", "shipsFrom", "deliveryLocation", "rating", "reviews", "images", "bullets", "description", "details", "identifiers", "breadcrumbs", "bestSellerRanks", "variants", "badges", "boughtPastMonth", "hasAplus", "completeness", "sources"]]]]
    max_age: NotRequired[int]
    reviews: NotRequired[bool]
