-- References boards and the objects on them.

create table public.boards (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null,
  project_id uuid not null references public.projects (id) on delete cascade,
  space_id uuid constraint boards_space_id_key unique references public.spaces (id) on delete cascade,
  item_id uuid constraint boards_item_id_key unique references public.items (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint boards_owner_check check (space_id is null or item_id is null)
);
comment on table public.boards is 'A references board: of a project, of a moodboard space, or of an item.';
create index boards_project_id_idx on public.boards (project_id);
create unique index boards_moodboard_key on public.boards (project_id) where space_id is null and item_id is null;
create index boards_studio_id_idx on public.boards (studio_id);
alter table public.boards enable row level security;
grant select, insert, update, delete on public.boards to authenticated;
grant all on public.boards to service_role;
create policy "boards: members can read" on public.boards
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "boards: roles with create can add" on public.boards
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "boards: roles with create can change" on public.boards
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "boards: roles with delete can delete" on public.boards
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_boards_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A board belongs to a project's moodboard, a moodboard space or an item's References task. Definer: the parent may be
-- hidden from the caller; row rules check the result.
begin
  if new.space_id is not null then
    select s.studio_id, s.project_id into new.studio_id, new.project_id from public.spaces s where s.id = new.space_id;
  elsif new.item_id is not null then
    select i.studio_id, i.project_id into new.studio_id, new.project_id from public.items i where i.id = new.item_id;
  else
    new.studio_id := (select p.studio_id from public.projects p where p.id = new.project_id);
  end if;
  return new;
end $$;

create trigger boards_before_insert_a_parents before insert on public.boards
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_boards_parents();
create trigger boards_before_update_a_parents before update on public.boards
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_boards_parents();
create trigger boards_before_update_b_keep before update on public.boards
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'project_id', 'space_id', 'item_id');
create trigger boards_before_update_b_keep_made before update on public.boards
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger boards_before_insert_c_rev before insert on public.boards
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger boards_before_update_c_rev before update on public.boards
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger boards_before_insert_stamp before insert on public.boards
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger boards_before_write_clock before insert or update or delete on public.boards
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger boards_after_delete_tombstone after delete on public.boards
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create table public.canvas_items (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references public.boards (id) on delete cascade,
  studio_id uuid not null,
  project_id uuid not null,
  type text not null constraint canvas_items_type_check check (type in ('image', 'text', 'video')),
  media_id uuid references public.media (id),
  src text constraint canvas_items_src_limit_check check (length(src) <= 2000),
  text text constraint canvas_items_text_limit_check check (length(text) <= 20000),
  x double precision not null default 0,
  y double precision not null default 0,
  width double precision not null default 300 constraint canvas_items_width_check check (width > 0),
  height double precision not null default 300 constraint canvas_items_height_check check (height > 0),
  rotation double precision not null default 0,
  z_index double precision not null default 0,
  style jsonb not null default '{}'
    constraint canvas_items_style_check check (jsonb_typeof(style) = 'object')
    constraint canvas_items_style_limit_check check (octet_length(style::text) <= 16384),
  group_id uuid,
  is_locked boolean not null default false,
  opacity double precision not null default 1 constraint canvas_items_opacity_check check (opacity between 0 and 1),
  font_size double precision not null default 16
    constraint canvas_items_font_size_check check (font_size between 4 and 400),
  color text constraint canvas_items_color_check check (color ~ '^#[0-9a-f]{6}$'),
  crop text constraint canvas_items_crop_check check (crop ~ '^(0|0\.[0-9]{1,4})(,(0|0\.[0-9]{1,4})){3}$')
    constraint canvas_items_crop_rest_check check (case when crop ~ '^(0|0\.[0-9]{1,4})(,(0|0\.[0-9]{1,4})){3}$' then
      split_part(crop, ',', 1)::numeric + split_part(crop, ',', 3)::numeric < 1
      and split_part(crop, ',', 2)::numeric + split_part(crop, ',', 4)::numeric < 1 else true end),
  created_by uuid not null default auth.uid() references public.user_profiles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.canvas_items is
  'An image, text or video on a board. Lengths are board pixels, rotation degrees.';
comment on column public.canvas_items.rotation is 'Degrees, clockwise, about the centre.';
comment on column public.canvas_items.x is 'The left edge before rotation.';
comment on column public.canvas_items.crop is
  'Left,top,right,bottom: the fractions of a picture that are cropped away. x, y and size are those of the visible '
  'part.';
create index canvas_items_created_by_idx on public.canvas_items (created_by);
create index canvas_items_board_id_rev_idx on public.canvas_items (board_id, rev);
create index canvas_items_media_id_idx on public.canvas_items (media_id);
create index canvas_items_project_id_idx on public.canvas_items (project_id);
create index canvas_items_group_id_idx on public.canvas_items (group_id) where group_id is not null;
alter table public.canvas_items enable row level security;
grant select, insert, update, delete on public.canvas_items to authenticated;
grant all on public.canvas_items to service_role;
create policy "canvas_items: members can read" on public.canvas_items
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "canvas_items: roles with create can add" on public.canvas_items
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "canvas_items: roles with create can change" on public.canvas_items
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "canvas_items: roles with create can delete" on public.canvas_items
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]));

create function private.tg_of_board() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Objects belong to their board's project. Definer: the parent may be hidden from the caller; row rules check the
-- result.
begin
  select b.studio_id, b.project_id into new.studio_id, new.project_id from public.boards b where b.id = new.board_id;
  return new;
end $$;

create trigger canvas_items_before_insert_a_parents before insert on public.canvas_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_board();
create trigger canvas_items_before_update_a_parents before update on public.canvas_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_board();
create trigger canvas_items_before_update_b_keep before update on public.canvas_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'board_id', 'created_by', 'created_at');
create trigger canvas_items_before_insert_c_rev before insert on public.canvas_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger canvas_items_before_update_c_rev before update on public.canvas_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger canvas_items_before_write_d_links before insert or update on public.canvas_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('media_id', 'media');
create trigger canvas_items_before_insert_stamp before insert on public.canvas_items
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger canvas_items_before_write_clock before insert or update or delete on public.canvas_items
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger canvas_items_after_delete_tombstone after delete on public.canvas_items
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
