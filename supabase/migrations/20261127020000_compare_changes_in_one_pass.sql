-- Purpose: what a statement changed is found without a join of the rows before and after it. Such a join is planned once a connection, for as many rows as
-- its first statement changed: after a single change, one of 5,000 tasks compared each row with each other.
-- Reversal: create the three functions as they were in 20261121090800 and 20261121093100.

create or replace function private.tg_item_tasks_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After a statement changed tasks: a status-change comment for each changed status (unless the change comes with a comment of its own) and one
-- notification a person, however many tasks changed. Definer: writes comments and notifications for people the caller cannot see.
declare
  v_actor uuid := coalesce(auth.uid(), '00000000-0000-0000-0000-000000000000');
  v_name text := private.author_name(auth.uid());
  v_is_commented boolean := coalesce(current_setting('xsheet.status_comment', true), '') <> 'off';
  v_told record;
begin
  for v_told in
    with changed as materialized (
      select c.id, c.space_id, c.studio_id, c.project_id, c.rev, c.was, c.status_id as becomes
      from (
        select r.*, lag(r.status_id) over (partition by r.id order by r.is_new) as was
        from (
          select o.id, o.space_id, o.studio_id, o.project_id, o.rev, o.status_id, false as is_new from old_rows o
          union all
          select n.id, n.space_id, n.studio_id, n.project_id, n.rev, n.status_id, true from new_rows n
        ) as r
      ) as c
      where c.is_new and c.was <> c.status_id
    ), pair as materialized (
      select p.was, p.becomes, jsonb_build_object('authorName', v_name, 'statusInfo', jsonb_build_object(
          'status', b.name, 'statusId', b.id, 'changedStatus', true, 'fromStatus', w.name, 'fromStatusId', w.id)) as metadata
      from (select distinct c.was, c.becomes from changed c) as p
      join public.task_statuses b on b.id = p.becomes
      join public.task_statuses w on w.id = p.was
    ), posted as (
      insert into public.comments (task_id, space_id, studio_id, project_id, metadata, created_by, is_automatic, rev)
      select c.id, c.space_id, c.studio_id, c.project_id, p.metadata, v_actor, true, c.rev
      from changed c join pair p on p.was = c.was and p.becomes = c.becomes
      where v_is_commented
    )
    select f.user_id, c.studio_id, c.project_id, c.becomes as status_id, array_agg(c.id) as task_ids
    from changed c join public.task_followers f on f.task_id = c.id
    where f.user_id <> v_actor
    group by f.user_id, c.studio_id, c.project_id, c.becomes
  loop
    perform private.notify('status_change', v_told.studio_id, v_told.project_id, 'task', v_told.task_ids[1],
      jsonb_build_object('statusId', v_told.status_id, 'count', cardinality(v_told.task_ids), 'taskIds', to_jsonb(v_told.task_ids[1:50])), array[v_told.user_id]);
  end loop;
  return null;
end $$;

create or replace function private.tg_tasks_assigned() returns trigger
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
    -- Planned anew each time, for as many rows as there are.
    execute format($query$
      select jsonb_agg(jsonb_build_object('task_id', n.%I, 'user_id', n.assignee_id, 'studio_id', n.studio_id, 'project_id', n.project_id, 'space_id', n.space_id))
      from new_rows n join old_rows o on o.id = n.id where n.assignee_id is not null and n.assignee_id is distinct from o.assignee_id
    $query$, tg_argv[0]) into v_assigned;
  end if;
  if v_assigned is not null then
    perform private.follow_and_tell(v_assigned);
  end if;
  return null;
end $$;

create or replace function private.tg_items_move_blocks() returns trigger
language plpgsql security definer set search_path = '' as $$
-- The blocks of an item that moved to another collection move along. Definer: the caller's row rules are about the item.
begin
  update public.task_blocks b set collection_id = n.collection_id, updated_at = now(), rev = n.rev
  from new_rows n where b.item_id = n.id and b.collection_id <> n.collection_id;
  return null;
end $$;
