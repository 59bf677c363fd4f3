/** @jsxImportSource hono/jsx */

import { extname } from "node:path";
import type { Child } from "hono/jsx";
import type { LoggedParameters, RequestView } from "../accounts/account-views.ts";
import { REQUEST_LOG_DAYS, REQUESTS_KEPT } from "../accounts/request-log.ts";
import type { RequestsView } from "../http/accounts/account-pages.ts";
import { second } from "../kit/dates.ts";
import { type AnyOperation, type Api, type Example, fileNames, parametersOf } from "../kit/descriptor.ts";
import { counted, whole } from "../kit/numbers.ts";
import { isNeeded } from "../kit/parameter.ts";
import { problemKinds } from "../kit/problem-kinds.ts";
import { curlParts } from "./call.ts";
import { Command, CopyButton, Prose } from "./code.tsx";
import { Console } from "./console.tsx";
import { Dashboard } from "./dashboard.tsx";
import { type Fact, Facts, NO_KEY, Pairs, Part, Time } from "./facts.tsx";
import { Choice, Field, Filters } from "./forms.tsx";
import { Pager, type Site } from "./page.tsx";
import { isProblemCode } from "./problems.tsx";
import { Subject } from "./subject.tsx";
import { type Column, column, Table } from "./table.tsx";

const STATUSES = [
  ["2xx", "2xx: succeeded"],
  ["error", "All errors"],
  ["4xx", "4xx: rejected"],
  ["5xx", "5xx: server and site errors"],
] as const;

interface ApiChoiceProps {
  readonly chosen: string;
  readonly apis: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
}

/** The filter of a list by the API of its calls. */
export function ApiChoice({ chosen, apis, titles }: ApiChoiceProps) {
  const options = apis.map((api) => [api, titles.get(api) ?? api] as const);
  return <Choice {...{ name: "api", label: "API", all: "All APIs", chosen, options }} />;
}

function RequestFilters({
  filters,
  apis,
  keys,
  titles,
}: RequestsView & { titles: ReadonlyMap<string, string> }) {
  const statuses = [...STATUSES];
  // A link may ask for one status, such as 429.
  const own = statuses.some(([value]) => value === filters.status) || filters.status === "";
  return (
    <Filters action="/account/requests">
      <ApiChoice chosen={filters.api} apis={apis} titles={titles} />
      <Choice
        {...{ name: "key", label: "Key", all: "All keys", chosen: filters.key }}
        options={[
          ...keys.map(({ id, name, hint }) => [id, `${name} (${hint})`] as const),
          ["console", NO_KEY],
        ]}
      />
      <Choice
        {...{ name: "status", label: "Status", all: "All statuses", chosen: filters.status }}
        options={own ? statuses : [...statuses, [filters.status, filters.status]]}
      />
      <Field
        {...{ name: "requestId", label: "Request ID", type: "search", maxlength: 128 }}
        {...{ autocomplete: "off", spellcheck: false, value: filters.requestId }}
      />
    </Filters>
  );
}

/** The operation of site audits in the log. */
const SITE_AUDIT = "seo.siteAudit";

/** The cost of a request. A site audit is a call for each URL that it has read. */
function costOf({ api, operation, units }: RequestView, unit: string | undefined): Cost {
  return { units, unit, calls: `${api}.${operation}` === SITE_AUDIT ? units : 1 };
}

/** The key of a call. Its hint stays on one line. */
function KeyName({ request: { key, keyName, keyHint } }: { request: RequestView }) {
  if (key === null) return <>{NO_KEY}</>;
  if (keyName === null) return <>Deleted key</>;
  return (
    <>
      <bdi>{keyName}</bdi> <span class="whole">({keyHint})</span>
    </>
  );
}

