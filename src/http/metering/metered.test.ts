import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { paidApi } from "../../../test/fixtures/paid-api.ts";
import { catalogue } from "../../../test/fixtures/suite-catalogue.ts";
import { seededBelow } from "../../../test/helpers/random.ts";
import { testUploads } from "../../../test/helpers/uploads.ts";
import type { Caller } from "../../accounts/authenticate.ts";
import type { Receipt } from "../../accounts/charges.ts";
import { grantsOf } from "../../accounts/grants.ts";
import type { RequestLog } from "../../accounts/request-log.ts";
import type { Context } from "../../kit/context.ts";
import { operation } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import type { State } from "../../kit/state.ts";
import { createLog } from "../../ops/log.ts";
import { ConcurrencyLimit } from "../core/concurrency-limit.ts";
import type { Services } from "./context.ts";
import { KeyedOperation } from "./keyed-operation.ts";
import { meteredHandler } from "./metered.ts";
import type { Metering } from "./metering.ts";

const grants = grantsOf(catalogue, [{ plan: "pdf", startedOn: "2026-11-01" }]);
const caller: Caller = { keyId: "k", account: "a", mode: "live", apis: null, grants };
const tick = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Charges that count in memory, each a few turns of the event loop late. */
function counting() {
  const [held] = grants;
  if (held === undefined) throw new Error("no grant");
  const counter = { used: 0, settled: 0 };
  const later = async (units: number) => {
    await tick();
    counter.used += units;
    return { held, period: { key: "2026-11", startsAt: 0, endsAt: 1 }, used: counter.used };
  };
  const charges: Metering["charges"] = {
    async charge(account, _grants, api, units): Promise<Receipt> {
      return { ...(await later(units)), account, api, units, amount: units, takenAt: 0 };
    },
    check: async () => {},
    settle({ units }) {
      counter.settled += units;
    },
    refund: ({ units }) => later(-units),
    reduce(receipt, units) {
      const kept = Math.max(0, receipt.units - units);
      return { receipt: { ...receipt, units: kept, amount: kept }, given: later(kept - receipt.units) };
    },
    usage: async () => [],
  };
  return { counter, charges };
}

/** A request log that keeps what it is told. */
function recording() {
  const logged: { status: number; code: string | null; units: number }[] = [];
  const record: RequestLog["record"] = ({ status, code, units }) => {
    const entry = { status, code, units };
    logged.push(entry);
    return (given) => {
      entry.units -= given;
    };
  };
  return { logged, record };
}

const refuseState = (): never => {
  throw new TypeError("nothing is charged once here");
};

/** Calls an operation whose work is `work`; resolves to its response or its problem, when all that it began has ended. */
async function call(
  work: (context: Pick<Context, "charge" | "refund">) => Promise<unknown>,
  claim: State["claim"] = refuseState,
) {
  const { counter, charges } = counting();
  const log = recording();
  const metering: Metering = {
    charges,
    requestLog: { record: log.record },
    catalogue,
    authenticator: {
      identify: async () => caller,
      identifyById: async () => caller,
      forget() {},
      forgetAll() {},
    },
    keyLimiter: {
      limit: { perSecond: 1, burst: 1 },
      wait: () => 0,
      count() {},
      state: () => ({ remaining: 1, resetMs: 0 }),
    },
    clients: { address: () => undefined },
    checkUrl: async () => {},
    freeCpu: { limit: { perSecond: 1, burst: 1 }, wait: () => 0, count() {} },
    idempotencyStore: { begin: refuseState, rejectOther: refuseState },
    state: {
      ...{ claim, isClaimed: refuseState },
      ...{ get: refuseState, set: refuseState, delete: refuseState },
    },
    log: createLog("silent"),
    now: () => 0,
  };
  const described = operation({
    method: "GET",
    path: "/invented/work",
    summary: "Works",
    input: z.object({}),
    output: z.object({}),
    errors: [],
    cost: "measured",
    examples: [{ title: "Fine", input: {} }],
    async run(_input, context) {
      await work(context);
      return {};
    },
  });
  const uploads = testUploads();
  const concurrency = new ConcurrencyLimit({ places: 1, queue: 0 });
  const metered = new KeyedOperation(paidApi, "work", described, { uploads, concurrency } as Services);
  const request = Object.assign(new Request("http://x/invented/work", { headers: { "X-API-Key": "k" } }), {
    params: {},
  });
  using upload = uploads.begin();
  const of = { request, requestId: "1", upload, cost: { cpuMs: 0 } };
  const outcome = await meteredHandler(metered, metering, undefined)(of).catch((error: unknown) => error);
  for (let turns = 0; turns < 10; turns++) await tick();
  return { outcome, counter, logged: log.logged };
}

