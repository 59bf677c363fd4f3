import type { Database } from "./database.ts";

/** The tables that triggers fill: nothing else writes to them, and a copy has them from its rows. */
export const SUMS: readonly string[] = ["response_bytes"];

/**
 * Triggers that keep the size of the stored responses of each account in `response_bytes`, in the transaction that changes
 * them: whichever statement of whichever release adds or deletes one, the sum is that of the rows. First the triggers, which
 * lock the table, then the sums of what is there. PostgreSQL runs them after all rows of a statement were locked, so no two
 * statements wait for each other. A part of the migrations: never changed once released.
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
