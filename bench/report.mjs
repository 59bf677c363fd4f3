// Turns what the benches print into one page. A figure with a target is a line such as
// `Idle memory (one page shown): 98 MiB  target < 80 MiB: MISSED`. An indented one belongs to the last line before it
// that is not indented and has no target.
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";

const TARGET = /^(\s*)(.*?): (\S[^:]*?)\s+target (.+?): (held|MISSED)\s*$/;

/** The figures with targets among the lines of one bench: `{ what, value, target, verdict }`. */
export function targetsIn(text) {
  const targets = [];
  let title = "";
  for (const line of text.split("\n")) {
    const [, indent = "", name = "", value = "", target = "", verdict = ""] = TARGET.exec(line) ?? [];
    if (verdict !== "") {
      const what = indent === "" || title === "" ? name : `${title}: ${name}`;
      targets.push({ what, value, target, verdict });
    } else if (/^\S/.test(line)) {
      title = line.trim().replace(/:$/, "");
    }
  }
  return targets;
}

function osName() {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? process.platform;
  } catch {
    return process.platform;
  }
}

/** The machine in one line, as a reader needs it to compare. */
export function machine(bun) {
  const model = cpus()[0]?.model.trim() || "an unnamed processor";
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores of ${model}, ${memory} GiB, ${osName()}, kernel ${release()}, Bun ${bun}`;
}

/** How much else the machine does: the mean number of programs that want a core, over a minute. */
export function loadNow() {
  return loadavg()[0] ?? 0;
}

const cell = (text) => text.replaceAll("|", "\\|");

function table(benches) {
  const rows = benches.flatMap(({ name, text, status }) => {
    const targets = targetsIn(text).map(
      ({ what, value, target, verdict }) =>
        `| ${name} | ${cell(what)} | ${cell(value)} | ${cell(target)} | ${verdict} |`,
    );
    return status === 0 ? targets : [...targets, `| ${name} | Ended with status ${status} | | | MISSED |`];
  });
  return ["| Bench | Figure | Measured | Target | Result |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** The page: the machine, one table of every figure with a target, and what each bench printed. */
export function page({ benches, machine: described, load, date, commit }) {
  const busy =
    Math.max(...load) > 1.5
      ? "\n\n**Other programs were running, so times are longer than on an idle machine.**"
      : "";
  const sections = benches.map(({ name, text }) => `## ${name}\n\n\`\`\`\n${text.trim()}\n\`\`\``);
  return `# Benchmarks

Written by \`npm run bench\`. ${date}, commit ${commit}.

${described}. Load before and after: ${load.map((one) => one.toFixed(1)).join(" and ")}.${busy}

${table(benches)}

${sections.join("\n\n")}
`;
}
