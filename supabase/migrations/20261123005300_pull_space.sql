-- Pulling a space: its collections, items, tasks, blocks and estimates. Changes after a revision are found by space and
-- revision, for which each of these tables has an index.

insert into private.pulls (name, source) values ('pull_space', $pull$
create or replace function private.pull_space(p_space_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_space. Definer: checks project access once instead of row by row.
declare
  v_studio uuid;
  v_since bigint;
begin
  select s.studio_id into v_studio from public.spaces s
  where s.id = p_space_id and s.project_id = any(private.my_project_ids());
  if v_studio is null then
    perform private.refuse_missing('Space not found');
  end if;
  v_since := private.since_or_zero(v_studio, p_since);
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = v_studio),
    'full', v_since = 0,
    'tables', json_build_object(
      'collections', (select {collections}
        from public.collections x where x.space_id = p_space_id and x.rev > v_since),
      'items', (select {items} from public.items x where x.space_id = p_space_id and x.rev > v_since),
      'item_tasks', (select {item_tasks} from public.item_tasks x where x.space_id = p_space_id and x.rev > v_since),
      'task_blocks', (select {task_blocks}
        from public.task_blocks x where x.space_id = p_space_id and x.rev > v_since),
      'task_estimations', (select {task_estimations}
        from public.task_estimations x where x.space_id = p_space_id and x.rev > v_since)),
    'deleted', case when v_since = 0 then '{}' else (
      select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
        select t.table_name, json_agg(t.row_key) as keys
        from private.tombstones t
        where t.space_id = p_space_id and t.rev > v_since
        group by t.table_name) as d) end);
end $$
$pull$);

create function public.pull_space(p_space_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- Pulls the collections, items, tasks, blocks and estimates of a space as columns: everything for p_since 0, else
  -- what changed after that revision. P0002 'Space not found'.
  select private.pull_space(p_space_id, p_since)
$$;

create function private.space_stamp(p_space_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  -- Everything that decides the result of pull_space besides its arguments, including the columns it brings: callers
  -- with the same text get the same rows. Null if the caller may not see the space. A host may then serve many callers
  -- with one query. Definer: the clock is private.
  select concat_ws(' ', c.rev, c.oldest_rev, private.my_restricted_fields()::text, (select p.xmin::text
    from pg_catalog.pg_proc p where p.oid = 'private.pull_space(uuid, bigint)'::regprocedure))
  from public.spaces s join private.studio_clocks c on c.studio_id = s.studio_id
  where s.id = p_space_id and s.project_id = any(private.my_project_ids())
$$;

grant execute on function
  private.space_stamp(uuid), private.pull_space(uuid, bigint), public.pull_space(uuid, bigint)
to authenticated, service_role;
