import { type AnyOperation, fileNames } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import type { Sent } from "../kit/query.ts";
import { collect, tooLarge, type Upload } from "./upload.ts";

const MULTIPART = "multipart/form-data";
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/** A body without a file is short; in bytes. */
const FIELDS_MAX = 64 * 1024;

/** What the parts of a form may weigh beside the file; in bytes. */
const PARTS_MAX = 64 * 1024;

function invalid(detail: string, parameter?: string): Problem {
  return new Problem("invalid-body", detail, { parameter });
}

function textOf(bytes: Uint8Array, hint: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid(hint);
  }
}

function jsonFields(text: string): Sent["fields"] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("The body is not valid JSON: send one object.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("The body must be a JSON object.");
  }
  return Object.entries(value).map(([name, member]: [string, unknown]) => {
    const list = Array.isArray(member) ? member : [member];
    const isPlain = list.every((one) => ["string", "number", "boolean"].includes(typeof one));
    if (isPlain && list.length > 0) return [name, list.join(",")] as const;
    throw invalid("Each member of the JSON object is a text, a number, true, false, or a list of them.");
  });
}

type Accepting = Required<Pick<AnyOperation, "accepts">> & Pick<AnyOperation, "synonyms">;

/** The member of the input that a client means by a name. */
function memberOf(name: string, { synonyms = {} }: Accepting): string {
  return Object.hasOwn(synonyms, name) ? (synonyms[name] ?? name) : name;
}

/** The bytes that stand in a text as Base64 (RFC 4648), with or without the beginning of a data URL. */
function decoded(text: string, name: string): Uint8Array<ArrayBuffer> {
  const digits = text.replace(/^data:[\w.+/-]*;base64,/, "");
  try {
    const bytes = Uint8Array.fromBase64(digits);
    if (bytes.length > 0) return bytes;
  } catch {
    // Answered below, like an empty text.
  }
  throw invalid(`${name} must hold the bytes of a file as Base64.`, name);
}

/** Takes the file out of the fields where it stands among them as Base64. */
function withBase64({ fields, files }: Sent, accepting: Accepting): Sent {
  const { file, base64 } = accepting.accepts;
  if (base64 === undefined) return { fields, files };
  const isText = ([name]: Sent["fields"][number]) => memberOf(name, accepting) === base64;
  const texts = fields.filter(isText);
  if (texts.length === 0) return { fields, files };
  if (texts.length > 1 || files[file] !== undefined) throw invalid(`Give the file once.`, file);
  const [[, text = ""] = []] = texts;
  return {
    fields: fields.filter((field) => !isText(field)),
    files: { ...files, [file]: decoded(text, base64) },
  };
}

async function multipart(bytes: Uint8Array<ArrayBuffer>, type: string, accepting: Accepting): Promise<Sent> {
  const names = fileNames(accepting.accepts);
  const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw invalid("The body is not multipart/form-data with the boundary that its Content-Type names.");
  });
  const fields: [string, string][] = [];
  const files: Record<string, Uint8Array> = {};
  for (const [given, value] of form.entries()) {
    const name = memberOf(given, accepting);
    const isFile = names.includes(name);
    if (typeof value === "string") {
      if (isFile) throw invalid(`${name} must be sent as a file: its part needs a filename.`, name);
      fields.push([given, value]);
    } else {
      if (!isFile) throw invalid(`Files of this operation are parts named ${names.join(" or ")}.`, names[0]);
      if (files[name] !== undefined) throw invalid(`${name} is given more than once: give it once.`, name);
      files[name] = await value.bytes();
    }
  }
  return { fields, files };
}

/**
 * Makes the reader of the bodies of an operation that takes a file. Throws `unsupported-media-type`,
 * `payload-too-large` and `invalid-body`; what the fields mean is read by others. Nothing is written to disk.
 */
export function createReceiver(
  operation: Accepting,
  maxBytes: number,
): (request: Request, upload: Upload) => Promise<Sent> {
  const { file, types, base64 } = operation.accepts;
  const takes = `Send ${MULTIPART} with ${file}, ${types.join(" or ")} as it is, or ${JSON_TYPE} with url`;
  // Base64 writes three bytes as four.
  const textMax = base64 === undefined ? 0 : Math.ceil((maxBytes * 4) / 3);
  const checked = (sent: Sent): Sent => {
    const read = withBase64(sent, operation);
    if ((read.files[file]?.length ?? 0) > maxBytes) throw tooLarge(maxBytes);
    return read;
  };
  return async (request, upload) => {
    const contentType = request.headers.get("content-type") ?? "";
    const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const coding = request.headers.get("content-encoding");
    if (coding !== null && coding.toLowerCase() !== "identity") {
      throw new Problem("unsupported-media-type", "Send the body without a Content-Encoding.");
    }
    if (type === MULTIPART) {
      const most = Math.max(maxBytes, textMax) + PARTS_MAX;
      return checked(await multipart(await collect(request, most, upload), contentType, operation));
    }
    if (types.includes(type) || type === "application/octet-stream") {
      const bytes = await collect(request, maxBytes, upload);
      if (bytes.length === 0) throw invalid(`The body is empty. ${takes}.`, file);
      return { fields: [], files: { [file]: bytes } };
    }
    if (type === JSON_TYPE) {
      const text = textOf(await collect(request, FIELDS_MAX + textMax, upload), "The body is not UTF-8.");
      return checked({ fields: jsonFields(text), files: {} });
    }
    if (type === FORM) {
      const bytes = await collect(request, FIELDS_MAX + textMax, upload);
      const text = textOf(bytes, `The body is no form. For a file set the header Content-Type: ${types[0]}.`);
      return checked({ fields: [...new URLSearchParams(text)], files: {} });
    }
    if (request.body === null && type === "") return { fields: [], files: {} };
    throw new Problem("unsupported-media-type", `${takes}, and say which in Content-Type.`);
  };
}
