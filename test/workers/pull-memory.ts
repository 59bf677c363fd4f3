// A process of its own that pulls a large file into the folder that it is given and prints, in bytes, how much
// its memory grew meanwhile: in a process that ran other tests before, their memory would be measured too.

import { bytesOf, serveFiles } from "../../src/apis/images/models/file-server.fixture.ts";
import { ModelStore } from "../../src/apis/images/models/model-store.ts";
import { pullModel } from "../../src/apis/images/models/pull.ts";
import { type Entry, entryOf } from "../../src/apis/images/models/registry.ts";
import { readAllowance } from "../../src/egress/allowance.ts";
import { createDownload } from "../../src/egress/download.ts";

const CHUNKS = 140;
const chunk = bytesOf(1 << 20);
const hash = new Bun.CryptoHasher("sha256");
for (let i = 0; i < CHUNKS; i++) hash.update(chunk);

await using server = await serveFiles(async (_request, response) => {
  response.writeHead(200, { "Content-Length": CHUNKS * chunk.length });
  for (let i = 0; i < CHUNKS; i++) {
    if (!response.write(chunk)) await new Promise((resolve) => response.once("drain", resolve));
  }
  response.end();
});
const known = entryOf("u2netp");
if (known === undefined) throw new TypeError("the registry has no u2netp");
const entry: Entry = {
  ...known,
  name: "large",
  file: "large.onnx",
  checksum: { algorithm: "sha256", hex: hash.digest("hex") },
};
Bun.gc(true);
const before = process.memoryUsage.rss();
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 5);
await pullModel(entry, {
  store: new ModelStore(process.argv[2] ?? ""),
  baseUrl: server.url,
  download: createDownload({ allowance: readAllowance(server.target), userAgent: "Quintet/test" }),
  onProgress() {},
});
clearInterval(watch);
process.stdout.write(`${most - before}\n`);
