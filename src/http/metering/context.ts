import type { Browse, BrowseTask, RenderedDocument, RequestHandler } from "../../kit/browse.ts";
import type { Context } from "../../kit/context.ts";
import { accountOf, isBackground } from "../../kit/fair-queue.ts";
import type { Fetch, Fetched, FetchOptions } from "../../kit/fetch.ts";
import type { Job, Pipe, Program, Run } from "../../kit/sandbox.ts";
import type { SharedReport, ShareReport } from "../../kit/shared-report.ts";
import type { State } from "../../kit/state.ts";
import type { Work } from "../../kit/work.ts";
import type { ConcurrencyLimit } from "../core/concurrency-limit.ts";
import type { Uploads } from "../core/upload.ts";
import { type Charging, free } from "./call-charge.ts";
import type { JobSubmitter } from "./job-submitter.ts";
import type { Metering } from "./metering.ts";

/** Dependencies of calls that nobody pays for. */
export interface Unmetered {
  readonly tenant: string;
  readonly charging: Charging;
}

/** Stores reports for their links, as `ShareReport` does. */
export interface ReportStore {
  share(
    of: { readonly account: string; readonly subject: string; readonly url: string },
    html: string,
  ): Promise<SharedReport | undefined>;
}

/** Outgoing access of operations. */
export interface Services {
  fetch(url: string, options: FetchOptions, client: AbortSignal, work: Work): Promise<Fetched>;
  run<Input, Message>(
    job: Job<Input, Message>,
    input: Input,
    client: AbortSignal,
    work: Work,
  ): AsyncGenerator<Message, void>;
  pipe(
    program: Program,
    input: Uint8Array<ArrayBuffer>,
    client: AbortSignal,
    work: Work,
  ): Promise<Uint8Array<ArrayBuffer>>;
  browse(
    task: BrowseTask,
    handleRequest: RequestHandler,
    client: AbortSignal,
    work: Work,
  ): Promise<RenderedDocument>;
  readonly uploads: Uploads;
  readonly state: State;
  readonly concurrency: ConcurrencyLimit;
  /** Where reports are stored that links show; undefined without a server. */
  readonly reports?: ReportStore | undefined;
  /** Where calls are stored that are to run later; undefined where they cannot be. */
  readonly jobs?: JobSubmitter | undefined;
  /** Undefined where METERING=off: then every call is served, without keys. */
  readonly metering: Metering | undefined;
  /** The tenant and the charges of calls without metering. Default: no tenant, and nothing is charged. */
  readonly unmetered?: Unmetered;
}

/** The context of an operation of an open API: nothing that could be down. */
export class OpenContext implements Context {
  readonly mediaType: string;
  private readonly request: Request;
  protected readonly services: Services;
  protected readonly work: Work;

  constructor(mediaType: string, request: Request, services: Services, work: Work) {
    this.mediaType = mediaType;
    this.request = request;
    this.services = services;
    this.work = work;
  }

  // Getters, so that an operation pays for nothing that it does not use: the first look at a request's
  // signal costs more than a whole UUID response.
  get signal(): AbortSignal {
    return this.request.signal;
  }

  get isBackground(): boolean {
    return isBackground(this.work.tenant);
  }

  get fetch(): Fetch {
    return (url, options) => this.services.fetch(url, options, this.signal, this.work);
  }

  get run(): Run {
    return (job, input) => this.services.run(job, input, this.signal, this.work);
  }

  get pipe(): Pipe {
    return (program, input) => this.services.pipe(program, input, this.signal, this.work);
  }

  get browse(): Browse {
    return (task, handleRequest) => this.services.browse(task, handleRequest, this.signal, this.work);
  }

  get charge(): Context["charge"] {
    return free.charge;
  }

  get refund(): Context["refund"] {
    return free.refund;
  }

  get shareReport(): ShareReport | undefined {
    return undefined;
  }

  get state(): State {
    throw new TypeError("an open operation has no shared state");
  }

  now(): number {
    return Date.now();
  }
}

/** The context of an operation of an API with keys. */
export class KeyedContext extends OpenContext {
  readonly #charging: Charging;

  constructor(mediaType: string, request: Request, services: Services, work: Work, charging: Charging) {
    super(mediaType, request, services, work);
    this.#charging = charging;
  }

  override get charge(): Context["charge"] {
    return this.#charging.charge;
  }

  override get refund(): Context["refund"] {
    return this.#charging.refund;
  }

  override get shareReport(): ShareReport | undefined {
    const { reports } = this.services;
    // Each call is an audit of its own.
    const of = { account: accountOf(this.work.tenant), subject: `call ${crypto.randomUUID()}` };
    return reports && ((html, url) => reports.share({ ...of, url }, html));
  }

  override get state(): State {
    return this.services.state;
  }
}
