-- Planned work: task blocks, and days off.

create table public.task_blocks (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null references public.item_tasks (id) on delete cascade,
  assignee_id uuid references public.user_profiles (id),
  start_date date,
  duration numeric(6, 2) not null default 1 constraint task_blocks_duration_check check (duration between 0.1 and 3650),
  row_index integer not null default 0 constraint task_blocks_row_index_check check (row_index between 0 and 1000),
  studio_id uuid not null,
  project_id uuid not null,
  space_id uuid not null,
  collection_id uuid not null,
  item_id uuid not null,
  stage_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint task_blocks_queued_check check (start_date is not null or assignee_id is null)
);
comment on table public.task_blocks is
  'A stretch of work on a task. Without a date and assignee it waits in the queue.';
create index task_blocks_task_id_idx on public.task_blocks (task_id);
create index task_blocks_assignee_id_studio_id_idx on public.task_blocks (assignee_id, studio_id);
create index task_blocks_space_id_idx on public.task_blocks (space_id);
create index task_blocks_project_id_idx on public.task_blocks (project_id);
create index task_blocks_item_id_idx on public.task_blocks (item_id);
create index task_blocks_studio_id_rev_idx on public.task_blocks (studio_id, rev);
alter table public.task_blocks enable row level security;
grant select, insert, update, delete on public.task_blocks to authenticated;
grant all on public.task_blocks to service_role;
create policy "task_blocks: members can read" on public.task_blocks
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "task_blocks: roles with create can add" on public.task_blocks
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "task_blocks: roles with create can change" on public.task_blocks
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "task_blocks: roles with create can delete" on public.task_blocks
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]));

create function private.tg_task_blocks_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A block carries its task's place. Definer: the parent may be hidden from the caller; row rules check the result.
begin
  select t.studio_id, t.project_id, t.space_id, i.collection_id, t.item_id, t.stage_id
    into new.studio_id, new.project_id, new.space_id, new.collection_id, new.item_id, new.stage_id
    from public.item_tasks t join public.items i on i.id = t.item_id where t.id = new.task_id;
  if new.assignee_id is not null and (tg_op = 'INSERT' or new.assignee_id is distinct from old.assignee_id)
    and not exists (select from public.studio_members m
      where m.studio_id = new.studio_id and m.user_id = new.assignee_id and m.archived_at is null) then
    raise exception 'The assignee is not a member of this studio' using errcode = '22023';
  end if;
  return new;
end $$;

create trigger task_blocks_before_insert_a_parents before insert on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_task_blocks_parents();
create trigger task_blocks_before_update_a_parents before update on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_task_blocks_parents();
create trigger task_blocks_before_update_b_keep before update on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'task_id', 'created_at');
create trigger task_blocks_before_insert_c_rev before insert on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger task_blocks_before_update_c_rev before update on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger task_blocks_before_insert_stamp before insert on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger task_blocks_before_write_clock before insert or update or delete on public.task_blocks
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger task_blocks_after_delete_tombstone after delete on public.task_blocks
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
create trigger task_blocks_after_insert_assigned after insert on public.task_blocks
  referencing new table as new_rows for each statement
  when (current_setting('xsheet.restoring', true) is distinct from 'on')
  execute function private.tg_tasks_assigned('task_id');
create trigger task_blocks_after_update_assigned after update on public.task_blocks
  referencing old table as old_rows new table as new_rows for each statement
  execute function private.tg_tasks_assigned('task_id');

create table public.member_days_off (
  studio_id uuid not null,
  user_id uuid not null,
  day date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (studio_id, user_id, day),
  constraint member_days_off_member_fkey foreign key (studio_id, user_id)
    references public.studio_members (studio_id, user_id) on delete cascade
);
comment on table public.member_days_off is
  'Days on which a member of a studio does not work: scheduling skips them, like weekends.';
create index member_days_off_user_id_idx on public.member_days_off (user_id);
create index member_days_off_studio_id_rev_idx on public.member_days_off (studio_id, rev);
alter table public.member_days_off enable row level security;
grant select on public.member_days_off to authenticated;
grant all on public.member_days_off to service_role;
create policy "member_days_off: members can read" on public.member_days_off
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));

create trigger member_days_off_before_insert_c_rev before insert on public.member_days_off
  for each row when (new.rev = 0) execute function private.tg_take_rev();
create trigger member_days_off_after_delete_tombstone after delete on public.member_days_off
  referencing old table as old_rows for each statement execute function private.tg_bury('user_id', 'day');
