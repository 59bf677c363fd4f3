import { expect, test } from "bun:test";
import { Ended, SandboxProcess } from "./process.ts";

test("an order to a process that was killed is rejected with the reason, at every moment of its end", async () => {
  const child = new SandboxProcess({});
  expect((await child.ask({ kind: "stop" })).kind).toBe("done");
  process.kill(child.pid, "SIGKILL");
  const errors: unknown[] = [];
  while (child.isAlive) {
    // An order that still reached the channel is rejected when the process has ended, like the others.
    void child.ask({ kind: "stop" }).catch((error: unknown) => errors.push(error));
    await Bun.sleep(0);
  }
  await child.exited;
  await expect(child.ask({ kind: "stop" })).rejects.toBeInstanceOf(Ended);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.filter((error) => !(error instanceof Ended))).toEqual([]);
});
