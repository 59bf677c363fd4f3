import { describe, expect, test } from "bun:test";
import type { ApiDeps } from "../../kit/define-api.ts";
import { findBrowser } from "./settings.ts";

const IDS: Readonly<Record<string, string>> = { nobody: "65534\n" };

/** A machine with Chromium, without programs that are `missing`; `nobody` cannot run those that are `closed`. */
function machine(missing: readonly string[] = [], closed: readonly string[] = []) {
  const warnings: string[] = [];
  const deps: ApiDeps = {
    userAgent: "Quintet",
    dataDir: "data",
    programs: {
      find: (name) => (missing.includes(name) ? undefined : `/usr/bin/${name}`),
      ask: (path, ...words) =>
        path === "id" ? IDS[words[1] ?? ""] : words.some((word) => closed.includes(word)) ? undefined : "",
    },
    fieldCounter: { note() {}, fail() {} },
    warn: (message) => void warnings.push(message),
  };
  return { deps, warnings };
}

const isRoot = process.getuid?.() === 0;

describe("the browser of rendered pages", () => {
  test("is none unless it is set", () => {
    const { deps, warnings } = machine();
    expect(findBrowser({ chromium: undefined }, deps)).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  test("must be on this machine", () => {
    const { deps } = machine(["chromium"]);
    expect(() => findBrowser({ chromium: "chromium" }, deps)).toThrow("install Chromium");
  });

  test("is run by nobody if the server runs as root, and by the user of the server if not", () => {
    const { deps, warnings } = machine();
    expect(findBrowser({ chromium: "chromium" }, deps)).toEqual({
      path: "/usr/bin/chromium",
      user: isRoot ? { uid: 65_534, gid: 65_534 } : undefined,
    });
    expect(warnings).toEqual([]);
  });

  test.skipIf(!isRoot).each([
    ["without setpriv", machine(["setpriv"])],
    ["in a folder that nobody cannot enter", machine([], ["/usr/bin/chromium"])],
  ])("%s it runs as root without a sandbox of its own, and the log says so", (_how, { deps, warnings }) => {
    expect(findBrowser({ chromium: "chromium" }, deps)).toEqual({
      path: "/usr/bin/chromium",
      user: undefined,
    });
    expect(warnings.join()).toContain("run the server as another user");
  });
});
