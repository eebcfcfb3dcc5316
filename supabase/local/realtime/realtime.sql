-- The database's side of realtime on the embedded host; hosted projects have Supabase's own. Runs at every start,
-- before the migrations, which may put policies on realtime.messages and tables into the publication supabase_realtime.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

-- Messages sent from SQL, and the table whose policies decide who may join a private channel and who may send to it.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid() primary key
);
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;

-- The topic being checked, for policies on realtime.messages.
create or replace function realtime.topic() returns text
language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- A notification holds 8000 bytes at most and is delivered at commit, so it only carries the row's id.
create or replace function realtime.tg_announce_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end $$;

create or replace trigger messages_after_insert_announce
after insert on realtime.messages
for each row when (new.extension = 'broadcast') execute function realtime.tg_announce_message();

-- Sends a broadcast to a topic once the transaction commits. A failure to send is only a warning: it must not roll back
-- the work that the message is about.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
begin
  begin
    perform set_config('realtime.topic', send.topic, true);
    insert into realtime.messages (id, topic, extension, payload, event, private)
    values (message_id, send.topic, 'broadcast', jsonb_build_object('id', message_id) || send.payload, send.event, send.private);
  exception when others then
    raise warning 'The message was not sent: %', sqlerrm;
  end;
end $$;

-- What a person may do on a private channel. Rows like those of a real message are written and read as that person, and
-- all of it is rolled back before returning, so policies may look at topic, extension and the person's claims.
create or replace function realtime.check_channel(p_topic text, p_role text, p_claims jsonb)
returns table (can_read_broadcast boolean, can_read_presence boolean, can_write_broadcast boolean, can_write_presence boolean)
language plpgsql as $$
declare
  v_extension text;
  v_readable text[] := '{}';
  v_writable text[] := '{}';
begin
  begin
    perform set_config('realtime.topic', p_topic, true);
    -- Marked by an event that no policy mentions: it belongs to the probe, and is never delivered.
    insert into realtime.messages (topic, extension, event, private)
    select p_topic, probed, 'realtime:probe', true from unnest(array['broadcast', 'presence']) as probed;
    perform set_config('request.jwt.claims', p_claims::text, true);
    perform set_config('request.jwt.claim.sub', coalesce(p_claims ->> 'sub', ''), true);
    perform set_config('request.jwt.claim.role', p_role, true);
    perform set_config('role', p_role, true);
    begin
      select coalesce(array_agg(distinct extension), '{}') into v_readable
      from realtime.messages where topic = p_topic and event = 'realtime:probe';
    exception when others then v_readable := '{}';
    end;
    foreach v_extension in array array['broadcast', 'presence'] loop
      begin
        insert into realtime.messages (topic, extension, event, private) values (p_topic, v_extension, 'realtime:probe', true);
        v_writable := v_writable || v_extension;
      exception when others then null;
      end;
    end loop;
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then null;
  end;
  return query select
    'broadcast' = any(v_readable), 'presence' = any(v_readable), 'broadcast' = any(v_writable), 'presence' = any(v_writable);
end $$;
revoke execute on function realtime.check_channel(text, text, jsonb) from public;

-- The feed of changes. Row security without policies: only the host reads it. Unlogged: after a crash no client is
-- connected that could miss one.
create unlogged table if not exists realtime.changes (
  id bigint generated always as identity primary key,
  statement_id bigint not null,
  relation oid not null,
  type text not null,
  record jsonb,
  old_record jsonb,
  changed_at timestamptz not null default clock_timestamp()
);
create index if not exists changes_statement_id_idx on realtime.changes (statement_id);
create index if not exists changes_changed_at_idx on realtime.changes (changed_at);
alter table realtime.changes enable row level security;
create sequence if not exists realtime.statement_ids;

-- An older host granted the API's roles everything.
do $$
begin
  if has_table_privilege('anon', 'realtime.changes', 'select') then
    revoke all on all tables in schema realtime from anon, authenticated, service_role;
    revoke all on all sequences in schema realtime from anon, authenticated, service_role;
    alter default privileges in schema realtime revoke all on tables from anon, authenticated, service_role;
    alter default privileges in schema realtime revoke all on sequences from anon, authenticated, service_role;
  end if;
end $$;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Arguments: the columns of the primary key. A statement that changes more than 500 rows is not fed row by row; clients
-- learn of it from a broadcast. The rows of one statement share an id, so that one notification names exactly these.
create or replace function realtime.tg_feed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_statement bigint;
  v_rows bigint;
begin
  if tg_op = 'DELETE' then
    select count(*) into v_rows from old_rows;
  else
    select count(*) into v_rows from new_rows;
  end if;
  if v_rows = 0 or v_rows > 500 then
    return null;
  end if;

  v_statement := nextval('realtime.statement_ids');
  if tg_op = 'DELETE' then
    insert into realtime.changes (statement_id, relation, type, old_record)
    select v_statement, tg_relid, tg_op,
      (select jsonb_object_agg(column_name, to_jsonb(o) -> column_name) from unnest(tg_argv) as column_name)
    from old_rows o;
  else
    insert into realtime.changes (statement_id, relation, type, record, old_record)
    select v_statement, tg_relid, tg_op, to_jsonb(n),
      case when tg_op = 'UPDATE' then
        (select jsonb_object_agg(column_name, to_jsonb(n) -> column_name) from unnest(tg_argv) as column_name)
      end
    from new_rows n;
  end if;
  perform pg_notify('realtime_changes', v_statement::text);
  return null;
end $$;

-- Feeds the changes of every published table that has a primary key, and of no other.
create or replace function realtime.watch_publication() returns void
language plpgsql set search_path = '' as $$
declare
  v_table record;
  v_operation record;
begin
  for v_table in
    select distinct t.tgrelid::regclass as relation from pg_catalog.pg_trigger t
    where t.tgname in ('realtime_after_insert', 'realtime_after_update', 'realtime_after_delete')
  loop
    execute format('drop trigger if exists realtime_after_insert on %s', v_table.relation);
    execute format('drop trigger if exists realtime_after_update on %s', v_table.relation);
    execute format('drop trigger if exists realtime_after_delete on %s', v_table.relation);
  end loop;
  for v_table in
    select i.indrelid::regclass as relation, string_agg(quote_literal(a.attname), ', ' order by a.attnum) as key
    from pg_catalog.pg_publication p
    -- By id: looking up names would be refused to a role that may not enter every schema.
    cross join lateral pg_catalog.pg_get_publication_tables(p.pubname::text) as t
    join pg_catalog.pg_index i on i.indrelid = t.relid and i.indisprimary
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where p.pubname = 'supabase_realtime'
    group by i.indrelid
  loop
    for v_operation in
      select * from (values ('insert', 'new table as new_rows'), ('update', 'new table as new_rows'), ('delete', 'old table as old_rows')) as o (name, transition)
    loop
      execute format(
        'create trigger realtime_after_%1$s after %1$s on %2$s referencing %3$s for each statement execute function realtime.tg_feed(%4$s)',
        v_operation.name, v_table.relation, v_operation.transition, v_table.key);
    end loop;
  end loop;
end $$;
revoke execute on function realtime.watch_publication() from public;

-- Channel permissions may have changed; sent once per transaction, however many rows it changes.
create or replace function realtime.tg_announce_rights() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime_rights', '');
  return null;
end $$;

-- Announces every write to a public table that rights depend on.
create or replace function realtime.watch_rights(p_table text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create or replace trigger realtime_after_write_rights after insert or update or delete on public.%I for each statement execute function realtime.tg_announce_rights()',
    p_table);
end $$;
revoke execute on function realtime.watch_rights(text) from public;
