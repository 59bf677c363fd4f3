// The network for background removal is trained by Python, whose packages `.ci/run` installs.
import { expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { isNightly } from "../helpers/nightly.ts";
import { isTested } from "../helpers/tested.ts";

const PYTHON = "/usr/bin/python3";
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Looks for the packages without loading them, which takes PyTorch seconds. */
function hasPackages(): boolean {
  const find = "import importlib.util, sys; sys.exit(None in map(importlib.util.find_spec, sys.argv[1:]))";
  try {
    return Bun.spawnSync([PYTHON, "-c", find, "torch", "onnx", "cv2"], { stderr: "ignore" }).exitCode === 0;
  } catch {
    return false;
  }
}

test.skipIf((await isTested("training")) || !hasPackages())(
  "training on drawn images lowers the loss, continues to the bit, and exports what it has learned",
  async () => {
    const short = isNightly ? [] : ["--short"];
    // It takes a core for minutes, and no other test is to wait for it.
    const checking = Bun.spawn(
      ["nice", "-n", "5", PYTHON, "images/train/check.py", process.execPath, ...short],
      {
        cwd: `${root}/bench`,
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const [printed, complaints, code] = await Promise.all([
      new Response(checking.stdout).text(),
      new Response(checking.stderr).text(),
      checking.exited,
    ]);
    expect(code, printed + complaints).toBe(0);
    const [first = 0, ...losses] = (/^loss (.*)$/m.exec(printed)?.[1] ?? "").split(" ").map(Number);
    expect(losses.at(-1)).toBeLessThan((isNightly ? 0.8 : 1.1) * first);
    expect(printed).toContain("an interrupted run gives the same weights");
    expect(printed).toContain("a net with more blocks or channels begins as the one before");
    expect(printed).toContain("a model that is read again computes the same");
    expect(Number(/differs from PyTorch by at most (\S+)/.exec(printed)?.[1])).toBeLessThan(1e-3);
  },
  1_800_000,
);
