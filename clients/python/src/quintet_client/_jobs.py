"""What jobs and batches send and read, without input and output: for both kinds of clients."""

from __future__ import annotations

import json
import random
import sys
import uuid
from dataclasses import dataclass
from typing import Any, AsyncIterable, Callable, Dict, Generic, Iterable, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union, cast

from ._errors import InvalidResponseError, ProblemError
from ._files import FileInput, Part
from ._operations import JOB_SHAPES
from ._transport import LINES, CallOptions, Shape
from .types import Batch, BatchResult, Job

if sys.version_info >= (3, 11):
    from typing import Literal
else:
    from typing_extensions import Literal

Result = TypeVar("Result")

JSON = ("application/json",)
READ_JOB = Shape("GET", "/jobs/{id}", (), JSON)
JOB_RESULT = Shape("GET", "/jobs/{id}/result", (), ("*/*",))
READ_BATCH = Shape("GET", "/batches/{id}", (), JSON)
BATCH_RESULTS = Shape("GET", "/batches/{id}/results", (), (LINES,))

# The pauses between two looks at what runs in the background, in seconds: from the first to the longest.
_POLL = 0.25
_POLL_MAX = 10.0
#: Reads of results that fail in a row before the error is final.
FAILURES_MAX = 12
#: Polling outlasts a restart of the server: about a minute, and any ``Retry-After``.
PATIENT = CallOptions(retries=12, wait_max=600.0)

def poll_pause(polls: int, retry_after: Optional[float]) -> float:
    """The pause before the next look, in seconds: longer each time, and as long as the server asks."""
    pause = min(_POLL_MAX, _POLL * 1.4 ** min(polls - 1, 40))
    return max(pause * (0.8 + 0.2 * random.random()), retry_after or 0.0)


def job_has_ended(job: Job) -> bool:
    return job["state"] in ("succeeded", "failed", "canceled")


def batch_has_ended(batch: Batch) -> bool:
    return batch["state"] == "finished"


def ended_in(batch: Batch) -> int:
    return batch["succeeded"] + batch["failed"] + batch["canceled"]


def error_of(problem: Mapping[str, object]) -> ProblemError:
    """A problem document as the error that the call would have had."""
    status = problem.get("status")
    return ProblemError(dict(problem), status if isinstance(status, int) else 500)


