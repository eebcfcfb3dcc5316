-- Adding and changing rows as they are, many in one call.

create function private.check_rows(p_table text, p_rows jsonb) returns void
language plpgsql stable set search_path = '' as $$
-- Refuses anything but a table and 1 to 50000 non-empty objects (22023).
begin
  if p_table is null or to_regclass(format('public.%I', p_table)) is null
    or coalesce(jsonb_typeof(p_rows), '') <> 'array' or jsonb_array_length(p_rows) not between 1 and 50000
    or exists (select from jsonb_array_elements(p_rows) as r where jsonb_typeof(r) <> 'object' or r = '{}') then
    raise exception 'Name a table and 1 to 50000 rows of it' using errcode = '22023';
  end if;
end $$;

create function private.list_columns(p_each text, p_between text, p_values jsonb) returns text
language sql immutable set search_path = '' as $$
  -- The columns an object names, each formatted into a piece of a statement; null if it names none.
  select string_agg(format(p_each, k), p_between order by k) from jsonb_object_keys(p_values) as k
$$;

create function public.insert_rows(p_table text, p_rows jsonb, p_operation_id uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
-- Adds rows to a table, as far as the row rules allow; rows whose key exists stay as they are, and columns a row does
-- not name take their default. Returns {rev}. A repeat adds nothing, even if somebody has deleted the rows since. 22023
-- unknown table or no rows, 42703 unknown column.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'insert_rows', concat_ws('|', p_table, p_rows::text));
  v_columns text;
  v_rows jsonb;
begin
  if v_known is not null then
    return v_known;
  end if;
  perform private.check_rows(p_table, p_rows);
  for v_columns, v_rows in
    select n.names, jsonb_agg(r.value order by r.n)
    from jsonb_array_elements(p_rows) with ordinality as r (value, n),
      lateral (select string_agg(quote_ident(k), ', ' order by k) as names from jsonb_object_keys(r.value) as k) as n
    group by n.names order by min(r.n)
  loop
    execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::public.%1$I, $1)
      on conflict on constraint %3$I do nothing', p_table, v_columns, p_table || '_pkey') using v_rows;
  end loop;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', private.rev_taken()));
end $$;

create function public.update_rows(p_table text, p_changes jsonb, p_operation_id uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
-- Changes rows of a table, as far as the row rules allow. p_changes: [{key: {column: value}, values: {…}, expected:
-- {…}}]; a row is changed only if it has the expected values. All or nothing. Returns {rev}. A repeat changes nothing,
-- even if somebody has changed the rows since. 22023 unknown table or no changes, 42703 unknown column, P0002 a deleted
-- row, P0409 a row that somebody else has changed to a different value, 42501 a row the caller may not change.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'update_rows', concat_ws('|', p_table, p_changes::text));
  v_alike record;
  v_source text;
  v_done bigint[];
  v_refusal text;
begin
  if v_known is not null then
    return v_known;
  end if;
  perform private.check_rows(p_table, p_changes);
  v_source := format('jsonb_array_elements($1) with ordinality as c (value, n)
    cross join lateral jsonb_populate_record(null::public.%1$I, c.value -> ''key'') as k
    cross join lateral jsonb_populate_record(null::public.%1$I, c.value -> ''values'') as v
    cross join lateral jsonb_populate_record(null::public.%1$I, coalesce(c.value -> ''expected'', ''{}'')) as e',
    p_table);
  -- One statement for changes of the same columns; a row changed twice is changed in the given order.
  for v_alike in
    select jsonb_agg(c.value order by c.n) as changes,
      private.list_columns('t.%1$I = k.%1$I', ' and ', c.value -> 'key') as is_row,
      private.list_columns('%1$I = v.%1$I', ', ', c.value -> 'values') as assignments,
      private.list_columns('t.%1$I is not distinct from v.%1$I', ' and ', c.value -> 'values') as is_wanted,
      private.list_columns('t.%1$I is not distinct from e.%1$I', ' and ', c.value -> 'expected') as is_expected
    from (
      select e.value, e.n, row_number() over (partition by e.value -> 'key' order by e.n) as turn
      from jsonb_array_elements(p_changes) with ordinality as e (value, n)
    ) as c
    group by c.turn, is_row, assignments, is_wanted, is_expected order by c.turn, min(c.n)
  loop
    if v_alike.is_row is null or v_alike.assignments is null then
      raise exception 'Every change names its row and new values' using errcode = '22023';
    end if;
    execute format('with done as (update public.%I t set %s from %s where %s and %s returning c.n)
      select coalesce(array_agg(n), ''{}'') from done', p_table, v_alike.assignments, v_source, v_alike.is_row,
      coalesce(v_alike.is_expected, 'true')) into v_done using v_alike.changes;
    execute format('select case when t.is_there is null then ''P0002'' when not (%s) then ''P0409'' else ''42501'' end
      from %s left join (select true as is_there, p.* from public.%I as p) as t on %s
      where c.n <> all($2) and not (coalesce(t.is_there, false) and %s) order by c.n limit 1',
      coalesce(v_alike.is_expected, 'true'), v_source, p_table, v_alike.is_row, v_alike.is_wanted)
      into v_refusal using v_alike.changes, v_done;
    if v_refusal = 'P0002' then
      perform private.refuse_missing('Not found.');
    elsif v_refusal = 'P0409' then
      perform private.refuse(409, 'P0409', 'Someone else changed this in the meantime. Your change was not applied.');
    elsif v_refusal is not null then
      raise exception 'You do not have permission to do this.' using errcode = '42501';
    end if;
  end loop;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', private.rev_taken()));
end $$;

grant execute on function
  private.check_rows(text, jsonb), private.list_columns(text, text, jsonb),
  public.insert_rows(text, jsonb, uuid), public.update_rows(text, jsonb, uuid)
to authenticated, service_role;
