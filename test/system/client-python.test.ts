// The Python client as its users have it: type-checked, built, and run against a server and a proxy that fails.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { z } from "zod";
import { packClients } from "../../clients/build.ts";
import { type FaultProxy, startFaultProxy } from "../../clients/test/fault-proxy.ts";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { VERSION } from "../../src/kit/version.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { areClientsTested } from "../helpers/tested-clients.ts";
import { fileAt } from "../recorders/generated.ts";

// Debian's Python has Debian's packages; another one first in PATH may not.
const python = "/usr/bin/python3";
const source = fileAt("clients/python").pathname;
const has = (module: string) => Bun.spawnSync([python, "-c", `import ${module}`]).exitCode === 0;
const mypy = Bun.which("mypy");

async function run(words: readonly string[], environment: Record<string, string> = {}) {
  const child = Bun.spawn([...words], {
    cwd: source,
    env: { PATH: process.env.PATH ?? "", PYTHONDONTWRITEBYTECODE: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

describe.if(has("httpx"))("the Python client", () => {
  const folder = temporaryFolder();
  const pdf = join(folder, "sample.pdf");
  let server: Running;
  let proxy: FaultProxy;
  beforeAll(async () => {
    await Bun.write(pdf, samples.plain.make());
    server = await startQuintet({ METERING: "off" });
    proxy = await startFaultProxy(server.url, sampleFile.make());
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test.skipIf(areClientsTested)("survives every fault, waiting and asynchronously", async () => {
    const words = [python, "tests/test_client.py", proxy.url, server.url, pdf];
    const { out, err } = await run(words, { PYTHONPATH: "src" });
    expect(err).toBe("");
    const results = z.object({ passed: z.int(), failed: z.array(z.string()) }).parse(JSON.parse(out));
    expect(results.failed).toEqual([]);
    expect(results.passed).toBeGreaterThan(70);
  });

  test("has only syntax of Python 3.9", async () => {
    const script = `import ast, pathlib
for path in pathlib.Path("src").rglob("*.py"):
    ast.parse(path.read_text(), str(path), feature_version=(3, 9))`;
    expect(await run([python, "-c", script])).toEqual({ out: "", err: "", code: 0 });
  });

  test.if(mypy !== null && !areClientsTested)(
    "is typed: mypy --strict, for Python 3.9 and for this one, with the types that users rely on",
    async () => {
      const user = join(folder, "user.py");
      await Bun.write(user, USER);
      const runs = [["--python-version", "3.9"], []].map((version, i) => {
        const cache = `--cache-dir=${join(folder, `mypy${i}`)}`;
        const words = [mypy ?? "", "--strict", "--warn-unused-ignores", cache, ...version, "src", user];
        return run(words, { MYPYPATH: "src" });
      });
      for (const { out, code } of await Promise.all(runs)) {
        expect([out, code]).toEqual([expect.stringContaining("Success: no issues found"), 0]);
      }
    },
  );

  test("the wheel has what it needs and nothing else", async () => {
    const wheel = (await packClients(folder)).find((path) => path.endsWith(".whl")) ?? "";
    expect(wheel).toEndWith(`/quintet_client-${VERSION}-py3-none-any.whl`);
    const { out } = await run([python, "-m", "zipfile", "-l", wheel]);
    const names = [...out.matchAll(/^(\S+\.\S+|\S*METADATA|\S*RECORD)\s/gm)].map(([, name]) => name);
    expect(names).toContain("quintet_client/py.typed");
    expect(names).toContain("quintet_client/_operations.py");
    expect(names.filter((name) => /test|pycache/.test(name ?? ""))).toEqual([]);
    const script = `import sys; sys.path.insert(0, ${JSON.stringify(wheel)}); import quintet_client as q; print(q.__file__, q.Quintet(${JSON.stringify(server.url)}).uuid.v7(n=2).status)`;
    const used = await run([python, "-c", script]);
    expect([used.err, used.out.trim().endsWith("__init__.py 200")]).toEqual(["", true]);
  });

  test("the receiver of the webhooks guide rejects a forged event with 400", async () => {
    const guide = await Bun.file(fileAt("src/web/docs/guides/webhooks.md")).text();
    const [, sample = ""] = guide.split("```python\n");
    await Bun.write(join(folder, "receiver.py"), sample.split("```")[0] ?? "");
    await Bun.write(join(folder, "flask.py"), FLASK);
    const { out, err } = await run([python, "-c", RECEIVED], {
      PYTHONPATH: `src:${folder}`,
      WEBHOOK_SECRET: `whsec_${Buffer.from("secret").toString("base64")}`,
    });
    expect([err, out]).toEqual(["", "batch-1\n204\n400\n"]);
  });

  test("a key: cost, quota and usage are typed values", async () => {
    const data = temporaryFolder();
    await using metered = await startQuintet({ DATA_DIR: data });
    const made = await runQuintet({ DATA_DIR: data }, "keys", "create", "client@example.com");
    const { key } = z.object({ key: z.string() }).parse(JSON.parse(made.out));
    const { out, err } = await run([python, "-c", METERED, metered.url, key, pdf], { PYTHONPATH: "src" });
    expect([err, out.trim()]).toEqual(["", "1 pages hobbyist-pdf 99 1 key-invalid"]);
  });
});

const METERED = `
import sys
from quintet_client import ProblemError, Quintet
url, key, path = sys.argv[1:]
with Quintet(url, key=key) as quintet:
    answer = quintet.pdf.extract(file=path)
    pdf = next(one for one in quintet.usage().data["apis"] if one["api"] == "pdf")
    try:
        Quintet(url, key="qt_live_wrong").usage()
    except ProblemError as error:
        code = error.code
    cost, quota = answer.cost, answer.quota[0]
    print(cost.units, cost.unit, quota.policy, quota.remaining, pdf["quotas"][0]["used"], code)
`;

/** As much of Flask as the guide uses. */
const FLASK = `
class Request: pass
request = Request()
class Flask:
    def __init__(self, name):
        self.rejecters = {}
    def post(self, path):
        def keep(receive):
            self.receive = receive
        return keep
    def errorhandler(self, kind):
        return lambda reject: self.rejecters.update({kind: reject})
    def status(self, data, headers):
        request.data, request.headers = data, headers
        try:
            return self.receive()[1]
        except Exception as error:
            return next((reject(error)[1] for kind, reject in self.rejecters.items() if isinstance(error, kind)), 500)
`;

const RECEIVED = `
import base64, hashlib, hmac, time
from receiver import app
body, now = b'{"type":"batch.completed","data":{"id":"batch-1"}}', str(int(time.time()))
digest = hmac.new(b"secret", f"1.{now}.".encode() + body, hashlib.sha256).digest()
headers = {"webhook-id": "1", "webhook-timestamp": now, "webhook-signature": "v1," + base64.b64encode(digest).decode()}
print(app.status(body, headers))
print(app.status(body + b" ", headers))
`;

/** What a user writes; an unused "type: ignore" says that a wrong line was accepted. */
const USER = `
from typing import List, Optional
from quintet_client import AsyncQuintet, BatchItem, ProblemError, Quintet, QuintetError, verify_webhook
from quintet_client.types import Job, PdfExtract, SeoAudit, SeoMeta

event = verify_webhook(b"", {}, "whsec_x")
if event["type"] == "batch.completed":
    results: str = event["data"]["resultsUrl"]
elif event["type"] == "site-audit.completed":
    pages_read: int = event["data"]["pages"]
elif event["type"] == "webhook.test" or event["type"] == "webhook.verification":
    message: str = event["data"]["message"]
else:
    # Every other type is about a job.
    job_of_event: Job = event["data"]
event["data"]["resultsUrl"]  # type: ignore[typeddict-item]

with Quintet("https://api.example.com", key="qt_live_x", retries=3) as quintet:
    ids: List[str] = quintet.uuid.v7(n=3).data
    audit: SeoAudit = quintet.seo.audit(url="https://example.com/").data
    score: float = audit["score"]["value"] or 0
    text: str = quintet.pdf.extract(file=b"", accept="text/plain").data
    kinds: List[str] = [line["type"] for line in quintet.pdf.extract(file="a.pdf", accept="application/x-ndjson").data]
    for line in quintet.pdf.extract(file="a.pdf", accept="application/x-ndjson").data:
        if line["type"] == "page":
            words: Optional[str] = line["text"]
        elif line["type"] == "end":
            pages: int = line["usage"]["pages"]
        else:
            line["text"]  # type: ignore[typeddict-item]
    png: bytes = quintet.images.remove_background(image=b"").data
    engine: str = quintet.images.remove_background(image=b"", response="json").data["engine"]
    used: int = quintet.usage().data["apis"][0]["quotas"][0]["used"]
    try:
        quintet.uuid.v4()
    except ProblemError as error:
        code: str = error.code
        wait: Optional[float] = error.retry_after
    except QuintetError as other:
        attempts: int = other.attempts
    run = quintet.batches.run("seo.meta", [{"url": "https://example.com/"}], on_progress=lambda batch: print(batch["size"]))
    failed: List[Optional[ProblemError]] = [item.error for item in run]
    for item in run:
        item.result["title"]  # type: ignore[index]
        if item.state == "succeeded":
            title: Optional[str] = item.result["title"]
            item.result["titel"]  # type: ignore[typeddict-item]
        elif item.state == "failed":
            status: int = item.error.status
        else:
            nothing: None = item.error
    texts: List[BatchItem[str]] = quintet.batches.run("pdf.extract", ["a.pdf"], accept="text/markdown").collect()
    images: List[BatchItem[None]] = quintet.batches.run("images.remove_background", [b""], accept="image/webp").collect()
    quintet.batches.run("seo.metas", [])  # type: ignore[call-overload]
    quintet.batches.run("seo.meta", [b""])  # type: ignore[call-overload]
    quintet.batches.run("seo.meta", [{"uri": "https://example.com/"}])  # type: ignore[call-overload]
    quintet.batches.run("seo.meta", [], accept="text/markdown")  # type: ignore[call-overload]
    job: str = quintet.jobs.start("pdf.extract", file="a.pdf", include=["tables"])["state"]
    read: PdfExtract = quintet.jobs.run("pdf.extract", file="a.pdf").data
    lines: str = quintet.jobs.run("pdf.extract", file="a.pdf", accept="application/x-ndjson").data
    meta: SeoMeta = quintet.jobs.run("seo.meta", url="https://example.com/").data
    mask: bytes = quintet.jobs.run("images.removeBackground", image=b"").data
    known: object = quintet.jobs.result("id").data
    quintet.pdf.extract()  # type: ignore[call-overload]
    quintet.pdf.extract(file="a.pdf", url="https://example.com/a.pdf")  # type: ignore[call-overload]
    quintet.images.remove_background(format="webp")  # type: ignore[call-overload]
    quintet.jobs.start("pdf.extract")  # type: ignore[call-overload]
    quintet.jobs.run("pdf.extract", url="https://example.com/a.pdf").data["pageCount"]
    quintet.jobs.run("uuid.v7")  # type: ignore[call-overload]
    quintet.jobs.start("seo.meta", uri="https://example.com/")  # type: ignore[call-overload]
    quintet.seo.audit(url="https://example.com/", fields=["score", "title"])
    quintet.seo.audit(url="https://example.com/", fields=["scores"])  # type: ignore[list-item]
    quintet.uuid.v7(n="3")  # type: ignore[call-overload]
    quintet.uuid.v7(m=3)  # type: ignore[call-overload]
    audit["scores"]  # type: ignore[typeddict-item]


async def main() -> None:
    async with AsyncQuintet() as client:
        more: List[str] = (await client.uuid.v7(n=3)).data
        async for line in (await client.pdf.extract(file=b"", accept="application/x-ndjson")).data:
            kind: str = line["type"]
        async for item in await client.batches.run("pdf.extract", ["a.pdf", b""], accept="text/markdown"):
            index: int = item.index
`;
