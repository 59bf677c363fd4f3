/** Makes the Python client that waits from the asynchronous one. */

/** What differs in Python, each with how the client that waits writes it. */
const differences: readonly (readonly [RegExp, string])[] = [
  [/\basync (def|for|with)\b/g, "$1"],
  [/\bawait /g, ""],
  // Threads cannot be canceled: the deadline of a body is checked as it is read.
  [/\banyio\.(?:fail_after|CancelScope)\([^)]*\)/g, "nullcontext()"],
  [/\banyio\.sleep/g, "time.sleep"],
  [/^import anyio$/gm, "import time\nfrom contextlib import nullcontext"],
  [/, asyncio\.TimeoutError/g, ""],
  [/^import asyncio\n/gm, ""],
  [/\ba(close|iter_bytes)\b/g, "$1"],
  [/__a(iter|next|enter|exit)__/g, "__$1__"],
  [/_async_(background|client|transport)\b/g, "_sync_$1"],
  [/_async\b/g, ""],
  [/\bAsync([A-Z]\w+)/g, "$1"],
];

/** Asynchronous Python as the client that waits has it. */
export function toSync(python: string): string {
  return differences.reduce((text, [from, to]) => text.replaceAll(from, to), python);
}

/** The file that waits, made of the asynchronous one. */
export function syncModule(asynchronous: string): string {
  const code = asynchronous.slice(asynchronous.indexOf("from __future__"));
  return `# Generated from the API descriptors and the asynchronous client by \`npm run generate\`. Edit those.\n# ruff: noqa\n${toSync(code)}`;
}
