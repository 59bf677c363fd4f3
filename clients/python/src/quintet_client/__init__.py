"""The Python client of Quintet: ``Quintet`` waits for calls, ``AsyncQuintet`` is for asyncio and Trio."""

from __future__ import annotations

# Before the imports: the clients send it.
__version__ = "1.2.0"

from . import types
from ._async_background import AsyncBatchRun
from ._async_client import AsyncQuintet
from ._async_transport import AsyncLines
from ._errors import (
    InvalidResponseError,
    ProblemError,
    QuintetConnectionError,
    QuintetError,
    QuintetTimeoutError,
)
from ._files import FileInput
from ._background import AsyncBatches, AsyncJobs, Batches, Jobs
from ._jobs import BatchItem, CanceledItem, FailedItem, SucceededItem
from ._quota import Cost, QuotaState
from ._sync_background import BatchRun
from ._sync_client import Quintet
from ._sync_transport import Lines
from ._transport import Answer
from ._webhooks import WebhookVerificationError, verify_webhook
from .types import WebhookEvent

__all__ = [
    "Answer",
    "AsyncBatchRun",
    "AsyncBatches",
    "AsyncJobs",
    "AsyncLines",
    "AsyncQuintet",
    "BatchItem",
    "BatchRun",
    "Batches",
    "CanceledItem",
    "Cost",
    "FailedItem",
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
    "SucceededItem",
    "WebhookEvent",
    "WebhookVerificationError",
    "types",
    "verify_webhook",
]
