-- Webhooks: events sent to addresses outside, signed after Standard Webhooks, in order for each task, retried for a
-- day.

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null
    constraint webhooks_name_check check (trim(name) <> '')
    constraint webhooks_name_limit_check check (length(name) <= 100),
  url text not null
    constraint webhooks_url_check check (length(url) <= 2000 and url ~ '^https?://[^/?#@\s]+([/?#]\S*)?$'),
  kinds text[] not null default '{}' constraint webhooks_kinds_check check (cardinality(kinds) <= 100),
  form text not null default 'standard'
    constraint webhooks_form_check check (form = any(array['standard', 'slack', 'discord', 'mattermost', 'teams'])),
  project_id uuid references public.projects (id) on delete cascade,
  condition text not null default '' constraint webhooks_condition_limit_check check (length(condition) <= 2000),
  is_active boolean not null default true,
  failing_since timestamptz,
  created_by uuid not null references public.user_profiles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.webhooks is
  'Addresses that are told what happens in a studio. An empty list of kinds means all but those of the audit log; '
  'form is the format the address takes: Standard Webhooks, or that of a chat tool; condition is an expression over '
  'the event.';
comment on column public.webhooks.failing_since is
  'When a delivery was given up after a day of tries; null once one succeeds again.';
create index webhooks_created_by_idx on public.webhooks (created_by);
create index webhooks_studio_id_idx on public.webhooks (studio_id);
create index webhooks_project_id_idx on public.webhooks (project_id);
alter table public.webhooks enable row level security;
revoke all on public.webhooks from service_role;
grant select on public.webhooks to authenticated, service_role;
create policy "webhooks: user admins can read" on public.webhooks
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));
create trigger webhooks_before_insert_c_rev before insert on public.webhooks
  for each row when (new.rev = 0) execute function private.tg_take_rev();
create trigger webhooks_before_update_c_rev before update on public.webhooks
  for each row when (new.rev is not distinct from old.rev) execute function private.tg_take_rev();
select private.log_table('public.webhooks', '{"thing": "webhook", "place": "studio", "is_audit": true,
  "name": "r.name", "values": {"name": "r.name", "url": "r.url", "kinds": "r.kinds", "form": "r.form",
  "condition": "r.condition", "is_active": "r.is_active", "is_failing": "r.failing_since is not null"}}');

create table private.webhook_secrets (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  key bytea not null,
  old_key bytea,
  old_until timestamptz,
  cursor bigint not null
);
comment on table private.webhook_secrets is
  'The key that signs a webhook''s deliveries, which leaves the database only once, when it is created, and the '
  'number of the newest event queued for it. A renewed key signs beside the new one until old_until.';

