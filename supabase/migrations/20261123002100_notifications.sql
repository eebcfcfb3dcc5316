-- Notifications, and who has seen them.

create table public.notification_types (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint notification_types_name_key unique
    constraint notification_types_name_limit_check check (length(name) <= 100)
);
comment on table public.notification_types is
  'Kinds of notification: mention, assignment, comment, revision, status_change, rule, review.';
alter table public.notification_types enable row level security;
grant select on public.notification_types to authenticated;
grant all on public.notification_types to service_role;
create policy "notification_types: everyone signed in can read" on public.notification_types
  for select to authenticated
  using (true);

insert into public.notification_types (id, name) values
  ('00000000-0000-4000-9000-000000000001', 'mention'),
  ('00000000-0000-4000-9000-000000000002', 'assignment'),
  ('00000000-0000-4000-9000-000000000003', 'comment'),
  ('00000000-0000-4000-9000-000000000004', 'revision'),
  ('00000000-0000-4000-9000-000000000005', 'status_change'),
  ('00000000-0000-4000-9000-000000000006', 'rule'),
  ('00000000-0000-4000-9000-000000000007', 'review');

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  notification_type_id uuid not null references public.notification_types (id),
  studio_id uuid not null references public.studios (id) on delete cascade,
  project_id uuid,
  actor_id uuid,
  target_type text not null constraint notifications_target_type_limit_check check (length(target_type) <= 100),
  target_id uuid not null,
  data jsonb not null default '{}' constraint notifications_data_limit_check check (octet_length(data::text) <= 65536),
  created_at timestamptz not null default now()
);
comment on table public.notifications is
  'Something that happened and that somebody is told about. target_type is task, comment or review; data has the '
  'details, for one task or many. For a review session each person has a single notification, which grows as more is '
  'said about their tasks.';
create index notifications_studio_id_created_at_idx on public.notifications (studio_id, created_at);
create index notifications_notification_type_id_idx on public.notifications (notification_type_id);
create index notifications_target_id_idx on public.notifications (target_id);
alter table public.notifications enable row level security;
grant select on public.notifications to authenticated;
grant all on public.notifications to service_role;

create table public.notification_recipients (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references public.notifications (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  studio_id uuid not null,
  project_id uuid,
  viewed boolean not null default false,
  viewed_at timestamptz,
  pushed_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint notification_recipients_notification_id_user_id_key unique (notification_id, user_id)
);
comment on table public.notification_recipients is 'Who is told about a notification, and whether they have viewed it.';
comment on column public.notification_recipients.pushed_at is
  'When it was claimed for web push, once for all of the person''s browsers.';
comment on column public.notification_recipients.mailed_at is 'When it was sent in a digest.';
comment on column public.notification_recipients.project_id is
  'The project of the notification; null if it concerns none.';
create index notification_recipients_unpushed_idx
  on public.notification_recipients (created_at) where pushed_at is null;
create index notification_recipients_user_id_studio_id_created_at_idx
  on public.notification_recipients (user_id, studio_id, created_at desc, id desc);
-- The unread count on the bell is read from this index alone; hence the project in these rows.
create index notification_recipients_unread_idx
  on public.notification_recipients (user_id, studio_id) include (project_id) where not viewed;
alter table public.notification_recipients enable row level security;
grant select, update on public.notification_recipients to authenticated;
grant all on public.notification_recipients to service_role;
create policy "notification_recipients: the recipient can read" on public.notification_recipients
  for select to authenticated
  using (user_id = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "notification_recipients: the recipient can change" on public.notification_recipients
  for update to authenticated
  using (user_id = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]))
  with check (user_id = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]));

create policy "notifications: recipients can read" on public.notifications
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[])
    and (project_id is null or project_id = any((select private.my_project_ids())::uuid[]))
    and exists (select from public.notification_recipients r
      where r.notification_id = notifications.id and r.user_id = (select auth.uid())));

create function private.tg_place_recipient() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Fills in the project. Definer: the recipient may not be the one who can read the notification.
begin
  new.project_id := (select n.project_id from public.notifications n where n.id = new.notification_id);
  return new;
end $$;

create trigger notification_recipients_before_update_stamp before update on public.notification_recipients
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger notification_recipients_before_insert_place before insert on public.notification_recipients
  for each row execute function private.tg_place_recipient();
create trigger notification_recipients_before_update_keep before update on public.notification_recipients
  for each row when (current_user in ('authenticated', 'anon'))
  execute function private.tg_keep_columns('id', 'notification_id', 'user_id', 'studio_id', 'project_id', 'created_at');
create trigger notification_recipients_before_update_keep_delivery before update on public.notification_recipients
  for each row when (current_user in ('authenticated', 'anon'))
  execute function private.tg_keep_columns('pushed_at', 'mailed_at');

create function private.can_open_project(p_project_id uuid, p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether a person may open a project: the rule of my_project_ids for another person. Definer: used while notifying.
  select exists (
    select from public.projects p
    join public.studio_members m on m.studio_id = p.studio_id and m.user_id = p_user_id and m.archived_at is null
    join public.user_roles r on r.id = m.role_id
    left join public.role_permissions v on v.studio_id = m.studio_id and v.role_id = m.role_id
      and v.permission = 'view_all_projects'
    left join public.project_role_access a on a.project_id = p.id
      and a.role_id = (select f.id from public.user_roles f
        where f.name = case r.name when 'lead' then 'member' else r.name end)
    where p.id = p_project_id and (r.name = 'owner' or v.is_allowed or coalesce(a.is_allowed, true)))
$$;

create function private.notify(
  p_type text, p_studio_id uuid, p_project_id uuid, p_target_type text, p_target_id uuid, p_data jsonb,
  p_user_ids uuid[]
) returns void
language plpgsql security definer set search_path = '' as $$
-- Notifies people, except the actor (unless their own rule does it), archived members, people without access to the
-- project and those who turned off this kind. Definer: nobody writes notifications directly.
declare
  v_id uuid := gen_random_uuid();
  v_choice text := case p_type when 'mention' then 'notify_mentions' when 'assignment' then 'notify_assignments'
    else 'notify_subscriptions' end;
  v_users uuid[];
begin
  select array_agg(u.id) into v_users
  from public.user_profiles u
  join public.studio_members m on m.studio_id = p_studio_id and m.user_id = u.id and m.archived_at is null
  where u.id = any(p_user_ids) and (u.id is distinct from auth.uid() or p_type = 'rule') and u.notifications_enabled
    and case v_choice when 'notify_mentions' then u.notify_mentions when 'notify_assignments' then u.notify_assignments
      else u.notify_subscriptions end
    and (p_project_id is null or private.can_open_project(p_project_id, u.id));
  if v_users is null then
    return;
  end if;
  insert into public.notifications (
    id, notification_type_id, studio_id, project_id, actor_id, target_type, target_id, data)
  values (v_id, (select t.id from public.notification_types t where t.name = p_type), p_studio_id, p_project_id,
    auth.uid(), p_target_type, p_target_id, p_data);
  insert into public.notification_recipients (notification_id, user_id, studio_id)
  select v_id, u, p_studio_id from unnest(v_users) as u;
end $$;
