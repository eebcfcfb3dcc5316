-- Pulling what a project's items are made with.

insert into private.pulls (name, source) values ('pull_casting', $pull$
create or replace function private.pull_casting(p_project_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_casting. Definer: checks project access once instead of row by row.
declare
  v_studio uuid;
  v_since bigint;
begin
  select p.studio_id into v_studio from public.projects p
  where p.id = p_project_id and p.id = any(private.my_project_ids());
  if v_studio is null then
    perform private.refuse_missing('Project not found');
  end if;
  v_since := private.since_or_zero(v_studio, p_since);
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = v_studio),
    'full', v_since = 0,
    'tables', json_build_object(
      'item_links', (select {item_links}
        from public.item_links x where x.project_id = p_project_id and x.rev > v_since)),
    'deleted', case when v_since = 0 then '{}' else (
      select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
        select t.table_name, json_agg(t.row_key) as keys
        from private.tombstones t
        where t.studio_id = v_studio and t.project_id = p_project_id and t.rev > v_since
          and t.table_name = 'item_links'
        group by t.table_name) as d) end);
end $$
$pull$);

create function public.pull_casting(p_project_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- Pulls what a project's items are made with, as columns: everything for p_since 0, else what changed after that
  -- revision and the keys of deleted rows. P0002 the caller may not open the project.
  select private.pull_casting(p_project_id, p_since)
$$;

grant execute on function private.pull_casting(uuid, bigint), public.pull_casting(uuid, bigint)
to authenticated, service_role;
