// `expect(promise).rejects` of Bun runs the event loop from within the caller, and where that is a turn's immediate, it holds
// back the others of that turn: what the promise waits for may never come. These wait as all other code does.

/** What a promise rejects with. Throws if it is fulfilled. */
export async function rejectionOf(promise: unknown): Promise<unknown> {
  const outcome = await rejecting(promise);
  try {
    outcome();
  } catch (error) {
    return error;
  }
  throw new Error("The promise was fulfilled, and should be rejected.");
}

/** A function that throws what the promise rejects with, for `toThrow`; where it is fulfilled, one that throws nothing. */
export async function rejecting(promise: unknown): Promise<() => void> {
  try {
    await promise;
  } catch (error) {
    return () => {
      throw error;
    };
  }
  return () => {};
}
