import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendEmail } from "./email-queue.ts";

/** Without SMTP: writes each message to a file that only the owner of the process may read, and its link to `print`. */
export function createOutbox(folder: string, print: (line: string) => void): SendEmail {
  return async ({ to, subject, text, html }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = Bun.randomUUIDv7();
    const path = join(folder, `${name}.txt`);
    try {
      await writeFile(path, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
      if (html !== undefined) await writeFile(join(folder, `${name}.html`), html, { mode: 0o600 });
    } catch (error) {
      // A full disk leaves a part of it, and the message is tried again.
      await rm(path, { force: true });
      await rm(join(folder, `${name}.html`), { force: true });
      throw error;
    }
    const link = /https?:\/\/\S+/.exec(text)?.[0];
    print(
      `MAIL_URL is not set. The email was written to ${path}${link === undefined ? "" : `\nThe link has a token: anyone who opens it is signed in.\nIts link: ${link}`}\n`,
    );
  };
}
