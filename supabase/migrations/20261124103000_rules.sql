-- Rules: what a studio does by itself when something happens. core/rules decides, in one worker, what follows from an
-- event; this file holds the rules, the rows they decide upon, and the changes they make with the rights of a rule's
-- author.

create table public.rules (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  project_id uuid references public.projects (id) on delete cascade,
  name text not null
    constraint rules_name_check check (trim(name) <> '')
    constraint rules_name_limit_check check (length(name) <= 100),
  trigger jsonb not null
    constraint rules_trigger_shape_check check (coalesce(trigger ->> 'kind', '') in ('status_changed',
      'revision_posted', 'field_changed', 'comment_posted', 'date_reached', 'all_of_group'))
    constraint rules_trigger_limit_check check (octet_length(trigger::text) <= 4096),
  condition text not null default '' constraint rules_condition_limit_check check (length(condition) <= 2000),
  actions jsonb not null
    constraint rules_actions_shape_check check (case when jsonb_typeof(actions) = 'array'
      then jsonb_array_length(actions) between 1 and 10 else false end)
    constraint rules_actions_limit_check check (octet_length(actions::text) <= 16384),
  is_active boolean not null default false,
  stopped text not null default '' constraint rules_stopped_limit_check check (length(stopped) <= 300),
  active_from bigint not null default 0,
  created_by uuid not null references public.user_profiles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.rules is
  'What follows when something happens in a studio: trigger is the event, condition an expression, actions the '
  'changes. A rule acts with the rights of its author, who is whoever saved it last.';
comment on column public.rules.stopped is 'Why the database turned it off: its author left, it ran in a circle, …';
comment on column public.rules.active_from is
  'The number of the newest event when it was turned on: only later ones count.';
create index rules_created_by_idx on public.rules (created_by);
create index rules_studio_id_idx on public.rules (studio_id);
create index rules_project_id_idx on public.rules (project_id);
alter table public.rules enable row level security;
revoke all on public.rules from service_role;
grant select on public.rules to authenticated, service_role;
create policy "rules: user admins can read" on public.rules
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));
create trigger rules_before_insert_c_rev before insert on public.rules
  for each row when (new.rev = 0) execute function private.tg_take_rev();
create trigger rules_before_update_c_rev before update on public.rules
  for each row when (new.rev is not distinct from old.rev) execute function private.tg_take_rev();
select private.log_table('public.rules', '{"thing": "rule", "place": "studio", "is_audit": true, "name": "r.name",
  "values": {"name": "r.name", "trigger": "r.trigger", "condition": "r.condition", "actions": "r.actions",
  "is_active": "r.is_active", "stopped": "r.stopped", "author": "private.author_name(r.created_by)"}}');

create table private.rule_cursors (
  studio_id uuid primary key references public.studios (id) on delete cascade,
  cursor bigint not null,
  leased_until timestamptz not null default '-infinity'
);
comment on table private.rule_cursors is
  'Up to which event a studio''s rules have answered, and until when a worker has claimed the next ones.';

create table private.rule_runs (
  rule_id uuid not null references public.rules (id) on delete cascade,
  seq bigint not null,
  ran_at timestamptz not null default now(),
  about text not null default '',
  changed integer not null default 0,
  problem text not null default '',
  primary key (rule_id, seq)
);
comment on table private.rule_runs is
  'The events that a rule has answered, each once: the outcome, or why nothing happened. Kept for 90 days.';
create index rule_runs_rule_id_ran_at_idx on private.rule_runs (rule_id, ran_at);

create index undone_operations_undone_by_idx on private.undone_operations (undone_by);

create table private.rule_days (
  rule_id uuid primary key references public.rules (id) on delete cascade,
  day date not null
);
comment on table private.rule_days is 'Up to which day in its author''s time zone a rule has looked for dates.';

