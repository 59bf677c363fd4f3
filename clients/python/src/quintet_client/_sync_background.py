# Generated from the API descriptors and the asynchronous client by `npm run generate`. Edit those.
# ruff: noqa
from __future__ import annotations

from types import TracebackType
from typing import Any, Iterable, Iterator, Generic, Iterable, List, Mapping, Optional, Type, Union

import time
from contextlib import nullcontext

from . import _jobs as core
from ._errors import InvalidResponseError, ProblemError, QuintetError
from ._files import open_part
from ._jobs import BatchItem, OnBatch, OnJob, Result
from ._operations import BatchesActions, JobsActions
from ._retry import retry_after_of
from ._transport import Answer, CallOptions, Shape
from .types import Batch, Job


class BatchRun(Generic[Result]):
    """A batch that runs on the server. Its items can be iterated once, in the order of the inputs; each is there as soon
    as it and those before it have ended. In ``with``, an exception cancels the batch.
    """

    def __init__(self, batches: BatchRunner, batch: Batch, after: int, on_progress: OnBatch) -> None:
        #: The ID, to resume after this program has ended: ``quintet.batches.resume(id)``.
        self.id: str = batch["id"]
        self._batches = batches
        self._on_progress = on_progress
        self._follower = core.Follower(batch, after)
        if on_progress is not None:
            on_progress(batch)

    @property
    def batch(self) -> Batch:
        """The last state that was read."""
        return self._follower.batch

    def __iter__(self) -> Iterator[BatchItem[Result]]:
        follower = self._follower
        while True:
            batch, retry_after = self._batches._transport_read(core.READ_BATCH, self.id)
            before = follower.next
            if follower.update(batch, self._on_progress):
                for item in self._ready():
                    yield item
            if follower.is_done(before):
                return
            if not core.batch_has_ended(follower.batch) or follower.failures > 0:
                time.sleep(core.poll_pause(follower.polls + 1, retry_after))

    def _ready(self) -> Iterator[BatchItem[Result]]:
        """The items that are there without a gap."""
        follower = self._follower
        fields = {"id": self.id, "after": follower.next - 1 if follower.next > 0 else None}
        try:
            answer = self._batches._transport.call(core.BATCH_RESULTS, fields, {}, core.PATIENT)
            with answer.data as lines:
                for line in lines:
                    item = core.item_of(line)
                    accepted = follower.accepts(item)
                    if accepted is None:
                        break
                    if accepted:
                        yield item
            follower.failures = 0
        except QuintetError as error:
            follower.failed(error)

    def collect(self) -> List[BatchItem[Result]]:
        """All items. They are kept in memory."""
        return [item for item in self]

    def cancel(self) -> Batch:
        """Cancels the items that have not ended."""
        return self._batches.cancel(self.id)

    def __enter__(self) -> BatchRun[Result]:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if kind is not None and kind is not GeneratorExit:
            with nullcontext():
                try:
                    self.cancel()
                except QuintetError:
                    pass


class BatchRunner(BatchesActions):
    """Runs batches of any operation. The methods with the types of each are generated."""

    def _run(
        self,
        operation: str,
        inputs: Union[Iterable[object], Iterable[object]],
        parameters: Optional[Mapping[str, object]],
        accept: Optional[str],
        on_progress: OnBatch,
        idempotency_key: Optional[str],
    ) -> BatchRun[Any]:
        name, shape = core.shape_of(operation)
        given = core.inputs_of(shape, inputs)
        parts = [(one, open_part(one, file)) for one, file in given.files]
        fields = core.batch_fields(name, accept, parameters)
        options = core.creation(given, parts, idempotency_key)
        answer = self._transport.call(core.CREATE_BATCH, fields, {}, options)
        return BatchRun(self, answer.data, -1, on_progress)

    def resume(self, id: str, *, after: int = -1, on_progress: OnBatch = None) -> BatchRun[object]:
        """Follows a batch that exists. ``after`` is the index of the last item that is not needed again."""
        batch, _ = self._transport_read(core.READ_BATCH, id)
        return BatchRun(self, batch, after, on_progress)

    def cancel(self, id: str) -> Batch:
        """Cancels the items that have not ended. The results of the others stay."""
        # A DELETE whose response was lost is not repeated blindly: a second one deletes results.
        for attempt in range(3):
            batch, _ = self._transport_read(core.READ_BATCH, id)
            if core.batch_has_ended(batch):
                break
            try:
                return self.delete(id)
            except ProblemError:
                raise
            except QuintetError:
                if attempt == 2:
                    raise
        final: Batch = batch
        return final

    def _transport_read(self, shape: Shape, id: str) -> Any:
        answer = self._transport.call(shape, {"id": id}, {}, core.PATIENT)
        return answer.data, retry_after_of(answer.headers)


class JobRunner(JobsActions):
    """Runs calls of any operation in the background. The methods with the types of each are generated."""

    def _run(
        self,
        operation: str,
        accept: Optional[str],
        on_progress: OnJob,
        idempotency_key: Optional[str],
        parameters: Mapping[str, object],
    ) -> Answer[Any]:
        job = self._start(operation, accept, idempotency_key, parameters)
        ended = self.wait(job["id"], on_progress=on_progress)
        problem = ended["problem"]
        if ended["state"] == "failed" and problem is not None:
            raise core.error_of(problem)
        return self.result(job["id"])

    def _start(
        self,
        operation: str,
        accept: Optional[str],
        idempotency_key: Optional[str],
        parameters: Mapping[str, object],
    ) -> Job:
        shape, fields, files = core.job_call(operation, parameters)
        options = CallOptions(accept, None, None, idempotency_key or core.new_key())
        answer = self._transport.call(shape, fields, files, options)
        if answer.status != 202:
            raise InvalidResponseError("The server does not run calls in the background.", "status", answer.status)
        job: Job = answer.data
        return job

    def wait(self, id: str, *, on_progress: OnJob = None) -> Job:
        """Waits until a job has ended. Returns its last state."""
        state = ""
        polls = 0
        while True:
            answer = self._transport.call(core.READ_JOB, {"id": id}, {}, core.PATIENT)
            job: Job = answer.data
            polls += 1
            if job["state"] != state and on_progress is not None:
                on_progress(job)
            state = job["state"]
            if core.job_has_ended(job):
                return job
            time.sleep(core.poll_pause(polls, retry_after_of(answer.headers)))

    def result(self, id: str) -> Answer[object]:
        """The response of a job that succeeded: JSON, ``str`` or ``bytes``. Raises the problem of one that failed, or
        ``job-not-finished``.
        """
        return self._transport.call(core.JOB_RESULT, {"id": id}, {}, core.PATIENT)

    def cancel(self, id: str) -> Job:
        """Cancels a job that has not ended. One that has keeps its result."""
        job = self.get(id)
        return job if core.job_has_ended(job) else self.delete(id)
