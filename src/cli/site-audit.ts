import { createResource } from "../../clients/typescript/src/resources.ts";
import { createTransport } from "../../clients/typescript/src/transport.ts";
import { CommandError, type Progress } from "../kit/command.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { Crawler, CrawlTask, ExportFormat } from "../site-audits/crawler.ts";
import type { CrawlOptions } from "../site-audits/site-audit-schemas.ts";
import { writeResult } from "./calls.ts";
import { explained, TIMEOUT_MS } from "./client.ts";
import { readCommand } from "./command-forms.ts";
import { chosenServer } from "./credentials.ts";
import { printable } from "./printable.ts";
import { type Screen, showProgress } from "./progress.ts";

/** The command that audits a site, on a server or in this process. */
export const SITE_USAGE =
  "quintet seo site URL [--max-pages N] [--max-depth N] [--delay-ms N] [--include LIST] [--exclude LIST] [--subdomains] [--no-link-checks] [--out FILE] [--server URL]";

/** How often the progress of a server is read, in milliseconds. */
const POLL_MS = 1_000;

/** The part of a report that is printed. */
interface Report {
  readonly totals: { readonly pages: number; readonly redirects: number; readonly broken: number };
  readonly score: { readonly average: number | null };
  readonly issues: readonly { readonly title: string; readonly severity: string; readonly count: number }[];
}

/** A site audit that has ended: its report, and the same as a file. */
interface Audited {
  readonly report: string;
  readonly stopReason: string | null;
  file(format: string): Promise<Uint8Array>;
}

/** A crawl as it was asked for. */
type SiteOptions = CrawlOptions & {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
};

const FORMATS = ["json", "csv", "xlsx", "html"] as const;

function numberOf(
  name: string,
  text: string | undefined,
  fallback: number,
  [least, most]: readonly [number, number],
) {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(",").map((one) => one.trim());
}

