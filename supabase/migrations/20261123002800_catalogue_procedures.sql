-- The order and the default of stages and statuses, and which of them a space uses.

create function private.require_studio_create(p_studio_id uuid) returns void
language plpgsql stable set search_path = '' as $$
-- Ends the call unless the caller's role may change the studio: P0002 for non-members, 42501 for others.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  elsif not p_studio_id = any(private.my_studio_ids_with('create')) then
    raise exception 'Your role may not change stages and statuses' using errcode = '42501';
  end if;
end $$;

create function public.reorder_stages(
  p_studio_id uuid, p_ids uuid[], p_operation_id uuid default null
) returns integer
language plpgsql set search_path = '' as $$
-- Puts a studio's stages in the given order, in steps of 10; stages not named follow in their current order. Returns
-- how many moved. 22023 an id given twice or of another studio, P0002 unknown studio, 42501 not allowed.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'reorder_stages',
    concat_ws('|', p_studio_id, p_ids::text));
  v_moved integer;
begin
  if v_known is not null then
    return (v_known ->> 'moved')::integer;
  end if;
  perform private.require_studio_create(p_studio_id);
  if private.has_duplicates(p_ids) or exists (select from unnest(p_ids) as w (id)
    where w.id not in (select s.id from public.stages s where s.studio_id = p_studio_id)) then
    raise exception 'The order names a stage twice or one of another studio' using errcode = '22023';
  end if;
  update public.stages s set order_index = o.n * 10
  from (
    select t.id, row_number() over (
      order by coalesce(array_position(p_ids, t.id), 2147483647), t.order_index, t.name, t.id) as n
    from public.stages t where t.studio_id = p_studio_id
  ) as o
  where s.id = o.id and s.order_index <> o.n * 10;
  get diagnostics v_moved = row_count;
  perform private.end_operation(p_operation_id, jsonb_build_object('moved', v_moved));
  return v_moved;
end $$;

create function public.reorder_statuses(
  p_studio_id uuid, p_ids uuid[], p_operation_id uuid default null
) returns integer
language plpgsql set search_path = '' as $$
-- Puts a studio's statuses in the given order, counting from 0; statuses not named follow in their current order.
-- Returns how many moved. 22023 an id given twice or of another studio, P0002 unknown studio, 42501 not allowed.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'reorder_statuses',
    concat_ws('|', p_studio_id, p_ids::text));
  v_moved integer;
begin
  if v_known is not null then
    return (v_known ->> 'moved')::integer;
  end if;
  perform private.require_studio_create(p_studio_id);
  if private.has_duplicates(p_ids) or exists (select from unnest(p_ids) as w (id)
    where w.id not in (select s.id from public.task_statuses s where s.studio_id = p_studio_id)) then
    raise exception 'The order names a status twice or one of another studio' using errcode = '22023';
  end if;
  update public.task_statuses s set position = o.n - 1
  from (
    select t.id, row_number() over (
      order by coalesce(array_position(p_ids, t.id), 2147483647), t.position, t.created_at, t.id) as n
    from public.task_statuses t where t.studio_id = p_studio_id
  ) as o
  where s.id = o.id and s.position <> o.n - 1;
  get diagnostics v_moved = row_count;
  perform private.end_operation(p_operation_id, jsonb_build_object('moved', v_moved));
  return v_moved;
end $$;

create function public.set_default_status(
  p_status_id uuid, p_operation_id uuid default null
) returns public.task_statuses
language plpgsql set search_path = '' as $$
-- Makes a status its studio's only default, in one step, and returns it; a repeat changes nothing. P0002 unknown
-- status, 42501 not allowed.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'set_default_status', p_status_id::text);
  v_status public.task_statuses;
