// Turns what the benches print into one page. A figure with a bar is a line that ends in `bar 1.30: held` or
// `bar 20 ms: MISSED`; it belongs to the last line before it that is not indented and has no bar.
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";

const BAR = /^(\s*)(.*?)\s+bar (.+?): (held|MISSED)\s*$/;

/** The figures with bars among the lines of one bench: `{ what, bar, verdict }`. */
export function barsIn(text) {
  const bars = [];
  let title = "";
  for (const line of text.split("\n")) {
    const [, indent = "", figure = "", bar = "", verdict = ""] = BAR.exec(line) ?? [];
    if (verdict !== "") {
      const what = figure.replaceAll(/\s{2,}/g, " ").trim();
      bars.push({ what: indent === "" || title === "" ? what : `${title}: ${what}`, bar, verdict });
    } else if (/^\S/.test(line)) {
      title = line.trim().replace(/:$/, "");
    }
  }
  return bars;
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
    const bars = barsIn(text).map(
      ({ what, bar, verdict }) => `| ${name} | ${cell(what)} | ${cell(bar)} | ${verdict} |`,
    );
    return status === 0 ? bars : [...bars, `| ${name} | it ended with ${status} | | MISSED |`];
  });
  return ["| bench | figure | bar | |", "|---|---|---|---|", ...rows].join("\n");
}

/** The page: the machine, one table of every figure with a bar, and what each bench printed. */
export function page({ benches, machine: described, load, date, commit }) {
  const busy =
    Math.max(...load) > 1.5
      ? "\n\n**The machine had other work to do in that time: figures of time are worse than they are on a quiet one.**"
      : "";
  const sections = benches.map(({ name, text }) => `## ${name}\n\n\`\`\`\n${text.trim()}\n\`\`\``);
  return `# Benchmarks

Written by \`npm run bench\`; no figure is typed by hand. ${date}, commit ${commit}.

${described}. Load before and after: ${load.map((one) => one.toFixed(1)).join(" and ")}.${busy}

${table(benches)}

${sections.join("\n\n")}
`;
}
