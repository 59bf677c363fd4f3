from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Mapping, Optional, Union, cast

from .types import WebhookEvent

_PREFIX = "whsec_"
_TOLERANCE_SECONDS = 300.0
#: Signatures that are checked: senders add one for each secret that is valid.
_SIGNATURES_MAX = 20


class WebhookVerificationError(Exception):
    """The request is not a webhook of your endpoint. Respond with 400."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        #: ``header`` (missing or unreadable), ``timestamp`` (too old or ahead), ``signature`` or ``payload``.
        self.reason = reason


def _header(headers: Mapping[str, str], name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name and value:
            return value
    raise WebhookVerificationError(f"The header {name} is missing. Pass the headers of the request.", "header")


def _decoded(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _check_timestamp(timestamp: str, tolerance_seconds: float, now: float) -> None:
    if re.fullmatch("[0-9]{1,15}", timestamp) is None:
        raise WebhookVerificationError("The header webhook-timestamp must be seconds since 1970.", "header")
    age = now - int(timestamp)
    if abs(age) <= tolerance_seconds:
        return
    side = "ago" if age > 0 else "in the future"
    raise WebhookVerificationError(
        f"The webhook was signed {abs(age):.0f} s {side}, more than {tolerance_seconds:.0f} s. "
        "Check the clock of this machine.",
        "timestamp",
    )


def verify_webhook(
    payload: Union[str, bytes],
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Checks that a request is a webhook of your endpoint, by the Standard Webhooks specification, and returns its event.

    Signatures are compared in constant time.

    Args:
        payload: The body of the request, byte for byte: do not parse it before.
        headers: The headers of the request, in any case.
        secret: The signing secret of the endpoint, ``whsec_…``.
        tolerance_seconds: How many seconds the timestamp may differ from the clock of this machine.
        now: The time in seconds since 1970, by default of this machine.

    Returns:
        The event. Its ``type`` decides the type of ``data``; newer servers may send other types, so ignore unknown ones.

    Raises:
        WebhookVerificationError: The request is not a webhook of your endpoint.
        ValueError: The secret is not one.
    """
    key = _decoded(secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret)
    if not key:
        raise ValueError("secret must be the signing secret of the endpoint: whsec_ and base 64.")
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature").split(" ")[:_SIGNATURES_MAX]
    _check_timestamp(timestamp, tolerance_seconds, time.time() if now is None else now)
    body = payload.encode() if isinstance(payload, str) else payload
    expected = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    is_signed = False
    for signature in signatures:
        version, _, text = signature.partition(",")
        given = _decoded(text) if version == "v1" else None
        if given is not None and hmac.compare_digest(given, expected):
            is_signed = True
    if not is_signed:
        raise WebhookVerificationError(
            "No signature matches. Check that the secret is the one of this endpoint, and that payload is the body "
            "as it was received.",
            "signature",
        )
    return _event(body)


def _event(body: bytes) -> WebhookEvent:
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        return cast(WebhookEvent, value)
    raise WebhookVerificationError("The payload is not an event: a JSON object with a type.", "payload")
