-- Listing, adding up, changing and locking logged time.

create function public.list_time_entries(
  p_studio_id uuid, p_from timestamptz, p_to timestamptz, p_user_id uuid default null, p_limit integer default 1000,
  p_after_time timestamptz default null, p_after_id uuid default null
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
-- Lists a page of the time logged from p_from until before p_to in projects the caller may open, oldest first, starting
-- after the row (p_after_time, p_after_id): revisions, and entries without one, whose version_number is null: an array
-- of {id, user_id, user_name, created_at, version_number, minutes, comment, stage_id, project_id, space_id} with the
-- names and the address of its task. Only leads see the entries of others. p_user_id limits it to one person. P0002 not
-- a member, 22023 a limit outside 1 to 1000.
declare
  v_limit integer := private.check_page(p_limit, 1000);
  v_time timestamptz := greatest(p_from, p_after_time);
  -- On the first page, rows at exactly p_from are included.
  v_id uuid := case when p_after_time >= p_from then p_after_id end;
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return (
    with page as (
      (select v.id, v.task_id, v.created_by, v.created_at, v.version_number, v.time_spent_minutes, v.comment
      from public.task_versions v
      where v.studio_id = p_studio_id and v.created_at >= v_time and v.created_at < p_to
        and (p_user_id is null or v.created_by = p_user_id)
        and (v_id is null or (v.created_at, v.id) > (v_time, v_id))
      order by v.created_at, v.id limit 1000)
      union all
      (select e.id, e.task_id, e.user_id, e.started_at, null, e.minutes, e.note
      from public.time_entries e
      where e.studio_id = p_studio_id and e.minutes is not null and e.started_at >= v_time and e.started_at < p_to
        and (p_user_id is null or e.user_id = p_user_id)
        and (v_id is null or (e.started_at, e.id) > (v_time, v_id))
      order by e.started_at, e.id limit 1000)
      order by created_at, id limit v_limit
    )
    select coalesce(json_agg(json_build_object(
      'id', g.id, 'user_id', g.created_by, 'user_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
      'created_at', g.created_at, 'version_number', g.version_number, 'minutes', g.time_spent_minutes,
      'comment', g.comment, 'task_id', d.task_id, 'task_name', d.task_name, 'stage_id', d.stage_id,
      'item_id', d.item_id, 'item_name', d.item_name, 'collection_name', d.collection_name,
      'space_id', d.space_id, 'space_name', d.space_name,
      'project_id', d.project_id, 'project_name', d.project_name, 'url', d.url) order by g.created_at, g.id), '[]')
    from page g
    join private.place_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.created_by);
end $$;

create function public.summarize_time(
  p_studio_id uuid, p_from timestamptz, p_to timestamptz, p_time_zone text, p_user_id uuid default null
) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Adds up the time that list_time_entries would list from p_from until before p_to: {days, projects, stages, artists},
-- each an array of {key, name, minutes, entries}; days are those of the time zone. p_user_id limits it to one person.
-- P0002 not a member, 22023 more than 400 days or an unknown zone.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  if p_from is null or p_to is null or p_time_zone is null or not isfinite(p_from) or not isfinite(p_to)
    or extract(epoch from p_to) - extract(epoch from p_from) > 400 * 86400 then
    raise exception 'Name two moments at most 400 days apart, and a time zone' using errcode = '22023';
  end if;
  return (
    with logged as (
      select v.created_at as at, v.created_by as user_id, v.task_id, v.time_spent_minutes as minutes
        from public.task_versions v
      where v.studio_id = p_studio_id and v.created_at >= p_from and v.created_at < p_to
        and (p_user_id is null or v.created_by = p_user_id)
      union all
      select e.started_at, e.user_id, e.task_id, e.minutes from public.time_entries e
      where e.studio_id = p_studio_id and e.minutes is not null and e.started_at >= p_from and e.started_at < p_to
        and (p_user_id is null or e.user_id = p_user_id)
    ), sums as (
      select (l.at at time zone p_time_zone)::date as day, l.user_id, t.title as stage, t.project_id,
        sum(l.minutes)::integer as minutes, count(*)::integer as entries,
        grouping((l.at at time zone p_time_zone)::date, l.user_id, t.title, t.project_id) as kind
      from logged l join public.item_tasks t on t.id = l.task_id
      group by grouping sets (((l.at at time zone p_time_zone)::date), (l.user_id), (t.title), (t.project_id))
    ), named as (
      -- The bits of kind say which dimensions were not grouped by: day, person, stage, project.
      select s.kind, s.minutes, s.entries,
        case s.kind
          when 7 then s.day::text
          when 11 then s.user_id::text
          when 13 then s.stage
          else s.project_id::text end as key,
        case s.kind
          when 7 then s.day::text
          when 11 then coalesce(nullif(u.display_name, ''), 'Unknown')
          when 13 then s.stage
          else coalesce(p.name, '') end as name
      from sums s
      left join public.user_profiles u on u.id = s.user_id
      left join public.projects p on p.id = s.project_id
    ), rows as (
      select n.kind, jsonb_agg(
        jsonb_build_object('key', n.key, 'name', n.name, 'minutes', n.minutes, 'entries', n.entries)
        order by case n.kind when 7 then n.key end, n.minutes desc, n.name, n.key) as list
      from named n group by n.kind
    )
    select jsonb_build_object(
      'days', coalesce((select r.list from rows r where r.kind = 7), '[]'),
      'artists', coalesce((select r.list from rows r where r.kind = 11), '[]'),
      'stages', coalesce((select r.list from rows r where r.kind = 13), '[]'),
      'projects', coalesce((select r.list from rows r where r.kind = 14), '[]')));
end $$;

create function public.get_time_state(p_studio_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Returns the caller's running timer and the locked weeks of a studio, newest first: {timer: {id, started_at, note}
-- with names and address of its task, or null, locks: [{week, time_zone, starts_at, ends_at, locked_by, locked_by_name,
-- locked_at}]}. P0002 not a member.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return jsonb_build_object(
    'timer', (select d.task || jsonb_build_object('id', e.id, 'started_at', e.started_at, 'note', e.note,
      'stage_id', t.stage_id, 'project_id', e.project_id)
      from public.time_entries e join public.item_tasks t on t.id = e.task_id
      join private.describe_tasks(array(select r.task_id from public.time_entries r
        where r.studio_id = p_studio_id and r.user_id = auth.uid() and r.minutes is null)) as d on d.task_id = e.task_id
      where e.studio_id = p_studio_id and e.user_id = auth.uid() and e.minutes is null),
    'locks', (select coalesce(jsonb_agg(jsonb_build_object('week', l.week, 'time_zone', l.time_zone,
        'starts_at', l.starts_at, 'ends_at', l.ends_at, 'locked_by', l.locked_by,
        'locked_by_name', coalesce(nullif(u.display_name, ''), 'Unknown'), 'locked_at', l.locked_at)
        order by l.week desc), '[]')
      from public.time_locks l left join public.user_profiles u on u.id = l.locked_by where l.studio_id = p_studio_id));
end $$;

create function public.get_space_time_stats(p_space_id uuid) returns table (task_id uuid, minutes integer)
language sql stable set search_path = '' as $$
  -- Sums the minutes logged on each task of a space over its revisions, leaving out tasks without any. Row rules apply.
  select v.task_id, sum(v.time_spent_minutes)::integer
  from public.task_versions v
  join public.item_tasks t on t.id = v.task_id
  where t.space_id = p_space_id
  group by v.task_id
$$;

create function private.change_time(p_studio_id uuid, p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.change_time. Definer: permission is checked once for all rows.
declare
  v_me uuid := private.require_user();
  v_known jsonb := private.begin_operation(p_operation_id, 'change_time', concat_ws('|', p_studio_id, p_changes::text));
  v_projects uuid[] := private.my_project_ids_with('revisions');
  v_rev bigint;
  v_conflicts uuid[];
  v_missing uuid[];
begin
  if v_known is not null then
    return v_known;
  end if;
  if not p_studio_id = any(private.my_studio_ids()) then
    perform private.refuse_missing('Studio not found');
  end if;
  if not p_studio_id = any(private.my_studio_ids_with('revisions')) then
    raise exception 'Your role may not log time' using errcode = '42501';
  end if;
  if p_changes is null or jsonb_typeof(p_changes) <> 'array' or jsonb_array_length(p_changes) not between 1 and 500 then
    raise exception 'Name 1 to 500 changes' using errcode = '22023';
  end if;
  v_rev := private.next_rev(p_studio_id);
  if exists (
      select from jsonb_to_recordset(p_changes) as w (kind text, id uuid, task_id uuid, started_at timestamptz,
        minutes integer, note text, is_deleted boolean)
      where w.id is null or w.kind is null or not case w.kind
        when 'revision' then coalesce(w.minutes between 1 and 6000, false)
        when 'entry' then coalesce(w.is_deleted, false) or w.task_id is not null
          and coalesce(isfinite(w.started_at), false)
          and coalesce(w.minutes between 0 and 1440, true) and length(coalesce(w.note, '')) <= 2000
        else false end)
    or (select count(*) <> count(distinct w.id) from jsonb_to_recordset(p_changes) as w (id uuid))
    or (select count(*) > 1 from jsonb_to_recordset(p_changes) as w (kind text, minutes integer, is_deleted boolean)
      where w.kind = 'entry' and w.minutes is null and not coalesce(w.is_deleted, false)) then
    raise exception 'A revision keeps 1 to 6000 minutes; an entry has a task, a beginning and at most 1440 minutes, '
      'and one may run' using errcode = '22023';
  end if;

  select coalesce(array_agg(w.id) filter (where w.is_missing), '{}'),
    coalesce(array_agg(w.id) filter (where not w.is_missing and w.is_conflict), '{}')
    into v_missing, v_conflicts
  from (
    select w.id,
      case w.kind
        when 'revision' then
          v.id is null or v.created_by <> v_me or v.studio_id <> p_studio_id or not v.project_id = any(v_projects)
        when 'entry' then case
          when e.id is not null then
            e.user_id <> v_me or e.studio_id <> p_studio_id or not e.project_id = any(v_projects)
          else coalesce(w.is_deleted, false) or t.id is null end
        end as is_missing,
      w.expected is not null and w.expected is distinct from case w.kind
        when 'revision' then v.time_spent_minutes::text
        else case when e.id is null then 'absent' else coalesce(e.minutes::text, 'running') end
        end as is_conflict
    from jsonb_to_recordset(p_changes) as w (kind text, id uuid, task_id uuid, is_deleted boolean, expected text)
    left join public.task_versions v on w.kind = 'revision' and v.id = w.id
    left join public.time_entries e on w.kind = 'entry' and e.id = w.id
    left join public.item_tasks t on t.id = w.task_id and t.studio_id = p_studio_id and t.project_id = any(v_projects)
  ) as w;
  if cardinality(v_missing) = jsonb_array_length(p_changes) then
    perform private.refuse_missing('Time not found');
  end if;

  update public.task_versions v set time_spent = (w.minutes / 60) || 'h ' || (w.minutes % 60) || 'm', rev = v_rev,
    updated_at = now()
  from jsonb_to_recordset(p_changes) as w (kind text, id uuid, minutes integer)
  where w.kind = 'revision' and v.id = w.id and w.id <> all(v_missing) and w.id <> all(v_conflicts);
  delete from public.time_entries e using jsonb_to_recordset(p_changes) as w (kind text, id uuid, is_deleted boolean)
  where w.kind = 'entry' and w.is_deleted and e.id = w.id and w.id <> all(v_missing) and w.id <> all(v_conflicts);
  update public.time_entries e set started_at = w.started_at, minutes = w.minutes, note = coalesce(w.note, ''),
    rev = v_rev, updated_at = now()
  from jsonb_to_recordset(p_changes) as w (kind text, id uuid, started_at timestamptz, minutes integer, note text,
    is_deleted boolean)
  where w.kind = 'entry' and w.minutes is not null and not coalesce(w.is_deleted, false) and e.id = w.id
    and w.id <> all(v_missing) and w.id <> all(v_conflicts);
  -- A timer running elsewhere stops where the new one starts.
  update public.time_entries e set
    minutes = least(1440, greatest(0, round(extract(epoch from w.started_at - e.started_at) / 60)))::integer,
    rev = v_rev, updated_at = now()
  from jsonb_to_recordset(p_changes) as w (kind text, id uuid, started_at timestamptz, minutes integer,
    is_deleted boolean)
  where w.kind = 'entry' and w.minutes is null and not coalesce(w.is_deleted, false) and w.id <> all(v_missing)
    and w.id <> all(v_conflicts)
    and e.studio_id = p_studio_id and e.user_id = v_me and e.minutes is null and e.id <> w.id;
  insert into public.time_entries as e (
    id, task_id, space_id, studio_id, project_id, user_id, started_at, minutes, note, rev)
  select w.id, t.id, t.space_id, t.studio_id, t.project_id, v_me, w.started_at, w.minutes, coalesce(w.note, ''), v_rev
  from jsonb_to_recordset(p_changes) as w (kind text, id uuid, task_id uuid, started_at timestamptz, minutes integer,
    note text, is_deleted boolean)
  join public.item_tasks t on t.id = w.task_id
  where w.kind = 'entry' and not coalesce(w.is_deleted, false) and w.id <> all(v_missing) and w.id <> all(v_conflicts)
  on conflict (id) do update set started_at = excluded.started_at, minutes = excluded.minutes, note = excluded.note,
    rev = v_rev, updated_at = now() where e.minutes is distinct from excluded.minutes;

  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'skipped', (
    select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'task_id', w.task_id,
      'reason', case when w.id = any(v_missing) then 'not_found' else 'conflict' end)), '[]')
    from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid)
    where w.id = any(v_missing) or w.id = any(v_conflicts))));
