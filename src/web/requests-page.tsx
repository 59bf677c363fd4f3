/** @jsxImportSource hono/jsx */
import { REQUEST_LOG_DAYS, REQUESTS_KEPT, type RequestView } from "../accounts/request-log.ts";
import type { RequestsView } from "../http/accounts/account-pages.ts";
import { Table } from "./admin-parts.tsx";
import { second } from "./dates.ts";
import { Page, Pager, type Site } from "./page.tsx";

const STATUSES = [
  ["2xx", "2xx: succeeded"],
  ["4xx", "4xx: rejected"],
  ["5xx", "5xx: server and site errors"],
] as const;

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function Choice({ name, label, all, chosen, options }: ChoiceProps) {
  return (
    <p class="ask">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

function Filters({ filters, apis, keys, titles }: RequestsView & { titles: ReadonlyMap<string, string> }) {
  const statuses = [...STATUSES];
  // A link may ask for one status, such as 429.
  const own = statuses.some(([value]) => value === filters.status) || filters.status === "";
  return (
    <form class="filters" method="get" action="/account/requests">
      <Choice
        name="api"
        label="API"
        all="All APIs"
        chosen={filters.api}
        options={apis.map((api) => [api, titles.get(api) ?? api])}
      />
      <Choice
        name="key"
        label="Key"
        all="All keys"
        chosen={filters.key}
        options={[
          ...keys.map(({ id, name, hint }) => [id, `${name} (${hint})`] as const),
          ["console", "Without a key"],
        ]}
      />
      <Choice
        name="status"
        label="Status"
        all="All statuses"
        chosen={filters.status}
        options={own ? statuses : [...statuses, [filters.status, filters.status]]}
      />
      <button type="submit" class="plain-button">
        Apply filters
      </button>
    </form>
  );
}

/** The operation of site audits in the log. */
const SITE_AUDIT = "seo.siteAudit";

function keyText({ key, keyName, keyHint, api, operation }: RequestView): string {
  if (key === null) return `${api}.${operation}` === SITE_AUDIT ? "Account page" : "Docs console";
  return keyName === null ? "Deleted key" : `${keyName} (${keyHint})`;
}

function durationText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** The name of an operation. A site audit has a page. */
function Operation({ name, requestId }: { name: string; requestId: string }) {
  if (name !== SITE_AUDIT) return <code>{name}</code>;
  return (
    <a href={`/account/site-audits/${requestId}`}>
      <code>{name}</code>
    </a>
  );
}

function RequestRow({ request }: { request: RequestView }) {
  const { createdAt, mode, api, operation, status, code, units, durationMs, requestId } = request;
  return (
    <tr>
      <th scope="row">
        <time datetime={createdAt}>{second(createdAt)}</time>
      </th>
      <td>
        <Operation name={`${api}.${operation}`} requestId={requestId} />
      </td>
      <td>
        <span class={status < 400 ? "badge" : "badge bad"}>{status}</span>
        {code !== null && (
          <>
            {" "}
            <a class="whole" href={`/problems/${code}`}>
              {code}
            </a>
          </>
        )}
      </td>
      <td data-head="Units">{units.toLocaleString("en")}</td>
      <td data-head="Duration" class="whole">
        {durationText(durationMs)}
      </td>
      <td data-head="Key">
        {keyText(request)}
        {mode === "test" && <span class="soft"> Test</span>}
      </td>
      <td data-head="Request ID">
        <code class="id">{requestId}</code>
      </td>
    </tr>
  );
}

function nextHref({ filters, next }: RequestsView): string {
  const query = Object.entries({ ...filters, after: next ?? "" }).filter(([, value]) => value !== "");
  return `/account/requests?${new URLSearchParams(query)}`;
}

/** The request log of an account, with its filters. `titles`: of the APIs, by name. */
export function requestsPage(site: Site, view: RequestsView, titles: ReadonlyMap<string, string>): string {
  const isFiltered = Object.values(view.filters).some((value) => value !== "");
  return `<!doctype html>${(
    <Page site={site} path="/account" title="Requests · Quintet" description="Request log" personal>
      <div class="admin">
        <p class="trail">
          <a href="/account">Your account</a>
        </p>
        <h1>Requests</h1>
        <p class="soft">
          Your calls of the last {REQUEST_LOG_DAYS} days, up to the newest{" "}
          {REQUESTS_KEPT.toLocaleString("en")}. Inputs and URLs are not stored. Times are UTC.
        </p>
        <Filters {...view} titles={titles} />
        {view.requests.length === 0 ? (
          <p>
            {isFiltered ? (
              <>
                No requests match. <a href="/account/requests">Show all requests</a>.
              </>
            ) : (
              <>
                No requests yet. <a href="/docs/quickstart">Make your first call</a>.
              </>
            )}
          </p>
        ) : (
          <Table
            label="Requests"
            heads={["Time (UTC)", "Operation", "Status", "Units", "Duration", "Key", "Request ID"]}
          >
            {view.requests.map((request) => (
              <RequestRow request={request} />
            ))}
          </Table>
        )}
        {view.next !== null && <Pager next={nextHref(view)} />}
      </div>
    </Page>
  )}`;
}
