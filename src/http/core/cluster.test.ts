import { expect, test } from "bun:test";
import { createLog } from "../../ops/log.ts";
import { Cluster } from "./cluster.ts";

/** One worker that runs this script; what it says first, what it can be told, and its end. */
function startOne(script: string) {
  const said = Promise.withResolvers<unknown>();
  const ended = Promise.withResolvers<void>();
  let tell: (message: unknown) => void = () => expect.unreachable();
  const cluster: Cluster = new Cluster({
    size: 1,
    command: [process.execPath, "-e", script],
    folder: import.meta.dir,
    environment: process.env,
    stopMs: () => 1_000,
    share(send) {
      tell = send;
      return { onMessage: said.resolve, close: ended.resolve };
    },
    metrics: () => [],
    log: createLog("silent"),
  });
  return { cluster, said: said.promise, ended: ended.promise, tell: (message: unknown) => tell(message) };
}

const SAYS_PID = 'process.send({ kind: "shared", message: process.pid });';

test.each([
  ["is killed", `${SAYS_PID} setInterval(() => {}, 1000)`],
  [
    "closes its channel and exits a moment later",
    `${SAYS_PID} process.disconnect(); setTimeout(() => {}, 50)`,
  ],
])("a worker that %s can be sent messages until its end, and they are lost", async (how, script) => {
  const { cluster, said, ended, tell } = startOne(script);
  const pid = Number(await said);
  if (how === "is killed") process.kill(pid, "SIGKILL");
  while (Bun.peek.status(ended) === "pending") {
    expect(() => tell("something")).not.toThrow();
    await Bun.sleep(0);
  }
  await cluster.stop("SIGTERM");
});

test("a worker whose metrics fail says so, and stays", async () => {
  const script = `
    const { connectWorker } = await import("${import.meta.dir}/cluster.ts");
    const say = (message) => process.send({ kind: "shared", message });
    connectWorker(() => Promise.reject(new Error("no descriptor is left")), {
      warn: (text, { cause }) => say(text + ": " + cause.message),
    });
    process.emit("message", { kind: "ask-one", id: 1 });`;
  const { cluster, said } = startOne(script);
  expect(await said).toBe("the metrics of a worker process are left out: no descriptor is left");
  await cluster.stop("SIGTERM");
});
