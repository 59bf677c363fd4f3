"""The Python client of Quintet: ``Quintet`` waits for calls, ``AsyncQuintet`` is for asyncio and Trio."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

import httpx

from . import types
from ._background import AsyncBatches, AsyncBatchRun, AsyncJobs, Batches, BatchRun, Jobs
from ._errors import (
    InvalidResponseError,
    ProblemError,
    QuintetConnectionError,
    QuintetError,
    QuintetTimeoutError,
)
from ._files import FileInput
from ._jobs import BatchInput, BatchItem
from ._operations import AsyncOperations, Operations
from ._quota import Cost, QuotaState
from ._transport import Answer, AsyncLines, AsyncTransport, CallOptions, Lines, Shape, Transport, settings_of
from ._webhooks import WebhookVerificationError, verify_webhook
from .types import Usage

__version__ = "1.0.0"

__all__ = [
    "Answer",
    "AsyncBatchRun",
    "AsyncBatches",
    "AsyncJobs",
    "AsyncLines",
    "AsyncQuintet",
    "BatchInput",
    "BatchItem",
    "BatchRun",
    "Batches",
    "Cost",
    "FileInput",
    "InvalidResponseError",
    "Jobs",
    "Lines",
    "ProblemError",
    "Quintet",
    "QuintetConnectionError",
    "QuintetError",
    "QuintetTimeoutError",
    "QuotaState",
    "WebhookVerificationError",
    "types",
    "verify_webhook",
]

_USAGE = Shape("GET", "/usage", (), ("application/json",))
_USER_AGENT = {"User-Agent": f"quintet-client-python/{__version__}"}


class Quintet(Operations):
    """A client: an API, an operation. Use it in a ``with`` block, or close it.

    Args:
        base_url: The URL of the server, with its path if it has one.
        key: The API key. UUIDs need none.
        retries: How often a call is retried.
        timeout: Seconds for one attempt, from the connection to the last byte of the body.
        wait_max: The longest pause before a retry, in seconds. A longer ``Retry-After`` is an error at once.
        retry_posts: Sends an ``Idempotency-Key`` with every POST, so that one whose response was lost can be retried
            and is charged once. The server stores those responses for a day.
        http_client: Used instead of an own ``httpx.Client``, and not closed.
    """

    def __init__(
        self,
        base_url: str = "http://localhost:8080",
        key: Optional[str] = None,
        *,
        retries: int = 2,
        timeout: float = 60.0,
        wait_max: float = 30.0,
        retry_posts: bool = False,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        settings = settings_of(base_url, key, retries, timeout, wait_max, retry_posts)
        self._own = httpx.Client(headers=_USER_AGENT) if http_client is None else None
        self._transport = Transport(settings, http_client or self._own or httpx.Client())
        #: Calls that run in the background, one by one.
        self.jobs = Jobs(self._transport)
        #: Many calls of one operation that run in the background.
        self.batches = Batches(self._transport)
        super().__init__(self._transport)

    def usage(self, *, timeout: Optional[float] = None, retries: Optional[int] = None) -> Answer[Usage]:
        """Reads quotas and usage of the key's account. Free."""
        return self._transport.call(_USAGE, {}, {}, CallOptions(None, timeout, retries, None))

    def close(self) -> None:
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> Quintet:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class AsyncQuintet(AsyncOperations):
    """The same for asyncio and Trio. Use it in an ``async with`` block, or close it."""

    def __init__(
        self,
        base_url: str = "http://localhost:8080",
        key: Optional[str] = None,
        *,
        retries: int = 2,
        timeout: float = 60.0,
        wait_max: float = 30.0,
        retry_posts: bool = False,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        settings = settings_of(base_url, key, retries, timeout, wait_max, retry_posts)
        self._own = httpx.AsyncClient(headers=_USER_AGENT) if http_client is None else None
        self._transport = AsyncTransport(settings, http_client or self._own or httpx.AsyncClient())
        #: Calls that run in the background, one by one.
        self.jobs = AsyncJobs(self._transport)
        #: Many calls of one operation that run in the background.
        self.batches = AsyncBatches(self._transport)
        super().__init__(self._transport)

    async def usage(self, *, timeout: Optional[float] = None, retries: Optional[int] = None) -> Answer[Usage]:
        """Reads quotas and usage of the key's account. Free."""
        return await self._transport.call(_USAGE, {}, {}, CallOptions(None, timeout, retries, None))

    async def close(self) -> None:
        if self._own is not None:
            await self._own.aclose()

    async def __aenter__(self) -> AsyncQuintet:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
