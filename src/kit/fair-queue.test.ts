import { describe, expect, test } from "bun:test";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { FairQueue, type Release } from "./fair-queue.ts";
import type { Problem } from "./problem.ts";

const stays = new AbortController().signal;
const rejections = () => ({ busy: 0, left: 0 });

/** A queue whose work takes 100 ms by its own clock and ends on demand, with the order in which it began. */
function watched(slots: number, waiting: number) {
  let clock = 0;
  const queue = new FairQueue(slots, waiting, { now: () => clock });
  const count = rejections();
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const refused: Problem[] = [];
  const come = (tenant: string, client = stays) => {
    void queue.acquire(client, count, tenant).then(
      (end) => {
        began.push(tenant);
        ends.push(end);
      },
      (error: unknown) => refused.push(error as Problem),
    );
  };
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const endOne = async () => {
    await settle();
    clock += 100;
    ends.shift()?.();
    await settle();
  };
  return { queue, count, began, refused, come, endOne, settle };
}

describe("turns", () => {
  test("one caller's come in the order of their coming, so many at a time", async () => {
    const queue = new FairQueue(2, 10);
    const order: number[] = [];
    let inside = 0;
    await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const end = await queue.acquire(stays, rejections(), "a");
        order.push(i);
        expect(++inside).toBeLessThanOrEqual(2);
        await Bun.sleep(1);
        inside--;
        end();
        end();
      }),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(queue.isIdle).toBe(true);
  });

  test("a caller with one turn to take does not wait for 200 of another", async () => {
    const { began, come, endOne } = watched(1, 256);
    for (let i = 0; i < 200; i++) come("heavy");
    await endOne();
    come("light");
    // The turn that is under way ends, and the next one is the light caller's.
    await endOne();
    expect(began).toEqual(["heavy", "heavy", "light"]);
  });

  test("many callers share the places alike, whoever came first with however much", async () => {
    const { began, come, endOne } = watched(1, 256);
    for (let i = 0; i < 60; i++) come("a");
    for (let i = 0; i < 30; i++) come("b");
    for (let i = 0; i < 30; i++) come("c");
    for (let i = 0; i < 45; i++) await endOne();
    const of = (name: string) => began.filter((one) => one === name).length;
    for (const name of ["a", "b", "c"]) expect(of(name)).toBeWithin(10, 21);
  });

  test("time counts, not turns: long ones of one caller do not make the short ones of another wait each time", async () => {
    const queue = new FairQueue(1, 100);
    const had = { slow: 0, quick: 0 };
    let isOver = false;
    const work = async (tenant: "slow" | "quick", ms: number) => {
      while (!isOver) {
        const end = await queue.acquire(stays, rejections(), tenant);
        const began = performance.now();
        await Bun.sleep(ms);
        had[tenant] += performance.now() - began;
        end();
      }
    };
    const all = [work("slow", 40), work("slow", 40), ...Array.from({ length: 4 }, () => work("quick", 4))];
    await Bun.sleep(1_200);
    isOver = true;
    await Promise.all(all);
    expect(had.quick / (had.quick + had.slow)).toBeGreaterThan(0.35);
  });

  test("who was away is not repaid for it", async () => {
    const { began, come, endOne } = watched(1, 256);
    for (let i = 0; i < 40; i++) come("busy");
    for (let i = 0; i < 20; i++) await endOne();
    for (let i = 0; i < 20; i++) come("late");
    const before = began.length;
    for (let i = 0; i < 10; i++) await endOne();
    expect(began.slice(before).filter((name) => name === "busy").length).toBeGreaterThanOrEqual(3);
  });
});

describe("a full queue", () => {
  test("refuses one more of the same caller, and says when to come again", async () => {
    const { refused, come, count, settle } = watched(1, 3);
    for (let i = 0; i < 5; i++) come("a");
    await settle();
    expect(refused.map(({ code, status }) => [code, status])).toEqual([["busy", 503]]);
    expect(Number(refused[0]?.options.headers?.["Retry-After"])).toBeWithin(1, 61);
    expect(count).toEqual({ busy: 1, left: 0 });
  });

  test("makes room for a caller with fewer turns waiting, from the last of the one with the most", async () => {
    const { began, refused, come, endOne, settle } = watched(1, 4);
    for (let i = 0; i < 5; i++) come("heavy");
    come("light");
    await settle();
    expect(refused.map(({ code }) => code)).toEqual(["busy"]);
    await endOne();
    expect(began).toEqual(["heavy", "light"]);
  });

  test("gives a caller no more than its share of the places to wait", async () => {
    const { refused, come, queue, settle } = watched(1, 4);
    for (let i = 0; i < 5; i++) come("a");
    for (let i = 0; i < 9; i++) come("b");
    await settle();
    // Two and two: none has a claim on a place of the other.
    expect([queue.waiting, refused.length]).toEqual([4, 9]);
  });
});

