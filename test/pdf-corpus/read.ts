import type { ExtractTask } from "../../src/apis/pdf/job.ts";
import { run } from "../../src/apis/pdf/worker.ts";

/** What reads a file with the usual options. */
export function usualOrder(file: Uint8Array, password?: string): ExtractTask {
  return {
    file,
    password,
    pages: undefined,
    headers: "keep",
    include: [],
    hyphens: "join",
    layout: "reading",
    markdown: false,
    dryRun: false,
    tableFormat: "cells",
  };
}

/** The text of each page of a file, read in this process with the usual options. */
export async function readPages(file: Uint8Array, password: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  for await (const message of run(usualOrder(file, password))) {
    if (message.kind !== "pages") continue;
    for (const page of message.pages) texts.push("text" in page ? page.text : "");
  }
  return texts;
}
