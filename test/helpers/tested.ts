import { join } from "node:path";
import { fileAt } from "../recorders/generated.ts";
import { isNightly } from "./nightly.ts";

/** What has long tests that CI repeats only after a change, of it or of them. */
export const subjects = {
  /** The client packages. Their operations are generated from the descriptors. */
  clients: {
    title: "client packages",
    sources: ["clients", "src/packages", "src/cli/pack-clients.ts"],
    tests: ["typescript", "python", "packages"].map((name) => `test/system/client-${name}.test.ts`),
  },
  training: {
    title: "training of the network",
    sources: ["bench/images/train", "src/apis/images/network"],
    tests: ["test/system/images-training.test.ts"],
  },
} as const;
type Subject = keyof typeof subjects;

/** The file with the hash that a subject passed its tests with. */
const recordOf = (subject: Subject) => fileAt(`test/system/tested-${subject}.txt`);

/** The SHA-256 of a subject and its tests; undefined outside of a Git checkout. */
async function hashOf(subject: Subject): Promise<string | undefined> {
  const { sources, tests } = subjects[subject];
  const root = Bun.fileURLToPath(fileAt(""));
  const words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"];
  const options = { cwd: root, stderr: "ignore" } as const;
  const { exitCode, stdout } = Bun.spawnSync([...words, ...sources, ...tests], options);
  if (exitCode !== 0) return undefined;
  const hash = new Bun.CryptoHasher("sha256");
  for (const path of new Set(stdout.toString().split("\0").filter(Boolean).sort())) {
    const file = Bun.file(join(root, path));
    if (await file.exists()) hash.update(`${path}\0${file.size}\0`).update(await file.bytes());
  }
  return hash.digest("hex");
}

/** Records that a subject has passed its tests as it is. */
export async function recordTested(subject: Subject): Promise<void> {
  await Bun.write(recordOf(subject), `${await hashOf(subject)}\n`);
}

/**
 * Whether a subject has passed all of its tests as it is, by the recorded hash. Then those that take long are skipped, but not
 * at night.
 */
export async function isTested(subject: Subject): Promise<boolean> {
  const record = Bun.file(recordOf(subject));
  if (isNightly || (await hashOf(subject)) !== (await record.text()).trim()) return false;
  process.stderr.write(
    `\n*** SKIPPED: the long tests of the ${subjects[subject].title}, which passed them as they are (test/system/tested-${subject}.txt) ***\n\n`,
  );
  return true;
}
