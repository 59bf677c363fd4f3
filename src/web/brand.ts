import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PrintedAudit } from "../kit/site-overview.ts";

/** The folder in DATA_DIR with the operator's name and logo. */
const FOLDER = "brand";

const LOGOS = { "logo.svg": "image/svg+xml", "logo.png": "image/png", "logo.webp": "image/webp" };

/** The largest logo, in bytes. */
const LOGO_MAX = 500_000;

/** The name of this software. */
export const OWN_NAME = "Quintet";

/** The name and logo of the operator, which reports show. */
export interface Brand {
  /** From `brand/name.txt` in DATA_DIR; `Quintet` without it. */
  readonly name: string;
  /** From `brand/logo.svg`, `logo.png` or `logo.webp`. */
  readonly logo: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string } | undefined;
}

/** Reads the operator's name and logo. A logo over 500 KB is left out. */
export function readBrand(dataDir: string): Brand {
  const path = (name: string) => join(dataDir, FOLDER, name);
  const name = existsSync(path("name.txt")) ? readFileSync(path("name.txt"), "utf8").trim().slice(0, 80) : "";
  const found = Object.entries(LOGOS).find(([file]) => existsSync(path(file)));
  const bytes = found && new Uint8Array(readFileSync(path(found[0])));
  return {
    name: name === "" ? OWN_NAME : name,
    logo: bytes && bytes.byteLength <= LOGO_MAX ? { bytes, type: found[1] } : undefined,
  };
}

/** Reads the operator's name and logo, or those of this software, for a report that loads nothing. */
export function printedBrand(dataDir: string): PrintedAudit["brand"] {
  const { name, logo } = readBrand(dataDir);
  const own = () => ({
    bytes: readFileSync(new URL("assets/icon.svg", import.meta.url)),
    type: "image/svg+xml",
  });
  const shown = logo ?? (name === OWN_NAME ? own() : undefined);
  return {
    name,
    logo: shown && `data:${shown.type};base64,${Buffer.from(shown.bytes).toString("base64")}`,
  };
}
