-- The state of a project, or of a studio's active ones. What each number counts is defined once, by the function that
-- returns its tasks: get_overview adds them up, list_overview_tasks lists them. Access is checked once, when the spaces
-- are chosen: the functions that work on spaces are for those two alone.

create index comments_status_changes_idx on public.comments (studio_id, created_at)
  where metadata #> '{statusInfo,changedStatus}' = 'true';

-- Few are omitted: they are looked up all at once instead of one item per task.
create index items_omitted_idx on public.items (id) where is_omitted;

create view private.counted_tasks with (security_invoker = true) as
  select t.id, t.item_id, t.stage_id, t.space_id, t.project_id, t.status_id, u.is_done, u.is_default,
    t.assignee_id, t.due_date
  from public.item_tasks t
  join public.task_statuses u on u.id = t.status_id
  where not t.is_disabled
    and not exists (select from public.items i where i.id = t.item_id and i.is_omitted);
comment on view private.counted_tasks is 'The tasks that count: not disabled, and of items that are not omitted.';

create function private.overview_spaces(p_studio_id uuid, p_project_id uuid) returns uuid[]
language sql stable set search_path = '' as $$
  -- The active spaces of a project, or of all active projects of the studio, as far as the caller may open them.
  select coalesce(array_agg(s.id), '{}') from public.spaces s
  join public.projects p on p.id = s.project_id
  where s.studio_id = p_studio_id and s.is_active and p.id = any(private.my_project_ids())
    and case when p_project_id is null then p.is_active else p.id = p_project_id end
$$;

create function private.approved_tasks(p_studio_id uuid, p_spaces uuid[], p_since timestamptz)
returns table (task_id uuid, at timestamptz)
language sql stable set search_path = '' as $$
  -- Tasks that are done, with the last time since p_since at which they were set to a done status.
  select t.id, max(c.created_at)
  from public.comments c
  join private.counted_tasks t on t.id = c.task_id and t.is_done
  where c.studio_id = p_studio_id and c.space_id = any(p_spaces) and c.created_at >= p_since
    and c.metadata #> '{statusInfo,changedStatus}' = 'true'
    and c.metadata #>> '{statusInfo,statusId}' in (
      select u.id::text from public.task_statuses u where u.studio_id = p_studio_id and u.is_done)
  group by t.id
$$;

create function private.waiting_tasks(p_spaces uuid[], p_today date, p_time_zone text)
returns table (task_id uuid, kind text, user_id uuid, days integer)
language sql stable set search_path = '' set jit = off as $$
  -- Open tasks that wait for somebody, and for how many days: 'review' if nobody but its author has commented on the
  -- newest revision or set a status since, 'notes' if somebody has, for its artists, and 'nobody' without an artist
  -- although due within 14 days. A task's artists are those of its blocks, else its own.
  with posted as materialized (
    select v.task_id, v.created_by, v.created_at, t.assignee_id, (
      select min(c.created_at) from public.comments c
      where c.task_id = v.task_id and c.created_at > v.created_at and c.created_by <> v.created_by) as answered_at
    from public.task_versions v
    join private.counted_tasks t on t.id = v.task_id and not t.is_done
    where v.is_current and v.space_id = any(p_spaces)
  ), artists as (
    select p.task_id, b.assignee_id as user_id from posted p
      join public.task_blocks b on b.task_id = p.task_id and b.assignee_id is not null
    union
    select p.task_id, coalesce(p.assignee_id, p.created_by) from posted p where not exists (
      select from public.task_blocks b where b.task_id = p.task_id and b.assignee_id is not null)
  )
  select p.task_id, 'review', null::uuid, p_today - (p.created_at at time zone p_time_zone)::date
    from posted p where p.answered_at is null
  union all
  select p.task_id, 'notes', a.user_id, p_today - (p.answered_at at time zone p_time_zone)::date
    from posted p join artists a on a.task_id = p.task_id where p.answered_at is not null
  union all
  select t.id, 'nobody', null, greatest(0, p_today - t.due_date)
    from private.counted_tasks t
    where t.space_id = any(p_spaces) and not t.is_done and t.due_date < p_today + 14 and t.assignee_id is null
      and not exists (select from public.task_blocks b where b.task_id = t.id and b.assignee_id is not null)
$$;