const failure = new Problem("upstream-timeout", "The site did not respond.");

describe("a call that fails is charged nothing", () => {
  test("while a part of its charge is being given back", async () => {
    const { outcome, counter } = await call(async ({ charge, refund }) => {
      await charge(10);
      void refund(4);
      throw failure;
    });
    expect(outcome).toMatchObject({ code: "upstream-timeout", options: { members: { charged: 0 } } });
    expect(counter).toEqual({ used: 0, settled: 0 });
  });

  test("while its charge is still being made", async () => {
    const { outcome, counter } = await call(async ({ charge }) => {
      void charge(10);
      throw failure;
    });
    expect(outcome).toBeInstanceOf(Problem);
    expect(counter).toEqual({ used: 0, settled: 0 });
  });

  test("when what it gives back comes after its error", async () => {
    const { counter } = await call(async ({ charge, refund }) => {
      await charge(10);
      void tick()
        .then(tick)
        .then(() => refund(4));
      throw failure;
    });
    expect(counter.used).toBe(0);
  });
});

test("a call that repeats its charge pays once, as soon as no other call has paid", async () => {
  let otherHasPaid = true;
  const release = async () => {};
  const once = { name: "item", forMs: 1_000 };
  const { counter } = await call(
    async ({ charge }) => {
      await charge(1, once);
      otherHasPaid = false;
      await charge(1, once);
      await charge(1, once);
    },
    async () => (otherHasPaid ? undefined : { release, [Symbol.asyncDispose]: release }),
  );
  expect(counter).toEqual({ used: 1, settled: 1 });
});

test("parts that are given back at once are each given back, and never more than was charged", async () => {
  const { counter } = await call(async ({ charge, refund }) => {
    await charge(10);
    await Promise.all([refund(3), refund(4), refund(9)]);
  });
  expect(counter).toEqual({ used: 0, settled: 0 });
});

test("a response tells what its call cost", async () => {
  const { outcome, counter } = await call(async ({ charge, refund }) => {
    await charge(10);
    await refund(4);
  });
  expect((outcome as Response).headers.get("quintet-cost")).toStartWith('6;unit="pages"');
  expect(counter).toEqual({ used: 6, settled: 6 });
});

test.each(Array.from({ length: 200 }, (_, i) => i + 1))(
  "seed %i: whatever is given back when, a success costs the rest and a failure nothing",
  async (seed) => {
    const below = seededBelow(seed);
    const charged = below(20);
    const parts = Array.from({ length: below(5) }, () => below(12));
    const fails = below(2) === 0;
    const { counter } = await call(async ({ charge, refund }) => {
      await charge(charged);
      const giving = parts.map(async (part) => {
        for (let turns = below(4); turns > 0; turns--) await tick();
        await refund(part);
      });
      if (fails) throw failure;
      await Promise.all(giving);
    });
    const rest = Math.max(
      0,
      parts.reduce((left, part) => Math.max(0, left - part), charged),
    );
    expect(counter.used).toBe(fails ? 0 : rest);
  },
);

describe("the request log has each call once, with what was charged in the end", () => {
  test("of one that succeeds, also where units come back after its response began", async () => {
    const { logged } = await call(async ({ charge, refund }) => {
      await charge(10);
      await refund(1);
      void (async () => {
        for (let turns = 0; turns < 6; turns++) await tick();
        await refund(4);
      })();
    });
    expect(logged).toEqual([{ status: 200, code: null, units: 5 }]);
  });

  test("of one that fails", async () => {
    const { logged } = await call(async ({ charge }) => {
      await charge(10);
      throw failure;
    });
    expect(logged).toEqual([{ status: 504, code: "upstream-timeout", units: 0 }]);
  });
});
