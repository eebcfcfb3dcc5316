-- A studio's own fields, which items, tasks and projects have in addition to the built-in ones.

create table public.field_definitions (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  of text not null default 'item'
    constraint field_definitions_of_check check (of in ('item', 'task', 'project')),
  key text not null constraint field_definitions_key_check check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  name text not null
    constraint field_definitions_name_check check (trim(name) <> '')
    constraint field_definitions_name_limit_check check (length(name) <= 100),
  description text not null default ''
    constraint field_definitions_description_limit_check check (length(description) <= 2000),
  kind text not null
    constraint field_definitions_kind_check check (kind in ('text', 'long_text', 'number', 'checkbox', 'date', 'choice',
      'choices', 'url', 'person', 'formula')),
  formula text not null default ''
    constraint field_definitions_formula_limit_check check (length(formula) <= 2000)
    constraint field_definitions_formula_check check ((kind = 'formula') = (trim(formula) <> ''))
    constraint field_definitions_formula_of_check check (kind <> 'formula' or of = 'item'),
  write_floor text not null default ''
    constraint field_definitions_write_floor_check check (write_floor in ('', 'owner', 'admin', 'lead', 'member')),
  read_floor text not null default ''
    constraint field_definitions_read_floor_check check (read_floor in ('', 'owner', 'admin', 'lead', 'member'))
    constraint field_definitions_read_floor_formula_check check (kind <> 'formula' or read_floor = ''),
  unit text not null default '' constraint field_definitions_unit_limit_check check (length(unit) <= 20),
  decimals integer constraint field_definitions_decimals_check check (decimals between 0 and 6),
  options jsonb not null default '[]'
    constraint field_definitions_options_limit_check check (octet_length(options::text) <= 65536),
  default_value jsonb
    constraint field_definitions_default_value_limit_check check (octet_length(default_value::text) <= 65536),
  place_ids uuid[] not null default '{}',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint field_definitions_studio_id_key_key unique (studio_id, key)
);
comment on table public.field_definitions is
  'A field of the studio''s own: items, tasks or projects hold its value in their column fields under its key.';
comment on column public.field_definitions.of is 'What has the field: items, tasks or projects; never changes.';
comment on column public.field_definitions.key is 'The name of its values, for scripts and files; never changes.';
comment on column public.field_definitions.formula is
  'The expression that a field of kind formula is calculated from; clients calculate it.';
comment on column public.field_definitions.write_floor is
  'The lowest role that may write its values, among those that may create items; all of them if empty.';
comment on column public.field_definitions.read_floor is
  'The lowest role that may read the field and its values, which are then stored separately; everyone if empty.';
comment on column public.field_definitions.options is
  'The options, in order, if the kind is choice or choices: [{"id": "…", "name": "…", "color": "#…"}].';
comment on column public.field_definitions.default_value is
  'The value of a new row if none is given; null for no value.';
comment on column public.field_definitions.place_ids is
  'The projects and spaces whose items or tasks have the field, or the projects that have it; all if empty.';
create index field_definitions_defaults_idx on public.field_definitions (studio_id, of)
  where default_value is not null;
alter table public.field_definitions enable row level security;
grant select, insert, update, delete on public.field_definitions to authenticated;
grant all on public.field_definitions to service_role;
create table private.restricted_values (
  row_id uuid not null,
  field_id uuid not null,
  studio_id uuid not null references public.studios (id) on delete cascade,
  value jsonb not null,
  primary key (row_id, field_id)
);
comment on table private.restricted_values is
  'The values of fields that only some roles may read, by row and field: kept apart from the rows, so that they leave '
  'the database only by private.all_fields. They outlast row and field, in case those are restored.';
create index restricted_values_field_id_idx on private.restricted_values (field_id);
create index restricted_values_studio_id_idx on private.restricted_values (studio_id);

