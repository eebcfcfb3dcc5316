-- Setting the studio's own fields of items, tasks and projects.

create function private.fields_sql(p_of text, p_statement text) returns text
language plpgsql immutable set search_path = '' as $$
-- A statement about the rows that have fields of a kind, in which {rows} stands for their table and {project} for the
-- project of a row r. 22023 for anything without fields.
begin
  if p_of is null or p_of not in ('item', 'task', 'project') then
    raise exception 'Fields are of an item, a task or a project' using errcode = '22023';
  end if;
  return replace(replace(p_statement,
    '{rows}', 'public.' || case p_of when 'item' then 'items' when 'task' then 'item_tasks' else 'projects' end),
    '{project}', case p_of when 'project' then 'r.id' else 'r.project_id' end);
end $$;

create function private.set_fields(p_of text, p_changes jsonb, p_operation_id uuid, p_kinds jsonb default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.set_fields. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'set_fields', concat_ws('|', p_of, p_changes::text));
  v_where text := private.fields_sql(p_of, 'select r.studio_id from jsonb_array_elements($1) as c
    join {rows} r on r.id = (c ->> ''id'')::uuid where {project} = any($2) limit 1');
  v_studio uuid;
  v_seen uuid;
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
      where coalesce(jsonb_typeof(c -> 'values'), '') <> 'object'
        or coalesce(jsonb_typeof(c -> 'expected'), 'object') <> 'object') then
    raise exception 'Name 1 to 50000 %s and the values of their fields', p_of using errcode = '22023';
  end if;
  execute v_where into v_studio using p_changes, private.my_project_ids_with('create');
  if v_studio is null then
    execute v_where into v_seen using p_changes, private.my_project_ids();
    if v_seen is not null then
      raise exception 'Your role may not change %s', p_of using errcode = '42501';
    end if;
    perform private.refuse_missing(initcap(p_of) || ' not found');
  end if;
  p_changes := private.convert_changes(v_studio, p_of, p_changes, coalesce(p_kinds, '{}'));
  v_rev := private.next_rev(v_studio);
  perform private.refuse_low_role(d) from public.field_definitions d
    where d.studio_id = v_studio and d.id = any(private.my_restricted_fields()) and exists (
      select from jsonb_array_elements(p_changes) as c where c -> 'values' -> d.key = 'null');
  execute private.fields_sql(p_of, $sql$
    with wanted as (
      select distinct on (id, v.key) (c.value ->> 'id')::uuid as id, v.key, nullif(v.value, 'null') as value,
        coalesce(c.value -> 'expected' ? v.key, false) as is_expecting,
        nullif(c.value -> 'expected' -> v.key, 'null') as expected
      from jsonb_array_elements($1) with ordinality as c (value, n)
      cross join lateral jsonb_each(c.value -> 'values') as v
      order by id, v.key, c.n desc
    ), judged as (
      select w.*, f.present is not distinct from w.value as is_there,
        w.is_expecting and f.present is distinct from w.expected as is_conflict
      from wanted w join {rows} r on r.id = w.id and r.studio_id = $2 and {project} = any($3)
      cross join lateral (select case when $5 then private.all_fields(r.fields, r.id) -> w.key
        else r.fields -> w.key end as present) as f
    ), merged as (
      select j.id, coalesce(jsonb_object_agg(j.key, j.value) filter (where j.value is not null), '{}') as added,
        coalesce(array_agg(j.key) filter (where j.value is null), '{}') as removed
      from judged j where not j.is_there and not j.is_conflict
      group by j.id
    ), gone as (
      delete from private.restricted_values v using judged j, public.field_definitions d
      where j.value is null and not j.is_there and not j.is_conflict
        and d.studio_id = $2 and d.key = j.key and v.field_id = d.id and v.row_id = j.id
    ), done as (
      update {rows} r set fields = (r.fields - m.removed) || m.added, updated_at = now(), rev = $4
      from merged m where r.id = m.id returning 1
    )
    select (select count(*) from done), (select coalesce(jsonb_agg(jsonb_build_object('id', j.id,
      'key', j.key, 'reason', 'conflict')), '[]') from judged j where j.is_conflict and not j.is_there)
  $sql$) into v_changed, v_skipped using p_changes, v_studio, private.my_project_ids_with('create'), v_rev,
    private.my_restricted_fields() <> '{}';
  return private.end_operation(p_operation_id,
    jsonb_build_object('rev', v_rev, 'changed', v_changed, 'skipped', v_skipped));
