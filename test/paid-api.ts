import { z } from "zod";
import { type Api, operation } from "../src/kit/descriptor.ts";
import { Encoded } from "../src/kit/encoded.ts";
import { Problem } from "../src/kit/problem.ts";

/** Ways in which the operations of the invented API can end. */
const outcome = z.enum(["fine", "refuse", "crash", "slow", "crash-later"]).default("fine");

async function end(how: z.output<typeof outcome>): Promise<void> {
  if (how === "refuse") throw new Problem("invalid-parameter", "Refused after the charge.");
  if (how === "crash") throw new Error("a secret of the library");
  if (how === "slow") await Bun.sleep(200);
  if (how === "crash-later") {
    await Bun.sleep(300);
    throw new Error("a secret of the library");
  }
}

const units = z.int().min(0).max(10_000).default(1);
/** Units that are given back after the charge. */
const back = z.int().min(0).max(20_000).default(0);

const Done = z.object({ ok: z.literal(true), run: z.int() });
let runs = 0;
const done = () => ({ ok: true as const, run: ++runs });

/** An API that exists for tests alone: it does nothing, and is metered like the five that do something. */
export const paidApi: Api = {
  name: "pdf",
  title: "Invented",
  version: "1.0.0",
  summary: "Does nothing, for a price.",
  access: "key",
  plans: { unit: "pages", freePerMonth: 100, credits: 5 },
  document: "/invented/openapi.json",
  promises: [],
  operations: {
    noop: operation({
      method: "GET",
      path: "/invented/noop",
      aliases: ["/noop"],
      summary: "Costs one unit",
      input: z.object({ outcome }),
      output: Done,
      errors: [],
      examples: [{ title: "Fine", input: {} }],
      async run(input) {
        await end(input.outcome);
        return done();
      },
    }),
    batch: operation({
      method: "POST",
      path: "/invented/batch",
      summary: "Costs what it finds",
      input: z.object({ units, back, outcome }),
      output: Done,
      errors: [],
      cost: "measured",
      examples: [{ title: "Fine", input: {} }],
      async run(input, context) {
        await context.charge(input.units);
        await context.refund(input.back);
        await end(input.outcome);
        return done();
      },
    }),
    stream: operation({
      method: "POST",
      path: "/invented/stream",
      summary: "Costs what it finds, and gives a part of it back while it answers",
      input: z.object({ units, back, size: z.int().min(0).max(8_000_000).default(0) }),
      output: z.string(),
      errors: [],
      produces: ["text/plain"],
      cost: "measured",
      examples: [{ title: "Fine", input: {} }],
      async run(input, context) {
        await context.charge(input.units);
        const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
          async pull(controller) {
            // The headers have left by then.
            await Bun.sleep(20);
            await context.refund(input.back);
            if (input.size > 0) controller.enqueue(new Uint8Array(input.size).fill(46));
            controller.enqueue(new TextEncoder().encode("over\n"));
            controller.close();
          },
        });
        return new Encoded(body);
      },
    }),
    list: operation({
      method: "GET",
      path: "/invented/list",
      summary: "Costs nothing",
      input: z.object({}),
      output: Done,
      errors: [],
      cost: 0,
      examples: [{ title: "Fine", input: {} }],
      run: done,
    }),
  },
};
