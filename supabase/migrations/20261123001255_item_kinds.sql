-- Kinds of items, and which stage of its cast a stage waits for.

create table public.item_kinds (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  key text not null constraint item_kinds_key_check check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  name text not null
    constraint item_kinds_name_check check (trim(name) <> '')
    constraint item_kinds_name_limit_check check (length(name) <= 100),
  item_type text not null default 'asset'
    constraint item_kinds_item_type_check check (item_type in ('shot', 'asset', 'illustration', 'sequence', 'episode')),
  icon text not null default '' constraint item_kinds_icon_limit_check check (length(icon) <= 40),
  stage_ids uuid[] not null default '{}',
  field_ids uuid[] not null default '{}'
    constraint item_kinds_field_ids_check check (cardinality(field_ids) <= 200),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint item_kinds_studio_id_key_key unique (studio_id, key)
);
create unique index item_kinds_studio_id_name_key on public.item_kinds (studio_id, lower(trim(name)));
comment on table public.item_kinds is
  'A kind of item of a studio: shot, sequence, episode, or a kind of asset such as character, prop or set.';
comment on column public.item_kinds.key is 'Its name for scripts and files; never changes.';
comment on column public.item_kinds.item_type is 'The product''s type of items of this kind.';
comment on column public.item_kinds.stage_ids is
  'The stages a new item of this kind has tasks for; all of its space if empty.';
comment on column public.item_kinds.field_ids is
  'The fields that its items are asked for; all of their space if empty.';
alter table public.item_kinds enable row level security;
grant select, insert, update, delete on public.item_kinds to authenticated;
grant all on public.item_kinds to service_role;
create policy "item_kinds: members can read" on public.item_kinds
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "item_kinds: roles with create can add" on public.item_kinds
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "item_kinds: roles with create can change" on public.item_kinds
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "item_kinds: roles with delete can delete" on public.item_kinds
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));

create function private.tg_item_kinds_stages() returns trigger
language plpgsql security definer set search_path = '' as $$
-- The stages and fields of a kind belong to the studio, and the fields are fields of items; ones deleted since stay
-- listed. No two kinds of a studio share a name, whatever its case and spacing. Definer: looks past the caller's rows.
begin
  new.name := trim(new.name);
  if tg_op = 'INSERT' then
    perform private.refuse_without(new.studio_id, 'create', 'add kinds of items');
    if exists (select from public.item_kinds k
      where k.studio_id = new.studio_id and k.key = new.key and k.id <> new.id) then
      raise exception 'There is already a kind with the key %', new.key using errcode = '23505';
    end if;
  end if;
  if (tg_op = 'INSERT' or lower(new.name) <> lower(trim(old.name))) and exists (select from public.item_kinds k
    where k.studio_id = new.studio_id and lower(trim(k.name)) = lower(new.name) and k.id <> new.id) then
    raise exception 'There is already a kind "%"', new.name using errcode = '23505';
  end if;
  if exists (select from unnest(new.stage_ids) as w (id)
    where (tg_op = 'INSERT' or not w.id = any(old.stage_ids)) and not exists (
      select from public.stages s where s.id = w.id and s.studio_id = new.studio_id)) then
    raise exception '%: its stages are stages of the studio', new.name using errcode = '23503';
  end if;
  if exists (select from unnest(new.field_ids) as w (id)
    where (tg_op = 'INSERT' or not w.id = any(old.field_ids)) and not exists (
      select from public.field_definitions f where f.id = w.id and f.studio_id = new.studio_id and f.of = 'item')) then
    raise exception '%: its fields are the studio''s fields of items', new.name using errcode = '23503';
  end if;
  return new;
end $$;

