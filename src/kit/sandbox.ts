/** Limits of one run of a job. Times are processor time where the system tells it, and three times as much by the clock. */
export interface JobLimits {
  readonly progressMs: number;
  /** The limit while another caller waits whose own runs are neither long nor failing. Default: none. */
  readonly contendedMs?: number;
  readonly totalMs: number;
  readonly memoryBytes: number;
  /** A process that holds more memory than this after a run is replaced, in bytes. */
  readonly keepBytes: number;
}

/** Management of the processes of a job. The operator's settings replace missing members. */
export interface JobProcesses {
  /** Jobs that name the same pool share its processes, as the first of them to run describes it. */
  readonly pool?: string;
  /** Processes at most; never more than the operator allows. For jobs that hold much or use many cores. */
  readonly most?: number;
  /** Processes beside those, for callers without a run whose runs succeed and are short. Default: 1. */
  readonly reserved?: 0 | 1;
  readonly keep?: number;
  /** Milliseconds without work after which the others end. */
  readonly idleMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Work for a process of its own. Its module exports `run`, a `Steps`, and may export `warm`, which compiles its code. */
export interface Job<Input, Message> {
  /** The name of its processes in metrics. */
  readonly name: string;
  readonly module: string;
  /** Of the run that it is given to: a copy of the job with other limits runs in the same processes. */
  readonly limits: JobLimits;
  /** How its processes are kept, as the first run of the module names it. */
  readonly processes?: JobProcesses;
  /** Never set: it ties the types of the two sides together. */
  readonly steps?: Steps<Input, Message>;
}

/**
 * The `run` of a job's module: a generator that pauses until the next message is requested. It throws a `Problem` to reject
 * the input; any other error ends its process. Inputs and messages are cloned.
 */
export type Steps<Input, Message> = (
  input: Input,
) => Generator<Message, void> | AsyncGenerator<Message, void>;

/** Runs a job in a process of its own; leaving the loop ends it. Throws `busy`, `too-complex` or `processing-failed`. */
export type Run = <Input, Message>(job: Job<Input, Message>, input: Input) => AsyncGenerator<Message, void>;

/** A program of the operator's machine that reads its standard input, writes its standard output and ends. */
export interface Program {
  /** The name of its runs in metrics. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits: ProgramLimits;
}

/** Limits for one run of a program. */
export interface ProgramLimits {
  /** Milliseconds, of the clock and of the processor alike. */
  readonly totalMs: number;
  /** Address space, in bytes, where the system bounds it; its resident memory is watched too. */
  readonly memoryBytes: number;
  readonly outputBytes: number;
}

/** Runs a program on bytes and gives what it writes. Throws `too-complex` and `processing-failed`. */
export type Pipe = (program: Program, input: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
