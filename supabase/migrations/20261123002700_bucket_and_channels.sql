-- The private media bucket, the tables whose changes are published, and who may join a channel.

-- Files are served under the type they were stored with, and hosted storage serves them inline and unguarded: only
-- types in which a browser runs nothing are accepted. Files of other types are stored as plain bytes; their row keeps
-- the real type.
insert into storage.buckets (id, name, public, allowed_mime_types) values ('media', 'media', false, array[
  'application/octet-stream', 'text/plain', 'text/csv', 'application/pdf', 'video/*', 'audio/*',
  'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])
on conflict (id) do update set allowed_mime_types = excluded.allowed_mime_types;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  alter publication supabase_realtime add table
    public.notification_recipients, public.item_tasks, public.comments, public.task_blocks, public.canvas_items;
end $$;

-- An object may be read by anyone who may see its media row, and written once by the person who created that row.
create policy "media objects: whoever may read the file can read" on storage.objects
  for select to authenticated
  using (bucket_id = 'media' and exists (select from public.media m where m.r2_key = name));
create policy "media objects: the uploader can add" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'media' and exists (
    select from public.media m
    where m.r2_key = name and m.created_by = (select auth.uid()) and not m.is_stored
      and m.studio_id = any((select private.my_studio_ids_with('comment'))::uuid[])));

create function private.can_join_topic(p_topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Channels are studio:<id> (revisions, presence), space:<id>, board:<id>, user:<id>, and for a review session
  -- review:<id> (presence, lasers, drawings) and lead:<id> (its position); each admits those who may see what it is
  -- about. Definer: called for people who may not see it.
  select case
    when p_topic !~ '^(studio|space|board|review|lead|user):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then false
    when p_topic like 'studio:%' then substr(p_topic, 8)::uuid = any(private.my_studio_ids())
    when p_topic like 'space:%' then exists (select from public.spaces s
      where s.id = substr(p_topic, 7)::uuid and s.project_id = any(private.my_project_ids()))
    when p_topic like 'board:%' then exists (select from public.boards b
      where b.id = substr(p_topic, 7)::uuid and b.project_id = any(private.my_project_ids()))
    when p_topic like 'review:%' or p_topic like 'lead:%' then exists (select from public.review_sessions s
      where s.id = split_part(p_topic, ':', 2)::uuid and s.project_id = any(private.my_project_ids()))
    else substr(p_topic, 6)::uuid = auth.uid() and private.my_scope() is null
  end
$$;

create function private.can_speak_on_topic(p_topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Anyone who may join a channel may send on it, with two exceptions: only the database sends on a studio's channel (a
  -- made-up revision would make every window of the studio pull in vain, or skip news), and only those who may judge
  -- lead a review session. Definer: called for people who may not see it.
  select private.can_join_topic(p_topic) and p_topic not like 'studio:%'
    and (p_topic not like 'lead:%' or exists (select from public.review_sessions s
      where s.id = substr(p_topic, 6)::uuid and s.project_id = any(private.my_project_ids_with('create'))))
$$;

grant execute on function private.can_join_topic(text), private.can_speak_on_topic(text) to authenticated, service_role;

do $$
begin
  if to_regclass('realtime.messages') is not null then
    execute $policy$
      create policy "channels: whoever may see their subject can receive" on realtime.messages
        for select to authenticated
        using (private.can_join_topic((select realtime.topic())))
    $policy$;
    execute $policy$
      create policy "channels: whoever may see their subject can send" on realtime.messages
        for insert to authenticated
        with check (private.can_speak_on_topic((select realtime.topic())) and extension in ('broadcast', 'presence'))
    $policy$;
  end if;
end $$;
