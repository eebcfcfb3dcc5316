-- A person's notifications, a page at a time.

-- Read in index order, however much there is: the planner takes the row rules for more selective than they are and,
-- with a few dozen large studios, sorted all rows to find the newest fifty (403,000 database pages instead of 1,800).
-- What must be sorted, a page, is still sorted. JIT compilation takes longer than a page.
create function public.list_notifications(
  p_limit integer default 50, p_after_time timestamptz default null, p_after_id uuid default null,
  p_studio_id uuid default null
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_sort = off
  set jit = off as $$
-- Lists a page of the caller's notifications from all their studios or from one, newest first, starting after the row
-- (p_after_time, p_after_id): an array of {id, recipient_id, notification_type_id, type, actor_id, actor_name,
-- target_type, target_id, data, thumbnail_id, studio_id, project_id, created_at, viewed, viewed_at} with the names,
-- status and url of its task, and its item's picture, if the caller may see them; for a review these are of the task it
-- last spoke of, and the url leads to the session's notes. 22023 a limit outside 1 to 50.
declare
  v_limit integer := private.check_page(p_limit, 50);
  v_user uuid := private.require_user();
  v_time timestamptz := coalesce(p_after_time, 'infinity');
  v_id uuid := coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return (
    with page as (
      select t.*
      from unnest(case when p_studio_id is null then private.my_studio_ids() else array[p_studio_id] end) as s (id)
      cross join lateral (
        select r.id as recipient_id, r.viewed, r.viewed_at, r.created_at as told_at, n.*
        from public.notification_recipients r
        join public.notifications n on n.id = r.notification_id
        where r.user_id = v_user and r.studio_id = s.id and (r.created_at, r.id) < (v_time, v_id)
        order by r.created_at desc, r.id desc limit 50) as t
      order by t.told_at desc, t.recipient_id desc limit v_limit
    ), placed as (
      select p.*, case p.target_type
        when 'comment' then (select c.task_id from public.comments c where c.id = p.target_id)
        when 'review' then (p.data #>> '{taskIds,0}')::uuid
        else p.target_id end as task_id
      from page p
    )
    select coalesce(jsonb_agg(coalesce(d.task, '{}') || jsonb_build_object(
      'id', g.id, 'recipient_id', g.recipient_id, 'notification_type_id', g.notification_type_id, 'type', k.name,
      'actor_id', g.actor_id, 'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
      'target_type', g.target_type, 'target_id', g.target_id, 'data', g.data,
      'thumbnail_id', coalesce(i.thumbnail_media_id, i.poster_media_id),
      'studio_id', g.studio_id, 'project_id', g.project_id,
      'created_at', g.told_at, 'viewed', g.viewed, 'viewed_at', g.viewed_at)
      || case when g.target_type = 'review' then private.address_of_review(g.target_id) else '{}' end
      order by g.told_at desc, g.recipient_id desc), '[]')
    from placed g
    join public.notification_types k on k.id = g.notification_type_id
    left join private.describe_tasks(array(select p.task_id from placed p)) as d on d.task_id = g.task_id
    left join public.items i on i.id = (d.task ->> 'item_id')::uuid
    left join public.user_profiles u on u.id = g.actor_id);
end $$;

create function public.mark_notifications_viewed(
  p_ids uuid[] default null, p_before timestamptz default null
) returns integer
language plpgsql set search_path = '' as $$
-- Marks the caller's notifications as viewed, both those with the given ids and those not newer than p_before, and
-- returns how many were not yet viewed. 22023 neither is given.
declare
  v_count integer;
begin
  if p_ids is null and p_before is null then
    raise exception 'Give p_ids or p_before' using errcode = '22023';
  end if;
  update public.notification_recipients r set viewed = true, viewed_at = now()
  where r.user_id = (select auth.uid()) and not r.viewed
    and (r.notification_id = any(p_ids) or r.id = any(p_ids) or r.created_at <= p_before);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create function public.get_unread_count(p_studio_id uuid default null) returns integer
language plpgsql stable set search_path = '' as $$
-- Counts the notifications the caller has not viewed, in all their studios or in one.
declare
  v_user uuid := auth.uid();
  v_projects uuid[] := private.my_project_ids();
begin
  return (select count(*) from public.notification_recipients r
    where r.user_id = v_user and not r.viewed and (p_studio_id is null or r.studio_id = p_studio_id)
      and (r.project_id is null or r.project_id = any(v_projects)));
end $$;

grant execute on function
  public.list_notifications(integer, timestamptz, uuid, uuid), public.mark_notifications_viewed(uuid[], timestamptz),
  public.get_unread_count(uuid)
to authenticated, service_role;