exception
  when invalid_text_representation or datetime_field_overflow or invalid_datetime_format
    or numeric_value_out_of_range then
    raise exception 'That is not a change of time' using errcode = '22023';
end $$;

create function public.change_time(p_studio_id uuid, p_changes jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Changes the caller's own time in one step. p_changes is an array of {kind: 'revision', id, minutes} and {kind:
  -- 'entry', id, task_id, started_at, minutes, note, is_deleted}; an entry without minutes is a running timer, and
  -- starting it stops the one before. With expected, the previous minutes, 'running' or 'absent', whatever differs is
  -- left unchanged. Returns {rev, skipped: [{id, task_id, reason}]}. 22023 bad argument, 42501 not allowed or a locked
  -- week, P0002 unknown studio or time.
  select private.change_time(p_studio_id, p_changes, p_operation_id)
$$;

create function private.set_time_lock(
  p_studio_id uuid, p_week date, p_time_zone text, p_is_locked boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_time_lock. Definer: only this procedure locks weeks.
declare
  v_me uuid := private.require_user();
  v_rev bigint;
begin
  if not p_studio_id = any(private.my_studio_ids()) then
    perform private.refuse_missing('Studio not found');
  end if;
  if not p_studio_id = any(private.my_led_studio_ids()) then
    raise exception 'Only leads lock and unlock weeks' using errcode = '42501';
  end if;
  if p_is_locked is null or p_time_zone is null or p_week is null or p_week not between '2000-01-01' and '2199-12-31'
    or extract(isodow from p_week) <> 1 then
    raise exception 'A week is named by its Monday' using errcode = '22023';
  end if;
  v_rev := private.next_rev(p_studio_id);
  if not p_is_locked then
    delete from public.time_locks l where l.studio_id = p_studio_id and l.week = p_week;
  elsif (p_week + 7)::timestamp at time zone p_time_zone > now() then
    raise exception 'This week has not ended yet' using errcode = '22023';
  else
    insert into public.time_locks (studio_id, week, time_zone, starts_at, ends_at, locked_by)
    values (p_studio_id, p_week, p_time_zone, p_week::timestamp at time zone p_time_zone,
      (p_week + 7)::timestamp at time zone p_time_zone, v_me)
    on conflict do nothing;
  end if;
  return jsonb_build_object('rev', v_rev, 'skipped', '[]'::jsonb);
end $$;

create function public.set_time_lock(
  p_studio_id uuid, p_week date, p_time_zone text, p_is_locked boolean, p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Locks the logged time of a week that has ended, named by its Monday, from midnight to midnight in a time zone; or
  -- unlocks it. Repeatable: whoever locked it first stays on record. Returns {rev, skipped}. 22023 not a Monday, an
  -- unknown zone or a week that has not ended, 42501 not a lead, P0002 unknown studio.
  select coalesce(
    private.begin_operation(p_operation_id, 'set_time_lock',
      concat_ws('|', p_studio_id, p_week, p_time_zone, p_is_locked)),
    private.end_operation(p_operation_id, private.set_time_lock(p_studio_id, p_week, p_time_zone, p_is_locked)))
$$;

grant execute on function
  public.list_time_entries(uuid, timestamptz, timestamptz, uuid, integer, timestamptz, uuid),
  public.summarize_time(uuid, timestamptz, timestamptz, text, uuid), public.get_time_state(uuid),
  public.get_space_time_stats(uuid), private.change_time(uuid, jsonb, uuid), public.change_time(uuid, jsonb, uuid),
  private.set_time_lock(uuid, date, text, boolean), public.set_time_lock(uuid, date, text, boolean, uuid)
to authenticated, service_role;
