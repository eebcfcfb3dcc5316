-- Tasks, the cells of a grid, with their estimates and followers.

create table public.item_tasks (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.items (id) on delete cascade,
  stage_id uuid not null references public.stages (id),
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  title text not null default '' constraint item_tasks_title_limit_check check (length(title) <= 200),
  status_id uuid not null references public.task_statuses (id),
  assignee_id uuid references public.user_profiles (id),
  due_date date,
  priority integer not null default 0 constraint item_tasks_priority_check check (priority between 0 and 9),
  is_disabled boolean not null default false,
  fields jsonb not null default '{}'
    constraint item_tasks_fields_check check (jsonb_typeof(fields) = 'object')
    constraint item_tasks_fields_limit_check check (octet_length(fields::text) <= 65536),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint item_tasks_item_id_stage_id_key unique (item_id, stage_id)
);
comment on table public.item_tasks is
  'The task of an item in one stage. A disabled task takes no status; a missing row is an empty cell.';
comment on column public.item_tasks.fields is
  'The values of the studio''s own fields of tasks, by key. An empty field has no key.';
create index item_tasks_space_id_rev_idx on public.item_tasks (space_id, rev);
create index item_tasks_stage_id_idx on public.item_tasks (stage_id);
create index item_tasks_status_id_idx on public.item_tasks (status_id);
create index item_tasks_assignee_id_status_id_due_date_idx
  on public.item_tasks (assignee_id, status_id, coalesce(due_date, 'infinity'::date), id) where assignee_id is not null;
alter table public.item_tasks enable row level security;
grant select, insert, update, delete on public.item_tasks to authenticated;
grant all on public.item_tasks to service_role;
create policy "item_tasks: members can read" on public.item_tasks
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "item_tasks: roles with create can add" on public.item_tasks
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "item_tasks: roles with create can change" on public.item_tasks
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "item_tasks: roles with delete can delete" on public.item_tasks
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_item_tasks_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A task belongs to its item's space; its title is its stage's name. Definer: the parent may be hidden from the caller;
-- row rules check the result.
begin
  select i.studio_id, i.project_id, i.space_id into new.studio_id, new.project_id, new.space_id from public.items i
    where i.id = new.item_id;
  new.title := coalesce((select s.name from public.stages s where s.id = new.stage_id), new.title);
  return new;
end $$;

create function private.tg_item_tasks_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A disabled task takes no status, and an assignee is an active member of the studio
-- (22023). Definer: reads memberships.
begin
  if tg_op = 'UPDATE' and old.is_disabled and new.is_disabled and new.status_id is distinct from old.status_id then
    raise exception 'A disabled task takes no status' using errcode = '22023';
  end if;
  if new.assignee_id is not null and (tg_op = 'INSERT' or new.assignee_id is distinct from old.assignee_id)
    and not exists (select from public.studio_members m
      where m.studio_id = new.studio_id and m.user_id = new.assignee_id and m.archived_at is null) then
    raise exception 'The assignee is not a member of this studio' using errcode = '22023';
  end if;
  return new;
end $$;

create table public.task_estimations (
  task_id uuid primary key references public.item_tasks (id) on delete cascade,
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  estimated_hours numeric(4, 1) not null
    constraint task_estimations_estimated_hours_check check (estimated_hours between 0 and 999.9),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.task_estimations is 'The estimate of a task, in hours.';
create index task_estimations_project_id_idx on public.task_estimations (project_id);
create index task_estimations_space_id_rev_idx on public.task_estimations (space_id, rev);
alter table public.task_estimations enable row level security;
grant select, insert, update, delete on public.task_estimations to authenticated;
grant all on public.task_estimations to service_role;
create policy "task_estimations: members can read" on public.task_estimations
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "task_estimations: roles with create can add" on public.task_estimations
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "task_estimations: roles with create can change" on public.task_estimations
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "task_estimations: roles with create can delete" on public.task_estimations
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]));

create function private.tg_of_task() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A row of a task belongs to its space. Definer: the parent may be hidden from the caller; row rules check the result.
begin
  select t.studio_id, t.project_id, t.space_id into new.studio_id, new.project_id, new.space_id
    from public.item_tasks t where t.id = new.task_id;
  return new;
end $$;

create trigger task_estimations_before_insert_a_parents before insert on public.task_estimations
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_task();
create trigger task_estimations_before_update_a_parents before update on public.task_estimations
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_task();
create trigger task_estimations_before_update_b_keep before update on public.task_estimations
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('task_id');
create trigger task_estimations_before_insert_c_rev before insert on public.task_estimations
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger task_estimations_before_update_c_rev before update on public.task_estimations
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger task_estimations_before_insert_stamp before insert on public.task_estimations
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger task_estimations_before_write_clock before insert or update or delete on public.task_estimations
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger task_estimations_after_delete_tombstone after delete on public.task_estimations
  referencing old table as old_rows for each statement execute function private.tg_bury('task_id');

create table public.task_followers (
  task_id uuid not null references public.item_tasks (id) on delete cascade,
  user_id uuid not null default auth.uid(),
  studio_id uuid not null,
  project_id uuid not null,
  space_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (task_id, user_id)
);
comment on table public.task_followers is
  'Who is told about a task: its assignees from the moment they are assigned, and everyone who follows it.';
create index task_followers_user_id_idx on public.task_followers (user_id);
alter table public.task_followers enable row level security;
grant select, insert, delete on public.task_followers to authenticated;
grant all on public.task_followers to service_role;
create policy "task_followers: members can read" on public.task_followers
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "task_followers: the follower can add" on public.task_followers
  for insert to authenticated
  with check (user_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[]));
create policy "task_followers: the follower can delete" on public.task_followers
  for delete to authenticated
  using (user_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[]));

create trigger task_followers_before_insert_a_parents before insert on public.task_followers
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_task();
create trigger task_followers_before_insert_stamp before insert on public.task_followers
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
-- Only for followers deleted with their task: unfollowing is final, and clients keep no followers.
create trigger task_followers_after_delete_tombstone after delete on public.task_followers
  referencing old table as old_rows for each statement when (pg_trigger_depth() > 0)
  execute function private.tg_bury('task_id', 'user_id');
select private.give_fields('public.item_tasks', 'task');
