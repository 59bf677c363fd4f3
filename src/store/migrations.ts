import type { Database } from "./database.ts";
import { jobSums, responseBytes } from "./running-sums.ts";

/** Statements for both engines, separated by semicolons, and those after them that only one engine understands. */
interface Statements {
  readonly sql: string;
  readonly engine?: Readonly<Record<Database["engine"], readonly string[]>>;
}

/** One step. */
export interface Migration extends Statements {
  readonly number: number;
  readonly name: string;
  /** The oldest release that can serve after this step. It accepts the step without knowing it. */
  readonly oldestRelease: string;
}

/** Steps after which this release, and later ones, can serve; the first has the number 1. */
function servedBy(oldestRelease: string, steps: Readonly<Record<string, string | Statements>>): Migration[] {
  return Object.entries(steps).map(([name, step], i) => ({
    number: i + 1,
    name,
    oldestRelease,
    ...(typeof step === "string" ? { sql: step } : step),
  }));
}

/**
 * The tables, as steps that are never changed once released: a change is a new step. Replicas of the release
 * before go on serving while a step runs and after it, so a step adds (a table, a column that may be null or
 * has a default); what nobody needs any more is dropped by a later release. `oldestRelease` is the oldest release that
 * can serve after the step: at least the release before the one that brings it (docs/releases.md). One text for both
 * engines: integer counters, ISO 8601 UTC texts for times, no booleans, JSON as text.
 * Hashes are SHA-256 in hexadecimal; nothing here holds a key or a token in clear. `server_secret` is the exception.
 */