create function private.may_keep_rules(p_studio_id uuid, p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether a person may have rules in a studio. Definer: looks up for others.
  select exists (select from public.studio_members m join public.user_roles r on r.id = m.role_id
    left join public.role_permissions p on p.studio_id = m.studio_id and p.role_id = m.role_id
      and p.permission = 'admin_users'
    where m.studio_id = p_studio_id and m.user_id = p_user_id and m.archived_at is null
      and (r.name = 'owner' or p.is_allowed))
$$;

create function private.rule_json(r public.rules) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- A rule as shown to those who may manage it. Definer: the log of runs is private.
  select to_jsonb(r) - 'rev' - 'active_from' || jsonb_build_object('author', private.author_name(r.created_by),
    'runs', (select count(*) from private.rule_runs n
      where n.rule_id = r.id and n.ran_at > now() - interval '30 days' and n.problem = ''),
    'last', (select to_jsonb(n) - 'rule_id' from private.rule_runs n where n.rule_id = r.id
      order by n.ran_at desc, n.seq desc limit 1))
$$;

create function private.rule_problem(p_trigger jsonb, p_actions jsonb) returns text
language plpgsql immutable set search_path = '' as $$
-- What is wrong with the shape of a rule; null if nothing is. The worker reads the rules of all studios: one unreadable
-- rule would hold up everybody's. Whether what a rule names exists is checked by the worker each time.
declare
  v_action jsonb;
  v_texts text[];
begin
  if jsonb_typeof(p_trigger) is distinct from 'object' or jsonb_typeof(p_actions) is distinct from 'array'
    or jsonb_array_length(p_actions) not between 1 and 10 then
    return 'A rule says when, and has 1 to 10 actions';
  elsif exists (select from jsonb_each(p_trigger) as t
    where t.key <> 'days' and jsonb_typeof(t.value) <> 'string') then
    return 'What a trigger says are texts, and days a number';
  elsif p_trigger ? 'days' and p_trigger ->> 'days' !~ '^(36[0-5]|3[0-5]\d|[12]?\d?\d)$' then
    return 'Days are a whole number from 0 to 365';
  end if;
  for v_action in select a from jsonb_array_elements(p_actions) as a loop
    v_texts := case v_action ->> 'do'
      when 'set_status' then array['status', 'on']
      when 'start_next' then array['status']
      when 'assign' then array['who', 'on']
      when 'set_field' then array['key', 'on']
      when 'notify' then array['text']
      when 'comment' then array['text']
      when 'call' then array['webhook'] end;
    if v_texts is null then
      return 'An action is set_status, start_next, assign, set_field, notify, comment or call';
    elsif exists (select from unnest(v_texts) as t where jsonb_typeof(v_action -> t) is distinct from 'string')
      or (v_action ->> 'do' = 'notify' and jsonb_typeof(v_action -> 'who') is distinct from 'array')
      or (v_action ->> 'do' = 'notify' and v_action @? 'strict $.who[*] ? (@.type() != "string")') then
      return format('The action %s needs %s', v_action ->> 'do', case when v_action ->> 'do' = 'notify'
        then 'who (a list of texts) and text' else array_to_string(v_texts, ' and ') end);
    end if;
  end loop;
  return null;
end $$;

create function private.save_rule(
  p_studio_id uuid, p_id uuid, p_name text, p_trigger jsonb, p_condition text, p_actions jsonb, p_project_id uuid,
  p_is_active boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.save_rule. Definer: nobody writes rules directly.
declare
  v_was public.rules;
  v_rule public.rules;
  v_newest bigint;
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  elsif not p_studio_id = any(private.my_studio_ids_with('admin_users')) then
    raise exception 'Your role may not manage rules' using errcode = '42501';
  end if;
  perform private.next_rev(p_studio_id);
  if p_id is null or length(private.clean_name(p_name)) not between 1 and 100 then
    raise exception 'A rule needs a name of 1 to 100 characters' using errcode = '22023';
  elsif length(coalesce(p_condition, '')) > 2000 then
    raise exception 'A condition has at most 2000 characters' using errcode = '22023';
  elsif p_project_id is not null and not exists (select from public.projects p
    where p.id = p_project_id and p.studio_id = p_studio_id and p.id = any(private.my_project_ids())) then
    perform private.refuse_missing('Project not found');
  elsif private.rule_problem(p_trigger, p_actions) is not null then
    raise exception '%', private.rule_problem(p_trigger, p_actions) using errcode = '22023';
  end if;
  select * into v_was from public.rules r where r.id = p_id;
  select c.event_seq into v_newest from private.studio_clocks c where c.studio_id = p_studio_id;
  if v_was.id is null and (select count(*) from public.rules r where r.studio_id = p_studio_id) >= 50 then
    raise exception 'There are 50 rules already: delete one first' using errcode = '22023';
  elsif v_was.studio_id <> p_studio_id then
    perform private.refuse_missing('Rule not found');
  end if;
  insert into private.rule_cursors (studio_id, cursor) values (p_studio_id, v_newest) on conflict do nothing;
  insert into public.rules as r (id, studio_id, name, trigger, condition, actions, project_id, is_active, active_from,
    created_by)
  values (p_id, p_studio_id, private.clean_name(p_name), p_trigger, trim(coalesce(p_condition, '')), p_actions,
    p_project_id, coalesce(p_is_active, false), v_newest, auth.uid())
  on conflict (id) do update set name = excluded.name, trigger = excluded.trigger, condition = excluded.condition,
    actions = excluded.actions, project_id = excluded.project_id, is_active = excluded.is_active, stopped = '',
    active_from = case when r.is_active then r.active_from else excluded.active_from end,
    created_by = excluded.created_by
  returning * into v_rule;
  if not v_was.is_active or v_was.trigger is distinct from p_trigger then
    delete from private.rule_days d where d.rule_id = p_id;
  end if;
  return private.rule_json(v_rule);
exception
  when check_violation or not_null_violation then
    raise exception 'A rule says when, and has 1 to 10 actions' using errcode = '22023';
end $$;

create function public.save_rule(
  p_studio_id uuid, p_id uuid, p_name text, p_trigger jsonb, p_condition text, p_actions jsonb,
  p_project_id uuid default null, p_is_active boolean default false
) returns jsonb
language sql set search_path = '' as $$
  -- Creates or changes a rule under an id that the caller chooses, and returns it. Whoever saves it becomes its author:
  -- it may do what they may do and no more. Once on, it answers what happens from then on. P0002 unknown studio or
  -- project, 42501 not allowed, 22023 a bad name, condition, trigger or action.
  select private.save_rule(p_studio_id, p_id, p_name, p_trigger, p_condition, p_actions, p_project_id, p_is_active)
$$;

create function private.delete_rule(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.delete_rule. Definer: nobody writes rules directly.
declare
  v_studio uuid := (select r.studio_id from public.rules r
    where r.id = p_id and r.studio_id = any(private.my_studio_ids_with('admin_users')));
begin
  if v_studio is null then
    perform private.refuse_missing('Rule not found');
  end if;
  perform private.next_rev(v_studio);
  delete from public.rules r where r.id = p_id;
  return true;
end $$;

create function public.delete_rule(p_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Deletes a rule with the log of its runs; what it did stays. P0002 unknown rule.
  select private.delete_rule(p_id)
$$;

create function public.list_rules(p_studio_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Lists a studio's rules by name: [{id, name, trigger, condition, actions, project_id, is_active, stopped, author,
  -- created_by, created_at, updated_at, runs, last}]; runs counts the last 30 days, last is {seq, ran_at, about,
  -- changed, problem}. Empty for callers who may not manage its users.
  select coalesce(jsonb_agg(private.rule_json(r) order by lower(r.name), r.id), '[]')
  from public.rules r where r.studio_id = p_studio_id
$$;

create function private.list_rule_runs(p_rule_id uuid, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- See public.list_rule_runs. Definer: the log of runs is private.
declare
  v_limit integer := private.check_page(p_limit, 200);
begin
  if not exists (select from public.rules r
    where r.id = p_rule_id and r.studio_id = any(private.my_studio_ids_with('admin_users'))) then
    perform private.refuse_missing('Rule not found');
  end if;
  return (select coalesce(jsonb_agg(to_jsonb(n) - 'rule_id' order by n.ran_at desc, n.seq desc), '[]') from (
    select * from private.rule_runs r where r.rule_id = p_rule_id order by r.ran_at desc, r.seq desc limit v_limit) n);
end $$;

create function public.list_rule_runs(p_rule_id uuid, p_limit integer default 50) returns jsonb
language sql stable set search_path = '' as $$
  -- Lists the events a rule has answered, newest first: [{seq, ran_at, about, changed, problem}]. P0002 unknown rule,
  -- 22023 a limit outside 1 to 200.
  select private.list_rule_runs(p_rule_id, p_limit)
$$;

create function private.rule_kinds(p_trigger jsonb) returns text[]
language sql immutable set search_path = '' as $$
  -- The kinds of events that a rule can answer.
  select case p_trigger ->> 'kind'
    when 'revision_posted' then array['revision.posted']
    when 'comment_posted' then array['comment.posted']
    when 'field_changed' then array['field.changed']
    when 'date_reached' then array['task.date_reached']
    else array['task.status_changed'] end
$$;

create function private.asks_others(p_condition text) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a condition reads more than the event's own item.
  select p_condition ~ '\m(group|sequences)\M'
$$;

select private.run_with_flags($sql$
create function private.rule_rows(p_studio_id uuid, p_item_ids uuid[], p_is_wide boolean) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
-- The rows that rules decide upon: the studio's catalogue and people, the items with their tasks and, if wide,
-- everything in the same collections and the sequences and episodes of the same spaces. As the caller sees them. There
-- may be hundreds of thousands of tasks: each value is one text over all of them, in one order, with list entries given
-- by position. Ids of tasks other than those asked for are left out: nothing is done to them. Parsed by
-- core/rules/read-rule-rows.ts.
declare
  v_ids uuid[] := p_item_ids;
begin
  if p_is_wide then
    v_ids := array(select i.id from public.items i where i.collection_id in (
        select o.collection_id from public.items o where o.id = any(p_item_ids))
      union select i.id from public.items i where i.item_type_id in ('sequence', 'episode') and i.space_id in (
        select o.space_id from public.items o where o.id = any(p_item_ids)));
  end if;
  return json_build_object(
    'statuses', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'shortCode', s.short_code,
        'isDone', s.is_done, 'isDefault', s.is_default) order by s.position, s.name, s.id), '[]')
      from public.task_statuses s where s.studio_id = p_studio_id),
    'stages', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name)
        order by s.order_index, s.name, s.id), '[]')
      from public.stages s where s.studio_id = p_studio_id),
    'kinds', (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name)
        order by k.position, k.name, k.id), '[]')
      from public.item_kinds k where k.studio_id = p_studio_id),
    'fields', (select coalesce(json_agg(json_build_object('id', f.id, 'of', f.of, 'key', f.key, 'name', f.name,
        'kind', f.kind, 'options', f.options, 'unit', f.unit) order by f.position, f.key), '[]')
      from public.field_definitions f
      where f.studio_id = p_studio_id and f.of in ('item', 'task') and f.read_floor = ''),
    'people', (select coalesce(json_agg(json_build_object('id', m.user_id, 'role', r.name,
        'name', coalesce(nullif(trim(u.display_name), ''), split_part(u.email, '@', 1))) order by m.user_id), '[]')
      from public.studio_members m join public.user_roles r on r.id = m.role_id
      join public.user_profiles u on u.id = m.user_id
      where m.studio_id = p_studio_id and m.archived_at is null),
    'webhooks', (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name) order by w.name), '[]')
      from public.webhooks w where w.studio_id = p_studio_id),
    'places', (select coalesce(json_agg(json_build_object('collectionId', c.id, 'projectId', c.project_id,
        'spaceId', c.space_id, 'space', s.name, 'collection', c.name, 'episode', c.episode) order by c.id), '[]')
      from public.collections c join public.spaces s on s.id = c.space_id
      where c.id in (select i.collection_id from public.items i where i.id = any(v_ids)) and c.studio_id = p_studio_id),
    'items', (
      with places as (
        select c.id, row_number() over (order by c.id) - 1 as n
        from public.collections c join public.spaces s on s.id = c.space_id
        where c.id in (select i.collection_id from public.items i where i.id = any(v_ids))
          and c.studio_id = p_studio_id
      ), kinds as (
        select k.id, row_number() over (order by k.position, k.name, k.id) - 1 as n
        from public.item_kinds k where k.studio_id = p_studio_id
      )
      select json_build_object('ids', string_agg(i.id::text, ',' order by i.id),
        'places', string_agg(coalesce(p.n::text, ''), ',' order by i.id),
        'names', coalesce(json_agg(i.title order by i.id), '[]'),
        'types', coalesce(json_agg(i.item_type_id order by i.id), '[]'),
        'kinds', string_agg(coalesce(k.n::text, ''), ',' order by i.id),
        {'@camel', string_agg(case when i.@ then '1' else '' end, ',' order by i.id)},
        'fields', coalesce(json_agg(json_build_array(i.id, i.fields)) filter (where i.fields <> '{}'), '[]'))
      from public.items i left join places p on p.id = i.collection_id left join kinds k on k.id = i.kind_id
      where i.id = any(v_ids) and i.studio_id = p_studio_id),
    'tasks', (
      with listed as materialized (
        select i.id, row_number() over (order by i.id) - 1 as n, i.id = any(p_item_ids) as is_told
        from public.items i where i.id = any(v_ids) and i.studio_id = p_studio_id
      ), artists as ( -- for all at once: one by one, they would take as long as everything else
        select distinct on (v.task_id) v.task_id, v.created_by
        from public.task_versions v join public.item_tasks t on t.id = v.task_id
        join listed i on i.id = t.item_id
        where t.studio_id = p_studio_id order by v.task_id, v.version_number desc
      ), stages as (
        select s.id, row_number() over (order by s.order_index, s.name, s.id) - 1 as n
        from public.stages s where s.studio_id = p_studio_id
      ), statuses as (
        select s.id, row_number() over (order by s.position, s.name, s.id) - 1 as n
        from public.task_statuses s where s.studio_id = p_studio_id
      ), people as (
        select m.user_id as id, row_number() over (order by m.user_id) - 1 as n
        from public.studio_members m join public.user_roles r on r.id = m.role_id
        join public.user_profiles u on u.id = m.user_id
        where m.studio_id = p_studio_id and m.archived_at is null
      )
      select json_build_object('ids', string_agg(case when i.is_told then t.id::text else '' end, ','),
        'items', string_agg(i.n::text, ','),
        'stages', string_agg(g.n::text, ','), 'statuses', string_agg(s.n::text, ','),
        'assignees', string_agg(coalesce(w.n::text, t.assignee_id::text, ''), ','),
        'artists', string_agg(coalesce(b.n::text, a.created_by::text, ''), ','),
        'dues', string_agg(coalesce(t.due_date::text, ''), ','), 'priorities', string_agg(t.priority::text, ','),
        'disabled', string_agg(case when t.is_disabled then '1' else '' end, ','),
        'fields', coalesce(json_agg(json_build_array(i.n, g.n, t.fields)) filter (where t.fields <> '{}'), '[]'))
      from public.item_tasks t join listed i on i.id = t.item_id
      join stages g on g.id = t.stage_id join statuses s on s.id = t.status_id
      left join people w on w.id = t.assignee_id
      left join artists a on a.task_id = t.id left join people b on b.id = a.created_by
      where t.studio_id = p_studio_id));
