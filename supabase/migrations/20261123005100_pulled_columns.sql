-- What the pulls bring of each table, in one place. The text of a pull has a table's name in braces where its columns
-- go: {items} stands for json_build_object('id', coalesce(json_agg(x.id), '[]'), …) over the rows x. The procedures are
-- made from these texts whenever a row here changes, so they keep their plans like any other: put together at every
-- call instead, a pull of what is new took a fifth longer. {#items} stands for the sum of the rows x instead, by which
-- a client knows whether it has them all as they are: see private.sum_columns.
--
-- One more column of a table takes two statements here, and its field in core/schema/<table>.ts:
--   alter table public.items add column is_urgent boolean not null default false;
--   insert into private.pulled_columns (table_name, column_name) values ('items', 'is_urgent');

create table private.pulls (
  name text primary key,
  source text not null
);
comment on table private.pulls is 'The text each pull is made from, with the tables whose columns it brings in braces.';

create table private.pulled_columns (
  table_name text not null,
  column_name text not null,
  sent_as text,
  place integer not null generated always as identity,
  primary key (table_name, column_name)
);
comment on table private.pulled_columns is 'The columns that pulls bring of a table, in the order of their places.';
comment on column private.pulled_columns.sent_as is 'What is sent in its stead, as SQL about the row x.';

create function private.sum_columns(p_table_name text) returns text
language sql stable set search_path = '' as $$
  -- The SQL of the sum of rows x of a table: how many they are, and the first 32 bits of the SHA-256 of each, added up,
  -- which no order of the rows changes. Columns that look the same as text everywhere go in, and are named in it.
  select format('json_build_object(''columns'', %L::json, ''count'', count(*), ''sum'', coalesce(sum((''x'' ||'
      || ' left(encode(sha256(convert_to(concat_ws(chr(31), %s), ''UTF8'')), ''hex''), 8))::bit(32)::bigint), 0))',
    json_agg(c.column_name order by c.place),
    string_agg(format(case when a.atttypid = 'numeric'::regtype then 'coalesce(trim_scale(x.%I)::text, '''')'
      else 'coalesce(x.%I::text, '''')' end, c.column_name), ', ' order by c.place))
  from private.pulled_columns c
  join pg_catalog.pg_attribute a
    on a.attrelid = to_regclass('public.' || c.table_name) and a.attname = c.column_name
  where c.table_name = p_table_name and c.sent_as is null
    and a.atttypid::regtype::text in ('uuid', 'text', 'boolean', 'date', 'integer', 'numeric')
$$;

create function private.tg_write_pulls() returns trigger
language plpgsql set search_path = '' as $$
-- Makes every pull with the columns it is to bring; 22023 for a table in braces of which none is named.
declare
  v_source text;
  v_table record;
begin
  for v_source in select p.source from private.pulls p loop
    for v_table in
      select c.table_name as name, string_agg(format('%L, coalesce(json_agg(%s), ''[]'')', c.column_name,
        coalesce(c.sent_as, format('x.%I', c.column_name))), ', ' order by c.place) as columns
      from private.pulled_columns c
      group by c.table_name
    loop
      v_source := replace(v_source, '{' || v_table.name || '}', format('json_build_object(%s)', v_table.columns));
      if strpos(v_source, '{#' || v_table.name || '}') > 0 then
        v_source := replace(v_source, '{#' || v_table.name || '}', private.sum_columns(v_table.name));
      end if;
    end loop;
    if v_source ~ '\{#?\w+\}' then
      raise exception 'private.pulled_columns has no column for %', substring(v_source from '\{#?\w+\}')
        using errcode = '22023';
    end if;
    execute v_source;
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
  ('spaces', 'id, project_id, name, type_id, thumbnail, position, custom_slug, is_active'),
  ('stages', 'id, name, color, category, icon, order_index'),
  ('task_statuses', 'id, name, short_code, color, position, is_done, is_default'),
  ('field_definitions', 'id, key, name, description, kind, unit, decimals, options, place_ids, position'),
  ('space_stages', 'space_id, stage_id, is_active, order_index'),
  ('space_statuses', 'space_id, status_id, order_index, color_override'),
  ('studio_stage_presets', 'id, name, description, position'),
  ('studio_stage_preset_items', 'preset_id, stage_id, order_index'),
  ('studio_status_presets', 'id, name, description, position'),
  ('studio_status_preset_items', 'preset_id, status_id, order_index'),
  ('review_sessions', 'id, project_id, name, kind, day, is_locked, created_by, created_at'),
  -- A review session
  ('review_entries', 'id, session_id, task_id, item_id, space_id, version_id, order_rank, cut_in, cut_out, handle_in,
    handle_out, judged_status_id'),
  -- A space
  ('collections', 'id, name, description, position, order_rank, is_default'),
  ('items', 'id, collection_id, title, description, item_type_id, thumbnail_media_id, poster_media_id,
    poster_wanted_media_id, position, order_rank, custom_slug, is_omitted, frame_in, frame_out,
    handle_in, handle_out, first_frame, frame_rate'),
  ('item_tasks', 'id, item_id, stage_id, status_id, assignee_id, due_date, priority, is_disabled'),
  ('task_blocks', 'id, task_id, assignee_id, start_date, duration, row_index'),
  ('task_estimations', 'task_id, estimated_hours'),
  -- An item
  ('task_versions', 'id, task_id, version_number, created_by, comment, time_spent, is_current, created_at'),
  ('version_media', 'version_id, media_id, display_order'),
  ('comments', 'id, task_id, content, metadata, created_by, is_edited, is_automatic, created_at'),
  ('comment_attachments', 'comment_id, media_id, display_order'),
  ('media', 'id, filename, content_type, size_bytes, width, height, frame_rate, frame_count, duration_ms, codec,
    start_timecode, waveform, poster_media_id, thumbnail_media_id, proxy_media_id, preview_percent, preview_problem,
    is_stored, created_by, created_at'),
  -- The timeline
  ('timeline_tasks', 'id, item_id, collection_id, space_id, project_id, stage_id, status_id, priority, due_date,
    is_disabled, is_omitted, estimated_hours, item_title, item_slug, collection_name,
    picture_media_id'),
  ('member_days_off', 'user_id, day'),
  -- A board
  ('boards', 'id, project_id'),
  ('canvas_items', 'id, type, media_id, text, x, y, width, height, rotation, z_index, group_id, is_locked, opacity,
    font_size, color')
) as l (table_name, columns)
cross join lateral regexp_split_to_table(l.columns, ',\s+') with ordinality as c (name, place)
order by l.table_name, c.place;

-- Few items have ids in other systems or fields of the studio's own, and a null is shorter than {}.
insert into private.pulled_columns (table_name, column_name, sent_as) values
  ('items', 'external_ids', $$nullif(x.external_ids, '{}')$$),
  ('items', 'fields', $$nullif(x.fields, '{}')$$);
