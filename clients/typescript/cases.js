// What the client promises, as cases that run in every runtime: Node, Bun, Deno, browsers. `run` returns the failures.

/** Milliseconds for one attempt: short where a case waits for its end, long where only a busy machine would reach it. */
const TIMEOUT_MS = 6_000;
const PATIENT_MS = 30_000;

const wanted = (isTrue, what) => {
  if (!isTrue) throw new Error(what);
};

const same = (got, expected) => {
  const [a, b] = [JSON.stringify(got), JSON.stringify(expected)];
  wanted(a === b, `got ${a}, expected ${b}`);
};

async function errorOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("the call succeeded");
}

/** `proxy` is the URL of a fault proxy, `server` that of the server behind it, `pdf` the bytes of a PDF. */
export function cases({ client, proxy, server, pdf }) {
  const { createQuintet, QuintetError, ProblemError, ConnectionError, TimeoutError, InvalidResponseError } =
    client;
  let plans = 0;
  /** A client whose requests meet these faults one after the other, and the requests that arrived. */
  const faulty = (faults, options = {}) => {
    const id = `${Date.now()}-${Math.random()}-${plans++}`;
    const quintet = createQuintet({
      baseUrl: `${proxy}/plan/${id}/${faults}/`,
      timeoutMs: /stall|drip/.test(faults) ? TIMEOUT_MS : PATIENT_MS,
      ...options,
    });
    const requests = async () => (await fetch(`${proxy}/log/${id}`)).json();
    return { quintet, requests };
  };
  const file = () => new Blob([pdf], { type: "application/pdf" });
  const list = [];
  const test = (name, run) => list.push({ name, run });
  /** A case whose work goes on in the background of the server: after the others, which count seconds. */
  const later = (name, run) => list.push({ name, run, isLater: true });

  for (const [fault, type, code, reason] of [
    ["stall", TimeoutError, "timeout"],
    ["stall-body", TimeoutError, "timeout"],
    ["drip", TimeoutError, "timeout"],
    ["reset", ConnectionError, "connection"],
    ["close", ConnectionError, "connection"],
    ["lost", ConnectionError, "connection"],
    ["cut", ConnectionError, "connection"],
    ["reset-body", ConnectionError, "connection"],
    ["bad-json", InvalidResponseError, "invalid-response", "body"],
    ["null-json", InvalidResponseError, "invalid-response", "body"],
    ["empty", InvalidResponseError, "invalid-response", "body"],
    ["no-content", InvalidResponseError, "invalid-response", "body"],
    ["html-502", InvalidResponseError, "invalid-response", "status"],
    ["html-503", InvalidResponseError, "invalid-response", "status"],
    ["429-seconds", ProblemError, "rate-limited"],
    ["429-past", ProblemError, "rate-limited"],
    ["429-nonsense", ProblemError, "rate-limited"],
    ["503-busy", ProblemError, "busy"],
  ]) {
    test(`${fault}: a typed error without retries, and success with one`, async () => {
      const once = faulty(fault, { retries: 0 });
      const error = await errorOf(once.quintet.uuid.v7({ n: 50 }));
      wanted(error instanceof type && error instanceof QuintetError, `${error?.name}: ${error?.message}`);
      same([error.code, error.reason, error.attempts], [code, reason, 1]);
      const { data } = await faulty(fault).quintet.uuid.v7({ n: 50 });
      same(data.length, 50);
    });
  }

  // Node takes the end of the connection for the end of such a body: then the JSON is not complete.
  for (const fault of ["cut-chunked", "cut-gzip"]) {
    test(`${fault}: a typed error without retries, and success with one`, async () => {
      const error = await errorOf(faulty(fault, { retries: 0 }).quintet.uuid.v7({ n: 50 }));
      wanted(error instanceof ConnectionError || error instanceof InvalidResponseError, String(error));
      same((await faulty(fault).quintet.uuid.v7({ n: 50 })).data.length, 50);
    });
  }

  for (const [fault, code, attempts] of [
    ["html", "invalid-response", 1],
    ["html-404", "invalid-response", 1],
    ["redirect", "invalid-response", 1],
    ["bad-problem", "invalid-response", 1],
    ["500-internal", "internal", 1],
    ["400-invalid", "invalid-parameter", 1],
    ["429-long", "quota-exceeded", 1],
    ["429-long-date", "quota-exceeded", 1],
  ]) {
    test(`${fault} is not retried`, async () => {
      const { quintet, requests } = faulty(fault);
      const error = await errorOf(quintet.uuid.v4());
      same([error.code, error.attempts], [code, attempts]);
      same((await requests()).length, 1);
    });
  }

  test("Retry-After is read as seconds and as a date", async () => {
    const seconds = await errorOf(faulty("429-seconds", { retries: 0 }).quintet.uuid.v4());
    same(seconds.retryAfter, 1);
    const date = await errorOf(faulty("429-date", { retries: 0 }).quintet.uuid.v4());
    // A browser does not show the server's Date: up to a second of the clock's is lost.
    wanted(date.retryAfter > 0.5 && date.retryAfter <= 2, `got ${date.retryAfter}`);
    const long = await errorOf(faulty("429-long-date", { retries: 0 }).quintet.uuid.v4());
    wanted(Math.abs(long.retryAfter - 86_400) < 5, `got ${long.retryAfter}`);
    const { quintet, requests } = faulty("429-seconds");
    await quintet.uuid.v4();
    const [first, second] = await requests();
    wanted(second.at - first.at >= 950, `waited ${second.at - first.at} ms`);
  });

  test("retries end after the number given", async () => {
    const { quintet, requests } = faulty("reset,reset,reset,reset,reset", { retries: 3 });
    same((await errorOf(quintet.uuid.v4())).attempts, 4);
    same((await requests()).length, 4);
  });

  test("faults of several kinds in a row", async () => {
    const { quintet, requests } = faulty("cut,bad-json,429-seconds,reset", { retries: 4 });
    same((await quintet.uuid.v7({ n: 3 })).data.length, 3);
    same((await requests()).length, 5);
  });

  for (const fault of ["lost", "cut", "stall-body", "html-502"]) {
    test(`a POST after ${fault} is an error, and a retry where it has an Idempotency-Key`, async () => {
      const plain = faulty(fault);
      const error = await errorOf(plain.quintet.pdf.extract({ file: file() }));
      wanted(error instanceof QuintetError, String(error));
      same(
        (await plain.requests()).map((one) => one.idempotencyKey),
        [null],
      );
      const keyed = faulty(fault);
      await keyed.quintet.pdf.extract({ file: file() }, { idempotencyKey: "a-key" });
      same(
        (await keyed.requests()).map((one) => one.idempotencyKey),
        ["a-key", "a-key"],
      );
      const all = faulty(fault, { retryPosts: true });
      await all.quintet.pdf.extract({ file: file() });
      const [first, second] = (await all.requests()).map((one) => one.idempotencyKey);
      wanted(/^[0-9a-f-]{36}$/.test(first) && first === second, `${first}, ${second}`);
    });
  }

  test("a rejected POST is retried without an Idempotency-Key", async () => {
    const { quintet, requests } = faulty("503-busy,429-seconds");
    same((await quintet.pdf.extract({ file: file() })).data.pageCount, 1);
    same(
      (await requests()).map((one) => one.idempotencyKey),
      [null, null, null],
    );
  });

  test("nothing listens: ConnectionError", async () => {
    const quintet = createQuintet({ baseUrl: "http://127.0.0.1:9", retries: 0 });
    wanted((await errorOf(quintet.uuid.v4())) instanceof ConnectionError, "another error");
  });

  test("abort ends a call before it, while it waits for a response, for its body and for a retry", async () => {
    const reason = new Error("enough");
    same(await errorOf(faulty("none").quintet.uuid.v4({}, { signal: AbortSignal.abort(reason) })), reason);
    for (const fault of ["stall", "stall-body", "429-seconds"]) {
      const controller = new AbortController();
      const call = faulty(fault, { timeoutMs: 20_000 }).quintet.uuid.v7(
        { n: 50 },
        { signal: controller.signal },
      );
      setTimeout(() => controller.abort(reason), 200);
      wanted((await errorOf(call)) === reason, fault);
    }
  });

  test("values, text, errors and headers of the server", async () => {
    const quintet = createQuintet({ baseUrl: server });
    const { data, requestId, status, cost } = await quintet.uuid.v7({ n: 3 });
    same([data.length, status, cost], [3, 200, undefined]);
    // A browser reads it from another origin only if the server exposes it.
    wanted(
      /^[0-9a-f-]{36}$/.test(requestId) || (typeof document === "object" && requestId === ""),
      requestId,
    );
    const text = await quintet.uuid.v4({ n: 2 }, { accept: "text/plain" });
    same(text.data.trim().split("\n").length, 2);
    const many = await quintet.uuid.validateBatch({ uuids: ["a,b", ...data] });
    same([many.data.validCount, many.data.results.length], [3, 4]);
    const error = await errorOf(quintet.uuid.v7({ n: 101 }));
    wanted(error instanceof ProblemError, String(error));
    same([error.code, error.status, error.parameter], ["invalid-parameter", 400, "n"]);
  });

  test("files: Blob, bytes, buffers, streams and iterables", async () => {
    const quintet = createQuintet({ baseUrl: server });
    async function* pieces() {
      yield pdf.subarray(0, 100);
      yield pdf.subarray(100);
    }
    const buffer = pdf.buffer.slice(pdf.byteOffset, pdf.byteOffset + pdf.byteLength);
    for (const one of [file(), pdf, buffer, file().stream(), pieces()]) {
      same((await quintet.pdf.extract({ file: one })).data.pageCount, 1);
    }
    const { quintet: faults } = faulty("503-busy");
    same((await faults.pdf.extract({ file: file().stream() })).data.pageCount, 1);
    wanted((await errorOf(quintet.pdf.extract({ file: "report.pdf" }))) instanceof TypeError, "a string");
    same((await errorOf(quintet.pdf.extract({ file: new Blob(["no PDF"]) }))).code, "not-a-pdf");
  });

  test("NDJSON arrives line by line; a cut or broken stream is an error", async () => {
    const accept = "application/x-ndjson";
    const quintet = createQuintet({ baseUrl: server });
    const types = [];
    for await (const line of (await quintet.pdf.extract({ file: file() }, { accept })).data)
      types.push(line.type);
    same(types, ["document", "page", "end"]);
    for (const fault of ["cut", "cut-chunked", "reset-body", "stall-body"]) {
      const { data } = await faulty(fault).quintet.pdf.extract({ file: file() }, { accept });
      const error = await errorOf(
        (async () => {
          for await (const _ of data);
        })(),
      );
      const type = fault === "stall-body" ? TimeoutError : ConnectionError;
      wanted(error instanceof type, `${fault}: ${error}`);
    }
    // A reader may stop at any line.
    for await (const _ of (await quintet.pdf.extract({ file: file() }, { accept })).data) break;
  });

  test("a text that was cut off is an error", async () => {
    for (const fault of ["cut", "reset-body", "stall-body"]) {
      const error = await errorOf(
        faulty(fault, { retries: 0 }).quintet.uuid.v4({ n: 50 }, { accept: "text/plain" }),
      );
      wanted(error instanceof ConnectionError || error instanceof TimeoutError, `${fault}: ${error}`);
    }
  });

  test("binary responses are Blobs of their type", async () => {
    const quintet = createQuintet({ baseUrl: server });
    const png = await samplePng();
    const { data } = await quintet.images.removeBackground({ image: png });
    same([data.type, data.size > 50], ["image/png", true]);
    const facts = await quintet.images.removeBackground({ image: png, response: "json" });
    same([facts.data.engine, facts.data.width], ["builtin", 160]);
  });

  async function samplePng() {
    const response = await fetch(`${proxy}/sample.png`);
    return response.blob();
  }

  // Every URL of this test is one that the server does not fetch: the item fails.
  const closed = { url: "http://127.0.0.1:9/" };

  for (const faults of [
    "lost,reset,none,cut,429-seconds,html-502,lost",
    "503-busy,lost,none,reset,cut,cut-chunked,bad-json",
  ]) {
    later(`a batch of files has each result once and in order: ${faults}`, async () => {
      const { quintet, requests } = faulty(faults);
      const seen = [];
      const inputs = [file(), { file: pdf }, new Blob(["no PDF"]), file().stream()];
      const run = await quintet.batches.run("pdf.extract", inputs, {
        parameters: { pages: "1" },
        onProgress: (batch) => seen.push(batch.succeeded + batch.failed),
      });
      const items = [];
      for await (const item of run) items.push(item);
      same(
        items.map(({ index, state }) => [index, state]),
        [0, 1, 2, 3].map((index) => [index, index === 2 ? "failed" : "succeeded"]),
      );
      same([items[0].result.pageCount, items[2].result, items[2].error.code], [1, null, "not-a-pdf"]);
      wanted(items[2].error instanceof ProblemError, "an error of another class");
      same([run.batch.state, run.batch.size, seen.at(-1)], ["finished", 4, 4]);
      const posts = (await requests()).filter(({ method }) => method === "POST");
      same(new Set(posts.map((one) => one.idempotencyKey)).size, 1);
      // After a restart, the items after the last one that was read.
      const again = await (await quintet.batches.resume(run.id, { after: 1 })).collect();
      same(
        again.map(({ index }) => index),
        [2, 3],
      );
      // The server made one batch, however often it was sent.
      const { batches } = await quintet.batches.list({ limit: 100 });
      same(batches.filter(({ id }) => id === run.id).length, 1);
      await quintet.batches.delete(run.id);
    });
  }

  later("a batch of images: responses as files; parameters and media type for all", async () => {
    const quintet = createQuintet({ baseUrl: server });
    const run = await quintet.batches.run("images.removeBackground", [{ image: await samplePng() }], {
      accept: "image/webp",
    });
    const [item] = await run.collect();
    same([item.result, (await item.file()).type], [null, "image/webp"]);
    const texts = await quintet.batches.run("pdf.extract", [file()], { accept: "text/markdown" });
    const [text] = await texts.collect();
    wanted(typeof text.result === "string", JSON.stringify(text));
    for (const options of [{ accept: "image/gif" }, { parameters: { nonsense: 1 } }]) {
      const error = await errorOf(quintet.batches.run("pdf.extract", [file()], options));
      same(error.code, "invalid-parameter");
    }
  });

  later("a batch of parameters: objects of any iterable; an abort cancels it", async () => {
    const quintet = createQuintet({ baseUrl: server });
    async function* many() {
      for (let i = 0; i < 500; i++) yield closed;
    }
    const controller = new AbortController();
    const reason = new Error("enough");
    const { signal } = controller;
    const run = await quintet.batches.run("seo.meta", many(), { signal });
    same(run.batch.size, 500);
    controller.abort(reason);
    same(await errorOf(run.collect()), reason);
    const { state, canceled, failed } = await quintet.batches.get(run.id);
    same([state, canceled > 0, canceled + failed], ["finished", true, 500]);
    const items = await (await quintet.batches.resume(run.id)).collect();
    same(
      items.map(({ index }) => index),
      items.map((_, i) => i),
    );
    same([items.length, items.at(-1).state], [500, "canceled"]);
    // Canceling what has ended deletes nothing.
    same((await quintet.batches.cancel(run.id)).canceled, canceled);
  });

  later("lists are arrays: in a form, in lines of a batch and in JSON", async () => {
    const quintet = createQuintet({ baseUrl: server });
    const { data } = await quintet.pdf.extract({ file: pdf, include: ["metadata", "outline"] });
    same([typeof data.metadata, Array.isArray(data.outline)], ["object", true]);
    const run = await quintet.batches.run("pdf.extract", [{ ...closed, include: ["words", "links"] }]);
    same((await run.collect())[0].error.code, "url-not-public");
    const pattern = { ...closed, include: ["/blog/", "/shop/"] };
    same((await errorOf(quintet.siteAudits.create(pattern))).code, "url-not-public");
  });

  later("batches that cannot be made", async () => {
    const quintet = createQuintet({ baseUrl: server });
    const of = (...given) => errorOf(quintet.batches.run(...given));
    wanted((await of("seo.nonsense", [closed])) instanceof TypeError, "an unknown operation");
    wanted((await of("toString.constructor", [closed])) instanceof TypeError, "an inherited name");
    wanted((await of("seo.meta", [7])) instanceof TypeError, "a number");
    wanted((await of("pdf.extract", [file(), { url: "x" }])) instanceof TypeError, "files and parameters");
    wanted((await of("pdf.extract", [{ file: pdf, pages: "1" }])) instanceof TypeError, "own parameters");
    same((await of("seo.meta", [])).code, "invalid-body");
    same((await of("seo.meta", [closed, { uri: "x" }])).problem.index, 1);
    same((await errorOf(quintet.batches.resume("../jobs"))).code, "unknown-batch");
    same(await of("seo.meta", [closed], { signal: AbortSignal.abort(7) }), 7);
  });

  later("a job: run, its response, its problem, and the methods for its ID", async () => {
    for (const faults of ["none", "lost,html-502,none,lost,reset,cut", "429-seconds,none,cut,bad-json"]) {
      const { quintet } = faulty(faults);
      const states = [];
      const onProgress = ({ state }) => states.push(state);
      const { data } = await quintet.jobs.run("pdf.extract", { file: file() }, { onProgress });
      same([data.pageCount, states.at(-1)], [1, "succeeded"]);
    }
    const quintet = createQuintet({ baseUrl: server });
    const image = await quintet.jobs.run("images.removeBackground", { image: await samplePng() });
    same(image.data.type, "image/png");
    const text = await quintet.jobs.run("pdf.extract", { file: file() }, { accept: "text/markdown" });
    same(typeof text.data, "string");
    const error = await errorOf(quintet.jobs.run("seo.meta", closed));
    same([error instanceof ProblemError, error.code], [true, "url-not-public"]);
    const options = { idempotencyKey: `key-${Math.random()}` };
    const job = await quintet.jobs.start("seo.meta", closed, options);
    same((await quintet.jobs.start("seo.meta", closed, options)).id, job.id);
    same((await quintet.jobs.wait(job.id)).state, "failed");
    same((await quintet.jobs.get(job.id)).problem.code, "url-not-public");
    same((await quintet.jobs.cancel(job.id)).state, "failed");
    wanted((await quintet.jobs.list({ limit: 100 })).jobs.length > 0, "an empty list");
    same((await errorOf(quintet.jobs.get("nonsense"))).code, "unknown-job");
  });

  test("options that cannot work are TypeErrors that do not repeat the key", () => {
    for (const options of [
      { baseUrl: "api.example.com" },
      { baseUrl: "ftp://example.com" },
      { baseUrl: "https://a:b@example.com" },
      { key: "qt_live_\u00fcber" },
      { key: "qt_live_a\r\nX-Evil: 1" },
    ]) {
      try {
        createQuintet(options);
      } catch (error) {
        wanted(error instanceof TypeError && !error.message.includes("qt_live_"), String(error));
        continue;
      }
      throw new Error(`accepted: ${JSON.stringify(options)}`);
    }
    createQuintet({ key: " qt_live_abc\n" });
  });

  test("a webhook is verified, and rejected with its reason", async () => {
    const { verifyWebhook, WebhookVerificationError } = client;
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    // The vector of the Standard Webhooks specification.
    const body = '{"test": 2432232314}';
    const headers = {
      "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "Webhook-Timestamp": "1614265330",
      "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const now = 1_614_265_330_000;
    const reasonOf = async (payload, at) => {
      const error = await errorOf(verifyWebhook(payload, headers, secret, { now: at }));
      wanted(error instanceof WebhookVerificationError, `threw ${error}`);
      return error.reason;
    };
    same(await reasonOf(body, now), "payload");
    same(await reasonOf(`${body} `, now), "signature");
    same(await reasonOf(body, now + 301_000), "timestamp");
  });

  return list;
}

/**
 * Runs all cases, some at once because most of them wait; returns the names of those that passed, and the failures.
 * Browsers open six connections to a server at most.
 */
export async function run({ concurrency = 4, ...setup }) {
  const all = cases(setup);
  const passed = [];
  const failed = [];
  const work = async (waiting) => {
    for (const { name, run: one } of waiting) {
      try {
        await one();
        passed.push(name);
      } catch (error) {
        failed.push(`${name}: ${error?.stack ?? error}`);
      }
    }
  };
  for (const isLater of [false, true]) {
    const waiting = all.filter((one) => (one.isLater ?? false) === isLater).values();
    await Promise.all(Array.from({ length: concurrency }, () => work(waiting)));
  }
  return { passed, failed };
}
