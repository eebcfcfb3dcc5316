-- Purpose: first pages read what they show. A page of notifications comes straight off an index of the person's in each studio, assignments off one of a
-- person's tasks by status and due date, and what is answered is
-- put together once, as text. The parts of a page name the most it can have as a number, so that one plan, kept by the connection, suits every call.
-- Reversal: drop the indexes below, create the ones they replace, the policy and the functions as they were.

drop index public.notification_recipients_user_id_created_at_idx;
create index notification_recipients_user_id_studio_id_created_at_idx on public.notification_recipients (user_id, studio_id, created_at desc, id desc);
drop index public.item_tasks_assignee_id_idx;
drop index public.task_versions_created_by_created_at_idx;
create index task_versions_created_by_studio_id_created_at_idx on public.task_versions (created_by, studio_id, created_at);
drop index public.comments_created_by_created_at_idx;
create index comments_created_by_studio_id_created_at_idx on public.comments (created_by, studio_id, created_at) where not is_automatic;
create index item_tasks_assignee_id_status_id_due_date_idx on public.item_tasks (assignee_id, status_id, coalesce(due_date, 'infinity'::date), id)
  where assignee_id is not null;

drop policy "notifications: recipients can read" on public.notifications;
create policy "notifications: recipients can read" on public.notifications
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]) and (project_id is null or project_id = any((select private.my_project_ids())::uuid[]))
    and exists (select from public.notification_recipients r where r.notification_id = notifications.id and r.user_id = (select auth.uid())));

create function private.place_tasks(p_task_ids uuid[]) returns table (task_id uuid, task_name text, stage_id uuid, item_id uuid, item_name text, collection_name text, space_id uuid,
  space_name text, project_id uuid, project_name text, status_id uuid, status_name text, status_color text, assignee_id uuid, url text)
language plpgsql stable security definer rows 100 set search_path = '' as $$
-- Where tasks are, for a person: names, status, and the address of each one's popup; those the caller may not see are left out. assignee_id is the caller
-- where they are among the assignees of its blocks, else the first of those, else the task's own. Definer: access is checked once instead of row by row.
declare
  v_user uuid := auth.uid();
  v_projects uuid[] := private.my_project_ids();
begin
  return query
  select t.id, t.title, t.stage_id, i.id, i.title, c.name, s.id, s.name, p.id, p.name, st.id, st.name, st.color, coalesce(b.assignee_id, t.assignee_id),
    -- Names that are plain, as most are, need not be taken apart.
    case when w.custom_slug || p.custom_slug || s.custom_slug || i.custom_slug || n.name ~ '^[A-Za-z0-9_.~-]*$'
      then '/studio/' || w.custom_slug || '/project/' || p.custom_slug || '/space/' || s.custom_slug || '?item=' || i.custom_slug || '&task=' || n.name
      else '/studio/' || private.encode_url(w.custom_slug) || '/project/' || private.encode_url(p.custom_slug) || '/space/' || private.encode_url(s.custom_slug)
        || '?item=' || private.encode_url(i.custom_slug) || '&task=' || private.encode_url(n.name) end
  from public.item_tasks t
  join public.items i on i.id = t.item_id
  join public.collections c on c.id = i.collection_id
  join public.spaces s on s.id = t.space_id
  join public.projects p on p.id = t.project_id
  join public.studios w on w.id = t.studio_id
  join public.task_statuses st on st.id = t.status_id
  cross join lateral (select regexp_replace(lower(t.title), '\s', '-', 'g') as name) as n
  left join lateral (select o.assignee_id from public.task_blocks o where o.task_id = t.id and o.assignee_id is not null
    order by o.assignee_id = v_user desc, o.start_date, o.id limit 1) as b on true
  where t.id = any(p_task_ids) and t.project_id = any(v_projects);
end $$;
revoke execute on function private.place_tasks(uuid[]) from public, anon;
grant execute on function private.place_tasks(uuid[]) to authenticated, service_role;

create or replace function private.describe_tasks(p_task_ids uuid[]) returns table (task_id uuid, task jsonb)
language sql stable rows 100 set search_path = '' as $$
  -- What place_tasks says of each task, as an object.
  select p.task_id, jsonb_build_object('task_id', p.task_id, 'task_name', p.task_name, 'item_id', p.item_id, 'item_name', p.item_name, 'project_name', p.project_name,
    'space_id', p.space_id, 'space_name', p.space_name, 'collection_name', p.collection_name, 'status_id', p.status_id, 'status_name', p.status_name,
    'status_color', p.status_color, 'assignee_id', p.assignee_id, 'url', p.url)
  from private.place_tasks(p_task_ids) as p
