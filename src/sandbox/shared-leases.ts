import { Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import type { Lease, LeasedJob, Leases, RunOutcome } from "./lease.ts";
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
  | { readonly type: "rejected"; readonly id: number; readonly rejection: Rejection }
  | { readonly type: "replied"; readonly id: number; readonly reply: Reply }
  | { readonly type: "ended"; readonly id: number; readonly ending: Ending; readonly reason: string }
  | { readonly type: "contended"; readonly id: number; readonly isContended: boolean }
  | { readonly type: "warmed"; readonly id: number };

/** A `Problem`, or the words of another error. */
interface Rejection {
  readonly code: ProblemCode | undefined;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** How often the primary looks whether the runs of workers must make way, in milliseconds. */
const CONTENTION_MS = 100;

function rejectionOf(error: unknown): Rejection {
  if (error instanceof Problem)
    return { code: error.code, detail: error.message, headers: error.options.headers };
  return { code: undefined, detail: String(error), headers: undefined };
}

function errorOf({ code, detail, headers }: Rejection): Error {
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

  /** Takes one request of the worker. */
  onMessage(request: LeaseRequest): void {
    const { id } = request;
    switch (request.type) {
      case "acquire":
        void this.#acquire(request);
        return;
      case "cancel":
        this.#waiting.get(id)?.abort();
        return;
      case "order":
        void this.#order(id, request.order);
        return;
      case "kill":
        this.#held.get(id)?.process.kill(request.ending);
        return;
      case "end":
        this.#end(id, request.outcome);
        return;
      case "warm":
        void this.#leases.warm(request.job).then(
          () => this.#send({ type: "warmed", id }),
          (error) => this.#send({ type: "rejected", id, rejection: rejectionOf(error) }),
        );
    }
  }

  /** Ends what the worker held and waited for: it has ended. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting.values()) waiting.abort();
    for (const id of this.#held.keys()) this.#end(id, ABANDONED);
  }

  async #acquire({ id, job, requestId, tenant }: Extract<LeaseRequest, { type: "acquire" }>): Promise<void> {
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
      this.#send({ type: "acquired", id, pid: lease.process.pid, cpuMs: lease.process.cpuMs });
    } catch (error) {
      this.#send({ type: "rejected", id, rejection: rejectionOf(error) });
    } finally {
      this.#waiting.delete(id);
    }
  }

  async #order(id: number, order: Order): Promise<void> {
    try {
      const lease = this.#held.get(id);
      if (lease === undefined) throw new Ended("stopped", "the lease is over");
      this.#send({ type: "replied", id, reply: await lease.process.ask(order) });
    } catch (error) {
      const { ending, message } = error instanceof Ended ? error : new Ended("crash", String(error));
      this.#send({ type: "ended", id, ending, reason: message });
    }
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

/** A process that is leased from the primary, as its worker sees it. */
class RemoteProcess {
  readonly pid: number;
  readonly #ask: (request: LeaseRequest) => void;
  readonly #id: number;
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  #ended: Ended | undefined;
  cpuMs: number;
  isContended = false;

  constructor(id: number, pid: number, cpuMs: number, ask: (request: LeaseRequest) => void) {
    this.#id = id;
    this.pid = pid;
    this.cpuMs = cpuMs;
    this.#ask = ask;
  }

  get isAlive(): boolean {
    return this.#ended === undefined;
  }

  get owes(): boolean {
    return this.#waiting !== undefined;
  }

  ask(order: Order): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#ended);
      this.#waiting = { resolve, reject };
      this.#ask({ type: "order", id: this.#id, order });
    });
  }

  kill(ending: Ending): void {
    this.#ask({ type: "kill", id: this.#id, ending });
  }

  replied(reply: Reply): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if ("cpuMs" in reply) this.cpuMs = reply.cpuMs;
    waiting?.resolve(reply);
  }

  ended(error: Ended): void {
    this.#ended = error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

/** The members of a job that the primary needs. */
function leased({ name, module, setup, processes = {} }: LeasedJob): LeasedJob {
  return { name, module, setup, processes };
}

interface Acquiring {
  acquired(pid: number, cpuMs: number): void;
  rejected(error: Error): void;
}

/** Leases of the primary's pools for a worker. `onMessage` receives the messages of the primary. */
export class SharedLeases implements Leases {
  readonly #send: (request: LeaseRequest) => void;
  readonly #acquiring = new Map<number, Acquiring>();
  readonly #processes = new Map<number, RemoteProcess>();
  #last = 0;

  constructor(send: (request: LeaseRequest) => void) {
    this.#send = send;
  }

  /** Takes one reply of the primary. */
  onMessage(reply: LeaseReply): void {
    const { id } = reply;
    switch (reply.type) {
      case "acquired":
        this.#acquiring.get(id)?.acquired(reply.pid, reply.cpuMs);
        return;
      case "rejected":
        this.#acquiring.get(id)?.rejected(errorOf(reply.rejection));
        return;
      case "warmed":
        this.#acquiring.get(id)?.acquired(0, 0);
        return;
      case "replied":
        this.#processes.get(id)?.replied(reply.reply);
        return;
      case "ended":
        this.#processes.get(id)?.ended(new Ended(reply.ending, reply.reason));
        return;
      case "contended": {
        const process = this.#processes.get(id);
        if (process !== undefined) process.isContended = reply.isContended;
      }
    }
  }

  acquire(
    job: LeasedJob,
    { requestId, tenant }: Parameters<Leases["acquire"]>[1],
    client: AbortSignal,
  ): Promise<Lease> {
    const id = ++this.#last;
    const cancel = () => this.#send({ type: "cancel", id });
    client.addEventListener("abort", cancel, { once: true });
    const settled = this.#settled<Lease>(
      id,
      { type: "acquire", id, job: leased(job), requestId, tenant },
      (pid, cpuMs) => {
        const process = new RemoteProcess(id, pid, cpuMs, this.#send);
        this.#processes.set(id, process);
        return {
          process,
          isContended: () => process.isContended,
          end: (outcome) => {
            if (this.#processes.delete(id)) this.#send({ type: "end", id, outcome });
          },
        };
      },
    );
    // Whoever has left already fires no event.
    if (client.aborted) cancel();
    return settled.finally(() => client.removeEventListener("abort", cancel));
  }

  warm(job: LeasedJob): Promise<void> {
    const id = ++this.#last;
    return this.#settled(id, { type: "warm", id, job: leased(job) }, () => undefined);
  }

  /** None: the pools and their counts are the primary's. */
  counts(): [] {
    return [];
  }

  /** Nothing: the processes are the primary's, which takes them back when this process ends. */
  close(): void {}

  /** Sends a request and waits until it is granted or rejected. */
  #settled<Granted>(
    id: number,
    request: LeaseRequest,
    grant: (pid: number, cpuMs: number) => Granted,
  ): Promise<Granted> {
    return new Promise<Granted>((resolve, reject) => {
      this.#acquiring.set(id, {
        acquired: (pid, cpuMs) => resolve(grant(pid, cpuMs)),
        rejected: reject,
      });
      this.#send(request);
    }).finally(() => this.#acquiring.delete(id));
  }
}
