// `bun images/one-process.ts IMAGE.jpg`, which bench/images.ts runs: what a fresh process takes to get ready and for
// the image, as JSON.
import { readFileSync } from "node:fs";
import { builtinEngine } from "../../src/apis/images/builtin/engine.ts";
import { openBuiltinNetwork } from "../../src/apis/images/builtin/network-prior.ts";
import { readOptions } from "../../src/apis/images/options.ts";
import { remove } from "../../src/apis/images/remove.ts";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { RemoveInput } from "../../src/apis/images/schemas.ts";
import { median } from "../servers.ts";
import { peakOf } from "./through-server.ts";

/** Time and memory of one process. */
export interface OneProcess {
  /** Seconds of CPU until it is ready. */
  readonly start: number;
  /** Seconds of CPU for an image, the middle one of five. */
  readonly image: number;
  /** The most memory that it held, in MB; NaN where the system does not tell. */
  readonly peak: number;
}

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const [file = ""] = process.argv.slice(2);
const options = readOptions(RemoveInput.parse({}), "image/png");
const engine = builtinEngine(openBuiltinNetwork());
const run = (image: Uint8Array) => remove({ image, background: undefined, options }, engine);
await run(sampleFile.make());
const start = seconds();
const image = new Uint8Array(readFileSync(file));
await run(image);
const taken: number[] = [];
for (let i = 0; i < 5; i++) {
  const began = seconds();
  await run(image);
  taken.push(seconds() - began);
}
const peak = process.platform === "linux" ? peakOf(process.pid) : Number.NaN;
console.log(JSON.stringify({ start, image: median(taken), peak } satisfies OneProcess));
