import { expect, test } from "bun:test";
import type { Reservation, StoredResponse } from "../../accounts/idempotency-store.ts";
import { replay, storeResponse } from "./idempotency.ts";

const PIECE = 64 * 1024;

/** A reservation that remembers what it was given to keep. */
function reservation() {
  const kept: (StoredResponse | undefined)[] = [];
  const of: Pick<Reservation, "keep"> = { keep: async (response) => void kept.push(response) };
  return { kept, of };
}

/** A streamed response of so many chunks, and how many of them were made. */
function streamed(chunks: number) {
  const made = { chunks: 0 };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (made.chunks === chunks) return controller.close();
      made.chunks++;
      controller.enqueue(new Uint8Array(PIECE).fill(made.chunks));
    },
  });
  return { made, response: new Response(body, { headers: { "X-Request-Id": "1", "Content-Type": "a/b" } }) };
}

test("a small response is kept, without what belongs to one exchange, and given again byte by byte", async () => {
  const { kept, of } = reservation();
  const { response } = streamed(2);
  await storeResponse(of, response);
  const [stored] = kept;
  const again = replay(stored ?? expect.unreachable(), { "Quintet-Cost": "0" });
  expect(Object.fromEntries(again.headers)).toEqual({
    "content-type": "a/b",
    "idempotency-replayed": "true",
    "quintet-cost": "0",
  });
  expect(await again.bytes()).toEqual(await response.bytes());
});

test("of a large streamed response no more is held than may be kept; the client gets all of it", async () => {
  const { kept, of } = reservation();
  const { made, response } = streamed(400);
  await storeResponse(of, response);
  expect(kept).toEqual([undefined]);
  expect(made.chunks * PIECE).toBeLessThan(1_500_000);
  expect((await response.bytes()).byteLength).toBe(400 * PIECE);
});

test.each([
  [1_000_000, true],
  [1_000_001, false],
])("a response of %d bytes is kept: %p", async (size, isKept) => {
  const { kept, of } = reservation();
  await storeResponse(of, new Response(new Uint8Array(size)));
  expect(kept.map((response) => response !== undefined)).toEqual([isKept]);
});
