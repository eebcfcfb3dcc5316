-- Creating items with their tasks, and filling empty cells.

create function private.create_items_with_tasks(
  p_space_id uuid, p_collection_id uuid, p_items jsonb, p_operation_id uuid, p_kinds jsonb default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.create_items_with_tasks. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'create_items_with_tasks',
    concat_ws('|', p_space_id, p_collection_id, p_items::text));
  v_space public.spaces;
  v_collection uuid := p_collection_id;
  v_status uuid;
  v_rev bigint;
  v_rank numeric;
  v_ids uuid[];
  v_kinds uuid[];
  v_kind uuid;
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
  -- The kind of each item: the given one, else the space's first that still exists.
  select k.id into v_kind from unnest(v_space.kind_ids) with ordinality as w (id, n)
    join public.item_kinds k on k.id = w.id order by w.n limit 1;
  select array_agg(case when i.value ? 'kind_id' then (i.value ->> 'kind_id')::uuid else v_kind end
    order by i.n) into v_kinds from jsonb_array_elements(p_items) with ordinality as i (value, n);
  if exists (select from unnest(v_kinds) as w (id) where w.id is not null and not exists (
    select from public.item_kinds k where k.id = w.id and k.studio_id = v_space.studio_id)) then
    raise exception 'There is no such kind of item' using errcode = '22023';
  end if;
  p_items := private.convert_new_items(v_space.studio_id, p_items, p_kinds);
  v_rev := private.next_rev(v_space.studio_id);
  if v_collection is null and v_space.type_id = 'illustration' then
    select c.id into v_collection from public.collections c where c.space_id = p_space_id and c.is_default limit 1;
    if v_collection is null then
      insert into public.collections (space_id, studio_id, project_id, name, is_default, rev)
      values (p_space_id, v_space.studio_id, v_space.project_id, 'Illustrations', true, v_rev)
      returning id into v_collection;
    end if;
  end if;
  if v_collection is null or not exists (select from public.collections c
    where c.id = v_collection and c.space_id = p_space_id) then
    raise exception 'Please select or create a collection' using errcode = '22023';
  end if;
  select s.id into v_status from public.task_statuses s where s.studio_id = v_space.studio_id
    order by s.is_default desc, s.position limit 1;
  if v_status is null then
    raise exception 'No statuses available. Please create a status first.' using errcode = '22023';
  end if;
  select coalesce(max(i.order_rank), 0) into v_rank from public.items i where i.collection_id = v_collection;

  with made as (
    insert into public.items (
      id, collection_id, space_id, studio_id, project_id, title, description, item_type_id, kind_id, order_rank,
      fields, rev)
    select coalesce((i.value ->> 'id')::uuid, gen_random_uuid()), v_collection, p_space_id, v_space.studio_id,
      v_space.project_id, trim(i.value ->> 'title'), trim(coalesce(i.value ->> 'description', '')),
      coalesce(k.item_type, case v_space.type_id when 'illustration' then 'illustration' else 'shot' end), k.id,
      coalesce((i.value ->> 'order_rank')::numeric, v_rank + 1000 * i.n),
      case jsonb_typeof(i.value -> 'fields') when 'object' then i.value -> 'fields' else '{}' end, v_rev
    from jsonb_array_elements(p_items) with ordinality as i (value, n)
    left join public.item_kinds k on k.id = v_kinds[i.n]
    order by i.n
    returning id
  )
  select array_agg(id) into v_ids from made;

  insert into public.item_tasks (
    id, item_id, stage_id, space_id, studio_id, project_id, title, status_id, fields, rev)
  select coalesce(t.id, gen_random_uuid()), i.id, s.stage_id, p_space_id, v_space.studio_id, v_space.project_id, g.name,
    v_status, case jsonb_typeof(t.fields) when 'object' then t.fields else '{}' end, v_rev
  from public.items i
  left join public.item_kinds k on k.id = i.kind_id
  join public.space_stages s on s.space_id = p_space_id and s.is_active
    and (coalesce(cardinality(k.stage_ids), 0) = 0 or s.stage_id = any(k.stage_ids))
  join public.stages g on g.id = s.stage_id
  left join (
    select (i.value ->> 'id')::uuid as item_id, (t ->> 'stage_id')::uuid as stage_id, (t ->> 'id')::uuid as id,
      t -> 'fields' as fields
    from jsonb_array_elements(p_items) as i (value)
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(i.value -> 'tasks') when 'array' then i.value -> 'tasks' else '[]' end) as t
  ) as t on t.item_id = i.id and t.stage_id = s.stage_id
  where i.id = any(v_ids);

  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'items', (
    select jsonb_agg(jsonb_build_object('id', i.id, 'custom_slug', i.custom_slug, 'task_ids',
      (select coalesce(jsonb_object_agg(t.stage_id, t.id), '{}') from public.item_tasks t where t.item_id = i.id))
        order by i.order_rank)
    from public.items i where i.id = any(v_ids))));
exception
  when invalid_text_representation or numeric_value_out_of_range or check_violation then
    raise exception 'An item has a value that cannot be read' using errcode = '22023';
end $$;

