import { Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import type { JobProcess, Lease, LeasedJob, Leases, RunOutcome } from "./lease.ts";
import { Ended, type Ending } from "./process.ts";
import type { Order, Reply } from "./protocol.ts";

/** Messages of a worker to its primary process, whose pools all workers share. */
export type LeaseRequest =
  | {
      readonly type: "acquire";
      readonly id: number;
      readonly job: LeasedJob;
      readonly requestId: string;
      readonly tenant: string;
    }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "order"; readonly id: number; readonly order: Order }
  | { readonly type: "kill"; readonly id: number; readonly ending: Ending }
  | { readonly type: "end"; readonly id: number; readonly outcome: RunOutcome }
  | { readonly type: "warm"; readonly id: number; readonly job: LeasedJob };

/** Messages of the primary process to a worker. */
export type LeaseReply =
  | { readonly type: "acquired"; readonly id: number; readonly pid: number; readonly cpuMs: number }
  | { readonly type: "replied"; readonly id: number; readonly reply: Reply }
  | { readonly type: "warmed"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly error: PassedError }
  | { readonly type: "contended"; readonly id: number; readonly isContended: boolean };

/** A `Problem`, an `Ended`, or the words of another error. */
interface PassedError {
  readonly code?: ProblemCode;
  readonly ending?: Ending;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How often the primary looks whether the runs of workers must make way, in milliseconds. */
const CONTENTION_MS = 100;

function passed(error: unknown): PassedError {
  if (error instanceof Problem)
    return { code: error.code, detail: error.message, headers: error.options.headers };
  if (error instanceof Ended) return { ending: error.ending, detail: error.message };
  return { detail: String(error) };
}

function errorOf({ code, ending, detail, headers }: PassedError): Error {
  if (ending !== undefined) return new Ended(ending, detail);
  return code === undefined ? new Error(detail) : new Problem(code, detail, { headers });
}

/** The ending of a lease whose worker has ended: not the job's fault, with the process in the middle of a run. */
const ABANDONED: RunOutcome = { cpuMs: 0, failed: false, counted: "stopped", process: "lost" };

/** The primary's end for one worker: it leases processes of the primary's pools and passes orders on. */
export class LeaseServer {
  readonly #leases: Leases;
  readonly #send: (reply: LeaseReply) => void;
  readonly #waiting = new Map<number, AbortController>();
  readonly #held = new Map<number, Lease & { wasContended: boolean }>();
  #looking: Timer | undefined;
  #closed = false;

  constructor(leases: Leases, send: (reply: LeaseReply) => void) {
    this.#leases = leases;
    this.#send = send;
  }

  onMessage(request: LeaseRequest): void {
    const { id } = request;
    if (request.type === "acquire") this.#reply(id, this.#acquire(request));
    else if (request.type === "cancel") this.#waiting.get(id)?.abort();
    else if (request.type === "order") this.#reply(id, this.#order(id, request.order));
    else if (request.type === "kill") this.#held.get(id)?.process.kill(request.ending);
    else if (request.type === "end") this.#end(id, request.outcome);
    else this.#reply(id, this.#warm(id, request.job));
  }

  #reply(id: number, reply: Promise<LeaseReply>): void {
    void reply.catch((error): LeaseReply => ({ type: "failed", id, error: passed(error) })).then(this.#send);
  }

