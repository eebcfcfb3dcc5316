-- Changing many blocks at once, days off, and queueing unplanned tasks.

create function private.change_task_blocks(p_studio_id uuid, p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.change_task_blocks. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'change_task_blocks',
    concat_ws('|', p_studio_id, p_changes::text));
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
  if p_changes is null or jsonb_typeof(p_changes) <> 'array'
    or jsonb_array_length(p_changes) not between 1 and 5000 then
    raise exception 'Name 1 to 5000 blocks' using errcode = '22023';
  end if;
  v_rev := private.next_rev(p_studio_id);
  if exists (
      select from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid, assignee_id uuid, start_date date,
        duration numeric, row_index integer, is_deleted boolean)
      where w.id is null or w.task_id is null or not coalesce(w.is_deleted, false)
        and (w.duration is null or w.duration not between 0.1 and 3650
          or w.row_index is null or w.row_index not between 0 and 1000
          or (w.start_date is null and w.assignee_id is not null)))
    or (select count(*) <> count(distinct w.id) from jsonb_to_recordset(p_changes) as w (id uuid)) then
    raise exception 'A block has an id, a task, a duration from 0.1 days, a row from 0 and, '
      'where it has an assignee, a date' using errcode = '22023';
  end if;
  if exists (select from jsonb_to_recordset(p_changes) as w (assignee_id uuid, is_deleted boolean)
      left join public.studio_members m on m.studio_id = p_studio_id and m.user_id = w.assignee_id
        and m.archived_at is null
      where w.assignee_id is not null and not coalesce(w.is_deleted, false) and m.user_id is null) then
    raise exception 'The assignee is not a member of this studio' using errcode = '22023';
  end if;

  select coalesce(array_agg(w.id) filter (where w.is_conflict), '{}'),
    coalesce(array_agg(w.id) filter (where w.is_missing), '{}'), coalesce(array_agg(distinct w.task_id), '{}')
    into v_conflicts, v_missing, v_tasks
  from (
    select w.id, coalesce(b.task_id, w.task_id) as task_id,
      case when w.expected is null or jsonb_typeof(w.expected) = 'null' then false
        when (w.expected ->> 'is_absent')::boolean then b.id is not null
        else b.id is null or (b.assignee_id::text, b.start_date::text, b.duration, b.row_index)
          is distinct from (w.expected ->> 'assignee_id', w.expected ->> 'start_date',
            (w.expected ->> 'duration')::numeric, (w.expected ->> 'row_index')::integer) end as is_conflict,
      case when b.id is not null then not b.project_id = any(v_projects) or b.studio_id <> p_studio_id
        else coalesce(w.is_deleted, false) or t.id is null end as is_missing
    from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid, is_deleted boolean, expected jsonb)
    left join public.task_blocks b on b.id = w.id
    left join public.item_tasks t on t.id = w.task_id and t.studio_id = p_studio_id and t.project_id = any(v_projects)
  ) as w;

  if cardinality(v_missing) = jsonb_array_length(p_changes) then
    perform private.refuse_missing('Block not found');
  end if;

  update public.task_blocks b set assignee_id = w.assignee_id, start_date = w.start_date, duration = w.duration,
    row_index = w.row_index, rev = v_rev, updated_at = now()
  from jsonb_to_recordset(p_changes) as w (id uuid, assignee_id uuid, start_date date, duration numeric,
    row_index integer, is_deleted boolean)
  where b.id = w.id and not coalesce(w.is_deleted, false) and w.id <> all(v_conflicts) and w.id <> all(v_missing);

  insert into public.task_blocks (id, task_id, assignee_id, start_date, duration, row_index, rev)
  select w.id, w.task_id, w.assignee_id, w.start_date, w.duration, w.row_index, v_rev
  from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid, assignee_id uuid, start_date date, duration numeric,
    row_index integer, is_deleted boolean)
  where not coalesce(w.is_deleted, false) and w.id <> all(v_conflicts) and w.id <> all(v_missing)
  on conflict (id) do nothing;

  -- The rule of the queue: if all blocks of a task are deleted, the oldest returns to the queue instead.
  select coalesce(array_agg(g.first_id), '{}') into v_last from (
    select (array_agg(b.id order by b.created_at, b.id))[1] as first_id
    from public.task_blocks b
    left join jsonb_to_recordset(p_changes) as w (id uuid, is_deleted boolean) on w.id = b.id and w.is_deleted
      and w.id <> all(v_conflicts) and w.id <> all(v_missing)
    where b.task_id = any(v_tasks) group by b.task_id having bool_and(w.id is not null)) as g;
  update public.task_blocks b set assignee_id = null, start_date = null, duration = 1, row_index = 0, rev = v_rev,
    updated_at = now() where b.id = any(v_last);
  delete from public.task_blocks b using jsonb_to_recordset(p_changes) as w (id uuid, is_deleted boolean)
  where b.id = w.id and w.is_deleted and b.id <> all(v_last) and b.id <> all(v_conflicts) and b.id <> all(v_missing);
  -- A task is in the queue at most once.
  delete from public.task_blocks b where b.task_id = any(v_tasks) and b.start_date is null and exists (
    select from public.task_blocks o
      where o.task_id = b.task_id and o.start_date is null and (o.created_at, o.id) < (b.created_at, b.id));

  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'skipped', (
    select coalesce(jsonb_agg(jsonb_build_object('block_id', w.id, 'task_id', w.task_id,
      'reason', case when w.id = any(v_missing) then 'not_found' else 'conflict' end)), '[]')
    from jsonb_to_recordset(p_changes) as w (id uuid, task_id uuid)
    where w.id = any(v_missing) or w.id = any(v_conflicts))));