test("a client that leaves gives its place in the queue up", async () => {
  const { queue, refused, come, count, endOne, began } = watched(1, 4);
  const leaving = new AbortController();
  come("a");
  come("b", leaving.signal);
  come("c");
  leaving.abort();
  await endOne();
  expect(refused.map(({ code }) => code)).toEqual(["client-left"]);
  expect(count.left).toBe(1);
  expect([began, queue.waiting]).toEqual([["a", "c"], 0]);
});

test("nobody waits longer than is promised: who did is told to come again", async () => {
  const queue = new FairQueue(1, 4, { waitMs: 20 });
  const end = await queue.acquire(stays, rejections(), "a");
  const count = rejections();
  const began = performance.now();
  const refusal = await queue.acquire(stays, count, "b").catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "busy" });
  expect(performance.now() - began).toBeWithin(15, 30_000);
  expect([count.busy, queue.waiting]).toEqual([1, 0]);
  end();
  (await queue.acquire(stays, count, "b"))();
});

test("a client that has left already is not let in", async () => {
  const gone = AbortSignal.abort(new Error("gone"));
  expect(await rejectionOf(new FairQueue(1, 1).acquire(gone, rejections()))).toMatchObject({
    code: "client-left",
  });
});

test("callers that come and go take no memory", async () => {
  const queue = new FairQueue(2, 10);
  const anchor = await queue.acquire(stays, rejections(), "anchor");
  for (let i = 0; i < 5_000; i++) (await queue.acquire(stays, rejections(), `caller ${i}`))();
  anchor();
  expect(queue.isIdle).toBe(true);
});

