-- Idempotency-Key on requests where no operation stores it: direct writes to tables, and procedures without an
-- operation id. They cannot answer a repeat like the first request, so the key is refused.

create function private.tg_refuse_key() returns trigger
language plpgsql set search_path = '' as $$
-- Refuses a write requested with an Idempotency-Key (22023), outside of an operation.
begin
  if coalesce(current_setting('xsheet.operation', true), '') = ''
    and current_setting('request.headers', true)::json ->> 'idempotency-key' <> '' then
    raise exception 'No Idempotency-Key is kept here: rows are written under one by insert_rows, update_rows and '
      'delete_rows, procedures that take no operation id by run_once' using errcode = '22023';
  end if;
  return null;
end $$;

-- On every table, before anything else happens, except those that count calls and store operations.
do $$
declare
  v_table record;
begin
  for v_table in
    select c.oid::regclass as name, c.relname from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not in ('operations', 'function_calls')
  loop
    execute format(
      'create trigger %I before insert or update or delete on %s for each statement '
      'when (current_setting(''request.headers'', true) like ''%%"idempotency-key"%%'') '
      'execute function private.tg_refuse_key()',
      v_table.relname || '_before_write_a_key', v_table.name);
  end loop;
end $$;
