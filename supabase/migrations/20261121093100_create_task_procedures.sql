-- Purpose: status changes with their comments, bulk changes of tasks, creating items with tasks, filling empty cells.
-- Reversal: drop the functions and triggers below.

create function private.begin_operation(p_operation_id uuid, p_kind text, p_payload text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Remembers a write by the id its sender gave it. Answers null the first time, the first answer on a repeat; 23505 where the id was used for
-- something else. Two at once: the second waits for the first. Definer: operations are private.
declare
  v_known private.operations;
begin
  if auth.uid() is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  if p_operation_id is null then
    return null;
  end if;
  insert into private.operations (user_id, id, kind, payload_hash) values (auth.uid(), p_operation_id, p_kind, md5(coalesce(p_payload, '')))
  on conflict (user_id, id) do nothing;
  if found then
    return null;
  end if;
  select * into v_known from private.operations o where o.user_id = auth.uid() and o.id = p_operation_id;
  if v_known.kind <> p_kind or v_known.payload_hash <> md5(coalesce(p_payload, '')) then
    raise exception 'This operation id was used for something else' using errcode = '23505';
  end if;
  return coalesce(v_known.result, '{}');
end $$;

create function private.end_operation(p_operation_id uuid, p_result jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Keeps the answer of an operation for repeats, and returns it. Definer: operations are private.
begin
  if p_operation_id is not null then
    update private.operations set result = p_result where user_id = auth.uid() and id = p_operation_id;
  end if;
  return p_result;
end $$;

create function private.author_name(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  -- The name a comment is signed with: the full name, else the start of the e-mail, else Member. Definer: reads any profile.
  select coalesce((select coalesce(nullif(trim(u.display_name), ''), nullif(split_part(u.email, '@', 1), '')) from public.user_profiles u where u.id = p_user_id), 'Member')
$$;

create function private.tg_item_tasks_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After a statement changed tasks: a status-change comment for each changed status (unless the change comes with a comment of its own) and one
-- notification a person, however many tasks changed. Definer: writes comments and notifications for people the caller cannot see.
declare
  v_actor uuid := coalesce(auth.uid(), '00000000-0000-0000-0000-000000000000');
  v_name text := private.author_name(auth.uid());
  v_told record;
begin
  if coalesce(current_setting('xsheet.status_comment', true), '') <> 'off' then
    with changed as materialized (
      select n.id, n.space_id, n.studio_id, n.project_id, n.rev, o.status_id as was, n.status_id as becomes
      from new_rows n join old_rows o on o.id = n.id where o.status_id <> n.status_id
    ), pair as materialized (
      select p.was, p.becomes, jsonb_build_object('authorName', v_name, 'statusInfo', jsonb_build_object(
          'status', b.name, 'statusId', b.id, 'changedStatus', true, 'fromStatus', w.name, 'fromStatusId', w.id)) as metadata
      from (select distinct c.was, c.becomes from changed c) as p
      join public.task_statuses b on b.id = p.becomes
      join public.task_statuses w on w.id = p.was
    )
    insert into public.comments (task_id, space_id, studio_id, project_id, metadata, created_by, is_automatic, rev)
    select c.id, c.space_id, c.studio_id, c.project_id, p.metadata, v_actor, true, c.rev
    from changed c join pair p on p.was = c.was and p.becomes = c.becomes;
  end if;

  for v_told in
    select f.user_id, n.studio_id, n.project_id, n.status_id, array_agg(n.id) as task_ids
    from new_rows n join old_rows o on o.id = n.id join public.task_followers f on f.task_id = n.id
    where o.status_id <> n.status_id and f.user_id <> v_actor
    group by f.user_id, n.studio_id, n.project_id, n.status_id
  loop
    perform private.notify('status_change', v_told.studio_id, v_told.project_id, 'task', v_told.task_ids[1],
      jsonb_build_object('statusId', v_told.status_id, 'count', cardinality(v_told.task_ids), 'taskIds', to_jsonb(v_told.task_ids[1:50])), array[v_told.user_id]);
  end loop;
  return null;
end $$;
create trigger item_tasks_after_update_changed after update on public.item_tasks
  referencing old table as old_rows new table as new_rows for each statement execute function private.tg_item_tasks_changed();

create function private.follow_and_tell(p_assigned jsonb) returns void
language plpgsql security definer set search_path = '' as $$
-- Makes assignees follow their tasks and tells each once of all of them. p_assigned: [{task_id, user_id, studio_id, project_id, space_id}].
-- Definer: writes followers and notifications of others.
declare
  v_told record;
begin
  insert into public.task_followers (task_id, user_id, studio_id, project_id, space_id)
  select a.task_id, a.user_id, a.studio_id, a.project_id, a.space_id
  from jsonb_to_recordset(p_assigned) as a (task_id uuid, user_id uuid, studio_id uuid, project_id uuid, space_id uuid)
  on conflict do nothing;
  for v_told in
    select a.user_id, a.studio_id, a.project_id, array_agg(a.task_id) as task_ids
    from jsonb_to_recordset(p_assigned) as a (task_id uuid, user_id uuid, studio_id uuid, project_id uuid)
    group by a.user_id, a.studio_id, a.project_id
  loop
    perform private.notify('assignment', v_told.studio_id, v_told.project_id, 'task', v_told.task_ids[1],
      jsonb_build_object('count', cardinality(v_told.task_ids), 'taskIds', to_jsonb(v_told.task_ids[1:50])), array[v_told.user_id]);
  end loop;
end $$;

create function private.tg_tasks_assigned() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After tasks or blocks were given to somebody: they follow the task and are told. Definer: see follow_and_tell.
declare
  v_assigned jsonb;
begin
  if current_setting('xsheet.changing', true) = 'status' then
    return null; -- a bulk change of statuses assigns nobody
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('task_id', to_jsonb(n) -> tg_argv[0], 'user_id', n.assignee_id, 'studio_id', n.studio_id, 'project_id', n.project_id, 'space_id', n.space_id))
      into v_assigned from new_rows n where n.assignee_id is not null;
  else
    select jsonb_agg(jsonb_build_object('task_id', to_jsonb(n) -> tg_argv[0], 'user_id', n.assignee_id, 'studio_id', n.studio_id, 'project_id', n.project_id, 'space_id', n.space_id))
      into v_assigned from new_rows n join old_rows o on o.id = n.id where n.assignee_id is not null and n.assignee_id is distinct from o.assignee_id;
  end if;
  if v_assigned is not null then
    perform private.follow_and_tell(v_assigned);
  end if;
  return null;
end $$;
create trigger item_tasks_after_insert_assigned after insert on public.item_tasks
  referencing new table as new_rows for each statement when (current_setting('xsheet.restoring', true) is distinct from 'on') execute function private.tg_tasks_assigned('id');
create trigger item_tasks_after_update_assigned after update on public.item_tasks
  referencing old table as old_rows new table as new_rows for each statement execute function private.tg_tasks_assigned('id');
create trigger task_blocks_after_insert_assigned after insert on public.task_blocks
  referencing new table as new_rows for each statement when (current_setting('xsheet.restoring', true) is distinct from 'on') execute function private.tg_tasks_assigned('task_id');
create trigger task_blocks_after_update_assigned after update on public.task_blocks
  referencing old table as old_rows new table as new_rows for each statement execute function private.tg_tasks_assigned('task_id');

create function private.studio_of_tasks(p_task_ids uuid[]) returns uuid
language plpgsql stable security definer set search_path = '' as $$
-- The one studio whose tasks the caller may change; tasks of other studios are as good as missing. P0002 where there is none, 42501 where the
-- caller sees tasks but may not change them. Definer: used before row by row checks are skipped.
declare
  v_studio uuid;
  v_seen boolean;
begin
  select t.studio_id into v_studio from public.item_tasks t where t.id = any(p_task_ids) and t.project_id = any(private.my_project_ids_with('create')) limit 1;
  if v_studio is null then
    select true into v_seen from public.item_tasks t where t.id = any(p_task_ids) and t.project_id = any(private.my_project_ids()) limit 1;
    if v_seen then
      raise exception 'Your role may not change tasks' using errcode = '42501';
    end if;
    perform private.refuse_missing('Task not found');
  end if;
  return v_studio;
end $$;

create function private.skipped_tasks(p_task_ids uuid[], p_changed uuid[], p_projects uuid[], p_conflicts uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Why tasks of a bulk change stayed as they were: [{task_id, reason: not_found | disabled | conflict | unchanged}]. Definer: looks past row rules.
  select coalesce(jsonb_agg(jsonb_build_object('task_id', w.id, 'reason', case
    when t.id is null then 'not_found' when w.id = any(p_conflicts) then 'conflict' when t.is_disabled then 'disabled' else 'unchanged' end)), '[]')
  from (select distinct id from unnest(p_task_ids) as id except select unnest(p_changed)) as w
  left join public.item_tasks t on t.id = w.id and t.project_id = any(p_projects)
$$;

create function private.set_tasks_status(p_task_ids uuid[], p_status_id uuid, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_tasks_status. Definer: permission is checked once for the whole array.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'set_tasks_status', concat_ws('|', p_task_ids::text, p_status_id));
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
    where t.id = any(p_task_ids) and t.studio_id = v_studio and t.project_id = any(v_projects) and not t.is_disabled and t.status_id <> p_status_id
    returning t.id
  )
  select coalesce(array_agg(id), '{}') into v_changed from changed;
  perform set_config('xsheet.changing', '', true);
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'changed', cardinality(v_changed), 'skipped',
    case when cardinality(v_changed) = cardinality(p_task_ids) then '[]' else private.skipped_tasks(p_task_ids, v_changed, v_projects, '{}') end));
