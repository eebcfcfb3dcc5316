-- Collections and items: the rows of a grid.

create table public.collections (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  studio_id uuid not null,
  project_id uuid not null,
  name text not null
    constraint collections_name_check check (trim(name) <> '')
    constraint collections_name_limit_check check (length(name) <= 200),
  description text not null default ''
    constraint collections_description_limit_check check (length(description) <= 20000),
  episode text
    constraint collections_episode_check check (trim(episode) <> '')
    constraint collections_episode_limit_check check (length(episode) <= 200),
  position integer not null default 0,
  order_rank numeric not null default 1000,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.collections is 'A group of items inside a space: a sequence, an episode, an asset group.';
comment on column public.collections.episode is 'The episode it is of, in a space that holds several; null for none.';
create index collections_space_id_idx on public.collections (space_id);
create index collections_project_id_idx on public.collections (project_id);
alter table public.collections enable row level security;
grant select, insert, update, delete on public.collections to authenticated;
grant all on public.collections to service_role;
create policy "collections: members can read" on public.collections
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "collections: roles with create can add" on public.collections
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "collections: roles with create can change" on public.collections
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "collections: roles with delete can delete" on public.collections
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create trigger collections_before_insert_a_parents before insert on public.collections
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_space();
create trigger collections_before_update_a_parents before update on public.collections
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_space();
create trigger collections_before_update_b_keep before update on public.collections
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'space_id', 'created_at');
create trigger collections_before_insert_c_rev before insert on public.collections
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger collections_before_update_c_rev before update on public.collections
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger collections_before_insert_stamp before insert on public.collections
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger collections_before_write_clock before insert or update or delete on public.collections
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger collections_after_delete_tombstone after delete on public.collections
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create table public.items (
  id uuid primary key default gen_random_uuid(),
  collection_id uuid not null references public.collections (id) on delete cascade,
  space_id uuid not null references public.spaces (id) on delete cascade,
  studio_id uuid not null,
  project_id uuid not null,
  title text not null
    constraint items_title_check check (trim(title) <> '')
    constraint items_title_limit_check check (length(title) <= 200),
  description text not null default '' constraint items_description_limit_check check (length(description) <= 4000),
  item_type_id text not null default 'shot'
    constraint items_item_type_id_check
      check (item_type_id in ('shot', 'asset', 'illustration', 'sequence', 'episode')),
  kind_id uuid references public.item_kinds (id) on delete set null,
  thumbnail_media_id uuid references public.media (id) on delete set null,
  poster_media_id uuid,
  poster_wanted_media_id uuid,
  position integer not null default 0,
  order_rank numeric not null default 1000,
  custom_slug text not null constraint items_custom_slug_limit_check check (length(custom_slug) <= 100),
  is_omitted boolean not null default false,
  frame_in integer,
  frame_out integer,
  handle_in integer constraint items_handle_in_check check (handle_in >= 0),
  handle_out integer constraint items_handle_out_check check (handle_out >= 0),
  first_frame integer constraint items_first_frame_check check (first_frame between 0 and 10000000),
  frame_rate text constraint items_frame_rate_check check (frame_rate ~ '^[1-9][0-9]{0,6}/[1-9][0-9]{0,6}$'),
  external_ids jsonb not null default '{}'
    constraint items_external_ids_check check (jsonb_typeof(external_ids) = 'object')
    constraint items_external_ids_limit_check check (octet_length(external_ids::text) <= 16384),
  fields jsonb not null default '{}'
    constraint items_fields_check check (jsonb_typeof(fields) = 'object')
    constraint items_fields_limit_check check (octet_length(fields::text) <= 65536),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint items_space_id_custom_slug_key unique (space_id, custom_slug),
  constraint items_frame_out_check check ((frame_in is null) = (frame_out is null) and frame_out >= frame_in)
);
comment on table public.items is 'A shot, an illustration, an asset: what moves through the pipeline.';
comment on column public.items.kind_id is 'Its kind in the studio; null if it only has its type.';
comment on column public.items.thumbnail_media_id is 'The picture somebody gave it; without one its poster is shown.';
comment on column public.items.poster_media_id is
  'The picture of its newest revision that has one. The database maintains it, however revisions are added or '
  'deleted.';
comment on column public.items.poster_wanted_media_id is
  'The film or picture of a newer revision that waits for a browser to make its poster.';
comment on column public.items.is_omitted is 'Left out for now: shown struck through, and not counted.';
comment on column public.items.frame_in is 'The first frame of the cut, without handles.';
comment on column public.items.frame_out is 'The last frame of the cut, inclusive.';
comment on column public.items.first_frame is
  'The number of the first frame of its films, such as 993; null to use its project''s.';
comment on column public.items.handle_in is 'Frames wanted before the first one.';
comment on column public.items.handle_out is 'Frames wanted after the last one.';
comment on column public.items.frame_rate is 'Frames per second as a rational, such as 24000/1001.';
comment on column public.items.external_ids is
  'The item''s ids in other systems, by the name of the system: {"kitsu": "…"}.';
