-- Purpose: what one person did, is to do and was named in, a page at a time; the studio feed says what was written, too.
-- Reversal: drop the functions below, and create describe_tasks and list_studio_feed as they were.

create or replace function private.describe_tasks(p_task_ids uuid[]) returns table (task_id uuid, task jsonb)
language sql stable security definer set search_path = '' as $$
  -- Where tasks are, for a person: names, status, and the address of each one's popup; those the caller may not see are left out. assignee_id is the caller
  -- where they are among the assignees of its blocks, else the first of those, else the task's own. Definer: access is checked once instead of row by row.
  select t.id, jsonb_build_object('task_id', t.id, 'task_name', t.title, 'item_id', i.id, 'item_name', i.title, 'project_name', p.name, 'space_id', s.id, 'space_name', s.name,
    'collection_name', c.name, 'status_id', st.id, 'status_name', st.name, 'status_color', st.color,
    'assignee_id', coalesce((select b.assignee_id from public.task_blocks b where b.task_id = t.id and b.assignee_id is not null
      order by b.assignee_id = (select auth.uid()) desc, b.start_date, b.id limit 1), t.assignee_id),
    'url', '/studio/' || private.encode_url(w.custom_slug) || '/project/' || private.encode_url(p.custom_slug) || '/space/' || private.encode_url(s.custom_slug)
      || '?item=' || private.encode_url(i.custom_slug) || '&task=' || private.encode_url(regexp_replace(lower(t.title), '\s', '-', 'g')))
  from public.item_tasks t
  join public.items i on i.id = t.item_id
  join public.collections c on c.id = i.collection_id
  join public.spaces s on s.id = t.space_id
  join public.projects p on p.id = t.project_id
  join public.studios w on w.id = t.studio_id
  join public.task_statuses st on st.id = t.status_id
  where t.id = any(p_task_ids) and t.project_id = any((select private.my_project_ids())::uuid[])
$$;

drop function public.list_studio_feed(uuid, text[], integer, timestamptz, uuid);
create function public.list_studio_feed(p_studio_id uuid, p_actions text[] default array['REVISION_ADD', 'COMMENT_ADD'], p_limit integer default 100,
  p_after_time timestamptz default null, p_after_id uuid default null, p_user_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
-- A page of what happened in a studio's projects that the caller may open, or of what one person did there, newest first, from after the row
-- (p_after_time, p_after_id) on: an array of feed items (document 1, section 3) with the first 200 characters of what was written. A comment of the same
-- task, version and author within 5 seconds of its revision is left out when revisions are asked for too. P0002 for outsiders, 22023 for an unknown
-- action or a limit outside 1 to 100. Planned anew each time: with a person another index serves.
declare
  v_limit integer := private.check_page(p_limit, 100);
  v_actions text[] := coalesce(p_actions, array['REVISION_ADD', 'COMMENT_ADD']);
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
    with revisions as (
      select v.id, v.task_id, v.created_by, v.created_at, v.version_number, left(v.comment, 200) as excerpt
      from public.task_versions v
      where 'REVISION_ADD' = any(v_actions) and v.studio_id = p_studio_id and (v.created_at, v.id) < (v_time, v_id) and (p_user_id is null or v.created_by = p_user_id)
      order by v.created_at desc, v.id desc limit v_limit
    ), remarks as (
      select c.id, c.task_id, c.created_by, c.created_at, c.metadata, left(c.content, 200) as excerpt
      from public.comments c
      where 'COMMENT_ADD' = any(v_actions) and c.studio_id = p_studio_id and not c.is_automatic and (c.created_at, c.id) < (v_time, v_id)
        and (p_user_id is null or c.created_by = p_user_id)
        and not ('REVISION_ADD' = any(v_actions) and exists (
          select from public.task_versions v
          where v.task_id = c.task_id and v.created_by = c.created_by and v.version_number::text = c.metadata #>> '{revision,versionNumber}'
            and v.created_at between c.created_at - interval '5 seconds' and c.created_at + interval '5 seconds'))
      order by c.created_at desc, c.id desc limit v_limit
    ), page as (
      select 'REVISION_ADD' as action, r.id, r.task_id, r.created_by, r.created_at, r.excerpt, to_jsonb(r.version_number) as version_number from revisions r
      union all
      select 'COMMENT_ADD', c.id, c.task_id, c.created_by, c.created_at, c.excerpt,
        case when c.metadata #>> '{revision,versionNumber}' ~ '^\d{1,9}$' then to_jsonb((c.metadata #>> '{revision,versionNumber}')::integer) end from remarks c
      order by created_at desc, id desc limit v_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'action', g.action, 'actor_id', g.created_by, 'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
        'version_number', g.version_number, 'created_at', g.created_at, 'excerpt', g.excerpt, 'revision_thumbnail_id', m.id, 'revision_media_type', m.content_type)
      || d.task
      || jsonb_build_object('url', d.task ->> 'url' || case g.action when 'REVISION_ADD' then '&version=v' || (g.version_number #>> '{}') else '&openComments=true' end)
      order by g.created_at desc, g.id desc), '[]')
    from page g
    join private.describe_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.created_by
    left join lateral (
      select coalesce(f.poster_media_id, f.id) as id, f.content_type from public.version_media l join public.media f on f.id = l.media_id
      where l.version_id = g.id and g.action = 'REVISION_ADD' order by l.display_order, f.id limit 1) as m on true);
