-- Purpose: the time logged in a studio between two moments, for timesheets and their reports.
-- Reversal: drop the function below.

create function public.list_time_entries(p_studio_id uuid, p_from timestamptz, p_to timestamptz, p_user_id uuid default null,
  p_limit integer default 1000, p_after_time timestamptz default null, p_after_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
-- A page of the revisions posted from p_from until before p_to in projects the caller may open, the oldest first, from after the row
-- (p_after_time, p_after_id) on: an array of {id, user_id, user_name, created_at, version_number, minutes, comment, stage_id, project_id, space_id}
-- with the names and the address of its task. Of one person where p_user_id says whom. P0002 for outsiders, 22023 for a limit outside 1 to 1000.
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
      select v.id, v.task_id, v.created_by, v.created_at, v.version_number, v.time_spent_minutes, v.comment, v.project_id, v.space_id
      from public.task_versions v
      where v.studio_id = p_studio_id and v.created_at >= v_time and v.created_at < p_to and (p_user_id is null or v.created_by = p_user_id)
        and (v_id is null or (v.created_at, v.id) > (v_time, v_id))
      order by v.created_at, v.id limit v_limit
    )
    select coalesce(jsonb_agg(d.task || jsonb_build_object('id', g.id, 'user_id', g.created_by, 'user_name', coalesce(nullif(u.display_name, ''), 'Unknown'),
        'created_at', g.created_at, 'version_number', g.version_number, 'minutes', g.time_spent_minutes, 'comment', g.comment, 'stage_id', t.stage_id,
        'project_id', g.project_id, 'space_id', g.space_id) order by g.created_at, g.id), '[]')
    from page g
    join public.item_tasks t on t.id = g.task_id
    join private.describe_tasks(array(select p.task_id from page p)) as d on d.task_id = g.task_id
    left join public.user_profiles u on u.id = g.created_by);
end $$;
revoke execute on function public.list_time_entries(uuid, timestamptz, timestamptz, uuid, integer, timestamptz, uuid) from public, anon;
grant execute on function public.list_time_entries(uuid, timestamptz, timestamptz, uuid, integer, timestamptz, uuid) to authenticated, service_role;
