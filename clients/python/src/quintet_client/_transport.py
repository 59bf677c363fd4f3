from __future__ import annotations

import json
import re
import uuid
from contextlib import ExitStack
from dataclasses import dataclass
from typing import (
    Any,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    NoReturn,
    Optional,
    Tuple,
    TypeVar,
    Union,
)
from urllib.parse import quote, urlsplit

import httpx

from ._errors import (
    InvalidResponseError,
    ProblemError,
    QuintetConnectionError,
    QuintetError,
    QuintetTimeoutError,
)
from ._files import FileInput, Part
from ._quota import Cost, QuotaState, cost_of, quota_of
from ._retry import pause_after, retry_after_of

Data = TypeVar("Data")
LINES = "application/x-ndjson"
# Error documents are small; more than this of one is not read, in bytes.
ERROR_MAX = 1_000_000
# The longest time limit that sockets accept, in seconds: that of a call may be ``float("inf")``.
TIMEOUT_MAX = 2_000_000.0
_CUT = "The response was cut off."


@dataclass(frozen=True)
class Shape:
    """An operation as HTTP sees it."""

    method: str
    path: str
    files: Tuple[str, ...]
    produces: Tuple[str, ...]
    #: Whether the parameters are sent as a JSON object. Such an operation costs nothing, so it may be repeated.
    json: bool = False
    #: Whether the call is to run as a job: then the response is the job.
    is_async: bool = False


@dataclass(frozen=True)
class CallOptions:
    accept: Optional[str] = None
    timeout: Optional[float] = None
    retries: Optional[int] = None
    idempotency_key: Optional[str] = None
    #: The longest pause before a retry in seconds, if not that of the client.
    wait_max: Optional[float] = None
    #: The whole body, or files as the parts of a form; the parameters are the query then.
    content: Optional[bytes] = None
    content_type: Optional[str] = None
    parts: Tuple[Tuple[str, Part], ...] = ()


def action_options(
    timeout: Optional[float],
    retries: Optional[int],
    idempotency_key: Optional[str],
    fields: Optional[Mapping[str, object]],
    repeats: bool,
) -> CallOptions:
    """The options of an action of a resource: a JSON body, and a key so that a lost response is retried and runs once."""
    key = idempotency_key or (str(uuid.uuid4()) if repeats else None)
    if fields is None:
        return CallOptions(None, timeout, retries, key)
    body = {name: value for name, value in fields.items() if value is not None}
    content = json.dumps(body, allow_nan=False).encode()
    return CallOptions(None, timeout, retries, key, content=content, content_type="application/json")


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """A response."""

    data: Data
    status: int
    #: The ID to give to the operator.
    request_id: str
    #: What the call cost; None for calls that are not metered.
    cost: Optional[Cost]
    #: The quotas after the call, in the order in which they are charged.
    quota: List[QuotaState]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Settings:
    base_url: str
    key: Optional[str]
    retries: int
    timeout: float
    wait_max: float
    retry_posts: bool


def settings_of(
    base_url: str, key: Optional[str], retries: int, timeout: float, wait_max: float, retry_posts: bool
) -> Settings:
    """Checks the options of a client. Raises ValueError."""
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or url.hostname is None:
        raise ValueError("base_url must be a URL such as https://api.example.com.")
    if url.query or url.fragment or "@" in url.netloc:
        raise ValueError("base_url must not have a query, a fragment or credentials.")
    # Text from files and variables often ends with a line feed.
    text = (key or "").strip()
    if text and not re.fullmatch(r"[!-~]+", text):
        # Never with the key itself: errors end up in logs.
        raise ValueError("key has characters that no API key has. Copy it again.")
    return Settings(base_url.rstrip("/"), text or None, retries, timeout, wait_max, retry_posts)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(one) for one in value)
    return str(value)


