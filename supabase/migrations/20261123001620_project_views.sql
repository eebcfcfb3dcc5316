-- Saved views of the page of a project's tasks.

create table public.task_views (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references public.projects (id) on delete cascade,
  studio_id uuid not null,
  owner_id uuid references public.user_profiles (id) on delete cascade,
  name text not null
    constraint task_views_name_check check (trim(name) <> '')
    constraint task_views_name_limit_check check (length(name) <= 100),
  form jsonb not null default '{}'
    constraint task_views_form_check check (jsonb_typeof(form) = 'object')
    constraint task_views_form_limit_check check (octet_length(form::text) <= 65536),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint task_views_project_id_owner_id_name_key unique nulls not distinct (project_id, owner_id, name)
);
comment on table public.task_views is
  'What the page of a project''s tasks shows, under a name: columns, sort, grouping and filter. One person''s, or the '
  'whole studio''s.';
comment on column public.task_views.owner_id is 'Whose it is, who alone reads it; the studio''s where null. It stays.';
comment on column public.task_views.form is 'Columns, sort, grouping and filter, as clients write them.';
create index task_views_studio_id_idx on public.task_views (studio_id);
create index task_views_owner_id_idx on public.task_views (owner_id);
alter table public.task_views enable row level security;
grant select, insert, update, delete on public.task_views to authenticated;
grant all on public.task_views to service_role;
create policy "task_views: members can read their own and the studio's" on public.task_views
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[])
    and (owner_id is null and not private.names_hidden_field(studio_id, form) or owner_id = (select auth.uid())));
create policy "task_views: members can add their own, roles with create the studio's" on public.task_views
  for insert to authenticated
  with check (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "task_views: members can change their own, roles with create the studio's" on public.task_views
  for update to authenticated
  using (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "task_views: members can delete their own, roles with delete the studio's" on public.task_views
  for delete to authenticated
  using (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_task_views_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A view belongs to its project's studio. Definer: the parent may be out of the caller's sight; row rules judge the
-- result.
begin
  select p.studio_id into new.studio_id from public.projects p where p.id = new.project_id;
  new.name := trim(new.name);
  return new;
end $$;

create trigger task_views_before_insert_a_parents before insert on public.task_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_task_views_parents();
create trigger task_views_before_update_a_parents before update on public.task_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_task_views_parents();
create trigger task_views_before_update_b_keep before update on public.task_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'project_id', 'owner_id');
create trigger task_views_before_update_b_keep_made before update on public.task_views
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger task_views_before_insert_c_rev before insert on public.task_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger task_views_before_update_c_rev before update on public.task_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger task_views_before_insert_stamp before insert on public.task_views
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger task_views_before_write_clock before insert or update or delete on public.task_views
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger task_views_after_delete_tombstone after delete on public.task_views
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
