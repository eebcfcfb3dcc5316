-- The log of what happened in a studio: activity, audit log, and the source of webhooks, rules and scripts.

create table public.events (
  studio_id uuid not null,
  seq bigint not null,
  at timestamptz not null default now(),
  kind text not null,
  is_audit boolean not null default false,
  project_id uuid,
  space_id uuid,
  item_id uuid,
  task_id uuid,
  thing_id uuid,
  names jsonb not null default '{}',
  item_name text,
  old jsonb not null default '{}',
  new jsonb not null default '{}',
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null default '',
  via_id uuid,
  operation_id uuid,
  cause bigint,
  depth smallint not null default 0,
  -- One check instead of seven, on stored sizes: thousands of events at once pay for each check.
  constraint events_sizes_check check (pg_column_size(kind) <= 64 and pg_column_size(names) <= 16384
    and pg_column_size(item_name) <= 1024 and pg_column_size(old) <= 262144 and pg_column_size(new) <= 262144
    and pg_column_size(actor_name) <= 1536 and actor_kind in ('person', 'token', 'rule', 'guest', 'system')),
  primary key (studio_id, seq)
);
comment on table public.events is
  'What happened in a studio, numbered without gaps in commit order. Written in the transaction of the change, never '
  'changed afterwards, and deleted only by age.';
comment on column public.events.names is
  'The names at the time of the thing and its places: project, space, collection, item, stage, name.';
comment on column public.events.item_name is
  'The name of the item, if names only holds what an event shares with others: private.event_names joins them.';
comment on column public.events.is_audit is 'Visible only to those who may manage the studio''s users.';
comment on column public.events.via_id is 'The token, rule or guest that acted.';
comment on column public.events.cause is 'The number of the event that a rule answered with this one.';
-- For the events of an item and its tasks: by the item alone and by hash, which costs thousands of events at once half
-- of what a b-tree does. A project's events are found by walking back through its studio's, from its newest to its
-- oldest.
create index events_item_id_idx on public.events using hash (item_id) where item_id is not null;
create index events_studio_id_cause_idx on public.events (studio_id, cause) where cause is not null;
alter table public.events enable row level security;
revoke all on public.events from service_role;
grant select on public.events to authenticated, service_role;
-- A deleted project is visible only to those who see all projects.
create policy "events: whoever sees what they are about can read" on public.events
  for select to authenticated
  using (case when is_audit
    then studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[])
      and (project_id is null or project_id = any((select private.my_project_ids())::uuid[]))
    else project_id = any((select private.my_project_ids())::uuid[])
      or (project_id is null and studio_id = any((select private.my_studio_ids())::uuid[]))
      or studio_id = any((select private.my_studio_ids_with('view_all_projects'))::uuid[]) end);

create function private.tg_refuse_change() returns trigger
language plpgsql set search_path = '' as $$
-- Events stay as they were written, even for the owner of the database; only private.forget_events deletes them.
begin
  if tg_op = 'DELETE' and current_setting('xsheet.forgetting', true) = 'on' then
    return null;
  end if;
  raise exception 'Events cannot be changed' using errcode = '42501';
end $$;

create trigger events_before_update_refuse before update or delete on public.events
  for each statement execute function private.tg_refuse_change();
create trigger events_before_truncate_refuse before truncate on public.events
  for each statement execute function private.tg_refuse_change();

create table private.event_chains (
  studio_id uuid not null,
  seq bigint not null,
  hash text not null,
  primary key (studio_id, seq)
);
comment on table private.event_chains is
  'Points of a studio''s hash chain: where exports ended, and before those the newest event deleted by age.';

create table private.project_events (
  project_id uuid primary key,
  first_seq bigint not null,
  last_seq bigint not null
);
comment on table private.project_events is
  'The numbers of a project''s oldest and newest event, between which its activity is searched.';

create function private.event_names(e public.events) returns jsonb
language sql stable set search_path = '' as $$
  -- The names of the thing and its places.
  select case when e.item_name is null then e.names else e.names || jsonb_build_object('item', e.item_name) end
$$;

