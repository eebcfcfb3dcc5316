-- The order of collections, items, projects and spaces.

create function private.set_order_ranks(
  p_table text, p_ids uuid[], p_ranks numeric[], p_collection_ids uuid[], p_expected_ranks numeric[],
  p_expected_collection_ids uuid[], p_operation_id uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_order_ranks. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'set_order_ranks',
    concat_ws('|', p_table, p_ids::text, p_ranks::text, coalesce(p_collection_ids::text, '-'),
      coalesce(p_expected_ranks::text, '-'), coalesce(p_expected_collection_ids::text, '-')));
  v_column text := case p_table when 'collections' then 'order_rank' when 'items' then 'order_rank'
    when 'projects' then 'display_order' when 'spaces' then 'position' end;
  v_project text := case p_table when 'projects' then 'id' else 'project_id' end;
  v_collection text := case p_table when 'items' then 'r.collection_id' else 'null::uuid' end;
  v_projects uuid[] := private.my_project_ids_with('create');
  v_count integer := coalesce(cardinality(p_ids), 0);
  v_studio uuid;
  v_is_seen boolean;
  v_rev bigint;
  v_changed integer;
  v_conflicts uuid[];
begin
  if v_known is not null then
    return v_known;
  end if;
  if v_column is null or v_count not between 1 and 50000 or private.has_duplicates(p_ids) or p_ranks is null
    or cardinality(p_ranks) <> v_count
    or v_count <> any(array[cardinality(p_collection_ids), cardinality(p_expected_ranks),
      cardinality(p_expected_collection_ids)])
    or p_table <> 'items' and (p_collection_ids is not null or p_expected_collection_ids is not null)
    or exists (select from unnest(p_ranks) as k
      where k is null and p_table <> 'projects' or k in ('NaN', 'Infinity', '-Infinity')) then
    raise exception 'Name a table, its rows and one rank for each' using errcode = '22023';
  end if;
  execute format('select r.studio_id from public.%I r where r.id = any($1) and r.%I = any($2) limit 1', p_table,
    v_project) into v_studio using p_ids, v_projects;
  if v_studio is null then
    execute format('select exists (select from public.%I r where r.id = any($1) and r.%I = any($2))', p_table,
      v_project) into v_is_seen using p_ids, private.my_project_ids();
    if v_is_seen then
      raise exception 'Your role may not change the order' using errcode = '42501';
    end if;
    perform private.refuse_missing('Nothing to put in order was found');
  end if;
  v_rev := private.next_rev(v_studio);
  if exists (select from unnest(p_ids, p_collection_ids) as w (id, collection_id) join public.items i on i.id = w.id
    where w.collection_id is not null and not exists (select from public.collections c
      where c.id = w.collection_id and c.space_id = i.space_id)) then
    raise exception 'Items can only move inside their space' using errcode = '22023';
  end if;

  execute format($sql$
    with wanted as (
      select r.id, w.rank, coalesce(w.collection_id, %4$s) as collection_id,
        $7 and w.expected_rank is distinct from r.%2$I or w.expected_collection_id <> %4$s as is_other,
        r.%2$I is not distinct from w.rank and (w.collection_id is null or w.collection_id = %4$s) as is_same
      from unnest($1, $2, $3, $5, $6) as w (id, rank, collection_id, expected_rank, expected_collection_id)
      join public.%1$I r on r.id = w.id and r.studio_id = $8 and r.%3$I = any($9)
    ), changed as (
      update public.%1$I r set %2$I = w.rank, %5$s rev = $4, updated_at = now() from wanted w
      where r.id = w.id and not w.is_same and w.is_other is not true returning 1
    )
    select (select count(*) from changed), array(select w.id from wanted w where w.is_other and not w.is_same)
  $sql$, p_table, v_column, v_project, v_collection,
    case p_table when 'items' then 'collection_id = w.collection_id,' else '' end)
  into v_changed, v_conflicts
  using p_ids, p_ranks, p_collection_ids, v_rev, p_expected_ranks, p_expected_collection_ids,
    p_expected_ranks is not null, v_studio, v_projects;
  return private.end_operation(p_operation_id,
    jsonb_build_object('rev', v_rev, 'changed', v_changed, 'conflicts', to_jsonb(v_conflicts)));
end $$;

create function public.set_order_ranks(
  p_table text, p_ids uuid[], p_ranks numeric[], p_collection_ids uuid[] default null,
  p_expected_ranks numeric[] default null, p_expected_collection_ids uuid[] default null,
  p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Sets the ranks of collections, items, projects or spaces of a studio, one for each id, in one step; items may
  -- change their collection with it (null: stay). With expected ranks or collections, a row whose current one differs
  -- is left unchanged and listed in conflicts. Returns {rev, changed, conflicts: [id]}. 22023 bad argument or a
  -- collection of another space, 42501 not allowed, P0002 none of the rows exists.
  select private.set_order_ranks(p_table, p_ids, p_ranks, p_collection_ids, p_expected_ranks, p_expected_collection_ids,
    p_operation_id)
$$;

grant execute on function
  private.set_order_ranks(text, uuid[], numeric[], uuid[], numeric[], uuid[], uuid),
  public.set_order_ranks(text, uuid[], numeric[], uuid[], numeric[], uuid[], uuid)
to authenticated, service_role;
