-- Purpose: the number on the bell is counted from an index alone. Who is told carries the project that the notification is about, so that counting need
-- not look each notification up to see whether its project is open to the reader.
-- Reversal: create the index, the trigger that keeps columns and the count as they were; drop the column with its trigger and function.

alter table public.notification_recipients add column project_id uuid;
comment on column public.notification_recipients.project_id is 'The project of the notification, null where it is about none.';
update public.notification_recipients r set project_id = n.project_id from public.notifications n where n.id = r.notification_id and n.project_id is not null;

create function private.tg_place_recipient() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Says whose project it is. Definer: whoever is told need not be the one who may read the notification.
begin
  new.project_id := (select n.project_id from public.notifications n where n.id = new.notification_id);
  return new;
end $$;
create trigger notification_recipients_before_insert_place before insert on public.notification_recipients
  for each row execute function private.tg_place_recipient();
revoke execute on function private.tg_place_recipient() from public, anon;

drop trigger notification_recipients_before_update_keep on public.notification_recipients;
create trigger notification_recipients_before_update_keep before update on public.notification_recipients
  for each row when (current_user in ('authenticated', 'anon'))
  execute function private.tg_keep_columns('id', 'notification_id', 'user_id', 'studio_id', 'project_id', 'created_at');

drop index public.notification_recipients_unread_idx;
create index notification_recipients_unread_idx on public.notification_recipients (user_id, studio_id) include (project_id) where not viewed;

create or replace function public.get_unread_count(p_studio_id uuid default null) returns integer
language plpgsql stable set search_path = '' as $$
-- How many notifications the caller has not viewed, in all their studios or in one.
declare
  v_user uuid := auth.uid();
  v_projects uuid[] := private.my_project_ids();
begin
  return (select count(*) from public.notification_recipients r
    where r.user_id = v_user and not r.viewed and (p_studio_id is null or r.studio_id = p_studio_id) and (r.project_id is null or r.project_id = any(v_projects)));
end $$;
