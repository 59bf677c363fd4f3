import { describe, expect, test } from "bun:test";
import type { RgbImage } from "../engine.ts";
import type { Network } from "../network/network.ts";
import { coarseCopy } from "./general.ts";
import { networkPrior } from "./network-prior.ts";

const SIDE = 16;

/** A network that takes red for the subject, from `least` where there is none to `most`, and counts how often it looks. */
function redNetwork(least: number, most: number) {
  const seen = { looks: 0 };
  const network: Network = {
    inputSide: SIDE,
    outputSide: SIDE,
    run(rgb) {
      seen.looks++;
      return Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
        const red = (rgb[i * 3] ?? 0) / 4 + 0.5;
        return least + (most - least) * red;
      });
    },
  };
  return { network, seen };
}

const [WIDTH, HEIGHT] = [96, 64];

/** A black image with a red square of 18 pixels. */
function withSquare(left: number, top: number) {
  const isSquare = (i: number) => {
    const [x, y] = [(i % WIDTH) - left, Math.floor(i / WIDTH) - top];
    return x >= 0 && x < 18 && y >= 0 && y < 18;
  };
  const rgb = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) =>
    i % 3 === 0 && isSquare(Math.floor(i / 3)) ? 255 : 0,
  );
  return { image: { width: WIDTH, height: HEIGHT, rgb }, isSquare };
}

function priorOf(image: RgbImage, network: Network): Float32Array {
  const small = coarseCopy(image);
  if (small === undefined) throw new TypeError("the image is too small");
  return networkPrior(image, small, network);
}

describe("a network that is in doubt", () => {
  test.each([
    [0, 0],
    [41, 23],
    [78, 46],
    [7, 44],
    [60, 1],
  ])("looks again at the part with the subject and finds its edges: at %i, %i", (left, top) => {
    const { network, seen } = redNetwork(0.1, 0.8);
    const { image, isSquare } = withSquare(left, top);
    const prior = priorOf(image, network);
    let [both, either] = [0, 0];
    for (const [i, share] of prior.entries()) {
      if (isSquare(i) && share > 0.45) both++;
      if (isSquare(i) || share > 0.45) either++;
    }
    expect(both / either).toBeGreaterThan(0.94);
    expect(seen.looks).toBe(4);
  });
  test("does not look again if it has seen nothing, or something everywhere", () => {
    const nothing = redNetwork(0.1, 0.2);
    priorOf(withSquare(9, 9).image, nothing.network);
    expect(nothing.seen.looks).toBe(2);
    const everything = redNetwork(0.4, 0.8);
    priorOf(withSquare(9, 9).image, everything.network);
    expect(everything.seen.looks).toBe(2);
  });
});

test("a network that is certain looks once, at the image and its mirror image", () => {
  const { network, seen } = redNetwork(0, 1);
  const red = new Uint8Array(WIDTH * HEIGHT * 3).map((_, i) => (i % 3 === 0 ? 255 : 0));
  const prior = priorOf({ width: WIDTH, height: HEIGHT, rgb: red }, network);
  expect(Math.min(...prior)).toBeGreaterThan(0.99);
  expect(seen.looks).toBe(2);
});
