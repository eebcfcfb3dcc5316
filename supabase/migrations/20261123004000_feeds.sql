-- Pages of what happened in a studio and of what concerns one person. Each part of a page is read straight from an
-- index, with the largest page size as a literal limit, so that one cached plan suits every call; tasks are described
-- once, for the rows that are shown.

create function private.place_tasks(p_task_ids uuid[]) returns table (
  task_id uuid, task_name text, stage_id uuid, item_id uuid, item_name text, collection_name text, space_id uuid,
  space_name text, project_id uuid, project_name text, status_id uuid, status_name text, status_color text,
  assignee_id uuid, url text
)
language plpgsql stable security definer rows 100 set search_path = '' as $$
-- Where tasks are, for a person: names, status, and the url of each task's popup; tasks the caller may not see are left
-- out. assignee_id is the caller if they are among the assignees of its blocks, else the first of those, else the
-- task's own. Definer: access is checked once instead of row by row.
declare
  v_user uuid := auth.uid();
  v_projects uuid[] := private.my_project_ids();
begin
  return query
  select t.id, t.title, t.stage_id, i.id, i.title, c.name, s.id, s.name, p.id, p.name, st.id, st.name, st.color,
    coalesce(b.assignee_id, t.assignee_id),
    -- Plain names, as most are, need no encoding.
    case when w.custom_slug || p.custom_slug || s.custom_slug || i.custom_slug || n.name ~ '^[A-Za-z0-9_.~-]*$'
      then '/studio/' || w.custom_slug || '/project/' || p.custom_slug || '/space/' || s.custom_slug
        || '?item=' || i.custom_slug || '&task=' || n.name
      else '/studio/' || private.encode_url(w.custom_slug) || '/project/' || private.encode_url(p.custom_slug)
        || '/space/' || private.encode_url(s.custom_slug)
        || '?item=' || private.encode_url(i.custom_slug) || '&task=' || private.encode_url(n.name) end
  from public.item_tasks t
  join public.items i on i.id = t.item_id
  join public.collections c on c.id = i.collection_id
  join public.spaces s on s.id = t.space_id
  join public.projects p on p.id = t.project_id
  join public.studios w on w.id = t.studio_id
  join public.task_statuses st on st.id = t.status_id
  cross join lateral (select regexp_replace(lower(t.title), '\s', '-', 'g') as name) as n
  left join lateral (
    select o.assignee_id from public.task_blocks o where o.task_id = t.id and o.assignee_id is not null
    order by o.assignee_id = v_user desc, o.start_date, o.id limit 1) as b on true
  where t.id = any(p_task_ids) and t.project_id = any(v_projects);
end $$;

create function private.describe_tasks(p_task_ids uuid[]) returns table (task_id uuid, task jsonb)
language sql stable rows 100 set search_path = '' as $$
  -- What place_tasks returns for each task, as an object.
  select p.task_id, jsonb_build_object(
    'task_id', p.task_id, 'task_name', p.task_name, 'item_id', p.item_id, 'item_name', p.item_name,
    'project_name', p.project_name, 'space_id', p.space_id, 'space_name', p.space_name,
    'collection_name', p.collection_name, 'status_id', p.status_id, 'status_name', p.status_name,
    'status_color', p.status_color, 'assignee_id', p.assignee_id, 'url', p.url)
  from private.place_tasks(p_task_ids) as p
$$;

create function private.changed_status(p_comment_id uuid) returns text
language sql stable set search_path = '' as $$
  -- The status that a comment set, if it did nothing else: no text, no files, no drawings, no revision.
  select c.metadata #>> '{statusInfo,status}' from public.comments c
  where c.id = p_comment_id and trim(c.content) = '' and c.metadata #> '{statusInfo,changedStatus}' = 'true'
    and not c.metadata ?| array['revision', 'drawings']
    and not exists (select from public.comment_attachments a where a.comment_id = c.id)
$$;

