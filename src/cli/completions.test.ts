import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { apis } from "../apis/default-apis.ts";
import { UsageError } from "../kit/usage-error.ts";
import { catalogueOf } from "./catalogue.ts";
import { completionsOf } from "./completions.ts";

const usage = `quintet serve
quintet keys create EMAIL [--name NAME]
quintet keys list [EMAIL]
quintet admin accounts sessions revoke ACCOUNT [SESSION]
quintet profiles import FILE…`;
const catalogue = catalogueOf(apis);
const folder = temporaryFolder();

/** Writes the completions of a shell into a file, as a user would. */
function scriptOf(shell: string): string {
  const path = join(folder, shell);
  writeFileSync(path, completionsOf([shell], catalogue, usage));
  return path;
}

async function run(...words: string[]): Promise<string> {
  const child = Bun.spawn(words, {
    stdin: "ignore",
    stderr: "pipe",
    env: { PATH: process.env.PATH ?? "", HOME: folder, TERM: "dumb" },
    cwd: folder,
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return out + err;
}

/** What is typed, and the words that are offered. */
const typed: readonly (readonly [string, readonly string[]])[] = [
  ["quintet uu", ["uuid"]],
  ["quintet uuid v", ["v4", "v7", "validate", "validate-batch"]],
  ["quintet pdf extract --dry", ["--dry-run"]],
  ["quintet pdf extract --hyphens ke", ["keep"]],
  ["quintet pdf extract a.pdf --type mark", ["markdown"]],
  ["quintet pdf extract --dry-run t", ["true"]],
  ["quintet images remove-bg --json a.png --channels ", ["rgba", "alpha", "background"]],
  ["quintet keys ", ["create", "list"]],
  ["quintet keys create --na", ["--name"]],
  ["quintet admin accounts sessions r", ["revoke"]],
  ["quintet completions ", ["bash", "zsh", "fish", "powershell"]],
  ["quintet profiles ", ["profile", "company", "import"]],
];

/** Runs each script in a copy of one shell that has read the completions, which takes longer than to complete; returns what each prints. */
async function runEach(
  shell: "bash" | "zsh",
  options: readonly string[],
  scripts: readonly string[],
): Promise<string[]> {
  const copies = scripts.map((script) => `(\n${script}\n)`).join('\necho "%%"\n');
  const out = await run(shell, ...options, `source '${scriptOf(shell)}'\n${copies}`);
  return out.split("%%\n");
}

function expectWords(found: string, words: readonly string[]): void {
  expect(found.split(/\s+/).filter(Boolean).sort()).toEqual([...words].sort());
}

describe("completions of bash", () => {
  test("offer commands, options and values", async () => {
    const all = [...typed, ["quintet images remove-bg --format=we", ["webp"]] as const];
    const shells = all.map(([line]) => {
      const own = line.split(/(=)| /).filter((word) => word !== undefined);
      const list = own.map((word) => `'${word}'`).join(" ");
      return `COMP_WORDS=(${list}); COMP_CWORD=${own.length - 1}; _quintet; echo "\${COMPREPLY[@]}"`;
    });
    const found = await runEach("bash", ["--norc", "-c"], shells);
    expect(found).toHaveLength(all.length);
    for (const [i, [, words]] of all.entries()) expectWords(found[i] ?? "", words);
  });
});

describe.if(Bun.which("zsh") !== null)("completions of zsh", () => {
  /** Types a line and a tab at the prompt of a zsh without settings; returns what the terminal shows. */
  async function completed(line: string, expected: string): Promise<string> {
    const session = join(folder, "session.zsh");
    writeFileSync(
      session,
      `zmodload zsh/zpty
zpty -b z "TERM=dumb zsh -f -i"
zpty -w z "source '${scriptOf("zsh")}'; print -r -- rea''dy"
read_until() {
  while [[ "$text" != *"$1"* ]]; do zpty -rt z part && text+="$part" || sleep 0.05; done
}
read_until ready
zpty -w -n z '${line}'$'\\t'
text=''
read_until '${expected}'
print -r -- "$text"
`,
    );
    return run("timeout", "20", "zsh", "-f", session);
  }

  test("are valid, and work without compinit before them", async () => {
    expect(await run("zsh", "-n", scriptOf("zsh"))).toBe("");
    const script = `source '${scriptOf("zsh")}'; print -r -- \${_comps[quintet]}`;
    expect(await run("zsh", "-f", "-c", script)).toBe("_quintet\n");
  });

  test("offer commands, options and values", async () => {
    // The completion function itself, with the words that zsh gives it; compadd prints what it is given.
    const shells = typed.map(([line]) => {
      const own = line.split(" ");
      const list = own.map((word) => `'${word}'`).join(" ");
      return `compadd() { shift; print -rl -- "$@"; }; _files() { :; }
words=(${list}); CURRENT=${own.length}; _quintet`;
    });
    const found = await runEach("zsh", ["-f", "-c"], shells);
    expect(found).toHaveLength(typed.length);
    for (const [i, [line, words]] of typed.entries()) {
      const last = line.split(" ").at(-1) ?? "";
      const offers = (found[i] ?? "").split("\n").filter((word) => word.startsWith(last));
      expectWords(offers.join(" "), words);
    }
  });

  test("at a prompt", async () => {
    expect(await completed("quintet pdf extract --type mark", "markdown")).toContain("--type markdown");
  });
});

describe.if(Bun.which("fish") !== null)("completions of fish", () => {
  test("offer commands, options and values", async () => {
    const script = scriptOf("fish");
    expect(await run("fish", "--no-execute", script)).toBe("");
    const lines = typed.map(([line]) => `complete -C '${line}'; echo "%%"`);
    const shown = await run("fish", "--no-config", "-c", `source '${script}'\n${lines.join("\n")}`);
    const found = shown.split("%%\n");
    for (const [i, [, words]] of typed.entries()) {
      const names = (found[i] ?? "").split("\n").map((row) => row.split("\t", 1)[0]);
      expectWords(names.join(" "), words);
    }
  });
});

test("completions of PowerShell have every operation and every choice", () => {
  const text = completionsOf(["powershell"], catalogue, usage);
  for (const api of catalogue) {
    for (const { command, parameters } of api.operations) {
      expect(text).toContain(`'${api.name} ${command}'`);
      for (const { choices = [] } of parameters)
        for (const choice of choices) expect(text).toContain(`'${choice}'`);
    }
  }
});

test("another shell is an error", () => {
  for (const words of [["tcsh"], [], ["bash", "zsh"]]) {
    expect(() => completionsOf(words, catalogue, usage)).toThrow(UsageError);
  }
});