describe("cost", () => {
  /** Turns that end with a cost that the test names, by a clock of the test. */
  function costed(places: number, reserved = 0) {
    const clock = { now: 0 };
    const queue = new FairQueue(places, 256, { reserved, isForProven: true, now: () => clock.now });
    const began: string[] = [];
    const ends: { tenant: string; end: Release }[] = [];
    const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
    const come = async (tenant: string) => {
      void queue.acquire(stays, rejections(), tenant).then((end) => {
        began.push(tenant);
        ends.push({ tenant, end });
      });
      await settle();
    };
    const end = async (tenant: string, cpuMs: number, failed = false) => {
      const at = ends.findIndex((one) => one.tenant === tenant);
      expect(at).not.toBe(-1);
      const [ended] = ends.splice(at, 1);
      clock.now += 10;
      ended?.end({ cpuMs, failed });
      await settle();
    };
    const once = async (tenant: string, cpuMs: number, failed = false) => {
      await come(tenant);
      await end(tenant, cpuMs, failed);
    };
    return { queue, clock, began, come, end, once };
  }

  test("is processor time: who waited long for little goes before who used much", async () => {
    const { clock, began, come, end } = costed(1);
    await come("slow");
    for (const tenant of ["busy", "slow", "busy"]) await come(tenant);
    clock.now += 60_000;
    await end("slow", 5);
    await end("busy", 4_000);
    await end("slow", 5);
    expect(began).toEqual(["slow", "busy", "slow", "busy"]);
  });

  test("that failed is remembered when its tenant has gone, and forgotten in the end", async () => {
    const { queue, clock, began, come, end, once } = costed(1);
    await once("bad", 5_000, true);
    await once("good", 5_000);
    clock.now += 60_000;
    const bothCome = async () => {
      began.length = 0;
      for (const tenant of ["first", "bad", "good"]) await come(tenant);
      for (let i = 0; i < 3; i++) await end(began[i] ?? "", 10);
      return began.slice(1);
    };
    expect(await bothCome()).toEqual(["good", "bad"]);
    expect([queue.hasFailed("bad"), queue.hasFailed("good")]).toEqual([true, false]);
    clock.now += 60 * 60_000;
    expect(queue.hasFailed("bad")).toBe(false);
  });

  test("keeps tenants out of the reserved place: new ones, those that fail, those whose turns are long", async () => {
    const { began, come, end, once, queue } = costed(2, 1);
    await once("honest", 30);
    await once("failing", 5_000, true);
    await once("long", 30);
    await once("long", 90_000);
    began.length = 0;
    for (let i = 0; i < 8; i++) await come(`new ${i}`);
    for (const tenant of ["failing", "long"]) await come(tenant);
    expect(began).toEqual(["new 0"]);
    await come("honest");
    await come("honest");
    // One that holds a place already waits for the next, like everybody.
    expect(began).toEqual(["new 0", "honest"]);
    expect(queue.isWantedByOthers("new 0")).toBe(true);
    await end("honest", 30);
    expect(began).toEqual(["new 0", "honest", "honest"]);
    await end("honest", 30);
    expect(queue.waiting).toBe(9);
  });

  test("of long turns leaves one more place to others while they are about", async () => {
    const { began, come, once } = costed(3, 1);
    await once("light", 20);
    for (const heavy of ["heavy 1", "heavy 2"]) await once(heavy, 400);
    began.length = 0;
    await come("heavy 1");
    await come("heavy 2");
    expect(began).toEqual(["heavy 1"]);
    await come("light");
    expect(began).toEqual(["heavy 1", "light"]);
  });
  test("of long turns leaves none where it is nobody's account", async () => {
    const { began, come, once } = costed(3, 1);
    await once("light", 20);
    await once("", 400);
    began.length = 0;
    await come("");
    await come("");
    expect(began).toEqual(["", ""]);
  });
  test("of long turns takes every place when nobody else is about", async () => {
    const { began, clock, come, once } = costed(3, 1);
    await once("light", 20);
    for (const heavy of ["heavy 1", "heavy 2"]) await once(heavy, 400);
    clock.now += 11_000;
    began.length = 0;
    await come("heavy 1");
    await come("heavy 2");
    expect(began).toEqual(["heavy 1", "heavy 2"]);
  });

  test("of short turns opens the reserved place beside turns that take several times as long", async () => {
    const { began, come, once } = costed(2, 1);
    await once("heavy", 200);
    await once("alike", 100);
    await once("light", 20);
    began.length = 0;
    await come("heavy");
    await come("alike");
    expect(began).toEqual(["heavy"]);
    await come("light");
    expect(began).toEqual(["heavy", "light"]);
  });

  test("of a tenant that was trusted and holds its place for long opens the reserved place to others", async () => {
    const { clock, began, come, once } = costed(2, 1);
    for (const tenant of ["first", "second", "third"]) await once(tenant, 30);
    began.length = 0;
    await come("first");
    await come("second");
    // Both are of one kind: they share the places as ever.
    expect(began).toEqual(["first"]);
    clock.now += 3_000;
    await once("third", 30);
    expect(began).toEqual(["first", "third", "second"]);
  });

  test("of tenants that are alike leaves the reserved place to cheaper ones, though a busy machine delays them", async () => {
    const { clock, began, come, once } = costed(2, 1);
    for (const tenant of ["first", "second"]) await once(tenant, 100);
    await once("light", 10);
    began.length = 0;
    await come("first");
    // By the clock it has taken several times as much as its turns cost.
    clock.now += 400;
    await come("second");
    expect(began).toEqual(["first"]);
    await come("light");
    expect(began).toEqual(["first", "light"]);
  });

  test("of eight tenants that burn five seconds each time keeps no honest one waiting", async () => {
    const { began, come, end, once } = costed(2, 1);
    await once("honest", 30);
    for (let i = 0; i < 8; i++) for (let j = 0; j < 4; j++) await come(`bad ${i}`);
    for (let round = 0; round < 20; round++) {
      const running = began.at(-1) ?? "";
      await come("honest");
      expect(began.at(-1)).toBe("honest");
      await end("honest", 30);
      if (running.startsWith("bad")) await end(running, 5_000, true);
    }
  });

  test("is not held against those who need no account", async () => {
    const { queue, once } = costed(1);
    await once("", 60_000, true);
    expect([queue.hasFailed(""), queue.isCostly(""), queue.isTrusted("")]).toEqual([false, false, true]);
  });

  test("of a turn that is ended twice counts once", async () => {
    const queue = new FairQueue(1, 1);
    const end = await queue.acquire(stays, rejections(), "a");
    for (let i = 0; i < 9; i++) end({ cpuMs: 500, failed: true });
    expect(queue.hasFailed("a")).toBe(false);
  });
});