create table private.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.webhooks (id) on delete cascade,
  seq bigint not null,
  kind text not null,
  about uuid not null,
  state text not null default 'waiting'
    constraint webhook_deliveries_state_check check (state in ('waiting', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  status integer,
  answer text not null default '',
  is_replay boolean not null default false
);
comment on table private.webhook_deliveries is
  'An event for a webhook: how often it was tried, when it is tried next, and the response. about is its task, else '
  'its item, else its studio: deliveries about the same thing go out in order. Skipped are those on which the '
  'webhook''s expression could not be calculated. Kept for 30 days.';
create unique index webhook_deliveries_webhook_id_seq_key on private.webhook_deliveries (webhook_id, seq)
  where not is_replay;
create index webhook_deliveries_waiting_idx on private.webhook_deliveries (webhook_id, about, seq)
  where state = 'waiting';
create index webhook_deliveries_next_at_idx on private.webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_webhook_id_created_at_idx on private.webhook_deliveries (webhook_id, created_at);

create function private.hmac_sha256(p_key bytea, p_message bytea) returns bytea
language plpgsql immutable set search_path = '' as $$
-- HMAC (RFC 2104) with SHA-256, without an extension.
declare
  v_key bytea := case when length(p_key) > 64 then sha256(p_key) else p_key end;
  v_inner bytea := decode(repeat('36', 64), 'hex');
  v_outer bytea := decode(repeat('5c', 64), 'hex');
begin
  for i in 0 .. length(v_key) - 1 loop
    v_inner := set_byte(v_inner, i, get_byte(v_key, i) # 54);
    v_outer := set_byte(v_outer, i, get_byte(v_key, i) # 92);
  end loop;
  return sha256(v_outer || sha256(v_inner || p_message));
end $$;

create function private.sign_webhook(p_key bytea, p_id text, p_timestamp bigint, p_body text) returns text
language sql immutable set search_path = '' as $$
  -- The signature of Standard Webhooks over id, time and body: v1,<base64>.
  select 'v1,' || translate(encode(private.hmac_sha256(p_key,
    convert_to(p_id || '.' || p_timestamp || '.' || p_body, 'UTF8')), 'base64'), E'\n', '')
$$;

create function private.sign_by_both(
  p_key bytea, p_old_key bytea, p_old_until timestamptz, p_id text, p_timestamp bigint, p_body text
) returns text
language sql stable set search_path = '' as $$
  -- The same with a key and, as long as it is valid, the previous one, separated by a space, as Standard Webhooks
  -- specify.
  select concat_ws(' ', private.sign_webhook(p_key, p_id, p_timestamp, p_body), case when p_old_until > now()
    then private.sign_webhook(p_old_key, p_id, p_timestamp, p_body) end)
$$;

create function private.new_signing_key() returns bytea
language sql volatile set search_path = '' as $$
  -- A random key.
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
$$;

create function private.open_webhook(p_id uuid) returns public.webhooks
language plpgsql stable security definer set search_path = '' as $$
-- A webhook of a studio whose users the caller may manage; P0002 otherwise. Definer: used before writing for the
-- caller.
declare
  v_webhook public.webhooks;
begin
  select w.* into v_webhook from public.webhooks w
    where w.id = p_id and w.studio_id = any(private.my_studio_ids_with('admin_users'));
  if v_webhook.id is null then
    perform private.refuse_missing('Webhook not found');
  end if;
  return v_webhook;
end $$;

create function private.read_ipv4(p_host text) returns inet
language plpgsql immutable set search_path = '' as $$
-- The IPv4 address of a host that ends in a number, as in URLs: up to four numbers, decimal, octal or hexadecimal, of
-- which the last fills the remaining bytes. Null if it is not an address.
declare
  v_parts text[] := string_to_array(p_host, '.');
  v_count integer := cardinality(v_parts);
  v_sum bigint := 0;
  v_part bigint;
begin
  if v_count > 4 then
    return null;
  end if;
  for n in 1..v_count loop
    if v_parts[n] ~ '^0x[0-9a-f]{0,8}$' then
      v_part := ('x' || lpad(substr(v_parts[n], 3), 16, '0'))::bit(64)::bigint;
    elsif v_parts[n] ~ '^0[0-7]{0,11}$' then
      select coalesce(sum(d::bigint * 8 ^ (i - 1)), 0)::bigint into v_part
      from string_to_table(reverse(v_parts[n]), null) with ordinality as t (d, i);
    elsif v_parts[n] ~ '^[1-9][0-9]{0,9}$' then
      v_part := v_parts[n]::bigint;
    else
      return null;
    end if;
    if v_part >= (case when n = v_count then 256 ^ (5 - n) else 256 end) then
      return null;
    end if;
    v_sum := v_sum + v_part * case when n = v_count then 1 else (256 ^ (4 - n))::bigint end;
  end loop;
  return '0.0.0.0'::inet + v_sum;
end $$;

create function private.leads_inside(p_url text) returns boolean
language plpgsql immutable set search_path = '' as $$
-- Whether an address names a machine or network that nobody outside may reach through this one, however it is written;
-- the lists are those of inside-address.ts. What a name resolves to is checked when something is sent.
declare
  v_host text := normalize(substring(p_url from '^https?://(\[[^\]]*\]|[^/?#:\\]*)'), nfkc);
  v_address inet;
begin
  v_host := regexp_replace(translate(lower(v_host), '。' || U&'\00AD\200B\2060\FEFF', '.'), '\.$', '');
  if v_host like '%\%%' or v_host = 'localhost' or v_host like '%.localhost' then
    return true;
  elsif v_host like '[%' then
    v_address := case when trim(v_host, '[]') ~ '^[0-9a-f:.]+$' then trim(v_host, '[]') end;
    return v_address is null or v_address <<= any('{::/96,::ffff:0:0/96,64:ff9b::/96,64:ff9b:1::/48,100::/64,2001::/23,
      2001:db8::/32,2002::/16,fc00::/7,fe80::/9,ff00::/8}'::inet[]);
  elsif v_host ~ '(^|\.)(0x[0-9a-f]*|[0-9]+)$' then
    v_address := private.read_ipv4(v_host);
    return v_address is null or v_address <<= any('{0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,
      172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,
      224.0.0.0/3}'::inet[]);
  end if;
  return false;
exception when invalid_text_representation then
  return true; -- not an address, so it leads nowhere
end $$;

create function private.refuse_inside(p_url text, p_message text) returns void
language plpgsql stable set search_path = '' as $$
-- 22023 if nothing may be sent to an address: inside the network, or by plain http, unless the deployment allows it.
begin
  if coalesce(current_setting('xsheet.webhooks_reach_inside', true), '') = '1' then
    return;
  elsif p_url !~ '^https://' then
    raise exception '%', p_message using errcode = '22023';
  elsif private.leads_inside(p_url) then
    raise exception 'That address lies inside the network of this installation, which nothing is sent to'
      using errcode = '22023';
  end if;
end $$;

create function private.save_webhook(
  p_studio_id uuid, p_id uuid, p_name text, p_url text, p_kinds text[], p_form text, p_project_id uuid,
  p_is_active boolean, p_condition text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.save_webhook. Definer: nobody writes webhooks or their secrets directly.
declare
  v_key bytea;
  v_webhook public.webhooks;
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  elsif not p_studio_id = any(private.my_studio_ids_with('admin_users')) then
    raise exception 'Your role may not manage webhooks' using errcode = '42501';
  end if;
  perform private.next_rev(p_studio_id);
  if p_id is null or coalesce(p_url, '') !~ '^https?://[^/?#@\s]+([/?#]\S*)?$' or length(p_url) > 2000 then
    raise exception 'A webhook needs an address that begins with https://' using errcode = '22023';
  elsif length(private.clean_name(p_name)) not between 1 and 100 then
    raise exception 'A webhook needs a name of 1 to 100 characters' using errcode = '22023';
  elsif coalesce(p_form, 'standard') not in ('standard', 'slack', 'discord', 'mattermost', 'teams') then
    raise exception 'The forms are standard, slack, discord, mattermost and teams' using errcode = '22023';
  elsif length(p_condition) > 2000 then
    raise exception 'An expression has at most 2000 characters' using errcode = '22023';
  elsif cardinality(coalesce(p_kinds, '{}')) > 100
    or exists (select from unnest(p_kinds) as k where k is null or k !~ '^[a-z_]{1,30}(\.[a-z_]{1,29})?$') then
    raise exception 'A kind is written like task.status_changed, or task for all of its kinds' using errcode = '22023';
  elsif p_project_id is not null and not exists (select from public.projects p
    where p.id = p_project_id and p.studio_id = p_studio_id and p.id = any(private.my_project_ids())) then
    perform private.refuse_missing('Project not found');
  elsif not exists (select from public.webhooks w where w.id = p_id and w.url = p_url) then
    perform private.refuse_inside(p_url, 'A webhook needs an address that begins with https://');
  end if;
  perform private.check_kinds(p_kinds);
  update public.webhooks w set name = private.clean_name(p_name), url = p_url, kinds = coalesce(p_kinds, '{}'),
    form = coalesce(p_form, 'standard'), project_id = p_project_id, is_active = coalesce(p_is_active, true),
    condition = coalesce(trim(p_condition), w.condition),
    -- Nobody may learn through another's webhook what they may not see themselves.
    created_by = case when (w.url, w.kinds, w.project_id, w.condition) is distinct from
      (p_url, coalesce(p_kinds, '{}'), p_project_id, coalesce(trim(p_condition), w.condition))
      then auth.uid() else w.created_by end,
    failing_since = case when p_url = w.url then w.failing_since end
  where w.id = p_id and w.studio_id = p_studio_id returning * into v_webhook;
  if v_webhook.id is not null then
    return to_jsonb(v_webhook);
  elsif exists (select from public.webhooks w where w.id = p_id) then
    perform private.refuse_missing('Webhook not found');
  elsif (select count(*) from public.webhooks w where w.studio_id = p_studio_id) >= 50 then
    raise exception 'There are 50 webhooks already: delete one first' using errcode = '22023';
  end if;
  insert into public.webhooks (id, studio_id, name, url, kinds, form, project_id, is_active, condition, created_by)
  values (p_id, p_studio_id, private.clean_name(p_name), p_url, coalesce(p_kinds, '{}'), coalesce(p_form, 'standard'),
    p_project_id, coalesce(p_is_active, true), trim(coalesce(p_condition, '')), auth.uid()) returning * into v_webhook;
  v_key := private.new_signing_key();
  -- Only what happens from now on.
  insert into private.webhook_secrets (webhook_id, key, cursor)
    select v_webhook.id, v_key, c.event_seq from private.studio_clocks c where c.studio_id = p_studio_id;
  return to_jsonb(v_webhook) || jsonb_build_object('secret', 'whsec_' || encode(v_key, 'base64'));
end $$;

create function public.save_webhook(
  p_studio_id uuid, p_id uuid, p_name text, p_url text, p_kinds text[] default '{}', p_form text default 'standard',
  p_project_id uuid default null, p_is_active boolean default true, p_condition text default null
) returns jsonb
language sql set search_path = '' as $$
  -- Creates or changes a webhook under an id that the caller chooses, and returns it: with its secret only when it is
  -- created, never again. It receives what its maker may see and its expression matches. Its maker is whoever last
  -- changed what it receives or its address; an expression that is not given stays as it is. P0002 unknown studio or
  -- project, 42501 not allowed, 22023 a bad address, name, kind or form, or an expression that is too long.
  select private.save_webhook(p_studio_id, p_id, p_name, p_url, p_kinds, p_form, p_project_id, p_is_active, p_condition)
$$;

create function private.renew_webhook_secret(p_id uuid, p_is_at_once boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.renew_webhook_secret. Definer: secrets are private.
declare
  v_webhook public.webhooks := private.open_webhook(p_id);
  v_key bytea := private.new_signing_key();
  v_until timestamptz := case when p_is_at_once then null else now() + interval '24 hours' end;
begin
  perform private.log_event(v_webhook.studio_id, 'webhook.secret_renewed', jsonb_build_object('url', v_webhook.url),
    true, v_webhook.name, v_webhook.id);
  update private.webhook_secrets s set old_key = case when not p_is_at_once then s.key end, old_until = v_until,
    key = v_key where s.webhook_id = p_id;
  return jsonb_build_object('secret', 'whsec_' || encode(v_key, 'base64'), 'old_until', v_until);
end $$;

create function public.renew_webhook_secret(p_id uuid, p_is_at_once boolean default false) returns jsonb
language sql set search_path = '' as $$
  -- Gives a webhook a new secret and returns it, once: {secret, old_until}. For 24 hours messages are signed with both,
  -- so that a receiver can switch over; p_is_at_once ends the old one now. P0002 unknown webhook.
  select private.renew_webhook_secret(p_id, coalesce(p_is_at_once, false))
$$;

create function private.delete_webhook(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.delete_webhook. Definer: nobody writes webhooks directly.
declare
  v_webhook public.webhooks := private.open_webhook(p_id);
begin
  perform private.next_rev(v_webhook.studio_id);
  delete from public.webhooks w where w.id = p_id;
  return true;
end $$;

create function public.delete_webhook(p_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Deletes a webhook with its log and its pending deliveries. P0002 unknown webhook.
  select private.delete_webhook(p_id)
$$;

create function private.replay_webhook(p_id uuid, p_from bigint, p_to bigint) returns integer
language plpgsql security definer set search_path = '' as $$
-- See public.replay_webhook. Definer: the queue is private.
declare
  v_webhook public.webhooks := private.open_webhook(p_id);
begin
  if p_from is null or p_from < 1 or coalesce(p_to, p_from) < p_from then
    raise exception 'Replay from the number of an event' using errcode = '22023';
  end if;
  return private.queue_deliveries(v_webhook, p_from - 1,
    coalesce(p_to, (select c.event_seq from private.studio_clocks c where c.studio_id = v_webhook.studio_id)), true);
end $$;

create function public.replay_webhook(p_id uuid, p_from bigint, p_to bigint default null) returns integer
language sql set search_path = '' as $$
  -- Delivers events again, from one number to another or to the newest, at most 10,000; returns how many. They keep the
  -- ids they had. P0002 unknown webhook, 22023 a missing number.
  select private.replay_webhook(p_id, p_from, p_to)
$$;

create function private.queue_deliveries(w public.webhooks, p_after bigint, p_to bigint, p_is_replay boolean)
returns integer
language plpgsql security definer set search_path = '' as $$
-- Queues those events of a webhook that its maker may see. Definer: the queue is private.
declare
  v_is_admin boolean := exists (select from public.studio_members m join public.user_roles r on r.id = m.role_id
    left join public.role_permissions p on p.studio_id = m.studio_id and p.role_id = m.role_id
      and p.permission = 'admin_users'
    where m.studio_id = w.studio_id and m.user_id = w.created_by and m.archived_at is null
      and (r.name = 'owner' or p.is_allowed));
  v_projects uuid[] := array(select p.id from public.projects p
    where p.studio_id = w.studio_id and private.can_open_project(p.id, w.created_by));
  v_count integer;
begin
  if not v_is_admin then
    return 0;
  end if;
  insert into private.webhook_deliveries (webhook_id, seq, kind, about, is_replay)
  select w.id, e.seq, e.kind, coalesce(e.task_id, e.item_id, e.studio_id), p_is_replay
  from public.events e
  where e.studio_id = w.studio_id and e.seq > p_after and e.seq <= p_to
    and (case when w.kinds = '{}' then not e.is_audit
      else e.kind = any(w.kinds) or split_part(e.kind, '.', 1) = any(w.kinds) end)
    and (e.project_id is null or e.project_id = any(v_projects))
    and (w.project_id is null or e.project_id = w.project_id)
  order by e.seq limit case when p_is_replay then 10000 end
  on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create function private.take_up_events() returns void
language plpgsql security definer set search_path = '' as $$
-- Queues what has happened since for each active webhook; only one host at a time works on each. Definer: see above.
declare
  v_next record;
begin
  for v_next in
    select w.*, s.cursor, c.event_seq from public.webhooks w
    join private.webhook_secrets s on s.webhook_id = w.id
    join private.studio_clocks c on c.studio_id = w.studio_id
    where c.event_seq > s.cursor order by w.id for update of s skip locked
  loop
    if v_next.is_active then
      perform private.queue_deliveries((select w from public.webhooks w where w.id = v_next.id), v_next.cursor,
        v_next.event_seq, false);
    end if;
    update private.webhook_secrets s set cursor = v_next.event_seq where s.webhook_id = v_next.id;
  end loop;
end $$;

create function private.claim_deliveries(p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.claim_deliveries. Definer: reads what others may see.
declare
  v_limit integer := private.check_page(p_limit, 200);
  v_next record;
  v_body text;
  v_now bigint := floor(extract(epoch from clock_timestamp()));
  v_message text;
  v_deliveries jsonb[] := '{}';
begin
  perform private.take_up_events();
  for v_next in
    select d.id, d.seq, d.kind, d.attempts, w.id as webhook_id, w.url, w.form, w.condition, s.key, s.old_key,
      s.old_until, e as event
    from private.webhook_deliveries d
    join public.webhooks w on w.id = d.webhook_id and w.is_active
    join private.webhook_secrets s on s.webhook_id = w.id
    left join public.events e on e.studio_id = w.studio_id and e.seq = d.seq
    where d.state = 'waiting' and d.next_at <= now()
      and not exists (select from private.webhook_deliveries f
        where f.webhook_id = d.webhook_id and f.about = d.about and f.seq < d.seq and f.state = 'waiting')
    order by d.next_at, d.seq limit v_limit for update of d skip locked
  loop
    if (v_next.event).seq is null then
      update private.webhook_deliveries d set state = 'failed', done_at = now(), answer = 'The event is gone'
        where d.id = v_next.id;
      continue;
    end if;
    -- Leased for a minute, then at growing intervals: some twenty tries in a day.
    update private.webhook_deliveries d set attempts = d.attempts + 1,
      next_at = now() + least(interval '2 hours', interval '1 minute' * 2 ^ least(d.attempts, 7))
    where d.id = v_next.id;
    v_body := jsonb_build_object('type', (v_next.event).kind, 'timestamp', private.event_json(v_next.event) -> 'at',
      'data', private.event_json(v_next.event) || private.event_place(v_next.event))::text;
    v_message := private.message_id(v_next.webhook_id, v_next.seq);
    v_deliveries := v_deliveries || (jsonb_build_object('delivery_id', v_next.id, 'url', v_next.url,
      'form', v_next.form, 'attempt', v_next.attempts + 1, 'body', v_body, 'headers', jsonb_build_object(
        'webhook-id', v_message, 'webhook-timestamp', v_now::text, 'webhook-signature', private.sign_by_both(
          v_next.key, v_next.old_key, v_next.old_until, v_message, v_now, v_body)))
      || case when v_next.condition = '' or v_next.kind = 'webhook.tested' then '{}' else jsonb_build_object(
        'condition', v_next.condition, 'event', private.event_json(v_next.event)) end);
  end loop;
  -- The rows that expressions are evaluated on are read once per studio, not per delivery.
  return jsonb_build_object('deliveries', to_jsonb(v_deliveries), 'rows', (
    select coalesce(jsonb_object_agg(j.studio_id, private.rule_rows(j.studio_id, j.items, j.is_wide)), '{}') from (
      select (d -> 'event' ->> 'studio_id')::uuid as studio_id,
        bool_or(private.asks_others(d ->> 'condition')) as is_wide,
        coalesce(array_agg(distinct (d -> 'event' ->> 'item_id')::uuid) filter (where d -> 'event' ? 'item_id'), '{}')
          as items
      from unnest(v_deliveries) as d where d ? 'condition' group by 1) as j));
end $$;

create function private.message_id(p_webhook_id uuid, p_seq bigint) returns text
language sql immutable set search_path = '' as $$
  -- The id by which a receiver recognises a delivery, however often it arrives.
  select 'evt_' || replace(p_webhook_id::text, '-', '') || '_' || p_seq
$$;

create function public.claim_deliveries(p_limit integer default 50) returns jsonb
language sql set search_path = '' as $$
  -- Claims the deliveries that are due: {deliveries: [{delivery_id, url, form, attempt, body, headers}], rows}, signed.
  -- If the webhook has an expression, condition and event are included, and the expression must hold on what rows has
  -- under the studio's id. Of deliveries about the same task only the earliest is claimed. One that is not settled is
  -- claimed again. For the worker only. 22023 a limit outside 1 to 200.
  select private.claim_deliveries(p_limit)
$$;

create function private.settle_deliveries(p_results jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
-- See public.settle_deliveries. Definer: the queue is private.
declare
  v_result record;
  v_delivery private.webhook_deliveries;
begin
  if jsonb_typeof(p_results) is distinct from 'array' then
    raise exception 'results must be a list' using errcode = '22023';
  end if;
  for v_result in select * from jsonb_to_recordset(p_results)
    as r (delivery_id uuid, is_sent boolean, status integer, answer text, retry_seconds integer, is_skipped boolean)
  loop
    if v_result.is_skipped then
      -- An expression that does not match is not worth logging; one that cannot be calculated is.
      update private.webhook_deliveries d set state = 'skipped', done_at = now(), answer = left(v_result.answer, 1000)
        where d.id = v_result.delivery_id and d.state = 'waiting' and v_result.answer <> '';
      delete from private.webhook_deliveries d
        where d.id = v_result.delivery_id and d.state = 'waiting' and coalesce(v_result.answer, '') = '';
      continue;
    end if;
    update private.webhook_deliveries d set status = v_result.status,
      answer = left(coalesce(v_result.answer, ''), 1000),
      state = case when v_result.is_sent then 'sent' when d.created_at < now() - interval '1 day' then 'failed'
        else 'waiting' end,
      done_at = case when v_result.is_sent or d.created_at < now() - interval '1 day' then now() end,
      -- The first retries come soon: most failures are short.
      next_at = now() + case when v_result.retry_seconds > 0
        then interval '1 second' * least(v_result.retry_seconds, 7200)
        else least(interval '2 hours', interval '5 seconds' * 2 ^ least(d.attempts - 1, 11)) end
    where d.id = v_result.delivery_id and d.state = 'waiting' returning * into v_delivery;
    if v_delivery.state = 'failed' then
      perform private.mark_failing(v_delivery.webhook_id);
    elsif v_delivery.state = 'sent' then
      update public.webhooks w set failing_since = null
        where w.id = v_delivery.webhook_id and w.failing_since is not null;
    end if;
  end loop;
  delete from private.webhook_deliveries d where d.state <> 'waiting' and d.done_at < now() - interval '30 days';
  return jsonb_array_length(p_results);
end $$;

create function private.tell_of_setting(p_studio_id uuid, p_user_id uuid, p_thing_id uuid, p_name text, p_text text)
returns void
language plpgsql security definer set search_path = '' as $$
-- Tells a person the outcome of something they set up, by a notification from themselves. Definer: nobody writes
-- notifications directly.
declare
  v_sub text := coalesce(current_setting('request.jwt.claim.sub', true), '');
begin
  perform set_config('request.jwt.claim.sub', p_user_id::text, true);
  perform private.notify('rule', p_studio_id, null, 'task', p_thing_id, jsonb_build_object('rule', p_name, 'excerpt',
    p_text), array[p_user_id]);
  perform set_config('request.jwt.claim.sub', v_sub, true);
end $$;

create function private.mark_failing(p_webhook_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- Marks a webhook whose deliveries have failed for a day, and tells its maker and the studio's owners, once until it
-- works again. Definer: see above.
declare
  v_webhook public.webhooks;
  v_person uuid;
begin
  update public.webhooks w set failing_since = now() where w.id = p_webhook_id and w.failing_since is null
    returning * into v_webhook;
  if v_webhook.id is not null then
    for v_person in
      select v_webhook.created_by union select m.user_id from public.studio_members m
      join public.user_roles r on r.id = m.role_id
      where m.studio_id = v_webhook.studio_id and m.archived_at is null and r.name = 'owner' order by 1
    loop
      perform private.tell_of_setting(v_webhook.studio_id, v_person, v_webhook.id, v_webhook.name,
        format('The webhook “%s” is failing: for a day nothing arrived at %s', v_webhook.name,
          substring(v_webhook.url from '^https?://[^/?#]+')));
    end loop;
  end if;
end $$;

create function public.settle_deliveries(p_results jsonb) returns integer
language sql set search_path = '' as $$
  -- Records the outcome of claimed deliveries: [{delivery_id, is_sent, status?, answer?, retry_seconds?, is_skipped?}];
  -- returns how many. A failed one is tried again after 5 seconds, then at growing intervals, for a day; after that its
  -- webhook counts as failing. A skipped one is not tried again, and is in the log only if answer gives a reason. For
  -- the worker only. 22023 not a list.
  select private.settle_deliveries(p_results)
$$;

create function private.list_deliveries(p_webhook_id uuid, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- See public.list_deliveries. Definer: the queue is private.
declare
  v_limit integer := private.check_page(p_limit, 200);
begin
  perform private.open_webhook(p_webhook_id);
  return (select coalesce(jsonb_agg(to_jsonb(d) order by d.created_at desc, d.seq desc), '[]') from (
    select q.id, q.seq, q.kind, q.state, q.attempts, q.status, q.answer, q.created_at, q.done_at, q.is_replay,
      case when q.state = 'waiting' then q.next_at end as next_at
    from private.webhook_deliveries q where q.webhook_id = p_webhook_id
    order by q.created_at desc, q.seq desc limit v_limit) as d);
end $$;

create function public.list_deliveries(p_webhook_id uuid, p_limit integer default 50) returns jsonb
language sql stable set search_path = '' as $$
  -- Lists a webhook's deliveries, newest first: [{id, seq, kind, state: waiting | sent | failed | skipped, attempts,
  -- status, answer, created_at, done_at, next_at, is_replay}]. P0002 unknown webhook, 22023 a limit outside 1 to 200.
  select private.list_deliveries(p_webhook_id, p_limit)
$$;

create function private.test_webhook(p_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
-- See public.test_webhook. Definer: nobody else writes events, and the queue is private.
declare
  v_webhook public.webhooks := private.open_webhook(p_id);
  v_seq bigint;
begin
  v_seq := private.log_event(v_webhook.studio_id, 'webhook.tested', jsonb_build_object('url', v_webhook.url), true,
    v_webhook.name, v_webhook.id);
  insert into private.webhook_deliveries (webhook_id, seq, kind, about)
    values (p_id, v_seq, 'webhook.tested', v_webhook.id);
  return v_seq;
end $$;

create function public.test_webhook(p_id uuid) returns bigint
language sql set search_path = '' as $$
  -- Sends a webhook a test event, webhook.tested; returns its number, under which list_deliveries shows the response.
  -- P0002 unknown webhook.
  select private.test_webhook(p_id)
$$;

create function public.list_webhooks(p_studio_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Lists a studio's webhooks by name: [{id, name, url, kinds, form, project_id, condition, is_active, failing_since,
  -- created_by, created_at}]. Empty for callers who may not manage its users.
  select coalesce(jsonb_agg(to_jsonb(w) - 'rev' order by lower(w.name), w.id), '[]')
  from public.webhooks w where w.studio_id = p_studio_id
$$;

create function public.has_deliveries() returns boolean
language sql stable security definer set search_path = '' as $$
  -- Returns whether there is something to deliver now. Definer: the queue is private; for the worker only.
  select exists (select from private.webhook_deliveries d where d.state = 'waiting' and d.next_at <= now())
    or exists (select from private.webhook_secrets s join public.webhooks w on w.id = s.webhook_id
      join private.studio_clocks c on c.studio_id = w.studio_id where c.event_seq > s.cursor)
$$;

grant execute on function
  private.open_webhook(uuid),
  private.save_webhook(uuid, uuid, text, text, text[], text, uuid, boolean, text),
  public.save_webhook(uuid, uuid, text, text, text[], text, uuid, boolean, text),
  private.renew_webhook_secret(uuid, boolean), public.renew_webhook_secret(uuid, boolean),
  private.delete_webhook(uuid), public.delete_webhook(uuid), private.replay_webhook(uuid, bigint, bigint),
  public.replay_webhook(uuid, bigint, bigint), private.list_deliveries(uuid, integer),
  public.list_deliveries(uuid, integer), public.list_webhooks(uuid), private.test_webhook(uuid),
  public.test_webhook(uuid)
to authenticated, service_role;
grant execute on function
  private.claim_deliveries(integer), public.claim_deliveries(integer), private.settle_deliveries(jsonb),
  public.settle_deliveries(jsonb), public.has_deliveries()
to service_role;