create trigger item_kinds_before_update_b_keep before update on public.item_kinds
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'studio_id', 'key', 'item_type');
create trigger item_kinds_before_update_b_keep_made before update on public.item_kinds
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger item_kinds_before_insert_c_rev before insert on public.item_kinds
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger item_kinds_before_update_c_rev before update on public.item_kinds
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger item_kinds_before_write_e_stages before insert or update on public.item_kinds
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_item_kinds_stages();
create trigger item_kinds_before_insert_stamp before insert on public.item_kinds
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger item_kinds_before_write_clock before insert or update or delete on public.item_kinds
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger item_kinds_after_delete_tombstone after delete on public.item_kinds
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create table public.stage_needs (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  stage_id uuid not null references public.stages (id) on delete cascade,
  needs_stage_id uuid not null references public.stages (id) on delete cascade,
  kind_id uuid references public.item_kinds (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint stage_needs_stage_id_needs_stage_id_kind_id_key
    unique nulls not distinct (stage_id, needs_stage_id, kind_id)
);
comment on table public.stage_needs is
  'A stage of a shot waits until its cast is done in another stage: animation waits for rigging.';
comment on column public.stage_needs.kind_id is 'The kind of cast item that the need applies to; any if null.';
create index stage_needs_studio_id_idx on public.stage_needs (studio_id);
create index stage_needs_needs_stage_id_idx on public.stage_needs (needs_stage_id);
create index stage_needs_kind_id_idx on public.stage_needs (kind_id);
alter table public.stage_needs enable row level security;
grant select, insert, delete on public.stage_needs to authenticated;
grant all on public.stage_needs to service_role;
create policy "stage_needs: members can read" on public.stage_needs
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "stage_needs: roles with create can add" on public.stage_needs
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "stage_needs: roles with delete can delete" on public.stage_needs
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));

create function private.tg_stage_needs_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A need belongs to its stage's studio, and names stages and kinds of that studio. Definer: the parents may be hidden
-- from the caller; row rules check the result.
begin
  select s.studio_id into new.studio_id from public.stages s where s.id = new.stage_id;
  if not exists (select from public.stages s where s.id = new.needs_stage_id and s.studio_id = new.studio_id)
    or new.kind_id is not null
      and not exists (select from public.item_kinds k where k.id = new.kind_id and k.studio_id = new.studio_id) then
    raise exception 'A stage waits for stages and kinds of its own studio' using errcode = '23503';
  end if;
  perform private.refuse_without(new.studio_id, 'create', 'say what stages wait for');
  if exists (select from public.stage_needs w where w.stage_id = new.stage_id and w.id <> new.id
    and w.needs_stage_id = new.needs_stage_id and w.kind_id is not distinct from new.kind_id) then
    raise exception 'This stage waits for that one already' using errcode = '23505';
  end if;
  return new;
end $$;

create trigger stage_needs_before_insert_a_parents before insert on public.stage_needs
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_stage_needs_parents();
create trigger stage_needs_before_insert_c_rev before insert on public.stage_needs
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger stage_needs_before_update_c_rev before update on public.stage_needs
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger stage_needs_before_insert_stamp before insert on public.stage_needs
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger stage_needs_before_write_clock before insert or delete on public.stage_needs
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger stage_needs_after_delete_tombstone after delete on public.stage_needs
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create function private.seed_kinds(p_studio_id uuid) returns void
language sql security definer set search_path = '' as $$
  -- The kinds of a new studio, and the usual needs of its stages where it has them: animation waits for rigging,
  -- lighting for modeling. Definer: its caller is the studio's creator.
  insert into public.item_kinds (studio_id, key, name, item_type, icon, position)
  select p_studio_id, d.key, d.name, d.item_type, d.icon, d.n
  from (values
    (0, 'shot', 'Shot', 'shot', 'clapperboard'),
    (1, 'sequence', 'Sequence', 'sequence', 'list-video'),
    (2, 'episode', 'Episode', 'episode', 'tv'),
    (3, 'character', 'Character', 'asset', 'user-round'),
    (4, 'prop', 'Prop', 'asset', 'package'),
    (5, 'set', 'Set', 'asset', 'mountain'),
    (6, 'illustration', 'Illustration', 'illustration', 'image')
  ) as d (n, key, name, item_type, icon);
  insert into public.stage_needs (studio_id, stage_id, needs_stage_id)
  select p_studio_id, s.id, n.id
  from (values ('animation', 'rigging'), ('lighting', 'modeling')) as w (stage, needed)
  join public.stages s on s.studio_id = p_studio_id and lower(s.name) = w.stage
  join public.stages n on n.studio_id = p_studio_id and lower(n.name) = w.needed
$$;
