-- Consequences of task changes: the comment, the followers and the notifications. A trigger that runs after a statement
-- never joins its old rows with its new ones in a cached plan: that plan is made for as many rows as the connection's
-- first statement changed, and a later change of 5,000 tasks would compare each row with every other.

create function private.author_name(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  -- The name a comment is signed with: the full name, else the start of the e-mail, else Member. Definer: reads any
  -- profile.
  select coalesce((select coalesce(nullif(trim(u.display_name), ''), nullif(split_part(u.email, '@', 1), ''))
    from public.user_profiles u where u.id = p_user_id), 'Member')
$$;

create function private.tg_item_tasks_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After a statement changed tasks: a status-change comment for each changed status (unless the change comes with its
-- own comment) and one notification per person, however many tasks changed. What the caller has just judged in a review
-- session is announced by the session's digest. Definer: writes comments and notifications for people the caller cannot
-- see.
declare
  v_actor uuid := coalesce(auth.uid(), '00000000-0000-0000-0000-000000000000');
  v_name text := private.author_name(auth.uid());
  v_is_commented boolean := coalesce(current_setting('xsheet.status_comment', true), '') <> 'off';
  v_judged uuid[] := array(select e.task_id from public.review_entries e
    where e.judged_by = v_actor and e.judged_at > now() - interval '10 minutes');
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
        'status', b.name, 'statusId', b.id, 'changedStatus', true,
        'fromStatus', w.name, 'fromStatusId', w.id)) as metadata
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
    where f.user_id <> v_actor and c.id <> all(v_judged)
    group by f.user_id, c.studio_id, c.project_id, c.becomes
  loop
    perform private.notify('status_change', v_told.studio_id, v_told.project_id, 'task', v_told.task_ids[1],
      jsonb_build_object('statusId', v_told.status_id, 'count', cardinality(v_told.task_ids),
        'taskIds', to_jsonb(v_told.task_ids[1:50])), array[v_told.user_id]);
  end loop;
  return null;
end $$;

create function private.follow_and_tell(p_assigned jsonb) returns void
language plpgsql security definer set search_path = '' as $$
-- Makes assignees follow their tasks and notifies each once for all of them. p_assigned: [{task_id, user_id, studio_id,
-- project_id, space_id}]. Definer: writes followers and notifications of others.
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
      jsonb_build_object('count', cardinality(v_told.task_ids), 'taskIds', to_jsonb(v_told.task_ids[1:50])),
        array[v_told.user_id]);
  end loop;
end $$;

create function private.tg_tasks_assigned() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After tasks or blocks were assigned: the assignees follow the task and are notified. Definer: see follow_and_tell.
declare
  v_assigned jsonb;
begin
  if current_setting('xsheet.changing', true) = 'status' then
    return null; -- a bulk change of statuses assigns nobody
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('task_id', to_jsonb(n) -> tg_argv[0], 'user_id', n.assignee_id,
      'studio_id', n.studio_id, 'project_id', n.project_id, 'space_id', n.space_id))
      into v_assigned from new_rows n where n.assignee_id is not null;
  else
    -- Planned anew each time, for the actual number of rows.
    execute format($query$
      select jsonb_agg(jsonb_build_object('task_id', n.%I, 'user_id', n.assignee_id, 'studio_id', n.studio_id,
        'project_id', n.project_id, 'space_id', n.space_id))
      from new_rows n join old_rows o on o.id = n.id
        where n.assignee_id is not null and n.assignee_id is distinct from o.assignee_id
    $query$, tg_argv[0]) into v_assigned;
  end if;
  if v_assigned is not null then
    perform private.follow_and_tell(v_assigned);
  end if;
  return null;
end $$;

create trigger item_tasks_before_insert_a_parents before insert on public.item_tasks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_item_tasks_parents();
create trigger item_tasks_before_update_a_parents before update on public.item_tasks
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_item_tasks_parents();
create trigger item_tasks_before_update_b_keep before update on public.item_tasks
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'item_id', 'stage_id', 'created_at');
create trigger item_tasks_before_insert_c_rev before insert on public.item_tasks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger item_tasks_before_update_c_rev before update on public.item_tasks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger item_tasks_before_write_d_links before insert or update on public.item_tasks
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('stage_id', 'stages', 'status_id', 'task_statuses');
create trigger item_tasks_before_write_e_rules before insert or update on public.item_tasks
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_item_tasks_rules();
create trigger item_tasks_before_insert_stamp before insert on public.item_tasks
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger item_tasks_before_write_clock before insert or update or delete on public.item_tasks
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger item_tasks_after_delete_tombstone after delete on public.item_tasks
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
create trigger item_tasks_after_insert_assigned after insert on public.item_tasks
  referencing new table as new_rows for each statement
  when (current_setting('xsheet.restoring', true) is distinct from 'on')
  execute function private.tg_tasks_assigned('id');
create trigger item_tasks_after_update_assigned after update on public.item_tasks
  referencing old table as old_rows new table as new_rows for each statement
  execute function private.tg_tasks_assigned('id');
create trigger item_tasks_after_update_changed after update on public.item_tasks
  referencing old table as old_rows new table as new_rows for each statement
  execute function private.tg_item_tasks_changed();
