-- Purpose: blocks of the team timeline.
-- Reversal: drop table public.task_blocks;

create function private.tg_task_blocks_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A block carries its task's place. Definer: the parent may be out of the caller's sight; row rules judge the result.
begin
  select t.studio_id, t.project_id, t.space_id, i.collection_id, t.item_id, t.stage_id
    into new.studio_id, new.project_id, new.space_id, new.collection_id, new.item_id, new.stage_id
    from public.item_tasks t join public.items i on i.id = t.item_id where t.id = new.task_id;
  if new.assignee_id is not null and (tg_op = 'INSERT' or new.assignee_id is distinct from old.assignee_id)
    and not exists (select from public.studio_members m where m.studio_id = new.studio_id and m.user_id = new.assignee_id and m.archived_at is null) then
    raise exception 'The assignee is not a member of this studio' using errcode = '22023';
  end if;
  return new;
end $$;

create table public.task_blocks (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null references public.item_tasks (id) on delete cascade,
  assignee_id uuid,
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
comment on table public.task_blocks is 'A stretch of work on a task. Without a date and assignee it waits in the queue.';
create index task_blocks_task_id_idx on public.task_blocks (task_id);
create index task_blocks_studio_id_assignee_id_idx on public.task_blocks (studio_id, assignee_id);
create index task_blocks_space_id_idx on public.task_blocks (space_id);
create index task_blocks_project_id_idx on public.task_blocks (project_id);
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
create trigger task_blocks_before_insert_a_parents before insert on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null) execute function private.tg_task_blocks_parents();
create trigger task_blocks_before_update_a_parents before update on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_task_blocks_parents();
create trigger task_blocks_before_update_b_keep before update on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_keep_columns('id', 'task_id', 'created_at');
create trigger task_blocks_before_insert_c_rev before insert on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger task_blocks_before_update_c_rev before update on public.task_blocks
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger task_blocks_before_write_clock before insert or update or delete on public.task_blocks
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger task_blocks_after_delete_tombstone after delete on public.task_blocks
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create function private.tg_items_move_blocks() returns trigger
language plpgsql security definer set search_path = '' as $$
-- The blocks of an item that moved to another collection move along. Definer: the caller's row rules are about the item.
begin
  update public.task_blocks b set collection_id = n.collection_id, updated_at = now(), rev = n.rev
  from new_rows n join old_rows o on o.id = n.id
  where n.collection_id <> o.collection_id and b.item_id = n.id;
  return null;
end $$;
create trigger items_after_update_blocks after update on public.items
  referencing old table as old_rows new table as new_rows for each statement execute function private.tg_items_move_blocks();
create index task_blocks_item_id_idx on public.task_blocks (item_id);
