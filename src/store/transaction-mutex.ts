/** Serializes access to the connection of a SQLite handle: other statements would join an open transaction. */
export class TransactionMutex {
  #closed: Promise<void> | undefined;
  #passing = 0;
  #emptied = () => {};

  /** Runs a statement outside of any transaction: at once, or when the open one has ended. */
  async pass<T>(statement: () => PromiseLike<T>): Promise<T> {
    // Whoever waited may find that the next transaction was faster.
    while (this.#closed !== undefined) await this.#closed;
    this.#passing++;
    try {
      return await statement();
    } finally {
      if (--this.#passing === 0) this.#emptied();
    }
  }

  /** Runs a transaction alone; those that come meanwhile wait their turn. It must not call `pass`. */
  async hold<T>(transaction: () => PromiseLike<T>): Promise<T> {
    while (this.#closed !== undefined) await this.#closed;
    let open = () => {};
    this.#closed = new Promise((resolve) => {
      open = resolve;
    });
    try {
      if (this.#passing > 0) {
        await new Promise<void>((resolve) => {
          this.#emptied = resolve;
        });
      }
      return await transaction();
    } finally {
      this.#closed = undefined;
      open();
    }
  }
}