/** A duration in milliseconds, seconds or minutes. */
export function durationText(ms: number): string {
  if (ms >= 60_000) return `${whole(Math.floor(ms / 60_000))} min ${Math.floor(ms / 1_000) % 60} s`;
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** An error code, with a link to its meaning. */
export function ErrorCode({ code }: { code: string }) {
  return (
    <a class="whole" href={`/problems/${code}`}>
      {code}
    </a>
  );
}

function Status({ request: { status, code } }: { request: RequestView }) {
  return (
    <>
      <span class={status < 400 ? "badge" : "badge bad"}>{status}</span>{" "}
      {code !== null && <ErrorCode code={code} />}
    </>
  );
}

/** The parameters of a call on one line: its URL, or all of them. */
function lineOf(parameters: LoggedParameters | null): string {
  const { values = {} } = parameters ?? {};
  const all = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return values.url ?? all.join(" ");
}

const Test = ({ request: { mode } }: { request: RequestView }) =>
  mode === "test" ? <span class="soft"> Test</span> : null;

interface RequestTableProps {
  readonly requests: readonly RequestView[];
  /** The units of costs, by API. */
  readonly units: ReadonlyMap<string, string>;
  /** Whether keys are left out. */
  readonly isShort?: boolean;
  readonly empty?: Child;
}

/** Requests as a table; each one leads to its page. */
export function RequestTable({ requests, units, isShort = false, empty }: RequestTableProps) {
  const columns: readonly Column<RequestView>[] = [
    column("Time (UTC)", ({ id, createdAt }) => (
      <a class="row-link" href={`/account/requests/${id}`}>
        <Time of={createdAt} as={second} />
      </a>
    )),
    column({ text: "Operation", label: "" }, (request) => (
      <>
        <code>{`${request.api}.${request.operation}`}</code>
        {isShort && <Test request={request} />}
        <Subject text={lineOf(request.parameters)} />
      </>
    )),
    column({ text: "Status", label: "" }, (request) => <Status request={request} />),
    costColumn((request) => costOf(request, units.get(request.api))),
    column({ text: "Duration", isNumber: true }, ({ durationMs }) => durationText(durationMs)),
    column("Key", (request) => (
      <>
        <KeyName request={request} />
        <Test request={request} />
      </>
    )),
  ];
  const shown = isShort ? columns.slice(0, 5) : columns;
  return <Table label="Requests" kind="requests" rows={requests} columns={shown} empty={empty} />;
}

interface FilteredPagerProps {
  readonly path: string;
  /** The place of the list on its page, with its `#`. */
  readonly part?: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly next: string | null;
  readonly isNewest: boolean;
  /** The `after` of the page before, if it is known; empty for the first page. */
  readonly previous?: string | undefined;
}

/** Links to the other pages of a list, with its filters. They are updated with the list: each page begins after the one before. */
export function FilteredPager({ path, part = "", filters, next, isNewest, previous }: FilteredPagerProps) {
  if (isNewest && next === null) return null;
  const to = (after: string) => filteredHref(path, { ...filters, after }) + part;
  return (
    <Pager
      first={isNewest || previous === "" ? undefined : to("")}
      previous={isNewest || previous === undefined ? undefined : to(previous)}
      next={next && to(next)}
    />
  );
}

/** The URL of a list with its filters, without the empty ones. */
export function filteredHref(path: string, filters: Readonly<Record<string, string>>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== "");
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** Reports whether a list is filtered. */
export function isFiltered(filters: Readonly<Record<string, string>>): boolean {
  return Object.values(filters).some((value) => value !== "");
}

interface EmptyProps {
  /** The name of its rows. */
  readonly of: string;
  readonly path: string;
  readonly filters: Readonly<Record<string, string>>;
  /** The text for a list without filters. */
  readonly children?: Child;
}

/** Says that a list is empty, and leads to all of it where it is filtered. */
export function Empty({ of, path, filters, children }: EmptyProps) {
  if (!isFiltered(filters)) return <>{children}</>;
  return (
    <>
      No {of} match. <a href={path}>Show all {of}</a>.
    </>
  );
}

/** The request log of an account, with its filters. `titles`: of the APIs, by name. */
export function requestsPage(site: Site, view: RequestsView, titles: ReadonlyMap<string, string>): string {
  const { isNewest, filters } = view;
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Requests"
      title="Requests"
      lead={`Your calls from the last ${REQUEST_LOG_DAYS} days, up to the newest ${whole(REQUESTS_KEPT)}. The log stores no files, no secrets and no response bodies of successful calls. Times are UTC.`}
    >
      {(isFiltered(filters) || view.requests.length > 0) && <RequestFilters {...view} titles={titles} />}
      <div id="requests" class="stack" data-refresh={isNewest ? "5" : undefined}>
        <RequestTable
          requests={view.requests}
          units={view.units}
          empty={
            <Empty of="requests" path="/account/requests" filters={filters}>
              No requests yet. <a href="/docs/quickstart">Make your first call</a>.
            </Empty>
          }
        />
        <FilteredPager path="/account/requests" {...view} />
      </div>
    </Dashboard>
  )}`;
}

interface Cost {
  /** In the unit of the API. */
  readonly units: number;
  /** What the quotas of the account count; undefined where it has none. */
  readonly unit: string | undefined;
  /** How many calls it was. Default: one. */
  readonly calls?: number;
}

/**
 * A cost in what the quotas count: where that is calls, a call with many pages is one. Credits are left out, because the log
 * does not tell which quota paid.
 */
export function costText({ units, unit = "units", calls = 1 }: Cost, none = "Nothing was charged"): string {
  const amount = unit === "calls" ? Math.min(calls, units) : units;
  return amount === 0 ? none : counted(amount, unit.replace(/s$/, ""), unit);
}

/** The column of costs of a table. */
export function costColumn<Row>(costOf: (row: Row) => Cost): Column<Row> {
  return column({ text: "Cost", isNumber: true }, (row) => costText(costOf(row), "0"));
}

/** An ID with its copy button. */
export function Copied({ id, text }: { id: string; text: string }) {
  return (
    <span class="copied">
      <code class="id" id={id}>
        {text}
      </code>{" "}
      <CopyButton of={id} what="ID" />
    </span>
  );
}

/** A text without the sentences about `detail`, a field of the response that pages do not have. */
function withoutDetail(text: string): string {
  const sentences = text.split(". ").filter((sentence) => !sentence.includes("`detail`"));
  const rest = sentences.join(". ");
  return rest === "" || rest.endsWith(".") ? rest : `${rest}.`;
}

/** The detail of an error, with the names of parameters as code: those that begin a sentence or are in a list. */
export function Detail({ text, operation }: { text: string; operation: AnyOperation | undefined }) {
  const names =
    operation === undefined
      ? []
      : [...parametersOf(operation).map(([name]) => name), ...fileNames(operation.accepts)];
  let before = ".";
  return (
    <>
      {text.split(" ").map((word) => {
        const name = word.replace(/[.,:]$/, "");
        const isListed = /[.,:]$/.test(before) || before === "accepts";
        const isCode = (names.includes(name) && isListed) || before === "parameter:" || name.startsWith("%");
        before = word;
        return isCode ? (
          <>
            <code>{name}</code>
            {`${word.slice(name.length)} `}
          </>
        ) : (
          `${word} `
        );
      })}
    </>
  );
}

interface RequestErrorProps {
  readonly code: string;
  readonly detail?: string | null;
  readonly operation?: AnyOperation | undefined;
}

/** An error in words: its own ones or its meaning, and what to do. */
export function RequestError({ code, detail = null, operation }: RequestErrorProps) {
  if (!isProblemCode(code)) return null;
  const { title, meaning, remedy } = problemKinds[code];
  // A detail that names what is wrong has said what to do.
  const todo = code === "invalid-parameter" && detail !== null ? "" : withoutDetail(remedy);
  return (
    <Part id="error" title={title} kind="panel notice bad">
      <p>
        {detail === null ? (
          <Prose text={withoutDetail(meaning)} />
        ) : (
          <Detail text={detail} operation={operation} />
        )}
      </p>
      {todo !== "" && (
        <p>
          <Prose text={todo} />
        </p>
      )}
      {detail === null && remedy.includes("`detail`") && (
        <p>The error message was not stored. Send the request again to see it.</p>
      )}
      <p>
        <a href={`/problems/${code}`}>
          About <code>{code}</code>
        </a>
      </p>
    </Part>
  );
}

/** The parameters of a call as they were logged. */
export function Parameters({ parameters: { values, omitted } }: { parameters: LoggedParameters }) {
  const all = [
    ...Object.entries(values),
    ...omitted.map((name): [string, Child] => [name, <span class="soft">Not stored</span>]),
  ];
  return (
    <Part id="parameters" title="Parameters">
      {all.length === 0 ? (
        <p class="soft">None. Unknown parameters are not logged.</p>
      ) : (
        <Pairs pairs={all} />
      )}
    </Part>
  );
}

/** File names that curl does not take apart. */
const PLAIN_NAME = /^[\p{L}\p{N} ()._-]+$/u;

/** The call as it can be sent again. Files are not stored, so a command has their name, or a placeholder. */
function exampleOf(
  operation: AnyOperation,
  { parameters, fileName = "" }: Pick<ReplayProps, "parameters" | "fileName">,
): Example | undefined {
  const example = operation.examples.find(({ status = 200 }) => status === 200);
  if (example === undefined || parameters === null) return example;
  const { title, file } = example;
  const input = parameters.values;
  if (file === undefined || operation.accepts === undefined || input.url !== undefined)
    return { title, input };
  const name = PLAIN_NAME.test(fileName) ? fileName : `YOUR_FILE${extname(file.name)}`;
  return { title, input, file: { ...file, name } };
}

function replayNote(parameters: LoggedParameters | null, file: string | undefined): string {
  if (parameters === null)
    return "The parameters of this call are not stored, so this starts with an example.";
  const values = parameters.omitted.filter((name) => name !== file);
  return [
    ...(values.length < parameters.omitted.length ? ["The file is not stored. Choose it again."] : []),
    ...(values.length === 0 ? [] : [`These values are not stored. Enter them again: ${values.join(", ")}.`]),
  ].join(" ");
}

interface ReplayProps {
  readonly site: Site;
  readonly api: Api;
  readonly id: string;
  readonly parameters: LoggedParameters | null;
  /** The name of its file, where it is known. */
  readonly fileName?: string | undefined;
}

/** A form and a command that send the call again. Both begin with its parameters, or with an example. */
export function Replay({ site, api, id, parameters, fileName }: ReplayProps) {
  const operation = api.operations[id];
  const example = operation && exampleOf(operation, { parameters, fileName });
  if (operation === undefined || example === undefined) return null;
  const { input } = example;
  const file = operation.accepts?.file;
  const hadFile = parameters?.omitted.includes(file ?? "");
  // A command without them would fail.
  const isWhole = parametersOf(operation).every(([name, one]) => name in input || !isNeeded(one));
  return (
    <Part id="replay" title="Run again">
      <p class="soft">
        {replayNote(parameters, file)} A successful call is charged to your account.{" "}
        <a href={`/docs/${api.name}`}>{api.title} docs</a>
      </p>
      {isWhole && <Command id="replay-curl" parts={curlParts(api, operation, example, site.baseUrl)} />}
      <Console
        {...{ api, id, operation, hadFile }}
        given={parameters?.values}
        only={parameters === null ? undefined : [...Object.keys(parameters.values), ...parameters.omitted]}
      />
    </Part>
  );
}

/** Renders the page of one request: its cost, its error, and how to send it again. */
export function requestPage(
  site: Site,
  request: RequestView,
  unit: string | undefined,
  apis: readonly Api[],
  job: string | undefined,
): string {
  const { id, createdAt, mode, api, operation, code, detail, durationMs, requestId } = request;
  const name = `${api}.${operation}`;
  const known = apis.find((one) => one.name === api);
  const facts: readonly Fact[] = [
    ["Cost", costText(costOf(request, unit))],
    ["Duration", durationText(durationMs)],
    ["Time (UTC)", <Time of={createdAt} as={second} />],
    [
      "Key",
      <>
        <KeyName request={request} />
        {mode === "test" && ", test"}
      </>,
    ],
    ...(job === undefined ? [] : [["Job", <a href={`/account/jobs/${job}`}>Open the job</a>] as const]),
    ["Request ID", <Copied id="request-id" text={requestId} />],
  ];
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Requests"
      below="Request"
      title={name}
      beside={<span class={request.status < 400 ? "badge" : "badge bad"}>{request.status}</span>}
      consoles
    >
      <Facts facts={facts} />
      {code !== null && <RequestError {...{ code, detail }} operation={known?.operations[operation]} />}
      {name === SITE_AUDIT && (
        <p class="panel">
          A site audit reads many pages. It is one entry, and its cost is one call for each URL that it has
          read. <a href={`/account/site-audits/${id}`}>Open the site audit</a>
        </p>
      )}
      {request.parameters !== null && <Parameters parameters={request.parameters} />}
      {known !== undefined && (
        <Replay site={site} api={known} id={operation} parameters={request.parameters} />
      )}
    </Dashboard>
  )}`;
}
