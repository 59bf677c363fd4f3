import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quintet, start } from "../servers.ts";

const PAIRS = 6;
const verdict = (held: boolean) => (held ? "held" : "MISSED");

/** The most memory that a process ever held, in MB; Linux only. */
export function peakOf(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1_024) / 1e6;
}

/** Pictures through a server, two at a time: how long its event loop is away from others, and what a child holds. */
export async function throughServer(picture: Uint8Array<ArrayBuffer>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "quintet-bench-"));
  const environment = { METERING: "off", DATA_DIR: folder, LOG_LEVEL: "error" };
  const server = await start({ ...quintet, environment, isFree: true }, "/v7");
  const url = `http://127.0.0.1:${server.port}`;
  let isWorking = true;
  const gaps: number[] = [];
  const watch = (async () => {
    while (isWorking) {
      const began = performance.now();
      await (await fetch(`${url}/v7`)).text();
      gaps.push(performance.now() - began);
      await Bun.sleep(2);
    }
  })();
  const send = async () => {
    const headers = { "Content-Type": "image/jpeg" };
    const answer = await fetch(`${url}/images/remove-bg`, { method: "POST", headers, body: picture });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  for (let i = 0; i < PAIRS; i++) await Promise.all([send(), send()]);
  isWorking = false;
  await watch;
  const { pid } = server.process;
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").match(/\d+/g) ?? [])
    .map((child) => peakOf(Number(child)));
  server.process.kill();
  await server.process.exited;
  rmSync(folder, { recursive: true });
  const longest = Math.max(...gaps);
  const most = Math.max(...children);
  console.log(
    `Longest UUID response while images are processed (${2 * PAIRS} images of 8 MP, two at a time; ${gaps.length} UUID requests): ${longest.toFixed(0)} ms  target ≤ 50 ms: ${verdict(longest <= 50)}`,
  );
  console.log(
    `Peak memory of a sandbox process: ${most.toFixed(0)} MB  target ≤ 700 MB: ${verdict(most <= 700)}`,
  );
}
