import { type AnyOperation, fileNames } from "../../kit/descriptor.ts";
import { textsOfJson } from "../../kit/parameter.ts";
import { Problem } from "../../kit/problem.ts";
import { isRecord } from "../../kit/record.ts";
import { quotedName } from "../../kit/suggest-name.ts";
import { Base64Decoder } from "./base64.ts";
import { FormScanner } from "./form-scanner.ts";
import { JsonScanner } from "./json-scanner.ts";
import { bodyFileName, boundaryOf, MultipartScanner, type PartSink, TextPart } from "./multipart-scanner.ts";
import { invalidBody, rejectEncoded } from "./read-body.ts";
import type { BodyReader, StoredFile, Upload } from "./upload.ts";

const MULTIPART = "multipart/form-data";
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/** The maximum size of a body without its files, in bytes. This part is parsed in one step. */
export const PARSED_MAX = 64 * 1024;

const ITEMS_MAX = 1_000;

/** Objects and lists in each other: a JSON body is flat. */
const DEPTH_MAX = 8;

/** A body that was received. */
export interface Received {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: Readonly<Record<string, StoredFile>>;
}

/** The members of a JSON object as a form has them, where a list is repeated. `problemOf`: the problem of a member that no form can have. */
export function textFields(
  object: Readonly<Record<string, unknown>>,
  problemOf: (name: string) => Problem,
): [name: string, value: string][] {
  // Clients write null for what they leave out.
  const given = Object.entries(object).filter(([, member]) => member !== null);
  return given.flatMap(([name, member]) => {
    const texts = textsOfJson(member);
    if (texts !== undefined) return texts.map((text): [string, string] => [name, text]);
    throw problemOf(name);
  });
}

function jsonFields(value: unknown): Received["fields"] {
  if (!isRecord(value)) throw invalidBody("The body must be a JSON object.");
  return textFields(value, (name) => {
    const field = quotedName(name) === "" ? "Each field of the JSON object" : name;
    return invalidBody(`${field} must be a string, a number, true, false, or a list of these.`, name);
  });
}

type Accepting = Required<Pick<AnyOperation, "accepts">> & Pick<AnyOperation, "synonyms" | "isLenient">;

function memberOf(name: string, { synonyms = {} }: Accepting): string {
  return Object.hasOwn(synonyms, name) ? (synonyms[name] ?? name) : name;
}

class Files {
  readonly stored: Record<string, StoredFile> = {};
  readonly #store: (fileName?: string) => StoredFile;
  readonly #operation: Accepting;
  /** Whether the file came as Base64. */
  #isBase64 = false;

  constructor(operation: Accepting, store: (fileName?: string) => StoredFile) {
    this.#operation = operation;
    this.#store = store;
  }

