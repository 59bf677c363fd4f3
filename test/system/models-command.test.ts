import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { images } from "../../src/apis/images/api.ts";
import { bytesOf, hexOf, says, serveFiles, whole } from "../../src/apis/images/models/file-server.fixture.ts";
import { ModelStore } from "../../src/apis/images/models/model-store.ts";
import { colorClassifier } from "../../src/apis/images/models/onnx-writer.fixture.ts";
import { registry } from "../../src/apis/images/models/registry.ts";
import { hasRuntime } from "../../src/apis/images/models/session.ts";
import { type ModelsIo, runModels } from "../../src/apis/images/models-command.ts";
import { readCommand } from "../../src/cli/command-forms.ts";
import { showProgress } from "../../src/cli/progress.ts";
import { terminalOf } from "../../src/cli/terminal.ts";
import { readAllowance } from "../../src/egress/allowance.ts";
import { createDownload } from "../../src/egress/download.ts";
import { describeApi } from "../../src/kit/define-api.ts";
import { rejectionOf } from "../helpers/rejection.ts";
import { runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const made: string[] = [];
afterAll(() => made.map((folder) => rmSync(folder, { recursive: true })));

function folder(): string {
  const path = temporaryFolder();
  made.push(path);
  return path;
}

const quintet = runQuintet;

const [command] = describeApi(images).commands ?? [];
const run = (words: readonly string[], io: ModelsIo) =>
  runModels(readCommand(command?.usage ?? "", ["models", ...words]), io);

/** The room of the commands, with a screen that remembers. */
function room(isTTY = false) {
  const shown: string[] = [];
  const printed: string[] = [];
  const store = new ModelStore(folder());
  const stream = { isTTY, columns: 80, write: (text: unknown) => void shown.push(String(text)) };
  const { screen } = terminalOf(stream, stream, {});
  const room: ModelsIo = {
    store,
    baseUrl: "http://127.0.0.1:9",
    download: createDownload({ allowance: readAllowance(""), userAgent: "Quintet/test" }),
    note: screen.write,
    progress: (title, unit) => showProgress(screen, title, unit),
    print: (text) => void printed.push(text),
    show: (value) => void printed.push(`${JSON.stringify(value)}\n`),
  };
  return { room, store, shown, printed };
}

test("list shows every model with its licence, and the operator's own", async () => {
  const { room: it, store, printed } = room();
  await Bun.write(store.pathOf("u2netp"), bytesOf(4_000_000));
  await Bun.write(store.pathOf("mine"), bytesOf(1_000_000));
  await Bun.write(join(store.folder, "notes.txt"), "x");
  await run(["list"], it);
  const rows = JSON.parse(printed.join("")) as { name: string; license: string }[];
  expect(rows).toHaveLength(registry.length + 1);
  expect(rows[0]).toMatchObject({ name: "u2netp", size: "4.0 MB", installed: true, license: "Apache-2.0" });
  expect(rows.at(-1)).toEqual({ name: "mine", size: "1.0 MB", installed: true, license: "yours" } as never);
  for (const { name, licence, commercial } of registry) {
    const { license = "" } = rows.find((each) => each.name === name) ?? {};
    expect(license).toContain(licence);
    expect(license.includes("non-commercial")).toBe(commercial === "no");
  }
});

describe("the registry", () => {
  test("names each model once, with a checksum of the right length", () => {
    expect(new Set(registry.map(({ name }) => name)).size).toBe(registry.length);
    for (const { checksum, std, file } of registry) {
      expect(checksum.hex).toMatch(checksum.algorithm === "md5" ? /^[0-9a-f]{32}$/ : /^[0-9a-f]{64}$/);
      expect(Math.min(...std)).toBeGreaterThan(0);
      expect(file).toMatch(/^[\w.-]+\.onnx$/);
    }
  });

  test("what may not be used to earn money needs a word of its own", async () => {
    const limited = registry.filter(({ commercial }) => commercial === "no");
    expect(limited.map(({ name }) => name)).toEqual(["bria-rmbg"]);
    const { room: it, shown } = room();
    expect(await rejectionOf(run(["pull", "bria-rmbg"], it))).toMatchObject({ fault: "noncommercial" });
    expect(shown).toEqual([]);
    const accepted = run(["pull", "bria-rmbg", "--accept-noncommercial"], it);
    expect(await rejectionOf(accepted)).toMatchObject({ fault: "refused" });
    expect(shown.join("")).toContain("license BRIA RMBG 2.0");
  });
});

test.each([false, true])("a pull shows how far it is (terminal: %p)", async (isTTY) => {
  const content = bytesOf(2_000_000);
  const entry = registry[0];
  if (entry === undefined) throw new Error("the registry is empty");
  await using server = await serveFiles(whole(content));
  const { room: it, store, shown } = room(isTTY);
  const pulling = run(["pull", entry.name], {
    ...it,
    baseUrl: server.url,
    download: createDownload({ allowance: readAllowance(server.target), userAgent: "Quintet/test" }),
  });
  // The server has no weights; all but the last step is as with them.
  expect(await rejectionOf(pulling)).toMatchObject({ fault: "checksum" });
  const text = shown.join("");
  expect(text).toStartWith(`${entry.name}: license ${entry.licence}.`);
  if (isTTY) {
    expect(text).toContain(`\r\x1b[K${entry.name} [`);
    expect(text).toContain("100% 2.0 MB of 2.0 MB");
    for (const frame of text.split("\r\x1b[K")) expect(frame.trimEnd().length).toBeLessThan(200);
  } else {
    expect(text).not.toContain("\r");
    const lines = text.trimEnd().split("\n").slice(1);
    expect(lines.length).toBeLessThanOrEqual(11);
    expect(lines.at(-1)).toBe(`${entry.name}: 2.0 MB of 2.0 MB`);
  }
  expect(readdirSync(store.folder)).toEqual([]);
});

test("verify tells genuine from damaged, and prints the digest of the operator's own", async () => {
  const { room: it, store, printed } = room();
  const own = bytesOf(1000);
  await Bun.write(store.pathOf("mine"), own);
  await run(["verify"], it);
  expect(printed.join("")).toBe(`${hexOf("sha256", own)}  ${store.pathOf("mine")}  your own\n`);
  await Bun.write(store.pathOf("u2net"), own);
  expect(await rejectionOf(run(["verify", "u2net"], it))).toMatchObject({ fault: "checksum" });
  expect(printed.at(-1)).toEndWith("  DAMAGED\n");
  expect(await rejectionOf(run(["verify", "silueta"], it))).toMatchObject({ fault: "not-installed" });
});

test("rm removes the model and what was fetched of it, and nothing else", async () => {
  const { room: it, store, printed } = room();
  for (const file of ["u2net.onnx", "u2net.onnx.part", "u2net.json", "u2netp.onnx"]) {
    await Bun.write(join(store.folder, file), "x");
  }
  await run(["rm", "u2net"], it);
  expect(printed).toEqual(["u2net is removed.\n"]);
  expect(readdirSync(store.folder).sort()).toEqual(["u2net.json", "u2netp.onnx"]);
  expect(await rejectionOf(run(["rm", "u2net"], it))).toMatchObject({ fault: "not-installed" });
  for (const name of ["../u2netp", "..", "a/b", "/etc/passwd", "a\0b", "x".repeat(65)]) {
    expect(await rejectionOf(run(["rm", name], it))).toMatchObject({ fault: "unknown" });
  }
  expect(readdirSync(store.folder)).toContain("u2netp.onnx");
});

describe("as a command", () => {
  test.each([
    [["models", "pull"], 2, "quintet models pull NAME"],
    [["models", "pull", "u2net", "u2netp"], 2, "quintet models pull NAME"],
    [["models", "pull", "u2net", "--force"], 2, "quintet models pull NAME"],
    [["models", "rm", "u2net", "--accept-noncommercial"], 2, "Unknown option: --accept-noncommercial."],
    [["models", "pull", "gpt"], 1, "Choose one of u2netp, u2net"],
    [["models", "pull", "bria-rmbg"], 1, "add --accept-noncommercial"],
    [["models", "rm", "u2net"], 1, "No model of this name is installed"],
  ])("%p is refused", async (words, status, sentence) => {
    const { code, out, err } = await quintet({}, ...words);
    expect([code, out]).toEqual([status, ""]);
    expect(err).toContain(sentence);
    expect(err).not.toContain("    at ");
  });

  test("a mirror may be private, and its failures are one line", async () => {
    await using server = await serveFiles(says(404), whole(bytesOf(1000)));
    const environment = { UPSTREAM_URLS: `models=${server.url}/`, DATA_DIR: folder() };
    const missing = await quintet(environment, "models", "pull", "u2netp");
    expect([missing.code, missing.out]).toEqual([1, ""]);
    expect(missing.err.trimEnd().split("\n").at(-1)).toBe(
      "quintet: u2netp could not be fetched: the server of models returned status 404.",
    );
    const wrong = await quintet(environment, "models", "pull", "u2netp");
    expect(wrong.code).toBe(1);
    expect(wrong.err.trimEnd().split("\n").at(-1)).toStartWith(
      "quintet: The downloaded file is not u2netp: its sha256 is ",
    );
    expect(readdirSync(join(environment.DATA_DIR, "models"))).toEqual([]);
  });
});

describe.skipIf(!hasRuntime())("IMAGES_MODEL", () => {
  const at = async (name: string, bytes: Uint8Array, sidecar?: unknown) => {
    const path = join(folder(), name);
    await Bun.write(path, bytes);
    if (sidecar !== undefined) {
      await Bun.write(
        path.replace(/onnx$/, "json"),
        typeof sidecar === "string" ? sidecar : JSON.stringify(sidecar),
      );
    }
    return path;
  };
  const good = colorClassifier({ side: 32 });

  test.each([
    ["a name that nothing has", async () => "gpt", "Unknown model. Run quintet models list"],
    ["a model that is not installed", async () => "u2netp", "Run quintet models pull u2netp to download it"],
    ["a path out of the folder", async () => "../u2netp", "the path of an .onnx file"],
    ["a file that is not there", async () => "/nowhere/secret-word.onnx", "The model file does not exist"],
    ["a file that is no model", () => at("a.onnx", bytesOf(5000)), "is not an ONNX model"],
    ["external data", () => at("a.onnx", colorClassifier({ side: 32, elsewhere: "b" })), "external data"],
    [
      "one channel",
      () => at("a.onnx", colorClassifier({ side: 32, weights: [[1]] })),
      "takes 1 x 1 x 32 x 32",
    ],
    [
      "two masks",
      () =>
        at(
          "a.onnx",
          colorClassifier({
            side: 32,
            weights: [
              [1, 0, 0],
              [0, 1, 0],
            ],
          }),
        ),
      "puts out 1 x 2",
    ],
    [
      "an unknown operator",
      () => at("a.onnx", colorClassifier({ side: 32, after: "Bewitch" })),
      "ONNX Runtime cannot load the model",
    ],
    [
      "probabilities that are none",
      () => at("a.onnx", colorClassifier({ side: 32, after: "" }), { output: "sigmoid" }),
      "output is not a mask",
    ],
    ["a known name's recipe that does not fit", () => at("u2net.onnx", good), "32 x 32 and not of 320 x 320"],
    ["a sidecar that is no JSON", () => at("a.onnx", good, "{input: 32}"), "is not JSON"],
    [
      "a sidecar with another member",
      () => at("a.onnx", good, { inputs: 32 }),
      "sidecar of the model is not accepted",
    ],
    ["a sidecar with two channels", () => at("a.onnx", good, { mean: [0, 0] }), "mean: "],
    ["a sidecar that divides by zero", () => at("a.onnx", good, { std: [1, 0, 1] }), "std must be above 0"],
    ["a sidecar of another size", () => at("a.onnx", good, { input: 320 }), "and not of 320 x 320"],
  ] satisfies [string, () => string | Promise<string>, string][])(
    "stops the start: %s",
    async (_title, setting, words) => {
      const { code, out, err } = await quintet({ IMAGES_MODEL: await setting(), PORT: "1" }, "serve");
      expect([code, out]).toEqual([2, ""]);
      expect(err).toStartWith("quintet: IMAGES_MODEL is not accepted: ");
      expect(err.toLowerCase()).toContain(words.toLowerCase());
      expect(err).not.toContain("secret-word");
      expect(err.trimEnd().split("\n")).toHaveLength(1);
    },
  );

  test("a model by name has its own recipe, one by path its sidecar's, one without the usual", async () => {
    const store = new ModelStore(folder());
    await Bun.write(store.pathOf("isnet-general-use"), good);
    expect(await store.choose("isnet-general-use")).toMatchObject({
      name: "isnet-general-use",
      path: store.pathOf("isnet-general-use"),
      recipe: {
        input: { width: 1024, height: 1024 },
        mean: [0.5, 0.5, 0.5],
        std: [1, 1, 1],
        output: "sigmoid",
      },
    });
    const described = await at("mine.onnx", good, { input: [64, 32], mean: [0, 0, 0], output: "logits" });
    expect(await store.choose(described)).toEqual({
      name: "mine",
      path: described,
      recipe: {
        input: { width: 64, height: 32 },
        mean: [0, 0, 0],
        std: [0.229, 0.224, 0.225],
        output: "logits",
      },
    });
    expect((await store.choose(await at("mine.onnx", good))).recipe).toEqual({
      input: undefined,
      mean: [0.485, 0.456, 0.406],
      std: [0.229, 0.224, 0.225],
      output: undefined,
    });
  });

  test("a good one lets the server start", async () => {
    await using server = await startQuintet({ IMAGES_MODEL: await at("mine.onnx", good) });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});
