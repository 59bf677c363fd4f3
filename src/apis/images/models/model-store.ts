import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import type { Model } from "./engine.ts";
import { ModelError, systemCode } from "./model-error.ts";
import { checkOnnxFile } from "./onnx-file.ts";
import { IMAGENET, recipeOf, Sidecar } from "./recipe.ts";
import { entryOf } from "./registry.ts";

/** Valid model names: they are file names, and callers send them. */
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

const EXTENSION = ".onnx";

/** An installed model. */
export interface InstalledModel {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** The folder of installed models: `NAME.onnx` files, each with an optional sidecar `NAME.json`. */
export class ModelStore {
  readonly folder: string;

  constructor(folder: string) {
    // Absolute: the processes that load models have another working directory.
    this.folder = resolve(folder);
  }

  /** The path of the model with this name, installed or not. Throws `unknown` for an invalid name. */
  pathOf(name: string): string {
    if (!NAME.test(name)) {
      throw new ModelError(
        "unknown",
        "A model's name is 1 to 64 letters, digits, dots, hyphens or underscores.",
      );
    }
    return join(this.folder, `${name}${EXTENSION}`);
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  async list(): Promise<readonly InstalledModel[]> {
    const files = await readdir(this.folder).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return [];
      throw error;
    });
    const names = files
      .filter((file) => extname(file) === EXTENSION)
      .map((file) => basename(file, EXTENSION));
    const found = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => this.find(name)));
    return found.filter((installed) => installed !== undefined).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async find(name: string): Promise<InstalledModel | undefined> {
    const path = this.pathOf(name);
    const facts = await stat(path).catch(() => undefined);
    return facts?.isFile() ? { name, path, bytes: facts.size } : undefined;
  }

  /** Deletes a model and its partial download, but not the operator's sidecar. Returns whether there was anything. */
  async remove(name: string): Promise<boolean> {
    const path = this.pathOf(name);
    const there = await Promise.all([path, partOf(path)].map((file) => stat(file).catch(() => undefined)));
    await Promise.all([path, partOf(path)].map((file) => rm(file, { force: true })));
    return there.some((facts) => facts !== undefined);
  }

  /**
   * The model that an operator chose by name, or by the path of an `.onnx` file; its file is there and looks
   * like one. Its recipe is its sidecar's, else that of the known model of this name, else the usual one. Throws
   * a `ModelError`: `unknown`, `not-installed`, `not-a-model`, `unsupported`, `sidecar`.
   */
  async choose(nameOrPath: string): Promise<Model> {
    const isPath = nameOrPath.endsWith(EXTENSION);
    if (!isPath && !NAME.test(nameOrPath)) {
      throw new ModelError(
        "unknown",
        "Give the name of a model (quintet models list) or the path of an .onnx file.",
      );
    }
    const path = isPath ? resolve(nameOrPath) : this.pathOf(nameOrPath);
    const name = basename(path, EXTENSION);
    // Callers name it by the name of its file.
    this.pathOf(name);
    const entry = entryOf(name);
    if (!isPath && (await this.find(name)) === undefined) {
      if (entry === undefined)
        throw new ModelError("unknown", "Unknown model. Run quintet models list to see the models.");
      throw new ModelError(
        "not-installed",
        `The model is not installed. Run quintet models pull ${name} to download it.`,
      );
    }
    await checkOnnxFile(path);
    const { input, mean, std, output } = entry ?? { ...IMAGENET, input: undefined, output: undefined };
    return { name, path, recipe: recipeOf(await readSidecar(path), { input, mean, std, output }) };
  }
}

/** The path of a model's download until it is complete and verified. */
export function partOf(path: string): string {
  return `${path}.part`;
}

async function readSidecar(path: string) {
  const file = `${path.slice(0, -EXTENSION.length)}.json`;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return {};
    throw new ModelError("sidecar", "The sidecar of the model cannot be read.", { cause });
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new ModelError("sidecar", "The sidecar of the model is not JSON.");
  }
  const read = Sidecar.safeParse(data);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const at = issue?.path.join(".") ?? "";
  const place = at === "" ? "" : ` ${at}:`;
  throw new ModelError("sidecar", `The sidecar of the model is not accepted:${place} ${issue?.message}.`);
}
