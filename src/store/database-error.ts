/** A command on the database was rejected and changed nothing; the message is one line for the operator. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseRefusal";
}
