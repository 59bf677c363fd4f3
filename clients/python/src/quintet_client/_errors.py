from __future__ import annotations

from typing import Dict, Optional


class QuintetError(Exception):
    """The base class of every error of a call. Check ``code`` in programs; the text is for people."""

    #: The code of the problem, or ``connection``, ``timeout`` or ``invalid-response``.
    code: str = ""
    #: How often the request was sent, retries included.
    attempts: int = 1
    #: The time that the server asks to wait before a retry, in seconds.
    retry_after: Optional[float] = None

    def __init__(self, message: str, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ProblemError(QuintetError):
    """The server rejected the call. It was not charged."""

    def __init__(self, problem: Dict[str, object], status: int, retry_after: Optional[float] = None) -> None:
        super().__init__(str(problem.get("detail", "")), retry_after)
        #: The problem document (RFC 9457).
        self.problem = problem
        self.code = str(problem.get("code", ""))
        self.status = status

    @property
    def parameter(self) -> Optional[str]:
        """The parameter at fault, if there is one."""
        name = self.problem.get("parameter")
        return name if isinstance(name, str) else None

    @property
    def request_id(self) -> str:
        """The ID to give to the operator."""
        return str(self.problem.get("requestId", ""))


class QuintetConnectionError(QuintetError):
    """There was no response, or its body was cut off."""

    code = "connection"

    def __init__(self, message: str, is_unsent: bool = False) -> None:
        super().__init__(message)
        #: Whether the request certainly never reached the server, so that even a POST can be sent again.
        self.is_unsent = is_unsent


class QuintetTimeoutError(QuintetError):
    """The whole response did not arrive within ``timeout``."""

    code = "timeout"


class InvalidResponseError(QuintetError):
    """A response that is not one of a Quintet server: usually of a proxy in between, or of another site."""

    code = "invalid-response"

    def __init__(self, message: str, reason: str, status: int, retry_after: Optional[float] = None) -> None:
        super().__init__(message, retry_after)
        #: ``status``, ``media-type``, ``body`` or ``redirect``.
        self.reason = reason
        self.status = status
