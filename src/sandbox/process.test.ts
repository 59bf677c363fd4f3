import { expect, test } from "bun:test";
import { rejectionOf } from "../../test/helpers/rejection.ts";
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
  expect(await rejectionOf(child.ask({ kind: "stop" }))).toBeInstanceOf(Ended);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.filter((error) => !(error instanceof Ended))).toEqual([]);
});
