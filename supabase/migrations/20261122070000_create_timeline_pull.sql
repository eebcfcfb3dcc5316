-- Purpose: what the team timeline needs in one call, days off, and changing many blocks at once.
-- Reversal: drop table public.member_days_off; drop the functions below.

create table public.member_days_off (
  studio_id uuid not null references public.studios (id) on delete cascade,
  user_id uuid not null,
  day date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (studio_id, user_id, day),
  constraint member_days_off_member_fkey foreign key (studio_id, user_id) references public.studio_members (studio_id, user_id) on delete cascade
);
comment on table public.member_days_off is 'Days on which a member of a studio does not work: scheduling skips them, as it does weekends.';
create index member_days_off_user_id_idx on public.member_days_off (user_id);
create index member_days_off_studio_id_rev_idx on public.member_days_off (studio_id, rev);
alter table public.member_days_off enable row level security;
grant select on public.member_days_off to authenticated;
grant all on public.member_days_off to service_role;
create policy "member_days_off: members can read" on public.member_days_off
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create trigger member_days_off_before_insert_c_rev before insert on public.member_days_off
  for each row when (new.rev = 0) execute function private.tg_take_rev();
create trigger member_days_off_after_delete_tombstone after delete on public.member_days_off
  referencing old table as old_rows for each statement execute function private.tg_bury('user_id', 'day');

