import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sampleImage } from "../../src/apis/images/sample.ts";
import { encodings, encodingsOf, hostile, sample } from "../fixtures/image-files.ts";
import { isNightly } from "../helpers/nightly.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { seededBelow } from "../helpers/random.ts";
import { type Running, startQuintet } from "../helpers/running.ts";

const DAMAGED = isNightly ? 500 : 45;

let server: Running;
let plainFile: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startQuintet({ METERING: "off", LOG_LEVEL: "error" });
  plainFile = (await encodings[0]?.[1]()) ?? new Uint8Array();
  await plain();
});
afterAll(() => server[Symbol.asyncDispose]());

function send(file: Uint8Array<ArrayBuffer>, query = ""): Promise<Response> {
  return fetch(`${server.url}/images/remove-bg${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  });
}

/** Sends a file that wants nothing, and holds its answer to be right. */
async function plain(): Promise<void> {
  const answer = await send(plainFile);
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get("quintet-foreground-area"))).toBeGreaterThan(0.15);
  await answer.bytes();
}

describe("a file that wants to hurt is answered typed and in time, and the next picture is served", () => {
  test.each(hostile.map(([name, make, statuses]) => [name, make, statuses] as const))(
    "%s",
    async (_name, make, statuses) => {
      const file = await make();
      const began = performance.now();
      const answer = await send(file);
      const body = await answer.text();
      expect(performance.now() - began).toBeLessThan(60_000);
      const { status } = answer;
      expect(statuses).toContain(status);
      if (status !== 200) {
        expectProblem({ status, contentType: answer.headers.get("content-type"), body }, server.url);
      } else expect(body).not.toContain("<script>");
      await plain();
    },
  );
});

test("the server answers others at once while pictures are in work", async () => {
  // Large enough that decoding, cutting and encoding take some time each.
  const { default: sharp } = await import("sharp");
  const { width, height, rgb } = sample;
  const large = sharp(rgb, { raw: { width, height, channels: 3 } }).resize(1_000, 750);
  const file = Uint8Array.from(await large.jpeg().toBuffer());
  const busy = Promise.all([1, 2, 3].map(async () => (await send(file)).bytes()));
  let isDone = false;
  void busy.then(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) {
    const began = performance.now();
    await (await fetch(`${server.url}/v4`)).text();
    waits.push(performance.now() - began);
    await Bun.sleep(5);
  }
  await busy;
  expect(waits.length).toBeGreaterThan(20);
  waits.sort((a, b) => a - b);
  // Three of four: the other tests use every core too, and a server that works on images itself answers nobody meanwhile.
  expect(waits[Math.floor(waits.length * 0.75)]).toBeLessThan(50);
});

test(`${DAMAGED} damaged images of every encoding: no 500, no hang, and the next is served`, async () => {
  // Small ones: it is the damage that counts.
  const sources = await Promise.all(encodingsOf(sampleImage(64, 48)).map(([, make]) => make()));
  const random = seededBelow(20_261_120);
  const mutate = (): Uint8Array<ArrayBuffer> => {
    const source = sources[random(sources.length)] ?? plainFile;
    const file = source.slice(0, random(4) === 0 ? random(source.length) + 12 : source.length);
    // Damage in the head breaks what a picture says of itself, behind it what it shows.
    for (let flips = 1 + random(9); flips > 0; flips--) {
      const within = random(3) === 0 ? Math.min(200, file.length) : file.length;
      file[12 + random(Math.max(1, within - 12))] = random(256);
    }
    return file;
  };
  const seen = new Map<number, number>();
  const files = Array.from({ length: DAMAGED }, mutate);
  const next = files.values();
  const work = async () => {
    for (const file of next) {
      const answer = await send(file, "?size=preview&format=webp");
      await answer.bytes();
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all([work(), work()]);
  expect([...seen.keys()].filter((status) => ![200, 413, 415, 422].includes(status))).toEqual([]);
  expect(seen.get(200)).toBeGreaterThan(DAMAGED / 10);
  expect(seen.get(422)).toBeGreaterThan(DAMAGED / 10);
  await plain();
});