create function private.reads(p_studio_id uuid, p_floor text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
-- Whether the caller's role may read a field with this floor. Definer: row rules call it.
begin
  return p_floor = '' or coalesce(private.my_role_level(p_studio_id), 99) <=
    (select r.hierarchy_level from public.user_roles r where r.name = p_floor);
end $$;

create function private.my_restricted_fields() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
-- The fields with separately stored values that the caller may read. Definer: called for whoever pulls.
begin
  return array(select d.id from public.field_definitions d
    where d.studio_id = any(private.my_studio_ids()) and d.read_floor <> ''
      and private.reads(d.studio_id, d.read_floor));
end $$;

create function private.names_field(p_form jsonb, p_field_id uuid, p_key text) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a saved view's form names a field: by its id (a column), by its key as `field:<key>`, `task:<key>` or
  -- `task:<key>@<stage>` (a condition, lanes), or as a word of an expression. Elsewhere a key is just a word.
  select strpos(p_form::text, p_field_id::text) > 0 or p_form::text ~ ('"(field|task):' || p_key || '["@]')
    or exists (
      select from jsonb_path_query(p_form, '$.** ? (@.field == "expression").values[*]') as e (text)
      where e.text #>> '{}' ~ ('\m' || p_key || '\M'))
$$;

create function private.names_hidden_field(p_studio_id uuid, p_form jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether a saved view's form names a field that the caller may not read. Definer: row rules call it, and it looks at
  -- fields hidden from the caller.
  select exists (select from public.field_definitions d
    where d.studio_id = p_studio_id and d.read_floor <> '' and not private.reads(d.studio_id, d.read_floor)
      and private.names_field(p_form, d.id, d.key))
$$;

grant execute on function private.reads(uuid, text), private.names_hidden_field(uuid, jsonb)
to authenticated, service_role;

create function private.all_fields(p_fields jsonb, p_row_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- The fields of a row including separately stored ones, as far as the caller may read them. Definer: they are
  -- private.
  select p_fields || coalesce((select jsonb_object_agg(d.key, v.value)
    from private.restricted_values v join public.field_definitions d on d.id = v.field_id
    where v.row_id = p_row_id and v.field_id = any((select private.my_restricted_fields())::uuid[])), '{}')
$$;

create policy "field_definitions: roles that read the field can read" on public.field_definitions
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]) and private.reads(studio_id, read_floor));
create policy "field_definitions: roles with create can add" on public.field_definitions
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "field_definitions: roles with create can change" on public.field_definitions
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "field_definitions: roles with delete can delete" on public.field_definitions
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));

create function private.list_formula_names(p_formula text) returns table (name text, is_linked boolean)
language sql immutable set search_path = '' as $$
  -- The names that a formula uses, and those it uses of linked items. Texts and functions do not count, nor do built-in
  -- names of tasks and links (core/fields/item-scope.ts), nor a variable of a list.
  select distinct m[2], m[1] = '.'
  from (select regexp_replace(p_formula, '"([^"\\]|\\.)*"|''([^''\\]|\\.)*''|//[^\n]*', ' ', 'g') as text) as f
  cross join lateral regexp_matches(f.text, '(\.?)\s*\m([A-Za-z_]\w*)\M(?!\s*\()', 'g') as m
  where case m[1] when '.' then m[2] not in ('stage', 'status', 'code', 'done', 'due', 'waits_for', 'priority', 'hours',
      'assignees', 'count', 'label', 'link')
    else not (f.text ~ format('[(,]\s*%s\s*,', m[2]) and f.text ~ format('\m%s\s*\.', m[2])
      or f.text ~ format('(\.\s*%1$s\s*\(|\m%1$s\s*\([^()]*,)\s*%2$s\s*,',
        '(all|exists|exists_one|filter|map|count|share|sum|mean|min|max)', m[2])) end
$$;

create function private.find_formula_circle(p_studio_id uuid, p_key text, p_formula text) returns text
language plpgsql security definer set search_path = '' as $$
-- The shortest cycle by which a formula depends on itself, as clients write it: a → b → a. Null if there is none.
-- Definer: see private.tg_field_definitions_rules.
declare
  v_ways jsonb := jsonb_build_object(p_key, p_key);
  v_next jsonb := v_ways;
begin
  while v_next <> '{}' loop
    select coalesce(jsonb_object_agg(w.name, w.way), '{}') into v_next from (
      select distinct on (n.name) n.name,
        e.value || ' → ' || n.name || case when n.is_linked then ' of a linked item' else '' end as way
      from jsonb_each_text(v_next) as e
      cross join lateral private.list_formula_names(case e.key when p_key then p_formula else (
        select d.formula from public.field_definitions d where d.studio_id = p_studio_id and d.key = e.key) end) as n
      where n.name = p_key or not v_ways ? n.name
      order by n.name, n.is_linked, e.key) as w;
    if v_next ? p_key then
      return v_next ->> p_key;
    end if;
    v_ways := v_ways || v_next;
  end loop;
  return null;
