import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { fileAt } from "../recorders/generated.ts";

const at = (path: string) => Bun.fileURLToPath(fileAt(`deploy/${path}`));

// CI installs it: there its absence is a failure.
const hasPromtool = Bun.which("promtool") !== null || process.env.CI === "true";
if (!hasPromtool) {
  process.stderr.write(
    "\n*** SKIPPED: the checks of metrics, alert rules and the Prometheus configuration, because promtool is not installed here (Debian: apt-get install prometheus) ***\n\n",
  );
}

/** Runs promtool; gives its exit code and all that it said. */
function promtool(words: readonly string[], stdin = ""): readonly [code: number, said: string] {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["promtool", ...words], { stdin: Buffer.from(stdin) });
  return [exitCode, stdout.toString() + stderr.toString()];
}

/** The names of metrics in expressions. */
function metricsIn(expressions: readonly string[]): Set<string> {
  return new Set(expressions.flatMap((expr) => expr.match(/\b(?:quintet|process|nodejs)_\w+|\bup\b/g) ?? []));
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: Readonly<Record<string, string>>;
    }[];
  }[];
}

let server: Running;
let page: string;

/** Every name that Prometheus would know of the page, with what each replica has beside it. */
let known: Set<string>;

beforeAll(async () => {
  const environment = { DATA_DIR: temporaryFolder(), SANDBOX_PROCESSES: "1" };
  const { out } = await runQuintet(environment, "keys", "create", "monitoring@example.com");
  const { key } = JSON.parse(out) as { key: string };
  server = await startQuintet(environment);
  for (const path of ["/v4", "/seo/meta?url=http://127.0.0.1:1/", "/usage"]) {
    await (await fetch(server.url + path, { headers: { "X-API-Key": key } })).text();
  }
  page = await (await fetch(`${server.url}/metrics`)).text();
  known = new Set([
    "up",
    ...[...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  ]);
});
afterAll(() => server[Symbol.asyncDispose]());

describe("/metrics", () => {
  test.skipIf(!hasPromtool)("passes promtool's lint without a note", () => {
    expect(promtool(["check", "metrics"], page)).toEqual([0, ""]);
    // It would say so.
    expect(promtool(["check", "metrics"], "# TYPE a_total gauge\na_total 1\n")[0]).not.toBe(0);
  });

  test("counts charges, statements and their time, and says what runs", () => {
    const value = (series: string) =>
      Number(
        page
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")[1],
      );
    expect(value('quintet_charges_total{api="seo"}')).toBe(1);
    // Nothing listens there: the charge was given back.
    expect(value('quintet_refunds_total{api="seo"}')).toBe(1);
    expect(value('quintet_refunded_units_total{api="seo"}')).toBe(
      value('quintet_charged_units_total{api="seo"}'),
    );
    expect(value('quintet_database_duration_seconds_count{kind="query"}')).toBeGreaterThan(0);
    expect(value("quintet_database_size_bytes")).toBeGreaterThan(10_000);
    expect(value("quintet_mail_pending")).toBe(0);
    for (const name of ["queued", "running", "oldest_queued_seconds"]) {
      expect(value(`quintet_jobs_${name}`)).toBe(0);
    }
    for (const name of ["deliveries_pending", "oldest_due_seconds"]) {
      expect(value(`quintet_webhook_${name}`)).toBe(0);
    }
    expect(page).toContain(`quintet_build_info{version="`);
    expect(Math.abs(value("quintet_start_time_seconds") * 1_000 - Date.now())).toBeLessThan(60_000);
  });
});

describe("the alert rules", async () => {
  const { groups } = Bun.YAML.parse(await Bun.file(at("prometheus/quintet.rules.yaml")).text()) as Rules;
  const rules = groups.flatMap((group) => group.rules);
  const tests = await Bun.file(at("prometheus/quintet.rules.test.yaml")).text();

  test.skipIf(!hasPromtool)(
    "are rules, their configuration is one, and each alert fires when it should",
    () => {
      for (const words of [
        ["check", "rules", at("prometheus/quintet.rules.yaml")],
        ["check", "config", "--syntax-only", at("prometheus/prometheus.yaml")],
        ["test", "rules", at("prometheus/quintet.rules.test.yaml")],
      ]) {
        const [code, said] = promtool(words);
        expect([code, code === 0 ? "" : said]).toEqual([0, ""]);
      }
    },
  );

  test("ask for metrics that there are", () => {
    const asked = metricsIn(rules.map(({ expr }) => expr));
    expect(asked.size).toBeGreaterThan(15);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });

  test("each has a test in which it fires and one in which it does not, a text, and a line in the docs", async () => {
    const documented = await Bun.file(fileAt("docs/operations.md")).text();
    for (const { alert, labels, annotations } of rules) {
      const blocks = tests.split("alertname: ").filter((block) => block.startsWith(alert));
      expect([alert, blocks.some((block) => block.includes("exp_labels"))]).toEqual([alert, true]);
      expect([alert, blocks.some((block) => block.startsWith(`${alert}, exp_alerts: []`))]).toEqual([
        alert,
        true,
      ]);
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(Object.keys(annotations).sort()).toEqual(["description", "summary"]);
      expect([alert, documented.includes(`| \`${alert}\` |`)]).toEqual([alert, true]);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});

describe("the dashboards", async () => {
  const dashboards = await Promise.all(
    readdirSync(at("grafana")).map(
      async (name) => (await Bun.file(at(`grafana/${name}`)).json()) as Dashboard,
    ),
  );
  const expressions = dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  );

  test("ask for metrics that there are, and show every metric of ours, which the docs explain", async () => {
    const asked = metricsIn(expressions);
    expect(asked.size).toBeGreaterThan(40);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
    const documented = await Bun.file(fileAt("docs/operations.md")).text();
    const own = [...page.matchAll(/^# TYPE (quintet_\w+) /gm)].map(([, name = ""]) => name);
    const shown = expressions.join();
    expect(own.filter((name) => !documented.includes(name) || !shown.includes(name))).toEqual([]);
  });

  test("have names of their own, and panels with titles and numbers of their own", () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
    expect(dashboards.length).toBeGreaterThanOrEqual(3);
    for (const { panels } of dashboards) {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      for (const { title, targets } of panels) expect(title !== "" && targets.length > 0).toBe(true);
    }
  });

  test.skipIf(!hasPromtool)("ask in PromQL", async () => {
    const groups = [
      {
        name: "panels",
        rules: expressions.map((expr, i) => ({
          record: `panel_${i}`,
          expr: expr.replaceAll("$__rate_interval", "5m"),
        })),
      },
    ];
    const file = `${temporaryFolder()}/panels.yaml`;
    await Bun.write(file, JSON.stringify({ groups }));
    const [code, said] = promtool(["check", "rules", file]);
    expect([code, code === 0 ? "" : said]).toEqual([0, ""]);
  });
});
