import type { Job } from "../kit/sandbox.ts";

/** The program that installs a package. */
export type Installer = "npm" | "pip" | "npx";

/** A client package, packed. */
export interface ClientPackage {
  readonly name: string;
  readonly version: string;
  /** The name of its archive, with the version. */
  readonly file: string;
  readonly installer: Installer;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The SHA-512 as in npm's lock files (Subresource Integrity). */
  readonly integrity: string;
  /** The SHA-256 in hexadecimal digits, as pip takes it. */
  readonly sha256: string;
}

const MB = 1024 * 1024;

/**
 * Packs the client packages of this version. It runs once for each process that serves them: transpiling, bundling and
 * compressing take longer than a request may hold up others.
 */
export const packJob: Job<undefined, ClientPackage> = {
  name: "packages",
  module: new URL("../cli/pack-clients.ts", import.meta.url).href,
  limits: { progressMs: 60_000, totalMs: 60_000, memoryBytes: 1_024 * MB, keepBytes: 0 },
  processes: { most: 1, reserved: 0, keep: 0 },
};
