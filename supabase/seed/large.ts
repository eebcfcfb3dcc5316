import type { Queryable, Database } from '#supabase/local/queryable.ts'
import { randomUUID } from 'node:crypto'
import { defaultStages } from '#core/studios/default-stages.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { assertAdmitted, createAccounts, getPerson, people } from './demo/people.ts'
import { roleId } from './demo/studio.ts'
import { insertRows, withoutTriggers } from './insert-rows.ts'

export type LargeSize = {
  /** In all spaces together; each space has the same number, the last one the remainder. */
  items: number
  /** Stages of each space, and so tasks of each item: 1 to 13. */
  stages: number
  spaces: number
  projects?: number
}

/** The created studio, for those who go on to use it. */
export type LargeStudio = {
  studioId: string
  slug: string
  ownerId: string
  memberId: string
  projectIds: string[]
  spaceIds: string[]
  /** The stages in use. */
  stageIds: string[]
  /** In order: TO DO first, DONE last. */
  statusIds: string[]
}

const itemsACollection = 100

/** Creates another studio, of any size, in a migrated database; in one transaction and a handful of statements. */
export async function seedLarge(database: Database, size: LargeSize): Promise<LargeStudio> {
  assertSize(size)
  return database.transaction(async (transaction) => {
    const studio = await makeStudio(transaction, size)
    await makePlaces(transaction, studio, size.spaces)
    await withoutTriggers(transaction, async () => {
      await makeItems(transaction, studio, size)
      await makeTasks(transaction, studio)
      await makePlans(transaction, studio)
    })
    return studio
  })
}

function assertSize({ items, stages, spaces, projects = 1 }: LargeSize): void {
  const areWhole = [items, stages, spaces, projects].every((number) => Number.isInteger(number) && number > 0)
  if (!areWhole || stages > defaultStages.length || projects > spaces)
    throw new RangeError(
      `Whole numbers are needed, at most ${defaultStages.length} stages and a space for every project`,
    )
}

async function makeStudio(database: Queryable, { stages, spaces, projects = 1 }: LargeSize): Promise<LargeStudio> {
  await assertAdmitted(database)
  await createAccounts(database, people)
  const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID())
  const studio: Omit<LargeStudio, 'slug'> = {
    studioId: randomUUID(),
    ownerId: getPerson('Ingrid').id,
    memberId: getPerson('Lucia').id,
    projectIds: ids(projects),
    spaceIds: ids(spaces),
    stageIds: ids(defaultStages.length),
    statusIds: ids(defaultStatuses.length),
  }
  const studio_id = studio.studioId
  const [made] = await database.query<{ slug: string }>(
    `insert into public.studios (id, name, custom_slug, created_by)
     values ($1, 'Long Range', private.free_slug('Long Range', array(select custom_slug from public.studios)), $2) returning custom_slug as slug`,
    [studio_id, studio.ownerId],
  )
  await database.query('select private.seed_permissions($1)', [studio_id])
  const shared = { studio_id, rev: 1 }
  const members = people.map(({ id, role }) => ({ ...shared, user_id: id, role_id: roleId(role) }))
  await insertRows(database, 'public.studio_members', members)
  await insertRows(
    database,
    'public.stages',
    defaultStages.map(({ name, color, category, orderIndex }, index) => ({ ...shared, id: studio.stageIds[index], name, color, category, order_index: orderIndex })),
  ) // prettier-ignore
  await insertRows(
    database,
    'public.task_statuses',
    defaultStatuses.map(({ name, shortCode, color, position, isDone, isDefault }, index) => ({ ...shared, id: studio.statusIds[index], name, short_code: shortCode, color, position, is_done: isDone, is_default: isDefault })),
  ) // prettier-ignore
  // The stages in the middle of the pipeline are those of shots.
  const first = Math.min(4, defaultStages.length - stages)
  return { ...studio, slug: made?.slug ?? '', stageIds: studio.stageIds.slice(first, first + stages) }
}

async function makePlaces(database: Queryable, studio: LargeStudio, spaces: number): Promise<void> {
  const { studioId, projectIds, spaceIds, stageIds, statusIds } = studio
  const shared = { studio_id: studioId, rev: 1 }
  const projectOf = (index: number): string | undefined => projectIds[Math.floor((index * projectIds.length) / spaces)]
  await insertRows(
    database,
    'public.projects',
    projectIds.map((id, index) => ({ ...shared, id, name: `Production ${index + 1}`, display_order: index + 1, custom_slug: `production-${index + 1}`, created_by: studio.ownerId })),
  ) // prettier-ignore
  const placed = spaceIds.map((id, index) => ({ id, project_id: projectOf(index) }))
  await insertRows(
    database,
    'public.spaces',
    placed.map((space, index) => ({ ...shared, ...space, name: `Reel ${index + 1}`, position: index, custom_slug: `reel-${index + 1}` })),
  ) // prettier-ignore
  const inSpaces = placed.map(({ id, project_id }) => ({ ...shared, space_id: id, project_id }))
  await insertRows(
    database,
    'public.space_stages',
    inSpaces.flatMap((row) => stageIds.map((id, index) => ({ ...row, stage_id: id, order_index: (index + 1) * 10 }))),
  )
  await insertRows(
    database,
    'public.space_statuses',
    inSpaces.flatMap((row) => statusIds.map((id, index) => ({ ...row, status_id: id, order_index: index }))),
  )
}

