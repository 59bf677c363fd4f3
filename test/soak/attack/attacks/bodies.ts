import type { Attack, Caller } from "../attack.ts";
import { headOf, type Shot, shotOf } from "../request.ts";
import { members, run } from "./bytes.ts";

const MB = 1_000_000;
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

/** One body below each limit, and one above it. */
const LARGE = 58 * MB;
const UPLOAD = 49 * MB;

type Kind = readonly [type: string, make: () => Uint8Array<ArrayBuffer>];

const jsonKinds: Readonly<Record<string, Kind>> = {
  nest: [JSON_TYPE, () => run('{"url":', "[", LARGE)],
  keys: [JSON_TYPE, () => members("{", (i) => `"${i.toString(36)}":0,`, LARGE, '"":0}')],
  list: [JSON_TYPE, () => run('{"url":[', "0,", LARGE, "0]}")],
  base64: [JSON_TYPE, () => run('{"imageFileB64":"data:', "a", LARGE, '"}')],
};

const formKinds: Readonly<Record<string, Kind>> = {
  pairs: [FORM, () => members("", (i) => `${i.toString(36)}=1&`, LARGE, "a=1")],
  escapes: [FORM, () => run("a=", "%41", LARGE)],
};

const part = (name: string, file = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n1\r\n`;

const multipartKinds: Readonly<Record<string, Kind>> = {
  parts: [
    "multipart/form-data; boundary=b",
    () => members("", (i) => part(i.toString(36)), UPLOAD, "--b--\r\n"),
  ],
  files: [
    "multipart/form-data; boundary=b",
    () => members("", (i) => part(`f${i.toString(36)}`, '; filename="a"'), UPLOAD, "--b--\r\n"),
  ],
  "one name": ["multipart/form-data; boundary=b", () => run("", part("a"), UPLOAD, "--b--\r\n")],
  dashes: [`multipart/form-data; boundary=${"-".repeat(70)}`, () => run("", "-", UPLOAD)],
  "almost boundaries": [
    `multipart/form-data; boundary=${"a".repeat(70)}`,
    () => run("", `\r\n--${"a".repeat(69)}`, UPLOAD),
  ],
};

function bodyShot(kinds: Readonly<Record<string, Kind>>) {
  const entries = Object.entries(kinds);
  return ({ keys, index, cached }: Caller, i: number): Shot => {
    const [name, [type, make]] = entries[(i + index) % entries.length] ?? ["", ["", () => new Uint8Array()]];
    const headers = { "X-API-Key": keys[0] ?? "", "Content-Type": type };
    return shotOf("POST", "/images/remove-bg", headers, cached(`body ${name}`, make));
  };
}

/** H3 and H4: bodies of operations that take a file. */
export const bodyAttacks: readonly Attack[] = [
  {
    id: "H3 JSON",
    title: "58 MB of JSON: nested, keys, list, Base64",
    isPaid: true,
    shot: bodyShot(jsonKinds),
  },
  { id: "H3 form", title: "58 MB of a form: pairs, escapes", isPaid: true, shot: bodyShot(formKinds) },
  {
    id: "H3 multipart",
    title: "49 MB of parts, file parts, one name, boundaries",
    isPaid: true,
    shot: bodyShot(multipartKinds),
  },
  {
    id: "H4",
    title: "16 uploads of 50 MB, 8 for each process, held one byte short",
    isPaid: true,
    connections: 16,
    isUnfinished: true,
    shot({ keys, cached }) {
      const body = cached("held", () => run("%PDF-1.7\n", "x", 50 * MB - 9));
      const headers = { "X-API-Key": keys[0] ?? "", "Content-Type": "application/pdf" };
      return {
        head: headOf("POST", "/pdf/extract", { ...headers, "Content-Length": body.length }),
        body,
        withheld: 1,
      };
    },
  },
];
