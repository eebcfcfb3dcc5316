-- Reading the log: from a number on, backwards by filters, and as a hash chain.

create function public.list_events(
  p_studio_id uuid, p_after bigint default 0, p_limit integer default 100, p_kinds text[] default null
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
-- Lists what happened in a studio after an event number, oldest first, as far as the caller may see it: {events,
-- cursor, newest}. cursor is the number to continue after: nothing below it can still appear. newest is the number of
-- the newest event. A kind is a full name or a subject alone, such as task.status_changed or task. P0002 unknown
-- studio, 22023 a limit outside 1 to 1000, or an unknown kind.
declare
  v_limit integer := private.check_page(p_limit, 1000);
  v_newest bigint := private.newest_event(p_studio_id);
  v_after bigint := greatest(coalesce(p_after, 0), 0);
  v_events jsonb;
  v_count integer;
  v_last bigint;
begin
  perform private.check_kinds(p_kinds);
  select coalesce(jsonb_agg(private.event_json(e) order by e.seq), '[]'), count(*), max(e.seq)
    into v_events, v_count, v_last
  from (
    select * from public.events e
    where e.studio_id = p_studio_id and e.seq > v_after and e.seq <= v_newest
      and (p_kinds is null or e.kind = any(p_kinds) or split_part(e.kind, '.', 1) = any(p_kinds))
    order by e.seq limit v_limit
  ) as e;
  return jsonb_build_object('events', v_events, 'newest', v_newest,
    'cursor', case when v_count = v_limit then v_last else greatest(v_newest, v_after) end);
end $$;

create function private.newest_event(p_studio_id uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
-- The number of a studio's newest event; P0002 for non-members. Definer: clocks are private.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return (select c.event_seq from private.studio_clocks c where c.studio_id = p_studio_id);
end $$;

create function private.reach_of_project(p_project_id uuid, out first_seq bigint, out last_seq bigint)
language sql stable security definer set search_path = '' as $$
  -- The range of numbers that holds a project's events, so that the search for a project that rested for years skips
  -- all later events; empty for a project without events. Definer: the table is private.
  select coalesce(min(p.first_seq), 1), coalesce(max(p.last_seq), 0) from private.project_events p
  where p.project_id = p_project_id
$$;

create function private.is_undoable(p_kind text) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether undo_operation can undo an event.
  select p_kind = any(array['task.status_changed', 'task.assigned', 'task.changed', 'field.changed', 'item.changed',
    'item.created', 'task.created', 'collection.created', 'item.deleted', 'task.deleted', 'collection.deleted',
    'space.deleted', 'project.deleted', 'comment.deleted', 'revision.deleted', 'block.deleted', 'review.deleted',
    'comment.posted', 'comment.imported', 'revision.posted', 'block.created', 'review.created',
    'block.changed', 'collection.changed', 'review.changed'])
$$;

create function private.count_changes(p_studio_id uuid, p_operation_id uuid, p_seq bigint) returns integer
language sql stable set search_path = '' as $$
  -- How many changes of an operation can be undone, as far as the caller may see them. Its events are consecutive
  -- around the given number: they are counted up to where another operation's begin.
  select count(*)::integer from public.events e
  where e.studio_id = p_studio_id and e.operation_id = p_operation_id and private.is_undoable(e.kind)
    and e.seq > coalesce((select max(b.seq) from public.events b
      where b.studio_id = p_studio_id and b.seq < p_seq and b.operation_id is distinct from p_operation_id), 0)
    and e.seq < coalesce((select min(a.seq) from public.events a
      where a.studio_id = p_studio_id and a.seq > p_seq and a.operation_id is distinct from p_operation_id),
      p_seq + 1000000)
$$;

create function private.is_called(p_name text, p_wanted text) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a name is the wanted one, ignoring case, or has the same slug. Names without Latin letters have no slug.
  select lower(p_name) = lower(p_wanted)
    or private.make_slug(p_name) = private.make_slug(p_wanted) and private.make_slug(p_wanted) <> 'untitled'
$$;

create function public.list_activity(
  p_studio_id uuid, p_before bigint default null, p_limit integer default 50, p_project_id uuid default null,
  p_item_id uuid default null, p_task_id uuid default null, p_actor_id uuid default null, p_kinds text[] default null,
  p_from timestamptz default null, p_to timestamptz default null, p_name text default null
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
-- Lists what happened, newest first, as far as the caller may see it: {events, before}, before is null at the end. Each
-- event also has url, the address of its subject; undoable, whether it can still be undone; and if it can, changes: how
-- many changes its operation made, which are undone together. p_from is inclusive, p_to exclusive. p_name finds items,
-- or other things, by the name they had, or by its slug. P0002 unknown studio, 22023 a limit outside 1 to 200, or an
-- unknown kind.
declare
  v_limit integer := private.check_page(p_limit, 200);
  v_newest bigint := private.newest_event(p_studio_id);
  v_first bigint := 0;
  v_last bigint := v_newest;
  v_answer jsonb;
begin
  perform private.check_kinds(p_kinds);
  if p_project_id is not null then
    select p.first_seq, p.last_seq into v_first, v_last from private.reach_of_project(p_project_id) as p;
  end if;
  with shown as materialized (
    select e.*, private.event_place(e) as place from public.events e
    where e.studio_id = p_studio_id and (p_before is null or e.seq < p_before) and e.seq between v_first and v_last
      and (p_project_id is null or e.project_id = p_project_id) and (p_item_id is null or e.item_id = p_item_id)
      and (p_task_id is null or e.task_id = p_task_id) and (p_actor_id is null or e.actor_id = p_actor_id)
      and (p_kinds is null or e.kind = any(p_kinds) or split_part(e.kind, '.', 1) = any(p_kinds))
      and (p_from is null or e.at >= p_from) and (p_to is null or e.at < p_to)
      and (p_name is null or private.is_called(coalesce(e.item_name, e.names ->> 'item', e.names ->> 'name'), p_name))
    order by e.seq desc limit v_limit
  ), acts as (
    select o.operation_id, private.count_changes(p_studio_id, o.operation_id, o.seq) as changes
    from (select distinct on (e.operation_id) e.operation_id, e.seq from shown e
      where e.place @> '{"undoable": true}') as o
  )
  select coalesce(jsonb_agg(private.event_json(e) || s.place || case when s.place @> '{"undoable": true}'
      then jsonb_build_object('changes', a.changes) else '{}' end order by s.seq desc), '[]')
    into v_answer
  from shown s join public.events e on e.studio_id = s.studio_id and e.seq = s.seq
  left join acts a on a.operation_id = s.operation_id;
  return jsonb_build_object('events', v_answer, 'before', case when jsonb_array_length(v_answer) = v_limit
    then v_answer -> -1 -> 'seq' end);
end $$;

create table private.undone_operations (
  studio_id uuid not null references public.studios (id) on delete cascade,
  operation_id uuid not null,
  undone_by uuid not null,
  primary key (studio_id, operation_id)
);
comment on table private.undone_operations is 'Operations undone from the log, and the operations that undid them.';

create function private.event_place(e public.events) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- Where an event's subject is now, and whether the event can be undone: {url, undoable}. Definer: the caller sees the
-- event, and the page checks access for itself.
declare
  v_url text;
begin
  select '/studio/' || private.encode_url(w.custom_slug)
      || case when p.id is null then '' else '/project/' || private.encode_url(p.custom_slug) end
      || case when s.id is null then '' else '/space/' || private.encode_url(s.custom_slug) end
      || case when i.id is null then '' else '?item=' || private.encode_url(i.custom_slug) end
      || case when t.id is null then '' else '&task='
        || private.encode_url(regexp_replace(lower(t.title), '\s', '-', 'g')) end
      || case when p.id is null then '/projects' else '' end
    into v_url
  from public.studios w
  left join public.projects p on p.id = e.project_id
  left join public.spaces s on s.id = e.space_id and s.project_id = p.id
  left join public.items i on i.id = e.item_id and i.space_id = s.id
  left join public.item_tasks t on t.id = e.task_id and t.item_id = i.id
  where w.id = e.studio_id and (e.project_id is null or p.id is not null);
  return jsonb_build_object('url', v_url, 'undoable', e.operation_id is not null and private.is_undoable(e.kind)
    and e.at > now() - interval '30 days'
    and not exists (select from private.undone_operations u
      where u.studio_id = e.studio_id and u.operation_id = e.operation_id));
end $$;

create function private.export_events(p_studio_id uuid, p_after bigint, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.export_events. Definer: the chain runs through every event, and is stored as far as it was exported.
declare
  v_limit integer := private.check_page(p_limit, 1000);
  v_newest bigint := private.newest_event(p_studio_id);
  v_chain private.event_chains;
  v_start private.event_chains;
  v_event record;
  v_lines text[] := '{}';
begin
  if not (p_studio_id = any(private.my_studio_ids_with('admin_users'))
    and p_studio_id = any(private.my_studio_ids_with('view_all_projects'))) then
    raise exception 'Your role may not export the whole log' using errcode = '42501';
  end if;
  select * into v_chain from private.event_chains c
    where c.studio_id = p_studio_id and c.seq <= greatest(coalesce(p_after, 0), 0) order by c.seq desc limit 1;
  if v_chain.studio_id is null then
    -- The start before the oldest event is the newest event deleted by age; the end of an earlier export is not a
    -- start.
    select * into v_chain from private.event_chains c where c.studio_id = p_studio_id and c.seq < coalesce(
      (select min(e.seq) from public.events e where e.studio_id = p_studio_id), c.seq + 1) order by c.seq limit 1;
  end if;
  v_chain.seq := coalesce(v_chain.seq, 0);
  v_chain.hash := coalesce(v_chain.hash, repeat('0', 64));
  if coalesce(p_after, 0) = 0 then
    perform private.log_event(p_studio_id, 'export.made', jsonb_build_object('count', v_newest - v_chain.seq), true,
      'The log of events');
  end if;
  v_start := v_chain;
  for v_event in
    select e.seq, private.event_json(e) as event from public.events e
    where e.studio_id = p_studio_id and e.seq > v_chain.seq and e.seq <= v_newest order by e.seq
  loop
    v_chain.hash := private.next_hash(v_chain.hash, v_event.event);
    v_chain.seq := v_event.seq;
    if v_event.seq <= coalesce(p_after, 0) then
      v_start := v_chain;
    else
      v_lines := v_lines || ('{"hash":"' || v_chain.hash || '","event":' || v_event.event::text || '}');
    end if;
    exit when cardinality(v_lines) = v_limit;
  end loop;
  if cardinality(v_lines) > 0 then
    insert into private.event_chains (studio_id, seq, hash) values (p_studio_id, v_chain.seq, v_chain.hash)
    on conflict (studio_id, seq) do nothing;
  end if;
  return jsonb_build_object('start', v_start.hash, 'lines', to_jsonb(v_lines),
    'cursor', case when cardinality(v_lines) = v_limit then v_chain.seq end);
end $$;

create function public.export_events(p_studio_id uuid, p_after bigint default 0, p_limit integer default 1000)
returns jsonb
language sql set search_path = '' as $$
  -- Exports a part of a studio's whole log with its hash chain: {start, lines, cursor}. Each line is
  -- {"hash":…,"event":…}, where hash is the SHA-256 in hexadecimal of the previous hash (start, for the first) followed
  -- by the event's text exactly as it is in the line; cursor is null at the end. Only for those who may manage the
  -- studio's users and see all its projects. P0002 unknown studio, 42501 not allowed, 22023 a limit outside 1 to 1000.
  select private.export_events(p_studio_id, p_after, p_limit)
$$;

grant execute on function
  private.event_names(public.events), private.event_json(public.events), private.event_place(public.events),
  private.newest_event(uuid),
  private.reach_of_project(uuid), private.count_changes(uuid, uuid, bigint),
  public.list_events(uuid, bigint, integer, text[]), private.event_kinds(), private.check_kinds(text[]),
  private.is_called(text, text), private.make_slug(text),
  public.list_activity(uuid, bigint, integer, uuid, uuid, uuid, uuid, text[], timestamptz, timestamptz, text),
  private.export_events(uuid, bigint, integer), public.export_events(uuid, bigint, integer)
to authenticated, service_role;
