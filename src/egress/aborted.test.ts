import { expect, test } from "bun:test";
import { aborted } from "./aborted.ts";

test("rejects with the reason when the signal fires", async () => {
  const controller = new AbortController();
  const rejection = aborted(controller.signal);
  controller.abort(new Error("late"));
  await expect(rejection).rejects.toThrow("late");
});

test("rejects at once where it has fired before", async () => {
  await expect(aborted(AbortSignal.abort(new Error("late")))).rejects.toThrow("late");
});
