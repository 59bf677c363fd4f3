// node run-cases.js CLIENT PROXY SERVER PDF: runs the cases against the built client and prints the results as JSON.
import { readFile } from "node:fs/promises";
import { run } from "./cases.js";

const [client, proxy, server, pdf] = process.argv.slice(2);
const unhandled = [];
process.on("unhandledRejection", (reason) => unhandled.push(`unhandled: ${reason?.stack ?? reason}`));
const modules = await import(client);
const bytes = new Uint8Array(await readFile(pdf));
const { passed, failed } = await run({ client: modules, proxy, server, pdf: bytes, concurrency: 12 });
// By path, which only programs outside browsers have.
try {
  const answer = await modules.createQuintet({ baseUrl: server }).pdf.extract({ file: { path: pdf } });
  if (answer.data.pageCount !== 1) failed.push("a file by path");
  else passed.push("a file by path");
} catch (error) {
  failed.push(`a file by path: ${error.stack}`);
}
process.stdout.write(`${JSON.stringify({ passed, failed: [...failed, ...unhandled] })}\n`);
