import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import { rejectionOf } from "../../../../test/helpers/rejection.ts";
import { readExport } from "./export-files.ts";

const encoder = new TextEncoder();
const profile = { name: "Profile.csv", bytes: encoder.encode("First Name,Last Name\nInes,Morrow\n") };

test("of an archive that says of a bomb that it is small, no more is kept than it says", async () => {
  const bytes = zipSync({ "Profile.csv": new Uint8Array(1_000_000) });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // The unpacked size, in the central directory (APPNOTE.TXT section 4.3.12), which is what is read.
  for (let at = bytes.length - 4; at >= 0; at--) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true);
  }
  const tables = await readExport([{ name: "export.zip", bytes }]);
  expect(tables.get("profile")).toEqual([]);
});

test("an archive whose tables are larger than a person's is passed over", async () => {
  const bytes = zipSync({ "Profile.csv": new Uint8Array(5_000_000) });
  expect(await rejectionOf(readExport([{ name: "export.zip", bytes }]))).toMatchObject({
    code: "invalid-body",
  });
});

test("rows, columns and parts without end are cut", async () => {
  const wide = `${"a,".repeat(200_000)}\n${"1,2\n".repeat(6_000)}`;
  const part = '{"snapshotDomain":"SKILLS","snapshotData":[{"Name":"Eels"}]}';
  const tables = await readExport([
    profile,
    { name: "Positions.csv", bytes: encoder.encode(wide) },
    { name: "data.json", bytes: encoder.encode(`[${`${part},`.repeat(2_000)}${part}]`) },
  ]);
  expect(tables.get("profile")?.[0]?.get("firstname")).toBe("Ines");
  expect(tables.get("positions")?.length).toBe(5_000);
  expect(tables.get("skills")?.length).toBe(500);
});
