from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import (
    Any,
    AsyncIterator,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    NoReturn,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)
from urllib.parse import quote, urlsplit

import anyio
import httpx

from ._errors import (
    InvalidResponseError,
    ProblemError,
    QuintetConnectionError,
    QuintetError,
    QuintetTimeoutError,
)
from ._files import FileInput, Part, open_part, open_part_async
from ._quota import Cost, QuotaState, cost_of, quota_of
from ._retry import pause_after, retry_after_of

Data = TypeVar("Data")
LINES = "application/x-ndjson"
# Error documents are small; more than this of one is not read, in bytes.
_ERROR_MAX = 1_000_000
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


class _Call:
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
        own["timeout"] = httpx.Timeout(self.timeout)
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
            except ValueError:
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


class _Splitter:
    """Splits bytes into lines of JSON, and checks that the last one is the end."""

    def __init__(self, status: int) -> None:
        self._status = status
        self._parts: List[bytes] = []
        self._last: object = None
        self._is_typed = False

    def feed(self, chunk: bytes) -> Iterator[Dict[str, Any]]:
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

    def _line(self, text: bytes) -> Dict[str, Any]:
        try:
            line = json.loads(text)
        except ValueError:
            line = None
        if not isinstance(line, dict):
            raise InvalidResponseError("A line of the response is not JSON.", "body", self._status)
        self._last = line.get("type", "")
        self._is_typed = self._is_typed or "type" in line
        if self._last == "problem":
            raise ProblemError(line, self._status)
        return line


class Lines(Iterator[Dict[str, Any]]):
    """The lines of NDJSON as they arrive. Close it, or leave its ``with`` block, to stop earlier."""

    def __init__(self, call: _Call, response: httpx.Response) -> None:
        self._response = response
        self._lines = self._read(call)

    def _read(self, call: _Call) -> Iterator[Dict[str, Any]]:
        splitter = _Splitter(self._response.status_code)
        try:
            for chunk in self._response.iter_bytes():
                yield from splitter.feed(chunk)
            splitter.end()
        except httpx.HTTPError as error:
            raise call.explain(error, True) from error
        finally:
            self._response.close()

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> Dict[str, Any]:
        return next(self._lines)

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Lines:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class AsyncLines(AsyncIterator[Dict[str, Any]]):
    """The lines of NDJSON as they arrive. Close it, or leave its ``async with`` block, to stop earlier."""

    def __init__(self, call: _Call, response: httpx.Response) -> None:
        self._response = response
        self._lines = self._read(call)

    async def _read(self, call: _Call) -> AsyncIterator[Dict[str, Any]]:
        splitter = _Splitter(self._response.status_code)
        try:
            async for chunk in self._response.aiter_bytes():
                for line in splitter.feed(chunk):
                    yield line
            splitter.end()
        except httpx.HTTPError as error:
            raise call.explain(error, True) from error
        finally:
            await self._response.aclose()

    def __aiter__(self) -> AsyncLines:
        return self

    async def __anext__(self) -> Dict[str, Any]:
        return await self._lines.__anext__()

    async def close(self) -> None:
        await self._response.aclose()

    async def __aenter__(self) -> AsyncLines:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()


Files = Mapping[str, Union[FileInput, None]]


class Transport:
    """Sends calls and waits for them."""

    def __init__(self, settings: Settings, client: httpx.Client) -> None:
        self._settings = settings
        self._client = client

    def call(self, shape: Shape, fields: Mapping[str, object], files: Files, options: CallOptions) -> Answer[Any]:
        call = _Call(self._settings, shape, fields, options)
        parts = {name: open_part(name, file) for name, file in files.items() if file is not None}
        failed = 0
        while True:
            try:
                return self._once(call, parts)
            except QuintetError as error:
                failed += 1
                pause = call.pause(error, failed)
                if pause is None:
                    raise
                time.sleep(pause)

    def _once(self, call: _Call, parts: Mapping[str, Part]) -> Answer[Any]:
        response: Optional[httpx.Response] = None
        deadline = time.monotonic() + call.timeout
        keeps_open = False
        try:
            with ExitStack() as stack:
                request = self._client.build_request(**call.arguments(parts, stack))
                response = self._client.send(request, stream=True, follow_redirects=False)
                call.check_redirect(response)
                if not response.is_success:
                    call.fail(response, self._read(call, request, response, deadline, _ERROR_MAX))
                call.check_type(response)
                keeps_open = call.media_type(response) == LINES
                if keeps_open:
                    answer = call.answer(response, Lines(call, response))
                else:
                    body = self._read(call, request, response, deadline, None)
                    answer = call.answer(response, call.data(response, body))
            return answer
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise call.explain(error, response is not None) from error
        finally:
            if response is not None and not keeps_open:
                response.close()

    def _read(
        self, call: _Call, request: httpx.Request, response: httpx.Response, deadline: float, most: Optional[int]
    ) -> bytes:
        chunks: List[bytes] = []
        length = 0
        # The time limit of a read is asked for when the body begins: what is left of the whole.
        timeouts = request.extensions.get("timeout")
        if isinstance(timeouts, dict):
            timeouts["read"] = max(0.01, deadline - time.monotonic())
        for chunk in response.iter_bytes():
            chunks.append(chunk)
            length += len(chunk)
            if time.monotonic() > deadline:
                raise call.late()
            if most is not None and length > most:
                break
        return b"".join(chunks)


class AsyncTransport:
    """Sends calls of asyncio or Trio."""

    def __init__(self, settings: Settings, client: httpx.AsyncClient) -> None:
        self._settings = settings
        self._client = client

    async def call(
        self, shape: Shape, fields: Mapping[str, object], files: Files, options: CallOptions
    ) -> Answer[Any]:
        call = _Call(self._settings, shape, fields, options)
        parts = {name: await open_part_async(name, file) for name, file in files.items() if file is not None}
        failed = 0
        while True:
            try:
                return await self._once(call, parts)
            except QuintetError as error:
                failed += 1
                pause = call.pause(error, failed)
                if pause is None:
                    raise
                await anyio.sleep(pause)

    async def _once(self, call: _Call, parts: Mapping[str, Part]) -> Answer[Any]:
        response: Optional[httpx.Response] = None
        keeps_open = False
        try:
            with ExitStack() as stack, anyio.fail_after(call.timeout):
                request = self._client.build_request(**call.arguments(parts, stack))
                response = await self._client.send(request, stream=True, follow_redirects=False)
                call.check_redirect(response)
                if not response.is_success:
                    call.fail(response, await self._read(response, _ERROR_MAX))
                call.check_type(response)
                keeps_open = call.media_type(response) == LINES
                if keeps_open:
                    answer = call.answer(response, AsyncLines(call, response))
                else:
                    answer = call.answer(response, call.data(response, await self._read(response, None)))
            return answer
        except (httpx.HTTPError, httpx.StreamError, TimeoutError, asyncio.TimeoutError) as error:
            raise call.explain(error, response is not None) from error
        finally:
            if response is not None and not keeps_open:
                with anyio.CancelScope(shield=True):
                    await response.aclose()

    async def _read(self, response: httpx.Response, most: Optional[int]) -> bytes:
        chunks: List[bytes] = []
        length = 0
        async for chunk in response.aiter_bytes():
            chunks.append(chunk)
            length += len(chunk)
            if most is not None and length > most:
                break
        return b"".join(chunks)
