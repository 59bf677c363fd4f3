import { zipSync } from "fflate";
import { z } from "zod";
import { type ArchiveFile, inOrder } from "./archive-file.ts";

/** The parts of `pyproject.toml` that the metadata of a wheel repeats. */
const Project = z.object({
  project: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.object({ text: z.string() }),
    "requires-python": z.string(),
    dependencies: z.array(z.string()),
    classifiers: z.array(z.string()),
  }),
});

/** Metadata of a Python project. */
export type PythonProject = z.infer<typeof Project>["project"];

/** Reads the metadata of a project from its `pyproject.toml`. */
export function pythonProject(toml: string): PythonProject {
  return Project.parse(Bun.TOML.parse(toml)).project;
}

/** The first part of the names of a wheel and of its folders. */
const stemOf = ({ name, version }: PythonProject) => `${name.replaceAll("-", "_")}-${version}`;

/** The file name of a project's wheel, which runs on every system. */
export function wheelName(project: PythonProject): string {
  return `${stemOf(project)}-py3-none-any.whl`;
}

/** The core metadata of a project, with its README as the description. */
function metadataOf(project: PythonProject, readme: string): string {
  const { name, version, description, license, dependencies, classifiers } = project;
  const lines = [
    "Metadata-Version: 2.1",
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${description}`,
    `License: ${license.text}`,
    ...classifiers.map((one) => `Classifier: ${one}`),
    `Requires-Python: ${project["requires-python"]}`,
    "Description-Content-Type: text/markdown",
    "License-File: LICENSE",
    ...dependencies.map((one) => `Requires-Dist: ${one}`),
  ];
  return `${lines.join("\n")}\n\n${readme}`;
}

const WHEEL = "Wheel-Version: 1.0\nGenerator: quintet\nRoot-Is-Purelib: true\nTag: py3-none-any\n";

/** The line of a file in `RECORD`. */
function recordOf({ path, bytes }: ArchiveFile): string {
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("base64url");
  return `${path},sha256=${hash},${bytes.length}\n`;
}

/** Contents of a wheel. */
export interface WheelContents {
  readonly project: PythonProject;
  /** The modules, by their paths in `site-packages`. */
  readonly modules: readonly ArchiveFile[];
  readonly readme: string;
  readonly license: Uint8Array;
}

/** Packs a Python project as a wheel (binary distribution format 1.0). */
export function wheelArchive({ project, modules, readme, license }: WheelContents): Uint8Array<ArrayBuffer> {
  const folder = `${stemOf(project)}.dist-info`;
  const text = new TextEncoder();
  const files = [
    ...inOrder(modules),
    { path: `${folder}/LICENSE`, bytes: license },
    { path: `${folder}/METADATA`, bytes: text.encode(metadataOf(project, readme)) },
    { path: `${folder}/WHEEL`, bytes: text.encode(WHEEL) },
  ];
  const record = `${folder}/RECORD`;
  const lines = [...files.map(recordOf), `${record},,\n`].join("");
  const all = [...files, { path: record, bytes: text.encode(lines) }];
  const entries = Object.fromEntries(all.map(({ path, bytes }) => [path, bytes]));
  // ZIP has local times, from 1980 on.
  return new Uint8Array(zipSync(entries, { level: 9, mtime: new Date(1980, 0, 1) }));
}
