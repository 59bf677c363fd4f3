# Generated from the API descriptors and the asynchronous client by `npm run generate`. Edit those.
# ruff: noqa
from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

import httpx

from . import __version__
from ._sync_transport import Transport
from ._background import Batches, Jobs
from ._operations import Operations
from ._transport import Answer, CallOptions, Shape, settings_of
from .types import Usage

_USAGE = Shape("GET", "/usage", (), ("application/json",))
_USER_AGENT = {"User-Agent": f"quintet-client-python/{__version__}"}


class Quintet(Operations):
    """A client: an API, an operation. Close it at its end, or use it in ``with``.

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