end $$;

create function private.formula_problem(p_formula text) returns text
language plpgsql immutable set search_path = '' as $$
-- What is plainly wrong with how a formula is written, in the words of core/expressions; null if nothing is. Names and
-- types are left to clients: a text that passes may still fail to calculate, and the cells say why.
declare
  v_texts constant text := '"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|''{3}(?:[^''\\]|\\.|''(?!''''))*''{3}'
    || '|"(?:[^"\\\n]|\\.)*"|''(?:[^''\\\n]|\\.)*''';
  v_bare constant text := regexp_replace(p_formula, '(' || v_texts || ')|//[^\n]*', ' \1 ', 'g');
  v_text constant text := regexp_replace(v_bare, v_texts, ' t ', 'g');
  v_open text := '';
  v_sign text;
begin
  if v_text ~ '["'']' then
    return 'The text has no closing quote';
  elsif v_text ~ '([-+*/%?:<>=&|!.,]|\min)\s*$' then
    return 'Something is missing at the end';
  elsif v_text ~ '[^=!<>]=([^=]|$)' then
    return 'Use == to compare two values';
  end if;
  v_sign := coalesce(
    (regexp_match(v_text, '(?:^|[-(\[{,+*/%?:<>=&|!])\s*([*/%?:]|&&|\|\||==|!=|<=?|>=?)'))[1],
    (regexp_match(v_text, '[-+*/%?:<>=&|!]\s*([)\]}])'))[1]);
  if v_sign is not null then
    return v_sign || ' does not belong here';
  end if;
  for v_sign in select m[1] from regexp_matches(v_text, '([][(){}])', 'g') as m loop
    if v_sign in ('(', '[', '{') then
      v_open := v_open || translate(v_sign, '([{', ')]}');
    elsif right(v_open, 1) <> v_sign then
      return v_sign || ' does not belong here';
    else
      v_open := left(v_open, -1);
    end if;
  end loop;
  return right(nullif(v_open, ''), 1) || ' is missing before the end';
end $$;

create function private.tg_field_definitions_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Options have ids and names, all different; places are projects and spaces of the studio; a default is a value that
-- the field takes; a formula does not depend on itself. Definer: looks past the caller's projects.
declare
  v_problem text;
begin
  new.name := trim(new.name);
  new.default_value := nullif(new.default_value, 'null');
  if auth.uid() is not null and not private.reads(new.studio_id, new.read_floor) then
    raise exception '% cannot be kept from your own role', new.name using errcode = '42501';
  end if;
  if jsonb_typeof(new.options) <> 'array' then
    raise exception '%: its options are a list', new.name using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(new.options) as o
    where jsonb_typeof(o) <> 'object' or coalesce(o ->> 'id', '') = '' or coalesce(trim(o ->> 'name'), '') = ''
      or coalesce(o ->> 'color', '') !~* '^#[0-9a-f]{6}$')
    or (select count(*) <> count(distinct o ->> 'id') or count(*) <> count(distinct lower(trim(o ->> 'name')))
      from jsonb_array_elements(new.options) as o) then
    raise exception '%: every option has an id, a name of its own and a colour', new.name using errcode = '22023';
  elsif jsonb_array_length(new.options) > 100 then
    raise exception '% takes at most 100 options', new.name using errcode = '22023';
  end if;
  if exists (select from unnest(new.place_ids) as p
    where not exists (select from public.projects j where j.id = p and j.studio_id = new.studio_id)
      and not exists (select from public.spaces s where s.id = p and s.studio_id = new.studio_id)) then
    raise exception '%: a field is narrowed to projects and spaces of its studio', new.name using errcode = '23503';
  end if;
  -- A default that was once valid does not block other changes: a person may have left.
  if new.default_value is not null and (tg_op = 'INSERT' or new.default_value is distinct from old.default_value
    or new.options <> old.options or new.kind <> old.kind) then
    v_problem := private.field_problem(new, new.default_value);
    if v_problem is not null then
      raise exception '% %', new.name, v_problem using errcode = '22023';
    end if;
  end if;
  if new.kind = 'formula' and (tg_op = 'INSERT' or new.formula is distinct from old.formula) then
    v_problem := private.formula_problem(new.formula);
    if v_problem is not null then
      raise exception '%: %', new.name, v_problem using errcode = '22023';
    end if;
    v_problem := private.find_formula_circle(new.studio_id, new.key, new.formula);
    if v_problem is not null then
      raise exception '%: It is circular: %', new.name, v_problem using errcode = '22023';
    end if;
  end if;
  return new;
