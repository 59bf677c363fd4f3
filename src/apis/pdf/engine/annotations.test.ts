import { expect, test } from "bun:test";
import { usualOrder } from "../../../../test/fixtures/pdf-corpus/read.ts";
import { FIRST_MORE, line, pdfPages } from "../../../../test/fixtures/pdf-corpus/write.ts";
import { stream } from "../../../../test/fixtures/pdf-writer.ts";
import { run } from "../worker.ts";

const RECT = "/Rect [100 600 200 640]";

async function read(annotations: readonly string[], { more = [] as string[], catalog = "" } = {}) {
  const entries = `/Annots [${annotations.map((one) => `<< /Type /Annot ${one} >>`).join(" ")}]`;
  const file = pdfPages([{ content: line(72, 700, "Label"), entries }, { content: "" }], { more, catalog });
  const messages = await Array.fromAsync(
    run({ ...usualOrder(file), include: ["links", "annotations", "outline"] }),
  );
  const [page] = messages.flatMap((message) => (message.kind === "pages" ? message.pages : []));
  return {
    page,
    outline: messages.flatMap((one) => (one.kind === "opened" ? (one.document.outline ?? []) : [])),
  };
}

test("links to pages of other files are not to pages of this one, in the outline neither", async () => {
  const elsewhere = "/A << /S /GoToR /F (other.pdf) /D [1 /Fit] >>";
  const outline = `/Outlines << /First ${FIRST_MORE} 0 R /Last ${FIRST_MORE} 0 R >>`;
  const found = await read([`/Subtype /Link ${RECT} ${elsewhere}`, `/Subtype /Link ${RECT} /Dest [1 /Fit]`], {
    catalog: outline,
    more: [`<< /Title (Other) ${elsewhere} >>`],
  });
  expect(found.page?.links).toMatchObject([{ uri: null, page: 2 }]);
  expect(found.outline).toEqual([{ title: "Other", level: 0, page: null }]);
});

test.each([
  ["caf\u00c3\u00a9", "caf\u00e9"],
  ["caf\u00e9", "caf\u00e9"],
])("the URL of a link may be UTF-8 or Latin-1 (%p)", async (written, uri) => {
  const { page } = await read([
    `/Subtype /Link ${RECT} /A << /S /URI /URI (https://example.org/${written}) >>`,
  ]);
  expect(page?.links).toMatchObject([{ uri: `https://example.org/${uri}` }]);
});

test.each(["Stamp", "Watermark"])("the text of a %s is on the page", async (subtype) => {
  const more = [
    stream(
      "BT /F1 12 Tf 5 5 Td (RECEIVED) Tj ET",
      "/Type /XObject /Subtype /Form /BBox [0 0 100 40] /Resources << /Font << /F1 3 0 R >> >>",
    ),
  ];
  const entries = `/Subtype /${subtype} ${RECT} /Contents (by Ada)`;
  const { page } = await read([`${entries} /AP << /N ${FIRST_MORE} 0 R >>`], { more });
  expect(page?.text).toBe("Label\n\nRECEIVED");
  expect(page?.annotations).toMatchObject([{ type: subtype.toLowerCase(), text: "by Ada" }]);
  expect((await read([`${entries} /F 2 /AP << /N ${FIRST_MORE} 0 R >>`], { more })).page?.text).toBe("Label");
  expect((await read([entries])).page?.text).toBe("Label");
});
