import { percentDecoded } from "./percent-encoding.ts";

/** Characters that a page, a terminal or a URL parser does not show. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const CHARACTERS_MAX = 120;
const BYTES_MAX = 200;

/** Names of devices, which Windows does not accept for files, and no name. */
const RESERVED = /^(?:|con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name of a file as it is shown, and the name of its result without an extension. */
export interface FileNames {
  readonly name: string;
  readonly stem: string;
}

/** Characters at each end of a name that are looked at: one that is shown may have several for each of its own. */
const LOOKED_AT = 3 * CHARACTERS_MAX;

/** A name without its middle where it is too long. The end of a name says what kind of file it is. */
function shortened(name: string): string {
  const all = [...name];
  if (all.length <= CHARACTERS_MAX && Buffer.byteLength(name) <= BYTES_MAX) return name;
  for (let half = Math.min(CHARACTERS_MAX, all.length) >> 1; ; half--) {
    const text = `${all.slice(0, half - 1).join("")}…${all.slice(-half).join("")}`;
    if (Buffer.byteLength(text) <= BYTES_MAX) return text;
  }
}

/** Makes a name of a file safe to show: one line, no folders, at most 120 characters. Undefined where nothing is left. */
export function cleanFileName(sent: string): string | undefined {
  const last = sent.slice(Math.max(sent.lastIndexOf("/"), sent.lastIndexOf("\\")) + 1);
  // To normalize thousands of combining characters takes seconds.
  const ends = last.length <= 2 * LOOKED_AT ? last : `${last.slice(0, LOOKED_AT)}…${last.slice(-LOOKED_AT)}`;
  const text = ends.toWellFormed().normalize("NFC").replaceAll(/\s/g, " ").replaceAll(UNSEEN, "");
  const name = text.replaceAll(/ +/g, " ").trim();
  return ["", ".", ".."].includes(name) ? undefined : shortened(name);
}

/** The name of the file that a URL ends with; undefined where its path does not look like one. */
export function fileNameOfUrl(url: string): string | undefined {
  const path = URL.parse(url)?.pathname ?? "";
  const name = cleanFileName(percentDecoded(path.slice(path.lastIndexOf("/"))) ?? "");
  return name !== undefined && EXTENSION.test(name) ? name : undefined;
}

const EXTENSION = /[^.]\.[a-z\d]{1,5}$/i;

/** Marks a name for a file that Windows would take for a device. */
export function withoutDevice(stem: string): string {
  return RESERVED.test(stem.split(".", 1)[0] ?? "") ? `item-${stem}` : stem;
}

function stemOf(name: string): string {
  const stem = EXTENSION.test(name) ? name.slice(0, name.lastIndexOf(".")) : name;
  const plain = stem.replaceAll(/[<>:"|?*]/g, "_").replace(/^[. ]+/, "");
  return withoutDevice(plain.replace(/(?<![. ])[. ]+$/, ""));
}

/** The stem of an item that has no name. */
export const stemOfIndex = (index: number) => String(index).padStart(5, "0");

/** Gives each name of a list a stem that no other one has, on disks that ignore case too: `invoice` and `invoice (2)`. */
export function fileNamer(names: readonly (string | undefined)[]) {
  const used = new Set(names.flatMap((name, i) => (name === undefined ? [stemOfIndex(i)] : [])));
  const counts = new Map<string, number>();
  return (name: string | undefined): FileNames | undefined => {
    if (name === undefined) return undefined;
    const stem = stemOf(name);
    const folded = stem.normalize("NFKC").toLowerCase();
    let number = "";
    for (let n = counts.get(folded) ?? 1; used.has(folded + number); number = ` (${n})`)
      counts.set(folded, ++n);
    used.add(folded + number);
    return { name, stem: stem + number };
  };
}

/** File extensions of the media types that operations declare. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/json": ".json",
  "application/x-ndjson": ".ndjson",
  "application/zip": ".zip",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "text/html": ".html",
  "text/markdown": ".md",
  "text/plain": ".txt",
};

/** The file extension of a response with this `Content-Type`. A server names a media type; what ends a file name is never its text. */
export function extensionOf(contentType: string): string {
  const type = contentType.split(";", 1)[0]?.trim() ?? "";
  return Object.hasOwn(EXTENSIONS, type) ? (EXTENSIONS[type] ?? ".bin") : ".bin";
}
