import { expect, test } from "bun:test";
import { rejectionOf } from "../../../test/helpers/rejection.ts";
import { ndjson } from "./lines.js";
import { createTransport, type Shape } from "./transport.js";

const LINES = "application/x-ndjson";
const shape: Shape = { method: "GET", path: "/pages", files: [], produces: [LINES] };
const headers = { "Content-Type": LINES };

/** A response in pieces, each after a pause. */
function pieces(texts: readonly string[], pauseMs: number): Response {
  const encoder = new TextEncoder();
  async function* body() {
    for (const text of texts) {
      yield encoder.encode(text);
      await Bun.sleep(pauseMs);
    }
  }
  return new Response(body(), { headers });
}

const read = async (response: Response, timeoutMs: number, workMs: number) => {
  const transport = createTransport({ fetch: async () => response, retries: 0, timeoutMs });
  const types: unknown[] = [];
  for await (const { type } of ndjson(await transport.stream(shape, {}))) {
    types.push(type);
    await Bun.sleep(workMs);
  }
  return types;
};

const texts = ['{"type":"page"}\n', '{"type":"page"}\n', '{"type":"end"}\n'];

test("a caller may work on a piece of a stream for longer than the time limit", async () => {
  expect(await read(pieces(texts, 1), 100, 150)).toEqual(["page", "page", "end"]);
});

test("a stream whose next piece does not come in time ends", async () => {
  const late = pieces(texts, 300);
  expect(await rejectionOf(read(late, 100, 0))).toMatchObject({ code: "timeout" });
});

test("no time limit is one that never ends", async () => {
  expect(await read(pieces(texts, 10), Number.POSITIVE_INFINITY, 0)).toEqual(["page", "page", "end"]);
});
