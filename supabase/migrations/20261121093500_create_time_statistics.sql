-- Purpose: the time logged on the tasks of a space.
-- Reversal: drop the function below.

create function public.get_space_time_stats(p_space_id uuid) returns table (task_id uuid, minutes integer)
language sql stable set search_path = '' as $$
  -- Minutes logged on each task of a space that has any, added up over its revisions. Row rules apply.
  select v.task_id, sum(v.time_spent_minutes)::integer
  from public.task_versions v
  join public.item_tasks t on t.id = v.task_id
  where t.space_id = p_space_id
  group by v.task_id
$$;
revoke execute on function public.get_space_time_stats(uuid) from public, anon;
grant execute on function public.get_space_time_stats(uuid) to authenticated, service_role;
