import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { rejectionOf } from "../../../test/helpers/rejection.ts";
import { temporaryFolder } from "../../../test/helpers/temporary-folder.ts";
import { until } from "../../../test/helpers/until.ts";
import { type Upload, type UploadLimits, Uploads } from "./upload.ts";

const LARGEST = 2_000_000;
const stay = new AbortController().signal;

function open(limits: Partial<UploadLimits> = {}): Uploads {
  return new Uploads({
    maxBytes: LARGEST,
    patienceMs: 5_000,
    deadlineMs: 5_000,
    folders: [temporaryFolder()],
    keepFreeBytes: 0,
    inMemory: 2,
    ...limits,
  });
}

function post(body: Bun.BodyInit, headers: Record<string, string> = {}): Request {
  const length = body instanceof Uint8Array ? { "Content-Length": String(body.byteLength) } : {};
  const all = { ...length, ...headers };
  return new Request("http://localhost/", {
    method: "POST",
    body,
    headers: all,
    duplex: "half",
  } as RequestInit);
}

/** Stores a body as one file. */
async function store(upload: Upload, body: Bun.BodyInit, most = LARGEST) {
  const file = upload.store(most);
  await upload.receive(post(body), most, { push: (chunk) => file.append(chunk), end: () => {} });
  return file;
}

/** A body of so many bytes that never ends, and what ends it. */
function unfinished(bytes: number) {
  let close = () => {};
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      close = () => controller.close();
    },
  });
  return { body, close: () => close() };
}

/** Begins uploads that do not end, and waits until they hold all that they sent. */
async function hold(uploads: Uploads, tenant: string, count: number, bytes: number) {
  const before = uploads.disk.of(tenant);
  const all = Array.from({ length: count }, () => {
    const upload = uploads.begin(tenant);
    const { body, close } = unfinished(bytes);
    const ended = store(upload, body).then(
      () => "complete",
      (error: unknown) => (error as { code: string }).code,
    );
    return { upload, ended, close };
  });
  // The last bytes of a body are written with its end.
  await until(
    "the bodies are on the disk",
    () => uploads.disk.of(tenant) >= before + count * (bytes - 65_536),
  );
  return all;
}

describe("a file", () => {
  test.each([
    ["small", 999_999],
    ["large", 1_999_999],
  ])("that is %s comes back byte for byte, and frees all it held", async (_size, length) => {
    const uploads = open();
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const body = Buffer.alloc(length, bytes);
    {
      using upload = uploads.begin("a");
      const file = await store(upload, body);
      expect([file.size, uploads.disk.total > 0]).toEqual([length, length > 1_000_000]);
      expect(Buffer.compare(await file.bytes(upload, stay), body)).toBe(0);
    }
    expect([uploads.memory.total, uploads.disk.total, uploads.unfinished.size]).toEqual([0, 0, 0]);
  });

  test("on disk has no name", async () => {
    const folder = temporaryFolder();
    const uploads = open({ folders: [folder] });
    using upload = uploads.begin("a");
    await store(upload, new Uint8Array(1_500_000));
    expect([uploads.disk.total, readdirSync(folder)]).toEqual([1_500_000, []]);
  });

  test("is a typed error where no folder takes it, and where the disk is nearly full", async () => {
    for (const limits of [{ folders: ["/nowhere"] }, { keepFreeBytes: Number.MAX_SAFE_INTEGER }]) {
      const uploads = open(limits);
      using upload = uploads.begin("a");
      expect(await rejectionOf(store(upload, new Uint8Array(1_500_000)))).toMatchObject({
        code: "insufficient-storage",
      });
    }
  });

  test("of a million tiny chunks takes no more than one of a few", async () => {
    let left = 20_000;
    const body = new ReadableStream({
      pull(controller) {
        for (let i = 0; i < 100; i++) controller.enqueue(new Uint8Array(1));
        left -= 100;
        if (left <= 0) controller.close();
      },
    });
    const uploads = open();
    using upload = uploads.begin("a");
    expect((await store(upload, body)).size).toBe(20_000);
    expect(uploads.memory.total).toBeLessThan(64 * 1024);
  });

  test("waits for memory while others have all of it, and those of one tenant let another's pass", async () => {
    const uploads = open({ inMemory: 1 });
    const begun = ["a", "a", "b"].map((tenant) => uploads.begin(tenant));
    const files = await Promise.all(begun.map((upload) => store(upload, new Uint8Array(1_500_000))));
    const order: number[] = [];
    const [first, second, third] = files.map(async (file, i) => {
      const upload = begun[i] as Upload;
      await file.bytes(upload, stay);
      order.push(i);
      return upload;
    });
    (await first)?.[Symbol.dispose]();
    (await third)?.[Symbol.dispose]();
    (await second)?.[Symbol.dispose]();
    expect(order).toEqual([0, 2, 1]);
  });
});

