# Generated from the API descriptors and the asynchronous client by `npm run generate`. Edit those.
# ruff: noqa
from __future__ import annotations

import time
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Iterator, Dict, Generic, List, Mapping, Optional, Type, TypeVar, cast

import time
from contextlib import nullcontext
import httpx

from ._errors import QuintetError
from ._files import Part, open_part
from ._transport import ERROR_MAX, LINES, TIMEOUT_MAX, Answer, Call, CallOptions, Files, Settings, Shape, Splitter


Line = TypeVar("Line")


class Lines(Iterator[Line], Generic[Line]):
    """The lines of NDJSON as they arrive. Close it to stop earlier, or use it in ``with``."""

    def __init__(self, call: Call, response: httpx.Response) -> None:
        self._response = response
        self._lines = self._read(call)

    def _read(self, call: Call) -> Iterator[Line]:
        splitter = Splitter(self._response.status_code)
        try:
            for chunk in self._response.iter_bytes():
                for line in splitter.feed(chunk):
                    yield cast(Line, line)
            splitter.end()
        except httpx.HTTPError as error:
            raise call.explain(error, True) from error
        finally:
            self._response.close()

    def __iter__(self) -> Lines[Line]:
        return self

    def __next__(self) -> Line:
        return self._lines.__next__()

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Lines[Line]:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class Transport:
    """Sends calls and waits for them."""

    def __init__(self, settings: Settings, client: httpx.Client) -> None:
        self._settings = settings
        self._client = client

    def call(
        self, shape: Shape, fields: Mapping[str, object], files: Files, options: CallOptions
    ) -> Answer[Any]:
        call = Call(self._settings, shape, fields, options)
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

    def _once(self, call: Call, parts: Mapping[str, Part]) -> Answer[Any]:
        response: Optional[httpx.Response] = None
        deadline = time.monotonic() + call.timeout
        keeps_open = False
        try:
            with ExitStack() as stack, nullcontext():
                request = self._client.build_request(**call.arguments(parts, stack))
                response = self._client.send(request, stream=True, follow_redirects=False)
                call.check_redirect(response)
                if not response.is_success:
                    call.fail(response, self._read(call, request, response, deadline, ERROR_MAX))
                call.check_type(response)
                keeps_open = call.media_type(response) == LINES
                if keeps_open:
                    lines: Lines[Dict[str, object]] = Lines(call, response)
                    answer = call.answer(response, lines)
                else:
                    body = self._read(call, request, response, deadline, None)
                    answer = call.answer(response, call.data(response, body))
            return answer
        except (httpx.HTTPError, httpx.StreamError, TimeoutError) as error:
            raise call.explain(error, response is not None) from error
        finally:
            if response is not None and not keeps_open:
                with nullcontext():
                    response.close()

    def _read(
        self, call: Call, request: httpx.Request, response: httpx.Response, deadline: float, most: Optional[int]
    ) -> bytes:
        chunks: List[bytes] = []
        length = 0
        # Threads cannot be canceled: the limit of a read is the rest of the whole, and is read when the body begins.
        timeouts = request.extensions.get("timeout")
        if isinstance(timeouts, dict):
            timeouts["read"] = min(max(0.01, deadline - time.monotonic()), TIMEOUT_MAX)
        for chunk in response.iter_bytes():
            chunks.append(chunk)
            length += len(chunk)
            if time.monotonic() > deadline:
                raise call.late()
            if most is not None and length > most:
                break
        return b"".join(chunks)