end $$;

create function public.list_mentions(p_studio_id uuid, p_user_id uuid, p_limit integer default 100, p_after_time timestamptz default null, p_after_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
-- A page of the comments that name a person, newest first, from after the row (p_after_time, p_after_id) on: those that were posted with the mention, and
-- those whose text holds @ and the person's name. An array as list_studio_feed's. P0002 for outsiders, 22023 for a limit outside 1 to 100.
declare
  v_limit integer := private.check_page(p_limit, 100);
  v_time timestamptz := coalesce(p_after_time, 'infinity');
  v_id uuid := coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_name text;
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  select lower(nullif(u.display_name, '')) into v_name
  from public.user_profiles u join public.studio_members m on m.user_id = u.id and m.studio_id = p_studio_id where u.id = p_user_id;
  return (
    with named as (
      (select c.id, c.task_id, c.created_by, c.created_at, c.content from public.mentions m join public.comments c on c.id = m.comment_id
        where m.mentioned_user_id = p_user_id and m.studio_id = p_studio_id and (c.created_at, c.id) < (v_time, v_id)
        order by c.created_at desc, c.id desc limit v_limit)
      union
      (select c.id, c.task_id, c.created_by, c.created_at, c.content from public.comments c
        where c.studio_id = p_studio_id and not c.is_automatic and (c.created_at, c.id) < (v_time, v_id) and strpos(lower(c.content), '@' || v_name) > 0
        order by c.created_at desc, c.id desc limit v_limit)
    ), page as (
      select * from named n order by n.created_at desc, n.id desc limit v_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'action', 'COMMENT_ADD', 'actor_id', g.created_by, 'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
        'version_number', null, 'created_at', g.created_at, 'excerpt', left(g.content, 200)) || d.task || jsonb_build_object('url', d.task ->> 'url' || '&openComments=true')
      order by g.created_at desc, g.id desc), '[]')
    from page g
    join private.describe_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.created_by);
end $$;

create function public.list_assignments(p_studio_id uuid, p_user_id uuid, p_limit integer default 100, p_after_due date default null, p_after_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
-- A page of what a person has to do: their tasks that are neither done nor disabled, by due date, those without one last, from after the row
-- (p_after_due, p_after_id) on: an array of tasks with due_date, priority and thumbnail_id. Assigned are those of the timeline's blocks, else the
-- task's own (ruling 12). P0002 for outsiders, 22023 for a limit outside 1 to 100.
declare
  v_limit integer := private.check_page(p_limit, 100);
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return (
    with mine as (
      select b.task_id from public.task_blocks b where b.studio_id = p_studio_id and b.assignee_id = p_user_id
      union
      select t.id from public.item_tasks t where t.studio_id = p_studio_id and t.assignee_id = p_user_id
        and not exists (select from public.task_blocks b where b.task_id = t.id and b.assignee_id is not null)
    ), page as (
      select t.id, t.due_date, t.priority, i.thumbnail_media_id
      from mine m
      join public.item_tasks t on t.id = m.task_id
      join public.items i on i.id = t.item_id
      join public.task_statuses s on s.id = t.status_id and not s.is_done
      where not t.is_disabled
        and (p_after_id is null or (coalesce(t.due_date, 'infinity'), t.id) > (coalesce(p_after_due, 'infinity'), p_after_id))
      order by coalesce(t.due_date, 'infinity'), t.id limit v_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('due_date', g.due_date, 'priority', g.priority, 'thumbnail_id', g.thumbnail_media_id) || d.task
      order by coalesce(g.due_date, 'infinity'), g.id), '[]')
    from page g join private.describe_tasks(array(select p.id from page p)) as d on d.task_id = g.id);
end $$;

revoke execute on function public.list_studio_feed(uuid, text[], integer, timestamptz, uuid, uuid), public.list_mentions(uuid, uuid, integer, timestamptz, uuid),
  public.list_assignments(uuid, uuid, integer, date, uuid) from public, anon;
grant execute on function public.list_studio_feed(uuid, text[], integer, timestamptz, uuid, uuid), public.list_mentions(uuid, uuid, integer, timestamptz, uuid),
  public.list_assignments(uuid, uuid, integer, date, uuid) to authenticated, service_role;
