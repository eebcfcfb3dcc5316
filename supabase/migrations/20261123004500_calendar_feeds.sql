-- The address under which a member's plan can be read as a calendar.

create table private.calendar_feeds (
  studio_id uuid not null,
  user_id uuid not null,
  token_hash text not null constraint calendar_feeds_token_hash_key unique,
  created_at timestamptz not null default now(),
  primary key (studio_id, user_id),
  constraint calendar_feeds_member_fkey foreign key (studio_id, user_id)
    references public.studio_members (studio_id, user_id) on delete cascade
);
comment on table private.calendar_feeds is
  'The one calendar address of a member in a studio. Only a SHA-256 of its token is stored; a new address replaces '
  'the old one.';

create function private.create_calendar_feed(p_studio_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
-- See public.create_calendar_feed. Definer: nobody reads or writes feeds directly.
declare
  v_token text := left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 40);
begin
  if (p_studio_id = any(private.my_studio_ids())) is not true then
    perform private.refuse_missing('Studio not found');
  end if;
  insert into private.calendar_feeds (studio_id, user_id, token_hash)
  values (p_studio_id, private.require_user(), encode(sha256(convert_to(v_token, 'UTF8')), 'hex'))
  on conflict (studio_id, user_id) do update set token_hash = excluded.token_hash, created_at = now();
  return v_token;
end $$;

create function public.create_calendar_feed(p_studio_id uuid) returns text
language sql set search_path = '' as $$
  -- Creates the caller's calendar address in a studio and returns its token, 40 hexadecimal characters shown only now;
  -- an earlier address ends. P0002 unknown studio.
  select private.create_calendar_feed(p_studio_id)
$$;

create function private.revoke_calendar_feed(p_studio_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.revoke_calendar_feed. Definer: as above.
begin
  delete from private.calendar_feeds f where f.studio_id = p_studio_id and f.user_id = private.require_user();
  return found;
end $$;

create function public.revoke_calendar_feed(p_studio_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Ends the caller's calendar address in a studio; returns false if there was none.
  select private.revoke_calendar_feed(p_studio_id)
$$;

create function private.has_calendar_feed(p_studio_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  -- See public.has_calendar_feed. Definer: as above.
  select exists (select from private.calendar_feeds f where f.studio_id = p_studio_id and f.user_id = auth.uid())
$$;

create function public.has_calendar_feed(p_studio_id uuid) returns boolean
language sql stable set search_path = '' as $$
  -- Returns whether the caller has a calendar address in a studio.
  select private.has_calendar_feed(p_studio_id)
$$;

create function private.read_calendar_feed(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.read_calendar_feed. Definer: the token stands for its person; what they may no longer see is left out.
declare
  v_feed private.calendar_feeds;
begin
  select f.* into v_feed from private.calendar_feeds f
  join public.studio_members m on m.studio_id = f.studio_id and m.user_id = f.user_id and m.archived_at is null
  where f.token_hash = encode(sha256(convert_to(coalesce(p_token, ''), 'UTF8')), 'hex');
  if v_feed.user_id is null then
    perform private.refuse_missing('Calendar not found');
  end if;
  perform set_config('request.jwt.claims',
    jsonb_build_object('sub', v_feed.user_id, 'role', 'authenticated')::text, true);
  perform set_config('request.jwt.claim.sub', v_feed.user_id::text, true);
  return jsonb_build_object(
    'name', (select s.name from public.studios s where s.id = v_feed.studio_id),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'item', i.title, 'stage', g.name,
        'project', p.name, 'start_date', b.start_date, 'duration', b.duration, 'updated_at', b.updated_at)
        order by b.start_date, b.id), '[]')
      from public.task_blocks b
      join public.items i on i.id = b.item_id
      join public.stages g on g.id = b.stage_id
      join public.projects p on p.id = b.project_id
      where b.studio_id = v_feed.studio_id and b.assignee_id = v_feed.user_id and b.start_date is not null
        and b.project_id = any(private.my_project_ids())));
end $$;

create function public.read_calendar_feed(p_token text) returns jsonb
language sql set search_path = '' as $$
  -- Returns the plan behind a calendar address, for the function that serves it: {name, events: [{id, item, stage,
  -- project, start_date, duration, updated_at}]}. P0002 unknown or revoked token, or a member who is archived or gone.
  select private.read_calendar_feed(p_token)
$$;

grant execute on function
  private.create_calendar_feed(uuid), public.create_calendar_feed(uuid), private.revoke_calendar_feed(uuid),
  public.revoke_calendar_feed(uuid), private.has_calendar_feed(uuid), public.has_calendar_feed(uuid)
to authenticated, service_role;
grant execute on function private.read_calendar_feed(text), public.read_calendar_feed(text) to service_role;