def camel_case(name: str) -> str:
    """``dry_run`` as the API writes it: ``dryRun``."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def wire(parameters: Mapping[str, object]) -> Dict[str, Any]:
    return {camel_case(name): value for name, value in parameters.items() if value is not None}


def shape_of(operation: str) -> Tuple[str, Shape]:
    """The name and the shape of an operation. Raises ValueError for one that does not run in the background."""
    api, _, name = operation.partition(".")
    known = f"{api}.{camel_case(name)}"
    shape = JOB_SHAPES.get(known)
    if shape is None:
        raise ValueError(f"{operation} is not an operation that runs in the background. Use one of {', '.join(JOB_SHAPES)}.")
    return known, shape


def job_call(operation: str, parameters: Mapping[str, object]) -> Tuple[Shape, Dict[str, Any], Dict[str, Any]]:
    """The shape, the fields and the files of a call that runs in the background."""
    _, shape = shape_of(operation)
    given = wire(parameters)
    files = {name: given.pop(name) for name in shape.files if name in given}
    started = Shape(shape.method, shape.path, shape.files, shape.produces, shape.json, is_async=True)
    return started, given, files


def new_key() -> str:
    return str(uuid.uuid4())


@dataclass(frozen=True)
class Inputs:
    """The body of a batch: lines of JSON, or files."""

    lines: Optional[bytes]
    files: List[Tuple[str, FileInput]]


def inputs_of(shape: Shape, inputs: Iterable[Any]) -> Inputs:
    """Splits the inputs of a batch. Raises TypeError for what is neither parameters nor a file."""
    if isinstance(inputs, (str, bytes, Mapping)):
        raise TypeError("inputs must be a list or another iterable of inputs.")
    name = shape.files[0] if shape.files else None
    lines: List[bytes] = []
    files: List[Tuple[str, FileInput]] = []
    for index, one in enumerate(inputs):
        if isinstance(one, Mapping):
            fields = wire(one)
            file = fields.pop(name, None) if name is not None else None
            if file is None:
                lines.append(json.dumps(fields, allow_nan=False).encode() + b"\n")
                continue
            if fields:
                raise TypeError(f"Item {index}: with files, put the other parameters into parameters=.")
            files.append((name or "", file))
        elif name is None:
            raise TypeError(f"Item {index} must be a dictionary of parameters.")
        else:
            files.append((name, one))
    if files and lines:
        raise TypeError("A batch has either files or parameters. Make two batches.")
    return Inputs(None if files else b"".join(lines), files)


async def inputs_of_async(shape: Shape, inputs: Union[Iterable[Any], AsyncIterable[Any]]) -> Inputs:
    """The same, for asynchronous iterables too."""
    return inputs_of(shape, [one async for one in inputs] if isinstance(inputs, AsyncIterable) else inputs)


CREATE_BATCH = Shape("POST", "/batches", (), JSON)


def creation(inputs: Inputs, parts: Sequence[Tuple[str, Part]], key: Optional[str]) -> CallOptions:
    """The options of the request that creates a batch."""
    own = key or new_key()
    if inputs.lines is not None:
        return CallOptions(idempotency_key=own, content=inputs.lines, content_type=LINES)
    return CallOptions(idempotency_key=own, parts=tuple(parts))


def batch_fields(operation: str, accept: Optional[str], parameters: Optional[Mapping[str, object]]) -> Dict[str, Any]:
    fields = wire(parameters or {})
    fields.update({"operation": operation, "accept": accept})
    return fields


@dataclass(frozen=True)
class SucceededItem(Generic[Result]):
    """An item of a batch that succeeded."""

    #: The place of the input, from 0.
    index: int
    #: The ID of its job. ``quintet.jobs.result(job)`` reads its response as it is.
    job: str
    units: int
    #: The response as JSON or text. None for other responses, such as images.
    result: Result
    error: None = None
    state: Literal["succeeded"] = "succeeded"
    #: The name of its file, or the end of its URL; None if it has none.
    file_name: Optional[str] = None


@dataclass(frozen=True)
class FailedItem:
    """An item of a batch that failed."""

    index: int
    job: str
    units: int
    #: Why it failed.
    error: ProblemError
    result: None = None
    state: Literal["failed"] = "failed"
    file_name: Optional[str] = None


@dataclass(frozen=True)
class CanceledItem:
    """An item of a batch that was canceled."""

    index: int
    job: str
    units: int
    result: None = None
    error: None = None
    state: Literal["canceled"] = "canceled"
    file_name: Optional[str] = None


#: How one item of a batch ended. Its ``state`` decides between ``result`` and ``error``.
BatchItem = Union[SucceededItem[Result], FailedItem, CanceledItem]


def item_of(line: Mapping[str, object]) -> BatchItem[Any]:
    if not isinstance(line.get("index"), int) or "state" not in line:
        raise InvalidResponseError("A line of the response is not a result.", "body", 200)
    found = cast(BatchResult, line)
    place = (found["index"], found["job"], found["units"])
    name = found.get("fileName")
    if found["state"] == "succeeded":
        return SucceededItem(*place, found.get("result"), file_name=name)
    if found["state"] == "failed":
        return FailedItem(*place, error_of(found.get("problem") or {}), file_name=name)
    return CanceledItem(*place, file_name=name)


OnBatch = Optional[Callable[[Batch], None]]
OnJob = Optional[Callable[[Job], None]]


class Follower:
    """Where the reading of a batch is."""

    def __init__(self, batch: Batch, after: int) -> None:
        self.batch = batch
        self.next = after + 1
        self.failures = 0
        self.polls = 0
        self.seen = -1

    def update(self, batch: Batch, on_progress: OnBatch) -> bool:
        """Takes a new state. Returns whether there may be new results."""
        changed = batch != self.batch
        self.batch = batch
        self.polls += 1
        if changed and on_progress is not None:
            on_progress(batch)
        ended = ended_in(batch)
        # What is new may still be behind an item that has not ended.
        is_new = ended > self.next and (ended != self.seen or batch_has_ended(batch))
        self.seen = ended
        return is_new

    def accepts(self, item: BatchItem[Any]) -> Optional[bool]:
        """Whether an item is the next one; None where an item before it has not ended."""
        if item.index > self.next and not batch_has_ended(self.batch):
            return None
        if item.index < self.next:
            return False
        self.next = item.index + 1
        self.failures = 0
        self.polls = 0
        return True

    def failed(self, error: Exception) -> None:
        """Takes an error of a stream, which is read again from its last item. Raises it where it is final."""
        self.failures += 1
        self.seen = -1
        if isinstance(error, ProblemError) or self.failures > FAILURES_MAX:
            raise error

    def is_done(self, before: int) -> bool:
        if not batch_has_ended(self.batch):
            return False
        return self.next >= self.batch["size"] or (self.next == before and self.failures == 0)
