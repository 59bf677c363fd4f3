import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { readBrand } from "./brand.ts";

test("the operator's name and logo are files of DATA_DIR; a logo that is too large is left out", () => {
  const dataDir = temporaryFolder();
  expect(readBrand(dataDir)).toEqual({ name: "Quintet", logo: undefined });
  mkdirSync(join(dataDir, "brand"));
  writeFileSync(join(dataDir, "brand", "name.txt"), " Acme <Audits>\n");
  writeFileSync(join(dataDir, "brand", "logo.png"), "png");
  const logo = { bytes: new TextEncoder().encode("png"), type: "image/png" };
  expect(readBrand(dataDir)).toEqual({ name: "Acme <Audits>", logo });
  writeFileSync(join(dataDir, "brand", "logo.png"), new Uint8Array(500_001));
  expect(readBrand(dataDir).logo).toBeUndefined();
});
