/**
 * The variable with the folder that the user called the command in. Set by programs that start Bun in another
 * folder.
 */
export const USER_FOLDER = "QUINTET_CWD";

/**
 * Changes to the folder that the user called the command in. Bun starts in Quintet's own folder: it reads
 * `bunfig.toml`, `.env`, `tsconfig.json` and `package.json` of the folder that it starts in, and runs what the first
 * one names. Throws where the folder is gone.
 */
export function enterUserFolder(): void {
  const folder = process.env[USER_FOLDER];
  if (folder === undefined) return;
  delete process.env[USER_FOLDER];
  process.chdir(folder);
}
