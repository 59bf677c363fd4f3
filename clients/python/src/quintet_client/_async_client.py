"""The asynchronous client. `_sync_client.py` is generated from this file."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

import httpx

from . import __version__
from ._async_transport import AsyncTransport
from ._background import AsyncBatches, AsyncJobs
from ._operations import AsyncOperations
from ._transport import Answer, CallOptions, Shape, settings_of
from .types import Usage

_USAGE = Shape("GET", "/usage", (), ("application/json",))
_USER_AGENT = {"User-Agent": f"quintet-client-python/{__version__}"}


class AsyncQuintet(AsyncOperations):
    """A client: an API, an operation. Close it at its end, or use it in ``async with``.

    Args:
        base_url: The URL of the server, with its path if it has one.
        key: The API key. UUIDs need none.
        retries: How often a call is retried.
        timeout: Seconds for one attempt, from the connection to the last byte of the body.
        wait_max: The longest pause before a retry, in seconds. A longer ``Retry-After`` is an error at once.
        retry_posts: Sends an ``Idempotency-Key`` with every POST, so that one whose response was lost can be retried
            and is charged once. The server stores those responses for a day.
        http_client: Used instead of an own ``httpx.AsyncClient``, and not closed.
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