create function private.late_tasks(p_spaces uuid[], p_today date, p_time_zone text)
returns table (task_id uuid, days integer, reason text, detail text)
language sql stable set search_path = '' set jit = off as $$
  -- Open tasks due before today, how many days late, and the first reason that applies: 'nobody' is assigned; 'review'
  -- since the day in detail; 'stage', an earlier open stage of the item, the first of them named in detail; 'away', all
  -- its artists, until the day in detail; 'estimate' exceeded by the minutes in detail; 'retakes', from the third
  -- version on, its number in detail; 'not_begun', still in the default status; 'in_work'.
  with late as materialized (
    select t.id, t.item_id, t.stage_id, t.space_id, t.is_default, t.due_date, t.assignee_id
    from private.counted_tasks t
    where t.space_id = any(p_spaces) and not t.is_done and t.due_date < p_today
  ), artists as materialized (
    select l.id, b.assignee_id as user_id from late l
      join public.task_blocks b on b.task_id = l.id and b.assignee_id is not null
    union
    select l.id, l.assignee_id from late l where l.assignee_id is not null and not exists (
      select from public.task_blocks b where b.task_id = l.id and b.assignee_id is not null)
  ), away as materialized (
    select d.user_id, d.studio_id, (
      select min(g.day)::date from generate_series(p_today + 1, p_today + 60, interval '1 day') as g (day)
      where extract(isodow from g.day) < 6 and not exists (select from public.member_days_off n
        where n.user_id = d.user_id and n.studio_id = d.studio_id and n.day = g.day::date)) as until
    from public.member_days_off d
    where d.day = p_today and d.studio_id in (select s.studio_id from public.spaces s where s.id = any(p_spaces))
  ), here as materialized (
    select a.id, bool_and(w.user_id is not null) as is_away, min(w.until) as until
    from artists a left join away w on w.user_id = a.user_id
    group by a.id
  ), blocked as materialized (
    select distinct on (l.id) l.id, g.name
    from late l
    join public.space_stages own on own.space_id = l.space_id and own.stage_id = l.stage_id
    join public.space_stages before on before.space_id = l.space_id and before.is_active
      and before.order_index < own.order_index
    join private.counted_tasks t on t.item_id = l.item_id and t.stage_id = before.stage_id and not t.is_done
    join public.stages g on g.id = before.stage_id
    order by l.id, before.order_index
  ), worked as materialized (
    select l.id, v.version_number, v.created_at, e.estimated_hours,
      v.id is not null and not exists (select from public.comments c
        where c.task_id = l.id and c.created_at > v.created_at and c.created_by <> v.created_by) as is_unanswered,
      case when e.task_id is not null then
        coalesce((select sum(o.time_spent_minutes) from public.task_versions o where o.task_id = l.id), 0)
        + coalesce((select sum(o.minutes) from public.time_entries o where o.task_id = l.id), 0) end as minutes
    from late l
    left join public.task_versions v on v.task_id = l.id and v.is_current
    left join public.task_estimations e on e.task_id = l.id
  )
  select l.id, p_today - l.due_date, r.reason, r.detail
  from late l
  join worked w on w.id = l.id
  left join here h on h.id = l.id
  left join blocked b on b.id = l.id
  cross join lateral (
    select x.reason, x.detail from (values
      (1, 'nobody', null, h.id is null),
      (2, 'review', (w.created_at at time zone p_time_zone)::date::text, w.is_unanswered),
      (3, 'stage', b.name, b.id is not null),
      (4, 'away', h.until::text, h.is_away),
      (5, 'estimate', (w.minutes - w.estimated_hours * 60)::integer::text, w.minutes > w.estimated_hours * 60),
      (6, 'retakes', w.version_number::text, w.version_number >= 3),
      (7, 'not_begun', null, l.is_default),
      (8, 'in_work', null, true)) as x (n, reason, detail, fits)
    where x.fits order by x.n limit 1) as r
$$;

