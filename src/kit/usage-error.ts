/** A command that was called wrongly; the message is what it takes, one form a line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
