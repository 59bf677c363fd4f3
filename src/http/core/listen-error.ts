/** The address to listen on is not available; the message is one line for the operator. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}
