-- Values written for a field whose kind has changed since. Reversal: drop these functions last.

create function private.value_texts(p_studio_id uuid, p_value jsonb, p_meant jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  -- What a value says in a field of another kind, as people read it: one text, or one for each of several options.
  -- Definer: looks past the caller's rows.
  select array_agg(case p_meant ->> 'kind'
    when 'checkbox' then case v when 'true' then 'yes' else 'no' end
    when 'person' then
      coalesce((select u.display_name from public.user_profiles u
        join public.studio_members m on m.user_id = u.id and m.studio_id = p_studio_id where u.id::text = v), v)
    when 'choice' then coalesce(p_meant -> 'names' ->> v, v)
    when 'choices' then coalesce(p_meant -> 'names' ->> v, v)
    else v end order by n)
  from (select t.v, t.n from jsonb_array_elements_text(case jsonb_typeof(p_value) when 'array' then p_value
    else jsonb_build_array(p_value) end) with ordinality as t (v, n)) as said
$$;

create function private.read_field_text(p_field public.field_definitions, p_text text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- The value that a text means for a field, parsed as in core/fields/field-text.ts; null if it means none. Definer:
-- looks past the caller's rows.
declare
  v_text text := btrim(p_text, E' \t\n\r');
  v_bare text := v_text;
  v_day text[] := regexp_match(v_text, '^(\d{1,2})\.(\d{1,2})\.(\d{4})$');
begin
  case p_field.kind
    when 'number' then
      if p_field.unit <> '' and right(lower(v_bare), length(p_field.unit)) = lower(p_field.unit) then
        v_bare := left(v_bare, -length(p_field.unit));
      end if;
      v_bare := regexp_replace(v_bare, E'[\\s\u00a0'']', '', 'g');
      v_bare := case when v_bare ~ '^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$' then replace(v_bare, ',', '')
        else regexp_replace(v_bare, ',', '.') end;
      return case when v_bare ~* '^[+-]?(\d{1,15}\.?\d{0,30}|\.\d{1,30})(e[+-]?\d{1,2})?$'
        then to_jsonb(v_bare::float8) end;
    when 'checkbox' then
      return case
        when lower(v_text) = any('{yes,y,true,on,1,x,✓,✔,☑,checked,ja,wahr,oui,vrai,sí,si,verdadero}')
          then to_jsonb(true)
        when lower(v_text) = any('{no,n,false,off,0,–,-,✗,☐,unchecked,nein,falsch,non,faux,falso}')
          then to_jsonb(false)
      end;
    when 'date' then
      return to_jsonb(coalesce(v_day[3] || '-' || lpad(v_day[2], 2, '0') || '-' || lpad(v_day[1], 2, '0'), v_text));
    when 'choice' then
      return (select o -> 'id' from jsonb_array_elements(p_field.options) as o
        where lower(o ->> 'name') = lower(v_text) or o ->> 'id' = v_text
        order by o ->> 'name' = v_text desc, lower(o ->> 'name') = lower(v_text) desc limit 1);
    when 'person' then
      return (select to_jsonb(min(m.user_id::text)) from public.studio_members m
        join public.user_profiles u on u.id = m.user_id
        where m.studio_id = p_field.studio_id and m.archived_at is null
          and lower(v_text) in (u.id::text, lower(u.email), lower(u.display_name)) having count(*) = 1);
    else
      return to_jsonb(case p_field.kind when 'long_text' then replace(p_text, E'\r\n', E'\n') else v_text end);
  end case;
end $$;

create function private.convert_value(p_field public.field_definitions, p_value jsonb, p_meant jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- Converts a value written for a field before its kind changed, as the change of kind would have. 22023 with the
-- written text if it does not convert. Definer: looks past the caller's rows.
declare
  v_texts text[];
  v_made jsonb;
begin
  if p_meant ->> 'kind' = p_field.kind or p_value = 'null' then
    return p_value;
  end if;
  v_texts := private.value_texts(p_field.studio_id, p_value, p_meant);
  if p_field.kind = 'choices' then
    select jsonb_agg(distinct private.read_field_text(jsonb_populate_record(p_field, '{"kind": "choice"}'), t))
      into v_made
    from unnest(v_texts) as said cross join lateral unnest(
      case when private.read_field_text(jsonb_populate_record(p_field, '{"kind": "choice"}'), said) is null
        then regexp_split_to_array(said, '[,;]') else array[said] end) as t;
  else
    v_made := private.read_field_text(p_field, array_to_string(v_texts, ', '));
  end if;
  if v_made is null or private.field_problem(p_field, v_made) is not null then
    raise exception '% % now: “%” cannot be converted', p_field.name, private.field_problem(p_field, '{}'),
      left(array_to_string(v_texts, ', '), 60) using errcode = '22023';
  end if;
  return v_made;
end $$;

create function private.convert_changes(p_studio_id uuid, p_of text, p_changes jsonb, p_kinds jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- Changes of fields, with the values of those whose kind differs from p_kinds converted; fields the caller may not read
-- are not mentioned. Definer: looks past the caller's rows.
declare
  v_changed public.field_definitions[] := array(select d from public.field_definitions d
    where d.studio_id = p_studio_id and d.of = p_of and d.kind <> p_kinds -> d.key ->> 'kind'
      and private.reads(d.studio_id, d.read_floor));
begin
  if cardinality(v_changed) = 0 then
    return p_changes;
  end if;
  return (select jsonb_agg(c.value || jsonb_build_object('values', (
      select coalesce(jsonb_object_agg(v.key, case when d.id is null then v.value
        else private.convert_value(d, v.value, p_kinds -> v.key) end), '{}')
      from jsonb_each(c.value -> 'values') as v left join unnest(v_changed) as d on d.key = v.key)) order by c.n)
    from jsonb_array_elements(p_changes) with ordinality as c (value, n));
end $$;

create function private.convert_new_items(p_studio_id uuid, p_items jsonb, p_kinds jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- New items, with the values of those fields, theirs and their tasks', whose kind differs from p_kinds converted.
-- Definer: looks past the caller's rows.
begin
  if not exists (select from public.field_definitions d
      where d.studio_id = p_studio_id and d.kind <> p_kinds -> d.of -> d.key ->> 'kind') then
    return p_items;
  end if;
  return (select jsonb_agg(private.convert_new_fields(p_studio_id, 'item', i.value, p_kinds)
      || case jsonb_typeof(i.value -> 'tasks') when 'array' then jsonb_build_object('tasks', (
        select coalesce(jsonb_agg(private.convert_new_fields(p_studio_id, 'task', t.value, p_kinds) order by t.n), '[]')
        from jsonb_array_elements(i.value -> 'tasks') with ordinality as t (value, n))) else '{}' end order by i.n)
    from jsonb_array_elements(p_items) with ordinality as i (value, n));
end $$;

create function private.convert_new_fields(p_studio_id uuid, p_of text, p_row jsonb, p_kinds jsonb) returns jsonb
language sql stable set search_path = '' as $$
  -- A new row with its field values converted to the current kinds.
  select case jsonb_typeof(p_row -> 'fields') when 'object' then p_row || jsonb_build_object('fields',
    private.convert_changes(p_studio_id, p_of, jsonb_build_array(jsonb_build_object('values', p_row -> 'fields')),
      coalesce(p_kinds -> p_of, '{}')) -> 0 -> 'values') else p_row end
$$;
