import { realpath, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { ConfigError } from "../kit/config-error.ts";
import { invalidParameter } from "../kit/parameter.ts";

/** Files of this machine that tools may read and write. */
export interface LocalFiles {
  /** Throws `invalid-parameter` for a path outside of the folders, and for a file that cannot be read. */
  read(argument: string, path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Writes a new file and returns its URL. Throws `invalid-parameter` where there is one already. */
  write(argument: string, path: string, bytes: Uint8Array): Promise<string>;
}

/** Opens folders, of which each must exist. Links that lead out of them are followed and rejected. */
export async function openFolders(folders: readonly string[]): Promise<LocalFiles> {
  const roots = await Promise.all(
    folders.map((folder) =>
      realpath(folder).catch((cause: unknown) => {
        throw new ConfigError(`cannot open the folder ${folder}: name one that exists.`, { cause });
      }),
    ),
  );
  const outside = (argument: string) =>
    invalidParameter(argument, `${argument} must be a file in one of these folders: ${roots.join(", ")}.`);
  /** The path of an existing file or folder, without links, inside of the folders. */
  const locate = async (argument: string, path: string): Promise<string> => {
    const absolute = resolve(roots[0] ?? "/", path);
    const found = await realpath(absolute).catch(() => undefined);
    const isInside = roots.some((root) => found === root || found?.startsWith(root.replace(/\/$/, "") + sep));
    if (found === undefined || !isInside) throw outside(argument);
    return found;
  };
  return {
    async read(argument, path) {
      const file = Bun.file(await locate(argument, path));
      try {
        return await file.bytes();
      } catch {
        throw invalidParameter(argument, `${argument} is no file that can be read.`);
      }
    },
    async write(argument, path, bytes) {
      const absolute = resolve(roots[0] ?? "/", path);
      const target = join(await locate(argument, dirname(absolute)), basename(absolute));
      try {
        // Never over a file that is there, nor through a link.
        await writeFile(target, bytes, { flag: "wx" });
      } catch {
        throw invalidParameter(argument, `${argument} exists already, or its folder is not writable.`);
      }
      return pathToFileURL(target).href;
    },
  };
}
