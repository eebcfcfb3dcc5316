import type { Queryable, Database } from '#supabase/local/queryable.ts'
import path from 'node:path'
import { makeCalendar } from './demo/calendar.ts'
import { assertAdmitted, createAccounts, getPerson, people } from './demo/people.ts'
import { logHistory } from './demo/log-history.ts'
import { makeDemoRows } from './demo/rows.ts'
import { studioId } from './demo/studio.ts'
import { insertRows, withoutTriggers } from './insert-rows.ts'
import { readMediaCatalogue } from './media-catalogue.ts'
import type { StoredObject } from './store-objects.ts'
import { insertObjects, storeFiles } from './store-objects.ts'

/** The parts of a host that the demo needs. */
export type DemoHost = { database: Database; settings: { dataDirectory: string } }

// Parents before children.
const tables = [
  'studio_members', 'stages', 'task_statuses', 'item_kinds', 'stage_needs', 'studio_stage_presets', 'studio_stage_preset_items', 'studio_status_presets',
  'studio_status_preset_items', 'media', 'projects', 'project_role_access', 'spaces', 'field_definitions', 'space_stages', 'space_statuses', 'collections', 'items',
  'item_links', 'item_tasks', 'task_estimations', 'task_blocks', 'task_followers', 'task_versions', 'version_media', 'comments', 'comment_attachments', 'mentions', 'boards',
  'canvas_items', 'review_sessions', 'review_entries', 'notifications', 'notification_recipients',
] // prettier-ignore
const tablesWithoutRev = ['task_followers', 'notifications', 'notification_recipients']

/**
 * Creates the studio Northlight with its people, productions and files. Ids, names and proportions are always the same;
 * dates lie around `now`. All or nothing in the database; does nothing if the studio exists. Throws a HostError if its
 * people are not allowed.
 */
export async function seedDemo({ database, settings }: DemoHost, now = new Date()): Promise<void> {
  const [present] = await database.query('select 1 from public.studios where id = $1', [studioId])
  if (present !== undefined) return
  await assertAdmitted(database)
  const rows = makeDemoRows(readMediaCatalogue(), makeCalendar(now))
  const objects = await storeFiles(path.join(settings.dataDirectory, 'media'), rows.objects)
  await database.transaction((transaction) => insertDemo(transaction, rows.tables, objects))
}

type Tables = ReturnType<typeof makeDemoRows>['tables']

async function insertDemo(transaction: Queryable, rows: Tables, objects: readonly StoredObject[]): Promise<void> {
  await createAccounts(transaction, people)
  // A person's days are those of the machine, for which the working days were laid out.
  await transaction.query('update public.user_profiles set time_zone = $1 where id = any($2::uuid[])', [
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    people.map(({ id }) => id),
  ])
  await insertRows(transaction, 'public.studios', [
    { id: studioId, name: 'Northlight', custom_slug: 'northlight', created_by: getPerson('Ingrid').id },
  ])
  await transaction.query('select private.seed_permissions($1)', [studioId])
  // The studio took this transaction's revision; all rows carry it, so that no trigger takes one row by row.
  const [clock] = await transaction.query<{ rev: number }>(
    'select rev::int as rev from private.studio_clocks where studio_id = $1',
    [studioId],
  )
  await withoutTriggers(transaction, async () => {
    for (const table of tables) {
      const shared = { studio_id: studioId, ...(!tablesWithoutRev.includes(table) && { rev: clock?.rev }) }
      const added = (rows[table] ?? []).map((row) => ({ ...row, ...shared }))
      await insertRows(transaction, `public.${table}`, added)
    }
  })
  await logHistory(transaction, studioId)
  await insertRows(
    transaction,
    'private.active_studios',
    people.map(({ id }) => ({ user_id: id, studio_id: studioId })),
  )
  await insertObjects(transaction, objects)
}
