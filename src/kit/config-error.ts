/** An environment variable that is not accepted; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
