import type { Once } from "../src/kit/context.ts";
import type { Fetched, FetchOptions } from "../src/kit/fetch.ts";
import type { Job, Run, Steps } from "../src/kit/sandbox.ts";
import { migrate } from "../src/store/migrate.ts";
import { openDatabase } from "../src/store/open-database.ts";
import { createState } from "../src/store/state.ts";
import type { Settings } from "../src/upstream/settings.ts";
import type { World } from "../src/upstream/source.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Settings without limits, for tests that set the one they are about. */
export const unlimited: Settings = {
  baseUrl: "https://{host}",
  userAgent: "Quintet/1.0.0 (+https://quintet.test)",
  robots: "permitted",
  robotsVariable: "AMAZON_ROBOTS",
  concurrency: 0,
  minIntervalMs: 0,
  dailyCap: 0,
  circuitMs: 0,
  circuitMaxMs: 86_400_000,
  retries: 0,
  freshMs: 0,
  staleMs: 0,
  keepMs: 86_400_000,
  absentMs: 0,
  maxWaitMs: 1_500,
  timeoutMs: 1_000,
  maxBytes: 1_000_000,
};

/** Runs a job in this process: that processes end jobs is tested where they are. */
export const runHere: Run = async function* <Input, Message>(
  { module }: Job<Input, Message>,
  input: Input,
): AsyncGenerator<Message, void> {
  const { run }: { readonly run: Steps<Input, Message> } = await import(module);
  yield* run(input);
};

/** One request as the world outside saw it. */
export interface Seen {
  readonly url: string;
  readonly options: FetchOptions;
}

/** An answer of the world outside: a body, and what differs from 200. */
export interface Told {
  readonly body?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A world of a test: a database of its own, a clock that only the test moves on, and a site that answers. */
export async function openWorld(answer: (url: string) => Told | Promise<Told>) {
  const database = openDatabase(`sqlite:${temporaryFolder()}/world.db`);
  await migrate(database);
  const seen: Seen[] = [];
  let offset = 0;
  const now = () => Date.now() + offset;
  let charged = 0;
  const paid = new Map<string, number>();
  /** The world of one call, with a bill of its own. */
  const call = (signal: AbortSignal = new AbortController().signal): World => ({
    ...outside,
    signal,
    ...bill(),
  });
  const bill = (): Pick<World, "charge" | "refund"> => {
    let mine = 0;
    let name: string | undefined;
    return {
      async charge(units: number, once?: Once) {
        if (once !== undefined && (paid.get(once.name) ?? 0) > now()) return;
        name = once?.name;
        if (once !== undefined) paid.set(once.name, now() + once.forMs);
        mine = units;
        charged += units;
      },
      async refund(units: number) {
        charged -= Math.min(mine, units);
        mine -= Math.min(mine, units);
        if (name !== undefined && mine === 0) paid.delete(name);
      },
    };
  };
  const outside: Omit<World, "signal" | "charge" | "refund"> = {
    state: createState(database, { now }),
    now,
    run: runHere,
    async fetch(url, options): Promise<Fetched> {
      seen.push({ url, options });
      const { body = "", status = 200, headers = {} } = await answer(url);
      return {
        url,
        status,
        headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
        body: new TextEncoder().encode(body),
        truncated: false,
        transferBytes: body.length,
        redirects: [],
        stopped: undefined,
        ttfbMs: 1,
        totalMs: 1,
      };
    },
  };
  return {
    call,
    seen,
    charged: () => charged,
    pass(ms: number) {
      offset += ms;
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
