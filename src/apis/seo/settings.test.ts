import { describe, expect, test } from "bun:test";
import type { ApiDeps } from "../../kit/define-api.ts";
import { findBrowser } from "./settings.ts";

const IDS: Readonly<Record<string, string>> = { nobody: "65534\n", root: "0\n" };

/** A machine with Chromium, without programs that are `missing`. */
function machine(missing: readonly string[] = []) {
  const warnings: string[] = [];
  const deps: ApiDeps = {
    userAgent: "Quintet",
    dataDir: "data",
    programs: {
      find: (name) => (missing.includes(name) ? undefined : `/usr/bin/${name}`),
      ask: (_path, _flag, name = "") => IDS[name],
    },
    fieldCounter: { note() {}, fail() {} },
    warn: (message) => void warnings.push(message),
  };
  return { deps, warnings };
}

describe("the browser of rendered pages", () => {
  test("is none unless it is set", () => {
    const { deps, warnings } = machine();
    expect(findBrowser({ chromium: undefined, user: "nobody" }, deps)).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  test("must be on this machine", () => {
    const { deps } = machine(["chromium"]);
    expect(() => findBrowser({ chromium: "chromium", user: undefined }, deps)).toThrow("install Chromium");
  });
});

describe.skipIf(process.getuid?.() !== 0)("the browser of a server that runs as root", () => {
  test("has no sandbox of its own, and the log says so", () => {
    const { deps, warnings } = machine();
    expect(findBrowser({ chromium: "chromium", user: undefined }, deps)).toEqual({
      path: "/usr/bin/chromium",
      user: undefined,
    });
    expect(warnings.join()).toContain("SEO_CHROMIUM_USER");
  });

  test("is run by another user without a warning", () => {
    const { deps, warnings } = machine();
    expect(findBrowser({ chromium: "chromium", user: "nobody" }, deps)).toEqual({
      path: "/usr/bin/chromium",
      user: { uid: 65_534, gid: 65_534 },
    });
    expect(warnings).toEqual([]);
  });

  test.each(["root", "no-such-user"])("%s is no such user: the start ends", (user) => {
    const { deps } = machine();
    expect(() => findBrowser({ chromium: "chromium", user }, deps)).toThrow("no user of this machine");
  });

  test("cannot be run by another user without setpriv: the start ends", () => {
    const { deps } = machine(["setpriv"]);
    expect(() => findBrowser({ chromium: "chromium", user: "nobody" }, deps)).toThrow("util-linux");
  });
});

test.skipIf(process.getuid?.() === 0)("a server that is not root cannot run it as another user", () => {
  const { deps } = machine();
  expect(() => findBrowser({ chromium: "chromium", user: "nobody" }, deps)).toThrow("runs as root");
});