exception
  when invalid_text_representation then
    raise exception 'Rows are named by their ids' using errcode = '22023';
  when check_violation then
    -- The row is too large: because of one value that its field would not take, or of all together.
    select d.name || ' ' || private.field_problem(d, v.value) into v_problem
    from jsonb_array_elements(p_changes) as c cross join lateral jsonb_each(c -> 'values') as v
    join public.field_definitions d on d.studio_id = v_studio and d.key = v.key
    where v.value <> 'null' and private.field_problem(d, v.value) is not null limit 1;
    raise exception '%', coalesce(v_problem, format('The fields of one %s take at most 64 kB together', p_of))
      using errcode = '22023';
end $$;

create function public.set_fields(
  p_of text, p_changes jsonb, p_operation_id uuid default null, p_kinds jsonb default null
) returns jsonb
language sql set search_path = '' as $$
  -- Sets fields of rows, p_of item, task or project, key by key: [{id, values: {key: value}, expected?: {key: value}}],
  -- null for none. A field whose value differs from the expected one is left unchanged; without an expectation it is
  -- set. p_kinds may name the field kinds that the values were written for, {key: {kind, names?: {option: name}}}: if a
  -- kind has changed since, values are converted as that change would have converted them. Returns {rev, changed,
  -- skipped: [{id, key, reason: conflict}]}. 22023 a value its field does not take, with the field's name and the
  -- reason, or one that does not convert; P0002 unknown rows, 42501 not allowed.
  select private.set_fields(p_of, p_changes, p_operation_id, p_kinds)
$$;

grant execute on function private.set_fields(text, jsonb, uuid, jsonb), public.set_fields(text, jsonb, uuid, jsonb)
to authenticated, service_role;

