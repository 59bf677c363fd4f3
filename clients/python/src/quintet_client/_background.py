# Generated from the API descriptors by `npm run generate`. Edit those.
# ruff: noqa
from __future__ import annotations

import sys
from typing import Any, AsyncIterable, Iterable, List, Mapping, Optional, Union, overload

if sys.version_info >= (3, 11):
    from typing import Literal
else:
    from typing_extensions import Literal

from ._async_background import AsyncBatchRun, AsyncBatchRunner, AsyncJobRunner
from ._files import FileInput
from ._jobs import OnBatch, OnJob
from ._sync_background import BatchRun, BatchRunner, JobRunner
from ._transport import Answer
from .types import SeoAudit, SeoMeta, PdfExtract, RemovedBackground, Profile, Company, Product, Job, SeoAuditInput, SeoMetaInput, PdfExtractInput, ImagesRemoveBackgroundInput, ProfilesProfileInput, ProfilesCompanyInput, ProductsProductInput

class Jobs(JobRunner):
    """Calls that run in the background."""

    @overload
    def run(self, operation: Literal["seo.audit"], *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Literal["text/html"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def run(self, operation: Literal["seo.audit"], *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["SeoAudit"]: ...

    @overload
    def run(self, operation: Literal["seo.meta"], *, url: str, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["SeoMeta"]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    def run(self, operation: Literal["profiles.profile"], *, url: Optional[str] = None, username: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["Profile"]: ...

    @overload
    def run(self, operation: Literal["profiles.company"], *, vanity: Optional[str] = None, url: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["Company"]: ...

    @overload
    def run(self, operation: Literal["products.product"], *, asin: Optional[str] = None, url: Optional[str] = None, marketplace: Optional[str] = None, language: Optional[str] = None, fields: Optional[Union[str, List[Literal["asin", "requestedAsin", "parentAsin", "marketplace", "url", "language", "title", "brand", "bylineRaw", "contributors", "offerState", "isDigital", "price", "priceRange", "listPrice", "regularPrice", "discountPercent", "unitPrice", "shipping", "priceNote", "availability", "offers", "seller", "shipsFrom", "deliveryLocation", "rating", "reviews", "images", "bullets", "description", "details", "identifiers", "breadcrumbs", "bestSellerRanks", "variants", "badges", "boughtPastMonth", "hasAplus", "completeness", "sources"]]]] = None, max_age: Optional[int] = None, reviews: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["Product"]: ...

    def run(
        self,
        operation: str,
        *,
        accept: Optional[str] = None,
        on_progress: OnJob = None,
        idempotency_key: Optional[str] = None,
        **parameters: object,
    ) -> Answer[Any]:
        """Runs a call in the background, waits for its end, and returns its response. Raises its ``ProblemError``."""
        return self._run(operation, accept, on_progress, idempotency_key, parameters)

    @overload
    def start(self, operation: Literal["seo.audit"], *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Optional[Literal["application/json", "text/html"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    def start(self, operation: Literal["seo.meta"], *, url: str, accept: Optional[Literal["application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    def start(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json", "text/plain", "text/markdown", "application/x-ndjson"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    def start(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json", "text/plain", "text/markdown", "application/x-ndjson"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    def start(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image", "json"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png", "image/webp", "image/jpeg", "application/zip", "application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    def start(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image", "json"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png", "image/webp", "image/jpeg", "application/zip", "application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    def start(self, operation: Literal["profiles.profile"], *, url: Optional[str] = None, username: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    def start(self, operation: Literal["profiles.company"], *, vanity: Optional[str] = None, url: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    def start(self, operation: Literal["products.product"], *, asin: Optional[str] = None, url: Optional[str] = None, marketplace: Optional[str] = None, language: Optional[str] = None, fields: Optional[Union[str, List[Literal["asin", "requestedAsin", "parentAsin", "marketplace", "url", "language", "title", "brand", "bylineRaw", "contributors", "offerState", "isDigital", "price", "priceRange", "listPrice", "regularPrice", "discountPercent", "unitPrice", "shipping", "priceNote", "availability", "offers", "seller", "shipsFrom", "deliveryLocation", "rating", "reviews", "images", "bullets", "description", "details", "identifiers", "breadcrumbs", "bestSellerRanks", "variants", "badges", "boughtPastMonth", "hasAplus", "completeness", "sources"]]]] = None, max_age: Optional[int] = None, reviews: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    def start(
        self,
        operation: str,
        *,
        accept: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **parameters: object,
    ) -> Job:
        """Sends a call that runs in the background. Returns the job as soon as the server has accepted it."""
        return self._start(operation, accept, idempotency_key, parameters)


class Batches(BatchRunner):
    """Many calls of one operation that run in the background."""

    @overload
    def run(self, operation: Literal["seo.audit"], inputs: Union[Iterable[SeoAuditInput], Iterable[SeoAuditInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["text/html"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun[str]: ...

    @overload
    def run(self, operation: Literal["seo.audit"], inputs: Union[Iterable[SeoAuditInput], Iterable[SeoAuditInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun["SeoAudit"]: ...

    @overload
    def run(self, operation: Literal["seo.meta"], inputs: Union[Iterable[SeoMetaInput], Iterable[SeoMetaInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun["SeoMeta"]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], inputs: Union[Iterable[Union[PdfExtractInput, FileInput]], Iterable[Union[PdfExtractInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["text/plain"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], inputs: Union[Iterable[Union[PdfExtractInput, FileInput]], Iterable[Union[PdfExtractInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["text/markdown"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], inputs: Union[Iterable[Union[PdfExtractInput, FileInput]], Iterable[Union[PdfExtractInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["application/x-ndjson"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun[str]: ...

    @overload
    def run(self, operation: Literal["pdf.extract"], inputs: Union[Iterable[Union[PdfExtractInput, FileInput]], Iterable[Union[PdfExtractInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun["PdfExtract"]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], Iterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["image/webp"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun[None]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], Iterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["image/jpeg"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun[None]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], Iterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["application/zip"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun[None]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], Iterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["application/json"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun["RemovedBackground"]: ...

    @overload
    def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], Iterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["image/png"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun[Optional["RemovedBackground"]]: ...

    @overload
    def run(self, operation: Literal["profiles.profile"], inputs: Union[Iterable[ProfilesProfileInput], Iterable[ProfilesProfileInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun["Profile"]: ...

    @overload
    def run(self, operation: Literal["profiles.company"], inputs: Union[Iterable[ProfilesCompanyInput], Iterable[ProfilesCompanyInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun["Company"]: ...

    @overload
    def run(self, operation: Literal["products.product"], inputs: Union[Iterable[ProductsProductInput], Iterable[ProductsProductInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> BatchRun["Product"]: ...

    def run(
        self,
        operation: str,
        inputs: Union[Iterable[Any], Iterable[Any]],
        *,
        parameters: Optional[Mapping[str, object]] = None,
        accept: Optional[str] = None,
        on_progress: OnBatch = None,
        idempotency_key: Optional[str] = None,
    ) -> BatchRun[Any]:
        """Creates a batch of 1 to 10,000 items. Returns as soon as the server has accepted it.

        Args:
            operation: The name, such as ``seo.meta``.
            inputs: Dictionaries of parameters, or files for an operation that accepts one.
            parameters: Parameters of every item.
            accept: The media type of the responses, if not the default.
            on_progress: Called with each new state of the batch.
            idempotency_key: Batches with the same key and input are one batch.
        """
        return self._run(operation, inputs, parameters, accept, on_progress, idempotency_key)


class AsyncJobs(AsyncJobRunner):
    """Calls that run in the background."""

    @overload
    async def run(self, operation: Literal["seo.audit"], *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Literal["text/html"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def run(self, operation: Literal["seo.audit"], *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["SeoAudit"]: ...

    @overload
    async def run(self, operation: Literal["seo.meta"], *, url: str, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["SeoMeta"]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/plain"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["text/markdown"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Literal["application/x-ndjson"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["PdfExtract"]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Literal["json"], size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[str] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/webp"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["image/jpeg"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/zip"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Literal["application/json"], on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["RemovedBackground"]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer[bytes]: ...

    @overload
    async def run(self, operation: Literal["profiles.profile"], *, url: Optional[str] = None, username: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["Profile"]: ...

    @overload
    async def run(self, operation: Literal["profiles.company"], *, vanity: Optional[str] = None, url: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["Company"]: ...

    @overload
    async def run(self, operation: Literal["products.product"], *, asin: Optional[str] = None, url: Optional[str] = None, marketplace: Optional[str] = None, language: Optional[str] = None, fields: Optional[Union[str, List[Literal["asin", "requestedAsin", "parentAsin", "marketplace", "url", "language", "title", "brand", "bylineRaw", "contributors", "offerState", "isDigital", "price", "priceRange", "listPrice", "regularPrice", "discountPercent", "unitPrice", "shipping", "priceNote", "availability", "offers", "seller", "shipsFrom", "deliveryLocation", "rating", "reviews", "images", "bullets", "description", "details", "identifiers", "breadcrumbs", "bestSellerRanks", "variants", "badges", "boughtPastMonth", "hasAplus", "completeness", "sources"]]]] = None, max_age: Optional[int] = None, reviews: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnJob = None, idempotency_key: Optional[str] = None) -> Answer["Product"]: ...

    async def run(
        self,
        operation: str,
        *,
        accept: Optional[str] = None,
        on_progress: OnJob = None,
        idempotency_key: Optional[str] = None,
        **parameters: object,
    ) -> Answer[Any]:
        """Runs a call in the background, waits for its end, and returns its response. Raises its ``ProblemError``."""
        return await self._run(operation, accept, on_progress, idempotency_key, parameters)

    @overload
    async def start(self, operation: Literal["seo.audit"], *, url: str, links: Optional[Literal["skip", "check"]] = None, keyword: Optional[str] = None, fields: Optional[Union[str, List[Literal["url", "finalUrl", "fetchedAt", "status", "contentHash", "checksVersion", "score", "indexability", "fetch", "robotsTxt", "rendering", "title", "metaDescription", "canonical", "robots", "lang", "dir", "viewport", "favicon", "headings", "content", "images", "links", "resources", "openGraph", "twitter", "socialImage", "structuredData", "hreflang", "preview", "findings", "passed", "notApplicable", "share"]]]] = None, render: Optional[Literal["off", "auto"]] = None, format: Optional[Literal["json", "html"]] = None, share: Optional[bool] = None, accept: Optional[Literal["application/json", "text/html"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    async def start(self, operation: Literal["seo.meta"], *, url: str, accept: Optional[Literal["application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    async def start(self, operation: Literal["pdf.extract"], *, file: FileInput, url: None = None, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json", "text/plain", "text/markdown", "application/x-ndjson"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    async def start(self, operation: Literal["pdf.extract"], *, file: None = None, url: str, pages: Optional[str] = None, password: Optional[str] = None, include: Optional[Union[str, List[Literal["tables", "words", "outline", "metadata", "links", "forms", "annotations", "attachments"]]]] = None, hyphens: Optional[Literal["join", "keep"]] = None, format: Optional[Literal["text", "markdown"]] = None, table_format: Optional[Literal["cells", "csv", "html"]] = None, layout: Optional[Literal["reading", "raw", "spatial"]] = None, headers: Optional[Literal["keep", "drop"]] = None, ocr: Optional[Literal["off", "auto", "force"]] = None, ocr_language: Optional[str] = None, dry_run: Optional[bool] = None, accept: Optional[Literal["application/json", "text/plain", "text/markdown", "application/x-ndjson"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    async def start(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: FileInput, bg_image: Optional[FileInput] = None, url: None = None, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image", "json"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png", "image/webp", "image/jpeg", "application/zip", "application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    async def start(self, operation: Literal["images.removeBackground", "images.remove_background"], *, image: None = None, bg_image: Optional[FileInput] = None, url: str, engine: Optional[str] = None, format: Optional[Literal["auto", "png", "webp", "jpg", "jpeg", "zip"]] = None, response: Optional[Literal["auto", "image", "json"]] = None, size: Optional[Literal["full", "auto", "50MP", "preview", "small", "regular", "medium", "hd", "4k"]] = None, channels: Optional[Literal["rgba", "alpha", "background"]] = None, crop: Optional[bool] = None, crop_margin: Optional[str] = None, scale: Optional[str] = None, position: Optional[str] = None, roi: Optional[str] = None, bg_color: Optional[str] = None, bg_image_url: Optional[str] = None, shadow: Optional[bool] = None, shadow_opacity: Optional[int] = None, decontaminate: Optional[bool] = None, feather: Optional[int] = None, holes: Optional[Literal["auto", "keep", "fill"]] = None, type: Optional[str] = None, type_level: Optional[str] = None, semitransparency: Optional[bool] = None, accept: Optional[Literal["image/png", "image/webp", "image/jpeg", "application/zip", "application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    async def start(self, operation: Literal["profiles.profile"], *, url: Optional[str] = None, username: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    async def start(self, operation: Literal["profiles.company"], *, vanity: Optional[str] = None, url: Optional[str] = None, max_age: Optional[int] = None, accept: Optional[Literal["application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    @overload
    async def start(self, operation: Literal["products.product"], *, asin: Optional[str] = None, url: Optional[str] = None, marketplace: Optional[str] = None, language: Optional[str] = None, fields: Optional[Union[str, List[Literal["asin", "requestedAsin", "parentAsin", "marketplace", "url", "language", "title", "brand", "bylineRaw", "contributors", "offerState", "isDigital", "price", "priceRange", "listPrice", "regularPrice", "discountPercent", "unitPrice", "shipping", "priceNote", "availability", "offers", "seller", "shipsFrom", "deliveryLocation", "rating", "reviews", "images", "bullets", "description", "details", "identifiers", "breadcrumbs", "bestSellerRanks", "variants", "badges", "boughtPastMonth", "hasAplus", "completeness", "sources"]]]] = None, max_age: Optional[int] = None, reviews: Optional[bool] = None, accept: Optional[Literal["application/json"]] = None, idempotency_key: Optional[str] = None) -> Job: ...

    async def start(
        self,
        operation: str,
        *,
        accept: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **parameters: object,
    ) -> Job:
        """Sends a call that runs in the background. Returns the job as soon as the server has accepted it."""
        return await self._start(operation, accept, idempotency_key, parameters)


class AsyncBatches(AsyncBatchRunner):
    """Many calls of one operation that run in the background."""

    @overload
    async def run(self, operation: Literal["seo.audit"], inputs: Union[Iterable[SeoAuditInput], AsyncIterable[SeoAuditInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["text/html"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun[str]: ...

    @overload
    async def run(self, operation: Literal["seo.audit"], inputs: Union[Iterable[SeoAuditInput], AsyncIterable[SeoAuditInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun["SeoAudit"]: ...

    @overload
    async def run(self, operation: Literal["seo.meta"], inputs: Union[Iterable[SeoMetaInput], AsyncIterable[SeoMetaInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun["SeoMeta"]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], inputs: Union[Iterable[Union[PdfExtractInput, FileInput]], AsyncIterable[Union[PdfExtractInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["text/plain"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], inputs: Union[Iterable[Union[PdfExtractInput, FileInput]], AsyncIterable[Union[PdfExtractInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["text/markdown"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], inputs: Union[Iterable[Union[PdfExtractInput, FileInput]], AsyncIterable[Union[PdfExtractInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["application/x-ndjson"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun[str]: ...

    @overload
    async def run(self, operation: Literal["pdf.extract"], inputs: Union[Iterable[Union[PdfExtractInput, FileInput]], AsyncIterable[Union[PdfExtractInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun["PdfExtract"]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], AsyncIterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["image/webp"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun[None]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], AsyncIterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["image/jpeg"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun[None]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], AsyncIterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["application/zip"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun[None]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], AsyncIterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Literal["application/json"], on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun["RemovedBackground"]: ...

    @overload
    async def run(self, operation: Literal["images.removeBackground", "images.remove_background"], inputs: Union[Iterable[Union[ImagesRemoveBackgroundInput, FileInput]], AsyncIterable[Union[ImagesRemoveBackgroundInput, FileInput]]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["image/png"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun[Optional["RemovedBackground"]]: ...

    @overload
    async def run(self, operation: Literal["profiles.profile"], inputs: Union[Iterable[ProfilesProfileInput], AsyncIterable[ProfilesProfileInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun["Profile"]: ...

    @overload
    async def run(self, operation: Literal["profiles.company"], inputs: Union[Iterable[ProfilesCompanyInput], AsyncIterable[ProfilesCompanyInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun["Company"]: ...

    @overload
    async def run(self, operation: Literal["products.product"], inputs: Union[Iterable[ProductsProductInput], AsyncIterable[ProductsProductInput]], *, parameters: Optional[Mapping[str, object]] = None, accept: Optional[Literal["application/json"]] = None, on_progress: OnBatch = None, idempotency_key: Optional[str] = None) -> AsyncBatchRun["Product"]: ...

    async def run(
        self,
        operation: str,
        inputs: Union[Iterable[Any], AsyncIterable[Any]],
        *,
        parameters: Optional[Mapping[str, object]] = None,
        accept: Optional[str] = None,
        on_progress: OnBatch = None,
        idempotency_key: Optional[str] = None,
    ) -> AsyncBatchRun[Any]:
        """Creates a batch of 1 to 10,000 items. Returns as soon as the server has accepted it.

        Args:
            operation: The name, such as ``seo.meta``.
            inputs: Dictionaries of parameters, or files for an operation that accepts one.
            parameters: Parameters of every item.
            accept: The media type of the responses, if not the default.
            on_progress: Called with each new state of the batch.
            idempotency_key: Batches with the same key and input are one batch.
        """
        return await self._run(operation, inputs, parameters, accept, on_progress, idempotency_key)