/** Items in collections of a hundred, the same number in every space, the last of which has the remainder. */
async function makeItems(database: Queryable, { spaceIds }: LargeStudio, { items, spaces }: LargeSize): Promise<void> {
  const each = Math.ceil(items / spaces)
  const counts = spaceIds.map((_, index) => Math.max(0, Math.min(each, items - index * each)))
  const parameters = [spaceIds, counts, itemsACollection]
  await database.query(
    `insert into public.collections (space_id, studio_id, project_id, name, position, order_rank, rev)
     select s.id, s.studio_id, s.project_id, 'SQ' || case when n < 9 then '0' else '' end || (n + 1) * 10, n, (n + 1) * 1000, 1
     from unnest($1::uuid[], $2::integer[]) as w (space_id, items) join public.spaces s on s.id = w.space_id
     cross join lateral generate_series(0, (w.items - 1) / $3::integer) as n where w.items > 0`,
    parameters,
  )
  await database.query(
    `insert into public.items (collection_id, space_id, studio_id, project_id, title, description, position, order_rank, custom_slug, rev)
     select c.id, c.space_id, c.studio_id, c.project_id, lower(c.name) || '_sh' || code, 'Shot ' || code || ' of ' || c.name, n, n * 1000,
       lower(c.name) || '-sh' || code, 1
     from unnest($1::uuid[], $2::integer[]) as w (space_id, items) join public.collections c on c.space_id = w.space_id
     cross join lateral generate_series(1, least($3::integer, w.items - c.position * $3::integer)) as n
     cross join lateral (select lpad((n * 10)::text, 4, '0') as code) as named`,
    parameters,
  )
}

/**
 * A task for every item and stage, with a pipeline's progress: early ones done, late ones waiting, every twentieth
 * disabled.
 */
async function makeTasks(database: Queryable, { studioId, stageIds, statusIds }: LargeStudio): Promise<void> {
  const artists = people.filter(({ role }) => role === 'member' || role === 'lead').map(({ id }) => id)
  await database.query(
    `insert into public.item_tasks (item_id, stage_id, space_id, studio_id, project_id, title, status_id, assignee_id, due_date, is_disabled, rev)
     select i.id, g.id, i.space_id, i.studio_id, i.project_id, s.name,
       ($3::uuid[])[greatest(1, least(6, 6 - (d.draw + g.n * 5 - 9) / 5))], ($4::uuid[])[1 + d.draw % cardinality($4::uuid[])],
       case when d.draw % 3 = 0 then current_date + d.draw end, d.draw = 19, 1
     from public.items i cross join unnest($2::uuid[]) with ordinality as g (id, n)
     join public.stages s on s.id = g.id
     cross join lateral (select (abs(hashtext(i.id::text || g.n)) % 20) as draw) as d
     where i.studio_id = $1`,
    [studioId, stageIds, statusIds, artists],
  )
}

/** An estimate for every fourth task, a block for every eighth. */
async function makePlans(database: Queryable, { studioId }: LargeStudio): Promise<void> {
  await database.query(
    `insert into public.task_estimations (task_id, space_id, studio_id, project_id, estimated_hours, rev)
     select t.id, t.space_id, t.studio_id, t.project_id, 2 + abs(hashtext(t.id::text)) % 60 / 2.0, 1
     from public.item_tasks t where t.studio_id = $1 and abs(hashtext(t.id::text)) % 4 = 0`,
    [studioId],
  )
  await database.query(
    `insert into public.task_blocks (task_id, assignee_id, start_date, duration, row_index, studio_id, project_id, space_id, collection_id, item_id, stage_id, rev)
     select t.id, t.assignee_id, current_date + (abs(hashtext(t.id::text)) % 120 - 60), 1 + abs(hashtext(t.id::text)) % 5 / 2.0, 0,
       t.studio_id, t.project_id, t.space_id, i.collection_id, t.item_id, t.stage_id, 1
     from public.item_tasks t join public.items i on i.id = t.item_id
     where t.studio_id = $1 and not t.is_disabled and abs(hashtext(t.id::text)) % 8 = 0`,
    [studioId],
  )
}
