-- Scheduled reports: a timesheet or a saved view as CSV, at a time of day of its owner, by mail or to an address.

create table public.report_schedules (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  owner_id uuid not null references public.user_profiles (id) on delete cascade,
  name text not null
    constraint report_schedules_name_check check (trim(name) <> '')
    constraint report_schedules_name_limit_check check (length(name) <= 100),
  period text constraint report_schedules_period_check check (period in ('day', 'week', 'month')),
  view_id uuid,
  space_id uuid,
  days integer[] not null constraint report_schedules_days_check
    check (cardinality(days) between 1 and 7 and days <@ array[1, 2, 3, 4, 5, 6, 7]),
  at_time text not null
    constraint report_schedules_at_time_check check (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  url text not null default ''
    constraint report_schedules_url_check
      check (length(url) <= 2000 and url ~ '^(https?://[^/?#@\s]+([/?#]\S*)?)?$'),
  form text not null default 'standard' constraint report_schedules_form_check
    check (form = any(array['standard', 'slack', 'discord', 'mattermost', 'teams'])),
  is_active boolean not null default true,
  stopped text not null default '' constraint report_schedules_stopped_limit_check check (length(stopped) <= 300),
  due timestamp not null,
  next_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint report_schedules_of_check
    check ((period is null) = (view_id is not null) and (view_id is null) = (space_id is null))
);
comment on table public.report_schedules is
  'Scheduled reports, each sent to its owner or to an address, with what its owner may see then: the timesheet of a '
  'period, or what a saved view shows. Days are 1 for Monday to 7 for Sunday; without an address the report is '
  'mailed.';
comment on column public.report_schedules.due is 'The owner''s local time when it is sent next: next_at.';
comment on column public.report_schedules.view_id is
  'The view it shows, in its space: if either is deleted, the report stops and says so.';
comment on column public.report_schedules.stopped is 'Why the database turned it off: its owner left, …';
create index report_schedules_studio_id_idx on public.report_schedules (studio_id);
create index report_schedules_owner_id_idx on public.report_schedules (owner_id);
create index report_schedules_next_at_idx on public.report_schedules (next_at) where is_active;
alter table public.report_schedules enable row level security;
revoke all on public.report_schedules from service_role;
grant select on public.report_schedules to authenticated, service_role;
create policy "report_schedules: the owner can read" on public.report_schedules
  for select to authenticated
  using (owner_id = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]));
create trigger report_schedules_before_insert_c_rev before insert on public.report_schedules
  for each row when (new.rev = 0) execute function private.tg_take_rev();
create trigger report_schedules_before_update_c_rev before update on public.report_schedules
  for each row when (new.rev is not distinct from old.rev) execute function private.tg_take_rev();

select private.log_table('public.report_schedules', '{"thing": "report", "place": "studio", "is_audit": true,
  "name": "r.name", "values": {"name": "r.name", "url": "r.url", "form": "r.form", "period": "r.period",
  "view_id": "r.view_id", "days": "r.days", "at_time": "r.at_time", "is_active": "r.is_active",
  "stopped": "r.stopped"}}');

create table private.report_secrets (
  schedule_id uuid primary key references public.report_schedules (id) on delete cascade,
  key bytea not null,
  old_key bytea,
  old_until timestamptz
);
comment on table private.report_secrets is
  'The key that signs a report''s CSV when it is posted, which leaves the database only once, when it is created. A '
  'renewed key signs beside the new one until old_until.';

create table private.report_runs (
  schedule_id uuid not null references public.report_schedules (id) on delete cascade,
  due timestamp not null,
  state text not null default 'waiting'
    constraint report_runs_state_check check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  done_at timestamptz,
  problem text not null default '',
  primary key (schedule_id, due)
);
comment on table private.report_runs is
  'The times at which a report was due, in its owner''s local time, each once however many hosts look and whatever '
  'their clocks say, with the outcome. Kept for 90 days.';
create index report_runs_next_at_idx on private.report_runs (next_at) where state = 'waiting';

