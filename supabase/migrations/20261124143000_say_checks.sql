-- Refusals by check constraints, as a sentence instead of a constraint's name.

create function private.say_check(p_name text, p_rule text, p_columns text[]) returns text
language plpgsql immutable set search_path = '' as $$
-- A check's requirement in words, read from its expression.
declare
  v_what text := initcap(left(array_to_string(p_columns, ' and '), 1))
    || substr(replace(array_to_string(p_columns, ' and '), '_', ' '), 2);
  v_found text[];
begin
  if p_name like '%\_limit\_check' then
    v_found := regexp_match(p_rule, '<= (\d+)');
    return format('The %s %s too long. The limit is %s.',
      case p_columns[1] when 'content' then 'comment' when 'custom_slug' then 'slug' when 'value' then 'setting'
        else lower(left(v_what, 1)) || substr(v_what, 2) end,
      case when v_what like '%s' then 'are' else 'is' end,
      case when p_rule like '%octet_length%' then v_found[1]::integer / 1024 || ' kB'
        else trim(to_char(v_found[1]::integer, '999,999,999')) || ' characters' end);
  elsif p_rule ~ '^\(?TRIM\(BOTH FROM \w+\) <> ''''::text\)?$' then
    return v_what || ' may not be empty';
  elsif p_rule ~ '^\(?\w+ = ANY \(ARRAY\[' then
    return v_what || ' takes one of ' || (select string_agg(m[1], ', ' order by n)
      from regexp_matches(p_rule, '''([^'']+)''::text', 'g') with ordinality as f (m, n));
  elsif p_rule ~ '^\(?jsonb_typeof\(\w+\) = ''object''::text\)?$' then
    return v_what || ' takes an object of values by their names';
  elsif p_rule ~ '#\[0-9a-f\]\{6\}' then
    return v_what || ' takes a colour such as #22c55e';
  elsif p_name in ('field_definitions_key_check', 'item_kinds_key_check') then
    return 'Key takes small letters, digits and _, a letter first, at most 40 of them';
  elsif p_name = 'items_frame_rate_check' then
    return 'Frame rate takes frames a second as a fraction such as 24/1 or 24000/1001';
  elsif p_name = 'items_frame_out_check' then
    return 'Frame in and frame out are given together, and frame out is not before frame in';
  elsif p_name = 'field_definitions_formula_check' then
    return 'Formula is written for a field of the kind formula, and for no other';
  elsif p_name = 'field_definitions_formula_of_check' then
    return 'A formula is a field of items';
  elsif p_name = 'field_definitions_read_floor_formula_check' then
    return 'A formula is read by everybody';
  end if;
  v_found := regexp_match(p_rule, '^\(+\w+ >= \(*''?(-?[\d.]+).* AND \(\w+ <= \(*''?(-?[\d.]+)');
  if v_found is not null then
    return format('%s takes a number from %s to %s', v_what, v_found[1], v_found[2]);
  end if;
  v_found := regexp_match(p_rule, '^\(?\w+ >= (\d+)\)?$');
  if v_found is not null then
    return format('%s takes a number of at least %s', v_what, v_found[1]);
  end if;
  v_found := regexp_match(p_rule, '^\(+length\(\w+\) >= (\d+)\) AND \(length\(\w+\) <= (\d+)\)+$');
  if v_found is not null then
    return format('%s takes %s to %s characters', v_what, v_found[1], v_found[2]);
  end if;
  v_found := regexp_match(p_rule, '^\(?cardinality\(\w+\) <= (\d+)\)?$');
  if v_found is not null then
    return format('%s takes at most %s entries', v_what, v_found[1]);
  end if;
  return v_what || ' cannot be as given';
end $$;

create function private.list_checks(p_table regclass)
returns table (name text, rule text, columns text[], rank integer)
language sql stable set search_path = '' as $$
  -- The checks of a table with the columns each concerns, and its not-null constraints, except on ids, which row rules
  -- check.
  select k.conname::text, pg_get_expr(k.conbin, k.conrelid), array(select a.attname::text
    from unnest(k.conkey) with ordinality as c (n, place) join pg_catalog.pg_attribute a on a.attnum = c.n
      and a.attrelid = k.conrelid order by c.place), 2
  from pg_catalog.pg_constraint k where k.conrelid = p_table and k.contype = 'c'
  union all
  select null, format('%I is not null', a.attname), array[a.attname::text], 1
  from pg_catalog.pg_attribute a where a.attrelid = p_table and a.attnum > 0 and a.attnotnull and not a.attisdropped
    and a.attgenerated = '' and a.atttypid <> 'uuid'::regtype
$$;

create function private.name_new(p_rule text, p_columns text[]) returns text
language plpgsql immutable set search_path = '' as $$
-- Evaluates a check of a table's columns on the row about to be written.
declare
  v_column text;
begin
  foreach v_column in array p_columns loop
    p_rule := regexp_replace(p_rule, format('(?<![\w''.])"?%s"?(?![\w''(])', v_column),
      format('new.%I', v_column), 'g');
  end loop;
  return p_rule;
end $$;

create function private.tg_say_check() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Refuses a row that violates a check of its table, in a sentence: 22001 too long, 23514 anything else. Definer: some
-- checks call private functions.
declare
  v_check record;
  v_holds boolean;
begin
  for v_check in select * from private.list_checks(tg_relid) as c order by c.rank, c.name loop
    execute format('select (%s) is not false from (select ($1).*) as r', v_check.rule) into v_holds using new;
    continue when v_holds;
    if v_check.name is null then
      raise exception '% is missing', initcap(left(v_check.columns[1], 1))
        || substr(replace(v_check.columns[1], '_', ' '), 2) using errcode = '23502';
    end if;
    raise exception '%', private.say_check(v_check.name, v_check.rule, v_check.columns)
      using errcode = case when v_check.name like '%\_limit\_check' then '22001' else '23514' end;
  end loop;
  return new;
end $$;

-- On every table that people write to, after all other before-triggers. Whether it is needed is tested as cheaply as
-- the checks themselves: procedures that write many rows run as another role.
do $$
declare
  v_table record;
  v_rules text;
begin
  for v_table in
    select c.oid::regclass as name, c.relname from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_any_column_privilege('authenticated', c.oid, 'insert')
        or has_any_column_privilege('authenticated', c.oid, 'update'))
  loop
    select string_agg(format('(%s) is false', private.name_new(k.rule, k.columns)), ' or ' order by k.rank, k.name)
      into v_rules from private.list_checks(v_table.name) as k;
    continue when v_rules is null;
    execute format('create trigger %I before insert or update on %s for each row '
      'when (current_user in (''authenticated'', ''anon'', ''service_role'') and (%s)) '
      'execute function private.tg_say_check()', v_table.relname || '_before_write_z_say', v_table.name, v_rules);
  end loop;
end $$;
