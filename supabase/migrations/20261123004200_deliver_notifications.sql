-- Notifications outside the app: web push, and digests by e-mail. Each is claimed once, and settled when its outcome is
-- known.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  endpoint text not null
    constraint push_subscriptions_endpoint_key unique
    constraint push_subscriptions_endpoint_check check (length(endpoint) <= 2000
      and endpoint ~ '^https?://[^/?#@\s]+/\S*$'),
  p256dh text not null constraint push_subscriptions_p256dh_check check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null constraint push_subscriptions_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  label text not null default '' constraint push_subscriptions_label_check check (length(label) <= 200),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table public.push_subscriptions is
  'Browsers that receive a person''s notifications by web push (RFC 8030). label names the browser; the keys are '
  'those of RFC 8291.';
create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id);
alter table public.push_subscriptions enable row level security;
grant select, delete on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;
create policy "push_subscriptions: their owner can read" on public.push_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.my_scope()) is null);
create policy "push_subscriptions: their owner can delete" on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.my_scope()) is null);

create table private.push_deliveries (
  subscription_id uuid primary key references public.push_subscriptions (id) on delete cascade,
  recipient_id uuid not null references public.notification_recipients (id) on delete cascade,
  waiting integer not null,
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity'
);
comment on table private.push_deliveries is
  'What is still to be pushed to a browser: the newest notification, how many wait with it, how often it was tried '
  'and when it is tried next.';
create index push_deliveries_recipient_id_idx on private.push_deliveries (recipient_id);
create index push_deliveries_next_at_idx on private.push_deliveries (next_at);

create table private.digest_runs (
  user_id uuid primary key references auth.users (id) on delete cascade,
  sent_for date not null,
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  stop_token uuid not null default gen_random_uuid() constraint digest_runs_stop_token_key unique
);
comment on table private.digest_runs is
  'Up to which day a person''s digests are done. stop_token is the token in a mail that ends them.';

create function private.local_time(p_at timestamptz, p_zone text) returns timestamp
language plpgsql stable set search_path = '' as $$
-- The local time in a time zone; UTC if the zone is unknown, as people may have typed it themselves.
begin
  return p_at at time zone p_zone;
exception when invalid_parameter_value then
  return p_at at time zone 'UTC';
end $$;

create function private.digest_day(p_digest text, p_zone text, p_at timestamptz) returns date
language sql stable set search_path = '' as $$
  -- The day of the latest digest due by then: each day, or each Monday, at 08:00 in the zone.
  select case p_digest when 'weekly' then date_trunc('week', l.day)::date else l.day end
  from (select (private.local_time(p_at, p_zone) - interval '8 hours')::date as day) as l
$$;

create function private.tg_digest_chosen() returns trigger
language plpgsql security definer set search_path = '' as $$
-- People who turn on digests get the first one when the next is due. Definer: the table is private.
begin
  insert into private.digest_runs as d (user_id, sent_for)
    values (new.id, private.digest_day(new.digest, new.time_zone, now()))
  on conflict (user_id) do update set sent_for = excluded.sent_for, attempts = 0, next_at = '-infinity';
  return null;
end $$;

create trigger user_profiles_after_update_digest after update of digest on public.user_profiles
  for each row when (new.digest <> 'off' and old.digest is distinct from new.digest)
  execute function private.tg_digest_chosen();