create function public.list_studio_feed(
  p_studio_id uuid, p_actions text[] default array['REVISION_ADD', 'COMMENT_ADD'], p_limit integer default 100,
  p_after_time timestamptz default null, p_after_id uuid default null, p_user_id uuid default null
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
-- Lists a page of what happened in a studio's projects that the caller may open, or of what one person did there,
-- newest first, starting after the row (p_after_time, p_after_id): an array of feed items (document 1, section 3) with
-- the first 200 characters of the text or, if there is none, the status it set. When revisions are included, a comment
-- on the same task and version by the same author within 5 seconds of its revision is left out. P0002 not a member,
-- 22023 an unknown action or a limit outside 1 to 100.
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
    -- A studio and a person use different indexes: one of the two branches is never executed.
    with revisions as (
      (select v.id, v.task_id, v.created_by, v.created_at, v.version_number, v.comment from public.task_versions v
      where v_revisions and p_user_id is null and v.studio_id = p_studio_id and (v.created_at, v.id) < (v_time, v_id)
      order by v.created_at desc, v.id desc limit 100)
      union all
      (select v.id, v.task_id, v.created_by, v.created_at, v.version_number, v.comment from public.task_versions v
      where v_revisions and p_user_id is not null and v.created_by = p_user_id and v.studio_id = p_studio_id
        and (v.created_at, v.id) < (v_time, v_id)
      order by v.created_at desc, v.id desc limit 100)
    ), remarks as (
      (select c.id, c.task_id, c.created_by, c.created_at, c.metadata #>> '{revision,versionNumber}' as version,
        c.content, case when c.created_by is null then c.metadata ->> 'authorName' end as author_name
      from public.comments c
      where v_comments and p_user_id is null and c.studio_id = p_studio_id and not c.is_automatic
        and (c.created_at, c.id) < (v_time, v_id)
        and not (v_revisions and exists (select from public.task_versions v
          where v.task_id = c.task_id and v.created_by = c.created_by
          and v.version_number::text = c.metadata #>> '{revision,versionNumber}'
          and v.created_at between c.created_at - interval '5 seconds' and c.created_at + interval '5 seconds'))
      order by c.created_at desc, c.id desc limit 100)
      union all
      (select c.id, c.task_id, c.created_by, c.created_at, c.metadata #>> '{revision,versionNumber}', c.content, null
      from public.comments c
      where v_comments and p_user_id is not null and c.created_by = p_user_id and c.studio_id = p_studio_id
        and not c.is_automatic and (c.created_at, c.id) < (v_time, v_id)
        and not (v_revisions and exists (select from public.task_versions v
          where v.task_id = c.task_id and v.created_by = c.created_by
          and v.version_number::text = c.metadata #>> '{revision,versionNumber}'
          and v.created_at between c.created_at - interval '5 seconds' and c.created_at + interval '5 seconds'))
      order by c.created_at desc, c.id desc limit 100)
    ), page as (
      select 'REVISION_ADD' as action, r.id, r.task_id, r.created_by, r.created_at, left(r.comment, 200) as excerpt,
        r.version_number, null as author_name
      from revisions r
      union all
      select 'COMMENT_ADD', c.id, c.task_id, c.created_by, c.created_at, left(c.content, 200),
        case when c.version ~ '^\d{1,9}$' then c.version::integer end, c.author_name
      from remarks c
      order by created_at desc, id desc limit v_limit
    )
    select coalesce(json_agg(json_build_object(
        'id', g.id, 'action', g.action,
        'actor_id', g.created_by,
        'actor_name', coalesce(nullif(u.display_name, ''), nullif(g.author_name, ''), 'Unknown'),
        'version_number', g.version_number, 'created_at', g.created_at, 'excerpt', g.excerpt,
        'changed_status', case when g.action = 'COMMENT_ADD' and trim(g.excerpt) = ''
          then private.changed_status(g.id) end,
        'revision_thumbnail_id', m.id, 'revision_media_type', m.content_type,
        'task_id', d.task_id, 'task_name', d.task_name, 'item_id', d.item_id, 'item_name', d.item_name,
        'project_name', d.project_name, 'space_id', d.space_id, 'space_name', d.space_name,
        'collection_name', d.collection_name, 'status_id', d.status_id, 'status_name', d.status_name,
        'status_color', d.status_color, 'assignee_id', d.assignee_id, 'url', d.url
          || case g.action when 'REVISION_ADD' then '&version=v' || g.version_number else '&openComments=true' end)
      order by g.created_at desc, g.id desc), '[]')
    from page g
    join private.place_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.created_by
    left join lateral (
      select private.poster_of(f) as id, f.content_type
      from public.version_media l join public.media f on f.id = l.media_id
      where l.version_id = g.id and g.action = 'REVISION_ADD' order by l.display_order, f.id limit 1) as m on true);
end $$;

