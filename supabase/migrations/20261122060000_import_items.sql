-- Purpose: what imports bring with them (frame ranges, ids of other systems), and carrying out an import as one operation that can be taken back.
-- Reversal: drop the functions and columns below; pull_space as 20261121093000 has it.

alter table public.items
  add column frame_in integer,
  add column frame_out integer,
  add column handle_in integer constraint items_handle_in_check check (handle_in >= 0),
  add column handle_out integer constraint items_handle_out_check check (handle_out >= 0),
  add column frame_rate text constraint items_frame_rate_check check (frame_rate ~ '^[1-9][0-9]{0,6}/[1-9][0-9]{0,6}$'),
  add column external_ids jsonb not null default '{}' constraint items_external_ids_check check (jsonb_typeof(external_ids) = 'object'),
  add constraint items_frame_out_check check ((frame_in is null) = (frame_out is null) and frame_out >= frame_in);
comment on column public.items.frame_in is 'The first frame of the cut, without handles.';
comment on column public.items.frame_out is 'The last frame of the cut, itself included.';
comment on column public.items.handle_in is 'Frames wanted before the first one.';
comment on column public.items.handle_out is 'Frames wanted after the last one.';
comment on column public.items.frame_rate is 'Frames a second as a rational, such as 24000/1001.';
comment on column public.items.external_ids is 'The item''s ids elsewhere, by the name of the system: {"kitsu": "…"}.';

create or replace function private.pull_space(p_space_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_space. Definer: checks project access once instead of row by row.
declare
  v_studio uuid;
  v_since bigint;
begin
  select s.studio_id into v_studio from public.spaces s where s.id = p_space_id and s.project_id = any(private.my_project_ids());
  if v_studio is null then
    perform private.refuse_missing('Space not found');
  end if;
  v_since := private.since_or_zero(v_studio, p_since);
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = v_studio),
    'full', v_since = 0,
    'tables', json_build_object(
      'collections', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'name', coalesce(json_agg(x.name), '[]'), 'description', coalesce(json_agg(x.description), '[]'), 'position', coalesce(json_agg(x.position), '[]'), 'order_rank', coalesce(json_agg(x.order_rank), '[]'), 'is_default', coalesce(json_agg(x.is_default), '[]')) from public.collections x where x.space_id = p_space_id and x.rev > v_since),
      'items', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'collection_id', coalesce(json_agg(x.collection_id), '[]'), 'title', coalesce(json_agg(x.title), '[]'), 'description', coalesce(json_agg(x.description), '[]'), 'item_type_id', coalesce(json_agg(x.item_type_id), '[]'), 'thumbnail_media_id', coalesce(json_agg(x.thumbnail_media_id), '[]'), 'position', coalesce(json_agg(x.position), '[]'), 'order_rank', coalesce(json_agg(x.order_rank), '[]'), 'custom_slug', coalesce(json_agg(x.custom_slug), '[]'), 'frame_in', coalesce(json_agg(x.frame_in), '[]'), 'frame_out', coalesce(json_agg(x.frame_out), '[]'), 'handle_in', coalesce(json_agg(x.handle_in), '[]'), 'handle_out', coalesce(json_agg(x.handle_out), '[]'), 'frame_rate', coalesce(json_agg(x.frame_rate), '[]'), 'external_ids', coalesce(json_agg(nullif(x.external_ids, '{}')), '[]')) from public.items x where x.space_id = p_space_id and x.rev > v_since),
      'item_tasks', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'item_id', coalesce(json_agg(x.item_id), '[]'), 'stage_id', coalesce(json_agg(x.stage_id), '[]'), 'status_id', coalesce(json_agg(x.status_id), '[]'), 'assignee_id', coalesce(json_agg(x.assignee_id), '[]'), 'due_date', coalesce(json_agg(x.due_date), '[]'), 'priority', coalesce(json_agg(x.priority), '[]'), 'is_disabled', coalesce(json_agg(x.is_disabled), '[]')) from public.item_tasks x where x.space_id = p_space_id and x.rev > v_since),
      'task_blocks', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'task_id', coalesce(json_agg(x.task_id), '[]'), 'assignee_id', coalesce(json_agg(x.assignee_id), '[]'), 'start_date', coalesce(json_agg(x.start_date), '[]'), 'duration', coalesce(json_agg(x.duration), '[]'), 'row_index', coalesce(json_agg(x.row_index), '[]')) from public.task_blocks x where x.space_id = p_space_id and x.rev > v_since),
      'task_estimations', (select json_build_object('task_id', coalesce(json_agg(x.task_id), '[]'), 'estimated_hours', coalesce(json_agg(x.estimated_hours), '[]')) from public.task_estimations x where x.space_id = p_space_id and x.rev > v_since)),
    'deleted', case when v_since = 0 then '{}' else (select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
      select t.table_name, json_agg(t.row_key) as keys from private.tombstones t where t.space_id = p_space_id and t.rev > v_since group by t.table_name) as d) end);
