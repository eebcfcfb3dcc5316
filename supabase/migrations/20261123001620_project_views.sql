-- Saved views of the pages of a project: its tasks and its assets.

create table public.project_views (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references public.projects (id) on delete cascade,
  studio_id uuid not null,
  page text not null default 'tasks' constraint project_views_page_check check (page in ('tasks', 'assets')),
  owner_id uuid references public.user_profiles (id) on delete cascade,
  name text not null
    constraint project_views_name_check check (trim(name) <> '')
    constraint project_views_name_limit_check check (length(name) <= 100),
  form jsonb not null default '{}'
    constraint project_views_form_check check (jsonb_typeof(form) = 'object')
    constraint project_views_form_limit_check check (octet_length(form::text) <= 65536),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint project_views_project_id_page_owner_id_name_key
    unique nulls not distinct (project_id, page, owner_id, name)
);
comment on table public.project_views is
  'A saved view of a project''s tasks or assets page: columns, sort, grouping and filter under a name. One person''s, '
  'or the whole studio''s.';
comment on column public.project_views.page is 'The page it is a view of: `tasks` or `assets`. Never changes.';
comment on column public.project_views.owner_id is
  'Its owner, who alone can read it; null for the studio''s. Never changes.';
comment on column public.project_views.form is 'Columns, sort, grouping and filter, as clients write them.';
create index project_views_studio_id_idx on public.project_views (studio_id);
create index project_views_owner_id_idx on public.project_views (owner_id);
alter table public.project_views enable row level security;
grant select, insert, update, delete on public.project_views to authenticated;
grant all on public.project_views to service_role;
create policy "project_views: members can read their own and the studio's" on public.project_views
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[])
    and (owner_id is null and not private.names_hidden_field(studio_id, form) or owner_id = (select auth.uid())));
create policy "project_views: members can add their own, roles with create the studio's" on public.project_views
  for insert to authenticated
  with check (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "project_views: members can change their own, roles with create the studio's" on public.project_views
  for update to authenticated
  using (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "project_views: members can delete their own, roles with delete the studio's" on public.project_views
  for delete to authenticated
  using (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_project_views_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A view belongs to its project's studio. Definer: the parent may be hidden from the caller; row rules check the
-- result.
begin
  select p.studio_id into new.studio_id from public.projects p where p.id = new.project_id;
  new.name := trim(new.name);
  if tg_op = 'INSERT' and new.owner_id is null then
    perform private.refuse_without(new.studio_id, 'create', 'save views for the studio');
  end if;
  return new;
end $$;

create trigger project_views_before_insert_a_parents before insert on public.project_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_project_views_parents();
create trigger project_views_before_update_a_parents before update on public.project_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_project_views_parents();
create trigger project_views_before_update_b_keep before update on public.project_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'project_id', 'page', 'owner_id');
create trigger project_views_before_update_b_keep_made before update on public.project_views
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger project_views_before_insert_c_rev before insert on public.project_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger project_views_before_update_c_rev before update on public.project_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger project_views_before_insert_stamp before insert on public.project_views
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger project_views_before_write_clock before insert or update or delete on public.project_views
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger project_views_after_delete_tombstone after delete on public.project_views
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
