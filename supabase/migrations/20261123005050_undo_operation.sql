-- Undoing, from the log, what an operation did and what rules did because of it.

create function private.revert_task_values(p_column text, p_events jsonb) returns jsonb
language plpgsql set search_path = '' as $$
-- Restores the values that a column of tasks had, where they still have what the events say: {changed, skipped}.
declare
  v_answer jsonb;
begin
  if not exists (select from jsonb_array_elements(p_events) as e
    where e -> 'old' ? p_column or e -> 'new' ? p_column) then
    return '{"changed": 0, "skipped": 0}';
  end if;
  select public.update_tasks(array_agg((e ->> 'task_id')::uuid), p_column, jsonb_agg(e -> 'old' -> p_column),
    jsonb_agg(e -> 'new' -> p_column)) into v_answer
  from jsonb_array_elements(p_events) as e where e -> 'old' ? p_column or e -> 'new' ? p_column;
  return coalesce(jsonb_build_object('changed', (v_answer ->> 'changed')::integer,
    'skipped', jsonb_array_length(v_answer -> 'skipped')), '{"changed": 0, "skipped": 0}');
exception when sqlstate 'PGRST' then -- none of them exists any more
  return jsonb_build_object('changed', 0, 'skipped', jsonb_array_length(p_events));
end $$;

create function private.table_of_event(p_kind text) returns text
language sql immutable set search_path = '' as $$
  -- The table of an event's subject.
  select case split_part(p_kind, '.', 1) when 'item' then 'items' when 'task' then 'item_tasks'
    when 'collection' then 'collections' when 'comment' then 'comments' when 'revision' then 'task_versions'
    when 'block' then 'task_blocks' when 'review' then 'review_sessions' end
$$;

create function private.revert_item(p_event jsonb) returns jsonb
language plpgsql set search_path = '' as $$
-- Restores the previous values of a row, or of a field of an item, a task or a project, if it still has what the event
-- says.
declare
  v_of text := case when p_event ->> 'task_id' is not null then 'task'
    when p_event ->> 'item_id' is not null then 'item' else 'project' end;