create function public.list_mentions(
  p_studio_id uuid, p_user_id uuid, p_limit integer default 100, p_after_time timestamptz default null,
  p_after_id uuid default null
) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Lists a page of the comments that mention a person, newest first, starting after the row (p_after_time, p_after_id):
-- those posted with the mention, and those whose text contains @ and the person's name. An array like
-- list_studio_feed's. P0002 not a member, 22023 a limit outside 1 to 100.
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
  from public.user_profiles u join public.studio_members m on m.user_id = u.id and m.studio_id = p_studio_id
  where u.id = p_user_id;
  return (
    with named as (
      (select c.id, c.task_id, c.created_by, c.created_at, c.content from public.mentions m
        join public.comments c on c.id = m.comment_id
        where m.mentioned_user_id = p_user_id and m.studio_id = p_studio_id and (c.created_at, c.id) < (v_time, v_id)
        order by c.created_at desc, c.id desc limit v_limit)
      union
      (select c.id, c.task_id, c.created_by, c.created_at, c.content from public.comments c
        where c.studio_id = p_studio_id and not c.is_automatic and (c.created_at, c.id) < (v_time, v_id)
          and strpos(lower(c.content), '@' || v_name) > 0
        order by c.created_at desc, c.id desc limit v_limit)
    ), page as (
      select * from named n order by n.created_at desc, n.id desc limit v_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', g.id, 'action', 'COMMENT_ADD',
        'actor_id', g.created_by, 'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
        'version_number', null, 'created_at', g.created_at, 'excerpt', left(g.content, 200))
        || d.task || jsonb_build_object('url', d.task ->> 'url' || '&openComments=true')
      order by g.created_at desc, g.id desc), '[]')
    from page g
    join private.describe_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.created_by);
end $$;

-- Read in index order, however much there is: the planner takes the row rules for more selective than they are and,
-- with a few dozen large studios, sorted all rows to find the newest fifty (403,000 database pages instead of 1,800).
-- What must be sorted, a page, is still sorted. JIT compilation takes longer than a page.
create function public.list_assignments(
  p_studio_id uuid, p_user_id uuid, p_limit integer default 100, p_after_due date default null,
  p_after_id uuid default null
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_sort = off
  set jit = off as $$
-- Lists a page of a person's open work: their tasks that are neither done nor disabled nor of an omitted item, by due
-- date, undated ones last, starting after the row (p_after_due, p_after_id): an array of tasks with due_date, priority
-- and thumbnail_id. Assignees are those of a task's timeline blocks, else the task's own (ruling 12). P0002 not a
-- member, 22023 a limit outside 1 to 100.
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
        -- Looked up one by one: a person has few blocks, and the studio many tasks.
        select t.id, coalesce(t.due_date, 'infinity') as due from public.item_tasks t
          join public.task_statuses s on s.id = t.status_id and not s.is_done
        where t.id = b.task_id and not t.is_disabled
          and not coalesce((select true from public.items i where i.id = t.item_id and i.is_omitted), false)
          and (coalesce(t.due_date, 'infinity'), t.id) > (v_due, v_id) offset 0) as o
      where b.studio_id = p_studio_id and b.assignee_id = p_user_id
      order by o.due, o.id limit 100)
      union all
      select o.id, o.due from public.task_statuses s cross join lateral (
        select t.id, coalesce(t.due_date, 'infinity') as due from public.item_tasks t
        where t.assignee_id = p_user_id and t.status_id = s.id and not t.is_disabled
          and (coalesce(t.due_date, 'infinity'), t.id) > (v_due, v_id)
          -- Written so that the planner does not take it for selective: it would then not use the index order.
          and not coalesce((select true from public.items i where i.id = t.item_id and i.is_omitted), false)
          and not coalesce((
            select true from public.task_blocks b where b.task_id = t.id and b.assignee_id is not null limit 1), false)
        order by coalesce(t.due_date, 'infinity'), t.id limit 100) as o
      where s.studio_id = p_studio_id and not s.is_done
    ), page as (
      select m.id from mine m order by m.due, m.id limit v_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('due_date', t.due_date, 'priority', t.priority,
      'thumbnail_id', coalesce(i.thumbnail_media_id, i.poster_media_id)) || d.task
      order by coalesce(t.due_date, 'infinity'), t.id), '[]')
    from private.describe_tasks(array(select p.id from page p)) as d
    join public.item_tasks t on t.id = d.task_id
    join public.items i on i.id = t.item_id);
end $$;

grant execute on function
  private.place_tasks(uuid[]), private.describe_tasks(uuid[]), private.changed_status(uuid),
  public.list_studio_feed(uuid, text[], integer, timestamptz, uuid, uuid),
  public.list_mentions(uuid, uuid, integer, timestamptz, uuid), public.list_assignments(uuid, uuid, integer, date, uuid)
to authenticated, service_role;