end $$;

create function public.set_tasks_status(p_task_ids uuid[], p_status_id uuid, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Sets one status on many tasks of a studio at once and posts each change's comment. Answers {rev, changed, skipped: [{task_id, reason}]};
  -- disabled tasks and those that have the status already are skipped. 22023 bad argument, 42501 not allowed, P0002 unknown task or status.
  select private.set_tasks_status(p_task_ids, p_status_id, p_operation_id)
$$;

create function private.task_field(p_task public.item_tasks, p_field text) returns text
language sql stable security definer set search_path = '' as $$
  -- The present value of a changeable field of a task, as text. Definer: reads its estimate.
  select case p_field
    when 'status_id' then p_task.status_id::text when 'assignee_id' then p_task.assignee_id::text when 'due_date' then p_task.due_date::text
    when 'priority' then p_task.priority::text when 'is_disabled' then p_task.is_disabled::text
    when 'estimated_hours' then (select trim_scale(e.estimated_hours)::text from public.task_estimations e where e.task_id = p_task.id) end
$$;

create function private.spread_values(p_values jsonb, p_count integer, p_what text) returns text[]
language plpgsql immutable set search_path = '' as $$
-- One text per task from one value for all (alone or in an array) or an array of the same length; 22023 otherwise.
declare
  v_texts text[];
begin
  if jsonb_typeof(p_values) = 'array' then
    select coalesce(array_agg(v.value #>> '{}' order by v.n), '{}') into v_texts from jsonb_array_elements(p_values) with ordinality as v (value, n);
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

create function private.update_tasks(p_task_ids uuid[], p_field text, p_values jsonb, p_expected jsonb, p_operation_id uuid) returns jsonb
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
  v_expected := case when p_expected is null then null else private.spread_values(p_expected, v_count, 'The expectation') end;
  v_studio := private.studio_of_tasks(p_task_ids);
  v_rev := private.next_rev(v_studio);

  select coalesce(array_agg(w.id) filter (where not w.is_conflict), '{}'), coalesce(array_agg(w.value) filter (where not w.is_conflict), '{}'),
    coalesce(array_agg(w.id) filter (where w.is_conflict), '{}')
    into v_ids, v_texts, v_conflicts
  from (
    select distinct on (t.id) t.id, w.value, v_expected is not null and private.task_field(t, p_field) is distinct from w.expected as is_conflict
    from unnest(p_task_ids, v_values, coalesce(v_expected, array_fill(null::text, array[v_count]))) as w (id, value, expected)
    join public.item_tasks t on t.id = w.id and t.studio_id = v_studio and t.project_id = any(v_projects)
    where (p_field = 'is_disabled' or not t.is_disabled) and private.task_field(t, p_field) is distinct from w.value
  ) as w;

  case p_field
    when 'status_id' then
      if exists (select from unnest(v_texts) as v left join public.task_statuses s on s.id = v::uuid and s.studio_id = v_studio where s.id is null) then
        perform private.refuse_missing('Status not found');
      end if;
      update public.item_tasks t set status_id = w.value::uuid, updated_at = now(), rev = v_rev from unnest(v_ids, v_texts) as w (id, value) where t.id = w.id;
    when 'assignee_id' then
      if exists (select from unnest(v_texts) as v left join public.studio_members m on m.user_id = v::uuid and m.studio_id = v_studio and m.archived_at is null
          where v is not null and m.user_id is null) then
        raise exception 'The assignee is not a member of this studio' using errcode = '22023';
      end if;
      update public.task_blocks b set assignee_id = w.value::uuid, updated_at = now(), rev = v_rev, start_date = case when w.value is null then null else b.start_date end
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

create function public.update_tasks(p_task_ids uuid[], p_field text, p_values jsonb, p_expected jsonb default null, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Changes one field (status_id, assignee_id, due_date, priority, is_disabled, estimated_hours) of many tasks of a studio. p_values is an array with
  -- one value for all or one for each; with p_expected, likewise, a task whose present value differs stays (reason conflict).
  -- Answers {rev, changed, skipped: [{task_id, reason}]}. 22023 bad argument, 42501 not allowed, P0002 unknown task or status.
  select private.update_tasks(p_task_ids, p_field, p_values, p_expected, p_operation_id)
$$;

create function private.create_items_with_tasks(p_space_id uuid, p_collection_id uuid, p_items jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.create_items_with_tasks. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'create_items_with_tasks', concat_ws('|', p_space_id, p_collection_id, p_items::text));
  v_space public.spaces;
  v_collection uuid := p_collection_id;
  v_status uuid;
  v_rev bigint;
  v_rank numeric;
  v_ids uuid[];
begin
  if v_known is not null then
    return v_known;
  end if;
  select s.* into v_space from public.spaces s where s.id = p_space_id and s.project_id = any(private.my_project_ids());
  if v_space.id is null then
    perform private.refuse_missing('Space not found');
  end if;
  if not v_space.project_id = any(private.my_project_ids_with('create')) then
    raise exception 'Your role may not create items' using errcode = '42501';
  end if;
  if jsonb_typeof(p_items) is distinct from 'array' or jsonb_array_length(p_items) = 0
    or exists (select from jsonb_array_elements(p_items) as i where coalesce(trim(i ->> 'title'), '') = '') then
    raise exception 'Please enter at least one illustration/item name' using errcode = '22023';
  end if;
  if jsonb_array_length(p_items) > 5000 then
    raise exception 'At most 5000 items at once' using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_space.studio_id);
  if v_collection is null and v_space.type_id = 'illustration' then
    select c.id into v_collection from public.collections c where c.space_id = p_space_id and c.is_default limit 1;
    if v_collection is null then
      insert into public.collections (space_id, studio_id, project_id, name, is_default, rev)
      values (p_space_id, v_space.studio_id, v_space.project_id, 'Illustrations', true, v_rev) returning id into v_collection;
    end if;
  end if;
  if v_collection is null or not exists (select from public.collections c where c.id = v_collection and c.space_id = p_space_id) then
    raise exception 'Please select or create a collection' using errcode = '22023';
  end if;
  select s.id into v_status from public.task_statuses s where s.studio_id = v_space.studio_id order by s.is_default desc, s.position limit 1;
  if v_status is null then
    raise exception 'No statuses available. Please create a status first.' using errcode = '22023';
  end if;
  select coalesce(max(i.order_rank), 0) into v_rank from public.items i where i.collection_id = v_collection;

  with made as (
    insert into public.items (id, collection_id, space_id, studio_id, project_id, title, description, item_type_id, order_rank, rev)
    select coalesce((i.value ->> 'id')::uuid, gen_random_uuid()), v_collection, p_space_id, v_space.studio_id, v_space.project_id, trim(i.value ->> 'title'), trim(coalesce(i.value ->> 'description', '')),
      case v_space.type_id when 'illustration' then 'illustration' else 'shot' end, coalesce((i.value ->> 'order_rank')::numeric, v_rank + 1000 * i.n), v_rev
    from jsonb_array_elements(p_items) with ordinality as i (value, n)
    order by i.n
    returning id
  )
  select array_agg(id) into v_ids from made;

  insert into public.item_tasks (id, item_id, stage_id, space_id, studio_id, project_id, title, status_id, rev)
  select coalesce(t.id, gen_random_uuid()), i.id, s.stage_id, p_space_id, v_space.studio_id, v_space.project_id, g.name, v_status, v_rev
  from unnest(v_ids) as i (id)
  join public.space_stages s on s.space_id = p_space_id and s.is_active
  join public.stages g on g.id = s.stage_id
  left join (
    select (i.value ->> 'id')::uuid as item_id, (t ->> 'stage_id')::uuid as stage_id, (t ->> 'id')::uuid as id
    from jsonb_array_elements(p_items) as i (value)
    cross join lateral jsonb_array_elements(case jsonb_typeof(i.value -> 'tasks') when 'array' then i.value -> 'tasks' else '[]' end) as t
  ) as t on t.item_id = i.id and t.stage_id = s.stage_id;

  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'items', (
    select jsonb_agg(jsonb_build_object('id', i.id, 'custom_slug', i.custom_slug, 'task_ids',
      (select coalesce(jsonb_object_agg(t.stage_id, t.id), '{}') from public.item_tasks t where t.item_id = i.id)) order by i.order_rank)
    from public.items i where i.id = any(v_ids))));
exception
  when invalid_text_representation or numeric_value_out_of_range or check_violation then
    raise exception 'An item has a value that cannot be read' using errcode = '22023';
end $$;

create function public.create_items_with_tasks(p_space_id uuid, p_collection_id uuid, p_items jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Creates items [{id?, title, description?, order_rank?, tasks?: [{id, stage_id}]}] with a task for each active stage of the space. The collection
  -- may be null in illustration spaces. Answers {rev, items: [{id, custom_slug, task_ids: {stage_id: task_id}}]}; 22023 with the form's words.
  select private.create_items_with_tasks(p_space_id, p_collection_id, p_items, p_operation_id)
$$;

create function private.fill_empty_tasks(p_cells jsonb, p_status_id uuid, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.fill_empty_tasks. Definer: permission is checked once for all cells.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'fill_empty_tasks', concat_ws('|', p_cells::text, p_status_id));
  v_projects uuid[] := private.my_project_ids_with('create');
  v_studio uuid;
  v_status public.task_statuses;
  v_rev bigint;
  v_made uuid[];
begin
  if v_known is not null then
    return v_known;
  end if;
  if jsonb_typeof(p_cells) is distinct from 'array' or jsonb_array_length(p_cells) = 0 then
    raise exception 'Name the cells to fill' using errcode = '22023';
  end if;
  select i.studio_id into v_studio from jsonb_array_elements(p_cells) as c join public.items i on i.id = (c ->> 'item_id')::uuid where i.project_id = any(v_projects) limit 1;
  if v_studio is null then
    perform private.refuse_missing('Item not found');
  end if;
  select s.* into v_status from public.task_statuses s where s.studio_id = v_studio and (p_status_id is null or s.id = p_status_id) order by s.position limit 1;
  if v_status.id is null then
    raise exception '%', case when p_status_id is null then 'No statuses available. Please create a status first.' else 'Status not found' end using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_studio);
  with made as (
    insert into public.item_tasks (id, item_id, stage_id, space_id, studio_id, project_id, title, status_id, rev)
    select distinct on (i.id, s.id) coalesce((c ->> 'id')::uuid, gen_random_uuid()), i.id, s.id, i.space_id, i.studio_id, i.project_id, s.name, v_status.id, v_rev
    from jsonb_array_elements(p_cells) as c
    join public.items i on i.id = (c ->> 'item_id')::uuid and i.studio_id = v_studio and i.project_id = any(v_projects)
    join public.stages s on s.id = (c ->> 'stage_id')::uuid and s.studio_id = v_studio
    on conflict (item_id, stage_id) do nothing
    returning id, space_id, studio_id, project_id
  ), told as (
    insert into public.comments (task_id, space_id, studio_id, project_id, metadata, created_by, is_automatic, rev)
    select m.id, m.space_id, m.studio_id, m.project_id, jsonb_build_object('authorName', private.author_name(auth.uid()),
      'statusInfo', jsonb_build_object('status', v_status.name, 'statusId', v_status.id, 'changedStatus', true)), auth.uid(), true, v_rev
    from made m
  )
  select coalesce(array_agg(id), '{}') into v_made from made;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'created', cardinality(v_made),
    'skipped', jsonb_array_length(p_cells) - cardinality(v_made), 'task_ids', to_jsonb(v_made)));
