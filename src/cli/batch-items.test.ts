import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { apis } from "../apis/default-apis.ts";
import { readEntries } from "./batch-items.ts";
import { readCall } from "./call-arguments.ts";
import { catalogueOf } from "./catalogue.ts";

const folder = temporaryFolder();

async function inputsOf(name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const call = readCall(catalogueOf(apis), ["seo", "audit", path]);
  const { entries } = await readEntries(call, async () => new Uint8Array());
  return entries.map(({ fields }) => fields);
}

const a = { url: "https://a.example/x;y,z" };
const b = { url: "https://b.example/", keyword: "tea" };

test.each([
  ["by commas", `url,keyword\n"${a.url}",\n${b.url},tea\n`],
  ["by semicolons, as Excel writes them", `\uFEFFurl;keyword\r\n"${a.url}";\r\n${b.url};tea\r\n`],
  ["by tabs, with quotes", `"url"\t"keyword"\n${a.url}\t\n${b.url}\ttea\n`],
])("cells are separated %s", async (_how, text) => {
  expect(await inputsOf("cells.csv", text)).toEqual([a, b]);
});

test("one column may have the separators of others", async () => {
  expect(await inputsOf("one.csv", "url\nhttps://a.example/x;y\n")).toEqual([
    { url: "https://a.example/x;y" },
  ]);
});

test("lists may be UTF-16, as Windows writes them", async () => {
  const text = Buffer.from("\uFEFFhttps://a.example/\r\nhttps://b.example/\r\n", "utf16le");
  expect(await inputsOf("list.txt", text)).toEqual([
    { url: "https://a.example/" },
    { url: "https://b.example/" },
  ]);
});
