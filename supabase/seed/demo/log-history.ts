import type { Queryable } from '#supabase/local/queryable.ts'

/**
 * Writes a studio's revisions, comments and status changes into its event log, oldest first, as the triggers would
 * have. Events logged during seeding are dated a day before. Runs inside the transaction that created the studio.
 */
export async function logHistory(transaction: Queryable, studioId: string): Promise<void> {
  await transaction.execute('alter table public.events disable trigger events_before_update_refuse')
  await transaction.query(
    `update public.events set at = (select min(created_at) from public.task_versions v where v.studio_id = $1) - interval '1 day'
    where studio_id = $1`,
    [studioId],
  )
  await transaction.execute('alter table public.events enable trigger events_before_update_refuse')
  await transaction.query(
    `with told as (
      select v.created_at as at, 'revision.posted' as kind, v.task_id, v.id as thing_id, v.created_by as person_id,
        'v' || v.version_number as name, '{}'::jsonb as old,
        jsonb_build_object('version_number', v.version_number, 'comment', v.comment, 'time_spent', v.time_spent) as new
      from public.task_versions v where v.studio_id = $1
      union all
      select c.created_at, 'comment.posted', c.task_id, c.id, c.created_by, null, '{}', jsonb_build_object('content', c.content)
      from public.comments c where c.studio_id = $1 and not c.is_automatic and c.content <> ''
      union all
      select c.created_at, 'task.status_changed', c.task_id, c.task_id, c.created_by, null,
        jsonb_build_object('status_id', s.info -> 'fromStatusId', 'status', s.info -> 'fromStatus'),
        jsonb_build_object('status_id', s.info -> 'statusId', 'status', s.info -> 'status')
      from public.comments c cross join lateral (select c.metadata -> 'statusInfo' as info) as s
      where c.studio_id = $1 and (s.info ->> 'changedStatus')::boolean and s.info ? 'fromStatusId'
    ), logged as (
      insert into public.events (studio_id, seq, at, kind, project_id, space_id, item_id, task_id, thing_id, names, old, new,
        actor_kind, actor_id, actor_name)
      select $1, k.event_seq + row_number() over (order by e.at, e.thing_id, e.kind), e.at, e.kind, t.project_id, t.space_id, t.item_id, t.id,
        e.thing_id,
        jsonb_strip_nulls(jsonb_build_object('project', p.name, 'space', s.name, 'collection', c.name, 'item', i.title,
          'stage', g.name, 'name', e.name)),
        e.old, e.new, 'person', e.person_id, u.display_name
      from told e join public.item_tasks t on t.id = e.task_id
      join public.items i on i.id = t.item_id join public.collections c on c.id = i.collection_id
      join public.stages g on g.id = t.stage_id join public.spaces s on s.id = t.space_id
      join public.projects p on p.id = t.project_id join public.user_profiles u on u.id = e.person_id
      join private.studio_clocks k on k.studio_id = t.studio_id
      returning project_id, seq
    ), placed as (
      insert into private.project_events as p (project_id, first_seq, last_seq)
      select project_id, min(seq), max(seq) from logged group by project_id
      on conflict (project_id) do update set last_seq = excluded.last_seq
    )
    update private.studio_clocks set event_seq = (select max(seq) from logged) where studio_id = $1`,
    [studioId],
  )
}
