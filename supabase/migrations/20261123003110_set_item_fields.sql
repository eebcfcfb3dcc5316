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

create function private.check_kind_values(p_field public.field_definitions, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
-- Refuses (P0409) a change of kind that does not name each value the field has, as it is. Definer: values also lie
-- where the caller does not look.
begin
  if exists (
    select from public.items i
    left join jsonb_array_elements(p_values) as v on (v ->> 'item_id')::uuid = i.id
    where i.studio_id = p_field.studio_id and (i.fields ? p_field.key or v is not null)
      and (v is null or nullif(v -> 'from', 'null') is distinct from i.fields -> p_field.key)) then
    perform private.refuse(409, 'P0409', 'Someone else has changed this in the meantime. It was left alone.');
  end if;
end $$;

create function private.change_field_kind(
  p_field_id uuid, p_expected_kind text, p_definition jsonb, p_values jsonb, p_operation_id uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.change_field_kind. Definer: a kind changes together with all of its values alone.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'change_field_kind',
    concat_ws('|', p_field_id, p_expected_kind, p_definition::text, p_values::text));
  v_field public.field_definitions;
  v_new public.field_definitions;
  v_rev bigint;
  v_changed integer;
  v_problem text;
begin
  if v_known is not null then
    return v_known;
  end if;
  select d.* into v_field from public.field_definitions d
    where d.id = p_field_id and d.studio_id = any(private.my_studio_ids()) for update;
  if v_field.id is null then
    perform private.refuse_missing('Field not found');
  elsif not v_field.studio_id = any(private.my_studio_ids_with('create')) then
    raise exception 'Your role may not change fields' using errcode = '42501';
  elsif coalesce(jsonb_typeof(p_values), '') <> 'array' or jsonb_typeof(p_definition) is distinct from 'object'
    or coalesce(p_definition ->> 'kind', 'formula') = 'formula' or v_field.kind = 'formula' then
    raise exception 'A field becomes another kind together with its values; a formula has none' using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_field.studio_id);
  if v_field.kind is distinct from p_expected_kind then
    perform private.refuse(409, 'P0409', 'Someone else has changed this in the meantime. It was left alone.');
  end if;
  perform private.check_kind_values(v_field, p_values);
  perform private.refuse_low_role(v_field);
  v_new := jsonb_populate_record(v_field, jsonb_build_object('kind', p_definition -> 'kind',
    'options', coalesce(p_definition -> 'options', '[]'), 'default_value', p_definition -> 'default_value'));
  select private.field_problem(v_new, v -> 'to') into v_problem from jsonb_array_elements(p_values) as v
    where v -> 'to' <> 'null' and private.field_problem(v_new, v -> 'to') is not null limit 1;
  if v_problem is not null then
    raise exception '% %', v_field.name, v_problem using errcode = '22023';
  end if;
  perform set_config('xsheet.changing_kind', 'on', true); -- its rules are looked at as in a plain change
  update public.field_definitions d set kind = v_new.kind, options = v_new.options,
    default_value = nullif(v_new.default_value, 'null'), updated_at = now(), rev = v_rev where d.id = v_field.id;
  perform set_config('xsheet.changing_kind', 'off', true);
  update public.items i set updated_at = now(), rev = v_rev, fields = case jsonb_typeof(v -> 'to')
    when 'null' then i.fields - v_field.key else i.fields || jsonb_build_object(v_field.key, v -> 'to') end
  from jsonb_array_elements(p_values) as v where i.id = (v ->> 'item_id')::uuid and i.studio_id = v_field.studio_id;
  get diagnostics v_changed = row_count;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'changed', v_changed));
exception
  when invalid_text_representation or check_violation or not_null_violation then
    raise exception 'There is no such kind of field, or a value cannot be read' using errcode = '22023';
end $$;

create function public.change_field_kind(
  p_field_id uuid, p_expected_kind text, p_definition jsonb, p_values jsonb, p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Makes a field another kind {kind, options?, default_value?} together with all of its values [{item_id, from, to}],
  -- null for none, in one step. Answers {rev, changed}. 22023 a value the new kind does not take, P0409 a kind or value
  -- that is another by now or is not named, P0002 unknown field, 42501 not allowed.
  select private.change_field_kind(p_field_id, p_expected_kind, p_definition, p_values, p_operation_id)
$$;

grant execute on function private.change_field_kind(uuid, text, jsonb, jsonb, uuid),
  public.change_field_kind(uuid, text, jsonb, jsonb, uuid) to authenticated, service_role;