begin
  select s.* into v_status from public.task_statuses s where s.id = p_status_id;
  if v_status.id is null then
    perform private.refuse_missing('Status not found');
  end if;
  if v_known is not null then
    return v_status;
  end if;
  perform private.require_studio_create(v_status.studio_id);
  perform private.next_rev_of(v_status.studio_id); -- one writer per studio: two defaults set at once cannot collide
  update public.task_statuses s set is_default = false
    where s.studio_id = v_status.studio_id and s.is_default and s.id <> p_status_id;
  update public.task_statuses s set is_default = true where s.id = p_status_id and not s.is_default;
  select s.* into v_status from public.task_statuses s where s.id = p_status_id;
  return v_status;
end $$;

create function public.save_space_config(
  p_space_id uuid, p_stage_ids uuid[], p_status_ids uuid[], p_operation_id uuid default null
) returns jsonb
language plpgsql set search_path = '' as $$
-- Sets the stages and statuses a space uses, in the given order: stages in steps of 10, statuses from 0. Returns {rev}.
-- All or nothing. 22023 none chosen (a moodboard needs no stage), an id given twice or of another studio; 23503 'Cannot
-- delete stage: {n} tasks are using it' and 'Cannot delete status: {n} tasks are using it' for one that tasks of the
-- space have; P0002 unknown space, 42501 not allowed.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'save_space_config',
    concat_ws('|', p_space_id, p_stage_ids::text, p_status_ids::text));
  v_space public.spaces;
  v_rev bigint;
  v_stages uuid[] := coalesce(p_stage_ids, '{}');
  v_statuses uuid[] := coalesce(p_status_ids, '{}');
begin
  if v_known is not null then
    return v_known;
  end if;
  select s.* into v_space from public.spaces s where s.id = p_space_id;
  if v_space.id is null then
    perform private.refuse_missing('Space not found');
  end if;
  v_rev := private.next_rev_of(v_space.studio_id);
  if cardinality(v_statuses) = 0 or cardinality(v_stages) = 0 and v_space.type_id <> 'moodboard' then
    raise exception 'Please select at least one stage and one status' using errcode = '22023';
  end if;
  if private.has_duplicates(v_stages) or private.has_duplicates(v_statuses)
    or exists (select from unnest(v_stages) as w (id)
      where w.id not in (select s.id from public.stages s where s.studio_id = v_space.studio_id))
    or exists (select from unnest(v_statuses) as w (id)
      where w.id not in (select s.id from public.task_statuses s where s.studio_id = v_space.studio_id)) then
    raise exception 'A stage or status is named twice or is of another studio' using errcode = '22023';
  end if;
  perform private.refuse_in_use('stage', count(*), 0) from public.item_tasks t
  where t.space_id = p_space_id and t.stage_id <> all(v_stages) group by t.stage_id order by count(*) desc limit 1;
  perform private.refuse_in_use('status', count(*), 0) from public.item_tasks t
  where t.space_id = p_space_id and t.status_id <> all(v_statuses) group by t.status_id order by count(*) desc limit 1;

  delete from public.space_stages l where l.space_id = p_space_id and l.stage_id <> all(v_stages);
  delete from public.space_statuses l where l.space_id = p_space_id and l.status_id <> all(v_statuses);
  insert into public.space_stages as l (space_id, stage_id, is_active, order_index)
  select p_space_id, w.id, true, w.n * 10 from unnest(v_stages) with ordinality as w (id, n)
  on conflict (space_id, stage_id) do update set is_active = true, order_index = excluded.order_index
  where not l.is_active or l.order_index <> excluded.order_index;
  insert into public.space_statuses as l (space_id, status_id, order_index)
  select p_space_id, w.id, w.n - 1 from unnest(v_statuses) with ordinality as w (id, n)
  on conflict (space_id, status_id) do update set order_index = excluded.order_index
  where l.order_index <> excluded.order_index;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev));
end $$;

grant execute on function
  private.require_studio_create(uuid), public.reorder_stages(uuid, uuid[], uuid),
  public.reorder_statuses(uuid, uuid[], uuid), public.set_default_status(uuid, uuid),
  public.save_space_config(uuid, uuid[], uuid[], uuid)
to authenticated, service_role;
