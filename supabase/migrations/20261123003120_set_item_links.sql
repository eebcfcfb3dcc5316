-- Setting what items are made with.

create function private.set_item_links(p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_item_links. Definer: permission is checked once for all items.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'set_item_links', p_changes::text);
  v_studio uuid;
  v_rev bigint;
  v_changed integer;
  v_skipped jsonb;
  v_problem text;
begin
  if v_known is not null then
    return v_known;
  end if;
  if coalesce(jsonb_typeof(p_changes), '') <> 'array' or jsonb_array_length(p_changes) not between 1 and 50000
    or exists (select from jsonb_array_elements(p_changes) as c
      where coalesce(jsonb_typeof(c), '') <> 'object' or c ->> 'from_item_id' is null
        or c ->> 'to_item_id' is null) then
    raise exception 'Name 1 to 50000 links: two items, a kind, and a count from 0 to 9999' using errcode = '22023';
  end if;
  select case when coalesce(c ->> 'kind', '') not in ('cast', 'instance', 'reference')
      then 'A link is of the kind cast, instance or reference'
    when coalesce(c ->> 'count', '') !~ '^\d{1,4}$' then 'The count of a link is a whole number from 0 to 9999'
    when coalesce(jsonb_typeof(c -> 'label'), 'null') not in ('string', 'null') or length(c ->> 'label') > 200
      then 'The label of a link is a text of at most 200 characters'
    when coalesce(jsonb_typeof(c -> 'expected'), 'null') not in ('object', 'null')
      or c -> 'expected' ->> 'count' !~ '^\d{1,4}$' then 'What is expected of a link is its count and its label'
    when c ->> 'from_item_id' = c ->> 'to_item_id' then 'An item cannot be linked to itself' end as problem
    into v_problem from jsonb_array_elements(p_changes) as c order by problem limit 1;
  if v_problem is not null then
    raise exception '%', v_problem using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(p_changes) as c
    left join public.items f on f.id = (c ->> 'from_item_id')::uuid and f.project_id = any(private.my_project_ids())
    left join public.items t on t.id = (c ->> 'to_item_id')::uuid and t.project_id = f.project_id
    where t.id is null and (c ->> 'count')::integer > 0) then
    if not exists (select from jsonb_array_elements(p_changes) as c
      cross join lateral (values (c ->> 'from_item_id'), (c ->> 'to_item_id')) as e (id)
      left join public.items i on i.id = e.id::uuid and i.project_id = any(private.my_project_ids())
      where i.id is null and (c ->> 'count')::integer > 0) then
      raise exception 'Both items of a link are of one project' using errcode = '22023';
    end if;
    perform private.refuse_missing('Item not found');
  elsif exists (select from jsonb_array_elements(p_changes) as c
    join public.items f on f.id = (c ->> 'from_item_id')::uuid
    where not f.project_id = any(private.my_project_ids_with('create'))) then
    raise exception 'Your role may not change what items are cast with' using errcode = '42501';
  end if;
  select f.studio_id into v_studio from jsonb_array_elements(p_changes) as c
    join public.items f on f.id = (c ->> 'from_item_id')::uuid limit 1;
  if v_studio is null then
    perform private.refuse_missing('Item not found');
  end if;
  v_rev := private.next_rev(v_studio);
  with wanted as (
    select distinct on (1, 2, 3) (c.value ->> 'from_item_id')::uuid as from_item_id,
      (c.value ->> 'to_item_id')::uuid as to_item_id, c.value ->> 'kind' as kind,
      (c.value ->> 'count')::integer as count, coalesce(c.value ->> 'label', '') as label,
      nullif(c.value -> 'expected', 'null') as expected
    from jsonb_array_elements(p_changes) with ordinality as c (value, n) order by 1, 2, 3, c.n desc
  ), judged as materialized (
    select w.*, f.studio_id, f.project_id,
      coalesce(l.quantity, 0) = w.count and (w.count = 0 or l.label = w.label) as is_there,
      w.expected is not null and (coalesce(l.quantity, 0) <> coalesce((w.expected ->> 'count')::integer, 0)
        or coalesce(l.label, '') <> coalesce(w.expected ->> 'label', '')) as is_conflict
    from wanted w
    join public.items f on f.id = w.from_item_id and f.studio_id = v_studio
    left join public.item_links l on l.from_item_id = w.from_item_id and l.to_item_id = w.to_item_id
      and l.kind = w.kind
  ), gone as (
    delete from public.item_links l using judged j
    where l.from_item_id = j.from_item_id and l.to_item_id = j.to_item_id and l.kind = j.kind
      and j.count = 0 and not j.is_conflict
  ), made as (
    insert into public.item_links (from_item_id, to_item_id, kind, studio_id, project_id, quantity, label, rev)
    select j.from_item_id, j.to_item_id, j.kind, j.studio_id, j.project_id, j.count, j.label, v_rev
    from judged j where j.count > 0 and not j.is_conflict and not j.is_there
    on conflict on constraint item_links_pkey
      do update set quantity = excluded.quantity, label = excluded.label, updated_at = now(), rev = excluded.rev
  )
  select count(*) filter (where not j.is_conflict and not j.is_there),
    coalesce(jsonb_agg(jsonb_build_object('from_item_id', j.from_item_id, 'to_item_id', j.to_item_id,
      'kind', j.kind, 'reason', 'conflict')) filter (where j.is_conflict and not j.is_there), '[]')
    into v_changed, v_skipped from judged j;
  return private.end_operation(p_operation_id,
    jsonb_build_object('rev', v_rev, 'changed', v_changed, 'skipped', v_skipped));
exception
  when invalid_text_representation then
    raise exception 'An item is named by its id' using errcode = '22023';
end $$;

create function public.set_item_links(p_changes jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Sets what items are made with: [{from_item_id, to_item_id, kind: cast | instance | reference, count, label,
  -- expected?: {count, label}}]; a count of 0 removes the link. A link that no longer matches its expected values is
  -- left unchanged. Returns {rev, changed, skipped: [{from_item_id, to_item_id, kind, reason: conflict}]}. 22023 bad
  -- argument, P0002 an unknown item or one of another project, 42501 not allowed.
  select private.set_item_links(p_changes, p_operation_id)
$$;

grant execute on function private.set_item_links(jsonb, uuid), public.set_item_links(jsonb, uuid)
to authenticated, service_role;
