import { describe, expect, test } from "bun:test";
import { collect, Upload, Uploads } from "./upload.ts";

const MAX = 1_000;
const roomy = () => new Upload(new Uploads(100_000));

function post(body: Bun.BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function stream(pull: (controller: ReadableStreamDefaultController) => void): ReadableStream {
  return new ReadableStream({ pull });
}

describe("collect", () => {
  test("gives the bytes of all pieces in their order", async () => {
    let piece = 0;
    const body = stream((controller) => {
      piece++;
      if (piece > 3) controller.close();
      else controller.enqueue(new Uint8Array([piece, piece]));
    });
    expect(await collect(post(body), MAX, roomy())).toEqual(new Uint8Array([1, 1, 2, 2, 3, 3]));
  });

  test("takes a body of exactly the most bytes, and one of none", async () => {
    expect(await collect(post(new Uint8Array(MAX)), MAX, roomy())).toHaveLength(MAX);
    expect(await collect(post(""), MAX, roomy())).toHaveLength(0);
  });

  test("payload-too-large: at once where it is announced, else at the first byte too many", async () => {
    let given = 0;
    const endless = () =>
      stream((controller) => {
        given += 100;
        controller.enqueue(new Uint8Array(100));
      });
    const announced = collect(post(endless(), { "Content-Length": "1001" }), MAX, roomy());
    await expect(announced).rejects.toMatchObject({ code: "payload-too-large" });
    await expect(collect(post(endless()), MAX, roomy())).rejects.toMatchObject({ code: "payload-too-large" });
    expect(given).toBeLessThan(4 * MAX);
  });

  test("client-left: a body that breaks off", async () => {
    const broken = stream((controller) => controller.error(new Error("reset")));
    await expect(collect(post(broken), MAX, roomy())).rejects.toMatchObject({ code: "client-left" });
  });

  test("upload-too-slow: a body that does not come, and the connection is not used again", async () => {
    const silent = stream(() => new Promise(() => {}));
    await expect(collect(post(silent), MAX, new Upload(new Uploads(MAX, 0)))).rejects.toMatchObject({
      code: "upload-too-slow",
      options: { headers: { Connection: "close" } },
    });
  });

  test("busy: more than the process may hold, until room comes back", async () => {
    const uploads = new Uploads(10);
    const body = new Uint8Array(45);
    const first = new Upload(uploads);
    await collect(post(body), MAX, first);
    await expect(collect(post(body), MAX, new Upload(uploads))).rejects.toMatchObject({
      code: "busy",
      options: { headers: { "Retry-After": "2" } },
    });
    first[Symbol.dispose]();
    expect(await collect(post(body), MAX, new Upload(uploads))).toHaveLength(45);
  });
});
