# Generated from the API descriptors by `npm run generate`. Edit those.
# ruff: noqa
from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional, Union, overload

if sys.version_info >= (3, 11):
    from typing import Literal
else:
    from typing_extensions import Literal

from ._files import FileInput
from ._transport import Answer, AsyncLines, AsyncTransport, CallOptions, Lines, Shape, Transport
from .types import UuidBatch, UuidVerdict, UuidDecoded, Health, SeoAudit, SeoMeta, SeoChecks, PdfExtract, RemovedBackground, Product, ProfilesProfileOutput, ProfilesCompanyOutput

_UUID_V4 = Shape("GET", "/v4", (), ("application/json", "text/plain",))
_UUID_V7 = Shape("GET", "/v7", (), ("application/json", "text/plain",))
_UUID_VALIDATE = Shape("GET", "/validate/{uuid}", (), ("application/json",))
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


class UuidApi:
    """Generate, validate and decode UUIDs (RFC 9562). Free, no key."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def v4(self, *, n: Optional[int] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def v4(self, *, n: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidBatch"]: ...

    def v4(self, *, n: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Random UUIDs (version 4). A JSON array of n UUIDs of 122 random bits each. With Accept: text/plain, one a line.

        Args:
            n: How many UUIDs: a whole number from 1 to 100, in decimal digits.
        """
        return self._transport.call(
            _UUID_V4,
            {"n": n},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    @overload
    def v7(self, *, n: Optional[int] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def v7(self, *, n: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidBatch"]: ...

    def v7(self, *, n: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Time-ordered UUIDs (version 7). A JSON array of n UUIDs in ascending order: 48 bits of milliseconds, a counter of 26 bits, 48 random bits. With Accept: text/plain, one a line.

        Args:
            n: How many UUIDs: a whole number from 1 to 100, in decimal digits.
        """
        return self._transport.call(
            _UUID_V7,
            {"n": n},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def validate(self, *, uuid: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidVerdict"]:
        """Is this a valid UUID?. Always 200: the question was answered. Valid is the text form of RFC 9562 in any case, with its variant and a version from 1 to 8, or Nil, or Max. A no says why, and gives the canonical form where only the notation is off.

        Args:
            uuid: The text to look at, percent-encoded where the address needs it.
        """
        return self._transport.call(
            _UUID_VALIDATE,
            {"uuid": uuid},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def decode(self, *, uuid: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidDecoded"]:
        """What does this UUID say?. Version, variant and, for version 7 only, the moment of creation. Reads any case, braces, urn:uuid: and 32 bare digits; explains undefined versions too. RFC 9562 advises to treat UUIDs as opaque: use this to look, not to build on.

        Args:
            uuid: The text to look at, percent-encoded where the address needs it.
        """
        return self._transport.call(
            _UUID_DECODE,
            {"uuid": uuid},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def health(self, *, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Health"]:
        """Is this process alive?. Touches nothing else. Whether the process wants requests is /health/ready."""
        return self._transport.call(
            _UUID_HEALTH,
            {},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class SeoApi:
    """Audit a page for search engines: facts as a browser sees them, evidence for every finding, a score that adds up."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[str] = None, format: Optional[Literal["json", "html"]] = None, accept: Literal["text/html"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[str] = None, format: Optional[Literal["json", "html"]] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoAudit"]: ...

    def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[str] = None, format: Optional[Literal["json", "html"]] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Audit a page. Fetches the page and the robots.txt of its host, and runs every check of /seo/checks on them. With links=check, links, images, translations, canonical address and sitemap are looked at too, for at most 5 seconds and with at most 20 requests to a host other than the page's own. With format=html, or Accept: text/html, the report is a page to print.

        Args:
            url: The address of the page: http or https, percent-encoded. It must be on the public internet.
            links: Whether to fetch what the page refers to.
            keyword: A word or phrase: content.keyword tells where the page says it. Never scored.
            fields: Members of the JSON answer to send, such as score,title,findings; all where left out.
            format: Overrides the Accept header.
        """
        return self._transport.call(
            _SEO_AUDIT,
            {"url": url, "links": links, "keyword": keyword, "fields": fields, "format": format},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def meta(self, *, url: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoMeta"]:
        """Read the head of a page. Title, description, canonical address, robots, social tags, translations, feeds and every meta, without checks.

        Args:
            url: The address of the page: http or https, percent-encoded. It must be on the public internet.
        """
        return self._transport.call(
            _SEO_META,
            {"url": url},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def checks(self, *, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoChecks"]:
        """The catalogue of checks. Every check with its threshold, points, effort and source, and how the score is made. Free."""
        return self._transport.call(
            _SEO_CHECKS,
            {},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class PdfApi:
    """The text of a PDF as a person would have typed it, page by page."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Lines]: ...

    @overload
    def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Text and structure of a PDF. Lines as they stand on the page, columns one after the other, superscripts in their line, words parted at a line's end put together, form values and free texts at their place. As JSON, or, by Accept: text/plain (a form feed between pages), text/markdown, or application/x-ndjson (a page a line, from the first page on).

        Args:
            file: A file: bytes, a path, or a file object.
            url: The address of the PDF, in place of the file itself.
            pages: Which pages: page numbers and ranges with commas between, such as 1-5,8,-1 (the last page). All where it is left out; at most 2000 at once.
            password: The password of an encrypted file. Best sent in the form: addresses end up in logs.
            include: What to add to the text, with commas between: words, outline, metadata, links, forms, annotations, attachments.
            hyphens: join puts words together that a hyphen parts at the end of a line; keep leaves them.
            format: markdown writes text as Markdown: headings, lists, tables, links. Accept: text/markdown does too.
            layout: reading puts columns, rows and superscripts into the order of reading; raw leaves the order of the file's content; spatial keeps places on the page by spaces, for text alone.
            headers: drop leaves out lines that stand at the edge of page after page: running headers and footers.
            ocr: auto recognizes the text of pages that have none of their own (kind scan or garbled), force that of all pages, where the operator offers it. A recognized page counts as several: a dry run says how many.
            ocr_language: The language of the pages to recognize, such as eng or deu+eng; the operator sets the usual one.
            dry_run: true tells what the file is and what it would cost, without the text. Free.
        """
        return self._transport.call(
            _PDF_EXTRACT,
            {"url": url, "pages": pages, "password": password, "include": include, "hyphens": hyphens, "format": format, "layout": layout, "headers": headers, "ocr": ocr, "ocrLanguage": ocr_language, "dryRun": dry_run},
            {"file": file},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class ImagesApi:
    """The subject of a picture, cut out of its background."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image", "json"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Remove the background of a picture. Takes a file, raw bytes, Base64 or an address, and answers with the cut-out as PNG, WebP, JPEG (before a new background), as a ZIP of colours and matte, or as JSON with its facts. Field names of remove.bg are taken too.

        Args:
            image: A file: bytes, a path, or a file object.
            bg_image: The same as a part of the form.
            url: The address of the picture, in place of the file itself.
            engine: auto takes the operator's model where there is one, else the built-in engine; builtin and the names of installed models choose one.
            format: What comes back; auto goes by Accept, PNG first. jpg needs a background. zip holds color.jpg and alpha.png.
            response: json wraps the picture, as Base64, in its facts; auto does so for Accept: application/json alone.
            size: The largest answer: preview (= small, regular) 0.25 megapixels, medium 1.5, hd 4, 4k 10, full (= auto, 50MP) as sent. Nothing is enlarged.
            channels: rgba is the cut-out, alpha the matte alone as grey levels, background what is left without the subject.
            crop: true cuts the picture down to the subject.
            crop_margin: What crop leaves round the subject: one, two or four lengths (all; upright, sideways; top, right, bottom, left), each in px up to 500 or % of the subject up to 50, such as 10% or 20px 40px.
            scale: How large the subject is to be: 10% to 100% of the canvas, or original.
            position: Where the subject is to be: original, center, or one or two shares from 0% to 100%, sideways first. Centred where scale is given.
            roi: The part of the picture in which the subject is: left, top, right, bottom, each in px or %, such as 10% 10% 90% 100%. All outside of it is background.
            bg_color: A colour to put behind the subject: 3, 4, 6 or 8 hexadecimal digits with or without #, or a name of CSS.
            bg_image_url: The address of a picture to put behind the subject; it fills the canvas.
            shadow: true draws a soft shadow under the subject.
            shadow_opacity: How dark the shadow is, in percent.
            decontaminate: Whether the colours of soft edges are freed from those of the old background.
            feather: Softens the edge over so many pixels.
            holes: Openings within the subject: auto closes specks, keep closes none, fill closes all.
            type: Taken so that clients of remove.bg need not change; it changes nothing.
            type_level: Taken so that clients of remove.bg need not change; it changes nothing.
            semitransparency: Taken so that clients of remove.bg need not change; it changes nothing.
        """
        return self._transport.call(
            _IMAGES_REMOVE_BACKGROUND,
            {"url": url, "engine": engine, "format": format, "response": response, "size": size, "channels": channels, "crop": crop, "cropMargin": crop_margin, "scale": scale, "position": position, "roi": roi, "bgColor": bg_color, "bgImageUrl": bg_image_url, "shadow": shadow, "shadowOpacity": shadow_opacity, "decontaminate": decontaminate, "feather": feather, "holes": holes, "type": type, "typeLevel": type_level, "semitransparency": semitransparency},
            {"image": image, "bgImage": bg_image},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class ProfilesApi:
    """A professional profile or a company by its address, with a source for every field."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def profile(self, *, url: Optional[str] = None, username: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["ProfilesProfileOutput"]:
        """One person's profile. By url or by username. Dates are as exact as the source: a year stays a year. Lists say whether they are whole. Where the person has given the operator an export of the own data, the answer comes from that.

        Args:
            url: The address of the page, on the host of any country: www.linkedin.com/in/ada-example.
            username: The word in that address: ada-example. Either this or url.
            max_age: The oldest copy to take, in seconds. A newer one than is kept is read, and charged.
        """
        return self._transport.call(
            _PROFILES_PROFILE,
            {"url": url, "username": username, "maxAge": max_age},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    def company(self, *, vanity: Optional[str] = None, url: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["ProfilesCompanyOutput"]:
        """One company. By vanity, the word in its address, or by url. Schools and showcase pages are read by url.

        Args:
            vanity: The word in that address: example-works. Either this or url.
            url: The address of the page, on the host of any country: www.linkedin.com/company/example-works.
            max_age: The oldest copy to take, in seconds. A newer one than is kept is read, and charged.
        """
        return self._transport.call(
            _PROFILES_COMPANY,
            {"vanity": vanity, "url": url, "maxAge": max_age},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class ProductsApi:
    """What a marketplace's page says of a product: exact prices, why there is none, and where each field stands."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def product(self, *, asin: Optional[str] = None, url: Optional[str] = None, marketplace: Optional[str] = None, language: Optional[str] = None, fields: Optional[str] = None, max_age: Optional[int] = None, reviews: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Product"]:
        """Look up a product. Reads the page of a product in one of 23 marketplaces: prices, offers, stock, ratings, reviews, pictures, variants, ranks. Money is a decimal text with its currency.

        Args:
            asin: Ten letters and digits, or an ISBN; or else url.
            url: The address of the product's page, from which marketplace and ASIN are taken.
            marketplace: One of com, ca, com.mx, com.br, co.uk, de, fr, it, es, nl, com.be, ie, se, pl, com.tr, ae, sa, eg, co.za, in, co.jp, sg, com.au; or its host, or its id. The operator's standard, com, where it is left out.
            language: One of the languages of the marketplace, as two letters.
            fields: A comma list of the fields to give; asin, requestedAsin, marketplace and completeness always are.
            max_age: The oldest copy to accept, in seconds; older ones are read anew.
            reviews: Whether to give the reviews that stand on the page.
        """
        return self._transport.call(
            _PRODUCTS_PRODUCT,
            {"asin": asin, "url": url, "marketplace": marketplace, "language": language, "fields": fields, "maxAge": max_age, "reviews": reviews},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class Operations:
    """Every operation, by API."""

    def __init__(self, transport: Transport) -> None:
        self.uuid = UuidApi(transport)
        self.seo = SeoApi(transport)
        self.pdf = PdfApi(transport)
        self.images = ImagesApi(transport)
        self.profiles = ProfilesApi(transport)
        self.products = ProductsApi(transport)


class AsyncUuidApi:
    """Generate, validate and decode UUIDs (RFC 9562). Free, no key."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @overload
    async def v4(self, *, n: Optional[int] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def v4(self, *, n: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidBatch"]: ...

    async def v4(self, *, n: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Random UUIDs (version 4). A JSON array of n UUIDs of 122 random bits each. With Accept: text/plain, one a line.

        Args:
            n: How many UUIDs: a whole number from 1 to 100, in decimal digits.
        """
        return await self._transport.call(
            _UUID_V4,
            {"n": n},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    @overload
    async def v7(self, *, n: Optional[int] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def v7(self, *, n: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidBatch"]: ...

    async def v7(self, *, n: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Time-ordered UUIDs (version 7). A JSON array of n UUIDs in ascending order: 48 bits of milliseconds, a counter of 26 bits, 48 random bits. With Accept: text/plain, one a line.

        Args:
            n: How many UUIDs: a whole number from 1 to 100, in decimal digits.
        """
        return await self._transport.call(
            _UUID_V7,
            {"n": n},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def validate(self, *, uuid: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidVerdict"]:
        """Is this a valid UUID?. Always 200: the question was answered. Valid is the text form of RFC 9562 in any case, with its variant and a version from 1 to 8, or Nil, or Max. A no says why, and gives the canonical form where only the notation is off.

        Args:
            uuid: The text to look at, percent-encoded where the address needs it.
        """
        return await self._transport.call(
            _UUID_VALIDATE,
            {"uuid": uuid},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def decode(self, *, uuid: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["UuidDecoded"]:
        """What does this UUID say?. Version, variant and, for version 7 only, the moment of creation. Reads any case, braces, urn:uuid: and 32 bare digits; explains undefined versions too. RFC 9562 advises to treat UUIDs as opaque: use this to look, not to build on.

        Args:
            uuid: The text to look at, percent-encoded where the address needs it.
        """
        return await self._transport.call(
            _UUID_DECODE,
            {"uuid": uuid},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def health(self, *, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Health"]:
        """Is this process alive?. Touches nothing else. Whether the process wants requests is /health/ready."""
        return await self._transport.call(
            _UUID_HEALTH,
            {},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncSeoApi:
    """Audit a page for search engines: facts as a browser sees them, evidence for every finding, a score that adds up."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @overload
    async def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[str] = None, format: Optional[Literal["json", "html"]] = None, accept: Literal["text/html"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[str] = None, format: Optional[Literal["json", "html"]] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoAudit"]: ...

    async def audit(self, *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[str] = None, format: Optional[Literal["json", "html"]] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Audit a page. Fetches the page and the robots.txt of its host, and runs every check of /seo/checks on them. With links=check, links, images, translations, canonical address and sitemap are looked at too, for at most 5 seconds and with at most 20 requests to a host other than the page's own. With format=html, or Accept: text/html, the report is a page to print.

        Args:
            url: The address of the page: http or https, percent-encoded. It must be on the public internet.
            links: Whether to fetch what the page refers to.
            keyword: A word or phrase: content.keyword tells where the page says it. Never scored.
            fields: Members of the JSON answer to send, such as score,title,findings; all where left out.
            format: Overrides the Accept header.
        """
        return await self._transport.call(
            _SEO_AUDIT,
            {"url": url, "links": links, "keyword": keyword, "fields": fields, "format": format},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def meta(self, *, url: str, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoMeta"]:
        """Read the head of a page. Title, description, canonical address, robots, social tags, translations, feeds and every meta, without checks.

        Args:
            url: The address of the page: http or https, percent-encoded. It must be on the public internet.
        """
        return await self._transport.call(
            _SEO_META,
            {"url": url},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def checks(self, *, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["SeoChecks"]:
        """The catalogue of checks. Every check with its threshold, points, effort and source, and how the score is made. Free."""
        return await self._transport.call(
            _SEO_CHECKS,
            {},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncPdfApi:
    """The text of a PDF as a person would have typed it, page by page."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @overload
    async def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[AsyncLines]: ...

    @overload
    async def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    async def extract(self, *, file: Optional[FileInput] = None, url: Optional[str] = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[str] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Text and structure of a PDF. Lines as they stand on the page, columns one after the other, superscripts in their line, words parted at a line's end put together, form values and free texts at their place. As JSON, or, by Accept: text/plain (a form feed between pages), text/markdown, or application/x-ndjson (a page a line, from the first page on).

        Args:
            file: A file: bytes, a path, or a file object.
            url: The address of the PDF, in place of the file itself.
            pages: Which pages: page numbers and ranges with commas between, such as 1-5,8,-1 (the last page). All where it is left out; at most 2000 at once.
            password: The password of an encrypted file. Best sent in the form: addresses end up in logs.
            include: What to add to the text, with commas between: words, outline, metadata, links, forms, annotations, attachments.
            hyphens: join puts words together that a hyphen parts at the end of a line; keep leaves them.
            format: markdown writes text as Markdown: headings, lists, tables, links. Accept: text/markdown does too.
            layout: reading puts columns, rows and superscripts into the order of reading; raw leaves the order of the file's content; spatial keeps places on the page by spaces, for text alone.
            headers: drop leaves out lines that stand at the edge of page after page: running headers and footers.
            ocr: auto recognizes the text of pages that have none of their own (kind scan or garbled), force that of all pages, where the operator offers it. A recognized page counts as several: a dry run says how many.
            ocr_language: The language of the pages to recognize, such as eng or deu+eng; the operator sets the usual one.
            dry_run: true tells what the file is and what it would cost, without the text. Free.
        """
        return await self._transport.call(
            _PDF_EXTRACT,
            {"url": url, "pages": pages, "password": password, "include": include, "hyphens": hyphens, "format": format, "layout": layout, "headers": headers, "ocr": ocr, "ocrLanguage": ocr_language, "dryRun": dry_run},
            {"file": file},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncImagesApi:
    """The subject of a picture, cut out of its background."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @overload
    async def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    async def remove_background(self, *, image: Optional[FileInput] = None, bg_image: Optional[FileInput] = None, url: Optional[str] = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image", "json"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer[Any]:
        """Remove the background of a picture. Takes a file, raw bytes, Base64 or an address, and answers with the cut-out as PNG, WebP, JPEG (before a new background), as a ZIP of colours and matte, or as JSON with its facts. Field names of remove.bg are taken too.

        Args:
            image: A file: bytes, a path, or a file object.
            bg_image: The same as a part of the form.
            url: The address of the picture, in place of the file itself.
            engine: auto takes the operator's model where there is one, else the built-in engine; builtin and the names of installed models choose one.
            format: What comes back; auto goes by Accept, PNG first. jpg needs a background. zip holds color.jpg and alpha.png.
            response: json wraps the picture, as Base64, in its facts; auto does so for Accept: application/json alone.
            size: The largest answer: preview (= small, regular) 0.25 megapixels, medium 1.5, hd 4, 4k 10, full (= auto, 50MP) as sent. Nothing is enlarged.
            channels: rgba is the cut-out, alpha the matte alone as grey levels, background what is left without the subject.
            crop: true cuts the picture down to the subject.
            crop_margin: What crop leaves round the subject: one, two or four lengths (all; upright, sideways; top, right, bottom, left), each in px up to 500 or % of the subject up to 50, such as 10% or 20px 40px.
            scale: How large the subject is to be: 10% to 100% of the canvas, or original.
            position: Where the subject is to be: original, center, or one or two shares from 0% to 100%, sideways first. Centred where scale is given.
            roi: The part of the picture in which the subject is: left, top, right, bottom, each in px or %, such as 10% 10% 90% 100%. All outside of it is background.
            bg_color: A colour to put behind the subject: 3, 4, 6 or 8 hexadecimal digits with or without #, or a name of CSS.
            bg_image_url: The address of a picture to put behind the subject; it fills the canvas.
            shadow: true draws a soft shadow under the subject.
            shadow_opacity: How dark the shadow is, in percent.
            decontaminate: Whether the colours of soft edges are freed from those of the old background.
            feather: Softens the edge over so many pixels.
            holes: Openings within the subject: auto closes specks, keep closes none, fill closes all.
            type: Taken so that clients of remove.bg need not change; it changes nothing.
            type_level: Taken so that clients of remove.bg need not change; it changes nothing.
            semitransparency: Taken so that clients of remove.bg need not change; it changes nothing.
        """
        return await self._transport.call(
            _IMAGES_REMOVE_BACKGROUND,
            {"url": url, "engine": engine, "format": format, "response": response, "size": size, "channels": channels, "crop": crop, "cropMargin": crop_margin, "scale": scale, "position": position, "roi": roi, "bgColor": bg_color, "bgImageUrl": bg_image_url, "shadow": shadow, "shadowOpacity": shadow_opacity, "decontaminate": decontaminate, "feather": feather, "holes": holes, "type": type, "typeLevel": type_level, "semitransparency": semitransparency},
            {"image": image, "bgImage": bg_image},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncProfilesApi:
    """A professional profile or a company by its address, with a source for every field."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def profile(self, *, url: Optional[str] = None, username: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["ProfilesProfileOutput"]:
        """One person's profile. By url or by username. Dates are as exact as the source: a year stays a year. Lists say whether they are whole. Where the person has given the operator an export of the own data, the answer comes from that.

        Args:
            url: The address of the page, on the host of any country: www.linkedin.com/in/ada-example.
            username: The word in that address: ada-example. Either this or url.
            max_age: The oldest copy to take, in seconds. A newer one than is kept is read, and charged.
        """
        return await self._transport.call(
            _PROFILES_PROFILE,
            {"url": url, "username": username, "maxAge": max_age},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )

    async def company(self, *, vanity: Optional[str] = None, url: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["ProfilesCompanyOutput"]:
        """One company. By vanity, the word in its address, or by url. Schools and showcase pages are read by url.

        Args:
            vanity: The word in that address: example-works. Either this or url.
            url: The address of the page, on the host of any country: www.linkedin.com/company/example-works.
            max_age: The oldest copy to take, in seconds. A newer one than is kept is read, and charged.
        """
        return await self._transport.call(
            _PROFILES_COMPANY,
            {"vanity": vanity, "url": url, "maxAge": max_age},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncProductsApi:
    """What a marketplace's page says of a product: exact prices, why there is none, and where each field stands."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def product(self, *, asin: Optional[str] = None, url: Optional[str] = None, marketplace: Optional[str] = None, language: Optional[str] = None, fields: Optional[str] = None, max_age: Optional[int] = None, reviews: Optional[bool] = None, accept: Optional[str] = None, timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None) -> Answer["Product"]:
        """Look up a product. Reads the page of a product in one of 23 marketplaces: prices, offers, stock, ratings, reviews, pictures, variants, ranks. Money is a decimal text with its currency.

        Args:
            asin: Ten letters and digits, or an ISBN; or else url.
            url: The address of the product's page, from which marketplace and ASIN are taken.
            marketplace: One of com, ca, com.mx, com.br, co.uk, de, fr, it, es, nl, com.be, ie, se, pl, com.tr, ae, sa, eg, co.za, in, co.jp, sg, com.au; or its host, or its id. The operator's standard, com, where it is left out.
            language: One of the languages of the marketplace, as two letters.
            fields: A comma list of the fields to give; asin, requestedAsin, marketplace and completeness always are.
            max_age: The oldest copy to accept, in seconds; older ones are read anew.
            reviews: Whether to give the reviews that stand on the page.
        """
        return await self._transport.call(
            _PRODUCTS_PRODUCT,
            {"asin": asin, "url": url, "marketplace": marketplace, "language": language, "fields": fields, "maxAge": max_age, "reviews": reviews},
            {},
            CallOptions(accept, timeout, retries, idempotency_key),
        )


class AsyncOperations:
    """Every operation, by API."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.uuid = AsyncUuidApi(transport)
        self.seo = AsyncSeoApi(transport)
        self.pdf = AsyncPdfApi(transport)
        self.images = AsyncImagesApi(transport)
        self.profiles = AsyncProfilesApi(transport)
        self.products = AsyncProductsApi(transport)