create function private.planned_hours(p_studio_id uuid, p_today date)
returns table (task_id uuid, space_id uuid, user_id uuid, hours numeric)
language sql stable set search_path = '' set jit = off as $$
  -- Hours of estimates that fall on the 14 days from p_today on, by task and artist, spread as on the timeline: evenly
  -- over the working days of all blocks of a task; a block without working days counts its first day. Across all
  -- projects that the caller may open.
  with near as materialized (
    select distinct b.task_id from public.task_blocks b
    where b.studio_id = p_studio_id and b.project_id = any(private.my_project_ids()) and b.assignee_id is not null
      and b.start_date < p_today + 14 and b.start_date + ceil(b.duration)::integer > p_today
  ), days as materialized (
    select b.id, b.task_id, t.space_id, b.assignee_id, b.start_date, d.day, e.estimated_hours,
      extract(isodow from d.day) < 6 and o.day is null as is_working
    from near n
    join private.counted_tasks t on t.id = n.task_id
    join public.task_estimations e on e.task_id = n.task_id and e.estimated_hours > 0
    join public.task_blocks b on b.task_id = n.task_id and b.assignee_id is not null and b.start_date is not null
    cross join lateral (select b.start_date + g as day from generate_series(0, ceil(b.duration)::integer - 1) as g) as d
    left join public.member_days_off o on o.studio_id = p_studio_id and o.user_id = b.assignee_id and o.day = d.day
  ), spread as (
    select k.*, count(*) over (partition by k.task_id) as of_task from (
      select s.*, bool_or(s.is_working) over (partition by s.id) as has_any from days s) as k
    where k.is_working or (not k.has_any and k.day = k.start_date)
  )
  select s.task_id, s.space_id, s.assignee_id, sum(s.estimated_hours / s.of_task)
  from spread s
  where s.day >= p_today and s.day < p_today + 14
  group by s.task_id, s.space_id, s.assignee_id
$$;

create function private.overview_stages(p_spaces uuid[], p_today date) returns jsonb
language sql stable set search_path = '' set jit = off as $$
  -- For each stage {stage_id, tasks, done, late, statuses: {status_id: tasks}, dated, days}. days is how far a stage is
  -- ahead of its dates: with n of its dated tasks done, negative if the (n + 1)th date in order is before today,
  -- positive if the nth is after today; 0 is on time, null is without dates.
  with counted as materialized (
    select t.stage_id, t.status_id, t.is_done, t.due_date, count(*) as n
    from private.counted_tasks t where t.space_id = any(p_spaces)
    group by t.stage_id, t.status_id, t.is_done, t.due_date
  ), sums as (
    select c.stage_id, sum(c.n) as tasks, coalesce(sum(c.n) filter (where c.is_done), 0) as done,
      coalesce(sum(c.n) filter (where not c.is_done and c.due_date < p_today), 0) as late,
      coalesce(sum(c.n) filter (where c.due_date is not null), 0) as dated,
      coalesce(sum(c.n) filter (where c.due_date is not null and c.is_done), 0) as done_dated,
      min(g.order_index) as place
    from counted c join public.stages g on g.id = c.stage_id group by c.stage_id
  ), reached as (
    select d.stage_id, d.due_date, sum(sum(d.n)) over (partition by d.stage_id order by d.due_date) as n
    from counted d where d.due_date is not null group by d.stage_id, d.due_date
  ), placed as (
    select s.stage_id, s.tasks, s.done, s.late, s.dated, s.place,
      (select min(r.due_date) from reached r where r.stage_id = s.stage_id and r.n > s.done_dated) as next_date,
      (select min(r.due_date) from reached r where r.stage_id = s.stage_id and r.n >= s.done_dated
        and s.done_dated > 0) as last_date,
      (select jsonb_object_agg(k.status_id, k.n) from (
        select c.status_id, sum(c.n) as n from counted c where c.stage_id = s.stage_id group by c.status_id) as k
      ) as statuses
    from sums s
  )
  select coalesce(jsonb_agg(jsonb_build_object('stage_id', p.stage_id, 'tasks', p.tasks, 'done', p.done,
    'late', p.late, 'dated', p.dated, 'statuses', p.statuses, 'days', case
      when p.dated = 0 then null
      when p.next_date < p_today then p.next_date - p_today
      else greatest(0, coalesce(p.last_date - p_today, 0)) end) order by p.place, p.stage_id), '[]')
  from placed p
$$;

create function private.overview_load(p_studio_id uuid, p_spaces uuid[], p_today date) returns jsonb
language sql stable set search_path = '' set jit = off as $$
  -- [{user_id, hours, capacity}] of everyone with planned hours in these spaces: across all projects, against 8 hours
  -- per working day.
  select coalesce(jsonb_agg(jsonb_build_object('user_id', l.user_id, 'hours', round(l.hours, 2), 'capacity', c.hours)
    order by l.hours / nullif(c.hours, 0) desc nulls first, l.user_id), '[]')
  from (
    select h.user_id, sum(h.hours) as hours
    from private.planned_hours(p_studio_id, p_today) as h
    group by h.user_id
    having bool_or(h.space_id = any(p_spaces))
  ) as l
  cross join lateral (
    select 8 * count(*) as hours from generate_series(0, 13) as g
    where extract(isodow from p_today + g) < 6 and not exists (select from public.member_days_off o
      where o.studio_id = p_studio_id and o.user_id = l.user_id and o.day = p_today + g)) as c
