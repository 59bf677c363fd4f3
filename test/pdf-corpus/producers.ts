import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Source, sources } from "./sources.ts";

/** Whether a program is here, and ended well. */
async function ran(command: readonly string[], folder: string): Promise<boolean> {
  const [program = ""] = command;
  if (Bun.which(program) === null) return false;
  const child = Bun.spawn([...command], { cwd: folder, stdout: "ignore", stderr: "ignore" });
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  await child.exited;
  clearTimeout(timer);
  return child.exitCode === 0;
}

const PROGRAMS: Record<Source["kind"], (file: string, pdf: string) => readonly string[]> = {
  html: (file, pdf) => [
    "chromium",
    "--headless",
    "--no-sandbox",
    "--no-pdf-header-footer",
    `--print-to-pdf=${pdf}`,
    file,
  ],
  tex: (file) => ["pdflatex", "-interaction=batchmode", file],
  fodt: (file) => [
    "soffice",
    "--headless",
    "-env:UserInstallation=file:///tmp/quintet-office",
    "--convert-to",
    "pdf",
    file,
  ],
};

/** What other programs make of a PDF: the text stays. */
const REWRITES: readonly (readonly [
  name: string,
  command: (from: string, to: string) => readonly string[],
])[] = [
  [
    "ghostscript",
    (from, to) => ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", `-sOutputFile=${to}`, from],
  ],
  ["linear", (from, to) => ["qpdf", "--linearize", from, to]],
  ["streams", (from, to) => ["qpdf", "--object-streams=generate", from, to]],
  ["locked", (from, to) => ["qpdf", "--encrypt", "harbour", "quay", "256", "--", from, to]],
];

/** Which of the files are rewritten: one of each kind of program. */
const REWRITTEN = ["columns", "texprose", "table", "office"];

/**
 * Makes name.producer.pdf and name.txt of all sources in a folder, with the programs that this machine has;
 * tells of those that it has not.
 */
export async function producedBy(folder: string, tell: (line: string) => void): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, kind, source, text } of sources) {
    const pdf = `${name}.pdf`;
    writeFileSync(join(folder, `${name}.${kind}`), source);
    const made = await ran(PROGRAMS[kind](`${name}.${kind}`, pdf), folder);
    if (!made && !existsSync(join(folder, pdf))) {
      tell(`${name}: not made, ${PROGRAMS[kind]("", "")[0]} is not here or failed`);
      continue;
    }
    writeFileSync(join(folder, `${name}.txt`), text);
    if (REWRITTEN.includes(name)) {
      for (const [how, command] of REWRITES) await ran(command(pdf, `${name}.${how}.pdf`), folder);
    }
    renameSync(join(folder, pdf), join(folder, `${name}.${kind}.pdf`));
  }
}
