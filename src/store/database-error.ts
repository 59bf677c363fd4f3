/** What was asked of the database was refused, and nothing was changed; the message is one line for the operator. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseRefusal";
}
