import { z } from "zod";
import { checkCounts } from "../../clients/typescript/src/answer.ts";
import { createResource } from "../../clients/typescript/src/resources.ts";
import { createTransport } from "../../clients/typescript/src/transport.ts";
import { type CommandCall, CommandError, type Progress } from "../kit/command.ts";
import { Problem } from "../kit/problem.ts";
import { lazyInputReader } from "../kit/query.ts";
import type { ExportFormat } from "../kit/site-overview.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { Crawler, CrawlTask } from "../site-audits/crawler.ts";
import { type CrawlOptions, optionFields, storedOptions } from "../site-audits/site-audit-schemas.ts";
import { gunzipped } from "../store/gzip.ts";
import { colored, siteSummary } from "./audit-summary.ts";
import { writeResult } from "./calls.ts";
import { optionOf } from "./catalogue.ts";
import { explained, TIMEOUT_MS } from "./client.ts";
import { readCommand } from "./command-forms.ts";
import { chosenServer } from "./credentials.ts";
import { type Json, plainText } from "./format.ts";
import { showProgress } from "./progress.ts";
import { onInterrupt, type Terminal } from "./terminal.ts";

/** The command that audits a site, on a server or in this process. */
export const SITE_USAGE =
  "quintet seo site URL [--max-pages N] [--max-depth N] [--delay-ms N] [--include LIST] [--exclude LIST] [--subdomains] [--no-link-checks] [--out FILE] [--server URL]";

const POLL_MS = 1_000;

interface Audited {
  readonly report: string;
  readonly stopReason: string | null;
  file(format: string): Promise<Uint8Array>;
}

const FORMATS = ["json", "csv", "xlsx", "html"] as const;

const readInput = lazyInputReader(z.object(optionFields), []);

function optionsOf({ args, given, flags }: CommandCall): CrawlOptions {
  const [typed = ""] = args;
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null)
    throw new UsageError("URL must be the home page of a site, such as https://example.com/.");
  const query = new URLSearchParams({ url: url.href, subdomains: String(flags.has("subdomains")) });
  query.set("checkLinks", String(!flags.has("no-link-checks")));
  for (const name of ["maxPages", "maxDepth", "delayMs", "include", "exclude"]) {
    const text = given[optionOf(name)];
    if (text !== undefined) query.set(name, text);
  }
  try {
    return readInput(query.toString(), {});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { parameter: name = "" } = error.options;
    throw new UsageError(error.message.replace(name, `--${optionOf(name)}`));
  }
}

function formatOf(out: string | undefined): string | undefined {
  if (out === undefined) return undefined;
  const format = FORMATS.find((one) => out.toLowerCase().endsWith(`.${one}`));
  if (format !== undefined) return format;
  throw new UsageError(`--out must be a file that ends with ${FORMATS.map((one) => `.${one}`).join(", ")}.`);
}

async function auditHere(crawler: Crawler, options: CrawlOptions, progress: Progress): Promise<Audited> {
  const task: CrawlTask = { id: "", account: "", options: storedOptions(options) };
  const steps: string[] = [];
  async function* read() {
    yield* steps;
  }
  const { signal } = new AbortController();
  const { stopReason, problem } = await crawler.crawl(
    task,
    {
      read,
      async add(added, { done, waiting }) {
        for (const { data } of added) steps.push(data);
        if (done > 0) progress.to(done, done + waiting);
      },
    },
    signal,
  );
  if (problem !== undefined) throw new CommandError(`${problem.detail} (${problem.code})`);
  const { report } = await crawler.analyze(task, read(), signal);
  const json = new Uint8Array(await gunzipped(report));
  const audit = { url: options.url, stopReason: stopReason ?? null };
  return {
    report: new TextDecoder().decode(json),
    stopReason: audit.stopReason,
    async file(format) {
      if (format === "json") return json;
      if (format === "html") return crawler.print("", json, audit);
      const of: ExportFormat = format === "csv" ? { type: "csv", table: "issues" } : { type: "xlsx" };
      return crawler.export(task, read(), of);
    },
  };
}

async function auditThere(
  { url: baseUrl, key }: { readonly url: string; readonly key?: string | undefined },
  options: CrawlOptions,
  progress: Progress,
  onCreated: (id: string) => void,
): Promise<Audited> {
  const transport = createTransport({ baseUrl, key, retries: 4, timeoutMs: TIMEOUT_MS });
  const audits = createResource(transport, "siteAudits");
  const { include, exclude, ...rest } = options;
  const lists = {
    ...(include === undefined ? {} : { include: include.join(",") }),
    ...(exclude === undefined ? {} : { exclude: exclude.join(",") }),
  };
  let audit = await audits.create({ ...rest, ...lists });
  onCreated(audit.id);
  while (audit.state === "queued" || audit.state === "running") {
    checkCounts(audit, ["requested", "waiting"]);
    if (audit.requested > 0) progress.to(audit.requested, audit.requested + audit.waiting);
    await Bun.sleep(POLL_MS);
    audit = await audits.get(audit.id);
  }
  if (audit.reportUrl === null) {
    const { detail = "The audit has no report.", code = audit.state } = audit.problem ?? {};
    throw new CommandError(`${plainText(String(detail))} (${plainText(String(code))})`);
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

/** Instructions after an interruption. */
function howToContinue(id: string | undefined, words = ""): string {
  if (id === undefined) return "Stopped. No report was written.";
  return `The audit continues on the server.\n  Follow: quintet site-audits get ${id}${words}\n  Cancel: quintet site-audits delete ${id}${words}`;
}

/** Runs `quintet seo site URL`: on the selected server, or with `here`. Throws a `UsageError` or a `CommandError`. */
export async function runSiteAudit(
  words: readonly string[],
  here: () => Promise<LocalCrawler>,
  { output, screen }: Terminal,
): Promise<void> {
  const called = readCommand(SITE_USAGE, words);
  const { out } = called.given;
  const options = optionsOf(called);
  const format = formatOf(out);
  const server = await chosenServer(called.given.server, process.env);
  const local = server === undefined ? await here() : undefined;
  const progress = showProgress(screen, "Reading URLs", (amount) => `${amount}`);
  let id: string | undefined;
  const audit = () =>
    local === undefined
      ? auditThere(server ?? { url: "" }, options, progress, (created) => {
          id = created;
        })
      : auditHere(local.crawler(), options, progress);
  const stop = onInterrupt(screen, () => howToContinue(id, server?.words));
  try {
    let audited: Audited | undefined;
    if (out !== undefined && format !== undefined) {
      await writeResult(out, async () => {
        audited = await audit();
        return audited.file(format);
      });
      screen.write(`The report is in ${out}.\n`);
    }
    audited ??= await audit();
    if (!output.isTTY && out === undefined) return output.write(`${audited.report}\n`);
    const text = siteSummary(JSON.parse(audited.report) as Json, audited.stopReason);
    const hint = `\nAdd --out with ${FORMATS.map((one) => `.${one}`).join(", ")} for the whole report.\n`;
    output.write(`${text}\n${out === undefined ? hint : ""}`, colored);
  } catch (error) {
    throw server === undefined ? error : explained(error, { baseUrl: server.url });
  } finally {
    stop();
    progress.end();
    await local?.close();
  }
}