end $$
$sql$);

create function public.get_rule_history(
  p_studio_id uuid, p_project_id uuid default null, p_days integer default 30, p_is_wide boolean default false,
  p_limit integer default 5000
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
set statement_timeout = '20s' as $$
-- Returns past events to try a rule on: {events, rows, is_cut}: the newest events of the last p_days days that rules
-- could answer or that changed what they decide upon, newest first, and the rows they are about as they are now; with
-- p_is_wide whole collections. As far as the caller may see them. is_cut: there were more. P0002 unknown studio or
-- project, 22023 days outside 0 to 90 or a limit outside 1 to 5000.
declare
  v_limit integer := private.check_page(p_limit, 5000);
  v_events json;
  v_items uuid[];
begin
  perform private.newest_event(p_studio_id);
  if p_project_id is not null and p_project_id <> all(private.my_project_ids()) then
    perform private.refuse_missing('Project not found');
  end if;
  if p_days is null or p_days not between 0 and 90 then
    raise exception 'A rule is tried on 0 to 90 days' using errcode = '22023';
  end if;
  select coalesce(json_agg(json_build_object('seq', e.seq, 'at', to_char(e.at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'kind', e.kind, 'old', e.old, 'new', e.new, 'depth', e.depth,
      'names', case when e.item_name is null then e.names else e.names || jsonb_build_object('item', e.item_name) end,
      'actor', json_build_object('kind', e.actor_kind, 'name', e.actor_name, 'id', e.actor_id),
      'project_id', e.project_id, 'item_id', e.item_id, 'task_id', e.task_id, 'thing_id', e.thing_id)
      order by e.seq desc), '[]'), array_agg(distinct e.item_id)
    into v_events, v_items from (
    select * from public.events e
    where e.studio_id = p_studio_id and e.item_id is not null and e.at > now() - make_interval(days => p_days)
      and e.kind in ('task.status_changed', 'task.assigned', 'task.changed', 'field.changed', 'revision.posted',
        'comment.posted', 'task.date_reached')
      and (p_project_id is null or e.project_id = p_project_id)
    order by e.seq desc limit v_limit) as e;
  return json_build_object('events', v_events, 'is_cut', json_array_length(v_events) = v_limit,
    'rows', private.rule_rows(p_studio_id, coalesce(v_items, '{}'), coalesce(p_is_wide, false)));
end $$;

create function private.stop_rule(p_rule_id uuid, p_reason text, p_task_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- Turns a rule off, records why, and tells its author and the studio's owners. Definer: nobody writes rules directly.
declare
  v_rule public.rules;
  v_sub text := coalesce(current_setting('request.jwt.claim.sub', true), '');
begin
  update public.rules r set is_active = false, stopped = left(p_reason, 300)
    where r.id = p_rule_id and r.is_active returning * into v_rule;
  if v_rule.id is not null then
    perform set_config('request.jwt.claim.sub', v_rule.created_by::text, true); -- whose rule it is
    perform private.notify('rule', v_rule.studio_id, (select t.project_id from public.item_tasks t
        where t.id = p_task_id), 'task', coalesce(p_task_id, v_rule.id),
      jsonb_build_object('rule', v_rule.name, 'excerpt',
        format('The rule “%s” stopped: %s', v_rule.name, p_reason)),
      array(select m.user_id from public.studio_members m join public.user_roles r on r.id = m.role_id
        where m.studio_id = v_rule.studio_id and m.archived_at is null and r.name = 'owner') || v_rule.created_by);
    perform set_config('request.jwt.claim.sub', v_sub, true);
  end if;
end $$;

create function private.rule_lead(p_rule public.rules) returns integer
language sql immutable set search_path = '' as $$
  -- How many days before a date a rule fires.
  select coalesce((p_rule.trigger ->> 'days')::integer, 0)
$$;

create function private.date_events_sql(p_rule public.rules, p_only text) returns text
language sql immutable set search_path = '' as $fn$
  -- Writes an event, for a rule that waits for dates, for each open task r that matches a condition.
  select private.events_sql(format($sql$
    select r.studio_id, 'task.date_reached' as kind, r.project_id, r.space_id, r.item_id, r.id as task_id,
      %L::uuid as thing_id, jsonb_build_object('project', p.name, 'space', s.name, 'collection', c.name,
        'item', i.title, 'stage', g.name) as names, '{}'::jsonb as old,
      jsonb_build_object('due_date', r.due_date, 'days', %s) as new, row_number() over () as n
    from public.item_tasks r join public.task_statuses t on t.id = r.status_id
    join public.items i on i.id = r.item_id join public.collections c on c.id = i.collection_id
    join public.stages g on g.id = r.stage_id
    join public.spaces s on s.id = r.space_id join public.projects p on p.id = r.project_id
    where r.studio_id = %L and not t.is_done and not r.is_disabled and not i.is_omitted
      and (%4$L::uuid is null or r.project_id = %4$L::uuid) and %5$s
    $sql$, p_rule.id, private.rule_lead(p_rule), p_rule.studio_id, p_rule.project_id, p_only))
$fn$;

create function private.note_dates() returns void
language plpgsql security definer set search_path = '' as $$
-- Writes an event for each task whose date a rule waits for, once that day begins in the author's time zone, and for
-- each task given this date only on that day. Definer: nobody else writes events.
declare
  v_next record;
begin
  for v_next in
    select r as rule, r.studio_id, r.id, l.today, d.day, coalesce(c.cursor, 0) as cursor,
      l.today + private.rule_lead(r) as due, coalesce(d.day, l.today - 1) + private.rule_lead(r) as after
    from public.rules r join public.user_profiles u on u.id = r.created_by
    left join private.rule_days d on d.rule_id = r.id
    left join private.rule_cursors c on c.studio_id = r.studio_id
    cross join lateral (select private.local_time(now(), u.time_zone)::date as today) as l
    where r.is_active and r.trigger ->> 'kind' = 'date_reached'
    order by r.studio_id, r.id
  loop
    if coalesce(v_next.day, '-infinity') < v_next.today then
      perform private.next_rev(v_next.studio_id); -- one worker at a time
      insert into private.rule_days as d (rule_id, day) values (v_next.id, v_next.today)
        on conflict (rule_id) do update set day = excluded.day where d.day < excluded.day;
      continue when not found;
      execute private.date_events_sql(v_next.rule, format('r.due_date > %L and r.due_date <= %L', v_next.after,
        v_next.due)) using private.event_author(), false;
    elsif exists (select from public.events e where e.studio_id = v_next.studio_id and e.seq > v_next.cursor
      and e.kind = 'task.changed' and e.new ->> 'due_date' = v_next.due::text) then
      perform private.next_rev(v_next.studio_id);
      execute private.date_events_sql(v_next.rule, format($sql$ r.due_date = %1$L and r.id in (
          select e.task_id from public.events e where e.studio_id = %2$L and e.seq > %3$s and e.kind = 'task.changed'
            and e.new ->> 'due_date' = %1$L)
        and not exists (select from public.events e where e.item_id = r.item_id and e.task_id = r.id
          and e.kind = 'task.date_reached' and e.thing_id = %4$L and e.new ->> 'due_date' = %1$L) $sql$,
        v_next.due, v_next.studio_id, v_next.cursor, v_next.id)) using private.event_author(), false;
    end if;
  end loop;
end $$;

create function private.claim_rule_events(p_limit integer) returns json
language plpgsql security definer set search_path = '' as $$
-- See public.claim_rule_events. Definer: reads what others may see.
declare
  v_limit integer := private.check_page(p_limit, 500);
  v_next record;
  v_rule public.rules;
  v_rules public.rules[];
  v_events public.events[];
  v_projects uuid[];
begin
  perform private.note_dates();
  for v_next in
    select c.studio_id, c.cursor, k.event_seq from private.rule_cursors c
    join private.studio_clocks k on k.studio_id = c.studio_id
    where k.event_seq > c.cursor and c.leased_until < now() order by c.studio_id for update of c skip locked
  loop
    v_rules := '{}';
    for v_rule in select * from public.rules r where r.studio_id = v_next.studio_id and r.is_active order by r.id loop
      if private.may_keep_rules(v_rule.studio_id, v_rule.created_by) then
        v_rules := v_rules || v_rule;
      else
        perform private.stop_rule(v_rule.id, 'its author left the studio or may no longer manage it', null);
      end if;
    end loop;
    v_events := array(select e from public.events e
      where e.studio_id = v_next.studio_id and e.seq > v_next.cursor and e.seq <= v_next.event_seq
        and e.item_id is not null
        and e.kind = any(array(select unnest(private.rule_kinds(r.trigger)) from unnest(v_rules) as r))
        -- Undone events are not news.
        and not exists (select from private.undone_operations u
          where u.studio_id = e.studio_id and u.undone_by = e.operation_id)
      order by e.seq limit v_limit);
    if cardinality(v_events) = 0 then
      update private.rule_cursors c set cursor = v_next.event_seq where c.studio_id = v_next.studio_id;
      continue;
    end if;
    update private.rule_cursors c set leased_until = now() + interval '1 minute' where c.studio_id = v_next.studio_id;
    v_projects := array(select distinct e.project_id from unnest(v_events) as e);
    return json_build_object('studio_id', v_next.studio_id,
      'until', case when cardinality(v_events) = v_limit then v_events[v_limit].seq else v_next.event_seq end,
      'events', (select jsonb_agg(private.event_json(e) order by e.seq) from unnest(v_events) as e),
      'rules', (select jsonb_agg(to_jsonb(r) || jsonb_build_object('projects', array(
          select p from unnest(v_projects) as p
          where private.can_open_project(p, r.created_by) and (r.project_id is null or r.project_id = p))))
        from unnest(v_rules) as r),
      'rows', private.rule_rows(v_next.studio_id, array(select distinct e.item_id from unnest(v_events) as e),
        exists (select from unnest(v_rules) as r where r.trigger ->> 'group' = 'collection'
          or private.asks_others(r.condition) or r.actions @? '$[*] ? (@.on == "sequence" || @.on == "episode")')));
  end loop;
  return null;
end $$;

create function public.claim_rule_events(p_limit integer default 200) returns json
language sql set search_path = '' as $$
  -- Claims the next events of one studio that its rules could answer: {studio_id, until, events, rules, rows}, null if
  -- there are none. Events not settled by apply_rule_steps are claimed again after a minute. For the worker only. 22023
  -- a limit outside 1 to 500.
  select private.claim_rule_events(p_limit)
$$;

create function private.begin_rule_step(p_studio_id uuid, p_rule_id uuid, p_seq bigint, p_problem text)
returns public.rules
language plpgsql security definer set search_path = '' as $$
-- Records that a rule answers an event. Returns the rule; null if it may not, or already has. Definer: as above.
declare
  v_rule public.rules;
  v_event public.events;
begin
  perform private.next_rev(p_studio_id); -- lock the clock before any row
  select * into v_rule from public.rules r
    where r.id = p_rule_id and r.studio_id = p_studio_id and r.is_active and r.active_from < p_seq;
  select * into v_event from public.events e where e.studio_id = p_studio_id and e.seq = p_seq;
  if v_rule.id is null or v_event.seq is null then
    return null;
  elsif not private.may_keep_rules(p_studio_id, v_rule.created_by) then
    perform private.stop_rule(v_rule.id, 'its author left the studio or may no longer manage it', v_event.task_id);
    return null;
  elsif p_problem <> '' then
    perform private.stop_rule(v_rule.id, p_problem, v_event.task_id);
    return null;
  elsif v_event.depth >= 5 then
    perform private.stop_rule(v_rule.id, format('rules answer each other without end at %s', concat_ws(' · ',
      coalesce(v_event.item_name, v_event.names ->> 'item'), v_event.names ->> 'stage')), v_event.task_id);
    return null;
  end if;
  insert into private.rule_runs (rule_id, seq, about) values (p_rule_id, p_seq, left(concat_ws(' · ',
    coalesce(v_event.item_name, v_event.names ->> 'item'), v_event.names ->> 'stage'), 300)) on conflict do nothing;
  if not found then
    return null;
  end if;
  perform set_config('xsheet.cause', p_seq::text, true), set_config('xsheet.depth', (v_event.depth + 1)::text, true),
    set_config('xsheet.rule', v_rule.id::text, true), set_config('xsheet.rule_name', v_rule.name, true),
    set_config('xsheet.operation', '', true);
  return v_rule;
end $$;

create function private.end_rule_step(p_rule_id uuid, p_seq bigint, p_changed integer, p_problem text) returns void
language plpgsql security definer set search_path = '' as $$
-- Records the outcome. Definer: the log of runs is private.
begin
  insert into private.rule_runs as n (rule_id, seq, changed, problem)
    select r.id, p_seq, p_changed, left(p_problem, 300) from public.rules r where r.id = p_rule_id
  on conflict (rule_id, seq) do update set changed = excluded.changed, problem = excluded.problem;
  perform set_config('xsheet.cause', '', true), set_config('xsheet.depth', '', true),
    set_config('xsheet.rule', '', true), set_config('xsheet.rule_name', '', true),
    set_config('xsheet.operation', '', true);
end $$;

create function private.act_as(p_role text, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
-- Continues this transaction with another person's rights. Invoker: the database allows it only to those who may take
-- that role, which is the service.
begin
  perform set_config('request.jwt.claims',
      jsonb_strip_nulls(jsonb_build_object('role', p_role, 'sub', p_user_id))::text, true),
    set_config('request.jwt.claim.sub', coalesce(p_user_id::text, ''), true),
    set_config('request.jwt.claim.role', p_role, true);
  perform set_config('role', p_role, true);
end $$;

create function private.tell_by_rule(p_task_id uuid, p_user_ids uuid[], p_text text) returns integer
language plpgsql security definer set search_path = '' as $$
-- Notifies people of a task because a rule says so. Definer: nobody writes notifications directly; only inside a rule.
declare
  v_task public.item_tasks;
begin
  select * into v_task from public.item_tasks t where t.id = p_task_id and t.project_id = any(private.my_project_ids());
  if v_task.id is null or coalesce(current_setting('xsheet.rule', true), '') = '' then
    perform private.refuse_missing('Task not found');
  end if;
  perform private.notify('rule', v_task.studio_id, v_task.project_id, 'task', v_task.id, jsonb_build_object(
    'excerpt', left(p_text, 500), 'rule', current_setting('xsheet.rule_name', true)), p_user_ids);
  return cardinality(p_user_ids);
end $$;

create function private.call_by_rule(p_webhook_id uuid, p_seq bigint) returns integer
language plpgsql security definer set search_path = '' as $$
-- Queues an event for a webhook because a rule says so. Definer: the queue is private; only inside a rule.
declare
  v_webhook public.webhooks;
begin
  select * into v_webhook from public.webhooks w
    where w.id = p_webhook_id and w.studio_id = any(private.my_studio_ids_with('admin_users'));
  if v_webhook.id is null or coalesce(current_setting('xsheet.rule', true), '') = '' then
    perform private.refuse_missing('Webhook not found');
  end if;
  insert into private.webhook_deliveries (webhook_id, seq, kind, about)
    select p_webhook_id, e.seq, e.kind, coalesce(e.task_id, e.item_id, e.studio_id) from public.events e
    where e.studio_id = v_webhook.studio_id and e.seq = p_seq
  on conflict do nothing;
  return 1;
end $$;

create function private.do_rule_changes(p_rule_id uuid, p_seq bigint, p_changes jsonb) returns integer
language plpgsql set search_path = '' as $$
-- Does what follows from an event, as the rule's author, under an id derived from both; returns how much it changed.
declare
  v_id uuid := md5('rule|' || p_rule_id || '|' || p_seq)::uuid;
  v_known jsonb := private.begin_operation(v_id, 'run_rule', concat_ws('|', p_rule_id, p_seq));
  v_next record;
  v_answer jsonb;
  v_count integer := 0;
begin
  if v_known is not null then
    return coalesce((v_known ->> 'changed')::integer, 0);
  end if;
  for v_next in select c.value as it, c.n from jsonb_array_elements(p_changes) with ordinality as c (value, n) loop
    v_answer := '{"changed": 1}';
    case v_next.it ->> 'do'
      when 'set_status' then
        v_answer := public.set_tasks_status(array[(v_next.it ->> 'taskId')::uuid], (v_next.it ->> 'statusId')::uuid);
      when 'assign' then
        v_answer := public.update_tasks(array[(v_next.it ->> 'taskId')::uuid], 'assignee_id',
          jsonb_build_array(v_next.it -> 'userId'));
      when 'set_field' then
        v_answer := public.set_fields(case when v_next.it ? 'taskId' then 'task' else 'item' end,
          jsonb_build_array(jsonb_build_object('id', coalesce(v_next.it -> 'taskId', v_next.it -> 'itemId'),
            'values', jsonb_build_object(v_next.it ->> 'key', v_next.it -> 'value'))));
      when 'comment' then
        perform public.add_comment((v_next.it ->> 'taskId')::uuid, v_next.it ->> 'text',
          md5(v_id::text || v_next.n)::uuid);
        perform set_config('xsheet.operation', v_id::text, true);
      when 'notify' then
        perform private.tell_by_rule((v_next.it ->> 'taskId')::uuid,
          array(select u::uuid from jsonb_array_elements_text(v_next.it -> 'userIds') as u), v_next.it ->> 'text');
      when 'call' then
        perform private.call_by_rule((v_next.it ->> 'webhookId')::uuid, p_seq);
      else
        raise exception 'Rules cannot %', v_next.it ->> 'do' using errcode = '22023';
    end case;
    v_count := v_count + coalesce((v_answer ->> 'changed')::integer, 0);
  end loop;
  perform private.end_operation(v_id, jsonb_build_object('rev', private.rev_taken(), 'changed', v_count));
  return v_count;
end $$;

create function public.apply_rule_steps(p_studio_id uuid, p_until bigint, p_steps jsonb) returns jsonb
language plpgsql set search_path = '' as $$
-- Applies what a studio's rules decided: steps are [{ruleId, seq, changes, problem?}], each done once, completely or
-- not at all, with the rights of the rule's author; a problem stops the rule. Then the events up to p_until count as
-- answered. Returns {done, problems: [text]}. For the worker only. 22023 not a list.
declare
  v_step record;
  v_rule public.rules;
  v_changed integer;
  v_done integer := 0;
  v_problems jsonb := '[]';
  v_code text;
begin
  if jsonb_typeof(p_steps) is distinct from 'array' then
    raise exception 'steps must be a list' using errcode = '22023';
  end if;
  for v_step in
    select * from jsonb_to_recordset(p_steps) as s ("ruleId" uuid, seq bigint, changes jsonb, problem text)
  loop
    begin
      v_rule := private.begin_rule_step(p_studio_id, v_step."ruleId", v_step.seq, coalesce(v_step.problem, ''));
      continue when v_rule.id is null;
      perform private.act_as('authenticated', v_rule.created_by);
      v_changed := private.do_rule_changes(v_rule.id, v_step.seq, coalesce(v_step.changes, '[]'));
      perform private.act_as('service_role', null);
      perform private.end_rule_step(v_rule.id, v_step.seq, v_changed, '');
      v_done := v_done + 1;
    exception
      when deadlock_detected or serialization_failure or lock_not_available then
        raise; -- all of it is claimed again
      when others then
        -- The rights end with the work.
        v_code := sqlstate;
        perform private.end_rule_step(v_step."ruleId", v_step.seq, 0, private.words_of(sqlerrm));
        v_problems := v_problems || to_jsonb(v_rule.name || ': ' || private.words_of(sqlerrm));
        if v_code = '42501' then
          perform private.stop_rule(v_step."ruleId", 'its author may not do this: ' || private.words_of(sqlerrm), null);
        end if;
    end;
  end loop;
  perform private.settle_rule_events(p_studio_id, p_until);
  return jsonb_build_object('done', v_done, 'problems', v_problems);
end $$;

create function private.words_of(p_message text) returns text
language plpgsql immutable set search_path = '' as $$
-- The message of a refusal: errors that carry a status have their message inside.
begin
  return coalesce(p_message::jsonb ->> 'message', p_message);
exception when invalid_text_representation then
  return p_message;
end $$;

create function private.settle_rule_events(p_studio_id uuid, p_until bigint) returns void
language plpgsql security definer set search_path = '' as $$
-- Ends a worker's claim. Definer: cursors are private.
begin
  update private.rule_cursors c set cursor = greatest(c.cursor, p_until), leased_until = '-infinity'
    where c.studio_id = p_studio_id and p_until is not null;
  delete from private.rule_runs n using public.rules r
    where r.id = n.rule_id and r.studio_id = p_studio_id and n.ran_at < now() - interval '90 days';
end $$;

create function public.has_rule_work() returns boolean
language sql stable security definer set search_path = '' as $$
  -- Returns whether rules have anything to answer now. Definer: cursors are private; for the worker only.
  select exists (select from private.rule_cursors c join private.studio_clocks k on k.studio_id = c.studio_id
      where k.event_seq > c.cursor and c.leased_until < now())
    or exists (select from public.rules r join public.user_profiles u on u.id = r.created_by
      left join private.rule_days d on d.rule_id = r.id
      where r.is_active and r.trigger ->> 'kind' = 'date_reached'
        and coalesce(d.day, '-infinity') < private.local_time(now(), u.time_zone)::date)
$$;

grant execute on function
  private.save_rule(uuid, uuid, text, jsonb, text, jsonb, uuid, boolean),
  public.save_rule(uuid, uuid, text, jsonb, text, jsonb, uuid, boolean),
  private.delete_rule(uuid), public.delete_rule(uuid), private.rule_json(public.rules), public.list_rules(uuid),
  private.list_rule_runs(uuid, integer), public.list_rule_runs(uuid, integer),
  private.rule_rows(uuid, uuid[], boolean), public.get_rule_history(uuid, uuid, integer, boolean, integer),
  private.do_rule_changes(uuid, bigint, jsonb), private.tell_by_rule(uuid, uuid[], text),
  private.call_by_rule(uuid, bigint), private.act_as(text, uuid)
to authenticated, service_role;
grant execute on function
  private.claim_rule_events(integer), public.claim_rule_events(integer), public.has_rule_work(),
  private.begin_rule_step(uuid, uuid, bigint, text), private.end_rule_step(uuid, bigint, integer, text),
  private.stop_rule(uuid, text, uuid), private.settle_rule_events(uuid, bigint), private.words_of(text),
  public.apply_rule_steps(uuid, bigint, jsonb)
to service_role;
