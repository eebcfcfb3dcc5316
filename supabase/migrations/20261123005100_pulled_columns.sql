-- Which columns the pulls bring of each table, in one place. The text of a pull has a table's name in braces where its
-- columns go: {items} stands for json_build_object('id', coalesce(json_agg(x.id), '[]'), …) over the rows x. The
-- procedures are generated from these texts whenever a row here changes, so they cache their plans like any other:
-- built at every call instead, a pull of news took a fifth longer. From each text a second procedure is generated,
-- private.check_… for private.pull_…, that returns checksums of what the pull would bring, by which a client knows
-- whether its copy is complete and current: see private.sum_columns. So a table, a column or a pull added here is
-- compared as well.
--
-- Adding a column of a table takes two statements here, and its field in core/schema/<table>.ts:
-- alter table public.items add column is_urgent boolean not null default false;
-- insert into private.pulled_columns (table_name, column_name) values ('items', 'is_urgent');

create table private.pulls (
  name text primary key,
  source text not null
);
comment on table private.pulls is
  'The text that each pull is generated from, with the tables whose columns it brings in braces.';

create table private.pulled_columns (
  table_name text not null,
  column_name text not null,
  sent_as text,
  is_compared boolean not null default true,
  place integer not null generated always as identity,
  primary key (table_name, column_name)
);
comment on table private.pulled_columns is 'The columns that pulls bring of a table, in order.';
comment on column private.pulled_columns.sent_as is 'The SQL that is sent in its place, over the row x.';
comment on column private.pulled_columns.is_compared is
  'Whether it is part of the checksums: not if the app does not keep it.';