exception
  when invalid_text_representation or datetime_field_overflow or invalid_datetime_format
    or numeric_value_out_of_range then
    raise exception 'That is not a block' using errcode = '22023';
end $$;

create function public.change_task_blocks(
  p_studio_id uuid, p_changes jsonb, p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Creates, moves and deletes blocks of a studio in one step. p_changes is an array of {id, task_id, assignee_id,
  -- start_date, duration, row_index, is_deleted, expected}; with expected, the values a block had or {is_absent: true},
  -- one that differs is left unchanged (reason conflict). A task always keeps a block, and is in the queue at most
  -- once. Returns {rev, skipped: [{block_id, task_id, reason}]}. 22023 bad argument, 42501 not allowed, P0002 unknown
  -- studio, or a block and task that are not of it.
  select private.change_task_blocks(p_studio_id, p_changes, p_operation_id)
$$;

create function private.set_days_off(p_studio_id uuid, p_user_id uuid, p_days date[], p_is_off boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_days_off. Definer: people may set their own days; others' take permission.
declare
  v_me uuid := private.require_user();
  v_rev bigint;
begin
  if not exists (select from public.studio_members m
    where m.studio_id = p_studio_id and m.user_id = p_user_id and m.archived_at is null)
    or not p_studio_id = any(private.my_studio_ids()) then
    perform private.refuse_missing('Member not found');
  end if;
  if p_user_id <> v_me and not p_studio_id = any(private.my_studio_ids_with('create')) then
    raise exception 'Your role may not change the days off of others' using errcode = '42501';
  end if;
  if p_is_off is null or coalesce(cardinality(p_days), 0) not between 1 and 366
    or array_position(p_days, null) is not null then
    raise exception 'Name 1 to 366 days' using errcode = '22023';
  end if;
  v_rev := private.next_rev(p_studio_id);
  if p_is_off then
    insert into public.member_days_off (studio_id, user_id, day, rev)
    select distinct p_studio_id, p_user_id, d, v_rev from unnest(p_days) as d on conflict do nothing;
  else
    delete from public.member_days_off o
      where o.studio_id = p_studio_id and o.user_id = p_user_id and o.day = any(p_days);
  end if;
  return jsonb_build_object('rev', v_rev, 'skipped', '[]'::jsonb);
end $$;

create function public.set_days_off(
  p_studio_id uuid, p_user_id uuid, p_days date[], p_is_off boolean, p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Marks days as off for a member, or removes the mark; one's own, or anyone's with the create permission. Repeatable.
  -- Returns {rev, skipped}. 22023 no days or more than 366, 42501 not allowed, P0002 unknown member.
  select coalesce(
    private.begin_operation(p_operation_id, 'set_days_off',
      concat_ws('|', p_studio_id, p_user_id, p_days::text, p_is_off)),
    private.end_operation(p_operation_id, private.set_days_off(p_studio_id, p_user_id, p_days, p_is_off)))
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
    where t.studio_id = p_studio_id and t.project_id = any(v_projects)
      and (p_project_id is null or t.project_id = p_project_id)
      and (p_space_id is null or t.space_id = p_space_id)
      and not t.is_disabled and not s.is_done and t.assignee_id is null
      and not exists (select from public.items i where i.id = t.item_id and i.is_omitted)
      and not exists (select from public.task_blocks b where b.task_id = t.id)
    order by t.id limit 2000
    returning id)
  select coalesce(array_agg(id), '{}') into v_ids from added;
  return jsonb_build_object('rev', v_rev, 'block_ids', to_jsonb(v_ids));
end $$;

create function public.queue_unplanned_tasks(
  p_studio_id uuid, p_project_id uuid default null, p_space_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Puts up to 2000 tasks into the timeline's queue that are not done, not disabled, unassigned and not planned yet.
  -- Returns {rev, block_ids}. 42501 not allowed, P0002 unknown studio.
  select private.queue_unplanned_tasks(p_studio_id, p_project_id, p_space_id)
$$;

grant execute on function
  private.change_task_blocks(uuid, jsonb, uuid), public.change_task_blocks(uuid, jsonb, uuid),
  private.set_days_off(uuid, uuid, date[], boolean), public.set_days_off(uuid, uuid, date[], boolean, uuid),
  private.queue_unplanned_tasks(uuid, uuid, uuid), public.queue_unplanned_tasks(uuid, uuid, uuid)
to authenticated, service_role;