create function private.set_days_off(p_studio_id uuid, p_user_id uuid, p_days date[], p_is_off boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_days_off. Definer: one's own days are anybody's to set, others' take permission.
declare
  v_me uuid := private.require_user();
  v_rev bigint;
begin
  if not exists (select from public.studio_members m where m.studio_id = p_studio_id and m.user_id = p_user_id and m.archived_at is null)
    or not p_studio_id = any(private.my_studio_ids()) then
    perform private.refuse_missing('Member not found');
  end if;
  if p_user_id <> v_me and not p_studio_id = any(private.my_studio_ids_with('create')) then
    raise exception 'Your role may not change the days off of others' using errcode = '42501';
  end if;
  if p_is_off is null or coalesce(cardinality(p_days), 0) not between 1 and 366 or array_position(p_days, null) is not null then
    raise exception 'Name 1 to 366 days' using errcode = '22023';
  end if;
  v_rev := private.next_rev(p_studio_id);
  if p_is_off then
    insert into public.member_days_off (studio_id, user_id, day, rev)
    select distinct p_studio_id, p_user_id, d, v_rev from unnest(p_days) as d on conflict do nothing;
  else
    delete from public.member_days_off o where o.studio_id = p_studio_id and o.user_id = p_user_id and o.day = any(p_days);
  end if;
  return jsonb_build_object('rev', v_rev, 'skipped', '[]'::jsonb);
end $$;

create function public.set_days_off(p_studio_id uuid, p_user_id uuid, p_days date[], p_is_off boolean) returns jsonb
language sql set search_path = '' as $$
  -- Marks days as off for a member, or takes the mark away; their own, or anybody's with the permission to create. Repeatable. Answers {rev, skipped}.
  -- 22023 no days or more than 366, 42501 not allowed, P0002 unknown member.
  select private.set_days_off(p_studio_id, p_user_id, p_days, p_is_off)
$$;

create function private.change_task_blocks(p_studio_id uuid, p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.change_task_blocks. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'change_task_blocks', concat_ws('|', p_studio_id, p_changes::text));
  v_projects uuid[] := private.my_project_ids_with('create');
  v_rev bigint;
  v_conflicts uuid[];
  v_missing uuid[];
  v_tasks uuid[];
  v_last uuid[];
begin
  if v_known is not null then
    return v_known;
  end if;
  if not p_studio_id = any(private.my_studio_ids()) then
    perform private.refuse_missing('Studio not found');
  end if;
  if not p_studio_id = any(private.my_studio_ids_with('create')) then
    raise exception 'Your role may not change the timeline' using errcode = '42501';
  end if;
  if p_changes is null or jsonb_typeof(p_changes) <> 'array' or jsonb_array_length(p_changes) not between 1 and 5000 then
    raise exception 'Name 1 to 5000 blocks' using errcode = '22023';
  end if;
  v_rev := private.next_rev(p_studio_id);
  if exists (select from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid, assignee_id uuid, start_date date, duration numeric, row_index integer, is_deleted boolean)
      where w.id is null or w.task_id is null or not coalesce(w.is_deleted, false) and (w.duration is null or w.duration not between 0.1 and 3650
        or w.row_index is null or w.row_index not between 0 and 1000 or (w.start_date is null and w.assignee_id is not null)))
    or (select count(*) <> count(distinct w.id) from jsonb_to_recordset(p_changes) as w (id uuid)) then
    raise exception 'A block has an id, a task, a duration from 0.1 days, a row from 0 and, where it has an assignee, a date' using errcode = '22023';
  end if;
  if exists (select from jsonb_to_recordset(p_changes) as w (assignee_id uuid, is_deleted boolean)
      left join public.studio_members m on m.studio_id = p_studio_id and m.user_id = w.assignee_id and m.archived_at is null
      where w.assignee_id is not null and not coalesce(w.is_deleted, false) and m.user_id is null) then
    raise exception 'The assignee is not a member of this studio' using errcode = '22023';
  end if;

  select coalesce(array_agg(w.id) filter (where w.is_conflict), '{}'), coalesce(array_agg(w.id) filter (where w.is_missing), '{}'), coalesce(array_agg(distinct w.task_id), '{}')
    into v_conflicts, v_missing, v_tasks
  from (
    select w.id, coalesce(b.task_id, w.task_id) as task_id,
      case when w.expected is null or jsonb_typeof(w.expected) = 'null' then false
        when (w.expected ->> 'is_absent')::boolean then b.id is not null
        else b.id is null or (b.assignee_id::text, b.start_date::text, b.duration, b.row_index)
          is distinct from (w.expected ->> 'assignee_id', w.expected ->> 'start_date', (w.expected ->> 'duration')::numeric, (w.expected ->> 'row_index')::integer) end as is_conflict,
      case when b.id is not null then not b.project_id = any(v_projects) or b.studio_id <> p_studio_id
        else coalesce(w.is_deleted, false) or t.id is null end as is_missing
    from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid, is_deleted boolean, expected jsonb)
    left join public.task_blocks b on b.id = w.id
    left join public.item_tasks t on t.id = w.task_id and t.studio_id = p_studio_id and t.project_id = any(v_projects)
  ) as w;

  if cardinality(v_missing) = jsonb_array_length(p_changes) then
    perform private.refuse_missing('Block not found');
  end if;

  update public.task_blocks b set assignee_id = w.assignee_id, start_date = w.start_date, duration = w.duration, row_index = w.row_index, rev = v_rev, updated_at = now()
  from jsonb_to_recordset(p_changes) as w (id uuid, assignee_id uuid, start_date date, duration numeric, row_index integer, is_deleted boolean)
  where b.id = w.id and not coalesce(w.is_deleted, false) and w.id <> all(v_conflicts) and w.id <> all(v_missing);

  insert into public.task_blocks (id, task_id, assignee_id, start_date, duration, row_index, rev)
  select w.id, w.task_id, w.assignee_id, w.start_date, w.duration, w.row_index, v_rev
  from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid, assignee_id uuid, start_date date, duration numeric, row_index integer, is_deleted boolean)
  where not coalesce(w.is_deleted, false) and w.id <> all(v_conflicts) and w.id <> all(v_missing)
  on conflict (id) do nothing;

  -- The queue's law: of a task whose blocks all go, the oldest returns to the queue instead.
  select coalesce(array_agg(g.first_id), '{}') into v_last from (
    select (array_agg(b.id order by b.created_at, b.id))[1] as first_id
    from public.task_blocks b
    left join jsonb_to_recordset(p_changes) as w (id uuid, is_deleted boolean) on w.id = b.id and w.is_deleted and w.id <> all(v_conflicts) and w.id <> all(v_missing)
    where b.task_id = any(v_tasks) group by b.task_id having bool_and(w.id is not null)) as g;
  update public.task_blocks b set assignee_id = null, start_date = null, duration = 1, row_index = 0, rev = v_rev, updated_at = now() where b.id = any(v_last);
  delete from public.task_blocks b using jsonb_to_recordset(p_changes) as w (id uuid, is_deleted boolean)
  where b.id = w.id and w.is_deleted and b.id <> all(v_last) and b.id <> all(v_conflicts) and b.id <> all(v_missing);
  -- A task waits once.
  delete from public.task_blocks b where b.task_id = any(v_tasks) and b.start_date is null and exists (
    select from public.task_blocks o where o.task_id = b.task_id and o.start_date is null and (o.created_at, o.id) < (b.created_at, b.id));

  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'skipped', (
    select coalesce(jsonb_agg(jsonb_build_object('block_id', w.id, 'task_id', w.task_id, 'reason', case when w.id = any(v_missing) then 'not_found' else 'conflict' end)), '[]')
    from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid) where w.id = any(v_missing) or w.id = any(v_conflicts))));