$$;

create function private.overview_today(p_studio_id uuid, p_project_id uuid, p_time_zone text) returns date
language plpgsql stable set search_path = '' as $$
-- Today's date in a time zone. P0002 for non-members and a project the caller may not open, 22023 for an unknown zone.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  if p_project_id is not null
    and not exists (select from public.projects p where p.id = p_project_id and p.studio_id = p_studio_id
      and p.id = any(private.my_project_ids())) then
    perform private.refuse_missing('Project not found');
  end if;
  return (now() at time zone p_time_zone)::date;
end $$;

create function private.get_overview(p_studio_id uuid, p_time_zone text, p_project_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
-- See public.get_overview. Definer: access is checked once, for the spaces.
declare
  v_today date := private.overview_today(p_studio_id, p_project_id, p_time_zone);
  v_spaces uuid[] := private.overview_spaces(p_studio_id, p_project_id);
  v_week date := date_trunc('week', v_today)::date;
  v_late jsonb;
begin
  with late as materialized (
    select l.* from private.late_tasks(v_spaces, v_today, p_time_zone) as l
  ), longest as (
    select l.* from late l order by l.days desc, l.task_id limit 8
  )
  select jsonb_build_object(
    'tasks', (select count(*) from late), 'days', (select coalesce(sum(l.days), 0) from late l),
    'reasons', (select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'tasks', r.n)
      order by r.n desc, r.reason), '[]') from (select l.reason, count(*) as n from late l group by l.reason) as r),
    'first', (select coalesce(jsonb_agg(d.task || jsonb_build_object('days', l.days, 'reason', l.reason,
      'detail', l.detail) order by l.days desc, l.task_id), '[]')
      from longest l join private.describe_tasks(array(select task_id from longest)) as d on d.task_id = l.task_id))
  into v_late;
  return jsonb_build_object(
    'today', v_today,
    'stages', private.overview_stages(v_spaces, v_today),
    'weeks', (
      select jsonb_agg(jsonb_build_object('week', w.week, 'tasks', w.n) order by w.week) from (
        select g::date as week, count(a.task_id) as n
        from generate_series(v_week - 49, v_week, interval '7 days') as g
        left join private.approved_tasks(p_studio_id, v_spaces, (v_week - 49)::timestamp at time zone p_time_zone) as a
          on date_trunc('week', a.at at time zone p_time_zone)::date = g::date
        group by g) as w),
    'late', v_late,
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', w.kind, 'user_id', w.user_id, 'tasks', w.n, 'days', w.days)
        order by case w.kind when 'review' then 1 when 'nobody' then 2 else 3 end, w.n desc, w.user_id), '[]')
      from (select k.kind, k.user_id, count(*) as n, max(k.days) as days
        from private.waiting_tasks(v_spaces, v_today, p_time_zone) as k group by k.kind, k.user_id) as w),
    'load', private.overview_load(p_studio_id, v_spaces, v_today));
end $$;

create function public.get_overview(p_studio_id uuid, p_time_zone text, p_project_id uuid default null) returns jsonb
language sql stable set search_path = '' as $$
  -- Summarises the state of a project, or of all active projects of the studio that the caller may open; tasks count in
  -- active spaces, unless disabled or of omitted items. Returns {today, stages, weeks, late, waiting, load}: stages and
  -- load are as overview_stages and overview_load describe them; weeks: [{week, tasks}], eight Mondays and the tasks
  -- approved in each week, the last being the current one; late: {tasks, days, reasons: [{reason, tasks}], first:
  -- [{task_id, days, reason, detail} and place]}, where days is the total; waiting: [{kind, user_id, tasks, days}] with
  -- the days of the longest. P0002 not a member.
  select private.get_overview(p_studio_id, p_time_zone, p_project_id)
$$;

