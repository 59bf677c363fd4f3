import { describe, expect, test } from "bun:test";
import { runHere } from "../../test/fixtures/upstream-world.ts";
import { rejecting, rejectionOf } from "../../test/helpers/rejection.ts";
import { Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import type { Run } from "../kit/sandbox.ts";
import { pageJob, pageSteps, readPage } from "./page-job.ts";
import { problems } from "./problems.ts";

const job = pageJob<string, string>("test", import.meta.url);
const never = new AbortController().signal;

/** What the job of this test runs. */
export const run = pageSteps((input: string): string => {
  if (input === "wall") throw problems.rateLimited("shop.example", 90_000);
  if (input === "fault") throw new TypeError("ours");
  return input;
});

const ending = (error: Error): Run =>
  async function* () {
    yield await Promise.reject<never>(error);
  };

describe("a page that is read in a process", () => {
  test("gives its item", async () => {
    expect(await readPage(runHere, never, job, "item", "shop.example")).toBe("item");
  });

  test("gives its problem as it was thrown, with when to come again", async () => {
    const read = readPage(runHere, never, job, "wall", "shop.example");
    expect(await rejectionOf(read)).toMatchObject({
      code: "upstream-rate-limited",
      options: { headers: { "Retry-After": "90" }, members: { retryable: true, charged: 0 } },
    });
  });

  test.each<ProblemCode>(["too-complex", "processing-failed"])(
    "is an unexpected page where its process ends with %s",
    async (code) => {
      const read = readPage(ending(new Problem(code, "It ended.")), never, job, "", "shop.example");
      expect(await rejectionOf(read)).toMatchObject({ code: "upstream-unexpected-page", status: 502 });
    },
  );

  test("is an unexpected page where its item is larger than an item is", async () => {
    const read = readPage(runHere, never, job, "x".repeat(2_000_000), "shop.example");
    expect(await rejectionOf(read)).toMatchObject({ code: "upstream-unexpected-page" });
  });

  test("passes on that no process is free, and what is a fault of ours", async () => {
    const busy = new Problem("busy", "Later.", { headers: { "Retry-After": "1" } });
    expect(await rejectionOf(readPage(ending(busy), never, job, "", "shop.example"))).toBe(busy);
    expect(await rejecting(readPage(runHere, never, job, "fault", "shop.example"))).toThrow("ours");
  });

  test("leaves no problem to others who wait for it when its reader leaves", async () => {
    const leave = new AbortController();
    leave.abort(new DOMException("left", "AbortError"));
    const left = ending(new Problem("client-left", "The client left."));
    expect(await rejectionOf(readPage(left, leave.signal, job, "", "shop.example"))).toBeInstanceOf(
      DOMException,
    );
  });
});
