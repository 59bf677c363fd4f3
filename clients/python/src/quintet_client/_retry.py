from __future__ import annotations

import random
import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Callable, Mapping, Optional

from ._errors import InvalidResponseError, ProblemError, QuintetConnectionError, QuintetError, QuintetTimeoutError

# The first pause without a Retry-After, in seconds; it doubles with each attempt.
_PAUSE = 0.5
_PAUSE_MAX = 8.0
# What is added to a Retry-After at most, so that clients that were rejected together do not return together.
_JITTER_MAX = 1.0


def _date(text: Optional[str]) -> Optional[datetime]:
    try:
        at = parsedate_to_datetime(text or "")
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return at if at.tzinfo is not None else at.replace(tzinfo=timezone.utc)


def retry_after_of(headers: Mapping[str, str]) -> Optional[float]:
    """The seconds that ``Retry-After`` asks to wait (RFC 9110 section 10.2.3: seconds, or a date)."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", text):
        return float(text)
    if not re.match(r"[A-Za-z]{3,9},? ", text):
        return None
    at = _date(text)
    if at is None:
        return None
    # Compared with the server's own clock where it is known.
    now = _date(headers.get("date")) or datetime.now(timezone.utc)
    return max(0.0, (at - now).total_seconds())


def _was_rejected(error: QuintetError) -> bool:
    """Whether the server, or a proxy before it, rejected the request without running it."""
    if isinstance(error, ProblemError):
        retryable = error.problem.get("retryable")
        if isinstance(retryable, bool):
            return retryable
        return error.status in (429, 503) or error.code == "request-in-progress"
    if isinstance(error, QuintetConnectionError):
        return error.is_unsent
    return isinstance(error, InvalidResponseError) and error.status in (429, 503)


def _is_transient(error: QuintetError) -> bool:
    """Whether a request that may have run can give another response if it is sent again."""
    if isinstance(error, InvalidResponseError):
        return error.reason == "body" or (error.reason == "status" and error.status in (408, 502, 504))
    return isinstance(error, (QuintetConnectionError, QuintetTimeoutError))


def pause_after(
    error: QuintetError,
    is_safe: bool,
    failed: int,
    wait_max: float,
    rand: Callable[[], float] = random.random,
) -> Optional[float]:
    """The pause before the next attempt in seconds, or None if the error is final.

    ``is_safe`` says that the request may run twice; ``failed`` counts the attempts so far, from 1.
    """
    if not _was_rejected(error) and not (is_safe and _is_transient(error)):
        return None
    if error.retry_after is not None:
        if error.retry_after > wait_max:
            return None
        return error.retry_after + rand() * min(_JITTER_MAX, 0.05 + error.retry_after / 10)
    most = min(_PAUSE_MAX, _PAUSE * 2.0 ** (failed - 1))
    return min(wait_max, most / 2 + rand() * most / 2)