class Call:
    """One call: what is sent, and how its responses are read. It does no input or output."""

    def __init__(self, settings: Settings, shape: Shape, fields: Mapping[str, object], options: CallOptions) -> None:
        self.settings = settings
        self.shape = shape
        self.accept = options.accept or shape.produces[0]
        self.timeout = settings.timeout if options.timeout is None else options.timeout
        self.retries = settings.retries if options.retries is None else options.retries
        self.wait_max = settings.wait_max if options.wait_max is None else options.wait_max
        self.content = options.content
        self.parts = options.parts
        self.json = {name: value for name, value in fields.items() if value is not None} if shape.json else None
        given = {} if shape.json else fields
        rest = {name: _text(value) for name, value in given.items() if value is not None}

        def part(match: re.Match[str]) -> str:
            value = rest.pop(match[1], "")
            if value == "":
                raise TypeError(f"{match[1]} is missing.")
            return quote(value, safe="")

        self.url = settings.base_url + re.sub(r"\{(\w+)\}", part, shape.path)
        self.fields = rest
        self.headers = {"Accept": self.accept}
        # A compressed body that is cut off is not noticed. JSON shows it by itself; other bodies need their length.
        if not _is_json(self.accept):
            self.headers["Accept-Encoding"] = "identity"
        if settings.key is not None:
            self.headers["Authorization"] = f"Bearer {settings.key}"
        key = options.idempotency_key or (str(uuid.uuid4()) if settings.retry_posts else None)
        is_post = shape.method == "POST" or shape.is_async
        if is_post and key is not None:
            self.headers["Idempotency-Key"] = key
        if shape.is_async:
            self.headers["Prefer"] = "respond-async"
        if options.content_type is not None:
            self.headers["Content-Type"] = options.content_type
        # A second DELETE of a batch deletes the results that the first one left.
        may_repeat = not is_post and shape.method != "DELETE"
        self.is_safe = may_repeat or key is not None or shape.json
        chooses = "format" in rest or "response" in rest
        # Empty: any.
        self.allowed: Tuple[str, ...] = shape.produces if chooses else (self.accept,)
        if shape.is_async:
            self.allowed = ("application/json",)
        elif self.accept == "*/*":
            self.allowed = ()

    def arguments(self, parts: Mapping[str, Part], stack: ExitStack) -> Dict[str, Any]:
        """The arguments of ``build_request``; the files are closed with ``stack``."""
        own: Dict[str, Any] = {"method": self.shape.method, "url": self.url, "headers": self.headers}
        own["timeout"] = httpx.Timeout(min(self.timeout, TIMEOUT_MAX))
        if self.json is not None:
            own["json"] = self.json
        elif self.content is not None or self.parts or not self.shape.files:
            own["params"] = self.fields
            if self.content is not None:
                own["content"] = self.content
            if self.parts:
                own["files"] = [(name, (part.name, stack.enter_context(part.open()))) for name, part in self.parts]
        else:
            # As parts without a file name, so that the body is a form even where there is no file.
            pairs: List[Tuple[str, Any]] = [(name, (None, value.encode())) for name, value in self.fields.items()]
            pairs += [(name, (part.name, stack.enter_context(part.open()))) for name, part in parts.items()]
            if pairs:
                own["files"] = pairs
        return own

    def media_type(self, response: httpx.Response) -> str:
        text: str = response.headers.get("content-type", "")
        return text.split(";", 1)[0].strip().lower()

    def check_redirect(self, response: httpx.Response) -> None:
        if 300 <= response.status_code < 400:
            raise InvalidResponseError(
                f"{self.settings.base_url} redirects to another URL. Set base_url to the URL of the Quintet server.",
                "redirect",
                response.status_code,
            )

    def fail(self, response: httpx.Response, body: bytes) -> NoReturn:
        """Raises the error of a response that is not 2xx."""
        retry_after = retry_after_of(response.headers)
        if _is_json(self.media_type(response)):
            try:
                problem = json.loads(body)
            except (ValueError, RecursionError):
                problem = None
            if isinstance(problem, dict) and isinstance(problem.get("code"), str) and "detail" in problem:
                raise ProblemError(problem, response.status_code, retry_after)
        raise InvalidResponseError(
            f"{self.settings.base_url} responded with status {response.status_code} and no problem document. "
            "A proxy may have answered, or base_url may be wrong.",
            "status",
            response.status_code,
            retry_after,
        )

    def check_type(self, response: httpx.Response) -> None:
        found = self.media_type(response)
        if self.allowed and found not in self.allowed:
            shown = found if re.fullmatch(r"[\w.+-]+/[\w.+-]+", found) else "no media type"
            raise InvalidResponseError(
                f"{self.settings.base_url} responded with {shown} instead of {' or '.join(self.allowed)}. "
                "Check that base_url is the URL of a Quintet server.",
                "media-type",
                response.status_code,
            )

    def data(self, response: httpx.Response, body: bytes) -> Any:
        found = self.media_type(response)
        if _is_json(found):
            try:
                value = json.loads(body)
            except (ValueError, RecursionError):
                value = None
            if isinstance(value, (dict, list)):
                return value
            raise InvalidResponseError(
                f"{self.settings.base_url} responded with JSON that cannot be read. "
                "A proxy may have changed the response.",
                "body",
                response.status_code,
            )
        if found.startswith("text/") or "xml" in found:
            try:
                return body.decode("utf-8")
            except UnicodeDecodeError as error:
                sentence = "The text of the response is not UTF-8."
                raise InvalidResponseError(sentence, "body", response.status_code) from error
        return body

    def answer(self, response: httpx.Response, data: Any) -> Answer[Any]:
        headers = response.headers
        return Answer(
            data, response.status_code, headers.get("x-request-id", ""), cost_of(headers), quota_of(headers), headers
        )

    def late(self) -> QuintetTimeoutError:
        return QuintetTimeoutError(f"No complete response within {self.timeout:g} s.")

    def explain(self, error: Exception, has_response: bool) -> QuintetError:
        """The error of this client for one of httpx."""
        if isinstance(error, QuintetError):
            return error
        if isinstance(error, (httpx.TimeoutException, TimeoutError)) and not isinstance(error, httpx.ConnectTimeout):
            return self.late()
        if isinstance(error, httpx.DecodingError):
            return QuintetConnectionError(_CUT)
        is_unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
        sentence = _CUT if has_response else f"No response from {self.settings.base_url}."
        return QuintetConnectionError(sentence, is_unsent)

    def pause(self, error: QuintetError, failed: int) -> Optional[float]:
        error.attempts = failed
        if failed > self.retries:
            return None
        return pause_after(error, self.is_safe, failed, self.wait_max)


def _is_json(media_type: str) -> bool:
    return media_type.endswith("/json") or media_type.endswith("+json")


class Splitter:
    """Splits bytes into lines of JSON, and checks that the last one is the end."""

    def __init__(self, status: int) -> None:
        self._status = status
        self._parts: List[bytes] = []
        self._last: object = None
        self._is_typed = False

    def feed(self, chunk: bytes) -> Iterator[Dict[str, object]]:
        first, *more = chunk.split(b"\n")
        self._parts.append(first)
        for rest in more:
            text = b"".join(self._parts)
            self._parts = [rest]
            if text.strip():
                yield self._line(text)

    def end(self) -> None:
        if b"".join(self._parts).strip():
            raise QuintetConnectionError("The response was cut off in the middle of a line.")
        if self._last != "end" and (self._is_typed or self._last is None):
            raise QuintetConnectionError("The response was cut off before its last line.")

    def _line(self, text: bytes) -> Dict[str, object]:
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            raise InvalidResponseError("A line of the response is not JSON.", "body", self._status)
        self._last = line.get("type", "")
        self._is_typed = self._is_typed or "type" in line
        if self._last == "problem":
            raise ProblemError(line, self._status)
        return line


Files = Mapping[str, Union[FileInput, None]]
