import { type FileHandle, open, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { ConfigError } from "../kit/config-error.ts";
import { invalidParameter } from "../kit/parameter.ts";

/** Files of this machine that tools may read and write. */
export interface LocalFiles {
  /** Throws `invalid-parameter` for a path outside of the folders, and for a file that cannot be read. */
  read(argument: string, path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Creates a new, empty file. Throws `invalid-parameter` where there is one already, or none can be created. */
  reserve(argument: string, path: string): Promise<ReservedFile>;
}

function reservedFile(file: FileHandle, path: string) {
  let isWritten = false;
  return {
    async write(bytes: Uint8Array): Promise<string | undefined> {
      try {
        await file.writeFile(bytes);
        isWritten = true;
        return pathToFileURL(path).href;
      } catch {
        return undefined;
      }
    },
    async release(): Promise<void> {
      await file.close();
      if (!isWritten) await rm(path, { force: true });
    },
  };
}
export type ReservedFile = ReturnType<typeof reservedFile>;

/** Opens folders, of which each must exist. Links that lead out of them are followed and rejected. */
export async function openFolders(folders: readonly string[]): Promise<LocalFiles> {
  const roots = await Promise.all(
    folders.map((folder) =>
      realpath(folder).catch((cause: unknown) => {
        throw new ConfigError(`Cannot open the folder ${folder}. Name one that exists.`, { cause });
      }),
    ),
  );
  /** The path of an existing file or folder inside of the folders, without links. The error says `what` the argument must be. */
  const locate = async (argument: string, what: string, path: string): Promise<string> => {
    const absolute = resolve(roots[0] ?? "/", path);
    const found = await realpath(absolute).catch(() => undefined);
    const isInside = roots.some((root) => found === root || found?.startsWith(root.replace(/\/$/, "") + sep));
    if (found !== undefined && isInside) return found;
    throw invalidParameter(argument, `${argument} must be ${what} in one of these: ${roots.join(", ")}.`);
  };
  return {
    async read(argument, path) {
      const file = Bun.file(await locate(argument, "an existing file", path));
      // A pipe may never end.
      const bytes = await file
        .stat()
        .then((there) => (there.isFile() ? file.bytes() : undefined))
        .catch(() => undefined);
      if (bytes !== undefined) return bytes;
      throw invalidParameter(argument, `${argument} is no file that can be read.`);
    },
    async reserve(argument, path) {
      const absolute = resolve(roots[0] ?? "/", path);
      const target = join(
        await locate(argument, "in an existing folder", dirname(absolute)),
        basename(absolute),
      );
      try {
        // Never over a file that is there, nor through a link.
        return reservedFile(await open(target, "wx"), target);
      } catch {
        throw invalidParameter(argument, `${argument} exists already, or its folder is not writable.`);
      }
    },
  };
}