/** The ending of the file that a report is written to. Throws a `UsageError` for another. */
function formatOf(out: string | undefined): string | undefined {
  if (out === undefined) return undefined;
  const format = FORMATS.find((one) => out.toLowerCase().endsWith(`.${one}`));
  if (format !== undefined) return format;
  throw new UsageError(`--out must be a file that ends with ${FORMATS.map((one) => `.${one}`).join(", ")}.`);
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function summary({ url }: SiteOptions, { report, stopReason }: Audited): string {
  const { totals, score, issues } = JSON.parse(report) as Report;
  const average = score.average === null ? "" : `, average score ${Math.round(score.average)}`;
  const widest = Math.max(0, ...issues.map(({ count }) => String(count).length));
  const lines = issues.map(
    ({ count, severity, title }) => `  ${String(count).padStart(widest)}  ${severity.padEnd(8)}  ${title}`,
  );
  return [
    `Site audit of ${url}`,
    `${plural(totals.pages, "page")}, ${plural(totals.redirects, "redirect")}, ${plural(totals.broken, "broken URL")}${average}`,
    ...(stopReason === null ? [] : [`Not every page was read: ${stopReason}`]),
    "",
    ...(lines.length === 0 ? ["No issues."] : ["Issues:", ...lines]),
    "",
  ].join("\n");
}

/** Audits a site in this process. */
async function auditHere(crawler: Crawler, options: SiteOptions, progress: Progress): Promise<Audited> {
  const { url, delayMs, checkLinks, ...rest } = options;
  const crawl = { ...rest, startUrl: url, pace: 1_000 / delayMs, checkResources: checkLinks };
  const task: CrawlTask = { id: "", account: "", options: JSON.stringify(crawl) };
  const steps: string[] = [];
  async function* read() {
    yield* steps;
  }
  const leave = new AbortController();
  process.once("SIGINT", () => leave.abort(new CommandError("The audit was interrupted.")));
  const { stopReason, problem } = await crawler.crawl(
    task,
    {
      read,
      async add(added, { done, waiting }) {
        for (const { data } of added) steps.push(data);
        if (done > 0) progress.to(done, done + waiting);
      },
    },
    leave.signal,
  );
  progress.end();
  if (problem !== undefined) throw new CommandError(`${problem.detail} (${problem.code})`);
  const { report } = await crawler.analyze(task, read, leave.signal);
  return {
    report,
    stopReason: stopReason ?? null,
    async file(format) {
      if (format === "json") return new TextEncoder().encode(report);
      if (format === "html")
        throw new UsageError("--out FILE.html needs a server. Use .json, .csv or .xlsx.");
      const of: ExportFormat = format === "csv" ? { type: "csv", table: "issues" } : { type: "xlsx" };
      return crawler.export(task, read, of);
    },
  };
}

/** Audits a site on a server. */
async function auditThere(
  server: { readonly url: string; readonly key?: string | undefined },
  options: SiteOptions,
  progress: Progress,
): Promise<Audited> {
  const transport = createTransport({
    baseUrl: server.url,
    key: server.key,
    retries: 4,
    timeoutMs: TIMEOUT_MS,
  });
  const audits = createResource(transport, "siteAudits");
  const { include, exclude, ...rest } = options;
  const lists = {
    ...(include.length === 0 ? {} : { include: include.join(",") }),
    ...(exclude.length === 0 ? {} : { exclude: exclude.join(",") }),
  };
  let audit = await audits.create({ ...rest, ...lists });
  while (audit.state === "queued" || audit.state === "running") {
    if (audit.requested > 0) progress.to(audit.requested, audit.requested + audit.waiting);
    await Bun.sleep(POLL_MS);
    audit = await audits.get(audit.id);
  }
  progress.end();
  if (audit.reportUrl === null) {
    const { detail = "The audit has no report.", code = audit.state } = audit.problem ?? {};
    throw new CommandError(`${printable(String(detail))} (${printable(String(code))})`);
  }
  const shape = {
    method: "GET",
    path: "/seo/site-audits/{id}/report",
    files: [],
    produces: ["*/*"],
  } as const;
  const file = async (format: string) =>
    (await transport.send(shape, { id: audit.id, format }, { accept: "*/*" })).bytes;
  const report = new TextDecoder().decode(await file("json"));
  return { report, stopReason: audit.stopReason, file };
}

/** Runner of site audits if no server is selected. */
export interface LocalCrawler {
  crawler(): Crawler;
  close(): Promise<void>;
}

/** Runs `quintet seo site URL`: on the selected server, or with `here`. Throws a `UsageError` or a `CommandError`. */
export async function runSiteAudit(
  words: readonly string[],
  here: () => Promise<LocalCrawler>,
  print: (text: string) => void,
): Promise<void> {
  const { args, given, flags } = readCommand(SITE_USAGE, words);
  const [typed = ""] = args;
  const url = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (URL.parse(url) === null)
    throw new UsageError("URL must be the home page of a site, such as https://example.com/.");
  const options: SiteOptions = {
    url: new URL(url).href,
    maxPages: numberOf("max-pages", given["max-pages"], 500, [1, 10_000]),
    maxDepth: numberOf("max-depth", given["max-depth"], 20, [0, 100]),
    delayMs: numberOf("delay-ms", given["delay-ms"], 500, [100, 10_000]),
    include: listOf(given.include),
    exclude: listOf(given.exclude),
    subdomains: flags.has("subdomains"),
    checkLinks: !flags.has("no-link-checks"),
  };
  const format = formatOf(given.out);
  const { stderr, stdout } = process;
  const screen: Screen = {
    isTTY: stderr.isTTY === true,
    columns: stderr.columns || 80,
    write: (text) => void stderr.write(text),
  };
  const progress = showProgress(screen, "Reading URLs", (amount) => `${amount}`);
  const server = await chosenServer(given.server, process.env);
  const local = server === undefined ? await here() : undefined;
  const audit = () =>
    local === undefined
      ? auditThere(server ?? { url: "" }, options, progress).catch((error: unknown) => {
          throw explained(error, { baseUrl: server?.url ?? "" });
        })
      : auditHere(local.crawler(), options, progress);
  try {
    let audited: Audited | undefined;
    if (given.out !== undefined && format !== undefined) {
      await writeResult(given.out, async () => {
        audited = await audit();
        return audited.file(format);
      });
      stderr.write(`The report is in ${printable(given.out)}.\n`);
    }
    audited ??= await audit();
    if (stdout.isTTY || given.out !== undefined) print(summary(options, audited));
    else print(`${audited.report}\n`);
  } finally {
    await local?.close();
  }
}
