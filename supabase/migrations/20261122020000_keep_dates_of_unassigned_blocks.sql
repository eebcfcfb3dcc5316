-- A task that nobody is assigned to any more keeps the dates of its blocks: without an assignee they wait in the queue all the
-- same, and when the assignment is taken back they are where they were. What a task has now is read in the statement itself: asked
-- of a function it took as long as the whole change.
-- Reversal: create or replace private.update_tasks and private.task_field as in 20261121093100.

create or replace function private.update_tasks(p_task_ids uuid[], p_field text, p_values jsonb, p_expected jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.update_tasks. Definer: permission is checked once for the whole array.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'update_tasks', concat_ws('|', p_task_ids::text, p_field, p_values::text, p_expected::text));
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
  if p_field is null or p_field not in ('status_id', 'assignee_id', 'due_date', 'priority', 'is_disabled', 'estimated_hours') then
    raise exception 'Tasks have no changeable field %', p_field using errcode = '22023';
  end if;
  v_values := private.spread_values(coalesce(p_values, 'null'), v_count, 'The change');
  if p_field = 'status_id' and p_expected is null and v_values[1] is not null and (jsonb_typeof(p_values) <> 'array' or jsonb_array_length(p_values) = 1) then
    return private.end_operation(p_operation_id, private.set_tasks_status(p_task_ids, v_values[1]::uuid, null)); -- the usual case, and the quickest
  end if;
  v_expected := case when p_expected is null then null else private.spread_values(p_expected, v_count, 'The expectation') end;
  v_studio := private.studio_of_tasks(p_task_ids);
  v_rev := private.next_rev(v_studio);

  select coalesce(array_agg(w.id) filter (where not w.is_conflict), '{}'), coalesce(array_agg(w.value) filter (where not w.is_conflict), '{}'),
    coalesce(array_agg(w.id) filter (where w.is_conflict), '{}')
    into v_ids, v_texts, v_conflicts
  from (
    select distinct on (t.id) t.id, w.value, v_expected is not null and present.value is distinct from w.expected as is_conflict
    from unnest(p_task_ids, v_values, coalesce(v_expected, array_fill(null::text, array[v_count]))) as w (id, value, expected)
    join public.item_tasks t on t.id = w.id and t.studio_id = v_studio and t.project_id = any(v_projects)
    cross join lateral (select case p_field
      when 'status_id' then t.status_id::text when 'assignee_id' then t.assignee_id::text when 'due_date' then t.due_date::text
      when 'priority' then t.priority::text when 'is_disabled' then t.is_disabled::text
      when 'estimated_hours' then (select trim_scale(e.estimated_hours)::text from public.task_estimations e where e.task_id = t.id) end) as present (value)
    where (p_field = 'is_disabled' or not t.is_disabled) and present.value is distinct from w.value
  ) as w;

  case p_field
    when 'status_id' then
      if exists (select from (select distinct v from unnest(v_texts) as v) as d left join public.task_statuses s on s.id = d.v::uuid and s.studio_id = v_studio where s.id is null) then
        perform private.refuse_missing('Status not found');
      end if;
      perform set_config('xsheet.changing', 'status', true);
      update public.item_tasks t set status_id = w.value::uuid, updated_at = now(), rev = v_rev from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
      perform set_config('xsheet.changing', '', true);
    when 'assignee_id' then
      if exists (select from unnest(v_texts) as v left join public.studio_members m on m.user_id = v::uuid and m.studio_id = v_studio and m.archived_at is null
          where v is not null and m.user_id is null) then
        raise exception 'The assignee is not a member of this studio' using errcode = '22023';
      end if;
      update public.task_blocks b set assignee_id = w.value::uuid, updated_at = now(), rev = v_rev
      from unnest(v_ids, v_texts) as w (id, value) join public.item_tasks t on t.id = w.id
      where b.task_id = w.id and b.start_date is not null and b.assignee_id is not distinct from t.assignee_id;
      update public.item_tasks t set assignee_id = w.value::uuid, updated_at = now(), rev = v_rev from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'due_date' then
      update public.item_tasks t set due_date = w.value::date, updated_at = now(), rev = v_rev from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'priority' then
      update public.item_tasks t set priority = coalesce(w.value::integer, 0), updated_at = now(), rev = v_rev from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'is_disabled' then
      update public.item_tasks t set is_disabled = coalesce(w.value::boolean, false), updated_at = now(), rev = v_rev from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'estimated_hours' then
      if exists (select from unnest(v_texts) as v where v::numeric not between 0 and 999.9) then
        raise exception 'Estimated hours must be between 0 and 999.9' using errcode = '22023';
      end if;
      insert into public.task_estimations (task_id, space_id, studio_id, project_id, estimated_hours, rev)
      select t.id, t.space_id, t.studio_id, t.project_id, round(w.value::numeric, 1), v_rev
      from unnest(v_ids, v_texts) as w (id, value) join public.item_tasks t on t.id = w.id where w.value is not null
      on conflict (task_id) do update set estimated_hours = excluded.estimated_hours, rev = excluded.rev, updated_at = now();
      delete from public.task_estimations e using unnest(v_ids, v_texts) as w (id, value) where e.task_id = w.id and w.value is null;
  end case;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'changed', cardinality(v_ids), 'skipped',
    case when cardinality(v_ids) = v_count then '[]' else private.skipped_tasks(p_task_ids, v_ids, v_projects, v_conflicts) end));
exception
  when invalid_text_representation or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range or check_violation then
    raise exception 'That is not a value for %', p_field using errcode = '22023';
end $$;

drop function private.task_field(public.item_tasks, text);
