/** The variable with the folder that the user called the command in. */
export const USER_FOLDER = "QUINTET_CWD";

/**
 * Changes to the folder that the user called the command in: Bun starts in Quintet's own, since it reads `bunfig.toml`,
 * `.env`, `tsconfig.json` and `package.json` of the folder that it starts in. Throws where the folder is gone.
 */
export function enterUserFolder(): void {
  const folder = process.env[USER_FOLDER];
  if (folder === undefined) return;
  delete process.env[USER_FOLDER];
  process.chdir(folder);
}
