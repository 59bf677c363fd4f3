const HIDDEN = "[redacted]";

/** As `inspect.custom` of node:util, whose import takes milliseconds of a start. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** A text that no log, error, JSON or template shows: it has to be asked for by name. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the one place that sends it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [INSPECT](): string {
    return HIDDEN;
  }
}
