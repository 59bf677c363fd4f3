import type { Database } from "./database.ts";

/** The tables that triggers fill: nothing else writes to them, and a copy has them from its rows. */
export const SUMS: readonly string[] = ["response_bytes", "job_bytes", "job_total", "job_waiting"];

/**
 * Triggers that keep the size of each account's stored responses in `response_bytes`, in the transaction that changes them.
 * First the triggers, which lock the table, then the sums of what is there. A part of the migrations: never changed once
 * released.
 */
export const responseBytes: Readonly<Record<Database["engine"], readonly string[]>> = {
  sqlite: [
    `create trigger response_bytes_insert after insert on replay when new.bytes > 0
     begin
       insert into response_bytes (account, bytes) values (new.account, new.bytes)
         on conflict (account) do update set bytes = response_bytes.bytes + excluded.bytes;
     end`,
    `create trigger response_bytes_update after update of bytes on replay
     when coalesce(old.bytes, 0) <> coalesce(new.bytes, 0)
     begin
       insert into response_bytes (account, bytes)
         values (new.account, coalesce(new.bytes, 0) - coalesce(old.bytes, 0))
         on conflict (account) do update set bytes = response_bytes.bytes + excluded.bytes;
       delete from response_bytes where account = new.account and bytes <= 0;
     end`,
    `create trigger response_bytes_delete after delete on replay when old.bytes > 0
     begin
       update response_bytes set bytes = bytes - old.bytes where account = old.account;
       delete from response_bytes where account = old.account and bytes <= 0;
     end`,
    `insert into response_bytes (account, bytes)
     select account, sum(bytes) from replay where bytes > 0 group by account`,
  ],
  postgresql: [
    `create function add_response_bytes() returns trigger language plpgsql as $$
     declare
       owner text;
       change bigint := 0;
     begin
       if tg_op <> 'DELETE' then
         owner := new.account;
         change := coalesce(new.bytes, 0);
       end if;
       if tg_op <> 'INSERT' then
         owner := old.account;
         change := change - coalesce(old.bytes, 0);
       end if;
       insert into response_bytes (account, bytes) values (owner, change)
         on conflict (account) do update set bytes = response_bytes.bytes + excluded.bytes;
       if change < 0 then
         delete from response_bytes where account = owner and bytes <= 0;
       end if;
       return null;
     end $$`,
    `create trigger response_bytes_insert after insert on replay
     for each row when (new.bytes > 0) execute function add_response_bytes()`,
    `create trigger response_bytes_update after update of bytes on replay
     for each row when (coalesce(old.bytes, 0) <> coalesce(new.bytes, 0)) execute function add_response_bytes()`,
    `create trigger response_bytes_delete after delete on replay
     for each row when (old.bytes > 0) execute function add_response_bytes()`,
    `insert into response_bytes (account, bytes)
     select account, sum(bytes) from replay where bytes > 0 group by account`,
  ],
};

/** The change of the sums where a job changes. SQLite has one writer, and needs one part of the total. */
const SQLITE_CHANGED = `
  insert into job_bytes (account, bytes) values (new.account, new.bytes - old.bytes)
    on conflict (account) do update set bytes = job_bytes.bytes + excluded.bytes;
  insert into job_total (part, bytes) values (0, new.bytes - old.bytes)
    on conflict (part) do update set bytes = job_total.bytes + excluded.bytes;
  insert into job_waiting (account, api, live_units, test_units)
    select new.account, new.api,
      case when new.finished_at is null then new.live_units else 0 end
        - case when old.finished_at is null then old.live_units else 0 end,
      case when new.finished_at is null then new.test_units else 0 end
        - case when old.finished_at is null then old.test_units else 0 end
    where (new.finished_at is null) <> (old.finished_at is null)
    on conflict (account, api) do update set live_units = job_waiting.live_units + excluded.live_units,
      test_units = job_waiting.test_units + excluded.test_units;
  delete from job_waiting
    where account = new.account and api = new.api and live_units <= 0 and test_units <= 0;`;

/**
 * Triggers that keep the bytes (`job_bytes`) and the waiting units (`job_waiting`) of each account's jobs, and the bytes of
 * all (`job_total`) in parts, so that accounts do not wait for each other. As `responseBytes`.
 */
