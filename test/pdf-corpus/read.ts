import { run } from "../../src/apis/pdf/worker.ts";

/** The text of each page of a file, read in this process with the usual options. */
export async function readPages(file: Uint8Array, password: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  const usual = {
    pages: undefined,
    headers: "keep",
    include: [],
    hyphens: "join",
    layout: "reading",
  } as const;
  for await (const message of run({ ...usual, file, password, markdown: false, dryRun: false })) {
    if (message.kind !== "pages") continue;
    for (const page of message.pages) texts.push("text" in page ? page.text : "");
  }
  return texts;
}
