from __future__ import annotations

import io
import os
from dataclasses import dataclass
from typing import IO, AsyncIterable, Iterable, Optional, Union

#: A file of a call: its bytes, its path, a file object, or an iterable of bytes. File objects and iterables are read
#: into memory before the request is sent, so that it can be retried; a path is read anew by each attempt.
FileInput = Union[bytes, bytearray, str, "os.PathLike[str]", IO[bytes], Iterable[bytes], AsyncIterable[bytes]]


@dataclass(frozen=True)
class Part:
    """A file, ready to be sent more than once."""

    name: str
    content: Optional[bytes]
    path: Optional[str]

    def open(self) -> IO[bytes]:
        if self.path is not None:
            return open(self.path, "rb")
        return io.BytesIO(self.content or b"")


def _wrong(name: str) -> TypeError:
    return TypeError(f"{name} must be bytes, a path, a file opened in binary mode, or an iterable of bytes.")


def open_part(name: str, file: FileInput) -> Part:
    """Makes a part of anything but an asynchronous iterable. Raises OSError where a path cannot be read."""
    if isinstance(file, (bytes, bytearray)):
        return Part(name, bytes(file), None)
    if isinstance(file, (str, os.PathLike)):
        path = os.fspath(file)
        with open(path, "rb"):
            return Part(os.path.basename(path), None, path)
    read = getattr(file, "read", None)
    if callable(read):
        content = read()
        own = getattr(file, "name", None)
        if not isinstance(content, bytes):
            raise _wrong(name)
        return Part(os.path.basename(own) if isinstance(own, str) else name, content, None)
    if isinstance(file, Iterable):
        content = bytearray()
        for chunk in file:
            if not isinstance(chunk, (bytes, bytearray)):
                raise _wrong(name)
            content += chunk
        return Part(name, bytes(content), None)
    raise _wrong(name)


async def open_part_async(name: str, file: FileInput) -> Part:
    """The same, for asynchronous iterables too."""
    if isinstance(file, AsyncIterable) and not callable(getattr(file, "read", None)):
        return open_part(name, b"".join([chunk async for chunk in file]))
    return open_part(name, file)
