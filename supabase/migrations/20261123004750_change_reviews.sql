-- Starting a review session, and changing its entries.

create function private.open_review(p_session_id uuid) returns public.review_sessions
language plpgsql stable security definer set search_path = '' as $$
-- The session, for a caller who may change it: P0002 if they may not see it, 42501 if their role may not, P0423 while
-- it is locked. Definer: checks access by itself.
declare
  v_session public.review_sessions;
begin
  select s.* into v_session from public.review_sessions s
    where s.id = p_session_id and s.project_id = any(private.my_project_ids());
  if v_session.id is null then
    perform private.refuse_missing('Review session not found');
  elsif not v_session.project_id = any(private.my_project_ids_with('create')) then
    raise exception 'Your role may not change review sessions' using errcode = '42501';
  elsif v_session.is_locked then
    perform private.refuse(423, 'P0423', 'This review session is locked: what was judged stays until it is unlocked.');
  end if;
  return v_session;
end $$;

create function private.kept_entry_fields(p_row jsonb, p_fields jsonb, p_expected jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- Those of the given fields that may be set and still have their expected values.
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) as f
  where f.key in ('version_id', 'order_rank', 'cut_in', 'cut_out', 'handle_in', 'handle_out', 'judged_status_id')
    and (p_expected is null or jsonb_typeof(p_expected) = 'null' or not p_expected ? f.key
      or p_row -> f.key is not distinct from p_expected -> f.key
      or f.key = 'order_rank' and (p_row ->> f.key)::numeric = (p_expected ->> f.key)::numeric)
$$;

create function private.say_review_problem(p_constraint text) returns text
language sql immutable set search_path = '' as $$
  -- The message for a session or an entry that a constraint refuses.
  select case p_constraint
    when 'review_sessions_name_check' then 'A review session needs a name'
    when 'review_sessions_name_limit_check' then 'The name is too long. The limit is 200 characters.'
    when 'review_sessions_kind_check' then 'A review session is of the kind dailies, cut or client'
    when 'review_entries_cut_check' then 'The first frame of a cut is not after its last'
    when 'review_entries_cut_in_check' then 'Frames of a cut are from -1000000 to 10000000'
    when 'review_entries_cut_out_check' then 'Frames of a cut are from -1000000 to 10000000'
    when 'review_entries_handle_in_check' then 'Handles are 0 to 10000 frames'
    when 'review_entries_handle_out_check' then 'Handles are 0 to 10000 frames'
    when 'review_entries_order_rank_check' then 'That is no place in an order'
    else 'That cannot be in a review session' end
$$;

create function private.refuse_unknown_judgements(p_session_id uuid, p_changes jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
-- Refuses a status of another studio or a revision of another task (P0002). Values put back with expected were there
-- before and may have been deleted since, so they pass. Definer: the caller of this function has checked permission.
begin
  if exists (
    select from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb, expected jsonb)
    join public.review_entries e on e.id = w.id and e.session_id = p_session_id
    where w.kind = 'set' and coalesce(jsonb_typeof(w.expected), 'null') = 'null'
      and w.fields ->> 'judged_status_id' is not null and not exists (select from public.task_statuses s
        where s.id = (w.fields ->> 'judged_status_id')::uuid and s.studio_id = e.studio_id)) then
    perform private.refuse_missing('Status not found');
  elsif exists (
    select from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb, expected jsonb)
    join public.review_entries e on e.id = w.id and e.session_id = p_session_id
    where w.kind = 'set' and coalesce(jsonb_typeof(w.expected), 'null') = 'null'
      and w.fields ->> 'version_id' is not null and not exists (select from public.task_versions v
        where v.id = (w.fields ->> 'version_id')::uuid and v.task_id = e.task_id)) then
    perform private.refuse_missing('Revision not found');
  end if;
end $$;