exception
  when invalid_text_representation then
    raise exception 'A cell has a value that cannot be read' using errcode = '22023';
end $$;

create function public.fill_empty_tasks(p_cells jsonb, p_status_id uuid default null, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Creates the missing tasks of cells [{id?, item_id, stage_id}] with a status (the catalogue's first by default) and their comments.
  -- Answers {rev, created, skipped, task_ids}; cells that have a task already are skipped. 22023 bad argument, P0002 unknown items.
  select private.fill_empty_tasks(p_cells, p_status_id, p_operation_id)
$$;

create function public.create_item_task_with_comment(p_item_id uuid, p_stage_id uuid, p_status_id uuid) returns public.item_tasks
language plpgsql set search_path = '' as $$
-- Creates the task of one empty cell with its status-change comment and answers the task; answers the present task where the cell is not empty.
-- 22023 unknown status or stage, P0002 unknown item, 42501 not allowed.
declare
  v_task public.item_tasks;
begin
  perform private.fill_empty_tasks(jsonb_build_array(jsonb_build_object('item_id', p_item_id, 'stage_id', p_stage_id)), p_status_id, null);
  select t.* into v_task from public.item_tasks t where t.item_id = p_item_id and t.stage_id = p_stage_id;
  if v_task.id is null then
    perform private.refuse_missing('Stage not found');
  end if;
  return v_task;
end $$;

revoke execute on function public.set_tasks_status(uuid[], uuid, uuid), public.update_tasks(uuid[], text, jsonb, jsonb, uuid),
  public.create_items_with_tasks(uuid, uuid, jsonb, uuid), public.fill_empty_tasks(jsonb, uuid, uuid), public.create_item_task_with_comment(uuid, uuid, uuid) from public, anon;
grant execute on function public.set_tasks_status(uuid[], uuid, uuid), public.update_tasks(uuid[], text, jsonb, jsonb, uuid),
  public.create_items_with_tasks(uuid, uuid, jsonb, uuid), public.fill_empty_tasks(jsonb, uuid, uuid), public.create_item_task_with_comment(uuid, uuid, uuid),
  private.set_tasks_status(uuid[], uuid, uuid), private.update_tasks(uuid[], text, jsonb, jsonb, uuid), private.create_items_with_tasks(uuid, uuid, jsonb, uuid),
  private.fill_empty_tasks(jsonb, uuid, uuid) to authenticated, service_role;
