import { Base64Decoder } from "../http/core/base64.ts";
import { PARSED_MAX } from "../http/core/body.ts";
import { type ExtractedString, JsonScanner } from "../http/core/json-scanner.ts";
import type { BodyReader, StoredFile, Upload } from "../http/core/upload.ts";
import { Problem } from "../kit/problem.ts";

const DEPTH_MAX = 32;

const ITEMS_MAX = 2_000;

const BATCH_MAX = 8;

/** The files of a message by the text that is in their place; a problem for one that is no Base64. */
export type MessageFiles = ReadonlyMap<string, StoredFile | Problem>;

/** A message as it was received. */
export interface Message {
  /** The JSON-RPC message, or a list of them. */
  readonly value: unknown;
  readonly files: MessageFiles;
}

/** Reads a message, with the files in `fileArguments`. Throws `invalid-body` and `payload-too-large`. */
export function messageReader(
  upload: Upload,
  fileArguments: ReadonlySet<string>,
  maxBytes: number,
): BodyReader<Message> {
  const files = new Map<string, StoredFile | Problem>();
  const lift = (path: readonly string[]): ExtractedString | undefined => {
    const [params, list, parameter = "", ...deeper] = path[0] === "[]" ? path.slice(1) : path;
    const isArgument = params === "params" && list === "arguments" && deeper.length === 0;
    if (!isArgument || !fileArguments.has(parameter)) return undefined;
    // Base64 itself, as the schema of the argument wants it.
    const placeholder = btoa(`file ${files.size}`);
    const file = upload.store(maxBytes);
    files.set(placeholder, file);
    const decoder = new Base64Decoder(file, parameter);
    // What is wrong with one argument is the result of one tool: the rest of the message is read.
    const attempt = (step: () => void) => {
      if (files.get(placeholder) !== file) return;
      try {
        step();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        files.set(placeholder, error);
      }
    };
    const sink = {
      push: (text: string) => attempt(() => decoder.push(text)),
      end: () => attempt(() => decoder.end()),
    };
    return { sink, placeholder, parameter };
  };
  const scanner = new JsonScanner({ restMax: PARSED_MAX, depthMax: DEPTH_MAX, itemsMax: ITEMS_MAX, lift });
  return {
    push: (piece) => scanner.push(piece),
    end() {
      const value = scanner.end();
      if (Array.isArray(value) && value.length > BATCH_MAX) {
        throw new Problem("invalid-body", `A batch may have at most ${BATCH_MAX} messages.`);
      }
      return { value, files };
    },
  };
}
