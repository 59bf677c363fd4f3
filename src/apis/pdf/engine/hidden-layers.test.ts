import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { usualOrder } from "../../../../test/fixtures/pdf-corpus/read.ts";
import { FIRST_MORE, line, pdfPages } from "../../../../test/fixtures/pdf-corpus/write.ts";
import { stream } from "../../../../test/fixtures/pdf-writer.ts";
import { run } from "../worker.ts";
import { layersIn } from "./hidden-layers.ts";

const [ON, OFF, ANY, NAMED, MARKED] = [0, 1, 2, 3, 4].map((k) => FIRST_MORE + k);
const FONT = "/Font << /F1 3 0 R >>";
const form = (text: string, entries = "") =>
  stream(
    line(72, 500, text),
    `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${FONT} >> ${entries}`,
  );

/** The text of a page with a layer that is on (On), one that is off (Off), and one that is on if the second is (Any). */
async function textOf(content: string): Promise<string> {
  const more = [
    "<< /Type /OCG /Name (On) >>",
    "<< /Type /OCG /Name (Off) >>",
    `<< /Type /OCMD /OCGs [${OFF} 0 R] /P /AnyOn >>`,
    form("in a hidden form", `/OC ${OFF} 0 R`),
    form("in a form"),
  ];
  const catalog = `/OCProperties << /OCGs [${ON} 0 R ${OFF} 0 R] /D << /OFF [${OFF} 0 R] >> >>`;
  const names = `/Properties << /On ${ON} 0 R /Off ${OFF} 0 R /Any ${ANY} 0 R >> /XObject << /Named ${NAMED} 0 R /Marked ${MARKED} 0 R >>`;
  const file = pdfPages([{ content, entries: `/Resources << ${FONT} ${names} >>` }], { more, catalog });
  const messages = await Array.fromAsync(run(usualOrder(file)));
  return messages.flatMap((one) => (one.kind === "pages" ? one.pages : []))[0]?.text ?? "";
}

const layer = (name: string, content: string) => `/OC /${name} BDC ${content} EMC`;
const shown = line(72, 700, "shown");
const more = line(72, 680, "more");

test.each([
  ["a layer that is on", layer("On", more), "more"],
  ["text in the color of the page", layer("On", `1 g ${more}`), "more"],
  ["the text layer of a scan", layer("On", `3 Tr ${more}`), "more"],
  ["a layer that is off", layer("Off", more), ""],
  ["a text layer that is off", layer("Off", `3 Tr ${more}`), ""],
  ["layers that depend on one that is off", layer("Any", more), ""],
  ["a mark in a layer that is off", layer("Off", `/P << /MCID 0 >> BDC ${more} EMC`), ""],
  ["a layer that is on in one that is off", layer("Off", layer("On", more)), ""],
  ["a form", "/Marked Do", "in a form"],
  ["a form that is a layer", "/Named Do", ""],
  ["a form in a layer that is off", layer("Off", "/Marked Do"), ""],
  ["a form in a layer that is on", layer("On", "/Marked Do"), "in a form"],
])("%s", async (_title, content, text) => {
  expect((await textOf(`${shown} ${content}`)).split(/\n+/)).toEqual(["shown", text].filter(Boolean));
});

const objectStream = (content: Buffer) =>
  Buffer.concat([Buffer.from("<< /Type /ObjStm /N 1 >>\nstream\r\n"), content, Buffer.from("\nendstream")]);
const layered = Buffer.from("1 0 << /Type /Catalog /OCProperties 2 0 R >>");

test.each([
  ["a catalog without layers", deflateSync("1 0 << /Type /Catalog >>"), "none"],
  ["a catalog with layers", deflateSync(layered), "content"],
  ["a catalog that is encrypted", Buffer.from("\x93\x07\x11 not deflated"), "content"],
  ["a stream that is too large to know", deflateSync(Buffer.alloc(2_000_000)), "content"],
  ["forms that are layers", Buffer.concat([deflateSync(layered), Buffer.from(" /OC 7 0 R")]), "forms"],
] as const)("%s in an object stream", (_title, content, layers) => {
  const plain = objectStream(deflateSync("5 0 << /Type /Font >>"));
  expect(layersIn(Buffer.concat([plain, objectStream(content)]))).toBe(layers);
});
