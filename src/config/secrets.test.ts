import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { secretVariables, variables } from "../config.ts";
import { ConfigError } from "../kit/config-error.ts";
import { withSecretFiles } from "./secrets.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const names = Object.keys(variables);

function file(content: string | Buffer): string {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return path;
}

test("every variable whose name says that it is a secret is one", () => {
  const secret = names.filter((name) =>
    /SECRET|TOKEN|PASSWORD|COOKIE|CREDENTIALS|_KEY$|HEADERS|DATABASE_URL|MAIL_URL|STORAGE_URL/.test(name),
  );
  expect([...secretVariables].sort()).toEqual(secret.sort());
});

describe.each([...secretVariables])("%s_FILE", (name) => {
  const read = (path: string, more = {}) =>
    withSecretFiles({ [`${name}_FILE`]: path, ...more }, names, secretVariables)[name];

  test("holds the secret; line breaks at its end are not part of it, spaces are", () => {
    expect(read(file("the secret"))).toBe("the secret");
    expect(read(file("the secret\n"))).toBe("the secret");
    expect(read(file(" the secret \r\n\n"))).toBe(" the secret ");
    expect(read("", { [name]: "set" })).toBe("set");
    expect(read(file("in a file"), { [name]: "" })).toBe("in a file");
  });

  test.each([
    ["set both ways", () => file("a"), { [name]: "b" }, `Set either ${name} or ${name}_FILE, not both.`],
    [
      "missing",
      () => "/nowhere/secret",
      {},
      `${name}_FILE is not accepted: /nowhere/secret cannot be read (ENOENT)`,
    ],
    ["a folder", () => folder, {}, `${name}_FILE is not accepted: ${folder} cannot be read (EISDIR)`],
    ["empty", () => file("\n"), {}, "is empty"],
    ["endless", () => "/dev/zero", {}, "/dev/zero is larger than 64 KB"],
  ])("%s: an error that names the variable and the file", (_what, path, more, message) => {
    expect(() => read(path(), more)).toThrow(ConfigError);
    expect(() => read(path(), more)).toThrow(message);
  });

  test("a secret in the wrong place is not repeated", () => {
    for (const secret of ["s3cret-of-mine", "postgresql://u:s3cret@h/d", "whsec_s3cret", "/x s3cret"]) {
      expect(() => read(secret)).toThrow("its value cannot be read (ENOENT)");
      expect(() => read(secret)).not.toThrow("s3cret");
    }
  });
});

test.skipIf(process.getuid?.() === 0)("a file that this user may not read", () => {
  const path = file("a");
  chmodSync(path, 0);
  expect(() => withSecretFiles({ ADMIN_TOKEN_FILE: path }, names, secretVariables)).toThrow("(EACCES)");
});

test("NAME_FILE of what is no secret is an error, not silence", () => {
  for (const name of ["BASE_URL", "LOG_LEVEL", "MAIL_FROM"]) {
    expect(() => withSecretFiles({ [`${name}_FILE`]: "/x" }, names, secretVariables)).toThrow(
      `${name}_FILE is not accepted: only secrets can be in files. Set ${name} instead.`,
    );
  }
  expect(withSecretFiles({ CATALOGUE_FILE: "/x" }, names, secretVariables)).toEqual({ CATALOGUE_FILE: "/x" });
});
