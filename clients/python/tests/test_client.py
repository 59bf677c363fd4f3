"""What the client promises, against a server and a proxy that fails. Run: python3 tests/test_client.py PROXY SERVER PDF"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import inspect
import io
import json
import sys
import time
import traceback
import unittest.mock
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Iterator, List, Tuple, TypeVar

import anyio
import httpx

import quintet_client
from quintet_client import (
    AsyncQuintet,
    InvalidResponseError,
    ProblemError,
    Quintet,
    QuintetConnectionError,
    QuintetError,
    QuintetTimeoutError,
    WebhookVerificationError,
    verify_webhook,
)
from quintet_client._retry import retry_after_of

PROXY, SERVER, PDF_PATH = sys.argv[1:4]
PDF = Path(PDF_PATH).read_bytes()
# Seconds for one attempt: short where a case waits for its end, long where only a busy machine would reach it.
TIMEOUT = 6.0
PATIENT = 120.0
STALLS = ("stall", "stall-body", "drip")
CASES: List[Tuple[str, Callable[[], None]]] = []
# Cases whose work goes on in the background of the server: after the others, which count seconds.
LATER: List[Tuple[str, Callable[[], None]]] = []

T = TypeVar("T")


def case(run: Callable[[], None]) -> Callable[[], None]:
    CASES.append((run.__name__, run))
    return run


def later(run: Callable[[], None]) -> Callable[[], None]:
    LATER.append((run.__name__, run))
    return run


def same(got: object, expected: object) -> None:
    assert got == expected, f"got {got!r}, expected {expected!r}"


def error_of(run: Callable[[], object]) -> Exception:
    try:
        run()
    except Exception as error:
        return error
    raise AssertionError("the call succeeded")


class Plan:
    """Requests that meet these faults one after the other."""

    def __init__(self, faults: str) -> None:
        self.id = str(uuid.uuid4())
        self.url = f"{PROXY}/plan/{self.id}/{faults}/"

    def requests(self) -> List[Any]:
        log: List[Any] = httpx.get(f"{PROXY}/log/{self.id}").json()
        return log


Call = Callable[[Any], Any]


def sync_call(url: str, call: Call, **options: Any) -> Any:
    options.setdefault("timeout", TIMEOUT if any(one in url for one in STALLS) else PATIENT)
    with Quintet(url, **options) as quintet:
        return call(quintet)


def async_call(url: str, call: Call, **options: Any) -> Any:
    options.setdefault("timeout", TIMEOUT if any(one in url for one in STALLS) else PATIENT)

    async def main() -> Any:
        async with AsyncQuintet(url, **options) as quintet:
            found = call(quintet)
            return await found if inspect.isawaitable(found) else found

    return asyncio.run(main())


BOTH = [("sync", sync_call), ("async", async_call)]

FAULTS = [
    ("stall", QuintetTimeoutError, "timeout", None),
    ("stall-body", QuintetTimeoutError, "timeout", None),
    ("drip", QuintetTimeoutError, "timeout", None),
    ("reset", QuintetConnectionError, "connection", None),
    ("close", QuintetConnectionError, "connection", None),
    ("lost", QuintetConnectionError, "connection", None),
    ("cut", QuintetConnectionError, "connection", None),
    ("cut-chunked", QuintetConnectionError, "connection", None),
    ("cut-gzip", InvalidResponseError, "invalid-response", "body"),
    ("reset-body", QuintetConnectionError, "connection", None),
    ("bad-json", InvalidResponseError, "invalid-response", "body"),
    ("null-json", InvalidResponseError, "invalid-response", "body"),
    ("empty", InvalidResponseError, "invalid-response", "body"),
    ("no-content", InvalidResponseError, "invalid-response", "body"),
    ("html-502", InvalidResponseError, "invalid-response", "status"),
    ("html-503", InvalidResponseError, "invalid-response", "status"),
    ("429-seconds", ProblemError, "rate-limited", None),
    ("429-past", ProblemError, "rate-limited", None),
    ("429-nonsense", ProblemError, "rate-limited", None),
    ("503-busy", ProblemError, "busy", None),
]


def v7(n: int) -> Call:
    return lambda quintet: quintet.uuid.v7(n=n)


def add_fault(how: str, run: Callable[..., Any], fault: str, kind: type, code: str, reason: Any) -> None:
    def check() -> None:
        start = time.monotonic()
        error = error_of(lambda: run(Plan(fault).url, v7(50), retries=0))
        assert time.monotonic() - start < TIMEOUT + 30, "the time limit does not cover the body"
        assert isinstance(error, kind) and isinstance(error, QuintetError), repr(error)
        same((error.code, getattr(error, "reason", None), error.attempts), (code, reason, 1))
        same(len(run(Plan(fault).url, v7(50)).data), 50)

    CASES.append((f"{fault}, {how}: a typed error without retries, and success with one", check))


def add_final(how: str, run: Callable[..., Any], fault: str, code: str) -> None:
    def check() -> None:
        plan = Plan(fault)
        error = error_of(lambda: run(plan.url, v7(1)))
        assert isinstance(error, QuintetError), repr(error)
        same((error.code, error.attempts, len(plan.requests())), (code, 1, 1))

    CASES.append((f"{fault}, {how}: not retried", check))


def add_post(how: str, run: Callable[..., Any], fault: str) -> None:
    def check() -> None:
        plain = Plan(fault)
        error = error_of(lambda: run(plain.url, lambda one: one.pdf.extract(file=PDF)))
        assert isinstance(error, QuintetError), repr(error)
        same([one["idempotencyKey"] for one in plain.requests()], [None])
        keyed = Plan(fault)
        run(keyed.url, lambda one: one.pdf.extract(file=PDF, idempotency_key="a-key"))
        same([one["idempotencyKey"] for one in keyed.requests()], ["a-key", "a-key"])
        both = Plan(fault)
        run(both.url, lambda one: one.pdf.extract(file=io.BytesIO(PDF)), retry_posts=True)
        first, second = [one["idempotencyKey"] for one in both.requests()]
        assert first == second and len(first) == 36, (first, second)

    CASES.append((f"a POST after {fault}, {how}", check))


for how, run in BOTH:
    for fault, kind, code, reason in FAULTS:
        add_fault(how, run, fault, kind, code, reason)
    for fault, code in [
        ("html", "invalid-response"),
        ("html-404", "invalid-response"),
        ("redirect", "invalid-response"),
        ("bad-problem", "invalid-response"),
        ("500-internal", "internal"),
        ("400-invalid", "invalid-parameter"),
        ("429-long", "quota-exceeded"),
        ("429-long-date", "quota-exceeded"),
    ]:
        add_final(how, run, fault, code)
    for fault in ["lost", "cut", "stall-body", "html-502"]:
        add_post(how, run, fault)


@case
def no_time_limit_is_one_that_never_ends() -> None:
    for name, run in BOTH:
        answer = run(SERVER, lambda quintet: quintet.uuid.v7(), timeout=float("inf"))
        assert len(answer.data) == 1, name


@case
def retry_after_is_seconds_or_a_date() -> None:
    date = "Sun, 22 Nov 2026 12:00:00 GMT"
    for text, seconds in [
        ("0", 0.0),
        ("120", 120.0),
        (" 7 ", 7.0),
        ("Sun, 22 Nov 2026 12:00:30 GMT", 30.0),
        ("Sunday, 22-Nov-26 12:00:30 GMT", 30.0),
        ("Sun Nov 22 12:00:30 2026", 30.0),
        ("Sun, 22 Nov 2026 11:00:00 GMT", 0.0),
        ("-5", None),
        ("", None),
        ("soon", None),
        ("1e9", None),
        ("\u0661", None),
        ("Sun, 99 Nov 2026 99:00:00 GMT", None),
    ]:
        same((text, retry_after_of({"retry-after": text, "date": date})), (text, seconds))
    for how, run in BOTH:
        plan = Plan("429-date")
        run(plan.url, v7(1))
        first, second = plan.requests()
        assert second["at"] - first["at"] >= 950, second["at"] - first["at"]


@case
def retries_end_and_a_rejected_post_is_retried() -> None:
    for how, run in BOTH:
        plan = Plan("reset,reset,reset,reset,reset")
        error = error_of(lambda: run(plan.url, v7(1), retries=3))
        same((getattr(error, "attempts", 0), len(plan.requests())), (4, 4))
        busy = Plan("503-busy,429-seconds")
        same(run(busy.url, lambda one: one.pdf.extract(file=PDF)).data["pageCount"], 1)
        same([one["idempotencyKey"] for one in busy.requests()], [None, None, None])


@case
def nothing_listens() -> None:
    for how, run in BOTH:
        error = error_of(lambda: run("http://127.0.0.1:9", v7(1), retries=0))
        assert isinstance(error, QuintetConnectionError) and error.is_unsent, repr(error)


@case
def values_text_errors_and_headers() -> None:
    for how, run in BOTH:
        answer = run(SERVER, v7(3))
        same((len(answer.data), answer.status, answer.cost, len(answer.request_id)), (3, 200, None, 36))
        text = run(SERVER, lambda one: one.uuid.v4(n=2, accept="text/plain"))
        same(len(text.data.split()), 2)
        many = run(SERVER, lambda one: one.uuid.validate_batch(uuids=["a,b", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"]))
        same([one["valid"] for one in many.data["results"]], [False, True])
        found = run(SERVER, lambda one: one.uuid.decode(uuid="017F22E2-79B0-7CC3-98C4-DC0C0C07398F"))
        same(found.data["timestamp"], "2022-02-22T19:22:22.000Z")
        error = error_of(lambda: run(SERVER, v7(101)))
        assert isinstance(error, ProblemError), repr(error)
        same((error.code, error.status, error.parameter), ("invalid-parameter", 400, "n"))
        for part in ["a/b", "../v4", "?n=1", "%2e"]:
            same(run(SERVER, lambda one: one.uuid.validate(uuid=part)).data["valid"], False)


@case
def files_in_every_form() -> None:
    def pieces() -> Iterator[bytes]:
        yield PDF[:100]
        yield PDF[100:]

    async def async_pieces() -> AsyncIterator[bytes]:
        yield PDF[:100]
        yield PDF[100:]

    for how, run in BOTH:
        more: List[Any] = [async_pieces()] if how == "async" else []
        for file in [PDF, bytearray(PDF), PDF_PATH, Path(PDF_PATH), io.BytesIO(PDF), pieces(), *more]:
            same(run(SERVER, lambda one: one.pdf.extract(file=file, dry_run=True)).data["pageCount"], 1)
        with open(PDF_PATH, "rb") as opened:
            same(run(Plan("503-busy").url, lambda one: one.pdf.extract(file=opened)).data["pageCount"], 1)
        same(run(Plan("503-busy").url, lambda one: one.pdf.extract(file=PDF_PATH)).data["pageCount"], 1)
        assert isinstance(error_of(lambda: run(SERVER, lambda one: one.pdf.extract(file="missing.pdf"))), OSError)
        assert isinstance(error_of(lambda: run(SERVER, lambda one: one.pdf.extract(file=7))), TypeError)
        assert isinstance(error_of(lambda: run(SERVER, lambda one: one.pdf.extract(file=io.StringIO("a")))), TypeError)
        error = error_of(lambda: run(SERVER, lambda one: one.pdf.extract(file=b"no PDF")))
        same(getattr(error, "code", None), "not-a-pdf")
        error = error_of(lambda: run(SERVER, lambda one: one.pdf.extract()))
        same(getattr(error, "status", None), 400)


@case
def ndjson_line_by_line() -> None:
    accept = "application/x-ndjson"

    def read(quintet: Any) -> Any:
        return [line["type"] for line in quintet.pdf.extract(file=PDF, accept=accept).data]

    async def read_async(quintet: Any) -> Any:
        return [line["type"] async for line in (await quintet.pdf.extract(file=PDF, accept=accept)).data]

    for run, reader in [(sync_call, read), (async_call, read_async)]:
        same(run(SERVER, reader), ["document", "page", "end"])
        for fault in ["cut", "cut-chunked", "reset-body", "stall-body"]:
            error = error_of(lambda: run(Plan(fault).url, reader))
            kind = QuintetTimeoutError if fault == "stall-body" else QuintetConnectionError
            assert isinstance(error, kind), f"{fault}: {error!r}"
    with Quintet(SERVER) as quintet:
        with quintet.pdf.extract(file=PDF, accept=accept).data as lines:
            same(next(lines)["type"], "document")


@case
def a_text_that_was_cut_off_is_an_error() -> None:
    for how, run in BOTH:
        for fault in ["cut", "reset-body", "stall-body"]:
            error = error_of(lambda: run(Plan(fault).url, lambda one: one.uuid.v4(n=50, accept="text/plain"), retries=0))
            assert isinstance(error, (QuintetConnectionError, QuintetTimeoutError)), f"{fault}: {error!r}"


@case
def binary_responses_are_bytes() -> None:
    png = httpx.get(f"{PROXY}/sample.png").content
    for how, run in BOTH:
        same(run(SERVER, lambda one: one.images.remove_background(image=png)).data[:4], b"\x89PNG")
        facts = run(SERVER, lambda one: one.images.remove_background(image=png, response="json")).data
        same((facts["engine"], facts["width"]), ("builtin", 160))


@case
def an_async_call_can_be_cancelled() -> None:
    async def main(fault: str) -> None:
        async with AsyncQuintet(Plan(fault).url, timeout=20) as quintet:
            await asyncio.wait_for(quintet.uuid.v7(n=50), 0.3)

    for fault in ["stall", "stall-body", "503-busy"]:
        error = error_of(lambda: asyncio.run(main(fault)))
        assert isinstance(error, asyncio.TimeoutError), f"{fault}: {error!r}"


# A URL that the server does not fetch: the item fails.
CLOSED = {"url": "http://127.0.0.1:9/"}


async def collected(run: Any) -> Tuple[Any, List[Any]]:
    """The items of a batch of either client."""
    run = await run if inspect.isawaitable(run) else run
    items = run.collect()
    return run, await items if inspect.isawaitable(items) else items


def add_batch(how: str, run: Callable[..., Any], faults: str) -> None:
    def check() -> None:
        plan = Plan(faults)
        seen: List[int] = []

        def call(quintet: Any) -> Any:
            started = quintet.batches.run(
                "pdf.extract",
                [PDF, {"file": PDF_PATH}, b"no PDF", io.BytesIO(PDF)],
                parameters={"pages": "1"},
                on_progress=lambda batch: seen.append(batch["succeeded"] + batch["failed"]),
            )
            return collected(started) if how == "async" else (started, started.collect())

        batch, items = run(plan.url, call)
        same([(one.index, one.state) for one in items], [(i, "failed" if i == 2 else "succeeded") for i in range(4)])
        same((items[0].result["pageCount"], items[2].result, items[2].error.code), (1, None, "not-a-pdf"))
        same((batch.batch["state"], seen[-1]), ("finished", 4))
        posts = [one["idempotencyKey"] for one in plan.requests() if one["method"] == "POST"]
        same(len(set(posts)), 1)

        def again(quintet: Any) -> Any:
            resumed = quintet.batches.resume(batch.id, after=1)
            return collected(resumed) if how == "async" else (resumed, resumed.collect())

        same([one.index for one in run(SERVER, again)[1]], [2, 3])
        listed = run(SERVER, lambda one: one.batches.list(limit=100))["batches"]
        same(len([one for one in listed if one["id"] == batch.id]), 1)
        same(run(SERVER, lambda one: one.batches.delete(batch.id))["succeeded"], 3)

    LATER.append((f"a batch of files has each result once and in order, {how}: {faults}", check))


def add_job(how: str, run: Callable[..., Any], faults: str) -> None:
    def check() -> None:
        states: List[str] = []
        answer = run(
            Plan(faults).url,
            lambda one: one.jobs.run("pdf.extract", file=PDF, on_progress=lambda job: states.append(job["state"])),
        )
        same((answer.data["pageCount"], states[-1]), (1, "succeeded"))

    LATER.append((f"a job, {how}: {faults}", check))


for how, run in BOTH:
    for faults in [
        "lost,reset,none,cut,429-seconds,html-502,lost",
        "503-busy,lost,none,reset,cut,cut-chunked,bad-json",
    ]:
        add_batch(how, run, faults)
    for faults in ["lost,html-502,none,lost,reset,cut", "429-seconds,none,cut,bad-json"]:
        add_job(how, run, faults)


@later
def media_types_and_problems_of_jobs() -> None:
    png = httpx.get(f"{PROXY}/sample.png").content
    for how, run in BOTH:
        image = run(SERVER, lambda one: one.jobs.run("images.remove_background", image=png, accept="image/webp"))
        same((image.headers["content-type"], image.data[:4]), ("image/webp", b"RIFF"))
        text = run(SERVER, lambda one: one.jobs.run("pdf.extract", file=PDF, accept="text/markdown"))
        assert isinstance(text.data, str), repr(text.data)
        error = error_of(lambda: run(SERVER, lambda one: one.jobs.run("seo.meta", **CLOSED)))
        assert isinstance(error, ProblemError) and error.code == "url-not-public", repr(error)
        key = str(uuid.uuid4())
        job = run(SERVER, lambda one: one.jobs.start("seo.meta", idempotency_key=key, **CLOSED))
        same(run(SERVER, lambda one: one.jobs.start("seo.meta", idempotency_key=key, **CLOSED))["id"], job["id"])
        same(run(SERVER, lambda one: one.jobs.wait(job["id"]))["problem"]["code"], "url-not-public")
        same(run(SERVER, lambda one: one.jobs.cancel(job["id"]))["state"], "failed")
        same(getattr(error_of(lambda: run(SERVER, lambda one: one.jobs.get("nonsense"))), "code", None), "unknown-job")
        for operation, inputs, kind in [
            ("seo.nonsense", [CLOSED], ValueError),
            ("uuid.v7", [CLOSED], ValueError),
            ("seo.meta", [7], TypeError),
            ("seo.meta", "https://example.com/", TypeError),
            ("pdf.extract", [PDF, CLOSED], TypeError),
            ("pdf.extract", [{"file": PDF, "pages": "1"}], TypeError),
            ("pdf.extract", ["missing.pdf"], OSError),
            ("seo.meta", [], ProblemError),
        ]:
            error = error_of(lambda: run(SERVER, lambda one: one.batches.run(operation, inputs)))
            assert isinstance(error, kind), (operation, inputs, error)


@later
def an_exception_cancels_a_batch() -> None:
    class Enough(Exception):
        pass

    ids: List[str] = []
    with Quintet(SERVER) as quintet:
        try:
            with quintet.batches.run("seo.meta", [CLOSED] * 300) as batch:
                ids.append(batch.id)
                raise Enough
        except Enough:
            pass

    async def main() -> None:
        async with AsyncQuintet(SERVER) as client:

            async def many() -> AsyncIterator[Any]:
                for _ in range(300):
                    yield CLOSED

            async with await client.batches.run("seo.meta", many()) as batch:
                ids.append(batch.id)
                raise asyncio.CancelledError

    try:
        asyncio.run(main())
    except asyncio.CancelledError:
        pass
    same(len(ids), 2)
    with Quintet(SERVER) as quintet:
        for one in ids:
            state = quintet.batches.get(one)
            assert state["state"] == "finished" and state["canceled"] > 0, state
            same([item.index for item in quintet.batches.resume(one)], list(range(300)))


@case
def options_that_cannot_work() -> None:
    for options in [
        {"base_url": "api.example.com"},
        {"base_url": "ftp://example.com"},
        {"base_url": "https://a:b@example.com"},
        {"key": "qt_live_\u00fcber"},
        {"key": "qt_live_a\r\nX-Evil: 1"},
    ]:
        error = error_of(lambda: Quintet(**options))
        assert isinstance(error, ValueError) and "qt_live_" not in str(error), repr(error)
    Quintet(key=" qt_live_abc\n").close()


SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
# The vector of the Standard Webhooks specification.
VECTOR = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
VECTOR_BODY = '{"test": 2432232314}'


def signed(body: str, seconds: int) -> Dict[str, str]:
    key = base64.b64decode(SECRET[6:])
    digest = hmac.new(key, f"msg_1.{seconds}.{body}".encode(), hashlib.sha256).digest()
    signature = base64.b64encode(digest).decode()
    return {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(seconds), "Webhook-Signature": f"v1,{signature}"}


@case
def a_signed_webhook_is_accepted() -> None:
    body = '{"type":"job.failed","timestamp":"2026-11-20T12:00:00Z","data":{"name":"\u00e9"}}'
    for age in (-300, 0, 300):
        headers = signed(body, 1_000_000 - age)
        for payload in (body, body.encode()):
            for secret in (SECRET, SECRET[6:]):
                same(verify_webhook(payload, headers, secret, now=1_000_000.0)["type"], "job.failed")
    several = {**headers, "Webhook-Signature": "v1a,x v1,\u00e9 v1, nonsense " + headers["Webhook-Signature"]}
    same(dict(verify_webhook(body, several, SECRET, now=1_000_000.0)["data"]), {"name": "\u00e9"})
    same(verify_webhook(body, httpx.Headers(headers), SECRET, now=1_000_000.0)["type"], "job.failed")


@case
def every_other_webhook_is_rejected_with_its_reason() -> None:
    now = 1_614_265_330.0
    other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"

    def reason(body: str, headers: Dict[str, str], secret: str = SECRET, at: float = now) -> str:
        error = error_of(lambda: verify_webhook(body, headers, secret, now=at))
        assert isinstance(error, WebhookVerificationError), repr(error)
        return error.reason

    # The vector is signed, and has no type.
    same(reason(VECTOR_BODY, VECTOR), "payload")
    same(reason(VECTOR_BODY + " ", VECTOR), "signature")
    same(reason(VECTOR_BODY, VECTOR, other), "signature")
    same(reason(VECTOR_BODY, {**VECTOR, "webhook-id": "msg_2"}), "signature")
    same(reason(VECTOR_BODY, {**VECTOR, "webhook-timestamp": "1614265331"}), "signature")
    for signature in ("v1,", "v1", "x", "v2" + VECTOR["webhook-signature"][2:]):
        same(reason(VECTOR_BODY, {**VECTOR, "webhook-signature": signature}), "signature")
    for at in (now - 301, now + 301):
        same(reason(VECTOR_BODY, VECTOR, at=at), "timestamp")
    for timestamp in ("soon", "-1", "1e9", "\u0661", "9" * 30):
        same(reason(VECTOR_BODY, {**VECTOR, "webhook-timestamp": timestamp}), "header")
    for name in VECTOR:
        same(reason(VECTOR_BODY, {key: value for key, value in VECTOR.items() if key != name}), "header")
    for secret in ("", "whsec_", "whsec_not base64!"):
        assert isinstance(error_of(lambda: verify_webhook(VECTOR_BODY, VECTOR, secret, now=now)), ValueError)


def main() -> int:
    failed = []

    def attempt(one: Tuple[str, Callable[[], None]]) -> None:
        name, run = one
        try:
            run()
        except Exception:
            failed.append(f"{name}: {traceback.format_exc()}")

    # anyio imports its backend with the first loop, and not safely in several threads at once.
    asyncio.run(anyio.sleep(0))
    # Most cases wait.
    for cases in [CASES, LATER]:
        with ThreadPoolExecutor(12) as pool:
            list(pool.map(attempt, cases))
    passed = len(CASES) + len(LATER) - len(failed)
    print(json.dumps({"python": sys.version.split()[0], "httpx": httpx.__version__, "passed": passed, "failed": failed}))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
