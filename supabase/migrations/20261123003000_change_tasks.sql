-- Changing many tasks at once.

create function private.studio_of_tasks(p_task_ids uuid[]) returns uuid
language plpgsql stable security definer set search_path = '' as $$
-- The one studio whose tasks the caller may change; tasks of other studios count as missing. P0002 if there is none,
-- 42501 if the caller sees the tasks but may not change them. Definer: used before row-by-row checks are skipped.
declare
  v_studio uuid;
  v_seen boolean;
begin
  select t.studio_id into v_studio from public.item_tasks t
    where t.id = any(p_task_ids) and t.project_id = any(private.my_project_ids_with('create')) limit 1;
  if v_studio is null then
    select true into v_seen from public.item_tasks t
      where t.id = any(p_task_ids) and t.project_id = any(private.my_project_ids()) limit 1;
    if v_seen then
      raise exception 'Your role may not change tasks' using errcode = '42501';
    end if;
    perform private.refuse_missing('Task not found');
  end if;
  return v_studio;
end $$;

create function private.skipped_tasks(
  p_task_ids uuid[], p_changed uuid[], p_projects uuid[], p_conflicts uuid[]
) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Why tasks of a bulk change were skipped: [{task_id, reason: not_found | disabled | conflict | unchanged}]. Definer:
  -- looks past row rules.
  select coalesce(jsonb_agg(jsonb_build_object('task_id', w.id, 'reason', case
    when t.id is null then 'not_found'
    when w.id = any(p_conflicts) then 'conflict'
    when t.is_disabled then 'disabled'
    else 'unchanged' end)), '[]')
  from (select distinct id from unnest(p_task_ids) as id except select unnest(p_changed)) as w
  left join public.item_tasks t on t.id = w.id and t.project_id = any(p_projects)
$$;

create function private.set_tasks_status(p_task_ids uuid[], p_status_id uuid, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_tasks_status. Definer: permission is checked once for the whole array.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'set_tasks_status',
    concat_ws('|', p_task_ids::text, p_status_id));
  v_projects uuid[] := private.my_project_ids_with('create');
  v_studio uuid;
  v_rev bigint;
  v_changed uuid[];
begin
  if v_known is not null then
    return v_known;
  end if;
  if cardinality(coalesce(p_task_ids, '{}')) = 0 or p_status_id is null then
    raise exception 'Name the tasks and the status' using errcode = '22023';
  end if;
  v_studio := private.studio_of_tasks(p_task_ids);
  if not exists (select from public.task_statuses s where s.id = p_status_id and s.studio_id = v_studio) then
    perform private.refuse_missing('Status not found');
  end if;
  v_rev := private.next_rev(v_studio);
  perform set_config('xsheet.changing', 'status', true);
  with changed as (
    update public.item_tasks t set status_id = p_status_id, updated_at = now(), rev = v_rev
    where t.id = any(p_task_ids) and t.studio_id = v_studio and t.project_id = any(v_projects) and not t.is_disabled
      and t.status_id <> p_status_id
    returning t.id
  )
  select coalesce(array_agg(id), '{}') into v_changed from changed;
  perform set_config('xsheet.changing', '', true);
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'changed', cardinality(v_changed),
    'skipped', case when cardinality(v_changed) = cardinality(p_task_ids) then '[]'
      else private.skipped_tasks(p_task_ids, v_changed, v_projects, '{}') end));
end $$;

create function public.set_tasks_status(
  p_task_ids uuid[], p_status_id uuid, p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Sets one status on many tasks of a studio at once and posts each change's comment. Returns {rev, changed, skipped:
  -- [{task_id, reason}]}; disabled tasks and those that already have the status are skipped. 22023 bad argument, 42501
  -- not allowed, P0002 unknown task or status.
  select private.set_tasks_status(p_task_ids, p_status_id, p_operation_id)
$$;