export const migrations: readonly Migration[] = servedBy("1.0.0", {
  "shared-state": `
    create table state (name text primary key, value text not null, expires_at text not null);
    create index state_expiry on state (expires_at);
    create table claim (name text primary key, owner text not null, expires_at text not null)`,
  accounts: `
    create table account (
      id text primary key, email text not null unique, created_at text not null);
    create table account_plan (
      account text not null references account (id), plan text not null, started_on text not null,
      primary key (account, plan));
    create table api_key (
      id text primary key, account text not null references account (id), hash text not null unique,
      name text not null, hint text not null, apis text, created_at text not null,
      expires_at text, revoked_at text, last_used_on text);
    create index api_key_account on api_key (account)`,
  metering: `
    create table usage (
      account text not null, plan text not null, meter text not null, period text not null,
      used integer not null,
      primary key (account, plan, meter, period));
    create table usage_day (
      account text not null, api text not null, day text not null,
      calls integer not null, units integer not null,
      primary key (account, api, day));
    create table notice (
      account text not null, plan text not null, meter text not null, period text not null,
      percent integer not null, created_at text not null,
      primary key (account, plan, meter, period, percent));
    create table replay (
      account text not null, name text not null, request text not null, owner text not null,
      answer text, expires_at text not null,
      primary key (account, name));
    create index replay_expiry on replay (expires_at)`,
  "sign-up": `
    create table mail (
      id text primary key, kind text not null, email text not null, facts text not null,
      created_at text not null, due_at text not null, claimed_until text not null,
      attempts integer not null, sent_at text, failed_at text, failure text);
    create index mail_due on mail (due_at);
    create index mail_email on mail (email, created_at);
    create table link (
      hash text primary key, email text not null, expires_at text not null, used_at text);
    create table session (
      hash text primary key, account text not null references account (id), expires_at text not null)`,
  availability: `
    create table served (
      api text not null, hour text not null,
      answered integer not null, failed integer not null, total_ms integer not null,
      primary key (api, hour));
    create table probe (
      api text not null, minute text not null, answered integer not null,
      primary key (api, minute))`,
  billing: `
    create table billing_customer (
      account text primary key references account (id), customer text not null unique,
      asked integer not null, applied integer not null);
    create table subscription (
      id text not null, plan text not null, account text not null references account (id),
      item text not null, status text not null, started_on text not null, period_end text not null,
      ends_at text, held_until text,
      primary key (id, plan));
    create index subscription_account on subscription (account);
    create table billing_price (price text primary key, plan text not null);
    create table billing_event (id text primary key, type text not null, received_at text not null)`,
  successors: "alter table api_key add column replaces text",
  // The index holds all that a sum over an account needs: the responses themselves are not read for it.
  "stored-response-sizes": `
    alter table replay add column bytes integer;
    create index replay_size on replay (account, expires_at, bytes)`,
  "email-abuse": `
    create index mail_pending on mail (due_at) where sent_at is null and failed_at is null;
    create index mail_sent on mail (sent_at);
    create table email_count (name text primary key, used integer not null, expires_at text not null);
    create index email_count_expiry on email_count (expires_at);
    create table server_secret (name text primary key, value text not null);
    create table former_usage (
      mailbox text not null, plan text not null, meter text not null, period text not null,
      used integer not null, expires_at text not null,
      primary key (mailbox, plan, meter, period));
    create index former_usage_expiry on former_usage (expires_at);
    alter table session add column created_at text;
    alter table session add column last_used_on text;
    alter table session add column device text;
    create index session_account on session (account)`,
  // One row for each writer of charges: the number of its last batch, and which of its charges were granted.
  // And with a request that is not answered yet, what it was charged.
  "charge-batches": `
    create table charge_writer (
      id text primary key, applied integer not null, outcome text, updated_at text not null);
    alter table replay add column charge text`,
  // Every index of emails is partial: one with the rows that wait in it would be taken for theirs, and has them all.
  // No index of `usage` or `usage_day`: one over millions of rows would hold up an upgrade for longer than a worker may
  // be blocked. What retention deletes from those it finds by their keys.
  growth: `
    create table probe_hour (
      api text not null, hour text not null,
      first_minute text not null, last_minute text not null, up integer not null,
      primary key (api, hour));
    insert into probe_hour (api, hour, first_minute, last_minute, up)
      select api, substr(minute, 1, 13), min(minute), max(minute), cast(sum(answered) as integer)
      from probe group by api, substr(minute, 1, 13);
    create table availability (
      api text not null, days integer not null, first_minute text, last_minute text, up integer not null,
      answered double precision not null, failed double precision not null, total_ms double precision not null,
      primary key (api, days));
    create table account_deletion (account text primary key, email text not null, requested_at text not null);
    create index account_deletion_requested on account_deletion (requested_at);
    create index claim_expiry on claim (expires_at);
    create index session_expiry on session (expires_at);
    create index link_email on link (email);
    create index link_expiry on link (expires_at);
    drop index mail_due;
    drop index mail_sent;
    create index mail_sent_at on mail (sent_at) where sent_at is not null;
    create index mail_failed on mail (failed_at) where failed_at is not null;
    create index api_key_revoked on api_key (revoked_at) where revoked_at is not null;
    create index api_key_expired on api_key (expires_at) where expires_at is not null;
    create index billing_event_received on billing_event (received_at);
    create index subscription_period on subscription (period_end) where held_until is null`,
  "operator-control": `
    alter table account add column suspended_at text;
    alter table account add column suspension_reason text;
    alter table account add column suspended_mailbox text;
    create index account_suspended on account (id) where suspended_at is not null;
    create index account_suspended_mailbox on account (suspended_mailbox) where suspended_mailbox is not null;
    create table audit (
      id text primary key, created_at text not null, actor text not null, actor_name text,
      account text, action text not null, network text, detail text not null);
    create index audit_account on audit (account, id);
    create table plan_version (
      plan text not null, version integer not null, terms text not null, created_at text not null,
      primary key (plan, version));
    alter table account_plan add column version integer;
    create index account_plan_holders on account_plan (plan, version);
    alter table subscription add column version integer;
    alter table subscription add column held_plan text;
    create index subscription_holders on subscription ((coalesce(held_plan, plan)), version, held_until);
    create table credit_grant (
      id text primary key, account text not null references account (id) on delete cascade,
      plan text not null, amount integer not null,
      created_at text not null, expires_at text not null, note text);
    create index credit_grant_account on credit_grant (account)`,
  "append-only-audit": {
    sql: "",
    // An entry is never changed, and goes only when it is old: retention deletes what is older than this.
    engine: {
      sqlite: [
        `create trigger audit_no_update before update on audit
         begin select raise(abort, 'the audit log is append-only'); end`,
        `create trigger audit_no_delete before delete on audit
         when old.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')
         begin select raise(abort, 'the audit log is append-only'); end`,
        "create index account_email_prefix on account (email collate binary)",
      ],
      postgresql: [
        `create function audit_append_only() returns trigger language plpgsql as $$
         begin
           if tg_op = 'DELETE' and old.created_at <=
             to_char((now() - interval '30 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') then
             return old;
           end if;
           raise exception 'the audit log is append-only';
         end $$`,
        `create trigger audit_append_only before update or delete on audit
         for each row execute function audit_append_only()`,
        `create trigger audit_no_truncate before truncate on audit
         for each statement execute function audit_append_only()`,
        `create index account_email_prefix on account (email collate "C")`,
      ],
    },
  },
  // No reference to `account`: a request may end after the account of its key was deleted.
  "request-log": `
    create table request_log (
      account text not null, id text not null, created_at text not null, key_id text not null,
      api text not null, operation text not null, status integer not null, code text,
      units integer not null, duration_ms integer not null, request_id text not null,
      primary key (account, id));
    create index request_log_created on request_log (created_at);
    create table key_usage_day (
      account text not null, key_id text not null, api text not null, day text not null,
      calls integer not null, units integer not null,
      primary key (account, key_id, api, day))`,
  // A key with any of these has another hash (`storedHash`), so that 1.0.0 rejects it instead of ignoring its limits.
  "key-limits": `
    alter table api_key add column mode text;
    alter table api_key add column ends_at text;
    alter table api_key add column allowed_ips text;
    create index api_key_ends on api_key (ends_at) where ends_at is not null`,
  // A job's row is also the receipt of its charge: both change in one transaction. No reference to `account`: a job may end
  // after its account was deleted. The index of those that wait has them in the order in which flows (an API
  // and an account) take turns.
  jobs: `
    create table batch (
      id text primary key, account text not null, api text not null, operation text not null,
      size integer not null, created_at text not null, expires_at text not null, repeats text);
    create unique index batch_repeats on batch (repeats) where repeats is not null;
    create index batch_account on batch (account, id);
    create index batch_expiry on batch (expires_at);
    create table job (
      id text primary key, account text not null, key_id text not null, api text not null,
      operation text not null, batch text, place integer, state text not null, request text,
      bytes integer not null, created_at text not null, due_at text not null, started_at text,
      finished_at text, expires_at text not null, attempts integer not null default 0,
      interruptions integer not null default 0, owner text, lease_until text, charge text,
      units integer not null default 0, response text, problem text,
      repeats text);
    create unique index job_repeats on job (repeats) where repeats is not null;
    create index job_queued on job (api, account, due_at, id) where state = 'queued';
    create index job_running on job (owner, lease_until) where state = 'running';
    create index job_account on job (account, bytes);
    create index job_single on job (account, id) where batch is null;
    create index job_batch on job (batch, state, units) where batch is not null;
    create index job_place on job (batch, place) where batch is not null;
    create index job_expiry on job (expires_at);
    create table job_body (
      job text not null, name text not null, part integer not null, data text not null,
      expires_at text not null,
      primary key (job, name, part));
    create index job_body_expiry on job_body (expires_at)`,
  // Secrets are sealed (`createSecretBox`). No reference to `account`: a job may end after its account was deleted. The index
  // of deliveries that wait has them by endpoint, because endpoints take turns.
  webhooks: `
    alter table batch add column ended_at text;
    create index batch_open on batch (id) where ended_at is null;
    create table webhook_endpoint (
      id text primary key, account text not null, url text not null, events text,
      secret text not null, former_secret text, former_until text,
      created_at text not null, disabled_at text, disabled_reason text,
      failing_since text, failures integer not null default 0, is_slow integer not null default 0);
    create unique index webhook_endpoint_url on webhook_endpoint (account, url);
    create table webhook_event (
      id text primary key, account text not null, type text not null, payload text not null,
      created_at text not null, expires_at text not null);
    create index webhook_event_account on webhook_event (account, id);
    create index webhook_event_expiry on webhook_event (expires_at);
    create table webhook_delivery (
      endpoint text not null, event text not null, account text not null, state text not null,
      created_at text not null, due_at text not null, lease integer not null default 0,
      attempts integer not null default 0, expires_at text not null,
      primary key (endpoint, event));
    create index webhook_delivery_due on webhook_delivery (endpoint, due_at) where state = 'pending';
    create index webhook_delivery_failed on webhook_delivery (endpoint, created_at) where state = 'failed';
    create index webhook_delivery_account on webhook_delivery (account);
    create index webhook_delivery_expiry on webhook_delivery (expires_at);
    create table webhook_attempt (
      id text primary key, endpoint text not null, event text not null, account text not null,
      created_at text not null, status integer, error text, duration_ms integer not null,
      next_at text, expires_at text not null);
    create index webhook_attempt_delivery on webhook_attempt (endpoint, event, id);
    create index webhook_attempt_account on webhook_attempt (account);
    create index webhook_attempt_expiry on webhook_attempt (expires_at)`,
  // No reference to `account`: without metering, jobs belong to none.
  "data-keys": `
    create table data_key (account text primary key, wrapped_by text not null, wrapped text not null);
    create index data_key_wrapped_by on data_key (wrapped_by)`,
  // Steps are only added. A step with units is also the receipt of their charge: both are written in one transaction. The
  // index of running audits is unique: an account has one at a time, whichever processes claim them.
  "site-audits": `
    create table site_audit (
      id text primary key, account text not null, key_id text not null, schedule text, url text not null,
      options text not null, state text not null, created_at text not null, due_at text not null,
      started_at text, finished_at text, expires_at text not null, attempts integer not null default 0,
      interruptions integer not null default 0, owner text, lease_until text,
      steps integer not null default 0, pages integer not null default 0, done integer not null default 0,
      waiting integer not null default 0, units integer not null default 0, bytes integer not null,
      stop_reason text, problem text, has_report integer not null default 0, repeats text);
    create unique index site_audit_repeats on site_audit (repeats) where repeats is not null;
    create unique index site_audit_running on site_audit (account) where state = 'running';
    create index site_audit_queued on site_audit (due_at, id) where state = 'queued';
    create index site_audit_account on site_audit (account, id);
    create index site_audit_expiry on site_audit (expires_at);
    create index site_audit_schedule_runs on site_audit (schedule, id) where schedule is not null;
    create table site_audit_step (
      audit text not null, number integer not null, url text, status integer, units integer not null,
      data text not null, expires_at text not null,
      primary key (audit, number));
    create index site_audit_step_expiry on site_audit_step (expires_at);
    create table site_audit_schedule (
      id text primary key, account text not null, url text not null, options text not null,
      every text not null, created_at text not null, due_at text not null);
    create index site_audit_schedule_due on site_audit_schedule (due_at);
    create index site_audit_schedule_account on site_audit_schedule (account, id)`,
  "response-sizes": {
    // What `STORED_MAX` is compared with. No reference to `account`: a call may end after its account was deleted.
    sql: "create table response_bytes (account text primary key, bytes bigint not null)",
    engine: responseBytes,
  },
  // The mode of what a key has made, which its key may outlive. Only accounts with test keys are looked at. Lists are of one
  // mode: a few test jobs are found among many live ones.
  modes: `
    alter table job add column mode text not null default 'live';
    alter table batch add column mode text not null default 'live';
    alter table webhook_endpoint add column mode text not null default 'live';
    alter table request_log add column mode text not null default 'live';
    update job set mode = 'test' where account in (select account from api_key where mode = 'test')
      and key_id in (select id from api_key where mode = 'test');
    update batch set mode = 'test' where account in (select account from api_key where mode = 'test')
      and exists (select 1 from job where job.batch = batch.id and job.mode = 'test');
    update request_log set mode = 'test' where account in (select account from api_key where mode = 'test')
      and key_id in (select id from api_key where mode = 'test');
    drop index job_single;
    create index job_single on job (account, mode, id) where batch is null;
    drop index batch_account;
    create index batch_account on batch (account, mode, id)`,
  // Retention deletes the oldest events of an account. Each index replaces the one on the account alone.
  "webhook-events-by-account": `
    create index webhook_delivery_account_event on webhook_delivery (account, event);
    create index webhook_attempt_account_event on webhook_attempt (account, event);
    drop index webhook_delivery_account;
    drop index webhook_attempt_account;
    create index site_audit_leased on site_audit (owner, lease_until) where state = 'running'`,
  "job-sizes": {
    // A job that has not ended costs at least these units: of the quota, or with a test key of nothing. Those of earlier
    // releases count as one.
    sql: `
      alter table job add column live_units integer not null default 1;
      alter table job add column test_units integer not null default 0;
      create table job_bytes (account text primary key, bytes bigint not null);
      create table job_total (part integer primary key, bytes bigint not null);
      create table job_waiting (
        account text not null, api text not null, live_units bigint not null, test_units bigint not null,
        primary key (account, api))`,
    engine: jobSums,
  },
  // What is stored for an account names it, so that all of it is deleted with the account.
  "account-content": `
    alter table job_body add column account text;
    create index job_body_account on job_body (account) where account is not null;
    create table shared_report (
      id text primary key, account text not null, subject text not null, hash text not null, url text not null,
      bytes integer not null, created_at text not null, expires_at text not null);
    create unique index shared_report_subject on shared_report (account, subject);
    create index shared_report_account on shared_report (account, id);
    create unique index shared_report_hash on shared_report (hash);
    create index shared_report_expiry on shared_report (expires_at);
    alter table site_audit_schedule add column repeats text;
    create unique index site_audit_schedule_repeats on site_audit_schedule (repeats) where repeats is not null`,
  // The event that an endpoint must accept before others; endpoints from before need not. And the turns of receivers.
  "webhook-pace": `
    alter table webhook_endpoint add column verification text;
    create table webhook_pace (
      target text primary key, next_ms bigint not null, failures integer not null, expires_at text not null);
    create index webhook_pace_expiry on webhook_pace (expires_at)`,
  // How many of the first items have exceeded a limit of their operation.
  "batch-limits": "alter table batch add column limited integer not null default 0",
  // A flow is ready where `waits_until` is null; then the lowest `turn` of its queue is next. The index of the last turn is
  // negative, so that PostgreSQL never looks for the next turn of a queue in it. No reference to `account`: a job may end
  // after its account was deleted.
  "queue-turns": `
    create table queue_turn (
      queue text not null, account text not null, turn bigint not null,
      waits_until text, blocked_until text,
      primary key (queue, account));
    create index queue_turn_ready on queue_turn (queue, turn, account) where waits_until is null;
    create index queue_turn_waiting on queue_turn (waits_until) where waits_until is not null;
    create index queue_turn_last on queue_turn ((-turn));
    create index queue_turn_account on queue_turn (account, blocked_until);
    insert into queue_turn (queue, account, turn)
      select api, account, row_number() over (order by min(due_at), api, account) from job
      where state = 'queued' group by api, account;
    alter table job add column retries integer not null default 0`,
  // Accounts take turns with site audits as with jobs.
  "site-audit-turns":
    "create index site_audit_flow on site_audit (account, due_at, id) where state = 'queued'",
  // The highest estimate so far, in thousandths: known URLs become more while an audit runs, and progress does not fall.
  "site-audit-progress": "alter table site_audit add column progress integer not null default 0",
  // Sealed with the key of the account: parameters of requests, stored responses, which the release before stores in
  // `answer` in the clear, and the names of the file of a job. Not sealed, as the payloads of events: responses to webhooks.
  // Each has headers, if only none of those that are stored. Retention deletes the oldest responses of an account. `counts`
  // has those of a batch that has ended, as JSON. Rows of the release before have none of these. Pages of an account count
  // its error codes, in the order of an index so that nothing is sorted, and find the requests of its jobs, without
  // reading sealed parameters.
  "account-pages": `
    alter table request_log add column parameters text;
    create index request_log_codes on request_log (account, code, created_at);
    create index request_log_request on request_log (account, request_id);
    alter table replay add column sealed text;
    alter table job add column file text;
    alter table batch add column counts text;
    alter table webhook_attempt add column response_headers text;
    alter table webhook_attempt add column response_body text;
    alter table webhook_attempt add column response_cut integer not null default 0;
    create index webhook_attempt_response on webhook_attempt (account, id) where response_headers is not null;
    alter table site_audit add column score integer;
    create index audit_action on audit (action, id);
    create index audit_actor on audit (actor, id)`,
});