create function private.moment_of(p_local timestamp, p_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
-- The instant at which a time zone has this local time; UTC if the zone is unknown.
begin
  return p_local at time zone p_zone;
exception when invalid_parameter_value then
  return p_local at time zone 'UTC';
end $$;

create function private.next_due(p_days integer[], p_time text, p_zone text, p_after timestamptz) returns timestamp
language sql stable set search_path = '' as $$
  -- The next local time after an instant that falls on one of these days at this time. A local time skipped by a clock
  -- change is the one after it; a repeated one counts once.
  select d.day + p_time::time from (
    select private.local_time(p_after, p_zone)::date + n as day from generate_series(-1, 8) as n) as d
  where extract(isodow from d.day)::integer = any(p_days)
    and private.moment_of(d.day + p_time::time, p_zone) > p_after
  order by d.day limit 1
$$;

create function private.zone_of(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  -- A person's time zone. Definer: looks up for others.
  select coalesce(nullif(u.time_zone, ''), 'UTC') from public.user_profiles u where u.id = p_user_id
$$;

create function private.tg_report_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A person who changes time zone gets reports in the new one. Definer: nobody writes schedules directly.
begin
  update public.report_schedules s set due = n.due, next_at = private.moment_of(n.due, private.zone_of(new.id))
  from (select r.id, private.next_due(r.days, r.at_time, private.zone_of(new.id), now()) as due
    from public.report_schedules r where r.owner_id = new.id order by r.studio_id) as n
  where n.id = s.id;
  return null;
end $$;

create trigger user_profiles_after_update_reports after update of time_zone on public.user_profiles
  for each row when (new.time_zone is distinct from old.time_zone) execute function private.tg_report_zone();

create function private.report_problem(s public.report_schedules) returns text
language sql stable security definer set search_path = '' as $$
  -- Why a report of the caller cannot be sent as it is; empty if it can. Definer: it distinguishes deleted from hidden.
  select case
    when s.view_id is null then ''
    when not exists (select from public.spaces p where p.id = s.space_id) then 'its space is gone'
    when not exists (select from public.space_views v where v.id = s.view_id) then 'its saved view was deleted'
    when exists (select from public.space_views v
      where v.id = s.view_id and v.project_id = any((select private.my_project_ids())::uuid[])
        and (v.owner_id is null and not private.names_hidden_field(v.studio_id, v.form) or v.owner_id = auth.uid()))
      then ''
    else 'you may no longer see its saved view' end
$$;

create function private.report_json(s public.report_schedules) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- A report as its owner sees it. Definer: the log of runs is private.
  select to_jsonb(s) - 'rev' || jsonb_build_object(
    'problem', private.report_problem(s),
    'is_signed', exists (select from private.report_secrets k where k.schedule_id = s.id),
    'last', (select jsonb_build_object('due', r.due, 'state', r.state, 'attempts', r.attempts, 'problem', r.problem,
      'done_at', r.done_at)
    from private.report_runs r where r.schedule_id = s.id order by r.due desc limit 1))
$$;

create function private.save_report(
  p_studio_id uuid, p_id uuid, p_name text, p_days integer[], p_at_time text, p_period text, p_view_id uuid,
  p_url text, p_form text, p_is_active boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.save_report. Definer: nobody writes schedules directly.
declare
  v_user uuid := private.require_user();
  v_due timestamp;
  v_report public.report_schedules;
  v_days integer[] := array(select distinct d from unnest(p_days) as d order by d);
  v_space uuid;
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  elsif coalesce(p_url, '') <> '' and not p_studio_id = any(private.my_studio_ids_with('admin_users')) then
    raise exception 'Your role may have reports mailed to you, but not sent to an address' using errcode = '42501';
  end if;
  perform private.next_rev(p_studio_id);
  if p_id is null or length(private.clean_name(p_name)) not between 1 and 100 then
    raise exception 'A report needs a name of 1 to 100 characters' using errcode = '22023';
  elsif (p_period is null) = (p_view_id is null) then
    raise exception 'A report shows a timesheet or a saved view' using errcode = '22023';
  elsif p_period not in ('day', 'week', 'month') then
    raise exception 'A report covers the last day, week or month' using errcode = '22023';
  elsif cardinality(v_days) = 0 or not coalesce(v_days <@ array[1, 2, 3, 4, 5, 6, 7], false) then
    raise exception 'A report is sent on days from 1, Monday, to 7, Sunday' using errcode = '22023';
  elsif coalesce(p_at_time, '') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then
    raise exception 'A report is sent at a time such as 08:30' using errcode = '22023';
  elsif coalesce(p_url, '') !~ '^(https?://[^/?#@\s]+([/?#]\S*)?)?$' or length(p_url) > 2000 then
    raise exception 'A report goes to an address that begins with https://, or by mail' using errcode = '22023';
  elsif coalesce(p_form, 'standard') not in ('standard', 'slack', 'discord', 'mattermost', 'teams') then
    raise exception 'The forms are standard, slack, discord, mattermost and teams' using errcode = '22023';
  elsif exists (select from public.report_schedules s
    where s.id = p_id and (s.studio_id <> p_studio_id or s.owner_id <> v_user)) then
    perform private.refuse_missing('Report not found');
  elsif (select count(*) from public.report_schedules s
    where s.studio_id = p_studio_id and s.owner_id = v_user and s.id <> p_id) >= 20 then
    raise exception 'You have 20 reports already: delete one first' using errcode = '22023';
  elsif p_url <> '' and not exists (select from public.report_schedules s where s.id = p_id and s.url = p_url) then
    perform private.refuse_inside(p_url, 'A report goes to an address that begins with https://, or by mail');
  end if;
  if p_view_id is not null then
    select v.space_id into v_space from public.space_views v
    where v.id = p_view_id and v.studio_id = p_studio_id and v.project_id = any(private.my_project_ids())
      and (v.owner_id is null or v.owner_id = v_user);
    -- A report may be turned off, or renamed, after its view is deleted.
    v_space := coalesce(v_space, (select s.space_id from public.report_schedules s
      where s.id = p_id and s.view_id = p_view_id and not coalesce(p_is_active, true)));
    if v_space is null then
      perform private.refuse_missing('View not found');
    end if;
  end if;
  v_due := private.next_due(v_days, p_at_time, private.zone_of(v_user), now());
  insert into public.report_schedules as s (id, studio_id, owner_id, name, period, view_id, space_id, days, at_time,
    url, form, is_active, due, next_at)
  values (p_id, p_studio_id, v_user, private.clean_name(p_name), p_period, p_view_id, v_space, v_days, p_at_time,
    coalesce(p_url, ''), coalesce(p_form, 'standard'), coalesce(p_is_active, true), v_due,
    private.moment_of(v_due, private.zone_of(v_user)))
  on conflict (id) do update set name = excluded.name, period = excluded.period, view_id = excluded.view_id,
    space_id = excluded.space_id, days = excluded.days, at_time = excluded.at_time, url = excluded.url,
    form = excluded.form, is_active = excluded.is_active, stopped = '', due = excluded.due, next_at = excluded.next_at
  returning * into v_report;
  return private.report_json(v_report);
end $$;

create function public.save_report(
  p_studio_id uuid, p_id uuid, p_name text, p_days integer[], p_at_time text, p_period text default null,
  p_view_id uuid default null, p_url text default '', p_form text default 'standard', p_is_active boolean default true
) returns jsonb
language sql set search_path = '' as $$
  -- Creates or changes a report of the caller under an id that the caller chooses, and returns it: the timesheet of the
  -- last day, week or month (p_period), or what a saved view shows (p_view_id), as CSV, on days (1 is Monday) at a time
  -- in the caller's time zone, mailed to them or posted to an address, which requires the right to manage users. It
  -- contains what they may see when it is sent. P0002 unknown studio, report or view, 42501 not allowed, 22023 a bad
  -- name, period, day, time, address or form.
  select private.save_report(p_studio_id, p_id, p_name, p_days, p_at_time, p_period, p_view_id, p_url, p_form,
    p_is_active)
$$;

create function private.open_report(p_id uuid) returns public.report_schedules
language plpgsql stable security definer set search_path = '' as $$
-- A report of the caller; P0002 otherwise. Definer: used before writing for the caller.
declare
  v_report public.report_schedules;
begin
  select s.* into v_report from public.report_schedules s
    where s.id = p_id and s.owner_id = auth.uid() and s.studio_id = any(private.my_studio_ids());
  if v_report.id is null then
    perform private.refuse_missing('Report not found');
  end if;
  return v_report;
end $$;

create function private.renew_report_secret(p_id uuid, p_is_at_once boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.renew_report_secret. Definer: secrets are private.
declare
  v_report public.report_schedules := private.open_report(p_id);
  v_key bytea := private.new_signing_key();
  v_until timestamptz;
begin
  perform private.next_rev(v_report.studio_id); -- of two at once the later secret is valid
  insert into private.report_secrets as s (schedule_id, key) values (p_id, v_key)
  on conflict (schedule_id) do update set key = excluded.key, old_key = case when not p_is_at_once then s.key end,
    old_until = case when not p_is_at_once then now() + interval '24 hours' end
  returning s.old_until into v_until;
  return jsonb_build_object('secret', 'whsec_' || encode(v_key, 'base64'), 'old_until', v_until);
end $$;

create function public.renew_report_secret(p_id uuid, p_is_at_once boolean default false) returns jsonb
language sql set search_path = '' as $$
  -- Gives a report of the caller a new secret to sign its CSV with when it is posted, and returns it, once: {secret,
  -- old_until}. For 24 hours it is signed with both; p_is_at_once ends the old one now. A report that was never given a
  -- secret is not signed. P0002 unknown report.
  select private.renew_report_secret(p_id, coalesce(p_is_at_once, false))
$$;

create function private.delete_report(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.delete_report. Definer: nobody writes schedules directly.
declare
  v_report public.report_schedules := private.open_report(p_id);
begin
  perform private.next_rev(v_report.studio_id);
  delete from public.report_schedules s where s.id = p_id;
  return true;
end $$;

create function public.delete_report(p_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Deletes a report of the caller. P0002 unknown report.
  select private.delete_report(p_id)
$$;

create function public.list_reports(p_studio_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Lists the caller's reports in a studio by name: [{id, name, period, view_id, space_id, days, at_time, url, form,
  -- is_active, stopped, problem, due, next_at, created_at, updated_at, is_signed, last}]; problem says why one cannot
  -- be sent as it is, due is its next time by their clock, last is {due, state: waiting | sent | failed, attempts,
  -- problem, done_at}.
  select coalesce(jsonb_agg(private.report_json(s) order by lower(s.name), s.id), '[]')
  from public.report_schedules s where s.studio_id = p_studio_id
$$;

create function private.send_report(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.send_report. Definer: the log of runs is private.
declare
  v_report public.report_schedules := private.open_report(p_id);
begin
  if not v_report.is_active then
    raise exception 'The report is off: save it again to turn it on' using errcode = '22023';
  elsif private.report_problem(v_report) <> '' then
    raise exception 'The report was not sent: %. Choose another view for it, or delete it',
      private.report_problem(v_report) using errcode = '22023';
  end if;
  insert into private.report_runs (schedule_id, due)
    values (p_id, private.local_time(clock_timestamp(), private.zone_of(v_report.owner_id))) on conflict do nothing;
  return true;
end $$;

create function public.send_report(p_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Sends a report of the caller now, outside its schedule; list_reports shows the outcome. P0002 unknown report, 22023
  -- a report that is off, or whose view or space is deleted or hidden from the caller.
  select private.send_report(p_id)
$$;

create function private.stop_report(p_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
-- Turns a report off, records why, and tells its owner if they are still a member. Definer: nobody writes schedules
-- directly.
declare
  v_report public.report_schedules;
begin
  update public.report_schedules s set is_active = false, stopped = left(p_reason, 300)
    where s.id = p_id and s.is_active returning * into v_report;
  update private.report_runs r set state = 'failed', done_at = now(), problem = left(p_reason, 300)
    where r.schedule_id = p_id and r.state = 'waiting';
  if v_report.id is not null then
    perform private.tell_of_setting(v_report.studio_id, v_report.owner_id, v_report.id, v_report.name,
      format('The report “%s” stopped: %s', v_report.name, p_reason));
  end if;
end $$;

create function private.take_reports() returns void
language plpgsql security definer set search_path = '' as $$
-- Records which reports are due. Reports missed while no host ran are sent once. Definer: schedules belong to others.
declare
  v_next record;
  v_due timestamp;
begin
  for v_next in
    select s.*, private.zone_of(s.owner_id) as zone from public.report_schedules s
    where s.is_active and s.next_at <= now() order by s.studio_id, s.id
  loop
    perform private.next_rev(v_next.studio_id); -- lock the clock before any row
    v_due := private.next_due(v_next.days, v_next.at_time, v_next.zone, greatest(now(), v_next.next_at));
    update public.report_schedules s set due = v_due, next_at = private.moment_of(v_due, v_next.zone)
      where s.id = v_next.id and s.is_active and s.due = v_next.due;
    continue when not found;
    -- Waits from its due time: with the current time, somebody who looked a moment ago would not see it. A due time
    -- already recorded is not inserted again: the insert would wait for the transaction sending it, and that for the
    -- clock.
    insert into private.report_runs (schedule_id, due, next_at) select v_next.id, v_next.due, v_next.next_at
      where not exists (select from private.report_runs r where r.schedule_id = v_next.id and r.due = v_next.due);
  end loop;
  delete from private.report_runs r where r.state <> 'waiting' and r.done_at < now() - interval '90 days';
end $$;

create function private.take_report() returns jsonb
language plpgsql security definer set search_path = '' as $$
-- The next waiting report, leased to the caller; null if there is none. Definer: reports belong to others.
declare
  v_next record;
  v_zone text;
  v_to timestamp;
begin
  perform private.take_reports();
  loop
    -- One at a time: a loop over all would lock ten ahead, and other hosts asking at the same time would find none.
    select s.*, r.attempts, r.due as run_due, a.email, a.email_confirmed_at, u.display_name into v_next
    from private.report_runs r join public.report_schedules s on s.id = r.schedule_id
    join public.user_profiles u on u.id = s.owner_id join auth.users a on a.id = s.owner_id
    where r.state = 'waiting' and r.next_at <= now() order by r.next_at, r.due, s.id limit 1
    for update of r skip locked;
    if not found then
      return null;
    elsif not exists (select from public.studio_members m
      where m.studio_id = v_next.studio_id and m.user_id = v_next.owner_id and m.archived_at is null) then
      perform private.stop_report(v_next.id, 'its owner left the studio');
    elsif v_next.url <> '' and not private.may_keep_rules(v_next.studio_id, v_next.owner_id) then
      perform private.stop_report(v_next.id, 'its owner may no longer send reports to an address');
    elsif v_next.url = '' and (coalesce(v_next.email, '') = '' or v_next.email_confirmed_at is null) then
      perform private.stop_report(v_next.id, 'its owner has no confirmed e-mail address');
    elsif v_next.attempts >= 5 then
      update private.report_runs r set state = 'failed', done_at = now()
        where r.schedule_id = v_next.id and r.due = v_next.run_due;
      perform private.tell_of_setting(v_next.studio_id, v_next.owner_id, v_next.id, v_next.name,
        format('The report “%s” could not be sent: %s', v_next.name, (select r.problem from private.report_runs r
          where r.schedule_id = v_next.id and r.due = v_next.run_due)));
    else
      -- Leased for five minutes, then at growing intervals.
      update private.report_runs r
        set attempts = r.attempts + 1, next_at = now() + interval '5 minutes' * 2 ^ r.attempts
        where r.schedule_id = v_next.id and r.due = v_next.run_due;
      v_zone := private.zone_of(v_next.owner_id);
      v_to := date_trunc(coalesce(v_next.period, 'day'), v_next.run_due);
      return jsonb_build_object('schedule_id', v_next.id, 'due', v_next.run_due, 'studio_id', v_next.studio_id,
        'owner_id', v_next.owner_id, 'name', v_next.name, 'period', v_next.period, 'view_id', v_next.view_id,
        'space_id', v_next.space_id, 'url', v_next.url, 'form', v_next.form, 'email', v_next.email,
        'person', coalesce(v_next.display_name, ''), 'time_zone', v_zone, 'attempt', v_next.attempts + 1,
        'from', (v_to - ('1 ' || v_next.period)::interval)::date, 'to', v_to::date,
        'from_at', private.moment_of(v_to - ('1 ' || v_next.period)::interval, v_zone),
        'to_at', private.moment_of(v_to, v_zone));
    end if;
  end loop;
end $$;

create function private.report_entries(p_studio_id uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
-- The logged time that the caller may see, in the order of list_time_entries; 20,000 entries at most.
declare
  v_page jsonb;
  v_all jsonb := '[]';
begin
  for v_turn in 1 .. 20 loop
    v_page := public.list_time_entries(p_studio_id, p_from, p_to, null, 1000,
      (v_all -> -1 ->> 'created_at')::timestamptz, (v_all -> -1 ->> 'id')::uuid)::jsonb;
    v_all := v_all || v_page;
    exit when jsonb_array_length(v_page) < 1000;
  end loop;
  return v_all;
end $$;

create function private.report_view(p_studio_id uuid, p_space_id uuid, p_view_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
-- A saved view with the rows it shows, as pulls have them and the caller may see them: {space_id, name, form, studio,
-- spaces, casting}; its project's other spaces and casts only if its filter asks what tasks wait for, or it or a
-- formula of the studio names linked items. P0002 for a view or space that is deleted or hidden.
declare
  v_view public.space_views;
  v_is_linked boolean;
  v_names constant text := '\m(cast|used_in|references|children)\M';
begin
  select * into v_view from public.space_views v where v.id = p_view_id and v.space_id = p_space_id;
  if v_view.id is null then
    perform private.refuse_missing('View not found');
  end if;
  v_is_linked := v_view.form -> 'filter' @? 'strict $.** ? (@ == "waits")' or (v_view.form -> 'filter')::text ~ v_names
    or exists (select from public.field_definitions f where f.studio_id = p_studio_id and f.formula ~ v_names);
  return jsonb_build_object('space_id', p_space_id, 'name', v_view.name, 'form', v_view.form,
    'studio', public.pull_studio(p_studio_id), 'casting', case when v_is_linked
      then public.pull_casting(v_view.project_id) end,
    'spaces', (select jsonb_agg(jsonb_build_object('id', s.id, 'pull', public.pull_space(s.id))
        order by s.id <> p_space_id, s.id)
      from public.spaces s where s.id = p_space_id or v_is_linked and s.project_id = v_view.project_id));
end $$;

create function public.claim_report() returns jsonb
language plpgsql set search_path = '' as $$
-- Claims the next report that is due, with what its owner may see: {schedule_id, due, studio_id, owner_id, name,
-- period, view_id, space_id, url, form, email, person, time_zone, attempt} and, for a timesheet, {from, to, entries},
-- for a saved view {view: {space_id, name, form, studio, spaces, casting}} with pulls as clients get them; null if
-- there is none. A report whose view or space is gone is stopped, and one that cannot be made gives the reason in
-- problem. The claim is recorded in the audit log. One that is not settled is claimed again after 5, 10, 20 and 40
-- minutes, five times in all. For the worker only.
declare
  v_report jsonb := private.take_report();
  v_content jsonb;
begin
  if v_report is null then
    return null;
  end if;
  begin
    perform private.act_as('authenticated', (v_report ->> 'owner_id')::uuid);
    v_content := case when v_report ->> 'view_id' is null
      then jsonb_build_object('entries', private.report_entries((v_report ->> 'studio_id')::uuid,
        (v_report ->> 'from_at')::timestamptz, (v_report ->> 'to_at')::timestamptz))
      else jsonb_build_object('view', private.report_view((v_report ->> 'studio_id')::uuid,
        (v_report ->> 'space_id')::uuid, (v_report ->> 'view_id')::uuid)) end;
    if v_report -> 'attempt' = '1' then
      perform public.record_export((v_report ->> 'studio_id')::uuid, 'Report ' || (v_report ->> 'name'),
        coalesce(jsonb_array_length(v_content -> 'entries'),
          jsonb_array_length(v_content #> '{view,spaces,0,pull,tables,items,id}')));
    end if;
    perform private.act_as('service_role', null);
  exception
  when insufficient_privilege or no_data_found or sqlstate 'PGRST' then
    -- The rights end with the work.
    perform private.stop_report((v_report ->> 'schedule_id')::uuid, case
      when v_report ->> 'view_id' is not null and not exists (
        select from public.spaces s where s.id = (v_report ->> 'space_id')::uuid) then 'its space is gone'
      when v_report ->> 'view_id' is not null and not exists (
        select from public.space_views v where v.id = (v_report ->> 'view_id')::uuid) then 'its saved view was deleted'
      else 'its owner may not read this any more' end);
    return public.claim_report();
  when others or query_canceled then
    -- A report that cannot be made does not hold up the others.
    v_content := jsonb_build_object('problem', sqlerrm);
  end;
  return v_report || v_content;
end $$;

create function private.sign_report(p_schedule_id uuid, p_id text, p_body text) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- See public.sign_report. Definer: secrets are private.
  select jsonb_build_object('webhook-timestamp', n.now::text, 'webhook-signature',
    private.sign_by_both(s.key, s.old_key, s.old_until, p_id, n.now, p_body))
  from private.report_secrets s, (select floor(extract(epoch from clock_timestamp()))::bigint as now) as n
  where s.schedule_id = p_schedule_id
$$;

create function public.sign_report(p_schedule_id uuid, p_id text, p_body text) returns jsonb
language sql stable set search_path = '' as $$
  -- Returns the headers that sign a claimed report for posting, under an id of its own, as Standard Webhooks specify:
  -- {webhook-timestamp, webhook-signature}; null if it has no secret. For the worker only.
  select private.sign_report(p_schedule_id, p_id, p_body)
$$;

create function private.settle_report(p_schedule_id uuid, p_due timestamp, p_is_sent boolean, p_problem text)
returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.settle_report. Definer: the log of runs is private.
begin
  update private.report_runs r set problem = left(coalesce(p_problem, ''), 300),
    state = case when p_is_sent then 'sent' else r.state end, done_at = case when p_is_sent then now() end
  where r.schedule_id = p_schedule_id and r.due = p_due and r.state = 'waiting';
  return found;
end $$;

create function public.settle_report(
  p_schedule_id uuid, p_due timestamp, p_is_sent boolean, p_problem text default ''
) returns boolean
language sql set search_path = '' as $$
  -- Records the outcome of a claimed report: sent, or the reason why not, and then it is tried again. Returns whether
  -- it was waiting. For the worker only.
  select private.settle_report(p_schedule_id, p_due, p_is_sent, p_problem)
$$;

create function public.has_reports() returns boolean
language sql stable security definer set search_path = '' as $$
  -- Returns whether a report is due now. Definer: reports are others'; for the worker only.
  select exists (select from private.report_runs r where r.state = 'waiting' and r.next_at <= now())
    or exists (select from public.report_schedules s where s.is_active and s.next_at <= now())
$$;

grant execute on function
  private.save_report(uuid, uuid, text, integer[], text, text, uuid, text, text, boolean),
  public.save_report(uuid, uuid, text, integer[], text, text, uuid, text, text, boolean),
  private.renew_report_secret(uuid, boolean), public.renew_report_secret(uuid, boolean),
  private.delete_report(uuid), public.delete_report(uuid), private.report_json(public.report_schedules),
  public.list_reports(uuid), private.send_report(uuid), public.send_report(uuid),
  private.report_entries(uuid, timestamptz, timestamptz), private.report_view(uuid, uuid, uuid)
to authenticated, service_role;
grant execute on function
  private.take_report(), public.claim_report(), private.sign_report(uuid, text, text),
  public.sign_report(uuid, text, text), private.stop_report(uuid, text),
  private.settle_report(uuid, timestamp, boolean, text), public.settle_report(uuid, timestamp, boolean, text),
  public.has_reports()
to service_role;