create function private.event_json(e public.events) returns jsonb
language sql stable set search_path = '' as $$
  -- The public form of an event. Exports hash it: the form of an existing event must never change.
  select jsonb_build_object('studio_id', e.studio_id, 'seq', e.seq,
    'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'kind', e.kind,
    'names', private.event_names(e), 'old', e.old, 'new', e.new,
    'actor', jsonb_strip_nulls(jsonb_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name,
      'via', e.via_id)), 'depth', e.depth)
    || jsonb_strip_nulls(jsonb_build_object('project_id', e.project_id, 'space_id', e.space_id, 'item_id', e.item_id,
      'task_id', e.task_id, 'thing_id', e.thing_id, 'operation_id', e.operation_id, 'cause', e.cause))
    || case when e.is_audit then '{"is_audit": true}' else '{}'::jsonb end
$$;

create function private.next_hash(p_hash text, p_event jsonb) returns text
language sql immutable set search_path = '' as $$
  -- The hash of an event in the chain: SHA-256 of the previous hash and the event as Postgres writes its JSON.
  select encode(sha256(convert_to(p_hash || p_event::text, 'UTF8')), 'hex')
$$;

create function private.forget_events(p_studio_id uuid, p_until bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
-- Deletes a studio's events up to a number, or all of them with their chain; returns how many. The chain continues from
-- the last one deleted. Definer: nobody else may.
declare
  v_chain private.event_chains;
  v_event record;
  v_count bigint;
begin
  if p_until is null then
    delete from private.event_chains c where c.studio_id = p_studio_id;
  else
    select * into v_chain from private.event_chains c
      where c.studio_id = p_studio_id and c.seq <= p_until order by c.seq desc limit 1;
    v_chain.hash := coalesce(v_chain.hash, repeat('0', 64));
    for v_event in
      select e.seq, private.event_json(e) as event from public.events e
      where e.studio_id = p_studio_id and e.seq > coalesce(v_chain.seq, 0) and e.seq <= p_until order by e.seq
    loop
      v_chain.hash := private.next_hash(v_chain.hash, v_event.event);
    end loop;
    insert into private.event_chains (studio_id, seq, hash) values (p_studio_id, p_until, v_chain.hash)
      on conflict (studio_id, seq) do nothing;
    delete from private.event_chains c where c.studio_id = p_studio_id and c.seq < p_until;
  end if;
  perform set_config('xsheet.forgetting', 'on', true);
  delete from public.events e where e.studio_id = p_studio_id and (p_until is null or e.seq <= p_until);
  get diagnostics v_count = row_count;
  perform set_config('xsheet.forgetting', '', true);
  return v_count;
end $$;

create type private.event_author as (
  actor_kind text, actor_id uuid, actor_name text, via_id uuid, operation_id uuid, cause bigint, depth smallint
);

create function private.event_author() returns private.event_author
language plpgsql stable security definer set search_path = '' as $$
-- Who writes in this transaction, on whose behalf, and which event it answers. Definer: tokens and names of others.
declare
  v_claims jsonb := auth.jwt();
  v_author private.event_author;
begin
  v_author.actor_id := auth.uid();
  v_author.operation_id := nullif(current_setting('xsheet.operation', true), '')::uuid;
  v_author.cause := nullif(current_setting('xsheet.cause', true), '')::bigint;
  v_author.depth := coalesce(nullif(current_setting('xsheet.depth', true), '')::smallint, 0);
  v_author.via_id := nullif(current_setting('xsheet.rule', true), '')::uuid;
  v_author.actor_name := case when v_author.actor_id is null then '' else private.author_name(v_author.actor_id) end;
  if v_author.via_id is not null then
    v_author.actor_kind := 'rule';
    v_author.actor_name := coalesce(nullif(current_setting('xsheet.rule_name', true), ''), v_author.actor_name);
  elsif v_claims ? 'guest_id' then
    v_author.actor_kind := 'guest';
    v_author.via_id := (v_claims ->> 'guest_id')::uuid;
  elsif v_claims ? 'studio_id' then
    v_author.actor_kind := 'token';
    select t.id, v_author.actor_name || case when t.name = '' then '' else ' (' || t.name || ')' end
      into v_author.via_id, v_author.actor_name
    from private.token_sessions s join private.access_tokens t on t.id = s.token_id
    where s.id::text = v_claims ->> 'session_id';
  else
    v_author.actor_kind := case when v_author.actor_id is null then 'system' else 'person' end;
  end if;
  v_author.actor_name := left(coalesce(v_author.actor_name, ''), 300);
  return v_author;
end $$;

create function private.events_sql(p_changed text) returns text
language sql immutable set search_path = '' as $query$
  -- The statement that logs the rows of a select (studio_id, kind, project_id, space_id, item_id, task_id, thing_id,
  -- names, old, new, and the order n): $1 is the author, $2 whether it is for the audit log alone. It numbers the
  -- events under the lock of the studio's clock. Triggers run it themselves, because it reads their transition tables.
  select format($sql$
    with changed as materialized (%s
    ), counted as materialized (
      select c.studio_id, count(*) as count from changed c group by c.studio_id
    ), taken as (
      update private.studio_clocks k set event_seq = k.event_seq + c.count from counted c
      where k.studio_id = c.studio_id returning k.studio_id, k.event_seq - c.count as before
    ), written as (
      insert into public.events (studio_id, seq, kind, is_audit, project_id, space_id, item_id, task_id, thing_id,
        names, old, new, actor_kind, actor_id, actor_name, via_id, operation_id, cause, depth)
      select c.studio_id, t.before + row_number() over (partition by c.studio_id order by c.n), c.kind, $2,
        c.project_id, c.space_id, c.item_id, c.task_id, c.thing_id, c.names, c.old, c.new, ($1).actor_kind,
        ($1).actor_id, ($1).actor_name, ($1).via_id, ($1).operation_id, ($1).cause, ($1).depth
      from changed c join taken t on t.studio_id = c.studio_id
      returning project_id, seq
    )
    insert into private.project_events as p (project_id, first_seq, last_seq)
    select w.project_id, min(w.seq), max(w.seq) from written w where w.project_id is not null group by w.project_id
    on conflict (project_id) do update set last_seq = excluded.last_seq
  $sql$, p_changed)
$query$;

create table private.event_retention (
  studio_id uuid primary key references public.studios (id) on delete cascade,
  days integer not null constraint event_retention_days_check check (days between 30 and 3650)
);
comment on table private.event_retention is 'How many days a studio keeps its events, if not 400.';

create function private.set_event_retention(p_studio_id uuid, p_days integer) returns integer
language plpgsql security definer set search_path = '' as $$
-- See public.set_event_retention. Definer: the table is private.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  elsif private.my_role_level(p_studio_id) > 1 then
    raise exception 'Only an owner says how long events are kept' using errcode = '42501';
  elsif p_days is null or p_days not between 30 and 3650 then
    raise exception 'Events are kept for 30 to 3650 days' using errcode = '22023';
  end if;
  insert into private.event_retention (studio_id, days) values (p_studio_id, p_days)
  on conflict (studio_id) do update set days = excluded.days;
  perform private.log_event(p_studio_id, 'studio.changed', jsonb_build_object('days_events_are_kept', p_days), true);
  return p_days;
end $$;

create function public.set_event_retention(p_studio_id uuid, p_days integer) returns integer
language sql set search_path = '' as $$
  -- Sets for how many days (30 to 3650) a studio keeps its events; 400 by default. P0002 unknown studio, 42501 not an
  -- owner, 22023 days out of range.
  select private.set_event_retention(p_studio_id, p_days)
$$;

create function private.event_retention_of(p_studio_id uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
-- See public.get_event_retention. Definer: the table is private.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return coalesce((select r.days from private.event_retention r where r.studio_id = p_studio_id), 400);
end $$;

create function public.get_event_retention(p_studio_id uuid) returns integer
language sql stable set search_path = '' as $$
  -- Returns for how many days a studio keeps its events. P0002 unknown studio.
  select private.event_retention_of(p_studio_id)
$$;

create function public.prune_events(p_limit integer default 50000) returns bigint
language plpgsql security definer set search_path = '' as $$
-- Deletes the events that studios no longer keep, oldest first and at most p_limit per studio; returns how many.
-- Definer: nobody else may delete them; for the schedule only.
declare
  v_next record;
  v_count bigint := 0;
begin
  for v_next in
    select c.studio_id, (
      select max(e.seq) from (
        select o.seq, o.at from public.events o where o.studio_id = c.studio_id order by o.seq limit p_limit) as e
      where e.at < now() - make_interval(days => coalesce(r.days, 400))) as seq
    from private.studio_clocks c left join private.event_retention r on r.studio_id = c.studio_id
  loop
    if v_next.seq is not null then
      v_count := v_count + private.forget_events(v_next.studio_id, v_next.seq);
    end if;
  end loop;
  return v_count;
end $$;

grant execute on function private.set_event_retention(uuid, integer), public.set_event_retention(uuid, integer),
  private.event_retention_of(uuid), public.get_event_retention(uuid)
to authenticated, service_role;
grant execute on function public.prune_events(integer) to service_role;
