-- What an item is made with: its cast, instances and references.

create table public.item_links (
  from_item_id uuid not null references public.items (id) on delete cascade,
  to_item_id uuid not null references public.items (id) on delete cascade,
  kind text not null default 'cast'
    constraint item_links_kind_check check (kind in ('cast', 'instance', 'reference')),
  studio_id uuid not null,
  project_id uuid not null,
  quantity integer not null default 1 constraint item_links_quantity_check check (quantity between 1 and 9999),
  label text not null default '' constraint item_links_label_limit_check check (length(label) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (from_item_id, to_item_id, kind),
  constraint item_links_to_item_id_check check (to_item_id <> from_item_id)
);
comment on table public.item_links is
  'What an item is made with: the cast of a shot, how many of each, and what it is called there. Both items are of '
  'one project.';
create index item_links_to_item_id_idx on public.item_links (to_item_id);
create index item_links_project_id_rev_idx on public.item_links (project_id, rev);
alter table public.item_links enable row level security;
grant select, insert, update, delete on public.item_links to authenticated;
grant all on public.item_links to service_role;
create policy "item_links: members can read" on public.item_links
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));

create function private.tg_item_links_refuse() returns trigger
language plpgsql set search_path = '' as $$
-- Links are set by a procedure, which checks both items and the expected state of the link; direct writes are refused
-- with a message.
begin
  raise exception 'What an item is made with is set with set_item_links' using errcode = '42501';
end $$;
create trigger item_links_before_write_a_refuse before insert or update or delete on public.item_links
  for each statement when (current_user in ('authenticated', 'anon'))
  execute function private.tg_item_links_refuse();
create trigger item_links_before_insert_c_rev before insert on public.item_links
  for each row when (new.rev = 0) execute function private.tg_take_rev();
create trigger item_links_before_update_c_rev before update on public.item_links
  for each row when (new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger item_links_after_delete_tombstone after delete on public.item_links
  referencing old table as old_rows
  for each statement execute function private.tg_bury('from_item_id', 'to_item_id', 'kind');
