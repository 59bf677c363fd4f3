import { expect, test } from "bun:test";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { createOutbox } from "./outbox.ts";

test("messages and their folder are their owner's alone, whatever the umask", async () => {
  const folder = temporaryFolder();
  const umask = process.umask(0);
  try {
    const outbox = join(folder, "data", "outbox");
    await createOutbox(outbox, () => {})({
      to: "a@example.com",
      subject: "Sign in",
      text: "https://x.example/",
    });
    const [message = ""] = readdirSync(outbox);
    const modes = [join(folder, "data"), outbox, join(outbox, message)].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  } finally {
    process.umask(umask);
    rmSync(folder, { recursive: true });
  }
});

test("the printed line says that its link signs in", async () => {
  const lines: string[] = [];
  const message = { to: "a@example.com", subject: "s", text: "http://localhost/confirm/abc" };
  await createOutbox(join(temporaryFolder(), "outbox"), (line) => void lines.push(line))(message);
  expect(lines.join()).toMatch(
    /anyone who opens it is signed in\.\nIts link: http:\/\/localhost\/confirm\/abc\n$/,
  );
});