create function private.check_kind_values(p_field public.field_definitions, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
-- Refuses (P0409) a change of kind that does not name every current value of the field. Definer: some values are hidden
-- from the caller.
declare
  v_differs boolean;
begin
  execute private.fields_sql(p_field.of, $sql$
    select exists (
      select from {rows} r left join jsonb_array_elements($1) as v on (v ->> 'id')::uuid = r.id
      where r.studio_id = $2 and (r.fields ? $3 or v is not null)
        and (v is null or nullif(v -> 'from', 'null') is distinct from r.fields -> $3))
  $sql$) into v_differs using p_values, p_field.studio_id, p_field.key;
  if v_differs then
    perform private.refuse(409, 'P0409', 'Someone else changed this in the meantime. Your change was not applied.');
  end if;
end $$;

create function private.change_field_kind(
  p_field_id uuid, p_expected_kind text, p_definition jsonb, p_values jsonb, p_operation_id uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.change_field_kind. Definer: a kind may only change together with all of its values.
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
    where d.id = p_field_id and d.studio_id = any(private.my_studio_ids())
      and private.reads(d.studio_id, d.read_floor) for update;
  if v_field.id is null then
    perform private.refuse_missing('Field not found');
  elsif not v_field.studio_id = any(private.my_studio_ids_with('create')) then
    raise exception 'Your role may not change fields' using errcode = '42501';
  elsif v_field.read_floor <> '' then
    raise exception 'Let everybody read % before you change its kind', v_field.name using errcode = '22023';
  elsif coalesce(jsonb_typeof(p_values), '') <> 'array' or exists (select from jsonb_array_elements(p_values) as v
      where v ->> 'id' is null) or jsonb_typeof(p_definition) is distinct from 'object'
    or coalesce(p_definition ->> 'kind', 'formula') = 'formula' or v_field.kind = 'formula' then
    raise exception 'The kind of a field changes together with its values; formulas have none' using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_field.studio_id);
  if v_field.kind is distinct from p_expected_kind then
    perform private.refuse(409, 'P0409', 'Someone else changed this in the meantime. Your change was not applied.');
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
  perform set_config('xsheet.changing_kind', 'on', true); -- its rules are checked as in a plain change
  update public.field_definitions d set kind = v_new.kind, options = v_new.options,
    default_value = nullif(v_new.default_value, 'null'), updated_at = now(), rev = v_rev where d.id = v_field.id;
  perform set_config('xsheet.changing_kind', 'off', true);
  execute private.fields_sql(v_field.of, $sql$
    update {rows} r set updated_at = now(), rev = $1, fields = case jsonb_typeof(v -> 'to')
      when 'null' then r.fields - $2 else r.fields || jsonb_build_object($2, v -> 'to') end
    from jsonb_array_elements($3) as v where r.id = (v ->> 'id')::uuid and r.studio_id = $4
  $sql$) using v_rev, v_field.key, p_values, v_field.studio_id;
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
  -- Changes the kind of a field to {kind, options?, default_value?} together with all of its values [{id, from, to}],
  -- null for none, in one step. Returns {rev, changed}. 22023 a value the new kind does not take, P0409 a kind or value
  -- that has changed or is not named, P0002 unknown field, 42501 not allowed.
  select private.change_field_kind(p_field_id, p_expected_kind, p_definition, p_values, p_operation_id)
$$;

grant execute on function private.change_field_kind(uuid, text, jsonb, jsonb, uuid),
  public.change_field_kind(uuid, text, jsonb, jsonb, uuid) to authenticated, service_role;

create function private.fold_option(p_name text) returns text
language sql immutable set search_path = '' as $$
  -- The form of an option's name in which case and spaces do not count.
  select lower(regexp_replace(p_name, '\s+', '', 'g'))
$$;

create function private.add_field_options(p_options jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.add_field_options. Definer: takes the studio's clock before it looks, so that two callers adding the same
-- option wait for each other.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'add_field_options', p_options::text);
  v_field public.field_definitions;
  v_field_id uuid;
  v_all jsonb;
  v_given jsonb;
  v_option jsonb;
  v_id text;
  v_rev bigint;
  v_answer jsonb := '[]';
begin
  if v_known is not null then
    return v_known;
  end if;
  if coalesce(jsonb_typeof(p_options), '') <> 'array' or jsonb_array_length(p_options) not between 1 and 1000
    or exists (select from jsonb_array_elements(p_options) as o where jsonb_typeof(o) <> 'object'
      or o ->> 'field_id' is null or coalesce(o ->> 'id', '') = '' or coalesce(trim(o ->> 'name'), '') = '') then
    raise exception 'Name 1 to 1000 options, each with its field, an id and a name' using errcode = '22023';
  end if;
  for v_field_id, v_all in
    select (o ->> 'field_id')::uuid, jsonb_agg(o order by n)
    from jsonb_array_elements(p_options) with ordinality as e (o, n) group by 1 order by min(n)
  loop
    select d.* into v_field from public.field_definitions d
      where d.id = v_field_id and d.studio_id = any(private.my_studio_ids())
        and private.reads(d.studio_id, d.read_floor);
    if v_field.id is null then
      perform private.refuse_missing('Field not found');
    elsif not v_field.studio_id = any(private.my_studio_ids_with('create')) then
      raise exception 'Your role may not change fields' using errcode = '42501';
    elsif v_field.kind not in ('choice', 'choices') then
      raise exception '% has no options', v_field.name using errcode = '22023';
    end if;
    v_rev := private.next_rev(v_field.studio_id); -- lock the clock before any row
    select d.* into v_field from public.field_definitions d where d.id = v_field_id for update;
    for v_given in select o from jsonb_array_elements(v_all) as o loop
      select o into v_option from jsonb_array_elements(v_field.options) as o
        where private.fold_option(o ->> 'name') = private.fold_option(v_given ->> 'name') limit 1;
      if v_option is null then
        select c.id into v_id from (
          select n, (v_given ->> 'id') || case n when 1 then '' else '_' || n end as id
          from generate_series(1, jsonb_array_length(v_field.options) + 1) as n
        ) as c where not exists (select from jsonb_array_elements(v_field.options) as o where o ->> 'id' = c.id)
        order by c.n limit 1;
        v_option := jsonb_build_object('id', v_id, 'name', trim(v_given ->> 'name'),
          'color', coalesce(v_given ->> 'color', '#9ca3af'));
        v_field.options := v_field.options || v_option;
        v_answer := v_answer || jsonb_build_object('field_id', v_field_id, 'given_id', v_given -> 'id', 'id', v_id,
          'is_new', true);
      else
        v_answer := v_answer || jsonb_build_object('field_id', v_field_id, 'given_id', v_given -> 'id',
          'id', v_option -> 'id', 'is_new', false);
      end if;
    end loop;
    perform set_config('xsheet.changing_kind', 'on', true); -- its rules are checked as in a plain change
    update public.field_definitions d set options = v_field.options, updated_at = now(), rev = v_rev
      where d.id = v_field_id and d.options <> v_field.options;
    perform set_config('xsheet.changing_kind', 'off', true);
  end loop;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'options', v_answer));
