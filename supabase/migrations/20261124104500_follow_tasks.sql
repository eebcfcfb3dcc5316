-- Followers of a task, and following it. Reversal: drop both functions.

create function public.list_followers(p_task_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
-- Lists the people who are told about a task, in the order they were added: its assignees since they were assigned, and
-- everyone who follows it. P0002 a task the caller may not see.
begin
  perform from public.item_tasks t where t.id = p_task_id;
  if not found then
    perform private.refuse_missing('Task not found');
  end if;
  return array(
    select f.user_id from public.task_followers f where f.task_id = p_task_id order by f.created_at, f.user_id);
end $$;

create function public.set_following(p_task_id uuid, p_is_following boolean) returns uuid[]
language plpgsql set search_path = '' as $$
-- Makes the caller follow a task or stop following it; a repeat changes nothing. Returns its followers afterwards.
-- P0002 a task the caller may not see.
declare
  v_user uuid := private.require_user();
begin
  perform from public.item_tasks t where t.id = p_task_id;
  if not found then
    perform private.refuse_missing('Task not found');
  end if;
  if p_is_following then
    insert into public.task_followers (task_id, user_id) values (p_task_id, v_user) on conflict do nothing;
  else
    delete from public.task_followers f where f.task_id = p_task_id and f.user_id = v_user;
  end if;
  return public.list_followers(p_task_id);
end $$;

grant execute on function public.list_followers(uuid), public.set_following(uuid, boolean)
to authenticated, service_role;