create function private.sum_json(p_value jsonb) returns text
language plpgsql immutable set search_path = '' as $$
-- A canonical text of a JSON value: keys in order, no whitespace, numbers without trailing zeros.
begin
  return case jsonb_typeof(p_value)
    when 'object' then (select '{' || coalesce(string_agg(to_json(e.key)::text || ':' || case jsonb_typeof(e.value)
        when 'number' then trim_scale((e.value #>> '{}')::numeric)::text
        when 'object' then private.sum_json(e.value)
        when 'array' then private.sum_json(e.value)
        else e.value::text end, ',' order by e.key collate "C"), '') || '}'
      from jsonb_each(p_value) as e)
    when 'array' then (select '[' || coalesce(string_agg(private.sum_json(e.value), ',' order by e.n), '') || ']'
      from jsonb_array_elements(p_value) with ordinality as e (value, n))
    when 'number' then trim_scale((p_value #>> '{}')::numeric)::text
    else p_value::text end;
end $$;

create function private.sum_columns(p_table_name text) returns text
language sql stable set search_path = '' as $$
  -- The SQL of the checksum of rows x of a table: their count, and the sum of the first 32 bits of each row's SHA-256,
  -- which does not depend on their order. Times are taken in milliseconds, as devices keep them. Files are pulled with
  -- the rows that show them, and no pull says which are no longer shown: only their keys count.
  select format('json_build_object(''columns'', %L::json, ''count'', count(*), ''sum'', coalesce(sum((''x'' ||'
      || ' left(encode(sha256(convert_to(concat_ws(chr(31), %s), ''UTF8'')), ''hex''), 8))::bit(32)::bigint), 0)%s)',
    json_agg(c.column_name order by c.place),
    string_agg(replace('coalesce(case'
      || ' when pg_typeof($) in (''numeric''::regtype, ''float8''::regtype)'
      || '   then trim_scale($::text::numeric)::text'
      || ' when pg_typeof($) = ''timestamptz''::regtype'
      || '   then floor(extract(epoch from $::text::timestamptz) * 1000)::bigint::text'
      || ' when pg_typeof($) in (''jsonb''::regtype, ''uuid[]''::regtype, ''text[]''::regtype)'
      || '   then private.sum_json(to_jsonb($))'
      || ' else $::text end, '''')', '$', '(' || coalesce(c.sent_as, format('x.%I', c.column_name)) || ')'),
      ', ' order by c.place),
    case when p_table_name = 'media' then ', ''keys'', coalesce(json_agg(x.id), ''[]'')' else '' end)
  from private.pulled_columns c
  where c.table_name = p_table_name and c.is_compared
$$;

create function private.tg_write_pulls() returns trigger
language plpgsql set search_path = '' as $$
-- Generates every pull with its columns, and its check; 22023 for a table in braces without any columns.
declare
  v_pull record;
  v_table record;
  v_check text;
begin
  for v_pull in select p.name, p.source from private.pulls p loop
    v_check := replace(v_pull.source, 'function private.pull_', 'function private.check_');
    for v_table in
      select c.table_name as name, string_agg(format('%L, coalesce(json_agg(%s), ''[]'')', c.column_name,
        coalesce(c.sent_as, format('x.%I', c.column_name))), ', ' order by c.place) as columns
      from private.pulled_columns c
      group by c.table_name
    loop
      continue when strpos(v_pull.source, '{' || v_table.name || '}') = 0;
      v_pull.source := replace(v_pull.source, '{' || v_table.name || '}',
        format('json_build_object(%s)', v_table.columns));
      v_check := replace(v_check, '{' || v_table.name || '}', private.sum_columns(v_table.name));
    end loop;
    if v_pull.source ~ '\{\w+\}' then
      raise exception 'private.pulled_columns has no column for %', substring(v_pull.source from '\{\w+\}')
        using errcode = '22023';
    end if;
    execute v_pull.source;
    execute v_check;
    execute format('grant execute on function private.%I to authenticated, service_role',
      replace(v_pull.name, 'pull_', 'check_'));
  end loop;
  return null;
end $$;
create trigger pulls_after_write_pulls after insert or update on private.pulls
  for each statement execute function private.tg_write_pulls();
create trigger pulled_columns_after_write_pulls after insert or update or delete on private.pulled_columns
  for each statement execute function private.tg_write_pulls();

insert into private.pulled_columns (table_name, column_name)
select l.table_name, c.name
from (values
  -- The studio
  ('studios', 'id, name, custom_slug'),
  ('user_roles', 'id, name, hierarchy_level'),
  ('studio_members', 'user_id, role_id, archived_at, display_name, email, avatar_url'),
  ('role_permissions', 'role_id, permission, is_allowed'),
  ('projects', 'id, name, description, is_active, created_at, display_order, thumbnail_media_id, custom_slug,
    first_frame, follows_file_versions'),
  ('project_role_access', 'project_id, role_id, is_allowed'),
  ('spaces', 'id, project_id, name, type_id, thumbnail, position, custom_slug, is_active, kind_ids'),
  ('stages', 'id, name, color, category, icon, order_index'),
  ('task_statuses', 'id, name, short_code, color, position, is_done, is_default'),
  ('field_definitions', 'id, of, key, name, description, kind, formula, unit, decimals, options,
    default_value, place_ids, write_floor, read_floor, position'),
  ('item_kinds', 'id, key, name, item_type, icon, stage_ids, field_ids, position'),
  ('stage_needs', 'id, stage_id, needs_stage_id, kind_id'),
  ('space_stages', 'space_id, stage_id, is_active, order_index'),
  ('space_statuses', 'space_id, status_id, order_index, color_override, card_limit'),
  ('space_views', 'id, space_id, owner_id, name, form'),
  ('project_views', 'id, project_id, page, owner_id, name, form'),
  ('studio_stage_presets', 'id, name, description, position'),
  ('studio_stage_preset_items', 'preset_id, stage_id, order_index'),
  ('studio_status_presets', 'id, name, description, position'),
  ('studio_status_preset_items', 'preset_id, status_id, order_index'),
  ('review_sessions', 'id, project_id, name, kind, day, is_locked, query, created_by, created_at'),
  -- A review session
  ('review_entries', 'id, session_id, task_id, item_id, space_id, version_id, order_rank, cut_in, cut_out, handle_in,
    handle_out, judged_status_id'),
  -- What a project's items are made with
  ('item_links', 'from_item_id, to_item_id, kind, quantity, label'),
  -- A space
  ('collections', 'id, name, description, episode, position, order_rank, is_default'),
  ('items', private.with_flags('id, collection_id, title, description, item_type_id, kind_id, thumbnail_media_id,
    poster_media_id, poster_wanted_media_id, position, order_rank, custom_slug, {@}, frame_in, frame_out,
    handle_in, handle_out, first_frame, frame_rate')),
  ('item_tasks', 'id, item_id, stage_id, status_id, assignee_id, due_date, priority, is_disabled'),
  ('task_blocks', 'id, task_id, assignee_id, start_date, duration, row_index'),
  ('task_estimations', 'task_id, estimated_hours'),
  -- An item
  ('task_versions', 'id, task_id, version_number, created_by, comment, time_spent, is_current, created_at'),
  ('version_media', 'version_id, media_id, display_order'),
  ('comments', 'id, task_id, content, metadata, created_by, is_edited, is_automatic, created_at'),
  ('comment_attachments', 'comment_id, media_id, display_order'),
  ('media', 'id, filename, content_type, size_bytes, width, height, frame_rate, frame_count, duration_ms, codec,
    start_timecode, first_frame, waveform, poster_media_id, thumbnail_media_id, proxy_media_id, large_proxy_media_id,
    preview_percent, preview_problem, preview_waits, preview_note, is_stored, created_by, created_at'),
  -- The timeline
  ('timeline_tasks', private.with_flags('id, item_id, kind_id, collection_id, space_id, project_id, stage_id,
    status_id, priority, due_date, is_disabled, {@}, estimated_hours, fields, task_fields, item_title, item_slug,
    collection_name, picture_media_id')),
  ('member_days_off', 'user_id, day'),
  -- A board
  ('boards', 'id, project_id'),
  ('canvas_items', 'id, type, media_id, text, x, y, width, height, rotation, z_index, group_id, is_locked, opacity,
    font_size, color, crop')
) as l (table_name, columns)
cross join lateral regexp_split_to_table(l.columns, ',\s+') with ordinality as c (name, place)
order by l.table_name, c.place;

-- Few rows have ids in other systems or studio fields, and null is shorter than {}.
insert into private.pulled_columns (table_name, column_name, sent_as) values
  ('items', 'external_ids', $$nullif(x.external_ids, '{}')$$),
  ('items', 'fields', null),
  ('item_tasks', 'fields', null),
  ('projects', 'fields', null);
-- Restricted values are looked up if the caller may read any of them; a timeline's fields are its items', and its
-- tasks' have a column of their own.
update private.pulled_columns set sent_as = replace(replace(
  $$nullif(case when (select private.my_restricted_fields()) = '{}'
  then x.fields else x.fields || coalesce((select jsonb_object_agg(d.key, v.value)
    from private.restricted_values v join public.field_definitions d on d.id = v.field_id
    where v.row_id = x.id and v.field_id = any((select private.my_restricted_fields())::uuid[])), '{}') end, '{}')$$,
  'x.id', case table_name || ' ' || column_name when 'timeline_tasks fields' then 'x.item_id' else 'x.id' end),
  'x.fields', 'x.' || column_name)
where column_name in ('fields', 'task_fields');
-- For other clients only.
update private.pulled_columns set is_compared = false where table_name = 'comments' and column_name = 'is_automatic';