create function private.tasks_behind(
  p_studio_id uuid, p_spaces uuid[], p_today date, p_time_zone text, p_list text, p_key text
) returns table (task_id uuid)
language plpgsql stable set search_path = '' set jit = off as $$
-- The tasks behind a number of get_overview; 22023 for an unknown kind or an invalid key.
begin
  case p_list
    when 'tasks' then
      return query select t.id from private.counted_tasks t where t.space_id = any(p_spaces);
    when 'done' then
      return query select t.id from private.counted_tasks t where t.space_id = any(p_spaces) and t.is_done;
    when 'stage' then
      return query select t.id from private.counted_tasks t
        where t.space_id = any(p_spaces) and t.stage_id = p_key::uuid;
    when 'late' then
      return query select l.task_id from private.late_tasks(p_spaces, p_today, p_time_zone) as l
        where p_key is null or l.reason = p_key;
    when 'week' then
      return query select a.task_id
        from private.approved_tasks(p_studio_id, p_spaces, p_key::timestamp at time zone p_time_zone) as a
        where a.at < (p_key::timestamp + interval '7 days') at time zone p_time_zone;
    when 'review', 'nobody' then
      return query select w.task_id from private.waiting_tasks(p_spaces, p_today, p_time_zone) as w
        where w.kind = p_list;
    when 'notes' then
      return query select w.task_id from private.waiting_tasks(p_spaces, p_today, p_time_zone) as w
        where w.kind = 'notes' and w.user_id = p_key::uuid;
    when 'load' then
      return query select distinct h.task_id from private.planned_hours(p_studio_id, p_today) as h
        where h.user_id in (select (l.line ->> 'user_id')::uuid
          from jsonb_array_elements(private.overview_load(p_studio_id, p_spaces, p_today)) as l (line))
          and (p_key is null or h.user_id = p_key::uuid);
    else
      raise exception 'Unknown list: %', p_list using errcode = '22023';
  end case;
end $$;

create function private.list_overview_tasks(
  p_studio_id uuid, p_time_zone text, p_list text, p_key text, p_project_id uuid, p_limit integer, p_after_due date,
  p_after_id uuid
) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
-- See public.list_overview_tasks. Definer: access is checked once, for the spaces.
declare
  v_limit integer := private.check_page(p_limit, 100);
  v_today date := private.overview_today(p_studio_id, p_project_id, p_time_zone);
  v_due date := case when p_after_id is null then '-infinity' else coalesce(p_after_due, 'infinity') end;
  v_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
begin
  return (
    with page as materialized (
      select t.id, t.due_date, u.is_done
      from private.tasks_behind(p_studio_id, private.overview_spaces(p_studio_id, p_project_id), v_today, p_time_zone,
        p_list, p_key) as b
      join public.item_tasks t on t.id = b.task_id
      join public.task_statuses u on u.id = t.status_id
      where (coalesce(t.due_date, 'infinity'), t.id) > (v_due, v_id)
      order by coalesce(t.due_date, 'infinity'), t.id limit v_limit
    )
    select coalesce(jsonb_agg(d.task || jsonb_build_object('due_date', p.due_date, 'is_done', p.is_done)
      order by coalesce(p.due_date, 'infinity'), p.id), '[]')
    from page p join private.describe_tasks(array(select id from page)) as d on d.task_id = p.id);
end $$;

create function public.list_overview_tasks(
  p_studio_id uuid, p_time_zone text, p_list text, p_key text default null, p_project_id uuid default null,
  p_limit integer default 100, p_after_due date default null, p_after_id uuid default null
) returns jsonb
language sql stable set search_path = '' as $$
  -- Lists a page of the tasks behind a number of get_overview, by due date, undated ones last, starting after the row
  -- (p_after_due, p_after_id): an array of tasks with due_date and is_done. p_list: tasks, done, stage (its id), late
  -- (a reason, or all), week (its Monday), review, nobody, notes (an artist's id) or load (the same, or all). P0002 not
  -- a member, 22023 an unknown kind or a limit outside 1 to 100.
  select private.list_overview_tasks(p_studio_id, p_time_zone, p_list, p_key, p_project_id, p_limit, p_after_due,
    p_after_id)
$$;

grant execute on function
  private.get_overview(uuid, text, uuid), public.get_overview(uuid, text, uuid),
  private.list_overview_tasks(uuid, text, text, text, uuid, integer, date, uuid),
  public.list_overview_tasks(uuid, text, text, text, uuid, integer, date, uuid)
to authenticated, service_role;