export const jobSums: Readonly<Record<Database["engine"], readonly string[]>> = {
  sqlite: [
    `create trigger job_sums_insert after insert on job
     begin
       insert into job_bytes (account, bytes) values (new.account, new.bytes)
         on conflict (account) do update set bytes = job_bytes.bytes + excluded.bytes;
       insert into job_total (part, bytes) values (0, new.bytes)
         on conflict (part) do update set bytes = job_total.bytes + excluded.bytes;
       insert into job_waiting (account, api, live_units, test_units)
         select new.account, new.api, new.live_units, new.test_units
         where new.finished_at is null and new.live_units + new.test_units > 0
         on conflict (account, api) do update set live_units = job_waiting.live_units + excluded.live_units,
           test_units = job_waiting.test_units + excluded.test_units;
     end`,
    `create trigger job_sums_update after update of bytes, finished_at on job
     when old.bytes <> new.bytes or (old.finished_at is null) <> (new.finished_at is null)
     begin ${SQLITE_CHANGED} end`,
    `create trigger job_sums_delete after delete on job
     begin
       update job_bytes set bytes = bytes - old.bytes where account = old.account;
       delete from job_bytes where account = old.account and bytes <= 0;
       update job_total set bytes = bytes - old.bytes where part = 0;
       update job_waiting set live_units = live_units - old.live_units, test_units = test_units - old.test_units
         where account = old.account and api = old.api and old.finished_at is null;
       delete from job_waiting
         where account = old.account and api = old.api and live_units <= 0 and test_units <= 0;
     end`,
    "insert into job_bytes (account, bytes) select account, sum(bytes) from job group by account",
    "insert into job_total (part, bytes) select 0, coalesce(sum(bytes), 0) from job_bytes",
    `insert into job_waiting (account, api, live_units, test_units)
     select account, api, count(*), 0 from job where state in ('queued', 'running') group by account, api`,
  ],
  postgresql: [
    `create function job_total_part(account text) returns integer language sql immutable as
     $$ select ascii(right(account, 1)) % 16 $$`,
    // Sums are always locked in one order: of accounts, then parts of the total, then what waits.
    `create function add_jobs() returns trigger language plpgsql as $$
     declare
       sign integer := case tg_op when 'DELETE' then -1 else 1 end;
     begin
       insert into job_bytes as kept (account, bytes)
         select account, sign * sum(bytes) from changed group by account order by account
         on conflict (account) do update set bytes = kept.bytes + excluded.bytes;
       insert into job_total as kept (part, bytes)
         select job_total_part(account), sign * sum(bytes) from changed group by 1 order by 1
         on conflict (part) do update set bytes = kept.bytes + excluded.bytes;
       insert into job_waiting as kept (account, api, live_units, test_units)
         select account, api, sign * sum(live_units), sign * sum(test_units) from changed
         where finished_at is null and live_units + test_units > 0 group by account, api order by account, api
         on conflict (account, api) do update set live_units = kept.live_units + excluded.live_units,
           test_units = kept.test_units + excluded.test_units;
       if sign < 0 then
         delete from job_bytes where bytes <= 0 and account in (select account from changed);
         delete from job_waiting where live_units <= 0 and test_units <= 0
           and account in (select account from changed);
       end if;
       return null;
     end $$`,
    `create function change_job() returns trigger language plpgsql as $$
     declare
       ended integer := case when new.finished_at is null then 1 else 0 end
         - case when old.finished_at is null then 1 else 0 end;
     begin
       insert into job_bytes as kept (account, bytes) values (new.account, new.bytes - old.bytes)
         on conflict (account) do update set bytes = kept.bytes + excluded.bytes;
       insert into job_total as kept (part, bytes) values (job_total_part(new.account), new.bytes - old.bytes)
         on conflict (part) do update set bytes = kept.bytes + excluded.bytes;
       if ended <> 0 and new.live_units + new.test_units > 0 then
         insert into job_waiting as kept (account, api, live_units, test_units)
           values (new.account, new.api, ended * new.live_units, ended * new.test_units)
           on conflict (account, api) do update set live_units = kept.live_units + excluded.live_units,
             test_units = kept.test_units + excluded.test_units;
         delete from job_waiting
           where account = new.account and api = new.api and live_units <= 0 and test_units <= 0;
       end if;
       return null;
     end $$`,
    `create trigger job_sums_insert after insert on job referencing new table as changed
     for each statement execute function add_jobs()`,
    `create trigger job_sums_delete after delete on job referencing old table as changed
     for each statement execute function add_jobs()`,
    `create trigger job_sums_update after update of bytes, finished_at on job for each row
     when (old.bytes <> new.bytes or (old.finished_at is null) <> (new.finished_at is null))
     execute function change_job()`,
    "insert into job_bytes (account, bytes) select account, sum(bytes) from job group by account",
    `insert into job_total (part, bytes)
     select job_total_part(account), sum(bytes) from job_bytes group by 1`,
    `insert into job_waiting (account, api, live_units, test_units)
     select account, api, count(*), 0 from job where state in ('queued', 'running') group by account, api`,
  ],
};
