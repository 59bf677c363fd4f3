/** @jsxImportSource hono/jsx */
import { SOURCE_URL } from "../../kit/version.ts";
import { Prose } from "../code.tsx";
import { Facts } from "../facts.tsx";
import { Page, type Site } from "../page.tsx";
import { type Column, column, Table } from "../table.tsx";
import { BarChart } from "./bar-chart.tsx";
import { type Chart, chartsOf, type Group, groups, type Results } from "./figures.ts";

/** The load above which a machine is busy with other work. */
const BUSY = 1.5;

/** Says that the machine was busy; undefined if it was not. */
function busyText({ load }: Results): string | undefined {
  if (Math.max(...load) <= BUSY) return undefined;
  return `Other programs were running (load average ${load.join(" to ")}), so times are longer than on an idle machine.`;
}

function Conditions({ results }: { results: Results }) {
  const { date, commit, machine } = results;
  const busy = busyText(results);
  return (
    <>
      <Facts
        facts={[
          ["Date", date],
          ["Commit", <code>{commit}</code>],
          ["Command", <code>npm run bench</code>],
          ["Machine", machine],
        ]}
      />
      {busy !== undefined && <p class="soft">{busy}</p>}
    </>
  );
}

/** The charts of a part of the product, beside what they compare. */
function Comparison({
  group: { title, benches, scope },
  charts,
}: {
  group: Group;
  charts: readonly Chart[];
}) {
  const id = `${benches[0]}-title`;
  return (
    <section class="band compared" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p class="soft">
          <Prose text={scope ?? ""} />
        </p>
        <p class="soft">
          <code>{`npm run bench ${benches[0]}`}</code>
        </p>
      </header>
      <ul class="charts" data-play="">
        {charts.map((chart) => (
          <li id={chart.id}>
            <BarChart chart={chart} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Figure = Results["benches"][number]["figures"][number];

const COLUMNS: readonly Column<Figure>[] = [
  // docs/benchmarks.md has the conditions, which are in parentheses.
  column("Figure", ({ what }) => what.replaceAll(/ \([^()]*\)/g, "")),
  column("Quintet", ({ value }) => value),
  column("Target", ({ target }) => target),
  column({ text: "Result", label: "" }, ({ verdict }) =>
    verdict === "held" ? <span class="badge good">Met</span> : <span class="badge bad">Missed</span>,
  ),
];

/** Every figure that has a target, met or missed, by API. */
function Targets({ results }: { results: Results }) {
  const { benches } = results;
  const all = benches.flatMap(({ figures }) => figures);
  const met = all.filter(({ verdict }) => verdict === "held").length;
  return (
    <section class="band" aria-labelledby="targets-title">
      <header class="opening">
        <h2 id="targets-title">Performance targets</h2>
        <p>
          {`This run met ${met} of ${all.length} targets.`}
          {busyText(results) !== undefined &&
            " The machine was busy, so compare the figures relative to other programs, not the times."}
        </p>
      </header>
      <details class="targets folded">
        <summary>{`All ${all.length} targets`}</summary>
        {groups.map(({ title, benches: names }) => (
          <Table
            label={`Targets: ${title}`}
            kind="measured"
            caption={<caption>{title}</caption>}
            rows={benches.filter(({ name }) => names.includes(name)).flatMap(({ figures }) => figures)}
            columns={COLUMNS}
          />
        ))}
      </details>
    </section>
  );
}

/** Renders the page of the benchmarks. */
export function benchmarksPage(site: Site, results: Results): string {
  const charts = chartsOf(results);
  const page = (
    <Page
      site={site}
      path="/benchmarks"
      title="Benchmarks · Quintet"
      description="Quintet beside Lighthouse, pdftotext, GrabCut, Go and Fastify, with machine, date, commit, command and scope."
      styles={["landing.css"]}
      scripts={["demo.js"]}
    >
      <header class="opening">
        <h1>Benchmarks</h1>
        <p>
          Quintet and other programs on one machine, with the same input.
          {SOURCE_URL !== undefined && (
            <>
              {" "}
              <a href={SOURCE_URL}>Run it yourself</a>.
            </>
          )}
        </p>
      </header>
      <Conditions results={results} />
      {groups.map((group) => {
        const own = charts.filter(({ bench }) => group.benches.includes(bench));
        return own.length > 0 && <Comparison group={group} charts={own} />;
      })}
      <Targets results={results} />
    </Page>
  );
  return `<!doctype html>${page}`;
}