end $$;

create function private.json_list(p_value jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- A list as it is, anything else as an empty one.
  select case jsonb_typeof(p_value) when 'array' then p_value else '[]' end
$$;

create function private.import_new_rows(p_space public.spaces, p_changes jsonb, p_rev bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- The new collections, items and tasks of an import. Answers their numbers. Definer: permission was checked by the caller of this function.
declare
  v_status uuid;
  v_collections integer;
  v_items integer;
  v_tasks integer;
  v_rank numeric := coalesce((select max(c.order_rank) from public.collections c where c.space_id = p_space.id), 0);
begin
  insert into public.collections (id, space_id, studio_id, project_id, name, is_default, order_rank, rev)
  select (c ->> 'id')::uuid, p_space.id, p_space.studio_id, p_space.project_id, trim(c ->> 'name'), coalesce((c ->> 'is_default')::boolean, false), v_rank + 1000 * n, p_rev
  from jsonb_array_elements(private.json_list(p_changes -> 'collections')) with ordinality as e (c, n) order by n;
  get diagnostics v_collections = row_count;

  if exists (select from jsonb_array_elements(private.json_list(p_changes -> 'items')) as i
    where not exists (select from public.collections c where c.id = (i ->> 'collection_id')::uuid and c.space_id = p_space.id)) then
    raise exception 'An item belongs to a collection of its space' using errcode = '22023';
  end if;
  -- Items that bring their slug come first: what makes one of its name goes round them. A null slug is made by the table's trigger.
  insert into public.items (id, collection_id, space_id, studio_id, project_id, title, description, item_type_id, order_rank, custom_slug,
    frame_in, frame_out, handle_in, handle_out, frame_rate, external_ids, rev)
  select (i ->> 'id')::uuid, (i ->> 'collection_id')::uuid, p_space.id, p_space.studio_id, p_space.project_id, trim(i ->> 'title'), coalesce(i ->> 'description', ''),
    coalesce(i ->> 'item_type_id', case p_space.type_id when 'illustration' then 'illustration' else 'shot' end),
    coalesce((select max(o.order_rank) from public.items o where o.collection_id = (i ->> 'collection_id')::uuid), 0) + 1000 * n,
    case when private.make_slug(i ->> 'slug') = i ->> 'slug' and not exists (select from public.items o where o.space_id = p_space.id and o.custom_slug = i ->> 'slug')
      then i ->> 'slug' end,
    (i ->> 'frame_in')::integer, (i ->> 'frame_out')::integer, (i ->> 'handle_in')::integer, (i ->> 'handle_out')::integer, i ->> 'frame_rate',
    case jsonb_typeof(i -> 'external_ids') when 'object' then i -> 'external_ids' else '{}' end, p_rev
  from jsonb_array_elements(private.json_list(p_changes -> 'items')) with ordinality as e (i, n)
  order by (i ->> 'slug') is null, n;
  get diagnostics v_items = row_count;

  select s.id into v_status from public.task_statuses s where s.studio_id = p_space.studio_id order by s.is_default desc, s.position limit 1;
  if exists (select from jsonb_to_recordset(private.json_list(p_changes -> 'tasks')) as t (item_id uuid, stage_id uuid, status_id uuid, assignee_id uuid)
    left join public.items i on i.id = t.item_id and i.space_id = p_space.id
    left join public.stages g on g.id = t.stage_id and g.studio_id = p_space.studio_id
    left join public.task_statuses s on s.id = coalesce(t.status_id, v_status) and s.studio_id = p_space.studio_id
    left join public.studio_members m on m.user_id = t.assignee_id and m.studio_id = p_space.studio_id and m.archived_at is null
    where i.id is null or g.id is null or s.id is null or (t.assignee_id is not null and m.user_id is null)) then
    raise exception 'A task names an item, a stage, a status or a person that is not there' using errcode = '22023';
  end if;
  insert into public.item_tasks (id, item_id, stage_id, space_id, studio_id, project_id, title, status_id, assignee_id, due_date, priority, is_disabled, rev)
  select t.id, t.item_id, t.stage_id, p_space.id, p_space.studio_id, p_space.project_id, g.name, coalesce(t.status_id, v_status), t.assignee_id, t.due_date,
    coalesce(t.priority, 0), coalesce(t.is_disabled, false), p_rev
  from jsonb_to_recordset(private.json_list(p_changes -> 'tasks'))
    as t (id uuid, item_id uuid, stage_id uuid, status_id uuid, assignee_id uuid, due_date date, priority integer, is_disabled boolean)
  join public.stages g on g.id = t.stage_id;
  get diagnostics v_tasks = row_count;
  insert into public.task_estimations (task_id, space_id, studio_id, project_id, estimated_hours, rev)
  select t.id, p_space.id, p_space.studio_id, p_space.project_id, round(t.estimated_hours, 1), p_rev
  from jsonb_to_recordset(private.json_list(p_changes -> 'tasks')) as t (id uuid, estimated_hours numeric) where t.estimated_hours is not null;
  return jsonb_build_object('collections', v_collections, 'items', v_items, 'tasks', v_tasks);
end $$;

create function private.import_item_changes(p_space public.spaces, p_changes jsonb, p_rev bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- New values of items that are there, only where they still have the expected ones. Answers the ids that have not, as a list. Definer: as above.
declare
  v_conflicts jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', c ->> 'id', 'field', 'item')), '[]') into v_conflicts
  from jsonb_array_elements(private.json_list(p_changes -> 'item_changes')) as c
  where not exists (select from public.items i where i.id = (c ->> 'id')::uuid and i.space_id = p_space.id and to_jsonb(i) @> coalesce(c -> 'expected', '{}'));
  if exists (select from jsonb_array_elements(private.json_list(p_changes -> 'item_changes')) as c where c -> 'fields' ? 'collection_id'
    and not exists (select from public.collections o where o.id = (c -> 'fields' ->> 'collection_id')::uuid and o.space_id = p_space.id)) then
    raise exception 'An item belongs to a collection of its space' using errcode = '22023';
  end if;
  update public.items i set
    title = coalesce(trim(w.f ->> 'title'), i.title), description = coalesce(w.f ->> 'description', i.description),
    collection_id = coalesce((w.f ->> 'collection_id')::uuid, i.collection_id),
    frame_in = case when w.f ? 'frame_in' then (w.f ->> 'frame_in')::integer else i.frame_in end,
    frame_out = case when w.f ? 'frame_out' then (w.f ->> 'frame_out')::integer else i.frame_out end,
    handle_in = case when w.f ? 'handle_in' then (w.f ->> 'handle_in')::integer else i.handle_in end,
    handle_out = case when w.f ? 'handle_out' then (w.f ->> 'handle_out')::integer else i.handle_out end,
    frame_rate = case when w.f ? 'frame_rate' then w.f ->> 'frame_rate' else i.frame_rate end,
    external_ids = case jsonb_typeof(w.f -> 'external_ids') when 'object' then w.f -> 'external_ids' else i.external_ids end,
    updated_at = now(), rev = p_rev
  from (
    select (c ->> 'id')::uuid as id, c -> 'fields' as f from jsonb_array_elements(private.json_list(p_changes -> 'item_changes')) as c
    where jsonb_typeof(c -> 'fields') = 'object'
  ) as w
  where i.id = w.id and i.space_id = p_space.id and not v_conflicts @> jsonb_build_array(jsonb_build_object('id', i.id));
  return v_conflicts;
end $$;

create function private.import_task_changes(p_space public.spaces, p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- New values of tasks that are there, field by field as update_tasks does it, so that a new status is told. A task is enabled before and disabled
-- after everything else. Answers what was left alone as [{id, field}]. Definer: as above.
declare
  v_part record;
  v_answer jsonb;
  v_left jsonb := '[]';
begin
  if exists (select from jsonb_array_elements(private.json_list(p_changes -> 'task_changes')) as c
    where not exists (select from public.item_tasks t where t.id = (c ->> 'id')::uuid and t.space_id = p_space.id)) then
    perform private.refuse_missing('Task not found');
  end if;
  for v_part in
    select c ->> 'field' as field, array_agg((c ->> 'id')::uuid) as ids, jsonb_agg(coalesce(c -> 'to', 'null')) as new_values, jsonb_agg(coalesce(c -> 'from', 'null')) as old_values
    from jsonb_array_elements(private.json_list(p_changes -> 'task_changes')) as c
    group by c ->> 'field', c ->> 'field' = 'is_disabled' and c ->> 'to' = 'true'
    order by case when c ->> 'field' <> 'is_disabled' then 1 when c ->> 'field' = 'is_disabled' and c ->> 'to' = 'true' then 2 else 0 end, 1
  loop
    v_answer := private.update_tasks(v_part.ids, v_part.field, v_part.new_values, v_part.old_values, null);
    v_left := v_left || (select coalesce(jsonb_agg(jsonb_build_object('id', s ->> 'task_id', 'field', v_part.field)), '[]')
      from jsonb_array_elements(v_answer -> 'skipped') as s where s ->> 'reason' <> 'unchanged');
  end loop;
  return v_left;
end $$;

create function private.import_deletions(p_space public.spaces, p_changes jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
-- Takes away what an import made: tasks, items, and collections that are empty then. Answers how many rows. Definer: as above.
declare
  v_ids jsonb := case jsonb_typeof(p_changes -> 'deletions') when 'object' then p_changes -> 'deletions' else '{}' end;
  v_count integer;
  v_deleted integer := 0;
begin
  if v_ids = '{}' then
    return 0;
  end if;
  if not p_space.project_id = any(private.my_project_ids_with('delete')) then
    raise exception 'Your role may not delete this' using errcode = '42501';
  end if;
  delete from public.item_tasks t where t.space_id = p_space.id and t.id in (select k::uuid from jsonb_array_elements_text(private.json_list(v_ids -> 'tasks')) as k);
  get diagnostics v_count = row_count;
  v_deleted := v_deleted + v_count;
  delete from public.items i where i.space_id = p_space.id and i.id in (select k::uuid from jsonb_array_elements_text(private.json_list(v_ids -> 'items')) as k);
  get diagnostics v_count = row_count;
  v_deleted := v_deleted + v_count;
  delete from public.collections c where c.space_id = p_space.id and c.id in (select k::uuid from jsonb_array_elements_text(private.json_list(v_ids -> 'collections')) as k)
    and not exists (select from public.items i where i.collection_id = c.id);
  get diagnostics v_count = row_count;
  return v_deleted + v_count;
end $$;

create function private.apply_import(p_space_id uuid, p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.apply_import. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'apply_import', concat_ws('|', p_space_id, p_changes::text));
  v_space public.spaces;
  v_rev bigint;
  v_made jsonb;
  v_conflicts jsonb;
  v_deleted integer;
begin
  if v_known is not null then
    return v_known;
  end if;
  select s.* into v_space from public.spaces s where s.id = p_space_id and s.project_id = any(private.my_project_ids());
  if v_space.id is null then
    perform private.refuse_missing('Space not found');
  end if;
  if not v_space.project_id = any(private.my_project_ids_with('create')) then
    raise exception 'Your role may not change items' using errcode = '42501';
  end if;
  if jsonb_typeof(p_changes) is distinct from 'object' or jsonb_array_length(private.json_list(p_changes -> 'items')) > 20000
    or jsonb_array_length(private.json_list(p_changes -> 'tasks')) > 200000 then
    raise exception 'An import is an object with at most 20000 new items and 200000 new tasks' using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_space.studio_id); -- the clock locks before any row does
  v_made := private.import_new_rows(v_space, p_changes, v_rev);
  v_conflicts := private.import_item_changes(v_space, p_changes, v_rev) || private.import_task_changes(v_space, p_changes);
  v_deleted := private.import_deletions(v_space, p_changes);
  if v_conflicts <> '[]' and p_changes ->> 'on_conflict' is distinct from 'skip' then
    raise exception '% values were changed by somebody else since the plan was made', jsonb_array_length(v_conflicts) using errcode = '23505';
  end if;
  return private.end_operation(p_operation_id, v_made || jsonb_build_object('rev', v_rev, 'deleted', v_deleted, 'conflicts', v_conflicts,
    'changed', jsonb_array_length(private.json_list(p_changes -> 'item_changes')) + jsonb_array_length(private.json_list(p_changes -> 'task_changes'))
      - jsonb_array_length(v_conflicts)));
exception
  when invalid_text_representation or numeric_value_out_of_range or check_violation or not_null_violation or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value then
    raise exception 'The import cannot be carried out: %', sqlerrm using errcode = '22023';
end $$;

create function public.apply_import(p_space_id uuid, p_changes jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Carries out an import in one step, all or nothing: {collections: [{id, name, is_default?}], items: [{id, collection_id, title, slug?, description?,
  -- item_type_id?, frame_in?, frame_out?, handle_in?, handle_out?, frame_rate?, external_ids?}], tasks: [{id, item_id, stage_id, status_id?, assignee_id?,
  -- due_date?, priority?, is_disabled?, estimated_hours?}], item_changes: [{id, expected, fields}], task_changes: [{id, field, from, to}],
  -- deletions: {items, tasks, collections}, on_conflict: 'refuse' (23505) or 'skip'}. Answers {rev, collections, items, tasks, changed, deleted,
  -- conflicts: [{id, field}]}; a repeat answers the same. 22023 bad values, 42501 not allowed, P0002 unknown space or task, 23505 ids or values in the way.
  select private.apply_import(p_space_id, p_changes, p_operation_id)
$$;

revoke execute on function public.apply_import(uuid, jsonb, uuid), private.apply_import(uuid, jsonb, uuid), private.json_list(jsonb),
  private.import_new_rows(public.spaces, jsonb, bigint), private.import_item_changes(public.spaces, jsonb, bigint),
  private.import_task_changes(public.spaces, jsonb), private.import_deletions(public.spaces, jsonb) from public, anon;
grant execute on function public.apply_import(uuid, jsonb, uuid), private.apply_import(uuid, jsonb, uuid) to authenticated, service_role;
