-- Setting the studio's own fields of items.

create function private.set_item_fields(p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_item_fields. Definer: permission is checked once for all items.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'set_item_fields', p_changes::text);
  v_studio uuid;
  v_seen boolean;
  v_rev bigint;
  v_changed integer;
  v_skipped jsonb;
begin
  if v_known is not null then
    return v_known;
  end if;
  if coalesce(jsonb_typeof(p_changes), '') <> 'array' or jsonb_array_length(p_changes) not between 1 and 50000
    or exists (select from jsonb_array_elements(p_changes) as c
      where coalesce(jsonb_typeof(c -> 'values'), '') <> 'object'
        or coalesce(jsonb_typeof(c -> 'expected'), 'object') <> 'object') then
    raise exception 'Name 1 to 50000 items and the values of their fields' using errcode = '22023';
  end if;
  select i.studio_id into v_studio from jsonb_array_elements(p_changes) as c
    join public.items i on i.id = (c ->> 'item_id')::uuid
    where i.project_id = any(private.my_project_ids_with('create')) limit 1;
  if v_studio is null then
    select true into v_seen from jsonb_array_elements(p_changes) as c
      join public.items i on i.id = (c ->> 'item_id')::uuid where i.project_id = any(private.my_project_ids()) limit 1;
    if v_seen then
      raise exception 'Your role may not change items' using errcode = '42501';
    end if;
    perform private.refuse_missing('Item not found');
  end if;
  v_rev := private.next_rev(v_studio);
  with wanted as (
    select distinct on (item_id, v.key) (c.value ->> 'item_id')::uuid as item_id, v.key,
      nullif(v.value, 'null') as value, coalesce(c.value -> 'expected' ? v.key, false) as is_expecting,
      nullif(c.value -> 'expected' -> v.key, 'null') as expected
    from jsonb_array_elements(p_changes) with ordinality as c (value, n)
    cross join lateral jsonb_each(c.value -> 'values') as v
    order by item_id, v.key, c.n desc
  ), judged as (
    select w.*, i.fields -> w.key is not distinct from w.value as is_there,
      w.is_expecting and i.fields -> w.key is distinct from w.expected as is_conflict
    from wanted w join public.items i on i.id = w.item_id and i.studio_id = v_studio
      and i.project_id = any(private.my_project_ids_with('create'))
  ), merged as (
    select j.item_id, coalesce(jsonb_object_agg(j.key, j.value) filter (where j.value is not null), '{}') as added,
      coalesce(array_agg(j.key) filter (where j.value is null), '{}') as removed
    from judged j where not j.is_there and not j.is_conflict
    group by j.item_id
  ), done as (
    update public.items i set fields = (i.fields - m.removed) || m.added, updated_at = now(), rev = v_rev
    from merged m where i.id = m.item_id returning 1
  )
  select (select count(*) from done), (select coalesce(jsonb_agg(jsonb_build_object('item_id', j.item_id,
      'key', j.key, 'reason', 'conflict')), '[]') from judged j where j.is_conflict and not j.is_there)
    into v_changed, v_skipped;
  return private.end_operation(p_operation_id,
    jsonb_build_object('rev', v_rev, 'changed', v_changed, 'skipped', v_skipped));
exception
  when invalid_text_representation then
    raise exception 'An item is named by its id' using errcode = '22023';
end $$;

create function public.set_item_fields(p_changes jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Sets fields of items key by key: [{item_id, values: {key: value}, expected?: {key: value}}], null for none. A field
  -- that has another value than the expected one is left alone; those without an expectation are set. Answers {rev,
  -- changed, skipped: [{item_id, key, reason: conflict}]}. 22023 a value its field does not take, with the field's name
  -- and the reason; P0002 unknown items, 42501 not allowed.
  select private.set_item_fields(p_changes, p_operation_id)
$$;

grant execute on function private.set_item_fields(jsonb, uuid), public.set_item_fields(jsonb, uuid)
to authenticated, service_role;
