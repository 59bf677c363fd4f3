/** Calls that every generated client makes to the live server. */
export interface Calls {
  /** The text of the first page of an uploaded PDF. */
  upload(file: Blob): Promise<string | null | undefined>;
  /** The code of the problem that a wrong file, or a wrong URL, gets. */
  problem(file: Blob): Promise<string | undefined>;
  /** The first bytes of a transparent image. */
  binary(file: Blob): Promise<Uint8Array>;
  /** The pages of a PDF, one JSON object a line. */
  lines(file: Blob): Promise<string>;
}

const fail = (what: string): never => {
  throw new Error(what);
};

/** Makes the calls of a client and checks what they return. */
export async function check(name: string, calls: Calls, pdf: Blob, image: Blob): Promise<void> {
  const text = await calls.upload(pdf);
  if (!text?.includes("This sample shows")) fail(`${name}: the text of the uploaded file is ${text}`);
  const code = await calls.problem(new Blob(["no PDF"], { type: "application/pdf" }));
  if (code !== "not-a-pdf" && code !== "url-not-public") fail(`${name}: the code of the problem is ${code}`);
  const [first, ...rest] = await calls.binary(image);
  if (first !== 0x89 || String.fromCharCode(...rest.slice(0, 3)) !== "PNG") fail(`${name}: no PNG`);
  const lines = (await calls.lines(pdf)).trim().split("\n");
  if (lines.length < 1 || !lines.every((line) => typeof JSON.parse(line) === "object"))
    fail(`${name}: no NDJSON`);
}
