import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { colorClassifier } from "../../src/apis/images/models/onnx-writer.fixture.ts";
import { hasRuntime } from "../../src/apis/images/models/session.ts";
import { sample } from "../fixtures/image-files.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const DATA_DIR = temporaryFolder();
const MODELS = join(DATA_DIR, "models");
const { width, height, rgb } = sample;
/** The sample's ring is red before a light wall: a model that looks for red finds it. */
const ring = Uint8Array.from(
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer(),
);
/** Red to the left, blue to the right, neither of them a backdrop. */
const halves = Uint8Array.from(
  await sharp(
    Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => {
      const isLeft = Math.floor(i / 3) % 64 < 32;
      return i % 3 === (isLeft ? 0 : 2) ? 220 : 20;
    }),
    { raw: { width: 64, height: 64, channels: 3 } },
  )
    .png()
    .toBuffer(),
);

let server: Running | undefined;
beforeAll(async () => {
  if (!hasRuntime()) return;
  const red = colorClassifier({ side: 32 });
  await Bun.write(join(MODELS, "red.onnx"), red);
  await Bun.write(join(MODELS, "other.onnx"), red);
  for (const name of ["red", "other"]) {
    await Bun.write(
      join(MODELS, `${name}.json`),
      JSON.stringify({ mean: [0, 0, 0], std: [1, 1, 1], output: "sigmoid" }),
    );
  }
  server = await startQuintet({ METERING: "off", DATA_DIR, IMAGES_MODEL: "red" });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const send = (body: Uint8Array<ArrayBuffer>, query = "") =>
  fetch(`${server?.url}/images/remove-bg${query}`, {
    method: "POST",
    body,
    headers: { "Content-Type": "image/png" },
  });

async function alphaOf(answer: Response): Promise<Buffer> {
  expect(answer.status).toBe(200);
  const { data } = await sharp(await answer.bytes())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(data.filter((_, i) => i % 4 === 3));
}

describe.skipIf(!hasRuntime())("engine", () => {
  test("auto is the operator's model, which says so and claims no confidence", async () => {
    const answer = await send(halves);
    expect(answer.headers.get("quintet-engine")).toBe("red");
    expect(answer.headers.get("quintet-confidence")).toBeNull();
    const alpha = await alphaOf(answer);
    for (const x of [2, 20]) expect(alpha[30 * 64 + x]).toBeGreaterThan(240);
    for (const x of [44, 61]) expect(alpha[30 * 64 + x]).toBeLessThan(15);
  });
  test("another installed model by its name", async () => {
    expect((await send(halves, "?engine=other")).headers.get("quintet-engine")).toBe("other");
  });
  test.each(["builtin", "classic"])("%s is the built-in engine all the same", async (name) => {
    expect((await send(ring, `?engine=${name}`)).headers.get("quintet-engine")).toBe("builtin");
  });
  test("before a plain backdrop the backdrop decides where the model sees something else", async () => {
    // Blue instead of red: the model sees no subject at all, the backdrop shows one.
    const blue = rgb.slice();
    for (let i = 0; i < blue.length; i += 3) [blue[i], blue[i + 2]] = [blue[i + 2] ?? 0, blue[i] ?? 0];
    const file = Uint8Array.from(
      await sharp(blue, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
    );
    const answer = await send(file);
    expect(answer.headers.get("quintet-engine")).toBe("builtin");
    expect((await alphaOf(answer))[90 * 240 + 163]).toBe(255);
  });
  test("one that is not there is refused with the names of those that are", async () => {
    const answer = await send(halves, "?engine=u2net");
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { detail: string }).detail).toBe(
      "engine must be one of auto, builtin, classic, red, other.",
    );
  });
});