create function public.create_items_with_tasks(
  p_space_id uuid, p_collection_id uuid, p_items jsonb, p_operation_id uuid default null, p_kinds jsonb default null
) returns jsonb
language sql set search_path = '' as $$
  -- Creates items [{id?, title, description?, kind_id?, order_rank?, fields?: {key: value}, tasks?: [{id, stage_id,
  -- fields?}]}] with a task for each active stage of the space that applies to their kind; without a kind_id they get
  -- the space's first kind, with null none. Fields left out get their defaults, null leaves them empty. p_kinds may
  -- name the field kinds that the values were written for, {item: {key: {kind, names?: {option: name}}}, task: {…}}: if
  -- a kind has changed since, values are converted as that change would have converted them. The collection may be null
  -- in illustration spaces. Returns {rev, items: [{id, custom_slug, task_ids: {stage_id: task_id}}]}; 22023 with the
  -- form's message, or a value that does not convert.
  select private.create_items_with_tasks(p_space_id, p_collection_id, p_items, p_operation_id, p_kinds)
$$;

create function private.fill_empty_tasks(p_cells jsonb, p_status_id uuid, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.fill_empty_tasks. Definer: permission is checked once for all cells.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'fill_empty_tasks',
    concat_ws('|', p_cells::text, p_status_id));
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
  select i.studio_id into v_studio from jsonb_array_elements(p_cells) as c
    join public.items i on i.id = (c ->> 'item_id')::uuid where i.project_id = any(v_projects) limit 1;
  if v_studio is null then
    perform private.refuse_missing('Item not found');
  end if;
  select s.* into v_status from public.task_statuses s
    where s.studio_id = v_studio and (p_status_id is null or s.id = p_status_id) order by s.position limit 1;
  if v_status.id is null then
    raise exception '%', case when p_status_id is null then 'No statuses available. Please create a status first.'
      else 'Status not found' end using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_studio);
  with made as (
    insert into public.item_tasks (id, item_id, stage_id, space_id, studio_id, project_id, title, status_id, rev)
    select distinct on (i.id, s.id) coalesce((c ->> 'id')::uuid, gen_random_uuid()), i.id, s.id, i.space_id,
      i.studio_id, i.project_id, s.name, v_status.id, v_rev
    from jsonb_array_elements(p_cells) as c
    join public.items i on i.id = (c ->> 'item_id')::uuid and i.studio_id = v_studio and i.project_id = any(v_projects)
    join public.stages s on s.id = (c ->> 'stage_id')::uuid and s.studio_id = v_studio
    on conflict (item_id, stage_id) do nothing
    returning id, space_id, studio_id, project_id
  ), told as (
    insert into public.comments (task_id, space_id, studio_id, project_id, metadata, created_by, is_automatic, rev)
    select m.id, m.space_id, m.studio_id, m.project_id,
      jsonb_build_object('authorName', private.author_name(auth.uid()), 'statusInfo',
        jsonb_build_object('status', v_status.name, 'statusId', v_status.id, 'changedStatus', true)),
      auth.uid(), true, v_rev
    from made m
  )
  select coalesce(array_agg(id), '{}') into v_made from made;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'created', cardinality(v_made),
    'skipped', jsonb_array_length(p_cells) - cardinality(v_made), 'task_ids', to_jsonb(v_made)));
exception
  when invalid_text_representation then
    raise exception 'A cell has a value that cannot be read' using errcode = '22023';
end $$;

create function public.fill_empty_tasks(
  p_cells jsonb, p_status_id uuid default null, p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Creates the missing tasks of cells [{id?, item_id, stage_id}] with a status (the catalogue's first by default) and
  -- their comments. Returns {rev, created, skipped, task_ids}; cells that already have a task are skipped. 22023 bad
  -- argument, P0002 unknown items.
  select private.fill_empty_tasks(p_cells, p_status_id, p_operation_id)
$$;

create function public.create_item_task_with_comment(
  p_item_id uuid, p_stage_id uuid, p_status_id uuid, p_operation_id uuid default null
) returns public.item_tasks
language plpgsql set search_path = '' as $$
-- Creates the task of one empty cell with its status-change comment and returns the task; returns the existing task if
-- the cell is not empty. A repeat changes nothing and returns the same. 22023 unknown status or stage, P0002 unknown
-- item, 42501 not allowed.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'create_item_task_with_comment',
    concat_ws('|', p_item_id, p_stage_id, p_status_id));
  v_task public.item_tasks;
begin
  if v_known is not null then
    return jsonb_populate_record(v_task, v_known);
  end if;
  perform private.fill_empty_tasks(jsonb_build_array(jsonb_build_object('item_id', p_item_id, 'stage_id', p_stage_id)),
    p_status_id, null);
  select t.* into v_task from public.item_tasks t where t.item_id = p_item_id and t.stage_id = p_stage_id;
  if v_task.id is null then
    perform private.refuse_missing('Stage not found');
  end if;
  perform private.end_operation(p_operation_id, to_jsonb(v_task));
  return v_task;
end $$;

grant execute on function
  private.create_items_with_tasks(uuid, uuid, jsonb, uuid, jsonb),
  public.create_items_with_tasks(uuid, uuid, jsonb, uuid, jsonb),
  private.fill_empty_tasks(jsonb, uuid, uuid), public.fill_empty_tasks(jsonb, uuid, uuid),
  public.create_item_task_with_comment(uuid, uuid, uuid, uuid)
to authenticated, service_role;
