# Generated from the API descriptors by `npm run generate`. Edit those.
# ruff: noqa
from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional, Union, overload

if sys.version_info >= (3, 11):
    from typing import Literal
else:
    from typing_extensions import Literal

from ._async_transport import AsyncLines, AsyncTransport
from ._files import FileInput
from ._sync_transport import Lines, Transport
from ._transport import Answer, CallOptions, Shape, action_options
from .types import UuidBatch, UuidVerdict, UuidVerdicts, UuidDecoded, Health, SeoAudit, SeoMeta, SeoChecks, PdfExtract, PdfExtractLine, RemovedBackground, Profile, Company, Product, Job, Batch, SiteAudit, EventLink, SeoSiteReport, SeoSiteComparison, SharedReport, SiteAuditSchedule, Webhook, ManagedWebhook, Key, ManagedKey, JobsListOutput, JobsLinkOutput, BatchesListOutput, BatchesLinkOutput, SiteAuditsListOutput, SiteAuditsShareOutput, SharedReportsListOutput, SiteAuditSchedulesListOutput, WebhooksListOutput, WebhooksDeleteOutput, WebhooksTestOutput, WebhooksDeliveriesOutput, WebhooksReplayDeliveryOutput, WebhooksReplayOutput, KeysListOutput, KeysRevokeOutput

_UUID_V4 = Shape("GET", "/v4", (), ("application/json", "text/plain",))
_UUID_V7 = Shape("GET", "/v7", (), ("application/json", "text/plain",))
_UUID_VALIDATE = Shape("GET", "/validate/{uuid}", (), ("application/json",))
_UUID_VALIDATE_BATCH = Shape("POST", "/validate", (), ("application/json",), True)
_UUID_DECODE = Shape("GET", "/decode/{uuid}", (), ("application/json",))
_UUID_HEALTH = Shape("GET", "/health", (), ("application/json",))
_SEO_AUDIT = Shape("GET", "/seo/audit", (), ("application/json", "text/html",))
_SEO_META = Shape("GET", "/seo/meta", (), ("application/json",))
_SEO_CHECKS = Shape("GET", "/seo/checks", (), ("application/json",))
_PDF_EXTRACT = Shape("POST", "/pdf/extract", ("file",), ("application/json", "text/plain", "text/markdown", "application/x-ndjson",))
_IMAGES_REMOVE_BACKGROUND = Shape("POST", "/images/remove-bg", ("image", "bgImage",), ("image/png", "image/webp", "image/jpeg", "application/zip", "application/json",))
_PROFILES_PROFILE = Shape("GET", "/linkedin/profile", (), ("application/json",))
_PROFILES_COMPANY = Shape("GET", "/linkedin/company", (), ("application/json",))
_PRODUCTS_PRODUCT = Shape("GET", "/amazon/product", (), ("application/json",))

#: The operations that can run in the background, by name.
JOB_SHAPES: Dict[str, Shape] = {
    "seo.audit": _SEO_AUDIT,
    "seo.meta": _SEO_META,
    "pdf.extract": _PDF_EXTRACT,
    "images.removeBackground": _IMAGES_REMOVE_BACKGROUND,
    "profiles.profile": _PROFILES_PROFILE,
    "profiles.company": _PROFILES_COMPANY,
    "products.product": _PRODUCTS_PRODUCT,
}