end $$;

create function private.tg_field_definitions_key() returns trigger
language plpgsql security definer set search_path = '' as $$
-- The key of a field deleted within 30 days stays reserved for it, with its values, and the key of a field hidden from
-- the caller must not give it away: a new field takes the next free number. Values under the key of a field deleted
-- longer ago are removed. Definer: tombstones are private.
declare
  v_base text := left(new.key, 36);
  v_n integer := 1;
begin
  if current_setting('xsheet.restoring', true) = 'on' then
    return new;
  end if;
  perform private.refuse_without(new.studio_id, 'create', 'add fields');
  if exists (select from public.field_definitions d
    where d.studio_id = new.studio_id and d.key = new.key and d.id <> new.id
      and (auth.uid() is null or private.reads(d.studio_id, d.read_floor))) then
    raise exception 'There is already a field with the key %', new.key using errcode = '23505';
  elsif not exists (select from public.field_definitions d where d.id = new.id) then
    while exists (select from private.tombstones t where t.studio_id = new.studio_id
        and t.table_name = 'field_definitions' and t.content ->> 'key' = new.key
        and t.deleted_at > now() - interval '30 days')
      or exists (select from public.field_definitions d
        where d.studio_id = new.studio_id and d.key = new.key) loop
      v_n := v_n + 1;
      new.key := v_base || '_' || v_n;
    end loop;
    update public.items r set fields = r.fields - new.key, updated_at = now(), rev = private.next_rev(new.studio_id)
    where r.studio_id = new.studio_id and r.fields ? new.key;
    update public.item_tasks r set fields = r.fields - new.key, updated_at = now(),
      rev = private.next_rev(new.studio_id)
    where r.studio_id = new.studio_id and r.fields ? new.key;
    update public.projects r set fields = r.fields - new.key, updated_at = now(), rev = private.next_rev(new.studio_id)
    where r.studio_id = new.studio_id and r.fields ? new.key;
  end if;
  return new;
end $$;

create trigger field_definitions_before_update_b_keep before update on public.field_definitions
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'studio_id', 'of', 'key', 'kind');
create trigger field_definitions_before_update_b_keep_made before update on public.field_definitions
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger field_definitions_before_insert_c_rev before insert on public.field_definitions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger field_definitions_before_update_c_rev before update on public.field_definitions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger field_definitions_before_insert_d_key before insert on public.field_definitions
  for each row execute function private.tg_field_definitions_key();
create trigger field_definitions_before_write_e_rules before insert or update on public.field_definitions
  for each row when (current_user in ('authenticated', 'anon', 'service_role')
    or current_setting('xsheet.changing_kind', true) = 'on')
  execute function private.tg_field_definitions_rules();