  /** Ends what the worker held and waited for: it has ended. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting.values()) waiting.abort();
    for (const id of this.#held.keys()) this.#end(id, ABANDONED);
  }

  async #acquire({
    id,
    job,
    requestId,
    tenant,
  }: Extract<LeaseRequest, { type: "acquire" }>): Promise<LeaseReply> {
    const waiting = new AbortController();
    this.#waiting.set(id, waiting);
    try {
      const lease = await this.#leases.acquire(job, { requestId, tenant }, waiting.signal);
      if (this.#closed || waiting.signal.aborted) {
        lease.end({ ...ABANDONED, process: "fit" });
        throw new Problem("client-left", "The client closed the connection before the call started.");
      }
      this.#held.set(id, Object.assign(lease, { wasContended: false }));
      this.#looking ??= setInterval(() => this.#look(), CONTENTION_MS);
      return { type: "acquired", id, pid: lease.process.pid, cpuMs: lease.process.cpuMs };
    } finally {
      this.#waiting.delete(id);
    }
  }

  async #order(id: number, order: Order): Promise<LeaseReply> {
    const lease = this.#held.get(id);
    if (lease === undefined) throw new Ended("stopped", "the lease is over");
    return { type: "replied", id, reply: await lease.process.ask(order) };
  }

  async #warm(id: number, job: LeasedJob): Promise<LeaseReply> {
    await this.#leases.warm(job);
    return { type: "warmed", id };
  }

  #end(id: number, outcome: RunOutcome): void {
    this.#held.get(id)?.end(outcome);
    this.#held.delete(id);
    if (this.#held.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #look(): void {
    for (const [id, lease] of this.#held) {
      const isContended = lease.isContended();
      if (isContended === lease.wasContended) continue;
      lease.wasContended = isContended;
      this.#send({ type: "contended", id, isContended });
    }
  }
}

/** The members of a job that the primary needs. */
function leased({ name, module, processes = {} }: LeasedJob): LeasedJob {
  return { name, module, processes };
}

type Call = Extract<LeaseRequest, { type: "acquire" | "order" | "warm" }>;

/** Leases of the primary's pools for a worker. `onMessage` receives the messages of the primary. */
export class SharedLeases implements Leases {
  readonly #send: (request: LeaseRequest) => void;
  /** Calls that wait for their reply, by the ID of the lease. */
  readonly #calls = new Map<number, { resolve(reply: LeaseReply): void; reject(error: Error): void }>();
  readonly #held = new Map<number, { isContended: boolean }>();
  #last = 0;

  constructor(send: (request: LeaseRequest) => void) {
    this.#send = send;
  }

  onMessage(reply: LeaseReply): void {
    const { id } = reply;
    const held = this.#held.get(id);
    if (reply.type === "contended") {
      if (held !== undefined) held.isContended = reply.isContended;
      return;
    }
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (reply.type === "failed") call?.reject(errorOf(reply.error));
    else call?.resolve(reply);
  }

  async acquire(
    job: LeasedJob,
    lessee: Parameters<Leases["acquire"]>[1],
    client: AbortSignal,
  ): Promise<Lease> {
    const { requestId, tenant } = lessee;
    const id = ++this.#last;
    const held = { isContended: false };
    this.#held.set(id, held);
    const cancel = () => this.#send({ type: "cancel", id });
    client.addEventListener("abort", cancel, { once: true });
    try {
      const acquired = this.#call({ type: "acquire", id, job: leased(job), requestId, tenant });
      // Whoever has left already fires no event.
      if (client.aborted) cancel();
      const reply = await acquired;
      if (reply.type !== "acquired") throw new TypeError(reply.type);
      return {
        process: this.#process(reply),
        isContended: () => held.isContended,
        end: (outcome) => {
          if (this.#held.delete(id)) this.#send({ type: "end", id, outcome });
        },
      };
    } catch (error) {
      this.#held.delete(id);
      throw error;
    } finally {
      client.removeEventListener("abort", cancel);
    }
  }

  async warm(job: LeasedJob): Promise<void> {
    await this.#call({ type: "warm", id: ++this.#last, job: leased(job) });
  }

  /** None: the pools and their counts are the primary's. */
  counts(): [] {
    return [];
  }

  /** Nothing: the processes are the primary's, which takes them back when this process ends. */
  close(): void {}

  #call(request: Call): Promise<LeaseReply> {
    return new Promise((resolve, reject) => {
      this.#calls.set(request.id, { resolve, reject });
      this.#send(request);
    });
  }

  /** A leased process: its orders go through the primary. */
  #process({ id, pid, cpuMs }: Extract<LeaseReply, { type: "acquired" }>): JobProcess {
    let ended: unknown;
    const calls = this.#calls;
    const process = {
      pid,
      cpuMs,
      get isAlive() {
        return ended === undefined;
      },
      get owes() {
        return calls.has(id);
      },
      ask: async (order: Order): Promise<Reply> => {
        if (ended !== undefined) throw ended;
        const reply = await this.#call({ type: "order", id, order }).catch((error) => {
          ended = error;
          throw error;
        });
        if (reply.type !== "replied") throw new TypeError(reply.type);
        if ("cpuMs" in reply.reply) process.cpuMs = reply.reply.cpuMs;
        return reply.reply;
      },
      kill: (ending: Ending) => this.#send({ type: "kill", id, ending }),
    };
    return process;
  }
}
