// Starts a server without keys and a fault proxy before it, for a test in another language: prints both URLs as JSON and
// ends when its standard input does.

import { sampleFile } from "../../src/apis/images/sample.ts";
import { startQuintet } from "../../test/helpers/running.ts";
import { startFaultProxy } from "./fault-proxy.ts";

await using server = await startQuintet({ METERING: "off" });
await using proxy = await startFaultProxy(server.url, sampleFile.make());
process.stdout.write(`${JSON.stringify({ server: server.url, proxy: proxy.url })}\n`);
for await (const _ of Bun.stdin.stream()) {
  // Waits for the end of the input.
}