  /** A file under the name of its input member. Throws where it is given before. */
  add(member: string, fileName?: string): StoredFile {
    const { file } = this.#operation.accepts;
    const before = this.stored[member];
    if (before !== undefined && !(this.#operation.isLenient && before.size === 0)) {
      if (member === file && this.#isBase64) throw invalidBody("Send the file only once.", file);
      throw invalidBody(`${member} is repeated. Send it only once.`, member);
    }
    const stored = this.#store(fileName);
    this.stored[member] = stored;
    return stored;
  }

  given(): Record<string, StoredFile> {
    return Object.fromEntries(Object.entries(this.stored).filter(([, { size }]) => size > 0));
  }

  /** Returns the decoder of a file that a client sends as Base64 under this name; undefined for other names. */
  base64(given: string): { readonly sink: Base64Decoder; readonly parameter: string } | undefined {
    const { file, base64 } = this.#operation.accepts;
    if (base64 === undefined || memberOf(given, this.#operation) !== base64) return undefined;
    const { isLenient = false } = this.#operation;
    if (this.stored[file] !== undefined) {
      if (isLenient) return undefined;
      throw invalidBody("Send the file only once.", file);
    }
    this.#isBase64 = true;
    return { sink: new Base64Decoder(this.add(file), base64, isLenient), parameter: base64 };
  }

  /** The fields without the one whose value was decoded, which is empty by now. */
  fields(all: Received["fields"]): Received["fields"] {
    const { base64 } = this.#operation.accepts;
    return all.filter(([name, value]) => {
      if (base64 === undefined || memberOf(name, this.#operation) !== base64) return true;
      if (!this.#operation.isLenient && (value !== "" || !this.#isBase64)) {
        throw invalidBody(`${base64} must be the content of a file as Base64.`, base64);
      }
      return false;
    });
  }
}

type FieldsReader = BodyReader<Received["fields"]>;

const rawHint = (type: string) => `To send a file, set the header Content-Type: ${type}.`;

function jsonReader(files: Files, type: string): FieldsReader {
  const scanner = new JsonScanner({
    hint: rawHint(type),
    restMax: PARSED_MAX,
    depthMax: DEPTH_MAX,
    itemsMax: ITEMS_MAX,
    lift([name, ...deeper]) {
      const decoder = name === undefined || deeper.length > 0 ? undefined : files.base64(name);
      return decoder && { ...decoder, placeholder: "" };
    },
  });
  return {
    push: (chunk) => scanner.push(chunk),
    end: () => files.fields(jsonFields(scanner.end())),
  };
}

function formReader(files: Files, type: string): FieldsReader {
  const scanner = new FormScanner({
    restMax: PARSED_MAX,
    fieldsMax: ITEMS_MAX,
    hint: rawHint(type),
    lift: (name) => files.base64(name),
  });
  return { push: (chunk) => scanner.push(chunk), end: () => files.fields(scanner.end()) };
}

/** The error for a file in a part of another name. `names` are those of the files of an operation. */
export function wrongPart(given: string, names: readonly string[]): Problem {
  const parts = names.length === 1 ? `the part named ${names[0]}` : `a part named ${names.join(" or ")}`;
  return invalidBody(`Unknown file part${quotedName(given)}. Send the file as ${parts}.`, names[0]);
}

function partWithoutFilename(name: string, { accepts }: Accepting): Problem {
  const url = name === accepts.file ? " To send a URL, name it url." : "";
  return invalidBody(
    `${name} must be sent as a file: its part needs a filename, as curl -F ${name}=@FILE sends it.${url}`,
    name,
  );
}

function multipartReader(files: Files, contentType: string, operation: Accepting): FieldsReader {
  const names = fileNames(operation.accepts);
  const fields: [string, string][] = [];
  let left = PARSED_MAX;
  const tooLong = () =>
    new Problem("payload-too-large", `The fields of the form may have at most ${PARSED_MAX} bytes together.`);
  const scanner = new MultipartScanner(boundaryOf(contentType), {
    partsMax: ITEMS_MAX,
    headersMax: PARSED_MAX,
    part({ name: given, fileName }): PartSink {
      const name = memberOf(given, operation);
      if (fileName !== undefined) {
        if (!names.includes(name)) {
          throw wrongPart(given, names);
        }
        const file = files.add(name, fileName);
        return { push: (bytes) => file.append(bytes), end: () => {} };
      }
      if (names.includes(name) && !operation.isLenient) {
        throw partWithoutFilename(name, operation);
      }
      const base64 = files.base64(given)?.sink;
      if (base64 !== undefined) {
        const push = (bytes: Uint8Array) =>
          base64.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
        return { push, end: () => base64.end() };
      }
      return new TextPart(left, tooLong, (text) => {
        left -= Buffer.byteLength(text);
        fields.push([given, text]);
      });
    },
  });
  return {
    push: (chunk) => scanner.push(chunk),
    end() {
      scanner.end();
      return fields;
    },
  };
}

/**
 * Makes the reader of the bodies of an operation that takes a file. Throws `unsupported-media-type`, `payload-too-large`,
 * `invalid-body` and what `Upload.receive` throws.
 */
export function createReceiver(
  operation: Accepting,
  maxBytes: number,
): (request: Request, upload: Upload) => Promise<Received> {
  const { file, types, base64 } = operation.accepts;
  const { isLenient = false } = operation;
  const takes = `Send ${MULTIPART} with ${file}, ${types.join(" or ")} as the raw body, or ${JSON_TYPE} with url`;
  // Base64 writes three bytes as four.
  const textMax = base64 === undefined ? 0 : Math.ceil((maxBytes * 4) / 3);
  return async (request, upload) => {
    const contentType = request.headers.get("content-type") ?? "";
    const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    rejectEncoded(request);
    const files = new Files(operation, (fileName) => upload.store(maxBytes, fileName));
    const receive = async (most: number, reader: FieldsReader): Promise<Received> => {
      const fields = await upload.receive(request, most, reader);
      return { fields, files: isLenient ? files.given() : files.stored };
    };
    if (type === MULTIPART) {
      const most = Math.max(maxBytes, textMax) + PARSED_MAX;
      return receive(most, multipartReader(files, contentType, operation));
    }
    if (types.includes(type) || type === "application/octet-stream") {
      const raw = files.add(file, bodyFileName(request.headers));
      const received = await receive(maxBytes, { push: (chunk) => raw.append(chunk), end: () => [] });
      if (raw.size === 0) throw invalidBody(`The body is empty. ${takes}.`, file);
      return received;
    }
    if (type === JSON_TYPE) return receive(PARSED_MAX + textMax, jsonReader(files, types[0]));
    if (type === FORM) return receive(PARSED_MAX + textMax, formReader(files, types[0]));
    if (request.body === null && type === "") return { fields: [], files: {} };
    throw new Problem("unsupported-media-type", `${takes}, and set Content-Type.`);
  };
}
