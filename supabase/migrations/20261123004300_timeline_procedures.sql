-- Blocks and estimates one at a time, and the options of the timeline's filters.

create function public.get_studio_timeline_blocks(p_studio_id uuid) returns table (
  id uuid, task_id uuid, assignee_id uuid, start_date date, duration numeric, row_index integer, project_id uuid,
  space_id uuid, collection_id uuid, item_id uuid, stage_id uuid, project_name text, space_name text,
  collection_name text, item_name text, stage_name text, created_at timestamptz, task_data jsonb
)
language sql stable set search_path = '' as $$
  -- Lists every block of a studio with the names on its bar; task_data is {title, stage_id, status_id, item_slug,
  -- priority, due_date, estimated_hours}. Row rules apply.
  select b.id, b.task_id, b.assignee_id, b.start_date, b.duration, b.row_index, b.project_id, b.space_id,
    b.collection_id, b.item_id, b.stage_id, p.name, s.name, c.name, i.title, g.name, b.created_at,
    jsonb_build_object('title', t.title, 'stage_id', t.stage_id, 'status_id', t.status_id, 'item_slug', i.custom_slug,
      'priority', t.priority, 'due_date', t.due_date, 'estimated_hours', e.estimated_hours)
  from public.task_blocks b
  join public.item_tasks t on t.id = b.task_id
  join public.items i on i.id = b.item_id
  join public.collections c on c.id = b.collection_id
  join public.spaces s on s.id = b.space_id
  join public.projects p on p.id = b.project_id
  join public.stages g on g.id = b.stage_id
  left join public.task_estimations e on e.task_id = b.task_id
  where b.studio_id = p_studio_id
  order by b.start_date nulls first, b.row_index, b.created_at
$$;

create function public.create_task_block(
  p_task_id uuid, p_assignee_id uuid default null, p_start_date date default null, p_duration numeric default 1,
  p_row_index integer default 0, p_id uuid default null
) returns public.task_blocks
language plpgsql set search_path = '' as $$
-- Adds a block; without date and assignee it waits in the queue, which holds at most one block of a task. Returns the
-- block; a repeat with the same id, or a second queued block of a task, returns the existing one. 22023 bad value,
-- 42501 not allowed, P0002 unknown task.
declare
  v_block public.task_blocks;
begin
  if p_duration is null or p_duration not between 0.1 and 3650 or p_row_index is null
    or p_row_index not between 0 and 1000 or (p_start_date is null and p_assignee_id is not null) then
    raise exception 'A block has a duration from 0.1 days, a row from 0 and, where it has an assignee, a date'
      using errcode = '22023';
  end if;
  if not exists (select from public.item_tasks t where t.id = p_task_id) then
    perform private.refuse_missing('Task not found');
  end if;
  select b.* into v_block from public.task_blocks b
    where b.id = p_id or (p_start_date is null and b.task_id = p_task_id and b.start_date is null) limit 1;
  if v_block.id is null then
    insert into public.task_blocks (id, task_id, assignee_id, start_date, duration, row_index)
    values (coalesce(p_id, gen_random_uuid()), p_task_id, p_assignee_id, p_start_date, p_duration, p_row_index)
    returning * into v_block;
  end if;
  return v_block;
end $$;

create function public.update_task_block(
  p_block_id uuid, p_assignee_id uuid, p_start_date date, p_duration numeric, p_row_index integer
) returns public.task_blocks
language plpgsql set search_path = '' as $$
-- Moves a block to an assignee, date, duration and row; without a date it goes back to the queue. Returns the block.
-- 22023 bad value, P0002 unknown block or one the caller may not change.
declare
  v_block public.task_blocks;
begin
  if p_duration is null or p_duration not between 0.1 and 3650 or p_row_index is null
    or p_row_index not between 0 and 1000 or (p_start_date is null and p_assignee_id is not null) then
    raise exception 'A block has a duration from 0.1 days, a row from 0 and, where it has an assignee, a date'
      using errcode = '22023';
  end if;
  update public.task_blocks b set assignee_id = p_assignee_id, start_date = p_start_date, duration = p_duration,
    row_index = p_row_index where b.id = p_block_id returning b.* into v_block;
  if v_block.id is null then
    perform private.refuse_missing('Block not found');
  end if;
  return v_block;
end $$;

