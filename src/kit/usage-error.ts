/** A command that was called wrongly; the message is a sentence that says what is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** How the command is written, a form a line, where the sentence alone does not help. */
  readonly forms: string | undefined;

  constructor(
    sentence: string,
    { forms, cause }: { readonly forms?: string; readonly cause?: unknown } = {},
  ) {
    super(sentence, { cause });
    this.forms = forms;
  }
}