begin
  if p_event ->> 'kind' = 'field.changed' then
    perform public.set_fields(v_of, jsonb_build_array(jsonb_build_object('id', p_event -> (v_of || '_id'),
      'values', jsonb_build_object(p_event #>> '{old,key}', p_event #> '{old,value}'),
      'expected', jsonb_build_object(p_event #>> '{new,key}', p_event #> '{new,value}'))));
  else
    perform public.update_rows(private.table_of_event(p_event ->> 'kind'), jsonb_build_array(jsonb_build_object(
      'key', jsonb_build_object('id', p_event -> 'thing_id'),
      'values', (p_event -> 'old') - array['item_type', 'assignee'],
      'expected', (p_event -> 'new') - array['item_type', 'assignee'])));
  end if;
  return '{"changed": 1, "skipped": 0}';
exception when sqlstate 'PGRST' or invalid_parameter_value or check_violation or insufficient_privilege then
  return '{"changed": 0, "skipped": 1}';
end $$;

create function private.revert_rows(p_studio_id uuid, p_operation_id uuid, p_kind text, p_events jsonb) returns jsonb
language plpgsql set search_path = '' as $$
-- Deletes what was created, a comment or a block only if nobody has changed it since, or restores what was deleted.
declare
  v_things text[];
  v_rev bigint;
begin
  if p_kind like '%.deleted' then
    v_rev := private.rev_of_operation(p_operation_id);
    perform set_config('xsheet.restored', '', true);
    perform public.restore_deleted(p_studio_id, v_rev);
  else
    v_things := array(select e ->> 'thing_id' from jsonb_array_elements(p_events) as e
      where not exists (select from public.events l
        where l.studio_id = p_studio_id and l.item_id = (e ->> 'item_id')::uuid
          and l.thing_id = (e ->> 'thing_id')::uuid and l.seq > (e ->> 'seq')::bigint
          and l.kind in ('comment.edited', 'block.changed') and l.operation_id is distinct from p_operation_id
          and not private.is_undone(p_studio_id, l.operation_id)));
    if cardinality(v_things) > 0 then
      perform public.delete_rows(private.table_of_event(p_kind), v_things);
    end if;
    return jsonb_build_object('changed', cardinality(v_things),
      'skipped', jsonb_array_length(p_events) - cardinality(v_things));
  end if;
  return jsonb_build_object('changed', jsonb_array_length(p_events), 'skipped', 0);
exception when sqlstate 'PGRST' or foreign_key_violation or unique_violation then
  return jsonb_build_object('changed', 0, 'skipped', jsonb_array_length(p_events));
end $$;

create function private.rev_of_operation(p_operation_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  -- The revision that an operation took. Definer: operations are private.
  select (o.result ->> 'rev')::bigint from private.operations o where o.id = p_operation_id limit 1
$$;

create function private.events_of_act(p_studio_id uuid, p_seq bigint) returns setof public.events
language sql stable security definer set search_path = '' as $$
  -- The events of an event's operation, which are consecutive, and of all that rules did because of them. Definer: a
  -- consequence may be hidden from the caller.
  with recursive act as (
    select e.* from public.events e
    where e.studio_id = p_studio_id and e.seq between p_seq - 100000 and p_seq + 100000
      and e.operation_id = (select o.operation_id from public.events o
        where o.studio_id = p_studio_id and o.seq = p_seq)
    union
    select e.* from public.events e join act a on e.cause = a.seq where e.studio_id = p_studio_id
  )
  select * from act
$$;

create function private.is_undone(p_studio_id uuid, p_operation_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether an operation was undone, or undid another. Definer: the table is private.
  select exists (select from private.undone_operations u
    where u.studio_id = p_studio_id and p_operation_id in (u.operation_id, u.undone_by))
$$;

create function private.mark_undone(p_studio_id uuid, p_operation_id uuid, p_undone_by uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- Records that an operation was undone; false if it already was. Definer: the table is private.
begin
  insert into private.undone_operations (studio_id, operation_id, undone_by)
    values (p_studio_id, p_operation_id, p_undone_by) on conflict do nothing;
  return found;
end $$;

create function public.undo_operation(p_studio_id uuid, p_seq bigint, p_operation_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
-- Undoes the operation that an event belongs to, and what rules did because of it, last first: with the caller's
-- rights, and only where nobody has changed it since. Returns {rev, changed, skipped}. P0002 no such event, 22023 an
-- event that cannot be undone, 23505 already undone.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'undo_operation', concat_ws('|', p_studio_id, p_seq));
  v_event public.events;
  v_part record;
  v_done jsonb;
  v_changed integer := 0;
  v_skipped integer := 0;
begin
  if v_known is not null then
    return v_known;
  end if;
  select * into v_event from public.events e where e.studio_id = p_studio_id and e.seq = p_seq;
  if v_event.seq is null then
    perform private.refuse_missing('Event not found');
  elsif p_operation_id is null or v_event.operation_id is null or not private.is_undoable(v_event.kind)
    or v_event.at < now() - interval '30 days' then
    raise exception 'This cannot be undone' using errcode = '22023';
  end if;
  perform private.next_rev_of(p_studio_id);
  if not private.mark_undone(p_studio_id, v_event.operation_id, p_operation_id) then
    raise exception 'This was already undone' using errcode = '23505';
  end if;
  for v_part in
    select a.operation_id, a.depth, a.kind, jsonb_agg(private.event_json(a) order by a.seq desc) as events
    from private.events_of_act(p_studio_id, p_seq) as a where private.is_undoable(a.kind)
    group by a.operation_id, a.depth, a.kind order by a.depth desc, max(a.seq) desc
  loop
    if v_part.kind = 'task.status_changed' then
      v_done := private.revert_task_values('status_id', v_part.events);
    elsif v_part.kind = 'task.assigned' then
      v_done := private.revert_task_values('assignee_id', v_part.events);
    elsif v_part.kind = 'task.changed' then
      select jsonb_build_object('changed', sum((r ->> 'changed')::integer), 'skipped', sum((r ->> 'skipped')::integer))
        into v_done
      from unnest(array['due_date', 'priority', 'is_disabled', 'estimated_hours']) as c
      cross join lateral private.revert_task_values(c, v_part.events) as r;
    elsif v_part.kind in ('item.changed', 'field.changed', 'block.changed', 'collection.changed', 'review.changed') then
      select jsonb_build_object('changed', sum((r ->> 'changed')::integer), 'skipped', sum((r ->> 'skipped')::integer))
        into v_done
      from jsonb_array_elements(v_part.events) as e cross join lateral private.revert_item(e) as r;
    else
      v_done := private.revert_rows(p_studio_id, v_part.operation_id, v_part.kind, v_part.events);
    end if;
    v_changed := v_changed + coalesce((v_done ->> 'changed')::integer, 0);
    v_skipped := v_skipped + coalesce((v_done ->> 'skipped')::integer, 0);
  end loop;
  return private.end_operation(p_operation_id,
    jsonb_build_object('rev', private.rev_taken(), 'changed', v_changed, 'skipped', v_skipped));
end $$;

grant execute on function
  private.revert_task_values(text, jsonb), private.revert_item(jsonb), private.revert_rows(uuid, uuid, text, jsonb),
  private.rev_of_operation(uuid), private.events_of_act(uuid, bigint), private.mark_undone(uuid, uuid, uuid),
  private.is_undoable(text), private.table_of_event(text), private.is_undone(uuid, uuid),
  public.undo_operation(uuid, bigint, uuid)
to authenticated, service_role;