create function public.delete_task_block(p_block_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
-- Removes a block; the only block of its task goes back to the queue instead (no assignee, no date, duration 1, row 0).
-- Returns {deleted, queued}; both are false if there is no such block, so a repeat is harmless.
declare
  v_task uuid;
begin
  select b.task_id into v_task from public.task_blocks b where b.id = p_block_id for update;
  if v_task is null then
    return jsonb_build_object('deleted', false, 'queued', false);
  end if;
  if exists (select from public.task_blocks b where b.task_id = v_task and b.id <> p_block_id) then
    delete from public.task_blocks b where b.id = p_block_id;
    return jsonb_build_object('deleted', found, 'queued', false);
  end if;
  update public.task_blocks b set assignee_id = null, start_date = null, duration = 1, row_index = 0
    where b.id = p_block_id;
  return jsonb_build_object('deleted', false, 'queued', found);
end $$;

create function public.remove_duplicate_queue_blocks(p_studio_id uuid) returns integer
language sql set search_path = '' as $$
  -- Keeps only the oldest queued block of each task, and returns how many were removed. Row rules apply.
  with gone as (
    delete from public.task_blocks b where b.studio_id = p_studio_id and b.start_date is null and exists (
      select from public.task_blocks o
        where o.task_id = b.task_id and o.start_date is null and (o.created_at, o.id) < (b.created_at, b.id))
    returning 1)
  select count(*)::integer from gone
$$;

create function public.upsert_task_estimation(
  p_task_id text, p_estimated_hours numeric, p_operation_id uuid default null
) returns public.task_estimations
language plpgsql set search_path = '' as $$
-- Sets the estimate of a task, in hours, rounded to one decimal. Returns the row; a repeat changes nothing and returns
-- the same. 22023 'Estimated hours must be between 0 and 999.9', 22023 a text that is not a UUID, P0002 unknown task.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'upsert_task_estimation',
    concat_ws('|', p_task_id, p_estimated_hours));
  v_row public.task_estimations;
begin
  if v_known is not null then
    return jsonb_populate_record(v_row, v_known);
  end if;
  if not private.is_uuid(p_task_id) then
    raise exception 'Invalid task ID. Task must be referenced by UUID.' using errcode = '22023';
  end if;
  if p_estimated_hours is null or p_estimated_hours not between 0 and 999.9 then
    raise exception 'Estimated hours must be between 0 and 999.9' using errcode = '22023';
  end if;
  if not exists (select from public.item_tasks t where t.id = p_task_id::uuid) then
    perform private.refuse_missing('Task not found');
  end if;
  insert into public.task_estimations (task_id, estimated_hours) values (p_task_id::uuid, round(p_estimated_hours, 1))
  on conflict (task_id) do update set estimated_hours = excluded.estimated_hours returning * into v_row;
  perform private.end_operation(p_operation_id, to_jsonb(v_row));
  return v_row;
end $$;

create function public.get_task_estimations_for_items(p_item_ids text[]) returns table (
  task_id uuid, item_id uuid, stage_id uuid, estimated_hours numeric
)
language plpgsql stable set search_path = '' as $$
-- Lists the estimates, in hours, of the tasks of items. Row rules apply. 22023 'Invalid item IDs: ...' names the texts
-- that are not UUIDs.
declare
  v_wrong text := (select string_agg(i.id, ', ' order by i.n) from unnest(p_item_ids) with ordinality as i (id, n)
    where not private.is_uuid(i.id));
begin
  if v_wrong is not null then
    raise exception 'Invalid item IDs: %', left(v_wrong, 400) using errcode = '22023';
  end if;
  return query select e.task_id, t.item_id, t.stage_id, e.estimated_hours
  from public.task_estimations e join public.item_tasks t on t.id = e.task_id
  where t.item_id = any(p_item_ids::uuid[]);
end $$;

create function public.get_studio_filter_data(p_studio_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Returns what a filter panel offers: {projects, spaces, collections, items, stages, statuses, artists}, each an
  -- array in display order. Row rules apply.
  select jsonb_build_object(
    'projects', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'custom_slug', p.custom_slug,
      'is_active', p.is_active) order by p.is_active desc, p.display_order nulls last, p.created_at desc), '[]')
      from public.projects p where p.studio_id = p_studio_id),
    'spaces', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'project_id', s.project_id, 'name', s.name,
      'custom_slug', s.custom_slug) order by s.position, s.name), '[]')
      from public.spaces s where s.studio_id = p_studio_id),
    'collections', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'space_id', c.space_id,
      'name', c.name) order by lower(c.name)), '[]')
      from public.collections c where c.space_id in (select s.id from public.spaces s where s.studio_id = p_studio_id)),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'collection_id', i.collection_id,
      'title', i.title) order by i.order_rank), '[]')
      from public.items i where i.space_id in (select s.id from public.spaces s where s.studio_id = p_studio_id)),
    'stages', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color)
      order by g.order_index, g.name), '[]')
      from public.stages g where g.studio_id = p_studio_id),
    'statuses', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'color', s.color)
      order by s.position), '[]')
      from public.task_statuses s where s.studio_id = p_studio_id),
    'artists', (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'user_id', u.id,
      'display_name', u.display_name, 'avatar_url', u.avatar_url) order by lower(u.display_name)), '[]')
      from public.studio_members m join public.user_profiles u on u.id = m.user_id
      where m.studio_id = p_studio_id and m.archived_at is null))
$$;

grant execute on function
  public.get_studio_timeline_blocks(uuid), public.create_task_block(uuid, uuid, date, numeric, integer, uuid),
  public.update_task_block(uuid, uuid, date, numeric, integer), public.delete_task_block(uuid),
  public.remove_duplicate_queue_blocks(uuid), public.upsert_task_estimation(text, numeric, uuid),
  public.get_task_estimations_for_items(text[]), public.get_studio_filter_data(uuid)
to authenticated, service_role;
