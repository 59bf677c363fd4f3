/** @jsxImportSource hono/jsx */
import { SOURCE_URL } from "../../kit/version.ts";
import { Scroll } from "../code.tsx";
import { Page, type Site } from "../page.tsx";
import { BarChart } from "./bar-chart.tsx";
import { type Chart, chartsOf, type Results } from "./figures.ts";

/** The load above which a machine is busy with other work. */
const BUSY = 1.5;

function Conditions({ results: { date, commit, machine, load } }: { results: Results }) {
  return (
    <>
      <dl class="conditions">
        <div>
          <dt>Date</dt>
          <dd>{date}</dd>
        </div>
        <div>
          <dt>Commit</dt>
          <dd>
            <code>{commit}</code>
          </dd>
        </div>
        <div>
          <dt>Command</dt>
          <dd>
            <code>npm run bench</code>
          </dd>
        </div>
        <div>
          <dt>Machine</dt>
          <dd>{machine}</dd>
        </div>
      </dl>
      {Math.max(...load) > BUSY && (
        <p class="soft">
          {`The machine had other work to do (load ${load.join(" to ")}), so times are worse than on a quiet one.`}
        </p>
      )}
    </>
  );
}

function ChartCard({ chart, results }: { chart: Chart; results: Results }) {
  const { date, commit } = results;
  return (
    <li class="sheet" id={chart.id}>
      <BarChart chart={chart} level="h2" />
      <p class="scope">{chart.scope}</p>
      <p class="soft">
        <code>{`npm run bench ${chart.bench}`}</code>
        {` · ${date} · ${commit}`}
      </p>
    </li>
  );
}

/** Every figure that has a target, held or missed. */
function Targets({ results }: { results: Results }) {
  const rows = results.benches.flatMap(({ name, figures }) => figures.map((one) => ({ name, ...one })));
  const held = rows.filter(({ verdict }) => verdict === "held").length;
  return (
    <section class="band" aria-labelledby="targets-title">
      <header class="opening">
        <h2 id="targets-title">Our own targets</h2>
        <p>{`${held} of ${rows.length} figures met their target in this run. The others are listed too.`}</p>
      </header>
      <details class="targets">
        <summary>Show all figures with a target</summary>
        <Scroll label="Figures with a target">
          <table class="plain listed">
            <thead>
              <tr>
                <th scope="col">Bench</th>
                <th scope="col">Figure</th>
                <th scope="col">Target</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, what, bar, verdict }) => (
                <tr>
                  <th scope="row">{name}</th>
                  <td data-head="Figure">{what}</td>
                  <td data-head="Target">{bar}</td>
                  <td data-head="Result" class={verdict === "held" ? undefined : "no"}>
                    {verdict === "held" ? "Met" : "Missed"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </section>
  );
}

/** Renders the page of the benchmarks. */
export function benchmarksPage(site: Site, results: Results): string {
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
          Quintet and other programs on one machine, with the same input. No figure is typed by hand: this
          page shows the data that the command wrote.
          {SOURCE_URL !== undefined && (
            <>
              {" "}
              <a href={SOURCE_URL}>Run it yourself</a>.
            </>
          )}
        </p>
      </header>
      <Conditions results={results} />
      <ul class="charts" data-play="">
        {chartsOf(results).map((chart) => (
          <ChartCard chart={chart} results={results} />
        ))}
      </ul>
      <Targets results={results} />
    </Page>
  );
  return `<!doctype html>${page}`;
}
