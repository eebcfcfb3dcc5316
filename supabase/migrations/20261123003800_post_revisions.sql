-- Posting a revision with its files, time and comment.

create function private.version_of_files(p_task_id uuid, p_media_ids uuid[]) returns integer
language sql stable security definer set search_path = '' as $$
  -- The one version named by files, as 7 in sh010_anim_v07.mov, if the task's project follows them; else null. The last
  -- one if a name has several. Definer: used for tasks the caller was let into.
  select case when count(distinct n.version) = 1 then min(n.version) end
  from public.item_tasks t join public.projects p on p.id = t.project_id and p.follows_file_versions
  join public.media m on m.id = any(p_media_ids) and m.studio_id = t.studio_id
  cross join lateral (
    select nullif(f.found[1]::integer, 0) as version
    from regexp_matches(m.filename, '(?:^|[^[:alnum:]])v(\d{1,6})(?![[:alnum:]])', 'gi') with ordinality as f (found, n)
    order by f.n desc limit 1
  ) as n
  where t.id = p_task_id
$$;

create function private.next_version_number(p_task_id uuid, p_wanted integer, p_may_be_lower boolean) returns integer
language plpgsql stable security definer set search_path = '' as $$
-- The number of a task's next revision: the one wanted, else the one after the newest; 22023 if it is not a number,
-- 23505 if it is taken or lower than the newest. The caller holds the studio's clock. Definer: used for tasks the
-- caller was let into.
declare
  v_newest integer := coalesce(
    (select max(v.version_number) from public.task_versions v where v.task_id = p_task_id), 0);
begin
  if p_wanted is null then
    return v_newest + 1;
  end if;
  if p_wanted not between 1 and 1000000 then
    raise exception 'A version is a number from 1 to 1000000' using errcode = '22023';
  end if;
  if exists (select from public.task_versions v where v.task_id = p_task_id and v.version_number = p_wanted) then
    raise exception 'There is a v% already; the newest is v%', p_wanted, v_newest using errcode = '23505';
  end if;
  if p_wanted < v_newest and not p_may_be_lower then
    raise exception 'v% is lower than the newest, v%', p_wanted, v_newest
      using errcode = '23505', hint = 'With may_be_lower it is posted all the same';
  end if;
  return p_wanted;
end $$;

create function private.create_revision(
  p_task_id uuid, p_version_id uuid, p_comment_id uuid, p_comment text, p_time_spent text, p_media_ids uuid[],
  p_status_id uuid, p_mentions uuid[], p_metadata jsonb, p_operation_id uuid, p_waited_ms bigint,
  p_version_number integer, p_may_be_lower boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.create_revision. Definer: permission is checked once.
declare
  v_version_id uuid := coalesce(p_version_id, gen_random_uuid());
  v_comment_id uuid := coalesce(p_comment_id, gen_random_uuid());
  v_operation uuid := coalesce(p_operation_id, private.asked_operation(), v_version_id);
  v_known jsonb := private.begin_operation(v_operation, 'create_revision',
    concat_ws('|', p_task_id, p_version_id, p_comment_id, p_comment, p_time_spent, p_media_ids::text, p_status_id,
      p_mentions::text, p_metadata::text, p_version_number, p_may_be_lower));
  v_task public.item_tasks;
  v_minutes integer := private.time_spent_minutes(p_time_spent);
  v_number integer;
  v_rev bigint;
  v_made_at timestamptz;
begin
  if v_known is not null then
    return v_known;
  end if;
  v_task := private.open_task(p_task_id, 'revisions');
  if v_minutes is null then
    raise exception 'Time spent is written like 2h 30m' using errcode = '22023';
  end if;
  if v_minutes = 0 then
    raise exception 'Please select the time spent on this task' using errcode = '22023';
  end if;
  if exists (select from public.task_versions v where v.id = v_version_id) then
    raise exception 'A revision with this id already exists' using errcode = '23505';
  end if;
  v_rev := private.next_rev(v_task.studio_id);
  v_made_at := private.made_at(v_task.studio_id, p_waited_ms);
  v_number := private.next_version_number(p_task_id,
    coalesce(p_version_number, private.version_of_files(p_task_id, p_media_ids)), p_may_be_lower);
  insert into public.task_versions (
    id, task_id, space_id, studio_id, project_id, version_number, created_by, comment, time_spent, created_at,
    rev)
  values (v_version_id, p_task_id, v_task.space_id, v_task.studio_id, v_task.project_id, v_number, auth.uid(),
    coalesce(p_comment, ''), trim(p_time_spent), v_made_at, v_rev);
  perform private.post_comment(v_task, v_comment_id, p_comment, p_media_ids, p_status_id, p_mentions,
    coalesce(p_metadata, '{}') || jsonb_build_object('revision', jsonb_build_object(
      'versionId', v_version_id, 'versionNumber', v_number,
      'taskId', p_task_id, 'taskName', v_task.title, 'stageId', v_task.stage_id,
      'comment', coalesce(p_comment, ''), 'timeSpent', trim(p_time_spent))), v_made_at);
  insert into public.version_media (version_id, media_id, space_id, studio_id, project_id, display_order, rev)
  select v_version_id, w.id, v_task.space_id, v_task.studio_id, v_task.project_id, min(w.n), v_rev
  from unnest(coalesce(p_media_ids, '{}')) with ordinality as w (id, n) group by w.id;
  return private.end_operation(v_operation, jsonb_build_object('rev', v_rev, 'version_id', v_version_id,
    'version_number', v_number, 'comment_id', v_comment_id));
end $$;

create function public.create_revision(
  p_task_id uuid, p_comment text, p_time_spent text, p_version_id uuid default null, p_comment_id uuid default null,
  p_media_ids uuid[] default '{}', p_status_id uuid default null, p_mentions uuid[] default '{}',
  p_metadata jsonb default '{}', p_operation_id uuid default null, p_waited_ms bigint default 0,
  p_version_number integer default null, p_may_be_lower boolean default false
) returns jsonb
language sql set search_path = '' as $$
  -- Posts a revision in one transaction: the next version with its files and time spent, the new status if given, and
  -- its comment. Returns {rev, version_id, version_number, comment_id}; a repeat returns the same. A revision that
  -- waited on a device keeps the time it was made (see private.made_at), also on the timesheet. Its number is
  -- p_version_number if given, else the one in its files' names if the project follows them (_v07), else the next one;
  -- gaps are fine. 22023 no or malformed time or no number, 23505 an existing number, or one below the newest without
  -- p_may_be_lower, 42501 not allowed, P0002 unknown task, status or file, 'Failed to upload {file name}' for one whose
  -- bytes have not arrived.
  select private.create_revision(p_task_id, p_version_id, p_comment_id, p_comment, p_time_spent, p_media_ids,
    p_status_id, p_mentions, p_metadata, p_operation_id, p_waited_ms, p_version_number,
    coalesce(p_may_be_lower, false))
$$;

grant execute on function
  private.create_revision(uuid, uuid, uuid, text, text, uuid[], uuid, uuid[], jsonb, uuid, bigint, integer, boolean),
  public.create_revision(uuid, text, text, uuid, uuid, uuid[], uuid, uuid[], jsonb, uuid, bigint, integer, boolean)
to authenticated, service_role;
