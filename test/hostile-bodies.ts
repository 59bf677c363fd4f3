import { seeded } from "./random.ts";

/** A body that is made to be hard to read, and the media type that it is sent as. */
export interface HostileBody {
  readonly kind: string;
  readonly type: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

type Make = (size: number, random: () => number) => string | Buffer<ArrayBuffer>;

/** `unit` again and again between a beginning and an end, all of it of `size` bytes. */
const fill =
  (before: string, unit: string | ((random: () => number) => string), after = ""): Make =>
  (size, random) => {
    const text = typeof unit === "string" ? unit : unit(random);
    const bytes = Buffer.alloc(Math.max(size, before.length + after.length), text, "latin1");
    bytes.write(before, "latin1");
    bytes.write(after, bytes.length - after.length, "latin1");
    return bytes;
  };

/** One text after the other until there are `size` characters. */
const many =
  (before: string, make: (index: number, random: () => number) => string, after = ""): Make =>
  (size, random) => {
    const parts = [before];
    for (let length = before.length, i = 0; length < size; i++) {
      const part = make(i, random);
      parts.push(part);
      length += part.length;
    }
    return parts.join("") + after;
  };

const noise: Make = (size, random) => Buffer.from(Uint8Array.from({ length: size }, () => random() * 256));
const letter = (random: () => number) => String.fromCharCode(97 + Math.floor(random() * 26));
const hex = (index: number) => index.toString(16);

/** Values for the place of a Base64 text: `name` is the member that holds it. */
const base64Json = (name: string, before: string, after: string): Record<string, Make> => {
  const open = `${before}"${name}":"`;
  return {
    "Base64 letters": fill(open, letter, `"${after}`),
    "Base64 slashes, escaped": fill(open, "\\/", `"${after}`),
    "Base64 letters as \\u escapes": fill(open, "\\u0041", `"${after}`),
    "Base64 of line ends": fill(open, "\\r\\n", `"${after}`),
    "Base64 of spaces": fill(open, " ", `"${after}`),
    "Base64 of letters and spaces": fill(open, "Q ", `"${after}`),
    "Base64 of padding": fill(open, "=", `"${after}`),
    "Base64 that ends in the middle of an escape": fill(open, "AAAA", `\\u00"${after}`),
    "Base64 of backslashes": fill(open, "\\\\", `"${after}`),
    "Base64 of raw control characters": fill(open, "\n", `"${after}`),
    "Base64 of no Latin letters": fill(open, "\xc3\xa9", `"${after}`),
    "Base64 without an end": fill(open, "AAAA"),
    "a data URL without an end": fill(`${open}data:`, letter, `"${after}`),
    "Base64 after its padding": fill(`${open}QQ==`, "QUJD", `"${after}`),
  };
};

const jsonTexts: Record<string, Make> = {
  "lists in lists": fill('{"url":', "["),
  "objects in objects": fill("", '{"a":'),
  "lists and objects in turn": fill('{"a":', '[{"a":'),
  "many members": many("{", (i) => `"${hex(i)}":0,`, '"z":0}'),
  "one member many times": many("{", () => `"url":"a",`, '"url":"b"}'),
  "a long name": fill('{"', letter, '":1}'),
  "a long name of escapes": fill('{"', "\\u0041", '":1}'),
  "a list of numbers": many('{"url":[', (i) => `${i},`, "0]}"),
  "a list of objects": many("[", () => "{},", "0]"),
  "a long text": fill('{"url":"', letter, '"}'),
  "a text of quotes": fill('{"url":"', '\\"', '"}'),
  "a text of escapes": fill('{"url":"', "\\n", '"}'),
  "white space": fill("{", " \n\t", "}"),
  digits: fill('{"n":', "9", "}"),
  exponents: many('{"n":[', () => "1e9999,", "0]}"),
  commas: fill("{", ","),
  colons: fill('{"a"', ":"),
  quotes: fill("", '"'),
  backslashes: fill('{"a":"', "\\"),
  zeros: fill("{", "\0"),
  "closing brackets": fill("", "]}"),
};

const formTexts: Record<string, Make> = {
  "many fields": many("", (i) => `${hex(i)}=1&`),
  "one field many times": many("", () => "url=a&"),
  "a long name": fill("", letter),
  "a long value": fill("url=", letter),
  "percent signs": fill("url=", "%"),
  escapes: fill("url=", "%41"),
  pluses: fill("", "+"),
  ampersands: fill("", "&"),
  "equals signs": fill("", "="),
  semicolons: fill("url=", ";"),
  brackets: fill("a", "[a]", "=1"),
  zeros: fill("", "\0"),
  "no UTF-8": fill("url=", "\xff"),
  "Base64 letters": fill("imageBase64=", letter),
  "Base64 escapes": fill("imageBase64=", "%41"),
  "Base64 of spaces": fill("imageBase64=", "+"),
  "Base64 of line ends": fill("imageBase64=", "%0D%0A"),
  "Base64 of letters and spaces": fill("imageBase64=", "Q+"),
  "Base64 of padding": fill("imageBase64=", "%3D"),
  "Base64 that ends in the middle of an escape": fill("imageBase64=", "AAAA", "%4"),
  "Base64 of no Latin letters": fill("imageBase64=", "%C3%A9"),
  "Base64 of escapes that are none": fill("imageBase64=", "%u0041"),
  "Base64 many times": many("", () => "imageBase64=QUJD&"),
  "a name in escapes": fill("image%42ase64=", letter),
  noise,
};

const part = (headers: string, content = "1") => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const file = `${named("image")}; filename="a"`;
const LONG = "a".repeat(70);

const multipartTexts: Record<string, readonly [boundary: string, Make]> = {
  "many parts": ["b", many("", (i) => part(named(hex(i))))],
  "many parts of one name": ["b", many("", () => part(named("url")))],
  "many empty parts": ["b", many("", () => part(named("url"), ""))],
  "many files": ["b", many("", (i) => part(`${named(`f${i}`)}; filename="a"`))],
  "many files of one name": ["b", many("", () => part(file))],
  "many boundaries": ["b", many("", () => "--b\r\n")],
  "many headers": ["b", many("--b\r\n", (i) => `X-${i}: 1\r\n`)],
  "a long header": ["b", fill("--b\r\nX: ", letter)],
  "a header without an end": ["b", fill(`--b\r\n${named("a")}`, ";")],
  "quotes without an end": ["b", fill('--b\r\nContent-Disposition: form-data; name="', '\\"')],
  "parameters without values": ["b", fill("--b\r\nContent-Disposition: form-data", "; name=")],
  "a part without headers": ["b", fill("--b\r\n\r\n", letter, "\r\n--b--\r\n")],
  "lines that end in LF alone": ["b", fill(`--b\n${file}\n\n`, "\n", "\n--b--\n")],
  "a boundary of dashes": ["-".repeat(70), fill("", "-")],
  "boundaries that lack their last character": [LONG, fill("", `\r\n--${LONG.slice(1)}`)],
  "a file of boundaries that lack their last character": [
    LONG,
    fill(`--${LONG}\r\n${file}\r\n\r\n`, `\r\n--${LONG.slice(1)}`, `\r\n--${LONG}--\r\n`),
  ],
  "a file of line ends": ["b", fill(`--b\r\n${file}\r\n\r\n`, "\r\n", "\r\n--b--\r\n")],
  "a file without an end": ["b", fill(`--b\r\n${file}\r\n\r\n`, "\r")],
  "a long text": ["b", fill(`--b\r\n${named("url")}\r\n\r\n`, letter, "\r\n--b--\r\n")],
  "Base64 letters": ["b", fill(`--b\r\n${named("imageBase64")}\r\n\r\n`, letter, "\r\n--b--\r\n")],
  "Base64 of spaces": ["b", fill(`--b\r\n${named("imageBase64")}\r\n\r\n`, " ", "\r\n--b--\r\n")],
  "something before the first part": ["b", fill("", letter, `\r\n${part(named("url"))}--b--\r\n`)],
  "something after the last part": ["b", fill(`${part(named("url"))}--b--\r\n`, letter)],
  "spaces after a boundary": ["b", fill("--b", " ")],
  noise: ["b", noise],
};

const call = (name: string, inner: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{${inner}`;
const toolCall = { before: call("images_remove_background", ""), after: "}}}" };

const mcpTexts: Record<string, Make> = {
  ...base64Json("imageBase64", toolCall.before, toolCall.after),
  "lists in lists": fill("", "["),
  "objects in objects": fill('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":', '{"a":'),
  "arguments in arguments": fill(call("uuid_v4", ""), '"n":{', "}}}"),
  "a batch of lists": many("[", (i) => `{"jsonrpc":"2.0","id":${i},"method":"tools/list"},`, "0]"),
  "a batch of nothing": many("[", () => "{},", "{}]"),
  "many arguments": many(call("uuid_v4", ""), (i) => `"${hex(i)}":0,`, `"n":1}}}`),
  "a long method": fill('{"jsonrpc":"2.0","id":1,"method":"', letter, '"}'),
  "a long id": fill('{"jsonrpc":"2.0","id":"', letter, '","method":"tools/list"}'),
  "a long argument": fill(call("seo_audit", '"url":"'), letter, '"}}}'),
  "a text of escapes": fill(call("seo_audit", '"url":"'), "\\u0041", '"}}}'),
  "white space": fill("{", " ", "}"),
  digits: fill('{"jsonrpc":"2.0","method":"tools/list","id":', "9", "}"),
  "the parameters many times": many(
    '{"jsonrpc":"2.0","id":1,"method":"ping",',
    () => '"params":{},',
    '"a":1}',
  ),
  prototypes: many("{", () => '"__proto__":{"a":1},', '"jsonrpc":"2.0"}'),
  backslashes: fill('{"a":"', "\\"),
  zeros: fill("", "\0"),
  noise,
};

function bodiesOf(texts: Record<string, Make>, type: string, size: number, seed: number): HostileBody[] {
  return Object.entries(texts).map(([kind, make], index) => ({
    kind,
    type,
    bytes: Buffer.from(make(size, seeded(seed * 1_000 + index)) as string, "latin1"),
  }));
}

/** Bodies of about `size` bytes for `POST /images/remove-bg`. */
export function hostileUploads(size: number, seed: number): HostileBody[] {
  const json = { ...jsonTexts, ...base64Json("imageBase64", "{", "}"), noise };
  const multipart = Object.entries(multipartTexts).flatMap(([kind, [boundary, make]]) =>
    bodiesOf({ [kind]: make }, `multipart/form-data; boundary=${boundary}`, size, seed),
  );
  return [
    ...bodiesOf(json, "application/json", size, seed),
    ...bodiesOf(formTexts, "application/x-www-form-urlencoded", size, seed),
    ...multipart,
  ];
}

/** Bodies of about `size` bytes for `POST /mcp`. */
export function hostileMessages(size: number, seed: number): HostileBody[] {
  return bodiesOf(mcpTexts, "application/json", size, seed);
}