$$;

create or replace function public.list_notifications(p_limit integer default 50, p_after_time timestamptz default null, p_after_id uuid default null, p_studio_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
-- A page of the caller's notifications of all their studios or of one, newest first, from after the row (p_after_time, p_after_id) on: an array of
-- {id, recipient_id, notification_type_id, type, actor_id, actor_name, target_type, target_id, data, studio_id, project_id, created_at, viewed,
-- viewed_at} with the names, status and url of its task where the caller may see that. 22023 for a limit outside 1 to 50.
declare
  v_limit integer := private.check_page(p_limit, 50);
  v_user uuid := private.require_user();
  v_time timestamptz := coalesce(p_after_time, 'infinity');
  v_id uuid := coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return (
    with page as (
      select t.* from unnest(case when p_studio_id is null then private.my_studio_ids() else array[p_studio_id] end) as s (id)
      cross join lateral (
        select r.id as recipient_id, r.viewed, r.viewed_at, r.created_at as told_at, n.*
        from public.notification_recipients r
        join public.notifications n on n.id = r.notification_id
        where r.user_id = v_user and r.studio_id = s.id and (r.created_at, r.id) < (v_time, v_id)
        order by r.created_at desc, r.id desc limit 50) as t
      order by t.told_at desc, t.recipient_id desc limit v_limit
    ), placed as (
      select p.*, case p.target_type when 'comment' then (select c.task_id from public.comments c where c.id = p.target_id) else p.target_id end as task_id from page p
    )
    select coalesce(jsonb_agg(coalesce(d.task, '{}')
      || jsonb_build_object('id', g.id, 'recipient_id', g.recipient_id, 'notification_type_id', g.notification_type_id, 'type', k.name, 'actor_id', g.actor_id,
        'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'), 'target_type', g.target_type, 'target_id', g.target_id, 'data', g.data, 'studio_id', g.studio_id,
        'project_id', g.project_id, 'created_at', g.told_at, 'viewed', g.viewed, 'viewed_at', g.viewed_at) order by g.told_at desc, g.recipient_id desc), '[]')
    from placed g
    join public.notification_types k on k.id = g.notification_type_id
    left join private.describe_tasks(array(select p.task_id from placed p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.actor_id);
end $$;

create or replace function public.list_assignments(p_studio_id uuid, p_user_id uuid, p_limit integer default 100, p_after_due date default null, p_after_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
-- A page of what a person has to do: their tasks that are neither done nor disabled, by due date, those without one last, from after the row
-- (p_after_due, p_after_id) on: an array of tasks with due_date, priority and thumbnail_id. Assigned are those of the timeline's blocks, else the
-- task's own (ruling 12). P0002 for outsiders, 22023 for a limit outside 1 to 100.
declare
  v_limit integer := private.check_page(p_limit, 100);
  v_due date := case when p_after_id is null then '-infinity' else coalesce(p_after_due, 'infinity') end;
  v_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return (
    with mine as (
      (select distinct o.id, o.due from public.task_blocks b cross join lateral (
        -- One by one: somebody has few blocks, and the studio many tasks.
        select t.id, coalesce(t.due_date, 'infinity') as due from public.item_tasks t join public.task_statuses s on s.id = t.status_id and not s.is_done
        where t.id = b.task_id and not t.is_disabled and (coalesce(t.due_date, 'infinity'), t.id) > (v_due, v_id) offset 0) as o
      where b.studio_id = p_studio_id and b.assignee_id = p_user_id
      order by o.due, o.id limit 100)
      union all
      select o.id, o.due from public.task_statuses s cross join lateral (
        select t.id, coalesce(t.due_date, 'infinity') as due from public.item_tasks t
        where t.assignee_id = p_user_id and t.status_id = s.id and not t.is_disabled and (coalesce(t.due_date, 'infinity'), t.id) > (v_due, v_id)
          -- Written so that nobody takes it for rare: then the index's own order would not be used.
          and not coalesce((select true from public.task_blocks b where b.task_id = t.id and b.assignee_id is not null limit 1), false)
        order by coalesce(t.due_date, 'infinity'), t.id limit 100) as o
      where s.studio_id = p_studio_id and not s.is_done
    ), page as (
      select m.id from mine m order by m.due, m.id limit v_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('due_date', t.due_date, 'priority', t.priority, 'thumbnail_id', i.thumbnail_media_id) || d.task
      order by coalesce(t.due_date, 'infinity'), t.id), '[]')
    from private.describe_tasks(array(select p.id from page p)) as d
    join public.item_tasks t on t.id = d.task_id
    join public.items i on i.id = t.item_id);
end $$;

drop function public.list_studio_feed(uuid, text[], integer, timestamptz, uuid, uuid);
create function public.list_studio_feed(p_studio_id uuid, p_actions text[] default array['REVISION_ADD', 'COMMENT_ADD'], p_limit integer default 100,
  p_after_time timestamptz default null, p_after_id uuid default null, p_user_id uuid default null) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
-- A page of what happened in a studio's projects that the caller may open, or of what one person did there, newest first, from after the row
-- (p_after_time, p_after_id) on: an array of feed items (document 1, section 3) with the first 200 characters of what was written. A comment of the same
-- task, version and author within 5 seconds of its revision is left out when revisions are asked for too. P0002 for outsiders, 22023 for an unknown
-- action or a limit outside 1 to 100.
declare
  v_limit integer := private.check_page(p_limit, 100);
  v_actions text[] := coalesce(p_actions, array['REVISION_ADD', 'COMMENT_ADD']);
  v_revisions boolean := 'REVISION_ADD' = any(v_actions);
  v_comments boolean := 'COMMENT_ADD' = any(v_actions);
  v_time timestamptz := coalesce(p_after_time, 'infinity');
  v_id uuid := coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  if exists (select from unnest(v_actions) as a where a is null or a not in ('REVISION_ADD', 'COMMENT_ADD')) then
    raise exception 'actions are REVISION_ADD and COMMENT_ADD' using errcode = '22023';
  end if;
  return (
    -- Of the studio and of a person another index serves: of the two branches one is never begun.
    with revisions as (
      (select v.id, v.task_id, v.created_by, v.created_at, v.version_number, v.comment from public.task_versions v
      where v_revisions and p_user_id is null and v.studio_id = p_studio_id and (v.created_at, v.id) < (v_time, v_id)
      order by v.created_at desc, v.id desc limit 100)
      union all
      (select v.id, v.task_id, v.created_by, v.created_at, v.version_number, v.comment from public.task_versions v
      where v_revisions and p_user_id is not null and v.created_by = p_user_id and v.studio_id = p_studio_id and (v.created_at, v.id) < (v_time, v_id)
      order by v.created_at desc, v.id desc limit 100)
    ), remarks as (
      (select c.id, c.task_id, c.created_by, c.created_at, c.metadata #>> '{revision,versionNumber}' as version, c.content from public.comments c
      where v_comments and p_user_id is null and c.studio_id = p_studio_id and not c.is_automatic and (c.created_at, c.id) < (v_time, v_id)
        and not (v_revisions and exists (select from public.task_versions v where v.task_id = c.task_id and v.created_by = c.created_by
          and v.version_number::text = c.metadata #>> '{revision,versionNumber}' and v.created_at between c.created_at - interval '5 seconds' and c.created_at + interval '5 seconds'))
      order by c.created_at desc, c.id desc limit 100)
      union all
      (select c.id, c.task_id, c.created_by, c.created_at, c.metadata #>> '{revision,versionNumber}', c.content from public.comments c
      where v_comments and p_user_id is not null and c.created_by = p_user_id and c.studio_id = p_studio_id and not c.is_automatic and (c.created_at, c.id) < (v_time, v_id)
        and not (v_revisions and exists (select from public.task_versions v where v.task_id = c.task_id and v.created_by = c.created_by
          and v.version_number::text = c.metadata #>> '{revision,versionNumber}' and v.created_at between c.created_at - interval '5 seconds' and c.created_at + interval '5 seconds'))
      order by c.created_at desc, c.id desc limit 100)
    ), page as (
      select 'REVISION_ADD' as action, r.id, r.task_id, r.created_by, r.created_at, left(r.comment, 200) as excerpt, r.version_number from revisions r
      union all
      select 'COMMENT_ADD', c.id, c.task_id, c.created_by, c.created_at, left(c.content, 200), case when c.version ~ '^\d{1,9}$' then c.version::integer end from remarks c
      order by created_at desc, id desc limit v_limit
    )
    select coalesce(json_agg(json_build_object('id', g.id, 'action', g.action, 'actor_id', g.created_by, 'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
        'version_number', g.version_number, 'created_at', g.created_at, 'excerpt', g.excerpt, 'revision_thumbnail_id', m.id, 'revision_media_type', m.content_type,
        'task_id', d.task_id, 'task_name', d.task_name, 'item_id', d.item_id, 'item_name', d.item_name, 'project_name', d.project_name, 'space_id', d.space_id,
        'space_name', d.space_name, 'collection_name', d.collection_name, 'status_id', d.status_id, 'status_name', d.status_name, 'status_color', d.status_color,
        'assignee_id', d.assignee_id, 'url', d.url || case g.action when 'REVISION_ADD' then '&version=v' || g.version_number else '&openComments=true' end)
      order by g.created_at desc, g.id desc), '[]')
    from page g
    join private.place_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.created_by
    left join lateral (
      select coalesce(f.poster_media_id, f.id) as id, f.content_type from public.version_media l join public.media f on f.id = l.media_id
      where l.version_id = g.id and g.action = 'REVISION_ADD' order by l.display_order, f.id limit 1) as m on true);
end $$;

drop function public.list_time_entries(uuid, timestamptz, timestamptz, uuid, integer, timestamptz, uuid);
create function public.list_time_entries(p_studio_id uuid, p_from timestamptz, p_to timestamptz, p_user_id uuid default null,
  p_limit integer default 1000, p_after_time timestamptz default null, p_after_id uuid default null) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
-- A page of the time from p_from until before p_to in projects the caller may open, the oldest first, from after the row (p_after_time, p_after_id) on:
-- revisions, and entries without one, whose version_number is null: an array of {id, user_id, user_name, created_at, version_number, minutes, comment,
-- stage_id, project_id, space_id} with the names and the address of its task. Entries of others are for leads. Of one person where p_user_id says whom.
-- P0002 for outsiders, 22023 for a limit outside 1 to 1000.
declare
  v_limit integer := private.check_page(p_limit, 1000);
  v_time timestamptz := greatest(p_from, p_after_time);
  -- Before the first page everything of its first moment is still to come.
  v_id uuid := case when p_after_time >= p_from then p_after_id end;
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return (
    with page as (
      (select v.id, v.task_id, v.created_by, v.created_at, v.version_number, v.time_spent_minutes, v.comment
      from public.task_versions v
      where v.studio_id = p_studio_id and v.created_at >= v_time and v.created_at < p_to and (p_user_id is null or v.created_by = p_user_id)
        and (v_id is null or (v.created_at, v.id) > (v_time, v_id))
      order by v.created_at, v.id limit 1000)
      union all
      (select e.id, e.task_id, e.user_id, e.started_at, null, e.minutes, e.note
      from public.time_entries e
      where e.studio_id = p_studio_id and e.minutes is not null and e.started_at >= v_time and e.started_at < p_to and (p_user_id is null or e.user_id = p_user_id)
        and (v_id is null or (e.started_at, e.id) > (v_time, v_id))
      order by e.started_at, e.id limit 1000)
      order by created_at, id limit v_limit
    )
    select coalesce(json_agg(json_build_object('id', g.id, 'user_id', g.created_by, 'user_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
        'created_at', g.created_at, 'version_number', g.version_number, 'minutes', g.time_spent_minutes, 'comment', g.comment, 'task_id', d.task_id,
        'task_name', d.task_name, 'stage_id', d.stage_id, 'item_id', d.item_id, 'item_name', d.item_name, 'collection_name', d.collection_name,
        'space_id', d.space_id, 'space_name', d.space_name, 'project_id', d.project_id, 'project_name', d.project_name, 'url', d.url) order by g.created_at, g.id), '[]')
    from page g
    join private.place_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.created_by);
end $$;

revoke execute on function public.list_studio_feed(uuid, text[], integer, timestamptz, uuid, uuid),
  public.list_time_entries(uuid, timestamptz, timestamptz, uuid, integer, timestamptz, uuid) from public, anon;
grant execute on function public.list_studio_feed(uuid, text[], integer, timestamptz, uuid, uuid),
  public.list_time_entries(uuid, timestamptz, timestamptz, uuid, integer, timestamptz, uuid) to authenticated, service_role;
