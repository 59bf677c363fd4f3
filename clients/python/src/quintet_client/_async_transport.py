"""How the asynchronous client sends. `_sync_transport.py` is generated from this file."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from types import TracebackType
from typing import Any, AsyncIterator, Dict, Generic, List, Mapping, Optional, Type, TypeVar, cast

import anyio
import httpx

from ._errors import QuintetError
from ._files import Part, open_part_async
from ._transport import ERROR_MAX, LINES, TIMEOUT_MAX, Answer, Call, CallOptions, Files, Settings, Shape, Splitter


Line = TypeVar("Line")


class AsyncLines(AsyncIterator[Line], Generic[Line]):
    """The lines of NDJSON as they arrive. Close it to stop earlier, or use it in ``async with``."""

    def __init__(self, call: Call, response: httpx.Response) -> None:
        self._response = response
        self._lines = self._read(call)

    async def _read(self, call: Call) -> AsyncIterator[Line]:
        splitter = Splitter(self._response.status_code)
        try:
            async for chunk in self._response.aiter_bytes():
                for line in splitter.feed(chunk):
                    yield cast(Line, line)
            splitter.end()
        except httpx.HTTPError as error:
            raise call.explain(error, True) from error
        finally:
            await self._response.aclose()

    def __aiter__(self) -> AsyncLines[Line]:
        return self

    async def __anext__(self) -> Line:
        return await self._lines.__anext__()

    async def close(self) -> None:
        await self._response.aclose()

    async def __aenter__(self) -> AsyncLines[Line]:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()


class AsyncTransport:
    """Sends calls and waits for them."""

    def __init__(self, settings: Settings, client: httpx.AsyncClient) -> None:
        self._settings = settings
        self._client = client

    async def call(
        self, shape: Shape, fields: Mapping[str, object], files: Files, options: CallOptions
    ) -> Answer[Any]:
        call = Call(self._settings, shape, fields, options)
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

    async def _once(self, call: Call, parts: Mapping[str, Part]) -> Answer[Any]:
        response: Optional[httpx.Response] = None
        deadline = time.monotonic() + call.timeout
        keeps_open = False
        try:
            with ExitStack() as stack, anyio.fail_after(call.timeout):
                request = self._client.build_request(**call.arguments(parts, stack))
                response = await self._client.send(request, stream=True, follow_redirects=False)
                call.check_redirect(response)
                if not response.is_success:
                    call.fail(response, await self._read(call, request, response, deadline, ERROR_MAX))
                call.check_type(response)
                keeps_open = call.media_type(response) == LINES
                if keeps_open:
                    lines: AsyncLines[Dict[str, object]] = AsyncLines(call, response)
                    answer = call.answer(response, lines)
                else:
                    body = await self._read(call, request, response, deadline, None)
                    answer = call.answer(response, call.data(response, body))
            return answer
        except (httpx.HTTPError, httpx.StreamError, TimeoutError, asyncio.TimeoutError) as error:
            raise call.explain(error, response is not None) from error
        finally:
            if response is not None and not keeps_open:
                with anyio.CancelScope(shield=True):
                    await response.aclose()

    async def _read(
        self, call: Call, request: httpx.Request, response: httpx.Response, deadline: float, most: Optional[int]
    ) -> bytes:
        chunks: List[bytes] = []
        length = 0
        # Threads cannot be canceled: the limit of a read is the rest of the whole, and is read when the body begins.
        timeouts = request.extensions.get("timeout")
        if isinstance(timeouts, dict):
            timeouts["read"] = min(max(0.01, deadline - time.monotonic()), TIMEOUT_MAX)
        async for chunk in response.aiter_bytes():
            chunks.append(chunk)
            length += len(chunk)
            if time.monotonic() > deadline:
                raise call.late()
            if most is not None and length > most:
                break
        return b"".join(chunks)