describe("an upload that gives way", () => {
  /** Stores a body of which the last part is on its way to the disk when a tenant with less takes the space. */
  async function giveWayAtTheEnd(uploads: Uploads, upload: Upload) {
    const file = upload.store(LARGEST);
    const chunks = Array.from({ length: 30 }, () => Buffer.alloc(50_000, "A"));
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    let diskBytes = 0;
    const take = () => {
      // Every other tenant takes less than it has, until the disk is full and it gives way.
      for (let i = 0; upload.diskBytes > 0 && i < 100; i++) {
        if (uploads.takeDisk(`other ${i}`, 400_000)) diskBytes += 400_000;
      }
    };
    const received = upload.receive(post(body), LARGEST, {
      push: (chunk) => file.append(chunk),
      end: () => queueMicrotask(take),
    });
    return { file, ended: await received.then(() => "complete").catch(codeOf), taken: () => diskBytes };
  }
  const codeOf = (error: unknown) => (error as { code: string }).code;

  test("while its last bytes are written is rejected, and its file is read by nobody", async () => {
    const uploads = open({ maxBytes: LARGEST / 2 });
    using upload = uploads.begin("a");
    const { file, ended, taken } = await giveWayAtTheEnd(uploads, upload);
    expect([ended, upload.diskBytes, uploads.disk.total]).toEqual(["busy", 0, taken()]);
    expect(await rejectionOf(file.bytes(upload, stay))).toMatchObject({ code: "busy" });
    expect(() => file.append(new Uint8Array(1))).toThrow("The server is full");
  });

  test("gives no bytes to an upload that reads for another request", async () => {
    const uploads = open({ maxBytes: LARGEST / 2 });
    using reader = uploads.begin("reader");
    const upload = uploads.begin("a");
    const large = await store(upload, new Uint8Array(1_500_000));
    const small = await store(upload, new Uint8Array(1_000));
    upload[Symbol.dispose]();
    for (const file of [large, small]) {
      expect(await rejectionOf(file.bytes(reader, stay))).toMatchObject({ code: "client-left" });
    }
  });
});

describe("memory for files on disk", () => {
  test("is given back whole by an upload that reads its files side by side", async () => {
    const uploads = open({ inMemory: 2 });
    for (let round = 0; round < 3; round++) {
      using upload = uploads.begin("batch");
      const files = [];
      for (let i = 0; i < 4; i++) files.push(await store(upload, new Uint8Array(1_200_000)));
      const read = await Promise.all(files.map((file) => file.bytes(upload, stay)));
      expect(read.map(({ byteLength }) => byteLength)).toEqual([1_200_000, 1_200_000, 1_200_000, 1_200_000]);
    }
    await until("all of it is free", () => uploads.fairQueue.isIdle);
  });

  test("is given back by an upload that ends while it waits for it", async () => {
    const uploads = open({ inMemory: 1 });
    const holder = uploads.begin("holder");
    await (await store(holder, new Uint8Array(1_500_000))).bytes(holder, stay);
    const waiting = uploads.begin("waiting");
    const read = (await store(waiting, new Uint8Array(1_500_000))).bytes(waiting, stay);
    read.catch(() => {});
    await until("it waits", () => uploads.fairQueue.waiting === 1);
    waiting[Symbol.dispose]();
    holder[Symbol.dispose]();
    expect(await rejectionOf(read)).toMatchObject({ code: "client-left" });
    await until("all of it is free", () => uploads.fairQueue.isIdle);
  });
});

