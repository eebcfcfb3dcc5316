-- Purpose: notifications and the studio feed, a page at a time.
-- Reversal: drop the functions below.

create function private.encode_url(p_text text) returns text
language sql immutable set search_path = '' as $$
  -- A text as it may stand in an address: everything but unreserved characters percent-encoded.
  select coalesce(string_agg(case when c ~ '[A-Za-z0-9_.~-]' then c else regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by n), '')
  from regexp_split_to_table(p_text, '') with ordinality as s (c, n)
$$;

create function private.describe_tasks(p_task_ids uuid[]) returns table (task_id uuid, task jsonb)
language sql stable security definer set search_path = '' as $$
  -- Where tasks are, for a person: names, status, and the address of each one's popup; those the caller may not see are left out. assignee_id is the caller
  -- where they are among the assignees of its blocks, else the first of those, else the task's own. Definer: access is checked once instead of row by row.
  select t.id, jsonb_build_object('task_id', t.id, 'task_name', t.title, 'item_id', i.id, 'item_name', i.title, 'project_name', p.name, 'space_name', s.name, 'collection_name', c.name,
    'status_id', st.id, 'status_name', st.name, 'status_color', st.color,
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

create function private.check_page(p_limit integer, p_most integer) returns integer
language plpgsql immutable set search_path = '' as $$
-- How many rows a page has: p_most unless told; 22023 outside 1 to p_most.
begin
  if coalesce(p_limit, p_most) not between 1 and p_most then
    raise exception 'limit must be between 1 and %', p_most using errcode = '22023';
  end if;
  return coalesce(p_limit, p_most);
end $$;

create function public.list_studio_feed(p_studio_id uuid, p_actions text[] default array['REVISION_ADD', 'COMMENT_ADD'], p_limit integer default 100,
  p_after_time timestamptz default null, p_after_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
-- A page of what happened in a studio's projects that the caller may open, newest first, from after the row (p_after_time, p_after_id) on: an array
-- of feed items (document 1, section 3). A comment of the same task, version and author within 5 seconds of its revision is left out when revisions
-- are asked for too. P0002 for outsiders, 22023 for an unknown action or a limit outside 1 to 100.
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
      select v.id, v.task_id, v.created_by, v.created_at, v.version_number
      from public.task_versions v
      where 'REVISION_ADD' = any(v_actions) and v.studio_id = p_studio_id and (v.created_at, v.id) < (v_time, v_id)
      order by v.created_at desc, v.id desc limit v_limit
    ), remarks as (
      select c.id, c.task_id, c.created_by, c.created_at, c.metadata
      from public.comments c
      where 'COMMENT_ADD' = any(v_actions) and c.studio_id = p_studio_id and not c.is_automatic and (c.created_at, c.id) < (v_time, v_id)
        and not ('REVISION_ADD' = any(v_actions) and exists (
          select from public.task_versions v
          where v.task_id = c.task_id and v.created_by = c.created_by and v.version_number::text = c.metadata #>> '{revision,versionNumber}'
            and v.created_at between c.created_at - interval '5 seconds' and c.created_at + interval '5 seconds'))
      order by c.created_at desc, c.id desc limit v_limit
    ), page as (
      select 'REVISION_ADD' as action, r.id, r.task_id, r.created_by, r.created_at, to_jsonb(r.version_number) as version_number from revisions r
      union all
      select 'COMMENT_ADD', c.id, c.task_id, c.created_by, c.created_at,
        case when c.metadata #>> '{revision,versionNumber}' ~ '^\d{1,9}$' then to_jsonb((c.metadata #>> '{revision,versionNumber}')::integer) end from remarks c
      order by created_at desc, id desc limit v_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'action', g.action, 'actor_id', g.created_by, 'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
        'version_number', g.version_number, 'created_at', g.created_at, 'revision_thumbnail_id', m.id, 'revision_media_type', m.content_type)
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

create function public.list_notifications(p_limit integer default 50, p_after_time timestamptz default null, p_after_id uuid default null, p_studio_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
-- A page of the caller's notifications of all their studios or of one, newest first, from after the row (p_after_time, p_after_id) on: an array of
-- {id, recipient_id, notification_type_id, type, actor_id, actor_name, target_type, target_id, data, studio_id, project_id, created_at, viewed,
-- viewed_at} with the names, status and url of its task where the caller may see that. 22023 for a limit outside 1 to 50.
declare
  v_limit integer := private.check_page(p_limit, 50);
  v_user uuid := private.require_user();
begin
  return (
    with page as (
      select r.id as recipient_id, r.viewed, r.viewed_at, r.created_at as told_at, n.*, case n.target_type when 'comment' then c.task_id else n.target_id end as task_id
      from public.notification_recipients r
      join public.notifications n on n.id = r.notification_id
      left join public.comments c on n.target_type = 'comment' and c.id = n.target_id
      where r.user_id = v_user and (p_studio_id is null or r.studio_id = p_studio_id)
        and (r.created_at, r.id) < (coalesce(p_after_time, 'infinity'), coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by r.created_at desc, r.id desc limit v_limit
    )
    select coalesce(jsonb_agg(coalesce(d.task, '{}')
      || jsonb_build_object('id', g.id, 'recipient_id', g.recipient_id, 'notification_type_id', g.notification_type_id, 'type', k.name, 'actor_id', g.actor_id,
        'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'), 'target_type', g.target_type, 'target_id', g.target_id, 'data', g.data, 'studio_id', g.studio_id,
        'project_id', g.project_id, 'created_at', g.told_at, 'viewed', g.viewed, 'viewed_at', g.viewed_at) order by g.told_at desc, g.recipient_id desc), '[]')
    from page g
    join public.notification_types k on k.id = g.notification_type_id
    left join private.describe_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.actor_id);
end $$;

create function public.mark_notifications_viewed(p_ids uuid[] default null, p_before timestamptz default null) returns integer
language plpgsql set search_path = '' as $$
-- Marks the caller's notifications viewed, those with one of the ids and those not newer than p_before, and answers how many were not yet. 22023 with neither.
declare
  v_count integer;
begin
  if p_ids is null and p_before is null then
    raise exception 'Give p_ids or p_before' using errcode = '22023';
  end if;
  update public.notification_recipients r set viewed = true, viewed_at = now()
  where r.user_id = (select auth.uid()) and not r.viewed and (r.notification_id = any(p_ids) or r.id = any(p_ids) or r.created_at <= p_before);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create function public.get_unread_count(p_studio_id uuid default null) returns integer
language sql stable set search_path = '' as $$
  -- How many notifications the caller has not viewed, in all their studios or in one.
  select count(*)::integer from public.notification_recipients r join public.notifications n on n.id = r.notification_id
  where r.user_id = (select auth.uid()) and not r.viewed and (p_studio_id is null or r.studio_id = p_studio_id)
$$;

revoke execute on function public.list_studio_feed(uuid, text[], integer, timestamptz, uuid), public.list_notifications(integer, timestamptz, uuid, uuid),
  public.mark_notifications_viewed(uuid[], timestamptz), public.get_unread_count(uuid), private.encode_url(text), private.describe_tasks(uuid[]), private.check_page(integer, integer) from public, anon;
grant execute on function public.list_studio_feed(uuid, text[], integer, timestamptz, uuid), public.list_notifications(integer, timestamptz, uuid, uuid),
  public.mark_notifications_viewed(uuid[], timestamptz), public.get_unread_count(uuid), private.encode_url(text), private.describe_tasks(uuid[]), private.check_page(integer, integer) to authenticated, service_role;
