-- Idempotency-Key where no operation keeps it: in writes to tables themselves, and by procedures that take no operation
-- id. They cannot answer a repeat as they answered the first request, so whoever sends the key is told.

create function private.tg_refuse_key() returns trigger
language plpgsql set search_path = '' as $$
-- Refuses a write that a request asks for under an Idempotency-Key (22023), outside of an operation.
begin
  if coalesce(current_setting('xsheet.operation', true), '') = ''
    and current_setting('request.headers', true)::json ->> 'idempotency-key' <> '' then
    raise exception 'No Idempotency-Key is kept here: rows are written under one by insert_rows, update_rows and '
      'delete_rows, procedures that take no operation id by run_once' using errcode = '22023';
  end if;
  return null;
end $$;

-- On every table, before anything else happens, but for what counts calls and remembers operations.
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
