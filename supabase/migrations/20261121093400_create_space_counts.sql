-- Purpose: how much work there is in each space, for the cards of projects and spaces.
-- Reversal: drop the function below.

create function public.get_space_counts(p_studio_id uuid) returns table (space_id uuid, item_count integer, task_counts jsonb)
language sql stable set search_path = '' as $$
  -- For each space of a studio that the caller may open: how many items it has, and {status_id: how many tasks have it}. Disabled tasks do not count.
  -- Empty for anybody else.
  select s.id, coalesce(i.n, 0)::integer, coalesce(t.counts, '{}')
  from public.spaces s
  left join (
    select x.space_id, count(*) as n from public.items x where x.studio_id = p_studio_id group by x.space_id
  ) as i on i.space_id = s.id
  left join (
    select g.space_id, jsonb_object_agg(g.status_id, g.n) as counts from (
      select x.space_id, x.status_id, count(*) as n from public.item_tasks x
      where x.studio_id = p_studio_id and not x.is_disabled group by x.space_id, x.status_id
    ) as g group by g.space_id
  ) as t on t.space_id = s.id
  where s.studio_id = p_studio_id
$$;

revoke execute on function public.get_space_counts(uuid) from public, anon;
grant execute on function public.get_space_counts(uuid) to authenticated, service_role;
