// The folder that holds the pictures and all that is made of them, outside the repository: what lies where in it.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Group } from "./sources.ts";

/** A picture that was gathered. */
export interface RgbImage {
  /** `source-` and the first characters of its SHA-256. */
  readonly id: string;
  readonly source: string;
  readonly group: Group;
  readonly class: string;
  readonly path: string;
  /** Of the file in the repository, in hexadecimal. */
  readonly sha256: string;
  /** In pixels, as it is in the repository, upright. */
  readonly width: number;
  readonly height: number;
  /** Difference hash of 16 by 16 steps, in hexadecimal. */
  readonly hash: string;
  readonly isHeldOut: boolean;
}

/** The teacher's label of an image. */
export interface Label {
  readonly id: string;
  /** Mean of the matte, 0 to 1. */
  readonly area: number;
  /** How much of the matte is neither subject nor background: the sum of a(1 - a) over the sum of a. */
  readonly hesitation: number;
  /** Share of the picture's border that the matte covers. */
  readonly border: number;
}

/** Reads a file of one JSON value a line; none where there is no file. */
export function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Writes one JSON value a line; a reader sees the old file or the new one, never half of one. */
export function writeLines(file: string, values: readonly unknown[]): void {
  writeFileSync(`${file}.part`, values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  renameSync(`${file}.part`, file);
}

/** All pictures that were gathered, by source. */
export function gathered(folder: string): RgbImage[] {
  const files = readdirSync(join(folder, "gathered")).filter((name) => name.endsWith(".jsonl"));
  return files.toSorted().flatMap((name) => readLines<RgbImage>(join(folder, "gathered", name)));
}

export const pictureFile = (folder: string, { source, id }: Pick<RgbImage, "source" | "id">) =>
  join(folder, "pictures", source, `${id}.jpg`);

/** The words of the command line; says how it is used where there are too few. */
export function commandLine(count: number, usage: string): string[] {
  const words = process.argv.slice(2);
  if (words.length >= count) return words;
  console.error(`usage: ${usage}`);
  process.exit(2);
}

/** Ids of pictures, and `source/class` of whole classes, that a list beside this file names: a word a line, then why. */
export function readIds(list: "dropped.txt" | "held-out.txt"): Set<string> {
  const lines = readFileSync(new URL(list, import.meta.url), "utf8").split("\n");
  return new Set(lines.filter((line) => !/^(#|$)/.test(line)).map((line) => line.split(" ")[0] ?? ""));
}