create function private.add_review_entries(p_session public.review_sessions, p_entries jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
-- Adds tasks of the session's project to it, at most 1000 in all; tasks already in it stay as they are. Returns how
-- many are new. P0002 unknown task, revision or status. Definer: the callers have checked permission.
declare
  v_added integer;
begin
  if exists (
    select from jsonb_to_recordset(p_entries) as w (task_id uuid, version_id uuid, judged_status_id uuid)
    left join public.item_tasks t on t.id = w.task_id and t.project_id = p_session.project_id
    where t.id is null) then
    perform private.refuse_missing('Task not found');
  end if;
  insert into public.review_entries (id, session_id, task_id, item_id, space_id, studio_id, project_id, version_id,
    order_rank, cut_in, cut_out, handle_in, handle_out, judged_status_id, rev)
  select w.id, p_session.id, t.id, t.item_id, t.space_id, t.studio_id, t.project_id, w.version_id,
    coalesce(w.order_rank, 0), w.cut_in, w.cut_out, coalesce(w.handle_in, 0), coalesce(w.handle_out, 0),
    w.judged_status_id, private.next_rev(p_session.studio_id)
  from jsonb_to_recordset(p_entries) as w (id uuid, task_id uuid, version_id uuid, order_rank numeric, cut_in integer,
    cut_out integer, handle_in integer, handle_out integer, judged_status_id uuid)
  join public.item_tasks t on t.id = w.task_id
  on conflict do nothing;
  get diagnostics v_added = row_count;
  if (select count(*) from public.review_entries e where e.session_id = p_session.id) > 1000 then
    raise exception 'A review session has at most 1000 tasks' using errcode = '22023';
  end if;
  return v_added;
end $$;

create function private.check_entries(p_entries jsonb) returns void
language plpgsql immutable set search_path = '' as $$
-- Refuses anything but a list of at most 1000 objects with an id each, without duplicates (22023).
begin
  if coalesce(jsonb_typeof(p_entries), '') <> 'array' or jsonb_array_length(p_entries) > 1000
    or exists (select from jsonb_array_elements(p_entries) as e where jsonb_typeof(e) <> 'object'
      or coalesce(e ->> 'id', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')
    or (select count(*) <> count(distinct lower(e ->> 'id')) from jsonb_array_elements(p_entries) as e) then
    raise exception 'Name at most 1000 entries, each with an id of its own' using errcode = '22023';
  end if;
end $$;

create function private.fits_list(p_task public.item_tasks, p_list text, p_values jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether a task matches a list of a live session's query. Planned tasks count as a person's as well. Definer: called
  -- by triggers.
  select coalesce(case p_list
    when 'statusIds' then p_values ? p_task.status_id::text
    when 'stageIds' then p_values ? p_task.stage_id::text
    when 'spaceIds' then p_values ? p_task.space_id::text
    when 'itemIds' then p_values ? p_task.item_id::text
    when 'priorities' then p_values ? p_task.priority::text
    when 'dueDates' then p_values ? coalesce(p_task.due_date::text, 'none')
    when 'collectionIds' then exists (select from public.items i
      where i.id = p_task.item_id and p_values ? i.collection_id::text)
    when 'assigneeIds' then p_values ? p_task.assignee_id::text
      or exists (select from public.task_blocks b where b.task_id = p_task.id and p_values ? b.assignee_id::text)
      or p_values ? 'none' and p_task.assignee_id is null
        and not exists (select from public.task_blocks b where b.task_id = p_task.id and b.assignee_id is not null)
  end, false)
$$;

create function private.tasks_of_query(p_session public.review_sessions, p_task_ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  -- Those of these tasks that a live session takes. A status is of the session's day according to the comment left when
  -- it was set. Definer: called by triggers.
  select t.id from public.item_tasks t
  where t.id = any(p_task_ids) and t.project_id = p_session.project_id and not t.is_disabled
    and not exists (select from jsonb_each(p_session.query - 'text' - 'timeZone' - 'isOfDay' - 'not') as e
      where not private.fits_list(t, e.key, e.value))
    and not exists (select from jsonb_each(coalesce(p_session.query -> 'not', '{}')) as e
      where private.fits_list(t, e.key, e.value))
    and (p_session.query -> 'isOfDay' is distinct from 'true' or exists (select from public.comments c
      where c.task_id = t.id and c.metadata #>> '{statusInfo,statusId}' = t.status_id::text
        and private.local_time(c.created_at, coalesce(p_session.query ->> 'timeZone', 'UTC'))::date = p_session.day))
$$;

create function private.follow_query(p_session public.review_sessions, p_task_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
-- Updates the entries of a live session to its query, for these tasks or for all: matching tasks are appended in the
-- grid's order, at most 1000 in all; entries added this way that no longer match are removed, unless they were judged
-- or have notes. Definer: writes for whoever changed the tasks.
declare
  v_fit uuid[] := array(select private.tasks_of_query(p_session, coalesce(p_task_ids, array(
    select t.id from public.item_tasks t where t.project_id = p_session.project_id))));
  v_there bigint;
  v_last numeric;
begin
  select count(*), coalesce(max(e.order_rank), 0) into v_there, v_last from public.review_entries e
    where e.session_id = p_session.id;
  delete from public.review_entries e
  where e.session_id = p_session.id and e.is_followed and e.judged_status_id is null and e.task_id <> all(v_fit)
    and (p_task_ids is null or e.task_id = any(p_task_ids))
    and not exists (select from public.comments c
      where c.task_id = e.task_id and c.metadata ? 'sessionId' and c.metadata ->> 'sessionId' = p_session.id::text);
  insert into public.review_entries (session_id, task_id, item_id, space_id, studio_id, project_id, order_rank, cut_in,
    cut_out, handle_in, handle_out, is_followed, rev)
  select p_session.id, t.id, t.item_id, t.space_id, t.studio_id, t.project_id,
    v_last + 1000 * row_number() over (order by s.position, s.id, c.order_rank, c.id, i.order_rank, i.id, t.title),
    f.frame_in, f.frame_out, least(coalesce(i.handle_in, 0), 10000), least(coalesce(i.handle_out, 0), 10000), true,
    private.next_rev(p_session.studio_id)
  from public.item_tasks t
  join public.items i on i.id = t.item_id
  join public.collections c on c.id = i.collection_id
  join public.spaces s on s.id = t.space_id
  -- A place in the cut outside a session's limits counts as none.
  left join public.items f on f.id = i.id and f.frame_in >= -1000000 and f.frame_out <= 10000000
  where t.id = any(v_fit) and not exists (select from public.review_entries e
    where e.session_id = p_session.id and e.task_id = t.id)
  order by s.position, s.id, c.order_rank, c.id, i.order_rank, i.id, t.title
  limit greatest(0, 1000 - v_there)
  on conflict do nothing;
end $$;

create function private.tg_tasks_followed() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After tasks changed: live sessions of their projects follow. Definer: people who change a task need not be allowed to
-- start reviews.
declare
  v_session public.review_sessions;
begin
  for v_session in
    select s.* from public.review_sessions s
    where s.query is not null and not s.is_locked and s.project_id = any(array(select n.project_id from new_rows n))
    order by s.id
  loop
    perform private.follow_query(v_session, array(
      select n.id from new_rows n where n.project_id = v_session.project_id));
  end loop;
  return null;
end $$;

create trigger item_tasks_after_insert_followed after insert on public.item_tasks
  referencing new table as new_rows for each statement
  when (current_setting('xsheet.restoring', true) is distinct from 'on')
  execute function private.tg_tasks_followed();
create trigger item_tasks_after_update_followed after update on public.item_tasks
  referencing new table as new_rows for each statement execute function private.tg_tasks_followed();

create function private.tg_status_commented() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A status that comes with a comment or a revision counts for the day from this comment on. Definer: see
-- tg_tasks_followed.
declare
  v_session public.review_sessions;
begin
  for v_session in
    select s.* from public.review_sessions s
    where s.query is not null and not s.is_locked and s.project_id = new.project_id and s.query ? 'isOfDay'
    order by s.id
  loop
    perform private.follow_query(v_session, array[new.task_id]);
  end loop;
  return null;
end $$;

create trigger comments_after_insert_followed after insert on public.comments
  for each row when (not new.is_automatic and new.metadata #> '{statusInfo,changedStatus}' = 'true')
  execute function private.tg_status_commented();

create function private.tg_query_set() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A session with a query gets the matching tasks at once, and again when it is unlocked. Definer: see follow_query.
begin
  perform private.follow_query(new, null);
  return null;
end $$;

create trigger review_sessions_after_insert_query after insert on public.review_sessions
  for each row
  when (new.query is not null and not new.is_locked and current_setting('xsheet.restoring', true) is distinct from 'on')
  execute function private.tg_query_set();
create trigger review_sessions_after_update_query after update of query, is_locked on public.review_sessions
  for each row
  when (new.query is not null and not new.is_locked
    and (new.query is distinct from old.query or new.is_locked is distinct from old.is_locked))
  execute function private.tg_query_set();

create function private.digest_of_review(p_session public.review_sessions, p_user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- What others have said in a session about the tasks a person follows or works on: {sessionId, count of tasks,
  -- noteCount, judgedCount, taskIds (the newest 50), until, excerpt}; null if nothing. Definer: looks up for others.
  with said as (
    select c.task_id, c.created_at as at, c.content, true as is_note from public.comments c
    where c.metadata ? 'sessionId' and c.metadata ->> 'sessionId' = p_session.id::text
      and c.project_id = p_session.project_id and c.created_by <> p_user_id
    union all
    select e.task_id, coalesce(e.judged_at, e.created_at), '', false from public.review_entries e
    where e.session_id = p_session.id and e.judged_status_id is not null and e.judged_by is distinct from p_user_id
  ), own as materialized (
    select s.* from said s
    where exists (select from public.task_followers f where f.task_id = s.task_id and f.user_id = p_user_id)
      or exists (select from public.task_blocks b where b.task_id = s.task_id and b.assignee_id = p_user_id)
      or exists (select from public.item_tasks t where t.id = s.task_id and t.assignee_id = p_user_id)
  ), sums as (
    select count(distinct o.task_id) as tasks, count(*) filter (where o.is_note) as notes,
      count(*) filter (where not o.is_note) as judged, max(o.at) as until
    from own o
  )
  select jsonb_build_object('sessionId', p_session.id, 'count', s.tasks, 'noteCount', s.notes, 'judgedCount', s.judged,
    'until', extract(epoch from s.until),
    'taskIds', (select jsonb_agg(t.task_id order by t.at desc, t.task_id) from (
      select o.task_id, max(o.at) as at from own o group by o.task_id order by 2 desc, 1 limit 50) as t),
    'excerpt', concat_ws(' · ', p_session.name,
      case when s.judged > 0 then s.judged || ' judged' end,
      case s.notes when 0 then null
        when 1 then coalesce((select nullif(left(trim(o.content), 160), '') from own o where o.is_note), '1 note')
        else s.notes || ' notes' end))
  from sums s where s.tasks > 0
$$;

create function private.tell_review(p_session_id uuid, p_task_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
-- Tells everyone who follows or works on one of these tasks what a session has said about theirs, in one notification
-- per person, however much is said: more marks it unread again, and it disappears when all of it is taken back. The
-- caller and people who do not want such notifications are not told. Definer: writes notifications for others.
declare
  v_session public.review_sessions;
  v_user uuid;
  v_data jsonb;
  v_known public.notifications;
begin
  select s.* into v_session from public.review_sessions s where s.id = p_session_id;
  for v_user in
    select u.id from private.concerned_with(p_task_ids) as w (id)
    join public.user_profiles u on u.id = w.id and u.notifications_enabled and u.notify_subscriptions
    where v_session.id is not null and u.id is distinct from auth.uid()
      and private.can_open_project(v_session.project_id, u.id)
    order by u.id
  loop
    v_data := private.digest_of_review(v_session, v_user);
    select n.* into v_known from public.notifications n
      join public.notification_recipients r on r.notification_id = n.id and r.user_id = v_user
      where n.target_id = p_session_id and n.target_type = 'review';
    if v_data is null then
      delete from public.notifications n where n.id = v_known.id;
    elsif v_known.id is null then
      perform private.notify('review', v_session.studio_id, v_session.project_id, 'review', p_session_id, v_data,
        array[v_user]);
    elsif v_data <> v_known.data then
      update public.notifications n set data = v_data, actor_id = coalesce(auth.uid(), n.actor_id)
        where n.id = v_known.id;
      update public.notification_recipients r set viewed = false, viewed_at = null, pushed_at = null, mailed_at = null,
        created_at = now()
      where r.notification_id = v_known.id and ((v_data ->> 'until')::numeric > (v_known.data ->> 'until')::numeric
        or (v_data ->> 'noteCount')::integer > (v_known.data ->> 'noteCount')::integer);
    end if;
  end loop;
end $$;

create function private.is_in_digest(p_session_id uuid, p_user_id uuid, p_task_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether a person is told of a session's words on a task by its digest. Definer: looks up for others.
  select p_session_id is not null and p_user_id in (select private.concerned_with(array[p_task_id]))
    and exists (select from public.notifications n
      join public.notification_recipients r on r.notification_id = n.id and r.user_id = p_user_id
      where n.target_id = p_session_id and n.target_type = 'review')
$$;

create function private.address_of_review(p_session_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- {url} of a session's notes; empty if the caller may not see the session, or it is deleted.
  select coalesce((
    select jsonb_build_object('url', '/studio/' || private.encode_url(w.custom_slug) || '/project/'
      || private.encode_url(p.custom_slug) || '/reviews/' || s.id || '?view=notes')
    from public.review_sessions s
    join public.projects p on p.id = s.project_id
    join public.studios w on w.id = s.studio_id
    where s.id = p_session_id), '{}')
$$;

create function private.start_review(
  p_session_id uuid, p_project_id uuid, p_name text, p_kind text, p_day date, p_entries jsonb, p_operation_id uuid,
  p_query jsonb
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.start_review. Definer: permission is checked once.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'start_review',
    concat_ws('|', p_session_id, p_project_id, p_name, p_kind, p_day, p_entries::text, p_query::text));
  v_studio uuid;
  v_session public.review_sessions;
  v_added integer;
  v_constraint text;
begin
  if v_known is not null then
    return v_known;
  end if;
  select p.studio_id into v_studio from public.projects p
    where p.id = p_project_id and p.id = any(private.my_project_ids());
  if v_studio is null then
    perform private.refuse_missing('Project not found');
  elsif not p_project_id = any(private.my_project_ids_with('create')) then
    raise exception 'Your role may not start reviews' using errcode = '42501';
  end if;
  perform private.check_entries(p_entries);
  if jsonb_typeof(p_query) <> 'null' and not private.is_review_query(p_query) then
    raise exception 'That does not say which tasks a review session takes' using errcode = '22023';
  end if;
  insert into public.review_sessions (id, project_id, studio_id, name, kind, day, query, created_by, rev)
  values (p_session_id, p_project_id, v_studio, trim(p_name), p_kind, p_day,
    case when jsonb_typeof(p_query) <> 'null' then p_query end, auth.uid(), private.next_rev(v_studio))
  returning * into v_session;
  v_added := private.add_review_entries(v_session, p_entries);
  return private.end_operation(p_operation_id, jsonb_build_object('rev', private.next_rev(v_studio),
    'session_id', p_session_id, 'added', v_added));
exception
  when invalid_text_representation or numeric_value_out_of_range or not_null_violation then
    raise exception 'That is not a review session' using errcode = '22023';
  when unique_violation then
    raise exception 'A review session with this id already exists' using errcode = '23505';
  when check_violation then
    get stacked diagnostics v_constraint = constraint_name;
    raise exception '%', private.say_review_problem(v_constraint) using errcode = '22023';
end $$;

create function public.start_review(
  p_session_id uuid, p_project_id uuid, p_name text, p_kind text, p_day date, p_entries jsonb default '[]',
  p_operation_id uuid default null, p_query jsonb default null
) returns jsonb
language sql set search_path = '' as $$
  -- Starts a review session of a project (kind dailies, cut or client) with its tasks in one step. p_entries: [{id,
  -- task_id, version_id, order_rank, cut_in, cut_out, handle_in, handle_out}], at most 1000; a task given twice is
  -- added once. With p_query, {text, isOfDay, timeZone, statusIds, stageIds, assigneeIds, spaceIds, collectionIds,
  -- itemIds, priorities, dueDates, not}, tasks enter and leave by themselves until it is locked. Returns {rev,
  -- session_id, added}. 22023 bad argument, 42501 not allowed, P0002 unknown project or task.
  select private.start_review(p_session_id, p_project_id, p_name, p_kind, p_day, p_entries, p_operation_id, p_query)
$$;

create function private.change_review(p_session_id uuid, p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.change_review. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'change_review',
    concat_ws('|', p_session_id, p_changes::text));
  v_session public.review_sessions;
  v_rev bigint;
  v_judged uuid[];
  v_constraint text;
begin
  if v_known is not null then
    return v_known;
  end if;
  v_session := private.open_review(p_session_id);
  perform private.check_entries(p_changes);
  if jsonb_array_length(p_changes) = 0 or exists (
    select from jsonb_to_recordset(p_changes) as w (kind text, fields jsonb)
    where w.kind is null or w.kind not in ('add', 'set', 'remove')
      or w.kind <> 'remove' and coalesce(jsonb_typeof(w.fields), '') <> 'object') then
    raise exception 'A change has an id, a kind and fields' using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_session.studio_id);
  -- Somebody else may have locked it in the meantime.
  v_session := private.open_review(p_session_id);
  perform private.refuse_unknown_judgements(p_session_id, p_changes);

  with changed as (
    update public.review_entries e set version_id = n.version_id, order_rank = n.order_rank, cut_in = n.cut_in,
      cut_out = n.cut_out, handle_in = n.handle_in, handle_out = n.handle_out, judged_status_id = n.judged_status_id,
      judged_by = case when n.judged_status_id is distinct from o.judged_status_id then auth.uid() else o.judged_by end,
      judged_at = case when n.judged_status_id is distinct from o.judged_status_id then now() else o.judged_at end,
      rev = v_rev, updated_at = now()
    from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb, expected jsonb)
    join public.review_entries o on o.id = w.id and o.session_id = p_session_id
    cross join lateral jsonb_populate_record(o, private.kept_entry_fields(to_jsonb(o), w.fields, w.expected)) as n
    where w.kind = 'set' and e.id = o.id
    returning e.task_id, n.judged_status_id is distinct from o.judged_status_id as is_judged
  )
  select array_agg(c.task_id) filter (where c.is_judged) into v_judged from changed c;

  delete from public.review_entries e using jsonb_to_recordset(p_changes) as w (id uuid, kind text)
  where w.kind = 'remove' and e.id = w.id and e.session_id = p_session_id;

  perform private.add_review_entries(v_session, (
    select coalesce(jsonb_agg(w.fields || jsonb_build_object('id', w.id) order by w.n), '[]')
    from (select e.value ->> 'id' as id, e.value ->> 'kind' as kind, e.value -> 'fields' as fields, e.n
      from jsonb_array_elements(p_changes) with ordinality as e (value, n)) as w where w.kind = 'add'));
  perform private.tell_review(p_session_id, v_judged);
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev));
exception
  when check_violation or invalid_text_representation or numeric_value_out_of_range or not_null_violation then
    get stacked diagnostics v_constraint = constraint_name;
    raise exception '%', private.say_review_problem(v_constraint) using errcode = '22023';
end $$;

create function public.change_review(p_session_id uuid, p_changes jsonb, p_operation_id uuid default null)
returns jsonb
language sql set search_path = '' as $$
  -- Adds tasks to a review session, and changes and removes its entries, in one step. p_changes: [{id, kind: add | set
  -- | remove, fields, expected}]; each id once. With expected, a field whose value differs is left unchanged. Returns
  -- {rev}. 22023 bad argument, 42501 not allowed, P0002 unknown session or task, P0423 it is locked.
  select private.change_review(p_session_id, p_changes, p_operation_id)
$$;

create function public.get_review_counts(p_project_id uuid) returns table (
  session_id uuid, entry_count integer, judged_count integer, noted_count integer, answered_count integer
)
language sql stable set search_path = '' as $$
  -- Counts, for each review session of a project that the caller may open, its tasks, how many are judged, how many
  -- have notes from it, and how many of those have had a revision since their last note. Empty for anyone else.
  with entries as (
    select e.session_id, count(*) as entry_count, count(e.judged_status_id) as judged_count
    from public.review_entries e where e.project_id = p_project_id group by e.session_id
  ), noted as (
    select s.id as session_id, c.task_id, max(c.created_at) as last_at
    from public.review_sessions s
    join public.comments c on c.metadata ? 'sessionId' and c.metadata ->> 'sessionId' = s.id::text
    where s.project_id = p_project_id and c.project_id = p_project_id group by s.id, c.task_id
  ), answers as (
    select n.session_id, count(*) as noted_count, count(*) filter (where exists (select from public.task_versions v
      where v.task_id = n.task_id and v.created_at > n.last_at)) as answered_count
    from noted n group by n.session_id
  )
  select session_id, coalesce(e.entry_count, 0)::integer, coalesce(e.judged_count, 0)::integer,
    coalesce(a.noted_count, 0)::integer, coalesce(a.answered_count, 0)::integer
  from entries e full join answers a using (session_id)
$$;

create function public.get_time() returns bigint
language sql volatile set search_path = '' as $$
  -- Returns the current time in milliseconds since 1970: the clock that everyone in a review session shares.
  select (extract(epoch from clock_timestamp()) * 1000)::bigint
$$;

grant execute on function public.get_time(),
  private.start_review(uuid, uuid, text, text, date, jsonb, uuid, jsonb), private.address_of_review(uuid),
  public.start_review(uuid, uuid, text, text, date, jsonb, uuid, jsonb),
  private.change_review(uuid, jsonb, uuid), public.change_review(uuid, jsonb, uuid), public.get_review_counts(uuid)
to authenticated, service_role;
