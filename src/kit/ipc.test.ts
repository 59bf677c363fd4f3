import { expect, test } from "bun:test";
import { sendToChild } from "./ipc.ts";

/** A child process that runs this script, with a channel; resolves once it has said something. */
async function start(script: string) {
  const said = Promise.withResolvers<unknown>();
  const child = Bun.spawn([process.execPath, "-e", script], {
    stdio: ["ignore", "ignore", "ignore"],
    serialization: "advanced",
    ipc: said.resolve,
  });
  await said.promise;
  return Object.assign(child, { [Symbol.dispose]: () => child.kill("SIGKILL") });
}

test("a process that listens gets the message", async () => {
  using child = await start('process.on("message", (code) => process.exit(code)); process.send("ready")');
  expect(sendToChild(child, 7)).toBe(true);
  expect(await child.exited).toBe(7);
});

test("a process that was killed gets none, at every moment of its end", async () => {
  using child = await start('process.send("ready"); setInterval(() => {}, 1000)');
  child.kill("SIGKILL");
  while (sendToChild(child, 1)) await Bun.sleep(0);
  await child.exited;
  expect(sendToChild(child, 1)).toBe(false);
});

test("a process that closed its end of the channel gets none, and lives on", async () => {
  using child = await start(
    'process.send("ready"); process.on("message", () => process.disconnect()); setInterval(() => {}, 1000)',
  );
  while (sendToChild(child, 1)) await Bun.sleep(0);
  expect(child.exitCode).toBeNull();
});

test("a message that cannot be cloned is an error of the program", async () => {
  using child = await start('process.send("ready"); setInterval(() => {}, 1000)');
  expect(() => sendToChild(child, () => 1)).toThrow();
});