exception
  when invalid_text_representation then
    raise exception 'Name 1 to 1000 options, each with its field, an id and a name' using errcode = '22023';
end $$;

create function public.add_field_options(p_options jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Adds options [{field_id, id, name, color?}] at the end of their fields' lists, grey if no colour is given. An
  -- option whose name exists, ignoring case and spaces, is taken to be the existing one; an id that is taken gets a
  -- number. Returns {rev, options: [{field_id, given_id, id, is_new}]} in their order, by field; a repeat returns the
  -- same. 22023 no list, or more than 100 options; P0002 unknown field, 42501 not allowed.
  select private.add_field_options(p_options, p_operation_id)
$$;

create function private.remove_unused_options(p_studio_id uuid, p_options jsonb) returns void
language plpgsql security definer set search_path = '' as $$
-- Removes options [{field_id, id}] from lists if nothing uses them: no row, no default. Definer: some values are hidden
-- from the caller.
declare
  v_field public.field_definitions;
  v_unused text[];
begin
  for v_field in
    select d.* from public.field_definitions d
    where d.studio_id = p_studio_id and d.studio_id = any(private.my_studio_ids_with('create'))
      and private.reads(d.studio_id, d.read_floor)
      and d.id in (select (o ->> 'field_id')::uuid from jsonb_array_elements(p_options) as o)
  loop
    execute private.fields_sql(v_field.of, $sql$
      with used as materialized (
        select distinct u.id from (
          select r.fields -> $5 as value from {rows} r where r.studio_id = $4 and r.fields ? $5
          union all select v.value from private.restricted_values v where v.field_id = $2
          union all select $3
        ) as a cross join lateral jsonb_array_elements_text(
          case jsonb_typeof(a.value) when 'array' then a.value else jsonb_build_array(a.value) end) as u (id)
      )
      select array_agg(o ->> 'id') from jsonb_array_elements($1) as o
      where (o ->> 'field_id')::uuid = $2 and not exists (select from used u where u.id = o ->> 'id')
    $sql$) into v_unused using p_options, v_field.id, v_field.default_value, p_studio_id, v_field.key;
    update public.field_definitions d set updated_at = now(), rev = private.next_rev(p_studio_id), options = (
      select coalesce(jsonb_agg(o order by n), '[]') from jsonb_array_elements(d.options) with ordinality as e (o, n)
      where o ->> 'id' <> all(v_unused))
    where d.id = v_field.id and v_unused <> '{}';
  end loop;
end $$;

grant execute on function private.add_field_options(jsonb, uuid), public.add_field_options(jsonb, uuid)
to authenticated, service_role;