create function private.spread_values(p_values jsonb, p_count integer, p_what text) returns text[]
language plpgsql immutable set search_path = '' as $$
-- One text per task, from one value for all (alone or in an array) or an array of the same length; 22023 otherwise.
declare
  v_texts text[];
begin
  if jsonb_typeof(p_values) = 'array' then
    select coalesce(array_agg(v.value #>> '{}' order by v.n), '{}') into v_texts
      from jsonb_array_elements(p_values) with ordinality as v (value, n);
    if cardinality(v_texts) = 1 then
      return array_fill(v_texts[1], array[p_count]);
    end if;
    if cardinality(v_texts) <> p_count then
      raise exception '% needs one value for all tasks or one for each', p_what using errcode = '22023';
    end if;
    return v_texts;
  end if;
  if jsonb_typeof(p_values) = 'object' then
    raise exception '% needs one value for all tasks or one for each', p_what using errcode = '22023';
  end if;
  return array_fill(p_values #>> '{}', array[p_count]);
end $$;

create function private.update_tasks(
  p_task_ids uuid[], p_field text, p_values jsonb, p_expected jsonb, p_operation_id uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.update_tasks. Definer: permission is checked once for the whole array.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'update_tasks',
    concat_ws('|', p_task_ids::text, p_field, p_values::text, p_expected::text));
  v_projects uuid[] := private.my_project_ids_with('create');
  v_count integer := cardinality(coalesce(p_task_ids, '{}'));
  v_values text[];
  v_expected text[];
  v_studio uuid;
  v_rev bigint;
  v_ids uuid[];
  v_texts text[];
  v_conflicts uuid[];
begin
  if v_known is not null then
    return v_known;
  end if;
  if v_count = 0 then
    raise exception 'Name the tasks' using errcode = '22023';
  end if;
  if p_field is null or p_field not in ('status_id', 'assignee_id', 'due_date', 'priority', 'is_disabled',
    'estimated_hours') then
    raise exception 'Tasks have no changeable field %', p_field using errcode = '22023';
  end if;
  v_values := private.spread_values(coalesce(p_values, 'null'), v_count, 'The change');
  if p_field = 'status_id' and p_expected is null and v_values[1] is not null
    and (jsonb_typeof(p_values) <> 'array' or jsonb_array_length(p_values) = 1) then
    -- The usual case, and the fastest.
    return private.end_operation(p_operation_id, private.set_tasks_status(p_task_ids, v_values[1]::uuid, null));
  end if;
  v_expected := case when p_expected is null then null
    else private.spread_values(p_expected, v_count, 'The expectation') end;
  v_studio := private.studio_of_tasks(p_task_ids);
  v_rev := private.next_rev(v_studio);

  select coalesce(array_agg(w.id) filter (where not w.is_conflict), '{}'),
    coalesce(array_agg(w.value) filter (where not w.is_conflict), '{}'),
    coalesce(array_agg(w.id) filter (where w.is_conflict), '{}')
    into v_ids, v_texts, v_conflicts
  from (
    select distinct on (t.id) t.id, w.value,
      v_expected is not null and present.value is distinct from w.expected as is_conflict
    from unnest(p_task_ids, v_values, coalesce(v_expected, array_fill(null::text, array[v_count])))
      as w (id, value, expected)
    join public.item_tasks t on t.id = w.id and t.studio_id = v_studio and t.project_id = any(v_projects)
    -- Reading the current value through a function would take as long as the whole change.
    cross join lateral (select case p_field
      when 'status_id' then t.status_id::text
      when 'assignee_id' then t.assignee_id::text
      when 'due_date' then t.due_date::text
      when 'priority' then t.priority::text
      when 'is_disabled' then t.is_disabled::text
      when 'estimated_hours' then (
        select trim_scale(e.estimated_hours)::text from public.task_estimations e where e.task_id = t.id)
      end) as present (value)
    where (p_field = 'is_disabled' or not t.is_disabled) and present.value is distinct from w.value
  ) as w;

  case p_field
    when 'status_id' then
      if exists (select from (select distinct v from unnest(v_texts) as v) as d
        left join public.task_statuses s on s.id = d.v::uuid and s.studio_id = v_studio where s.id is null) then
        perform private.refuse_missing('Status not found');
      end if;
      perform set_config('xsheet.changing', 'status', true);
      update public.item_tasks t set status_id = w.value::uuid, updated_at = now(), rev = v_rev
        from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
      perform set_config('xsheet.changing', '', true);
    when 'assignee_id' then
      if exists (select from unnest(v_texts) as v
        left join public.studio_members m on m.user_id = v::uuid and m.studio_id = v_studio and m.archived_at is null
        where v is not null and m.user_id is null) then
        raise exception 'The assignee is not a member of this studio' using errcode = '22023';
      end if;
      -- A block keeps its date when it loses its assignee: it is in the queue anyway, and returns to its place when the
      -- unassignment is undone.
      update public.task_blocks b set assignee_id = w.value::uuid, updated_at = now(), rev = v_rev
      from unnest(v_ids, v_texts) as w (id, value) join public.item_tasks t on t.id = w.id
      where b.task_id = w.id and b.start_date is not null and b.assignee_id is not distinct from t.assignee_id;
      update public.item_tasks t set assignee_id = w.value::uuid, updated_at = now(), rev = v_rev
        from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'due_date' then
      update public.item_tasks t set due_date = w.value::date, updated_at = now(), rev = v_rev
        from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'priority' then
      update public.item_tasks t set priority = coalesce(w.value::integer, 0), updated_at = now(), rev = v_rev
        from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'is_disabled' then
      update public.item_tasks t set is_disabled = coalesce(w.value::boolean, false), updated_at = now(), rev = v_rev
        from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'estimated_hours' then
      if exists (select from unnest(v_texts) as v where v::numeric not between 0 and 999.9) then
        raise exception 'Estimated hours must be between 0 and 999.9' using errcode = '22023';
      end if;
      insert into public.task_estimations (task_id, space_id, studio_id, project_id, estimated_hours, rev)
      select t.id, t.space_id, t.studio_id, t.project_id, round(w.value::numeric, 1), v_rev
      from unnest(v_ids, v_texts) as w (id, value) join public.item_tasks t on t.id = w.id where w.value is not null
      on conflict (task_id) do update set estimated_hours = excluded.estimated_hours, rev = excluded.rev,
        updated_at = now();
      delete from public.task_estimations e using unnest(v_ids, v_texts) as w (id, value)
        where e.task_id = w.id and w.value is null;
  end case;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'changed', cardinality(v_ids),
    'skipped', case when cardinality(v_ids) = v_count then '[]'
      else private.skipped_tasks(p_task_ids, v_ids, v_projects, v_conflicts) end));
exception
  when invalid_text_representation or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range
    or check_violation then
    raise exception 'That is not a value for %', p_field using errcode = '22023';
end $$;

create function public.update_tasks(
  p_task_ids uuid[], p_field text, p_values jsonb, p_expected jsonb default null, p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Changes one field (status_id, assignee_id, due_date, priority, is_disabled, estimated_hours) of many tasks of a
  -- studio. p_values is an array with one value for all or one for each; with p_expected, likewise, a task whose
  -- current value differs is skipped (reason conflict). Returns {rev, changed, skipped: [{task_id, reason}]}. 22023 bad
  -- argument, 42501 not allowed, P0002 unknown task or status.
  select private.update_tasks(p_task_ids, p_field, p_values, p_expected, p_operation_id)
$$;

grant execute on function
  private.set_tasks_status(uuid[], uuid, uuid), public.set_tasks_status(uuid[], uuid, uuid),
  private.update_tasks(uuid[], text, jsonb, jsonb, uuid), public.update_tasks(uuid[], text, jsonb, jsonb, uuid)
to authenticated, service_role;
