-- Pulling a references board and its objects.

insert into private.pulls (name, source) values ('pull_board', $pull$
create or replace function private.pull_board(p_owner_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_board. Definer: checks project access once instead of row by row.
declare
  v_place record;
  v_board uuid := private.find_board(p_owner_id);
  v_since bigint;
begin
  select * into v_place from private.find_board_place(p_owner_id);
  if v_place.project_id is null or not v_place.project_id = any(private.my_project_ids()) then
    perform private.refuse_missing('Board not found');
  end if;
  v_since := private.since_or_zero(v_place.studio_id, p_since);
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = v_place.studio_id),
    'full', v_since = 0,
    'tables', json_build_object(
      'boards', (select {boards} from public.boards x where x.id = v_board and x.rev > v_since),
      'canvas_items', (select {canvas_items}
        from (
          select * from public.canvas_items o where o.board_id = v_board and o.rev > v_since
          order by o.z_index, o.id) as x),
      'media', (select {media}
        from (
          select distinct m.* from public.media m
          join public.canvas_items o on o.media_id = m.id and o.board_id = v_board
          where greatest(m.rev, o.rev) > v_since) as x)),
    'deleted', case when v_since = 0 then '{}' else (
      select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
        select t.table_name, json_agg(t.row_key) as keys
        from private.tombstones t
        where t.studio_id = v_place.studio_id and t.project_id = v_place.project_id and t.rev > v_since
          and t.table_name in ('boards', 'canvas_items')
        group by t.table_name) as d) end);
end $$
$pull$);

create function public.pull_board(p_owner_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- Pulls the board of a project, space or item with its objects and their files, as columns: everything for p_since 0,
  -- else what changed after that revision and the keys of deleted rows. Empty until something is added to it. P0002 the
  -- caller may not open the project.
  select private.pull_board(p_owner_id, p_since)
$$;

grant execute on function private.pull_board(uuid, bigint), public.pull_board(uuid, bigint)
to authenticated, service_role;
