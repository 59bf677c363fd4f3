import { ConnectionError, InvalidResponseError, type Problem, ProblemError } from "./errors.js";
import type { NdjsonLine } from "./operations.js";
import type { StreamedResponse } from "./transport.js";

/** Splits pieces of UTF-8 into lines; a last line without a line feed was cut off. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of chunks) {
    // A long line comes in many pieces: they are joined once, at its end.
    const [first = "", ...more] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first);
    for (const next of more) {
      yield parts.join("");
      parts = [next];
    }
  }
  if (parts.join("") !== "") throw new ConnectionError("The response was cut off in the middle of a line.");
}

/**
 * Reads the lines of NDJSON. Throws a `ProblemError` for a line that says that the rest failed, an
 * `InvalidResponseError` for a line that is no JSON, and a `ConnectionError` if the stream ends before its last line.
 */
export async function* ndjson({ status, chunks }: StreamedResponse): AsyncGenerator<NdjsonLine, void> {
  let last: unknown;
  let isTyped = false;
  for await (const text of linesOf(chunks)) {
    if (text.trim() === "") continue;
    let line: NdjsonLine;
    try {
      line = JSON.parse(text) as NdjsonLine;
    } catch (cause) {
      throw new InvalidResponseError("A line of the response is not JSON.", "body", status, undefined, cause);
    }
    last = line?.type;
    isTyped ||= typeof last === "string";
    if (last === "problem") throw new ProblemError(line as unknown as Problem, status);
    yield line;
  }
  if (last !== "end" && (isTyped || last === undefined)) {
    throw new ConnectionError("The response was cut off before its last line.");
  }
}