create trigger field_definitions_before_insert_stamp before insert on public.field_definitions
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger field_definitions_before_write_clock before insert or update or delete on public.field_definitions
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger field_definitions_after_delete_tombstone after delete on public.field_definitions
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create function private.is_day(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
-- Whether a text is a calendar day: 2026-02-28.
begin
  return p_text ~ '^\d{4}-\d{2}-\d{2}$' and to_char(p_text::date, 'YYYY-MM-DD') = p_text;
exception
  when datetime_field_overflow or invalid_datetime_format then
    return false;
end $$;

create function private.field_problem(p_field public.field_definitions, p_value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
-- What is wrong with a value for a field, in words that follow its name; null if nothing is. The app has the same
-- checks: core/fields/check-field-value.ts. Definer: looks past the caller's rows.
declare
  v_type text := jsonb_typeof(p_value);
  v_text text := p_value #>> '{}';
begin
  case p_field.kind
    when 'text' then
      return case when v_type <> 'string' or length(v_text) > 1000 or v_text ~ '[\n\r]'
        then 'takes one line of at most 1,000 characters' end;
    when 'long_text' then
      return case when v_type <> 'string' or length(v_text) > 20000 then 'takes at most 20,000 characters' end;
    when 'number' then
      return case when v_type <> 'number' or abs(case v_type when 'number' then v_text::numeric end) >= 1e15
        then 'takes a number of at most 15 digits' end;
    when 'checkbox' then
      return case when v_type <> 'boolean' then 'takes yes or no' end;
    when 'date' then
      return case when v_type <> 'string' or not private.is_day(v_text) then 'takes a day such as 2026-12-24' end;
    when 'choice' then
      return case when v_type <> 'string' or not exists (select from jsonb_array_elements(p_field.options) as o
        where o -> 'id' = p_value) then 'takes one of its options' end;
    when 'choices' then
      return case when v_type <> 'array' or p_value = '[]' or exists (select from jsonb_array_elements(
        case v_type when 'array' then p_value else '[]' end) as v group by v
        having count(*) > 1 or not exists (select from jsonb_array_elements(p_field.options) as o where o -> 'id' = v))
        then 'takes some of its options' end;
    when 'url' then
      return case when v_type <> 'string' or length(v_text) > 2000 or v_text !~* '^https?://[^\s]+$'
        then 'takes an address that begins with https://' end;
    when 'person' then
      return case when v_type <> 'string' or not exists (select from public.studio_members m
        where m.studio_id = p_field.studio_id and m.user_id::text = v_text) then 'takes a member of this studio' end;
    when 'formula' then
      return 'is calculated from other fields';
  end case;
end $$;

create function private.refuse_low_role(p_field public.field_definitions) returns void
language plpgsql stable security definer set search_path = '' as $$
-- Refuses a caller whose role is below the one that may write a field's values. Definer: the writer need not see roles.
begin
  if p_field.write_floor <> '' and auth.uid() is not null and coalesce(private.my_role_level(p_field.studio_id), 99) >
    (select r.hierarchy_level from public.user_roles r where r.name = p_field.write_floor) then
    raise exception '% may only be changed by the role % and above', p_field.name, p_field.write_floor
      using errcode = '42501';
  end if;
end $$;

create function private.tg_field_defaults() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Gives a new row, of the kind that the trigger names, the defaults of its fields where no value is given; null means
-- no value. A default that its field no longer takes is left out. Definer: the field definitions may be hidden from the
-- writer.
declare
  v_places uuid[];
  v_defaults jsonb;
begin
  if exists (select from public.field_definitions d
    where d.studio_id = new.studio_id and d.of = tg_argv[0] and d.default_value is not null) then
    if tg_argv[0] = 'project' then
      v_places := array[new.id];
    else
      v_places := array[new.project_id, new.space_id];
    end if;
    perform private.refuse_low_role(d) from public.field_definitions d
      where d.studio_id = new.studio_id and d.of = tg_argv[0] and d.default_value is not null
        and new.fields -> d.key = 'null' and private.reads(d.studio_id, d.read_floor);
    -- A caller who may not read a field cannot set it: its default stays.
    new.fields := new.fields - array(select d.key from public.field_definitions d
      where d.studio_id = new.studio_id and d.read_floor <> '' and new.fields -> d.key = 'null'
        and auth.uid() is not null and not private.reads(d.studio_id, d.read_floor));
    insert into private.restricted_values (row_id, field_id, studio_id, value)
      select new.id, d.id, d.studio_id, d.default_value from public.field_definitions d
      where d.studio_id = new.studio_id and d.of = tg_argv[0] and d.default_value is not null and d.read_floor <> ''
        and not new.fields ? d.key and (d.place_ids = '{}' or d.place_ids && v_places)
        and private.field_problem(d, d.default_value) is null
      on conflict do nothing;
    select jsonb_object_agg(d.key, d.default_value) into v_defaults from public.field_definitions d
      where d.studio_id = new.studio_id and d.of = tg_argv[0] and d.default_value is not null and d.read_floor = ''
        and not new.fields ? d.key and (d.place_ids = '{}' or d.place_ids && v_places)
        and private.field_problem(d, d.default_value) is null;
  end if;
  new.fields := jsonb_strip_nulls(coalesce(v_defaults, '{}') || new.fields);
  return new;
end $$;

create function private.tg_check_fields() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Checks the field values that a row, of the kind that the trigger names, takes on; existing values stay, whatever has
-- become of their fields. Definer: the field definitions may be hidden from the writer.
declare
  v_old jsonb := case tg_op when 'UPDATE' then old.fields else '{}' end;
  v_places uuid[];
  v_key text;
  v_value jsonb;
  v_field public.field_definitions;
  v_problem text;
begin
  if current_setting('xsheet.restoring', true) = 'on' or current_setting('xsheet.moving_fields', true) = 'on' then
    return null;
  end if;
  if tg_argv[0] = 'project' then
    v_places := array[new.id];
  else
    v_places := array[new.project_id, new.space_id];
  end if;
  for v_key, v_value in select e.key, e.value from jsonb_each(new.fields) as e loop
    continue when v_old -> v_key = v_value;
    select d.* into v_field from public.field_definitions d where d.studio_id = new.studio_id and d.key = v_key;
    if v_field.id is null then
      raise exception 'There is no field with the key %', v_key using errcode = '22023';
    elsif v_field.of <> tg_argv[0] then
      raise exception '% is a field of %s', v_field.name, v_field.of using errcode = '22023';
    elsif v_field.place_ids <> '{}' and not v_field.place_ids && v_places then
      raise exception '% is not a field of this %', v_field.name, case tg_argv[0] when 'project' then 'project'
        else 'space' end using errcode = '22023';
    end if;
    v_problem := private.field_problem(v_field, v_value);
    if v_problem is not null then
      raise exception '% %', v_field.name, v_problem using errcode = '22023';
    end if;
    -- Anyone may add what the field gives to every new row.
    continue when tg_op = 'INSERT' and v_value = v_field.default_value;
    perform private.refuse_low_role(v_field);
  end loop;
  for v_field in select d.* from public.field_definitions d
    where d.studio_id = new.studio_id and d.write_floor <> '' and v_old ? d.key and not new.fields ? d.key loop
    perform private.refuse_low_role(v_field);
  end loop;
  return null;
end $$;

create function private.tg_fields_apart() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Moves values of fields that only some roles may read into separate storage, after they are checked; for those who may
-- not read them, such fields do not exist. Null is no value, and removes a separately stored one. Definer: the values
-- are private.
declare
  v_field public.field_definitions;
  v_value jsonb;
  v_problem text;
  v_places uuid[];
begin
  if tg_argv[0] = 'project' then
    v_places := array[new.id];
  else
    v_places := array[new.project_id, new.space_id];
  end if;
  for v_field in select d.* from public.field_definitions d
    where d.studio_id = new.studio_id and d.read_floor <> '' and new.fields -> d.key <> 'null' loop
    v_value := new.fields -> v_field.key;
    if current_setting('xsheet.restoring', true) is distinct from 'on' then
      if auth.uid() is not null and not private.reads(v_field.studio_id, v_field.read_floor) then
        raise exception 'There is no field with the key %', v_field.key using errcode = '22023';
      elsif v_field.of <> tg_argv[0] then
        raise exception '% is a field of %s', v_field.name, v_field.of using errcode = '22023';
      elsif v_field.place_ids <> '{}' and not v_field.place_ids && v_places then
        raise exception '% is not a field of this %', v_field.name, case tg_argv[0] when 'project' then 'project'
          else 'space' end using errcode = '22023';
      end if;
      v_problem := private.field_problem(v_field, v_value);
      if v_problem is not null then
        raise exception '% %', v_field.name, v_problem using errcode = '22023';
      end if;
      perform private.refuse_low_role(v_field);
    end if;
    insert into private.restricted_values (row_id, field_id, studio_id, value)
      values (new.id, v_field.id, new.studio_id, v_value)
      on conflict (row_id, field_id) do update set value = excluded.value;
    new.fields := new.fields - v_field.key;
  end loop;
  if tg_op = 'UPDATE' and jsonb_typeof(new.fields) = 'object' then
    for v_field in select d.* from public.field_definitions d
      where d.studio_id = new.studio_id and d.read_floor <> '' and new.fields -> d.key = 'null'
        and (auth.uid() is null or private.reads(d.studio_id, d.read_floor)) loop
      perform private.refuse_low_role(v_field);
      delete from private.restricted_values v where v.row_id = new.id and v.field_id = v_field.id;
    end loop;
    new.fields := jsonb_strip_nulls(new.fields);
  end if;
  return new;
end $$;

create function private.touch_restricted(p_studio_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- Makes every device pull again the fields restricted to some roles that it may now read. Definer: the rows may be
-- hidden from the caller.
declare
  v_rev bigint;
begin
  if not exists (select from public.field_definitions d where d.studio_id = p_studio_id and d.read_floor <> '')
    and not exists (select from private.restricted_values v where v.studio_id = p_studio_id) then
    return;
  end if;
  v_rev := private.next_rev(p_studio_id);
  update public.field_definitions set rev = v_rev where studio_id = p_studio_id and read_floor <> '';
  update public.space_views set rev = v_rev where studio_id = p_studio_id and owner_id is null;
  update public.project_views set rev = v_rev where studio_id = p_studio_id and owner_id is null;
  update public.items r set rev = v_rev from private.restricted_values v where v.studio_id = p_studio_id
    and r.id = v.row_id;
  update public.item_tasks r set rev = v_rev from private.restricted_values v where v.studio_id = p_studio_id
    and r.id = v.row_id;
  update public.projects r set rev = v_rev from private.restricted_values v where v.studio_id = p_studio_id
    and r.id = v.row_id;
end $$;

create function private.tg_move_values() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Moves the values of a field whose readers change: apart if only some roles may read it, into the rows if everyone
-- may. Definer: some values are hidden from the caller.
declare
  v_table text := 'public.' || case new.of when 'item' then 'items' when 'task' then 'item_tasks' else 'projects' end;
begin
  perform set_config('xsheet.moving_fields', 'on', true); -- nothing is checked or announced
  if old.read_floor = '' then
    execute format('insert into private.restricted_values (row_id, field_id, studio_id, value)
      select r.id, $1, r.studio_id, r.fields -> $2 from %s r where r.studio_id = $3 and r.fields ? $2
      on conflict (row_id, field_id) do update set value = excluded.value', v_table)
      using new.id, new.key, new.studio_id;
    execute format('update %s r set fields = r.fields - $1, rev = private.next_rev($2)
      where r.studio_id = $2 and r.fields ? $1', v_table) using new.key, new.studio_id;
  elsif new.read_floor = '' then
    execute format('update %s r set fields = r.fields || jsonb_build_object($1, v.value), rev = private.next_rev($2)
      from private.restricted_values v where v.field_id = $3 and r.id = v.row_id', v_table)
      using new.key, new.studio_id, new.id;
    delete from private.restricted_values v where v.field_id = new.id;
  end if;
  perform set_config('xsheet.moving_fields', 'off', true);
  perform private.touch_restricted(new.studio_id);
  -- The studio's views that name the field appear and disappear with it.
  update public.space_views v set rev = private.next_rev(v.studio_id)
    where v.studio_id = new.studio_id and v.owner_id is null and private.names_field(v.form, new.id, new.key);
  update public.project_views v set rev = private.next_rev(v.studio_id)
    where v.studio_id = new.studio_id and v.owner_id is null and private.names_field(v.form, new.id, new.key);
  return null;
end $$;
create trigger field_definitions_after_update_readers after update on public.field_definitions
  for each row when (new.read_floor is distinct from old.read_floor) execute function private.tg_move_values();

create function private.tg_role_readers() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A member whose role changes may read other fields. Definer: see private.touch_restricted.
begin
  perform private.touch_restricted(new.studio_id);
  return null;
end $$;
create trigger studio_members_after_update_readers after update on public.studio_members
  for each row when (new.role_id <> old.role_id) execute function private.tg_role_readers();

create function private.give_fields(p_table regclass, p_of text) returns void
language plpgsql set search_path = '' as $$
-- Has the values in a table's column fields checked, and new rows given their defaults.
declare
  v_name text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
begin
  execute format('create trigger %I before insert on %s
    for each row when (current_setting(''xsheet.restoring'', true) is distinct from ''on''
      and (new.fields <> ''{}'' or current_setting(''xsheet.no_defaults'', true) is distinct from ''on''))
    execute function private.tg_field_defaults(%L)', v_name || '_before_insert_e_defaults', p_table, p_of);
  execute format('create trigger %I before insert on %s for each row when (new.fields <> ''{}'')
    execute function private.tg_fields_apart(%L)', v_name || '_before_insert_d_readers', p_table, p_of);
  execute format('create trigger %I before update on %s for each row when (new.fields is distinct from old.fields)
    execute function private.tg_fields_apart(%L)', v_name || '_before_update_d_readers', p_table, p_of);
  execute format('create trigger %I after insert on %s for each row when (new.fields <> ''{}'')
    execute function private.tg_check_fields(%L)', v_name || '_after_insert_fields', p_table, p_of);
  execute format('create trigger %I after update on %s for each row when (new.fields is distinct from old.fields)
    execute function private.tg_check_fields(%L)', v_name || '_after_update_fields', p_table, p_of);
end $$;