class UuidApi:
    """Generate, validate and decode UUIDs (RFC 9562). Free, no key."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def v4(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def v4(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidBatch"]: ...

    def v4(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Random UUIDs (version 4). Returns a JSON array of `n` UUIDs with 122 random bits each. With `Accept: text/plain`, one per line.

        Args:
            n: The number of UUIDs: an integer from 1 to 100.
            format: The notation: `canonical` (8-4-4-4-12), `urn`, `braces`, `hex`, `base64url`, `base58` (Bitcoin's alphabet) or `ulid` (Crockford's Base32). `hex`, `base58` and `ulid` sort like the UUIDs.
        """
        return self._transport.call(
            _UUID_V4,
            {"n": n, "format": format},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    @overload
    def v7(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def v7(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidBatch"]: ...

    def v7(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Time-ordered UUIDs (version 7). Returns a JSON array of `n` UUIDs in ascending order: 48 bits of milliseconds, a 26-bit counter, 48 random bits. With `Accept: text/plain`, one per line.

        Args:
            n: The number of UUIDs: an integer from 1 to 100.
            format: The notation: `canonical` (8-4-4-4-12), `urn`, `braces`, `hex`, `base64url`, `base58` (Bitcoin's alphabet) or `ulid` (Crockford's Base32). `hex`, `base58` and `ulid` sort like the UUIDs.
        """
        return self._transport.call(
            _UUID_V7,
            {"n": n, "format": format},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def validate(self, *, uuid: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidVerdict"]:
        """Validate a UUID. Always returns 200. A string is valid if it has the format of RFC 9562, in any case, with the RFC's variant and a version from 1 to 8, or if it is the Nil or Max UUID. For an invalid string, it returns the reason, and the canonical form if only the notation is wrong.

        Args:
            uuid: The string to check, percent-encoded if necessary.
        """
        return self._transport.call(
            _UUID_VALIDATE,
            {"uuid": uuid},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def validate_batch(self, *, uuids: List[str], accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidVerdicts"]:
        """Validate up to 1,000 UUIDs. Returns the result of `GET /validate/{uuid}` for each string. Send a JSON object with `uuids`, a JSON array such as the response of `/v4`, or one string per line.

        Args:
            uuids: The strings to check: 1 to 1,000, in a body of at most 64 KB.
        """
        return self._transport.call(
            _UUID_VALIDATE_BATCH,
            {"uuids": uuids},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def decode(self, *, uuid: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidDecoded"]:
        """Decode a UUID. Returns version, variant and, for version 7, the creation time. Accepts any case, braces, `urn:uuid:` and 32 bare digits, and explains undefined versions. RFC 9562 recommends treating UUIDs as opaque: use this to inspect UUIDs, not in application logic.

        Args:
            uuid: The UUID to decode, percent-encoded if necessary.
        """
        return self._transport.call(
            _UUID_DECODE,
            {"uuid": uuid},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def health(self, *, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Health"]:
        """Check that the process is alive. Use `/health/ready` to see whether the process accepts requests."""
        return self._transport.call(
            _UUID_HEALTH,
            {},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class SeoApi:
    """SEO audit of any page: a score, with evidence and a fix for every finding."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Literal["text/html"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoAudit"]: ...

    def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Audit a page. Runs the checks of `/seo/checks` on the page and its robots.txt. `links=check` adds those that request other URLs (links, images, translations, canonical URL, sitemap): for at most 5 seconds, with at most 20 requests to each other host. With `format=html`, or `Accept: text/html`, it returns the report as a printable page.

        Args:
            url: The URL of the page: http or https, percent-encoded. It must be on the public internet.
            links: Whether to check links, images and other URLs on the page.
            keyword: A word or phrase. `content.keyword` shows where the page uses it. Never scored.
            fields: The fields of the JSON response to return, such as `score,title,findings`. Default: all.
            render: `auto` renders pages that need scripts and audits the result, if this server has a browser.
            format: The format of the response. Overrides the `Accept` header.
            share: `true` adds a link to the report as a page. Anyone with the link can open it for 7 days.
        """
        return self._transport.call(
            _SEO_AUDIT,
            {"url": url, "links": links, "keyword": keyword, "fields": fields, "render": render, "format": format, "share": share},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def meta(self, *, url: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoMeta"]:
        """Get a page's metadata. Returns title, description, canonical URL, robots, social tags, translations, feeds and all meta tags, without checks.

        Args:
            url: The URL of the page: http or https, percent-encoded. It must be on the public internet.
        """
        return self._transport.call(
            _SEO_META,
            {"url": url},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def checks(self, *, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoChecks"]:
        """List all checks. Returns every check with its threshold, points, effort and source, and how the score is calculated."""
        return self._transport.call(
            _SEO_CHECKS,
            {},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class PdfApi:
    """Clean text and Markdown from any PDF."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def extract(self, *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def extract(self, *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def extract(self, *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Lines["PdfExtractLine"]]: ...

    @overload
    def extract(self, *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    @overload
    def extract(self, *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def extract(self, *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def extract(self, *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Lines["PdfExtractLine"]]: ...

    @overload
    def extract(self, *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Extract text and structure from a PDF. Extracts text in reading order: columns are separated, superscripts stay in their line, hyphenated words are joined, and form values and free text annotations are included in their places. Returns JSON or, by the `Accept` header, `text/plain` (a form feed between pages), `text/markdown`, or `application/x-ndjson` (one page per line, streamed).

        Args:
            file: A file: bytes, a path, or a file object.
            url: The URL of the PDF, instead of a file.
            pages: The pages to extract: page numbers and ranges separated by commas, such as 1-5,8,-1 (the last page). Default: all. At most 2,000 per call, or fewer if your plan limits them.
            password: The password of an encrypted file. Send it in the request body, because URLs end up in logs.
            include: Details to add to the text, separated by commas: `tables`, `words`, `outline`, `metadata`, `links`, `forms`, `annotations`, `attachments`.
            hyphens: `join` joins words that are hyphenated at the end of a line; `keep` leaves them unchanged.
            format: `markdown` returns Markdown with headings, lists, tables and links, as `Accept: text/markdown` does.
            table_format: With `include=tables`: `csv` or `html` adds each table in that format, besides its cells.
            layout: `reading` arranges columns, rows and superscripts in reading order. `raw` keeps the order of the file's content. `spatial` keeps positions on the page with spaces; for plain text only.
            headers: `drop` removes running headers and footers: lines repeated at the edge of several pages.
            ocr: `auto` runs OCR on pages without usable text (`kind` is `scan` or `garbled`), `force` on all pages. OCR must be enabled on the server. Pages read by OCR cost more; a dry run shows the cost.
            ocr_language: The OCR language, such as `eng` or `deu+eng`. The operator sets the default.
            dry_run: `true` returns the file's details and the cost of the call without the text. Free.
        """
        return self._transport.call(
            _PDF_EXTRACT,
            {"url": url, "pages": pages, "password": password, "include": include, "hyphens": hyphens, "format": format, "tableFormat": table_format, "layout": layout, "headers": headers, "ocr": ocr, "ocrLanguage": ocr_language, "dryRun": dry_run},
            {"file": file},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class ImagesApi:
    """Remove the background from any image."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image", "json"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Remove the background from an image. Send a file, raw bytes, Base64 or a URL. Returns the transparent image as PNG or WebP, on a new background as JPEG, as a ZIP with color and alpha mask, or as JSON with details. The field names of remove.bg also work.

        Args:
            image: A file: bytes, a path, or a file object.
            bg_image: Background image file to place behind the subject.
            url: The URL of the image, instead of a file.
            engine: `auto` uses the operator's model if one is set, otherwise the built-in engine. Or choose `builtin` or an installed model by name. `classic` is deprecated: it is the same as `builtin` and will be removed in a later release.
            format: The output format. `auto` follows the `Accept` header and defaults to PNG. `jpg` requires a background. `zip` contains `color.jpg` and `alpha.png`.
            response: `json` returns the image as Base64 with details. `auto` does so only for `Accept: application/json`.
            size: The maximum output size: `preview`, `small` and `regular` 0.25 megapixels, `medium` 1.5, `hd` 4, `4k` 10; `full`, `auto` and `50MP` as sent. Images are never enlarged.
            channels: `rgba` returns the transparent image, `alpha` the mask as grayscale, `background` the image without the subject.
            crop: Whether to crop the image to the subject.
            crop_margin: The margin around the cropped subject: one, two or four lengths, in the order of CSS (vertical, horizontal; top, right, bottom, left). Each is up to 500px, or up to 50% of the subject, such as `10%` or `20px 40px`.
            scale: The size of the subject: `10%` to `100%` of the canvas, or `original`.
            position: The position of the subject: `original`, `center`, or one or two percentages from 0% to 100%, horizontal first. Defaults to `center` if `scale` is set.
            roi: The region of the subject: left, top, right, bottom, each in px or %, such as `10% 10% 90% 100%`. Everything outside is background.
            bg_color: The background color: 3, 4, 6 or 8 hexadecimal digits with or without #, or a CSS color name.
            bg_image_url: The URL of a background image to place behind the subject. It fills the canvas.
            shadow: Whether to add a soft shadow under the subject.
            shadow_opacity: The opacity of the shadow, in percent.
            decontaminate: Whether to remove the old background's color from soft edges.
            feather: Softens the edge by this many pixels.
            holes: Holes inside the subject: `auto` fills specks, `keep` fills none, `fill` fills all.
            type: Accepted for remove.bg compatibility; ignored.
            type_level: Accepted for remove.bg compatibility; ignored.
            semitransparency: Accepted for remove.bg compatibility; ignored.
        """
        return self._transport.call(
            _IMAGES_REMOVE_BACKGROUND,
            {"url": url, "engine": engine, "format": format, "response": response, "size": size, "channels": channels, "crop": crop, "cropMargin": crop_margin, "scale": scale, "position": position, "roi": roi, "bgColor": bg_color, "bgImageUrl": bg_image_url, "shadow": shadow, "shadowOpacity": shadow_opacity, "decontaminate": decontaminate, "feather": feather, "holes": holes, "type": type, "typeLevel": type_level, "semitransparency": semitransparency},
            {"image": image, "bgImage": bg_image},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class ProfilesApi:
    """LinkedIn profiles and companies by URL, with the source of every field."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def profile(self, *, url: Optional[str] = None, username: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Profile"]:
        """Look up a profile. Look up a person by `url` or `username`. Dates keep the precision of the source. `sections` says which lists are complete. If the person has shared their LinkedIn data export, it is used first.

        Args:
            url: The URL, such as `www.linkedin.com/in/ines-morrow`. Country hosts also work: `ie.linkedin.com`.
            username: The last part of that URL: `ines-morrow`. Required unless `url` is set.
            max_age: The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged.
        """
        return self._transport.call(
            _PROFILES_PROFILE,
            {"url": url, "username": username, "maxAge": max_age},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def company(self, *, vanity: Optional[str] = None, url: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Company"]:
        """Look up a company. Look up a company by `vanity` (the last part of its URL) or `url`. For schools and showcase pages, use `url`.

        Args:
            vanity: The last part of that URL: `example-works`. Required unless `url` is set.
            url: The URL, such as `www.linkedin.com/company/example-works`. Country hosts also work: `ie.linkedin.com`.
            max_age: The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged.
        """
        return self._transport.call(
            _PROFILES_COMPANY,
            {"vanity": vanity, "url": url, "maxAge": max_age},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class ProductsApi:
    """Amazon product data: exact prices, stock, ratings and offers, with the source of every field."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def product(self, *, asin: Optional[str] = None, url: Optional[str] = None, marketplace: Optional[str] = None, language: Optional[str] = None, fields: Optional[Union[str, List[Literal["asin", "requestedAsin", "parentAsin", "marketplace", "url", "language", "title", "brand", "bylineRaw", "contributors", "offerState", "isDigital", "price", "priceRange", "listPrice", "regularPrice", "discountPercent", "unitPrice", "shipping", "priceNote", "availability", "offers", "seller", "shipsFrom", "deliveryLocation", "rating", "reviews", "images", "bullets", "description", "details", "identifiers", "breadcrumbs", "bestSellerRanks", "variants", "badges", "boughtPastMonth", "hasAplus", "completeness", "sources"]]]] = None, max_age: Optional[int] = None, reviews: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Product"]:
        """Look up a product. Returns a product from any of 23 Amazon marketplaces: prices, offers, stock, ratings, reviews, images, variants and ranks. Amounts are decimal strings with their currency.

        Args:
            asin: Ten letters and digits, or an ISBN. Required unless `url` is set.
            url: The URL of the product page. Sets both the marketplace and the ASIN.
            marketplace: One of `com`, `ca`, `com.mx`, `com.br`, `co.uk`, `de`, `fr`, `it`, `es`, `nl`, `com.be`, `ie`, `se`, `pl`, `com.tr`, `ae`, `sa`, `eg`, `co.za`, `in`, `co.jp`, `sg`, `com.au`, or the host or ID of one. Defaults to `com`, or the operator's choice.
            language: One of the marketplace's languages, as two letters.
            fields: The fields to return, separated by commas. `asin`, `requestedAsin`, `marketplace` and `completeness` are always returned.
            max_age: The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged.
            reviews: Whether to include the reviews on the page.
        """
        return self._transport.call(
            _PRODUCTS_PRODUCT,
            {"asin": asin, "url": url, "marketplace": marketplace, "language": language, "fields": fields, "maxAge": max_age, "reviews": reviews},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class JobsActions:
    """Calls that run in the background."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "JobsListOutput":
        """List jobs, newest first. Returns jobs that are not part of a batch, for the APIs in the scope of the key. `GET /batches/{id}/results` returns those of a batch.

        Args:
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = self._transport.call(
            Shape("GET", "/jobs", (), ("application/json",)),
            {"after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "JobsListOutput" = answer.data
        return data

    def get(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Job":
        """Read the state of a job. To create a job, send any call that needs a key with `Prefer: respond-async`. The response is 202 with this object, and its `Location` is this URL."""
        answer = self._transport.call(
            Shape("GET", "/jobs/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Job" = answer.data
        return data

    def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Job":
        """Cancel or delete a job. Cancels a job that is queued or running: it costs nothing. Deletes the result of a job that has ended."""
        answer = self._transport.call(
            Shape("DELETE", "/jobs/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Job" = answer.data
        return data

    def link(self, id: str, *, expires_in: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "JobsLinkOutput":
        """Create a link to the result of a job. The link works without a key: anyone who has it can download the result until the link expires. To revoke it, delete the result with `DELETE /jobs/{id}`.

        Args:
            expires_in: Seconds until the link expires. It expires with the result at the latest.
        """
        answer = self._transport.call(
            Shape("POST", "/jobs/{id}/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "JobsLinkOutput" = answer.data
        return data

    def event_link(self, id: str, *, expires_in: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "EventLink":
        """Create an event URL for a job. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends.

        Args:
            expires_in: Seconds until the URL expires.
        """
        answer = self._transport.call(
            Shape("POST", "/jobs/{id}/events/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "EventLink" = answer.data
        return data


class BatchesActions:
    """Many calls of one operation that run in the background."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "BatchesListOutput":
        """List batches, newest first.

        Args:
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = self._transport.call(
            Shape("GET", "/batches", (), ("application/json",)),
            {"after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "BatchesListOutput" = answer.data
        return data

    def get(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Batch":
        """Read the progress of a batch."""
        answer = self._transport.call(
            Shape("GET", "/batches/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Batch" = answer.data
        return data

    def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Batch":
        """Cancel or delete a batch. Cancels the jobs that have not ended: they cost nothing. Deletes the results of a batch whose jobs have all ended."""
        answer = self._transport.call(
            Shape("DELETE", "/batches/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Batch" = answer.data
        return data

    def link(self, id: str, *, expires_in: Optional[int] = None, format: Optional[Literal["zip", "ndjson"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "BatchesLinkOutput":
        """Create a link to the results of a batch. Until the link expires, anyone who has it can download the results of ended jobs without a key. To revoke it, delete the results with `DELETE /batches/{id}`.

        Args:
            expires_in: Seconds until the link expires. It expires with the result at the latest.
            format: `zip`: a ZIP file with every response. `ndjson`: one JSON line for each job.
        """
        answer = self._transport.call(
            Shape("POST", "/batches/{id}/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in, "format": format},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "BatchesLinkOutput" = answer.data
        return data

    def event_link(self, id: str, *, expires_in: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "EventLink":
        """Create an event URL for a batch. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends.

        Args:
            expires_in: Seconds until the URL expires.
        """
        answer = self._transport.call(
            Shape("POST", "/batches/{id}/events/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "EventLink" = answer.data
        return data


class SiteAuditsActions:
    """Audits of all pages of a site, with their reports."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, *, url: str, max_pages: Optional[int] = None, max_depth: Optional[int] = None, subdomains: Optional[bool] = None, include: Optional[Union[str, List[str]]] = None, exclude: Optional[Union[str, List[str]]] = None, delay_ms: Optional[int] = None, check_links: Optional[bool] = None, every: Optional[Literal["daily", "weekly"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAudit":
        """Audit all pages of a site. Crawls the site from the start URL and its sitemaps, follows its robots.txt, and runs the checks of `/seo/audit` on each page. Each page with a 2xx response costs one call, when it is read. If the quota is used up, the audit ends, and its report covers the pages read so far.

        Args:
            url: The start URL, usually the home page: http or https. It must be on the public internet.
            max_pages: The maximum number of pages to read. Each costs one call.
            max_depth: The maximum clicks from the start URL to a page.
            subdomains: Whether subdomains belong to the site. The host with `www.` and the one without always do.
            include: Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end.
            exclude: Skips URLs that match one of these patterns, separated by commas.
            delay_ms: Milliseconds between two requests to one host. A longer `Crawl-delay` in robots.txt takes precedence.
            check_links: Also checks images, scripts, style sheets and links to other sites. Free.
            every: Also creates a schedule that repeats the audit.
        """
        answer = self._transport.call(
            Shape("POST", "/seo/site-audits", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, {"url": url, "maxPages": max_pages, "maxDepth": max_depth, "subdomains": subdomains, "include": include, "exclude": exclude, "delayMs": delay_ms, "checkLinks": check_links, "every": every}, True),
        )
        data: "SiteAudit" = answer.data
        return data

    def list(self, *, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditsListOutput":
        """List site audits, newest first.

        Args:
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = self._transport.call(
            Shape("GET", "/seo/site-audits", (), ("application/json",)),
            {"after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAuditsListOutput" = answer.data
        return data

    def get(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAudit":
        """Read the progress of a site audit."""
        answer = self._transport.call(
            Shape("GET", "/seo/site-audits/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAudit" = answer.data
        return data

    def report(self, id: str, *, format: Optional[Literal["json", "csv", "zip", "xlsx", "html"]] = None, table: Optional[Literal["issues", "pages", "links", "templates", "sitemaps"]] = None, columns: Optional[Literal["screaming-frog"]] = None, items: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Union["SeoSiteReport", str, bytes]:
        """Read the report of a site audit. Returns the report as JSON, CSV (one table), ZIP (every table as CSV), XLSX (a sheet for each table), or as a page to read and print.

        Args:
            format: The format of the report. Overrides the `Accept` header.
            table: The table of a CSV file.
            columns: `screaming-frog`: the columns of Screaming Frog's export "Internal: All". Only for XLSX, which then has one sheet, and for CSV with `table=pages`.
            items: JSON only: maximum entries of each list, such as the URLs of an issue. Issues and checks stay complete. Default: all.
        """
        answer = self._transport.call(
            Shape("GET", "/seo/site-audits/{id}/report", (), ("application/json", "text/csv", "application/zip", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/html",)),
            {"id": id, "format": format, "table": table, "columns": columns, "items": items},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: Union["SeoSiteReport", str, bytes] = answer.data
        return data

    def compare(self, id: str, *, with_: str, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SeoSiteComparison":
        """Compare a site audit with an earlier one. Returns new and fixed issues, and added and removed pages.

        Args:
            with_: The ID of the earlier audit.
        """
        answer = self._transport.call(
            Shape("GET", "/seo/site-audits/{id}/compare", (), ("application/json",)),
            {"id": id, "with": with_},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SeoSiteComparison" = answer.data
        return data

    def share(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditsShareOutput":
        """Share the report of a site audit by a link. Anyone with the link can read the report as a page for 7 days. An audit has one link: later calls return it again. Deleting the audit revokes it."""
        answer = self._transport.call(
            Shape("POST", "/seo/site-audits/{id}/share", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAuditsShareOutput" = answer.data
        return data

    def unshare(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SharedReport":
        """Revoke the link to the report of a site audit."""
        answer = self._transport.call(
            Shape("DELETE", "/seo/site-audits/{id}/share", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SharedReport" = answer.data
        return data

    def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAudit":
        """Cancel or delete a site audit. Cancels an audit that has not ended: it keeps its charges and the report of the pages that were read. Deletes an audit that has ended."""
        answer = self._transport.call(
            Shape("DELETE", "/seo/site-audits/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAudit" = answer.data
        return data

    def event_link(self, id: str, *, expires_in: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "EventLink":
        """Create an event URL for a site audit. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends.

        Args:
            expires_in: Seconds until the URL expires.
        """
        answer = self._transport.call(
            Shape("POST", "/seo/site-audits/{id}/events/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "EventLink" = answer.data
        return data


class SharedReportsActions:
    """Reports that anyone with the link can open."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SharedReportsListOutput":
        """List shared reports, newest first. Lists shared reports of site audits and of `/seo/audit` with `share=true` until their links expire. An account can have up to 1,000 shared reports with a total of 100 MB.

        Args:
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = self._transport.call(
            Shape("GET", "/seo/reports", (), ("application/json",)),
            {"after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SharedReportsListOutput" = answer.data
        return data

    def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SharedReport":
        """Revoke the link to a report."""
        answer = self._transport.call(
            Shape("DELETE", "/seo/reports/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SharedReport" = answer.data
        return data


class SiteAuditSchedulesActions:
    """Site audits that are repeated daily or weekly."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, *, url: str, max_pages: Optional[int] = None, max_depth: Optional[int] = None, subdomains: Optional[bool] = None, include: Optional[Union[str, List[str]]] = None, exclude: Optional[Union[str, List[str]]] = None, delay_ms: Optional[int] = None, check_links: Optional[bool] = None, every: Literal["daily", "weekly"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditSchedule":
        """Create a schedule. The first audit starts after one interval. You get an email when an audit finds new issues, or a lower score, compared with the one before. An account can have 20 schedules.

        Args:
            url: The start URL, usually the home page: http or https. It must be on the public internet.
            max_pages: The maximum number of pages to read. Each costs one call.
            max_depth: The maximum clicks from the start URL to a page.
            subdomains: Whether subdomains belong to the site. The host with `www.` and the one without always do.
            include: Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end.
            exclude: Skips URLs that match one of these patterns, separated by commas.
            delay_ms: Milliseconds between two requests to one host. A longer `Crawl-delay` in robots.txt takes precedence.
            check_links: Also checks images, scripts, style sheets and links to other sites. Free.
            every: How often to start an audit.
        """
        answer = self._transport.call(
            Shape("POST", "/seo/site-audit-schedules", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, {"url": url, "maxPages": max_pages, "maxDepth": max_depth, "subdomains": subdomains, "include": include, "exclude": exclude, "delayMs": delay_ms, "checkLinks": check_links, "every": every}, True),
        )
        data: "SiteAuditSchedule" = answer.data
        return data

    def list(self, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditSchedulesListOutput":
        """List the schedules of site audits."""
        answer = self._transport.call(
            Shape("GET", "/seo/site-audit-schedules", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAuditSchedulesListOutput" = answer.data
        return data

    def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditSchedule":
        """Delete a schedule. Deletes the schedule. Its audits are kept."""
        answer = self._transport.call(
            Shape("DELETE", "/seo/site-audit-schedules/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAuditSchedule" = answer.data
        return data


class WebhooksActions:
    """Endpoints that receive signed events, and the log of deliveries. Requires a key with the scope `webhooks`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksListOutput":
        """List webhook endpoints, newest first."""
        answer = self._transport.call(
            Shape("GET", "/webhooks", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "WebhooksListOutput" = answer.data
        return data

    def create(self, *, url: str, mode: Optional[Literal["live", "test"]] = None, events: Optional[Union[str, List[Literal["job.succeeded", "job.failed", "job.canceled", "batch.completed", "site-audit.completed"]]]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "ManagedWebhook":
        """Create a webhook endpoint. Events are signed as specified by Standard Webhooks. An account has at most 10 endpoints, one for each URL. A new URL first gets a `webhook.verification` event; other events follow when it has responded with 2xx.

        Args:
            url: An https URL on the public internet. Redirects are not followed.
            mode: `live`: events of live keys. `test`: events of test keys.
            events: The events to send, separated by commas: `job.succeeded`, `job.failed`, `job.canceled`, `batch.completed`, `site-audit.completed`. A new endpoint gets all types by default.
        """
        answer = self._transport.call(
            Shape("POST", "/webhooks", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, {"url": url, "mode": mode, "events": events}, True),
        )
        data: "ManagedWebhook" = answer.data
        return data

    def get(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Webhook":
        """Read a webhook endpoint."""
        answer = self._transport.call(
            Shape("GET", "/webhooks/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Webhook" = answer.data
        return data

    def update(self, id: str, *, url: Optional[str] = None, events: Optional[Union[str, List[Literal["job.succeeded", "job.failed", "job.canceled", "batch.completed", "site-audit.completed"]]]] = None, enabled: Optional[bool] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Webhook":
        """Update a webhook endpoint. Changes its URL or events, or turns it on or off. Members that you leave out do not change. `null` as `events` means all types.

        Args:
            url: An https URL on the public internet. Redirects are not followed.
            events: The events to send, separated by commas: `job.succeeded`, `job.failed`, `job.canceled`, `batch.completed`, `site-audit.completed`. A new endpoint gets all types by default.
            enabled: Whether events are sent to it.
        """
        answer = self._transport.call(
            Shape("PATCH", "/webhooks/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, {"url": url, "events": events, "enabled": enabled}, False),
        )
        data: "Webhook" = answer.data
        return data

    def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksDeleteOutput":
        """Delete a webhook endpoint. Its delivery log is deleted too."""
        answer = self._transport.call(
            Shape("DELETE", "/webhooks/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "WebhooksDeleteOutput" = answer.data
        return data

    def roll(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "ManagedWebhook":
        """Rotate a signing secret. For 24 hours, events are signed with both secrets. If you rotate it again within that time, the oldest secret stops working immediately."""
        answer = self._transport.call(
            Shape("POST", "/webhooks/{id}/roll", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, True),
        )
        data: "ManagedWebhook" = answer.data
        return data

    def test(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksTestOutput":
        """Send a test event to a webhook endpoint. The event has the type `webhook.test`, or `webhook.verification` for a URL that is not verified. Its delivery is in the log. Limited to 10 per minute."""
        answer = self._transport.call(
            Shape("POST", "/webhooks/{id}/test", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, True),
        )
        data: "WebhooksTestOutput" = answer.data
        return data

    def deliveries(self, id: str, *, state: Optional[Literal["pending", "delivered", "failed"]] = None, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksDeliveriesOutput":
        """List deliveries, newest first. Returns the deliveries of a webhook endpoint with their attempts. They are kept for 7 days.

        Args:
            state: Only deliveries in this state.
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = self._transport.call(
            Shape("GET", "/webhooks/{id}/deliveries", (), ("application/json",)),
            {"id": id, "state": state, "after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "WebhooksDeliveriesOutput" = answer.data
        return data

    def replay_delivery(self, id: str, event: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksReplayDeliveryOutput":
        """Resend an event. The event keeps its ID. If an attempt fails, it is retried like the first delivery."""
        answer = self._transport.call(
            Shape("POST", "/webhooks/{id}/deliveries/{event}/replay", (), ("application/json",)),
            {"id": id, "event": event},
            {},
            action_options(timeout, retries, idempotency_key, None, True),
        )
        data: "WebhooksReplayDeliveryOutput" = answer.data
        return data

    def replay(self, id: str, *, since: str, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksReplayOutput":
        """Resend failed events. Sends the events that failed since a time to the webhook endpoint again. They keep their IDs.

        Args:
            since: Events from this time on, as an ISO 8601 date (00:00 UTC) or time with an offset.
        """
        answer = self._transport.call(
            Shape("POST", "/webhooks/{id}/replay", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, {"since": since}, True),
        )
        data: "WebhooksReplayOutput" = answer.data
        return data


class KeysActions:
    """The API keys of the account. Only keys with the scope `keys` can manage them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "KeysListOutput":
        """List keys, newest first."""
        answer = self._transport.call(
            Shape("GET", "/keys", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "KeysListOutput" = answer.data
        return data

    def create(self, *, name: Optional[str] = None, apis: Optional[Union[str, List[Literal["seo", "pdf", "images", "profiles", "products", "webhooks"]]]] = None, mode: Optional[Literal["live", "test"]] = None, expires_at: Optional[str] = None, allowed_ips: Optional[Union[str, List[str]]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "ManagedKey":
        """Create a key. Requires a key with the scope `keys`. A retry with the same `Idempotency-Key` returns the same key without its secret. The new key cannot have the scope `keys`: create such a key on the account page.

        Args:
            name: A name for the key: 1 to 40 letters, digits, spaces, dots or hyphens.
            apis: The APIs that the key works for, separated by commas. Default: all. `webhooks` adds the management of webhook endpoints.
            mode: `live`, or `test`: calls are validated, get sample responses and cost nothing.
            expires_at: When the key stops working, as an ISO 8601 date (00:00 UTC) or time with an offset. Default: never.
            allowed_ips: IP addresses and CIDR networks (IPv4, IPv6) from which the key works, separated by commas: at most 50. Default: all.
        """
        answer = self._transport.call(
            Shape("POST", "/keys", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, {"name": name, "apis": apis, "mode": mode, "expiresAt": expires_at, "allowedIps": allowed_ips}, True),
        )
        data: "ManagedKey" = answer.data
        return data

    def update(self, id: str, *, name: Optional[str] = None, expires_at: Optional[str] = None, allowed_ips: Optional[Union[str, List[str]]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Key":
        """Update the name, expiry or allow-list of a key. Changes take effect within 5 s on every replica. Members that you leave out do not change. `null` removes an expiry or an allow-list. Scope and mode cannot be changed, nor can keys with the scope `keys`.

        Args:
            name: A new name for the key.
            expires_at: When the key stops working, as an ISO 8601 date (00:00 UTC) or time with an offset. Default: never.
            allowed_ips: IP addresses and CIDR networks (IPv4, IPv6) from which the key works, separated by commas: at most 50. Default: all.
        """
        answer = self._transport.call(
            Shape("PATCH", "/keys/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, {"name": name, "expiresAt": expires_at, "allowedIps": allowed_ips}, False),
        )
        data: "Key" = answer.data
        return data

    def roll(self, id: str, *, grace: Optional[Literal["0", "1h", "24h", "7d"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "ManagedKey":
        """Rotate a key. Replaces the key with a new one of the same name, scope and limits. A retry with the same `Idempotency-Key` returns the new key without its secret.

        Args:
            grace: How long the old key keeps working. `0` ends it at once.
        """
        answer = self._transport.call(
            Shape("POST", "/keys/{id}/roll", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, {"grace": grace}, True),
        )
        data: "ManagedKey" = answer.data
        return data

    def revoke(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "KeysRevokeOutput":
        """Revoke a key. Takes effect within 5 s on every replica. You can revoke any key of the account, including the one that sends the request."""
        answer = self._transport.call(
            Shape("DELETE", "/keys/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "KeysRevokeOutput" = answer.data
        return data


class Operations:
    """Every operation, by API, and every resource of the platform."""

    def __init__(self, transport: Transport) -> None:
        self.uuid = UuidApi(transport)
        self.seo = SeoApi(transport)
        self.pdf = PdfApi(transport)
        self.images = ImagesApi(transport)
        self.profiles = ProfilesApi(transport)
        self.products = ProductsApi(transport)
        self.site_audits = SiteAuditsActions(transport)
        self.shared_reports = SharedReportsActions(transport)
        self.site_audit_schedules = SiteAuditSchedulesActions(transport)
        self.webhooks = WebhooksActions(transport)
        self.keys = KeysActions(transport)


class AsyncUuidApi:
    """Generate, validate and decode UUIDs (RFC 9562). Free, no key."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @overload
    async def v4(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def v4(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidBatch"]: ...

    async def v4(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Random UUIDs (version 4). Returns a JSON array of `n` UUIDs with 122 random bits each. With `Accept: text/plain`, one per line.

        Args:
            n: The number of UUIDs: an integer from 1 to 100.
            format: The notation: `canonical` (8-4-4-4-12), `urn`, `braces`, `hex`, `base64url`, `base58` (Bitcoin's alphabet) or `ulid` (Crockford's Base32). `hex`, `base58` and `ulid` sort like the UUIDs.
        """
        return await self._transport.call(
            _UUID_V4,
            {"n": n, "format": format},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    @overload
    async def v7(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def v7(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidBatch"]: ...

    async def v7(self, *, n: Optional[int] = None, format: Optional[Literal["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"]] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Time-ordered UUIDs (version 7). Returns a JSON array of `n` UUIDs in ascending order: 48 bits of milliseconds, a 26-bit counter, 48 random bits. With `Accept: text/plain`, one per line.

        Args:
            n: The number of UUIDs: an integer from 1 to 100.
            format: The notation: `canonical` (8-4-4-4-12), `urn`, `braces`, `hex`, `base64url`, `base58` (Bitcoin's alphabet) or `ulid` (Crockford's Base32). `hex`, `base58` and `ulid` sort like the UUIDs.
        """
        return await self._transport.call(
            _UUID_V7,
            {"n": n, "format": format},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def validate(self, *, uuid: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidVerdict"]:
        """Validate a UUID. Always returns 200. A string is valid if it has the format of RFC 9562, in any case, with the RFC's variant and a version from 1 to 8, or if it is the Nil or Max UUID. For an invalid string, it returns the reason, and the canonical form if only the notation is wrong.

        Args:
            uuid: The string to check, percent-encoded if necessary.
        """
        return await self._transport.call(
            _UUID_VALIDATE,
            {"uuid": uuid},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def validate_batch(self, *, uuids: List[str], accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidVerdicts"]:
        """Validate up to 1,000 UUIDs. Returns the result of `GET /validate/{uuid}` for each string. Send a JSON object with `uuids`, a JSON array such as the response of `/v4`, or one string per line.

        Args:
            uuids: The strings to check: 1 to 1,000, in a body of at most 64 KB.
        """
        return await self._transport.call(
            _UUID_VALIDATE_BATCH,
            {"uuids": uuids},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def decode(self, *, uuid: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidDecoded"]:
        """Decode a UUID. Returns version, variant and, for version 7, the creation time. Accepts any case, braces, `urn:uuid:` and 32 bare digits, and explains undefined versions. RFC 9562 recommends treating UUIDs as opaque: use this to inspect UUIDs, not in application logic.

        Args:
            uuid: The UUID to decode, percent-encoded if necessary.
        """
        return await self._transport.call(
            _UUID_DECODE,
            {"uuid": uuid},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def health(self, *, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Health"]:
        """Check that the process is alive. Use `/health/ready` to see whether the process accepts requests."""
        return await self._transport.call(
            _UUID_HEALTH,
            {},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncSeoApi:
    """SEO audit of any page: a score, with evidence and a fix for every finding."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @overload
    async def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Literal["text/html"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoAudit"]: ...

    async def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Audit a page. Runs the checks of `/seo/checks` on the page and its robots.txt. `links=check` adds those that request other URLs (links, images, translations, canonical URL, sitemap): for at most 5 seconds, with at most 20 requests to each other host. With `format=html`, or `Accept: text/html`, it returns the report as a printable page.

        Args:
            url: The URL of the page: http or https, percent-encoded. It must be on the public internet.
            links: Whether to check links, images and other URLs on the page.
            keyword: A word or phrase. `content.keyword` shows where the page uses it. Never scored.
            fields: The fields of the JSON response to return, such as `score,title,findings`. Default: all.
            render: `auto` renders pages that need scripts and audits the result, if this server has a browser.
            format: The format of the response. Overrides the `Accept` header.
            share: `true` adds a link to the report as a page. Anyone with the link can open it for 7 days.
        """
        return await self._transport.call(
            _SEO_AUDIT,
            {"url": url, "links": links, "keyword": keyword, "fields": fields, "render": render, "format": format, "share": share},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def meta(self, *, url: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoMeta"]:
        """Get a page's metadata. Returns title, description, canonical URL, robots, social tags, translations, feeds and all meta tags, without checks.

        Args:
            url: The URL of the page: http or https, percent-encoded. It must be on the public internet.
        """
        return await self._transport.call(
            _SEO_META,
            {"url": url},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def checks(self, *, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoChecks"]:
        """List all checks. Returns every check with its threshold, points, effort and source, and how the score is calculated."""
        return await self._transport.call(
            _SEO_CHECKS,
            {},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncPdfApi:
    """Clean text and Markdown from any PDF."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @overload
    async def extract(self, *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def extract(self, *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def extract(self, *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[AsyncLines["PdfExtractLine"]]: ...

    @overload
    async def extract(self, *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    @overload
    async def extract(self, *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def extract(self, *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def extract(self, *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[AsyncLines["PdfExtractLine"]]: ...

    @overload
    async def extract(self, *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    async def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Extract text and structure from a PDF. Extracts text in reading order: columns are separated, superscripts stay in their line, hyphenated words are joined, and form values and free text annotations are included in their places. Returns JSON or, by the `Accept` header, `text/plain` (a form feed between pages), `text/markdown`, or `application/x-ndjson` (one page per line, streamed).

        Args:
            file: A file: bytes, a path, or a file object.
            url: The URL of the PDF, instead of a file.
            pages: The pages to extract: page numbers and ranges separated by commas, such as 1-5,8,-1 (the last page). Default: all. At most 2,000 per call, or fewer if your plan limits them.
            password: The password of an encrypted file. Send it in the request body, because URLs end up in logs.
            include: Details to add to the text, separated by commas: `tables`, `words`, `outline`, `metadata`, `links`, `forms`, `annotations`, `attachments`.
            hyphens: `join` joins words that are hyphenated at the end of a line; `keep` leaves them unchanged.
            format: `markdown` returns Markdown with headings, lists, tables and links, as `Accept: text/markdown` does.
            table_format: With `include=tables`: `csv` or `html` adds each table in that format, besides its cells.
            layout: `reading` arranges columns, rows and superscripts in reading order. `raw` keeps the order of the file's content. `spatial` keeps positions on the page with spaces; for plain text only.
            headers: `drop` removes running headers and footers: lines repeated at the edge of several pages.
            ocr: `auto` runs OCR on pages without usable text (`kind` is `scan` or `garbled`), `force` on all pages. OCR must be enabled on the server. Pages read by OCR cost more; a dry run shows the cost.
            ocr_language: The OCR language, such as `eng` or `deu+eng`. The operator sets the default.
            dry_run: `true` returns the file's details and the cost of the call without the text. Free.
        """
        return await self._transport.call(
            _PDF_EXTRACT,
            {"url": url, "pages": pages, "password": password, "include": include, "hyphens": hyphens, "format": format, "tableFormat": table_format, "layout": layout, "headers": headers, "ocr": ocr, "ocrLanguage": ocr_language, "dryRun": dry_run},
            {"file": file},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncImagesApi:
    """Remove the background from any image."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @overload
    async def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def remove_background(self, *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def remove_background(self, *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    async def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image", "json"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Remove the background from an image. Send a file, raw bytes, Base64 or a URL. Returns the transparent image as PNG or WebP, on a new background as JPEG, as a ZIP with color and alpha mask, or as JSON with details. The field names of remove.bg also work.

        Args:
            image: A file: bytes, a path, or a file object.
            bg_image: Background image file to place behind the subject.
            url: The URL of the image, instead of a file.
            engine: `auto` uses the operator's model if one is set, otherwise the built-in engine. Or choose `builtin` or an installed model by name. `classic` is deprecated: it is the same as `builtin` and will be removed in a later release.
            format: The output format. `auto` follows the `Accept` header and defaults to PNG. `jpg` requires a background. `zip` contains `color.jpg` and `alpha.png`.
            response: `json` returns the image as Base64 with details. `auto` does so only for `Accept: application/json`.
            size: The maximum output size: `preview`, `small` and `regular` 0.25 megapixels, `medium` 1.5, `hd` 4, `4k` 10; `full`, `auto` and `50MP` as sent. Images are never enlarged.
            channels: `rgba` returns the transparent image, `alpha` the mask as grayscale, `background` the image without the subject.
            crop: Whether to crop the image to the subject.
            crop_margin: The margin around the cropped subject: one, two or four lengths, in the order of CSS (vertical, horizontal; top, right, bottom, left). Each is up to 500px, or up to 50% of the subject, such as `10%` or `20px 40px`.
            scale: The size of the subject: `10%` to `100%` of the canvas, or `original`.
            position: The position of the subject: `original`, `center`, or one or two percentages from 0% to 100%, horizontal first. Defaults to `center` if `scale` is set.
            roi: The region of the subject: left, top, right, bottom, each in px or %, such as `10% 10% 90% 100%`. Everything outside is background.
            bg_color: The background color: 3, 4, 6 or 8 hexadecimal digits with or without #, or a CSS color name.
            bg_image_url: The URL of a background image to place behind the subject. It fills the canvas.
            shadow: Whether to add a soft shadow under the subject.
            shadow_opacity: The opacity of the shadow, in percent.
            decontaminate: Whether to remove the old background's color from soft edges.
            feather: Softens the edge by this many pixels.
            holes: Holes inside the subject: `auto` fills specks, `keep` fills none, `fill` fills all.
            type: Accepted for remove.bg compatibility; ignored.
            type_level: Accepted for remove.bg compatibility; ignored.
            semitransparency: Accepted for remove.bg compatibility; ignored.
        """
        return await self._transport.call(
            _IMAGES_REMOVE_BACKGROUND,
            {"url": url, "engine": engine, "format": format, "response": response, "size": size, "channels": channels, "crop": crop, "cropMargin": crop_margin, "scale": scale, "position": position, "roi": roi, "bgColor": bg_color, "bgImageUrl": bg_image_url, "shadow": shadow, "shadowOpacity": shadow_opacity, "decontaminate": decontaminate, "feather": feather, "holes": holes, "type": type, "typeLevel": type_level, "semitransparency": semitransparency},
            {"image": image, "bgImage": bg_image},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncProfilesApi:
    """LinkedIn profiles and companies by URL, with the source of every field."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def profile(self, *, url: Optional[str] = None, username: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Profile"]:
        """Look up a profile. Look up a person by `url` or `username`. Dates keep the precision of the source. `sections` says which lists are complete. If the person has shared their LinkedIn data export, it is used first.

        Args:
            url: The URL, such as `www.linkedin.com/in/ines-morrow`. Country hosts also work: `ie.linkedin.com`.
            username: The last part of that URL: `ines-morrow`. Required unless `url` is set.
            max_age: The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged.
        """
        return await self._transport.call(
            _PROFILES_PROFILE,
            {"url": url, "username": username, "maxAge": max_age},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def company(self, *, vanity: Optional[str] = None, url: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Company"]:
        """Look up a company. Look up a company by `vanity` (the last part of its URL) or `url`. For schools and showcase pages, use `url`.

        Args:
            vanity: The last part of that URL: `example-works`. Required unless `url` is set.
            url: The URL, such as `www.linkedin.com/company/example-works`. Country hosts also work: `ie.linkedin.com`.
            max_age: The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged.
        """
        return await self._transport.call(
            _PROFILES_COMPANY,
            {"vanity": vanity, "url": url, "maxAge": max_age},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncProductsApi:
    """Amazon product data: exact prices, stock, ratings and offers, with the source of every field."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def product(self, *, asin: Optional[str] = None, url: Optional[str] = None, marketplace: Optional[str] = None, language: Optional[str] = None, fields: Optional[Union[str, List[Literal["asin", "requestedAsin", "parentAsin", "marketplace", "url", "language", "title", "brand", "bylineRaw", "contributors", "offerState", "isDigital", "price", "priceRange", "listPrice", "regularPrice", "discountPercent", "unitPrice", "shipping", "priceNote", "availability", "offers", "seller", "shipsFrom", "deliveryLocation", "rating", "reviews", "images", "bullets", "description", "details", "identifiers", "breadcrumbs", "bestSellerRanks", "variants", "badges", "boughtPastMonth", "hasAplus", "completeness", "sources"]]]] = None, max_age: Optional[int] = None, reviews: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Product"]:
        """Look up a product. Returns a product from any of 23 Amazon marketplaces: prices, offers, stock, ratings, reviews, images, variants and ranks. Amounts are decimal strings with their currency.

        Args:
            asin: Ten letters and digits, or an ISBN. Required unless `url` is set.
            url: The URL of the product page. Sets both the marketplace and the ASIN.
            marketplace: One of `com`, `ca`, `com.mx`, `com.br`, `co.uk`, `de`, `fr`, `it`, `es`, `nl`, `com.be`, `ie`, `se`, `pl`, `com.tr`, `ae`, `sa`, `eg`, `co.za`, `in`, `co.jp`, `sg`, `com.au`, or the host or ID of one. Defaults to `com`, or the operator's choice.
            language: One of the marketplace's languages, as two letters.
            fields: The fields to return, separated by commas. `asin`, `requestedAsin`, `marketplace` and `completeness` are always returned.
            max_age: The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged.
            reviews: Whether to include the reviews on the page.
        """
        return await self._transport.call(
            _PRODUCTS_PRODUCT,
            {"asin": asin, "url": url, "marketplace": marketplace, "language": language, "fields": fields, "maxAge": max_age, "reviews": reviews},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncJobsActions:
    """Calls that run in the background."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "JobsListOutput":
        """List jobs, newest first. Returns jobs that are not part of a batch, for the APIs in the scope of the key. `GET /batches/{id}/results` returns those of a batch.

        Args:
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = await self._transport.call(
            Shape("GET", "/jobs", (), ("application/json",)),
            {"after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "JobsListOutput" = answer.data
        return data

    async def get(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Job":
        """Read the state of a job. To create a job, send any call that needs a key with `Prefer: respond-async`. The response is 202 with this object, and its `Location` is this URL."""
        answer = await self._transport.call(
            Shape("GET", "/jobs/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Job" = answer.data
        return data

    async def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Job":
        """Cancel or delete a job. Cancels a job that is queued or running: it costs nothing. Deletes the result of a job that has ended."""
        answer = await self._transport.call(
            Shape("DELETE", "/jobs/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Job" = answer.data
        return data

    async def link(self, id: str, *, expires_in: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "JobsLinkOutput":
        """Create a link to the result of a job. The link works without a key: anyone who has it can download the result until the link expires. To revoke it, delete the result with `DELETE /jobs/{id}`.

        Args:
            expires_in: Seconds until the link expires. It expires with the result at the latest.
        """
        answer = await self._transport.call(
            Shape("POST", "/jobs/{id}/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "JobsLinkOutput" = answer.data
        return data

    async def event_link(self, id: str, *, expires_in: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "EventLink":
        """Create an event URL for a job. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends.

        Args:
            expires_in: Seconds until the URL expires.
        """
        answer = await self._transport.call(
            Shape("POST", "/jobs/{id}/events/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "EventLink" = answer.data
        return data


class AsyncBatchesActions:
    """Many calls of one operation that run in the background."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "BatchesListOutput":
        """List batches, newest first.

        Args:
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = await self._transport.call(
            Shape("GET", "/batches", (), ("application/json",)),
            {"after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "BatchesListOutput" = answer.data
        return data

    async def get(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Batch":
        """Read the progress of a batch."""
        answer = await self._transport.call(
            Shape("GET", "/batches/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Batch" = answer.data
        return data

    async def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Batch":
        """Cancel or delete a batch. Cancels the jobs that have not ended: they cost nothing. Deletes the results of a batch whose jobs have all ended."""
        answer = await self._transport.call(
            Shape("DELETE", "/batches/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Batch" = answer.data
        return data

    async def link(self, id: str, *, expires_in: Optional[int] = None, format: Optional[Literal["zip", "ndjson"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "BatchesLinkOutput":
        """Create a link to the results of a batch. Until the link expires, anyone who has it can download the results of ended jobs without a key. To revoke it, delete the results with `DELETE /batches/{id}`.

        Args:
            expires_in: Seconds until the link expires. It expires with the result at the latest.
            format: `zip`: a ZIP file with every response. `ndjson`: one JSON line for each job.
        """
        answer = await self._transport.call(
            Shape("POST", "/batches/{id}/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in, "format": format},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "BatchesLinkOutput" = answer.data
        return data

    async def event_link(self, id: str, *, expires_in: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "EventLink":
        """Create an event URL for a batch. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends.

        Args:
            expires_in: Seconds until the URL expires.
        """
        answer = await self._transport.call(
            Shape("POST", "/batches/{id}/events/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "EventLink" = answer.data
        return data


class AsyncSiteAuditsActions:
    """Audits of all pages of a site, with their reports."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, *, url: str, max_pages: Optional[int] = None, max_depth: Optional[int] = None, subdomains: Optional[bool] = None, include: Optional[Union[str, List[str]]] = None, exclude: Optional[Union[str, List[str]]] = None, delay_ms: Optional[int] = None, check_links: Optional[bool] = None, every: Optional[Literal["daily", "weekly"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAudit":
        """Audit all pages of a site. Crawls the site from the start URL and its sitemaps, follows its robots.txt, and runs the checks of `/seo/audit` on each page. Each page with a 2xx response costs one call, when it is read. If the quota is used up, the audit ends, and its report covers the pages read so far.

        Args:
            url: The start URL, usually the home page: http or https. It must be on the public internet.
            max_pages: The maximum number of pages to read. Each costs one call.
            max_depth: The maximum clicks from the start URL to a page.
            subdomains: Whether subdomains belong to the site. The host with `www.` and the one without always do.
            include: Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end.
            exclude: Skips URLs that match one of these patterns, separated by commas.
            delay_ms: Milliseconds between two requests to one host. A longer `Crawl-delay` in robots.txt takes precedence.
            check_links: Also checks images, scripts, style sheets and links to other sites. Free.
            every: Also creates a schedule that repeats the audit.
        """
        answer = await self._transport.call(
            Shape("POST", "/seo/site-audits", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, {"url": url, "maxPages": max_pages, "maxDepth": max_depth, "subdomains": subdomains, "include": include, "exclude": exclude, "delayMs": delay_ms, "checkLinks": check_links, "every": every}, True),
        )
        data: "SiteAudit" = answer.data
        return data

    async def list(self, *, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditsListOutput":
        """List site audits, newest first.

        Args:
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = await self._transport.call(
            Shape("GET", "/seo/site-audits", (), ("application/json",)),
            {"after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAuditsListOutput" = answer.data
        return data

    async def get(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAudit":
        """Read the progress of a site audit."""
        answer = await self._transport.call(
            Shape("GET", "/seo/site-audits/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAudit" = answer.data
        return data

    async def report(self, id: str, *, format: Optional[Literal["json", "csv", "zip", "xlsx", "html"]] = None, table: Optional[Literal["issues", "pages", "links", "templates", "sitemaps"]] = None, columns: Optional[Literal["screaming-frog"]] = None, items: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Union["SeoSiteReport", str, bytes]:
        """Read the report of a site audit. Returns the report as JSON, CSV (one table), ZIP (every table as CSV), XLSX (a sheet for each table), or as a page to read and print.

        Args:
            format: The format of the report. Overrides the `Accept` header.
            table: The table of a CSV file.
            columns: `screaming-frog`: the columns of Screaming Frog's export "Internal: All". Only for XLSX, which then has one sheet, and for CSV with `table=pages`.
            items: JSON only: maximum entries of each list, such as the URLs of an issue. Issues and checks stay complete. Default: all.
        """
        answer = await self._transport.call(
            Shape("GET", "/seo/site-audits/{id}/report", (), ("application/json", "text/csv", "application/zip", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/html",)),
            {"id": id, "format": format, "table": table, "columns": columns, "items": items},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: Union["SeoSiteReport", str, bytes] = answer.data
        return data

    async def compare(self, id: str, *, with_: str, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SeoSiteComparison":
        """Compare a site audit with an earlier one. Returns new and fixed issues, and added and removed pages.

        Args:
            with_: The ID of the earlier audit.
        """
        answer = await self._transport.call(
            Shape("GET", "/seo/site-audits/{id}/compare", (), ("application/json",)),
            {"id": id, "with": with_},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SeoSiteComparison" = answer.data
        return data

    async def share(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditsShareOutput":
        """Share the report of a site audit by a link. Anyone with the link can read the report as a page for 7 days. An audit has one link: later calls return it again. Deleting the audit revokes it."""
        answer = await self._transport.call(
            Shape("POST", "/seo/site-audits/{id}/share", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAuditsShareOutput" = answer.data
        return data

    async def unshare(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SharedReport":
        """Revoke the link to the report of a site audit."""
        answer = await self._transport.call(
            Shape("DELETE", "/seo/site-audits/{id}/share", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SharedReport" = answer.data
        return data

    async def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAudit":
        """Cancel or delete a site audit. Cancels an audit that has not ended: it keeps its charges and the report of the pages that were read. Deletes an audit that has ended."""
        answer = await self._transport.call(
            Shape("DELETE", "/seo/site-audits/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAudit" = answer.data
        return data

    async def event_link(self, id: str, *, expires_in: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "EventLink":
        """Create an event URL for a site audit. The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends.

        Args:
            expires_in: Seconds until the URL expires.
        """
        answer = await self._transport.call(
            Shape("POST", "/seo/site-audits/{id}/events/link", (), ("application/json",)),
            {"id": id, "expiresIn": expires_in},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "EventLink" = answer.data
        return data


class AsyncSharedReportsActions:
    """Reports that anyone with the link can open."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SharedReportsListOutput":
        """List shared reports, newest first. Lists shared reports of site audits and of `/seo/audit` with `share=true` until their links expire. An account can have up to 1,000 shared reports with a total of 100 MB.

        Args:
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = await self._transport.call(
            Shape("GET", "/seo/reports", (), ("application/json",)),
            {"after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SharedReportsListOutput" = answer.data
        return data

    async def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SharedReport":
        """Revoke the link to a report."""
        answer = await self._transport.call(
            Shape("DELETE", "/seo/reports/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SharedReport" = answer.data
        return data


class AsyncSiteAuditSchedulesActions:
    """Site audits that are repeated daily or weekly."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, *, url: str, max_pages: Optional[int] = None, max_depth: Optional[int] = None, subdomains: Optional[bool] = None, include: Optional[Union[str, List[str]]] = None, exclude: Optional[Union[str, List[str]]] = None, delay_ms: Optional[int] = None, check_links: Optional[bool] = None, every: Literal["daily", "weekly"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditSchedule":
        """Create a schedule. The first audit starts after one interval. You get an email when an audit finds new issues, or a lower score, compared with the one before. An account can have 20 schedules.

        Args:
            url: The start URL, usually the home page: http or https. It must be on the public internet.
            max_pages: The maximum number of pages to read. Each costs one call.
            max_depth: The maximum clicks from the start URL to a page.
            subdomains: Whether subdomains belong to the site. The host with `www.` and the one without always do.
            include: Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end.
            exclude: Skips URLs that match one of these patterns, separated by commas.
            delay_ms: Milliseconds between two requests to one host. A longer `Crawl-delay` in robots.txt takes precedence.
            check_links: Also checks images, scripts, style sheets and links to other sites. Free.
            every: How often to start an audit.
        """
        answer = await self._transport.call(
            Shape("POST", "/seo/site-audit-schedules", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, {"url": url, "maxPages": max_pages, "maxDepth": max_depth, "subdomains": subdomains, "include": include, "exclude": exclude, "delayMs": delay_ms, "checkLinks": check_links, "every": every}, True),
        )
        data: "SiteAuditSchedule" = answer.data
        return data

    async def list(self, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditSchedulesListOutput":
        """List the schedules of site audits."""
        answer = await self._transport.call(
            Shape("GET", "/seo/site-audit-schedules", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAuditSchedulesListOutput" = answer.data
        return data

    async def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "SiteAuditSchedule":
        """Delete a schedule. Deletes the schedule. Its audits are kept."""
        answer = await self._transport.call(
            Shape("DELETE", "/seo/site-audit-schedules/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "SiteAuditSchedule" = answer.data
        return data


class AsyncWebhooksActions:
    """Endpoints that receive signed events, and the log of deliveries. Requires a key with the scope `webhooks`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksListOutput":
        """List webhook endpoints, newest first."""
        answer = await self._transport.call(
            Shape("GET", "/webhooks", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "WebhooksListOutput" = answer.data
        return data

    async def create(self, *, url: str, mode: Optional[Literal["live", "test"]] = None, events: Optional[Union[str, List[Literal["job.succeeded", "job.failed", "job.canceled", "batch.completed", "site-audit.completed"]]]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "ManagedWebhook":
        """Create a webhook endpoint. Events are signed as specified by Standard Webhooks. An account has at most 10 endpoints, one for each URL. A new URL first gets a `webhook.verification` event; other events follow when it has responded with 2xx.

        Args:
            url: An https URL on the public internet. Redirects are not followed.
            mode: `live`: events of live keys. `test`: events of test keys.
            events: The events to send, separated by commas: `job.succeeded`, `job.failed`, `job.canceled`, `batch.completed`, `site-audit.completed`. A new endpoint gets all types by default.
        """
        answer = await self._transport.call(
            Shape("POST", "/webhooks", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, {"url": url, "mode": mode, "events": events}, True),
        )
        data: "ManagedWebhook" = answer.data
        return data

    async def get(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Webhook":
        """Read a webhook endpoint."""
        answer = await self._transport.call(
            Shape("GET", "/webhooks/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "Webhook" = answer.data
        return data

    async def update(self, id: str, *, url: Optional[str] = None, events: Optional[Union[str, List[Literal["job.succeeded", "job.failed", "job.canceled", "batch.completed", "site-audit.completed"]]]] = None, enabled: Optional[bool] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Webhook":
        """Update a webhook endpoint. Changes its URL or events, or turns it on or off. Members that you leave out do not change. `null` as `events` means all types.

        Args:
            url: An https URL on the public internet. Redirects are not followed.
            events: The events to send, separated by commas: `job.succeeded`, `job.failed`, `job.canceled`, `batch.completed`, `site-audit.completed`. A new endpoint gets all types by default.
            enabled: Whether events are sent to it.
        """
        answer = await self._transport.call(
            Shape("PATCH", "/webhooks/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, {"url": url, "events": events, "enabled": enabled}, False),
        )
        data: "Webhook" = answer.data
        return data

    async def delete(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksDeleteOutput":
        """Delete a webhook endpoint. Its delivery log is deleted too."""
        answer = await self._transport.call(
            Shape("DELETE", "/webhooks/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "WebhooksDeleteOutput" = answer.data
        return data

    async def roll(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "ManagedWebhook":
        """Rotate a signing secret. For 24 hours, events are signed with both secrets. If you rotate it again within that time, the oldest secret stops working immediately."""
        answer = await self._transport.call(
            Shape("POST", "/webhooks/{id}/roll", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, True),
        )
        data: "ManagedWebhook" = answer.data
        return data

    async def test(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksTestOutput":
        """Send a test event to a webhook endpoint. The event has the type `webhook.test`, or `webhook.verification` for a URL that is not verified. Its delivery is in the log. Limited to 10 per minute."""
        answer = await self._transport.call(
            Shape("POST", "/webhooks/{id}/test", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, True),
        )
        data: "WebhooksTestOutput" = answer.data
        return data

    async def deliveries(self, id: str, *, state: Optional[Literal["pending", "delivered", "failed"]] = None, after: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksDeliveriesOutput":
        """List deliveries, newest first. Returns the deliveries of a webhook endpoint with their attempts. They are kept for 7 days.

        Args:
            state: Only deliveries in this state.
            after: The `next` value of the previous page.
            limit: The number of entries in a page, 1 to 100.
        """
        answer = await self._transport.call(
            Shape("GET", "/webhooks/{id}/deliveries", (), ("application/json",)),
            {"id": id, "state": state, "after": after, "limit": limit},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "WebhooksDeliveriesOutput" = answer.data
        return data

    async def replay_delivery(self, id: str, event: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksReplayDeliveryOutput":
        """Resend an event. The event keeps its ID. If an attempt fails, it is retried like the first delivery."""
        answer = await self._transport.call(
            Shape("POST", "/webhooks/{id}/deliveries/{event}/replay", (), ("application/json",)),
            {"id": id, "event": event},
            {},
            action_options(timeout, retries, idempotency_key, None, True),
        )
        data: "WebhooksReplayDeliveryOutput" = answer.data
        return data

    async def replay(self, id: str, *, since: str, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "WebhooksReplayOutput":
        """Resend failed events. Sends the events that failed since a time to the webhook endpoint again. They keep their IDs.

        Args:
            since: Events from this time on, as an ISO 8601 date (00:00 UTC) or time with an offset.
        """
        answer = await self._transport.call(
            Shape("POST", "/webhooks/{id}/replay", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, {"since": since}, True),
        )
        data: "WebhooksReplayOutput" = answer.data
        return data


class AsyncKeysActions:
    """The API keys of the account. Only keys with the scope `keys` can manage them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "KeysListOutput":
        """List keys, newest first."""
        answer = await self._transport.call(
            Shape("GET", "/keys", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "KeysListOutput" = answer.data
        return data

    async def create(self, *, name: Optional[str] = None, apis: Optional[Union[str, List[Literal["seo", "pdf", "images", "profiles", "products", "webhooks"]]]] = None, mode: Optional[Literal["live", "test"]] = None, expires_at: Optional[str] = None, allowed_ips: Optional[Union[str, List[str]]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "ManagedKey":
        """Create a key. Requires a key with the scope `keys`. A retry with the same `Idempotency-Key` returns the same key without its secret. The new key cannot have the scope `keys`: create such a key on the account page.

        Args:
            name: A name for the key: 1 to 40 letters, digits, spaces, dots or hyphens.
            apis: The APIs that the key works for, separated by commas. Default: all. `webhooks` adds the management of webhook endpoints.
            mode: `live`, or `test`: calls are validated, get sample responses and cost nothing.
            expires_at: When the key stops working, as an ISO 8601 date (00:00 UTC) or time with an offset. Default: never.
            allowed_ips: IP addresses and CIDR networks (IPv4, IPv6) from which the key works, separated by commas: at most 50. Default: all.
        """
        answer = await self._transport.call(
            Shape("POST", "/keys", (), ("application/json",)),
            {},
            {},
            action_options(timeout, retries, idempotency_key, {"name": name, "apis": apis, "mode": mode, "expiresAt": expires_at, "allowedIps": allowed_ips}, True),
        )
        data: "ManagedKey" = answer.data
        return data

    async def update(self, id: str, *, name: Optional[str] = None, expires_at: Optional[str] = None, allowed_ips: Optional[Union[str, List[str]]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "Key":
        """Update the name, expiry or allow-list of a key. Changes take effect within 5 s on every replica. Members that you leave out do not change. `null` removes an expiry or an allow-list. Scope and mode cannot be changed, nor can keys with the scope `keys`.

        Args:
            name: A new name for the key.
            expires_at: When the key stops working, as an ISO 8601 date (00:00 UTC) or time with an offset. Default: never.
            allowed_ips: IP addresses and CIDR networks (IPv4, IPv6) from which the key works, separated by commas: at most 50. Default: all.
        """
        answer = await self._transport.call(
            Shape("PATCH", "/keys/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, {"name": name, "expiresAt": expires_at, "allowedIps": allowed_ips}, False),
        )
        data: "Key" = answer.data
        return data

    async def roll(self, id: str, *, grace: Optional[Literal["0", "1h", "24h", "7d"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "ManagedKey":
        """Rotate a key. Replaces the key with a new one of the same name, scope and limits. A retry with the same `Idempotency-Key` returns the new key without its secret.

        Args:
            grace: How long the old key keeps working. `0` ends it at once.
        """
        answer = await self._transport.call(
            Shape("POST", "/keys/{id}/roll", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, {"grace": grace}, True),
        )
        data: "ManagedKey" = answer.data
        return data

    async def revoke(self, id: str, *, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> "KeysRevokeOutput":
        """Revoke a key. Takes effect within 5 s on every replica. You can revoke any key of the account, including the one that sends the request."""
        answer = await self._transport.call(
            Shape("DELETE", "/keys/{id}", (), ("application/json",)),
            {"id": id},
            {},
            action_options(timeout, retries, idempotency_key, None, False),
        )
        data: "KeysRevokeOutput" = answer.data
        return data


class AsyncOperations:
    """Every operation, by API, and every resource of the platform."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.uuid = AsyncUuidApi(transport)
        self.seo = AsyncSeoApi(transport)
        self.pdf = AsyncPdfApi(transport)
        self.images = AsyncImagesApi(transport)
        self.profiles = AsyncProfilesApi(transport)
        self.products = AsyncProductsApi(transport)
        self.site_audits = AsyncSiteAuditsActions(transport)
        self.shared_reports = AsyncSharedReportsActions(transport)
        self.site_audit_schedules = AsyncSiteAuditSchedulesActions(transport)
        self.webhooks = AsyncWebhooksActions(transport)
        self.keys = AsyncKeysActions(transport)
