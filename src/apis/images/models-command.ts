import type { CommandCall, CommandIo } from "../../kit/command.ts";
import { digest, isGenuine } from "./models/digest.ts";
import type { PullOptions } from "./models/fetch-part.ts";
import { ModelError } from "./models/model-error.ts";
import { pullModel } from "./models/pull.ts";
import { type Entry, entryOf, registry } from "./models/registry.ts";
import { hasRuntime } from "./models/session.ts";

/** The option that accepts a license for non-commercial use. */
const ACCEPT = "accept-noncommercial";

/** Dependencies of the commands for models. */
export type ModelsIo = Pick<CommandIo, "print" | "show" | "note" | "progress"> &
  Omit<PullOptions, "onProgress">;

const size = (bytes: number | undefined) => (bytes === undefined ? "" : `${(bytes / 1e6).toFixed(1)} MB`);

async function list({ store, show }: ModelsIo): Promise<void> {
  const installed = new Map((await store.list()).map((model) => [model.name, model]));
  const rows = registry.map((entry) => {
    const there = installed.get(entry.name);
    installed.delete(entry.name);
    const license = entry.commercial === "no" ? `${entry.licence}, non-commercial` : entry.licence;
    return {
      name: entry.name,
      size: size(there?.bytes ?? entry.bytes),
      installed: there !== undefined,
      license,
      note: entry.note,
    };
  });
  const own = [...installed.values()].map(({ name, bytes }) => ({
    name,
    size: size(bytes),
    installed: true,
    license: "yours",
  }));
  show([...rows, ...own]);
}

function known(name: string): Entry {
  const entry = entryOf(name);
  if (entry !== undefined) return entry;
  const names = registry.map((each) => each.name).join(", ");
  throw new ModelError("unknown", `Unknown model. Choose one of ${names}.`);
}

async function pull(name: string, accepted: boolean, io: ModelsIo): Promise<void> {
  const { store, baseUrl, download, note, print } = io;
  const entry = known(name);
  if (entry.commercial === "no" && !accepted) {
    throw new ModelError(
      "noncommercial",
      `The license of ${name} forbids commercial use (${entry.licence}). To download it for other uses, add --${ACCEPT}.`,
    );
  }
  const doubt = entry.commercial === "unstated" ? "; its makers do not say what it may be used for" : "";
  note(`${name}: license ${entry.licence}${doubt}. ${entry.note}.\n`);
  const progress = io.progress(name, size);
  const pulled = await pullModel(entry, { store, baseUrl, download, onProgress: progress.to }).finally(
    progress.end,
  );
  print(`${pulled.sha256}  ${pulled.path}\n`);
  note(
    `${pulled.before ? "It was installed already, and is genuine." : "Installed."} IMAGES_MODEL=${name} makes it the server's own choice.\n`,
  );
  if (!hasRuntime())
    note("ONNX Runtime, which runs models, is not installed: docs/models.md has the command.\n");
}

/** Compares installed models with their checksums; an own one has none, and its digest is printed alone. */
async function verify(name: string | undefined, { store, print, note }: ModelsIo): Promise<void> {
  const installed = name === undefined ? await store.list() : [await store.find(name)];
  if (installed.length === 0) note("No models are installed. Run quintet models list to see the models.\n");
  let damaged = 0;
  for (const model of installed) {
    if (model === undefined) throw notInstalled();
    const digests = (await digest(model.path)).digests();
    const entry = entryOf(model.name);
    const isWrong = entry !== undefined && !isGenuine(digests, entry);
    if (isWrong) damaged++;
    const verdict = entry === undefined ? "your own" : isWrong ? "DAMAGED" : "genuine";
    print(`${digests.sha256}  ${model.path}  ${verdict}\n`);
  }
  if (damaged > 0) {
    throw new ModelError(
      "checksum",
      "A model differs from the published one. Run quintet models pull NAME to download it again.",
    );
  }
}

function notInstalled(): ModelError {
  return new ModelError(
    "not-installed",
    "No model of this name is installed. Run quintet models list to see the models.",
  );
}

/**
 * Runs `models list|pull|verify|rm`. Throws a `ModelError` for what cannot be done.
 */
export async function runModels({ name: command, args, flags }: CommandCall, io: ModelsIo): Promise<void> {
  const [name] = args;
  if (name === undefined) return command === "models list" ? list(io) : verify(undefined, io);
  if (command === "models pull") return pull(name, flags.has(ACCEPT), io);
  if (command === "models verify") return verify(name, io);
  if (!(await io.store.remove(name))) throw notInstalled();
  io.print(`${name} is removed.\n`);
}
