/** What one run of a job may cost. Whoever needs more is stopped, whatever it is doing. */
export interface JobLimits {
  /** Milliseconds that may pass between two messages of the job. */
  readonly progressMs: number;
  /** Milliseconds for the whole run, from its first step to its last. */
  readonly totalMs: number;
  /** Resident memory of the process that runs it, in bytes. */
  readonly memoryBytes: number;
  /** A process that holds more than this after a run makes room for a fresh one, in bytes. */
  readonly keepBytes: number;
}

/**
 * Work that belongs in a process of its own: it reads what strangers sent, or it is heavy. The job is a
 * module of its API that the process loads by address; it exports `run`, a `Steps`, and may export `warm`.
 */
export interface Job<Input, Message> {
  /** What its processes are counted under. */
  readonly name: string;
  /** The `file:` address of the module. */
  readonly module: string;
  readonly limits: JobLimits;
  /** Never set: it ties the types of the two sides together. */
  readonly steps?: Steps<Input, Message>;
}

/**
 * What the module of a job exports as `run`. Each message is asked for, so the job stands still between
 * them. It throws a `Problem` to refuse; anything else it throws ends its process.
 */
export type Steps<Input, Message> = (
  input: Input,
) => Generator<Message, void> | AsyncGenerator<Message, void>;

/**
 * Runs a job in a process of its own and gives its messages as they come. Throws what the job refuses, and
 * `busy`, `too-complex` or `processing-failed`. Leaving the loop, or the client's leaving, ends the job.
 */
export type Run = <Input, Message>(job: Job<Input, Message>, input: Input) => AsyncGenerator<Message, void>;