test("visitors without a key come after everybody, and leave a full queue first", async () => {
  const { FairQueue, TRIAL_TENANT } = await import("./fair-queue.ts");
  const queue = new FairQueue(1, 2);
  const rejections = { busy: 0, left: 0 };
  const { signal } = new AbortController();
  const order: string[] = [];
  const enter = (tenant: string) =>
    queue.acquire(signal, rejections, tenant).then(
      (release) => {
        order.push(tenant);
        release();
      },
      () => order.push(`${tenant} rejected`),
    );
  const first = await queue.acquire(signal, rejections, "holder");
  const waiting = [enter(TRIAL_TENANT), enter("a"), enter("b")];
  first();
  await Promise.all(waiting);
  expect(order).toEqual([`${TRIAL_TENANT} rejected`, "a", "b"]);
  const second = await queue.acquire(signal, rejections, "holder");
  const later = [enter(TRIAL_TENANT), enter("a")];
  second();
  await Promise.all(later);
  expect(order.slice(3)).toEqual(["a", TRIAL_TENANT]);
});

test("jobs wait as long as it takes: they come after everybody else", async () => {
  const { backgroundTenant, FairQueue } = await import("./fair-queue.ts");
  const queue = new FairQueue(1, 4, { waitMs: 20 });
  const count = { busy: 0, left: 0 };
  const { signal } = new AbortController();
  const end = await queue.acquire(signal, count, "holder");
  const job = queue.acquire(signal, count, backgroundTenant("a"));
  // Who came later has waited in vain.
  expect(await queue.acquire(signal, count, "b").catch((error: unknown) => error)).toMatchObject({
    code: "busy",
  });
  expect(queue.waiting).toBe(1);
  end();
  (await job)();
  expect(count).toEqual({ busy: 1, left: 0 });
});

test("jobs come after visitors, in turns of their accounts, and leave a slot to everybody else", async () => {
  const { backgroundTenant, FairQueue, TRIAL_TENANT } = await import("./fair-queue.ts");
  const rejections = { busy: 0, left: 0 };
  const { signal } = new AbortController();
  const [a, b] = [backgroundTenant("a"), backgroundTenant("b")];
  const single = new FairQueue(1, 10);
  const order: string[] = [];
  const enter = async (tenant: string) => {
    const release = await single.acquire(signal, rejections, tenant);
    order.push(tenant);
    release({ cpuMs: 10, failed: false });
  };
  const first = await single.acquire(signal, rejections, "holder");
  const waiting = [enter(a), enter(a), enter(b), enter(TRIAL_TENANT), enter("c")];
  first();
  await Promise.all(waiting);
  expect(order).toEqual(["c", TRIAL_TENANT, a, b, a]);

  // Four slots, one of them reserved: jobs alone hold two, beside another holder one.
  let now = 0;
  const queue = new FairQueue(4, 20, { reserved: 1, now: () => now });
  let held = 0;
  const releases: (() => void)[] = [];
  const hold = () =>
    queue.acquire(signal, rejections, a).then((release) => {
      held++;
      releases.push(() => {
        held--;
        release();
      });
    });
  const all = Array.from({ length: 6 }, hold);
  await Promise.all(all.slice(0, 2));
  expect([held, queue.waiting]).toEqual([2, 4]);
  const interactive = await queue.acquire(signal, rejections, "c");
  const next = async () => {
    releases.shift()?.();
    await new Promise(setImmediate);
  };
  await next();
  expect(held).toBe(1);
  await next();
  expect(held).toBe(1);
  // One second later they are alone again.
  interactive();
  await next();
  expect(held).toBe(1);
  now += 1_001;
  await next();
  expect(held).toBe(2);
  while (releases.length > 0) await next();
  await Promise.all(all);
});