create function private.is_notice_wanted(p_recipient_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether a notification is still to be sent: not viewed yet, its kind still wanted, and its recipient still an
  -- active member who may open its project. Definer: looks up for others.
  select exists (
    select from public.notification_recipients r
    join public.notifications n on n.id = r.notification_id
    join public.notification_types k on k.id = n.notification_type_id
    join public.user_profiles u on u.id = r.user_id
    join public.studio_members m on m.studio_id = n.studio_id and m.user_id = r.user_id and m.archived_at is null
    where r.id = p_recipient_id and not r.viewed and u.notifications_enabled
      and case k.name when 'mention' then u.notify_mentions when 'assignment' then u.notify_assignments
        else u.notify_subscriptions end
      and (n.project_id is null or private.can_open_project(n.project_id, r.user_id)))
$$;

create function private.describe_notice(p_recipient_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- A notification for its recipient: {recipient_id, type, actor_name, studio_name, data, created_at} with the names and
-- url of its task, as far as they may see it. Definer: acts as the recipient for the rest of the transaction.
declare
  v_user uuid := (select r.user_id from public.notification_recipients r where r.id = p_recipient_id);
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', v_user, 'role', 'authenticated')::text, true);
  perform set_config('request.jwt.claim.sub', v_user::text, true);
  return (
    select coalesce((
        select d.task from private.describe_tasks(array[
          case n.target_type when 'comment' then c.task_id when 'review' then (n.data #>> '{taskIds,0}')::uuid
            else n.target_id end]) as d), '{}')
      || case when n.target_type = 'review' then private.address_of_review(n.target_id) else '{}' end
      || jsonb_build_object('recipient_id', r.id, 'type', k.name,
        'actor_name', coalesce(nullif(u.display_name, ''), 'Unknown'), 'studio_name', s.name,
        'data', n.data, 'created_at', r.created_at)
    from public.notification_recipients r
    join public.notifications n on n.id = r.notification_id
    join public.notification_types k on k.id = n.notification_type_id
    join public.studios s on s.id = n.studio_id
    left join public.comments c on n.target_type = 'comment' and c.id = n.target_id
    left join public.user_profiles u on u.id = n.actor_id
    where r.id = p_recipient_id);
end $$;

create function private.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_label text) returns void
language plpgsql security definer set search_path = '' as $$
-- See public.save_push_subscription. Definer: takes an address over from whoever used this browser before.
declare
  v_user uuid := private.require_person();
begin
  if p_endpoint is null or length(p_endpoint) > 2000 or p_endpoint !~ '^https?://[^/?#@\s]+/\S*$'
    or coalesce(p_p256dh, '') !~ '^[A-Za-z0-9_-]{87}$'
    or coalesce(p_auth, '') !~ '^[A-Za-z0-9_-]{22}$' then
    raise exception 'This is not a push subscription' using errcode = '22023';
  end if;
  delete from public.push_subscriptions s where s.endpoint = p_endpoint and s.user_id <> v_user;
  insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, label)
    values (v_user, p_endpoint, p_p256dh, p_auth, left(coalesce(p_label, ''), 200))
  on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label;
  delete from public.push_subscriptions s where s.user_id = v_user and s.id not in (
    select k.id from public.push_subscriptions k
    where k.user_id = v_user
    order by (k.endpoint = p_endpoint) desc, k.created_at desc, k.id limit 20);
end $$;

create function public.save_push_subscription(
  p_endpoint text, p_p256dh text, p_auth text, p_label text default ''
) returns void
language sql set search_path = '' as $$
  -- Registers the caller's browser for web push, with the keys of RFC 8291 in base64url; the newest 20 of a person are
  -- kept. 22023 invalid details, 42501 a token's session.
  select private.save_push_subscription(p_endpoint, p_p256dh, p_auth, p_label)
$$;

create function private.claim_pushes(p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.claim_pushes. Definer: reads notifications of others.
declare
  v_limit integer := private.check_page(p_limit, 100);
  v_push record;
  v_answer jsonb := '[]';
begin
  with fresh as (
    -- A review session's news about a person's tasks is pushed once, when there was none for ten minutes or it is
    -- locked.
    select r.id from public.notification_recipients r
    join public.notifications n on n.id = r.notification_id
    where r.pushed_at is null and r.created_at > now() - interval '1 hour'
      and (n.target_type <> 'review' or r.created_at < now() - interval '10 minutes'
        or exists (select from public.review_sessions s where s.id = n.target_id and s.is_locked))
      and exists (select from public.push_subscriptions s where s.user_id = r.user_id and s.created_at <= r.created_at)
    order by r.created_at limit 1000 for update of r skip locked
  ), told as (
    update public.notification_recipients r set pushed_at = clock_timestamp() from fresh f where r.id = f.id
    returning r.id, r.user_id, r.created_at
  )
  insert into private.push_deliveries as d (subscription_id, recipient_id, waiting)
  select s.id, (array_agg(t.id order by t.created_at desc, t.id desc))[1], count(*)
  from told t join public.push_subscriptions s on s.user_id = t.user_id and s.created_at <= t.created_at
  where private.is_notice_wanted(t.id) group by s.id
  on conflict (subscription_id) do update set recipient_id = excluded.recipient_id,
    waiting = d.waiting + excluded.waiting;

  for v_push in
    select d.recipient_id, d.waiting, d.attempts, s.id, s.user_id, s.endpoint, s.p256dh, s.auth
    from private.push_deliveries d join public.push_subscriptions s on s.id = d.subscription_id
    where d.next_at <= now() order by d.next_at, d.subscription_id limit v_limit for update of d skip locked
  loop
    if v_push.attempts >= 5 or not private.is_notice_wanted(v_push.recipient_id) then
      delete from private.push_deliveries d where d.subscription_id = v_push.id;
      continue;
    end if;
    update private.push_deliveries d
      set attempts = d.attempts + 1, next_at = now() + interval '1 minute' * 4 ^ d.attempts
      where d.subscription_id = v_push.id;
    v_answer := v_answer || jsonb_build_array(private.describe_notice(v_push.recipient_id) || jsonb_build_object(
      'subscription_id', v_push.id, 'endpoint', v_push.endpoint, 'p256dh', v_push.p256dh, 'auth', v_push.auth,
      'waiting', v_push.waiting,
      'unread', (select count(*) from public.notification_recipients r
        where r.user_id = v_push.user_id and not r.viewed)));
  end loop;
  return v_answer;
end $$;

create function public.claim_pushes(p_limit integer default 100) returns jsonb
language sql set search_path = '' as $$
  -- Claims what to push now, one entry per browser: {subscription_id, endpoint, p256dh, auth, recipient_id, waiting,
  -- unread, type, actor_name, studio_name, data, created_at} with the task's names and url. Each notification of the
  -- last hour is claimed once, a review's ten minutes after its last news or once it is locked; an entry that is not
  -- settled is claimed again after 1, 4, 16 and 64 minutes, five times in all. 22023 a limit outside 1 to 100.
  select private.claim_pushes(p_limit)
$$;

create function private.settle_pushes(p_results jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
-- See public.settle_pushes. Definer: the queue is private.
declare
  v_result record;
begin
  if jsonb_typeof(p_results) is distinct from 'array' then
    raise exception 'results must be a list' using errcode = '22023';
  end if;
  for v_result in
    select * from jsonb_to_recordset(p_results)
      as r (subscription_id uuid, recipient_id uuid, waiting integer, outcome text, retry_seconds integer)
  loop
    case v_result.outcome
      when 'gone' then
        delete from public.push_subscriptions s where s.id = v_result.subscription_id;
      when 'sent' then
        update public.push_subscriptions s set last_used_at = now() where s.id = v_result.subscription_id;
        delete from private.push_deliveries d
          where d.subscription_id = v_result.subscription_id and d.recipient_id = v_result.recipient_id;
        -- A newer notification came while this one was being sent.
        update private.push_deliveries d set waiting = greatest(1, d.waiting - v_result.waiting), attempts = 0,
          next_at = '-infinity'
        where d.subscription_id = v_result.subscription_id;
      when 'later' then
        update private.push_deliveries d set next_at = greatest(d.next_at,
          now() + interval '1 second' * least(greatest(v_result.retry_seconds, 0), 86400))
        where d.subscription_id = v_result.subscription_id;
      else
        raise exception 'outcome must be sent, gone or later' using errcode = '22023';
    end case;
  end loop;
  return jsonb_array_length(p_results);
end $$;

create function public.settle_pushes(p_results jsonb) returns integer
language sql set search_path = '' as $$
  -- Records the outcome of claimed pushes: [{subscription_id, recipient_id, waiting, outcome, retry_seconds?}]. sent is
  -- done, gone removes the browser, later leaves it to be tried again, no sooner than in retry_seconds. Returns how
  -- many were settled; 22023 an unknown outcome.
  select private.settle_pushes(p_results)
$$;

create function private.claim_digests(p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.claim_digests. Definer: reads notifications of others.
declare
  v_limit integer := private.check_page(p_limit, 100);
  v_person record;
  v_ids uuid[];
  v_answer jsonb := '[]';
begin
  for v_person in
    select u.id, u.digest, u.display_name, a.email, d.attempts, d.stop_token,
      private.digest_day(u.digest, u.time_zone, now()) as day
    from private.digest_runs d join public.user_profiles u on u.id = d.user_id join auth.users a on a.id = d.user_id
    where u.digest <> 'off' and u.notifications_enabled and a.email <> '' and a.email_confirmed_at is not null
      and d.next_at <= now() and d.sent_for < private.digest_day(u.digest, u.time_zone, now())
    order by d.next_at, d.user_id for update of d skip locked
  loop
    exit when jsonb_array_length(v_answer) >= v_limit;
    v_ids := array(select r.id from public.notification_recipients r
      where r.user_id = v_person.id and not r.viewed and r.mailed_at is null
        and r.created_at > now() - interval '14 days' and private.is_notice_wanted(r.id)
      order by r.created_at desc, r.id desc);
    if v_ids = '{}' or v_person.attempts >= 5 then
      update private.digest_runs d set sent_for = v_person.day, attempts = 0, next_at = '-infinity'
        where d.user_id = v_person.id;
      continue;
    end if;
    update private.digest_runs d
      set attempts = d.attempts + 1, next_at = now() + interval '10 minutes' * 2 ^ d.attempts
      where d.user_id = v_person.id;
    v_answer := v_answer || jsonb_build_array(jsonb_build_object(
      'user_id', v_person.id, 'email', v_person.email, 'name', v_person.display_name,
      'digest', v_person.digest, 'day', v_person.day, 'stop_token', v_person.stop_token,
      'total', cardinality(v_ids),
      'until', (select r.created_at from public.notification_recipients r where r.id = v_ids[1]),
      'items', (select jsonb_agg(private.describe_notice(w.id) order by w.n)
        from unnest(v_ids[1:30]) with ordinality as w (id, n))));
  end loop;
  return v_answer;
end $$;

create function public.claim_digests(p_limit integer default 20) returns jsonb
language sql set search_path = '' as $$
  -- Claims the digests that are due, at 08:00 in each person's own time zone: {user_id, email, name, digest, day,
  -- stop_token, total, until, items} with the notifications they have not viewed and no digest has had, newest first,
  -- 30 items at most. One that is not settled is claimed again after 10, 20, 40 and 80 minutes, five times in all.
  -- 22023 a limit outside 1 to 100.
  select private.claim_digests(p_limit)
$$;

create function private.settle_digest(p_user_id uuid, p_day date, p_until timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.settle_digest. Definer: the bookkeeping is private.
begin
  update public.notification_recipients r set mailed_at = clock_timestamp()
  where r.user_id = p_user_id and not r.viewed and r.mailed_at is null and r.created_at <= p_until;
  update private.digest_runs d set sent_for = greatest(d.sent_for, p_day), attempts = 0, next_at = '-infinity'
    where d.user_id = p_user_id;
  return found;
end $$;

create function public.settle_digest(p_user_id uuid, p_day date, p_until timestamptz) returns boolean
language sql set search_path = '' as $$
  -- Records that a claimed digest was sent: its notifications appear in no other, and the next one is due on another
  -- day. Returns whether the person gets digests at all.
  select private.settle_digest(p_user_id, p_day, p_until)
$$;

create function private.stop_digest(p_token uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.stop_digest. Definer: the token stands for its person.
begin
  update public.user_profiles u set digest = 'off' from private.digest_runs d
    where d.stop_token = p_token and u.id = d.user_id;
  return found;
end $$;

create function public.stop_digest(p_token uuid) returns boolean
language sql set search_path = '' as $$
  -- Ends the digests of the person whose mail carried this token; returns whether there is one. Called by the function
  -- that a mail's unsubscribe link leads to.
  select private.stop_digest(p_token)
$$;

grant execute on function
  private.save_push_subscription(text, text, text, text), public.save_push_subscription(text, text, text, text)
to authenticated, service_role;
grant execute on function
  private.claim_pushes(integer), public.claim_pushes(integer), private.settle_pushes(jsonb),
  public.settle_pushes(jsonb), private.claim_digests(integer), public.claim_digests(integer),
  private.settle_digest(uuid, date, timestamptz), public.settle_digest(uuid, date, timestamptz),
  private.stop_digest(uuid), public.stop_digest(uuid)
to service_role;
