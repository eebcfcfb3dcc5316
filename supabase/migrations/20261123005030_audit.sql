-- Events only for those who may manage a studio's users: who got in, who may do what, and what left the studio.

select private.log_table('public.studio_members', '{"thing": "member", "place": "studio", "is_audit": true,
  "key": ["user_id", "studio_id"], "verbs": {"INSERT": "joined", "UPDATE": "changed", "DELETE": "removed"},
  "name": "private.author_name(r.user_id)", "values": {"user_id": "r.user_id",
  "is_archived": "r.archived_at is not null",
  "role": "(select u.name from public.user_roles u where u.id = r.role_id)"}}');
select private.log_table('public.role_permissions', '{"thing": "role", "place": "studio", "is_audit": true,
  "key": ["role_id", "studio_id", "permission"], "values": {"permission": "r.permission", "is_allowed": "r.is_allowed"},
  "name": "(select u.name || '': '' || r.permission from public.user_roles u where u.id = r.role_id)"}', '{UPDATE}');
select private.log_table('public.project_role_access', '{"thing": "access", "place": "project", "is_audit": true,
  "key": ["project_id", "role_id"], "values": {"is_allowed": "r.is_allowed"},
  "name": "(select u.name from public.user_roles u where u.id = r.role_id)"}');
select private.log_table('public.studio_invites', '{"thing": "invite", "place": "studio", "is_audit": true,
  "values": {"expires_at": "r.expires_at", "is_revoked": "r.revoked_at is not null"}}', '{INSERT,UPDATE}');
select private.log_table('public.studio_invite_uses', '{"thing": "invite", "place": "studio", "is_audit": true,
  "key": ["invite_id", "user_id"], "verbs": {"INSERT": "used"}, "name": "private.author_name(r.user_id)",
  "values": {"user_id": "r.user_id"}}', '{INSERT}');
select private.log_table('private.access_tokens', '{"thing": "token", "place": "studio", "is_audit": true,
  "name": "r.name", "values": {"name": "r.name", "user_id": "r.user_id", "user": "private.author_name(r.user_id)",
  "expires_at": "r.expires_at", "is_revoked": "r.revoked_at is not null"}}');
select private.log_table('private.service_accounts', '{"thing": "service_account", "place": "studio",
  "is_audit": true, "key": ["user_id"], "name": "r.name", "values": {"name": "r.name"}}', '{INSERT,DELETE}');
select private.log_table('private.calendar_feeds', '{"thing": "share", "place": "studio", "is_audit": true,
  "key": ["user_id", "studio_id"], "name": "''Calendar feed of '' || private.author_name(r.user_id)",
  "values": {"renewed": "left(r.token_hash, 8)"}}');

-- A person's time is visible to that person and to leads.
select private.log_table('public.time_entries', '{"thing": "time", "place": "task", "is_audit": true,
  "verbs": {"INSERT": "logged"}, "name": "private.author_name(r.user_id)", "only": "auth.uid() is not null",
  "values": {"user_id": "r.user_id", "started_at": "r.started_at", "minutes": "r.minutes", "note": "r.note"}}');
select private.log_table('public.time_locks', '{"thing": "time", "place": "studio", "is_audit": true,
  "key": ["studio_id", "week"], "verbs": {"INSERT": "week_locked", "DELETE": "week_opened"}, "name": "r.week::text",
  "only": "auth.uid() is not null", "values": {"week": "r.week"}}', '{INSERT,DELETE}');

create function private.log_event(
  p_studio_id uuid, p_kind text, p_new jsonb, p_is_audit boolean, p_name text default null, p_thing_id uuid default null
) returns bigint
language plpgsql security definer set search_path = '' as $fn$
-- Writes one event about a studio that no change of a row causes; returns its number. Definer: nobody else writes
-- events.
begin
  perform private.next_rev(p_studio_id); -- locks the clock, and makes listeners look
  execute private.events_sql(format($sql$
    select %L::uuid as studio_id, %L as kind, null::uuid as project_id, null::uuid as space_id, null::uuid as item_id,
      null::uuid as task_id, %L::uuid as thing_id, %L::jsonb as names, '{}'::jsonb as old, %L::jsonb as new, 1 as n
    $sql$, p_studio_id, p_kind, p_thing_id, jsonb_strip_nulls(jsonb_build_object('name', p_name)), p_new))
    using private.event_author(), p_is_audit;
  return (select c.event_seq from private.studio_clocks c where c.studio_id = p_studio_id);
end $fn$;

create function private.tg_log_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Logs a new session in each studio of its person. Definer: runs as the auth service.
declare
  v_studio uuid;
begin
  for v_studio in
    select m.studio_id from public.studio_members m where m.user_id = new.user_id order by m.studio_id
  loop
    perform private.log_event(v_studio, 'member.signed_in', jsonb_build_object('user_id', new.user_id), true,
      private.author_name(new.user_id), new.user_id);
  end loop;
  return null;
end $$;

create trigger sessions_after_insert_log after insert on auth.sessions
  for each row execute function private.tg_log_sign_in();

create function private.tg_log_name() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Logs a person's change of name in each of their studios, under the old name. Definer: see tg_log.
declare
  v_studio uuid;
begin
  for v_studio in
    select m.studio_id from public.studio_members m where m.user_id = new.id order by m.studio_id
  loop
    perform private.log_event(v_studio, 'member.renamed', jsonb_build_object('user_id', new.id,
      'name', new.display_name), true, old.display_name, new.id);
  end loop;
  return null;
end $$;
create trigger user_profiles_after_update_log after update of display_name on public.user_profiles
  for each row when (auth.uid() is not null and new.display_name <> old.display_name)
  execute function private.tg_log_name();

create function private.record_export(p_studio_id uuid, p_what text, p_count integer) returns bigint
language plpgsql security definer set search_path = '' as $$
-- See public.record_export. Definer: nobody else writes events.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  elsif coalesce(length(private.clean_name(p_what)), 0) not between 1 and 200 then
    raise exception 'Say in 1 to 200 characters what was exported' using errcode = '22023';
  end if;
  return private.log_event(p_studio_id, 'export.made', jsonb_build_object('count', p_count), true,
    private.clean_name(p_what));
end $$;

create function public.record_export(p_studio_id uuid, p_what text, p_count integer default null) returns bigint
language sql set search_path = '' as $$
  -- Records in the audit log that the caller has exported rows from a studio: what, and how many. Returns the event's
  -- number. P0002 unknown studio, 22023 no text or one that is too long.
  select private.record_export(p_studio_id, p_what, p_count)
$$;

grant execute on function private.record_export(uuid, text, integer), public.record_export(uuid, text, integer)
to authenticated, service_role;