describe("a tenant", () => {
  test("holds a quarter of the disk at most, whatever it begins; others are served", async () => {
    const uploads = open();
    const held = await hold(uploads, "greedy", 4, LARGEST - 1);
    using more = uploads.begin("greedy");
    expect(await rejectionOf(store(more, unfinished(1_500_000).body))).toMatchObject({ code: "busy" });
    using next = uploads.begin("greedy");
    const waiting = next.receive(post(new Uint8Array(1_500_000)), LARGEST, {
      push: () => {},
      end: () => "read",
    });
    using other = uploads.begin("other");
    expect((await store(other, new Uint8Array(LARGEST))).size).toBe(LARGEST);
    for (const { close } of held) close();
    expect(await Promise.all(held.map(({ ended }) => ended))).toEqual(Array(4).fill("complete"));
    for (const { upload } of held) upload[Symbol.dispose]();
    expect(await waiting).toBe("read");
  });

  test("that holds the most gives way where all of it is taken, the slowest upload first", async () => {
    const uploads = open();
    const held = [];
    for (const tenant of ["a", "b", "c", "d"]) held.push(...(await hold(uploads, tenant, 4, LARGEST - 1)));
    using other = uploads.begin("honest");
    expect((await store(other, new Uint8Array(LARGEST))).size).toBe(LARGEST);
    const left = held.filter(({ upload }) => upload.diskBytes > 0);
    expect(left).toHaveLength(15);
    for (const { close } of held) close();
    const endings = await Promise.all(held.map(({ ended }) => ended));
    expect(endings.filter((ending) => ending === "busy")).toHaveLength(1);
    for (const { upload } of held) upload[Symbol.dispose]();
  });

  test("has a bounded number of bodies on their way, and its memory is bounded too", async () => {
    const uploads = open({ maxBytes: 10_000_000 });
    const held = Array.from({ length: 64 }, () => {
      const upload = uploads.begin("many");
      const { body, close } = unfinished(300_000);
      return { upload, close, ended: store(upload, body) };
    });
    await until(
      "the bodies are stored",
      () => uploads.memory.total + uploads.disk.total >= 64 * (300_000 - 65_536),
    );
    expect(uploads.memory.of("many")).toBeLessThanOrEqual(16 * 1024 * 1024);
    using more = uploads.begin("many");
    expect(await rejectionOf(store(more, new Uint8Array(1)))).toMatchObject({ code: "busy" });
    for (const { close } of held) close();
    for (const { ended } of held) expect((await ended).size).toBe(300_000);
    for (const { upload } of held) upload[Symbol.dispose]();
    expect([uploads.memory.total, uploads.disk.total]).toEqual([0, 0]);
  });
});

describe("a body is refused", () => {
  const silent = () => new ReadableStream({ pull: () => new Promise(() => {}) });
  test.each([
    ["that does not come", { patienceMs: 0 }, silent, "upload-too-slow"],
    ["that is not complete in time", { deadlineMs: 20 }, () => unfinished(1_000_000).body, "upload-too-slow"],
    [
      "that breaks off",
      {},
      () => new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) }),
      "client-left",
    ],
    [
      "that is too large",
      {},
      () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) }),
      "payload-too-large",
    ],
  ])("%s", async (_name, limits, body, code) => {
    using upload = open(limits).begin();
    expect(await rejectionOf(store(upload, body()))).toMatchObject({ code });
  });

  test("at once where its length is announced", async () => {
    using upload = open().begin();
    const request = post(new Uint8Array(0), { "Content-Length": String(LARGEST + 1) });
    const reader = { push: () => {}, end: () => {} };
    expect(await rejectionOf(upload.receive(request, LARGEST, reader))).toMatchObject({
      code: "payload-too-large",
    });
  });
});
