import { join } from "node:path";
import { fileAt } from "../recorders/generated.ts";
import { isNightly } from "./nightly.ts";

/** The tests of the client packages. */
export const clientTests = ["typescript", "python", "packages"].map(
  (name) => `test/system/client-${name}.test.ts`,
);

/** What the client packages are made of, and their tests. Their operations are generated from the descriptors. */
const SOURCES = ["clients", "src/packages", "src/cli/pack-clients.ts", ...clientTests];

const record = fileAt("test/system/tested-clients.txt");

/** The SHA-256 of the client packages and their tests; undefined outside of a Git checkout. */
export async function hashOfClients(): Promise<string | undefined> {
  const root = Bun.fileURLToPath(fileAt(""));
  const words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...SOURCES];
  const { exitCode, stdout } = Bun.spawnSync(words, { cwd: root, stderr: "ignore" });
  if (exitCode !== 0) return undefined;
  const hash = new Bun.CryptoHasher("sha256");
  for (const path of new Set(stdout.toString().split("\0").filter(Boolean).sort())) {
    const file = Bun.file(join(root, path));
    if (await file.exists()) hash.update(`${path}\0${file.size}\0`).update(await file.bytes());
  }
  return hash.digest("hex");
}

/** Records that the client packages have passed their tests as they are. */
export async function recordTestedClients(): Promise<void> {
  await Bun.write(record, `${await hashOfClients()}\n`);
}

/**
 * Whether the client packages have passed all of their tests as they are, by the recorded hash. Then those that take
 * long are skipped, but not at night.
 */
export const areClientsTested =
  !isNightly && (await hashOfClients()) === (await Bun.file(record).text()).trim();

if (areClientsTested) {
  process.stderr.write(
    "\n*** SKIPPED: the long tests of the client packages, which passed them as they are (test/system/tested-clients.txt) ***\n\n",
  );
}