exception
  when invalid_text_representation or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range then
    raise exception 'That is not a block' using errcode = '22023';
end $$;

create function public.change_task_blocks(p_studio_id uuid, p_changes jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Creates, moves and deletes blocks of a studio in one step. p_changes is an array of {id, task_id, assignee_id, start_date, duration, row_index,
  -- is_deleted, expected}; with expected, the values a block had or {is_absent: true}, one that differs stays (reason conflict). A task keeps a
  -- block and waits in the queue once. Answers {rev, skipped: [{block_id, task_id, reason}]}. 22023 bad argument, 42501 not allowed, P0002 unknown studio, or no block and task of it.
  select private.change_task_blocks(p_studio_id, p_changes, p_operation_id)
$$;

create function private.queue_unplanned_tasks(p_studio_id uuid, p_project_id uuid, p_space_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.queue_unplanned_tasks. Definer: permission is checked once for all rows.
declare
  v_projects uuid[] := private.my_project_ids_with('create');
  v_rev bigint;
  v_ids uuid[];
begin
  if not p_studio_id = any(private.my_studio_ids()) then
    perform private.refuse_missing('Studio not found');
  end if;
  if not p_studio_id = any(private.my_studio_ids_with('create')) then
    raise exception 'Your role may not change the timeline' using errcode = '42501';
  end if;
  if not coalesce(p_project_id = any(v_projects), true) or (p_space_id is not null
      and not exists (select from public.spaces s where s.id = p_space_id and s.project_id = any(v_projects))) then
    perform private.refuse_missing('Project not found');
  end if;
  v_rev := private.next_rev(p_studio_id);
  with added as (
    insert into public.task_blocks (task_id, rev)
    select t.id, v_rev from public.item_tasks t join public.task_statuses s on s.id = t.status_id
    where t.studio_id = p_studio_id and t.project_id = any(v_projects) and (p_project_id is null or t.project_id = p_project_id)
      and (p_space_id is null or t.space_id = p_space_id) and not t.is_disabled and not s.is_done and t.assignee_id is null
      and not exists (select from public.task_blocks b where b.task_id = t.id)
    order by t.id limit 2000
    returning id)
  select coalesce(array_agg(id), '{}') into v_ids from added;
  return jsonb_build_object('rev', v_rev, 'block_ids', to_jsonb(v_ids));
end $$;

create function public.queue_unplanned_tasks(p_studio_id uuid, p_project_id uuid default null, p_space_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Puts up to 2000 tasks into the timeline's queue that are not done, not disabled, assigned to nobody and planned nowhere. Answers {rev, block_ids}.
  -- 42501 not allowed, P0002 unknown studio.
  select private.queue_unplanned_tasks(p_studio_id, p_project_id, p_space_id)
$$;

create index task_blocks_studio_id_rev_idx on public.task_blocks (studio_id, rev);

-- What changed since a revision is found by space and revision in every table of a pull.
drop index public.task_estimations_space_id_idx;
create index task_estimations_space_id_rev_idx on public.task_estimations (space_id, rev);

create function private.list_planned_tasks(p_space_ids uuid[]) returns table (id uuid, item_id uuid, collection_id uuid, space_id uuid, project_id uuid, stage_id uuid,
  status_id uuid, priority integer, due_date date, is_disabled boolean, estimated_hours numeric, item_title text, item_slug text, collection_name text)
language plpgsql stable rows 10000 set search_path = '' set enable_nestloop = off as $$
-- The tasks of spaces that have blocks. Whole spaces are read and joined: there are so many blocks that to look each task up would read fifteen times the pages.
begin
  return query
  select t.id, t.item_id, i.collection_id, t.space_id, t.project_id, t.stage_id, t.status_id, t.priority, t.due_date, t.is_disabled, e.estimated_hours, i.title, i.custom_slug, c.name
  from public.item_tasks t
  join public.items i on i.id = t.item_id and i.space_id = any(p_space_ids)
  join public.collections c on c.id = i.collection_id and c.space_id = any(p_space_ids)
  left join public.task_estimations e on e.task_id = t.id and e.space_id = any(p_space_ids)
  where t.space_id = any(p_space_ids) and t.id in (select b.task_id from public.task_blocks b where b.space_id = any(p_space_ids));
end $$;
revoke execute on function private.list_planned_tasks(uuid[]) from public, anon;

create function private.list_changed_tasks(p_studio_id uuid, p_space_ids uuid[], p_since bigint) returns uuid[]
language sql stable set search_path = '' as $$
  -- The tasks of spaces of which a timeline shows something that changed after a revision: themselves, their blocks, estimate, item or collection.
  select array(
    select b.task_id from public.task_blocks b where b.studio_id = p_studio_id and b.space_id = any(p_space_ids) and b.rev > p_since
    union select t.id from public.item_tasks t where t.space_id = any(p_space_ids) and t.rev > p_since
    union select e.task_id from public.task_estimations e where e.space_id = any(p_space_ids) and e.rev > p_since
    union select t.row_key::uuid from private.tombstones t where t.studio_id = p_studio_id and t.rev > p_since and t.table_name = 'task_estimations'
    union select t.id from public.items i join public.item_tasks t on t.item_id = i.id where i.space_id = any(p_space_ids) and i.rev > p_since
    union select t.id from public.collections c join public.items i on i.collection_id = c.id join public.item_tasks t on t.item_id = i.id
      where c.space_id = any(p_space_ids) and c.rev > p_since)
$$;
revoke execute on function private.list_changed_tasks(uuid, uuid[], bigint) from public, anon;

create function private.pull_timeline(p_studio_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_timeline. Definer: checks project access once instead of row by row.
declare
  v_projects uuid[];
  v_changed uuid[];
  v_since bigint := private.since_or_zero(p_studio_id, p_since);
begin
  if not p_studio_id = any(private.my_studio_ids()) then
    perform private.refuse_missing('Studio not found');
  end if;
  v_projects := array(select p.id from public.projects p where p.studio_id = p_studio_id and p.id = any(private.my_project_ids()));
  -- Projects that were opened or closed to the caller meanwhile: their rows carry no newer revision, so everything is sent.
  if exists (select from public.project_role_access a where a.studio_id = p_studio_id and a.rev > v_since)
    or exists (select from public.role_permissions r where r.studio_id = p_studio_id and r.rev > v_since)
    or exists (select from public.studio_members m where m.studio_id = p_studio_id and m.user_id = auth.uid() and m.rev > v_since)
    or exists (select from private.tombstones t where t.studio_id = p_studio_id and t.rev > v_since and t.table_name in ('project_role_access', 'role_permissions')) then
    v_since := 0;
  end if;
  if v_since > 0 then
    v_changed := private.list_changed_tasks(p_studio_id, array(select s.id from public.spaces s where s.project_id = any(v_projects)), v_since);
  end if;
  return (with blocks as materialized (
      select b.* from public.task_blocks b where b.studio_id = p_studio_id and b.project_id = any(v_projects) and b.rev > v_since),
    tasks as materialized (
      select l.* from private.list_planned_tasks(array(select distinct b.space_id from blocks b)) as l where v_since = 0
      union all
      select t.id, t.item_id, i.collection_id, t.space_id, t.project_id, t.stage_id, t.status_id, t.priority, t.due_date, t.is_disabled, e.estimated_hours, i.title, i.custom_slug, c.name
      from public.item_tasks t
      join public.items i on i.id = t.item_id
      join public.collections c on c.id = i.collection_id
      left join public.task_estimations e on e.task_id = t.id
      where t.id = any(v_changed) and t.project_id = any(v_projects) and exists (select from public.task_blocks b where b.task_id = t.id))
    select json_build_object(
      'rev', (select k.rev from private.studio_clocks k where k.studio_id = p_studio_id),
      'full', v_since = 0,
      'tables', json_build_object(
        'task_blocks', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'task_id', coalesce(json_agg(x.task_id), '[]'), 'assignee_id', coalesce(json_agg(x.assignee_id), '[]'), 'start_date', coalesce(json_agg(x.start_date), '[]'), 'duration', coalesce(json_agg(x.duration), '[]'), 'row_index', coalesce(json_agg(x.row_index), '[]')) from blocks x),
        'timeline_tasks', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'item_id', coalesce(json_agg(x.item_id), '[]'), 'collection_id', coalesce(json_agg(x.collection_id), '[]'), 'space_id', coalesce(json_agg(x.space_id), '[]'), 'project_id', coalesce(json_agg(x.project_id), '[]'), 'stage_id', coalesce(json_agg(x.stage_id), '[]'), 'status_id', coalesce(json_agg(x.status_id), '[]'), 'priority', coalesce(json_agg(x.priority), '[]'), 'due_date', coalesce(json_agg(x.due_date), '[]'), 'is_disabled', coalesce(json_agg(x.is_disabled), '[]'), 'estimated_hours', coalesce(json_agg(x.estimated_hours), '[]'), 'item_title', coalesce(json_agg(x.item_title), '[]'), 'item_slug', coalesce(json_agg(x.item_slug), '[]'), 'collection_name', coalesce(json_agg(x.collection_name), '[]')) from tasks x),
        'member_days_off', (select json_build_object('user_id', coalesce(json_agg(x.user_id), '[]'), 'day', coalesce(json_agg(x.day), '[]')) from public.member_days_off x where x.studio_id = p_studio_id and x.rev > v_since)),
      'deleted', case when v_since = 0 then '{}' else (select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
        select case t.table_name when 'item_tasks' then 'timeline_tasks' else t.table_name end as table_name, json_agg(t.row_key) as keys
        from private.tombstones t where t.studio_id = p_studio_id and t.rev > v_since and t.table_name in ('task_blocks', 'item_tasks', 'member_days_off')
          and (t.project_id is null or t.project_id = any(v_projects)) group by t.table_name) as d) end));
end $$;

create function public.pull_timeline(p_studio_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- The blocks of a studio, the tasks they are about with the names on their bars, and days off, as columns: all for p_since 0, else what changed after
  -- that revision. P0002 for whoever is not an active member.
  select private.pull_timeline(p_studio_id, p_since)
$$;

do $$
declare
  v_function text;
begin
  foreach v_function in array array['set_days_off(uuid, uuid, date[], boolean)', 'change_task_blocks(uuid, jsonb, uuid)', 'queue_unplanned_tasks(uuid, uuid, uuid)', 'pull_timeline(uuid, bigint)'] loop
    execute format('revoke execute on function public.%1$s, private.%1$s from public, anon', v_function);
    execute format('grant execute on function public.%1$s, private.%1$s to authenticated, service_role', v_function);
  end loop;
end $$;