comment on column public.items.fields is
  'The values of the studio''s own fields, by key: {"difficulty": 3}. An empty field has no key.';
create index items_collection_id_idx on public.items (collection_id);
create index items_space_id_rev_idx on public.items (space_id, rev);
create index items_kind_id_idx on public.items (kind_id);
create index items_thumbnail_media_id_idx on public.items (thumbnail_media_id);
alter table public.items enable row level security;
grant select, insert, update, delete on public.items to authenticated;
grant all on public.items to service_role;
create policy "items: members can read" on public.items
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "items: roles with create can add" on public.items
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "items: roles with create can change" on public.items
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "items: roles with delete can delete" on public.items
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.with_flags(p_text text) returns text
language plpgsql stable set search_path = '' as $$
-- Expands the parts of a text in braces that contain @ once for each flag of items, i.e. each boolean column: {i.@}
-- becomes i.is_omitted, {'@camel', i.@} becomes 'isOmitted', i.is_omitted. Everything that describes an item is built
-- with it, so that adding a flag means adding one column above. Objects made by an older migration must be made again.
declare
  v_part text;
begin
  for v_part in select distinct m[1] from regexp_matches(p_text, '\{([^{}]*@[^{}]*)\}', 'g') as m loop
    p_text := replace(p_text, '{' || v_part || '}', (
      select string_agg(replace(replace(v_part, '@camel', 'is' || replace(initcap(substr(a.attname, 4)), '_', '')),
        '@', a.attname), ', ' order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = 'public.items'::regclass and a.atttypid = 'boolean'::regtype and a.attnum > 0
        and not a.attisdropped));
  end loop;
  return p_text;
end $$;

create function private.run_with_flags(p_statement text) returns void
language plpgsql set search_path = '' as $$
-- Runs a statement that names the flags of items; see private.with_flags.
begin
  execute private.with_flags(p_statement);
end $$;

create function private.free_item_slug(p_space_id uuid, p_title text) returns text
language plpgsql stable security definer set search_path = '' as $$
-- The slug of a title, with -2, -3, … if the space has it already. Definer: counts items hidden from the caller.
declare
  v_base text := private.make_slug(p_title);
  v_slug text := v_base;
  v_n integer := 1;
begin
  while exists (select from public.items i where i.space_id = p_space_id and i.custom_slug = v_slug) loop
    v_n := v_n + 1;
    v_slug := v_base || '-' || v_n;
  end loop;
  return v_slug;
end $$;

create function private.tg_items_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- An item belongs to its collection's space and takes the first free slug of its title there. Definer: the parent may
-- be hidden from the caller; row rules check the result.
begin
  select c.studio_id, c.project_id, c.space_id into new.studio_id, new.project_id, new.space_id
    from public.collections c where c.id = new.collection_id;
  if tg_op = 'UPDATE' and new.space_id is distinct from old.space_id then
    raise exception 'Items can only move inside their space' using errcode = '22023';
  end if;
  if new.kind_id is not null and not exists (
    select from public.item_kinds k where k.id = new.kind_id and k.studio_id = new.studio_id) then
    raise exception 'An item is of one of its studio’s kinds' using errcode = '23503';
  end if;
  if tg_op = 'INSERT' then
    perform private.next_rev(new.studio_id); -- one writer per studio: two items cannot take the same slug
    new.poster_media_id := null;
    new.poster_wanted_media_id := null;
    new.title := trim(new.title);
    new.custom_slug := private.free_item_slug(new.space_id, coalesce(nullif(new.custom_slug, ''), new.title));
  end if;
  return new;
end $$;

create function private.tg_items_move_blocks() returns trigger
language plpgsql security definer set search_path = '' as $$
-- The blocks of an item that moved to another collection move along. Definer: the caller's row rules are about the
-- item.
begin
  update public.task_blocks b set collection_id = n.collection_id, updated_at = now(), rev = n.rev
  from new_rows n where b.item_id = n.id and b.collection_id <> n.collection_id;
  return null;
end $$;

create trigger items_before_insert_a_parents before insert on public.items
  for each row
  when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null or new.custom_slug is null)
  execute function private.tg_items_parents();
create trigger items_before_update_a_parents before update on public.items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_items_parents();
create trigger items_before_update_b_keep before update on public.items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns(
    'id', 'custom_slug', 'poster_media_id', 'poster_wanted_media_id', 'created_at');
create trigger items_before_insert_c_rev before insert on public.items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger items_before_update_c_rev before update on public.items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger items_before_write_d_links before insert or update on public.items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('thumbnail_media_id', 'media');
create trigger items_before_insert_stamp before insert on public.items
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger items_before_write_clock before insert or update or delete on public.items
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger items_after_delete_tombstone after delete on public.items
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
create trigger items_after_update_blocks after update on public.items
  referencing old table as old_rows new table as new_rows for each statement
  execute function private.tg_items_move_blocks();
select private.give_fields('public.items', 'item');
