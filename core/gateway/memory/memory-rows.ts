import type { EpochMs } from '#core/domain/calendar-date.ts'
import type { Mutation } from '#core/domain/mutations.ts'
import { rowKey } from '#core/domain/row-key.ts'
import type { Rows, Scope, TableName } from '#core/domain/rows.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type OperationId, type Rev, type SpaceId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { WriteAnswer } from '../ports.ts'
import type { Grave, MemoryTables } from './memory-tables.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>

/** A task that a bulk change left alone. */
export type Skipped = WriteAnswer['skipped'][number]

/** One transaction: whose it is, when, and the revision all its rows carry. */
export type Transaction = {
  readonly tables: MemoryTables
  readonly studioId: StudioId
  readonly userId: UserId
  readonly rev: Rev
  readonly now: EpochMs
  /** The revision of an earlier operation. */
  readonly findRev: (operationId: OperationId) => Rev | undefined
}

/** Adds rows that are not there yet. */
export function insertRows(
  { tables, rev, studioId, now }: Transaction,
  mutation: MutationOf<'insert'>,
): readonly Skipped[] {
  const spaceId = toId<SpaceId>(mutation.extra?.['space_id'] ?? '')
  const scope: Scope = mutation.table === 'collections' ? `space:${spaceId}` : `studio:${studioId}`
  for (const given of mutation.rows) {
    // What the database fills in by its defaults; the given fields are of this table.
    const defaults = { slug: '', description: '', isActive: true, position: 0, isDefault: false, createdAt: now }
    const row = { ...defaults, ...given } as Rows[typeof mutation.table]
    if (tables.find(mutation.table, rowKey(mutation.table, row)) === undefined) {
      tables.put(mutation.table, row, { scope, rev })
    }
  }
  return []
}

/** Changes rows that still hold their expected values. */
export function updateRows({ tables, rev }: Transaction, { table, changes }: MutationOf<'update'>): readonly Skipped[] {
  for (const { key, fields, expected = {} } of changes) {
    const row = tables.find(table, key)
    const scope = tables.findScope(table, key)
    if (row === undefined || scope === undefined) throw new AppError('not-found', messages['not-found'])
    const holds = (values: object): boolean =>
      Object.entries(values).every(([field, value]) => Object.entries(row).some(([f, v]) => f === field && v === value))
    if (holds(fields)) continue
    if (!holds(expected)) throw new AppError('changed-by-someone-else', messages['changed-by-someone-else'])
    // Fields are of this table, as the mutation's type says.
    tables.put(table, { ...row, ...fields } as Rows[typeof table], { scope, rev })
  }
  return []
}

// What `on delete cascade` takes along, by the field that points up.
const below: { readonly [Name in TableName]?: readonly (readonly [TableName, string])[] } = {
  projects: [
    ['spaces', 'projectId'],
    ['project_role_access', 'projectId'],
  ],
  spaces: [
    ['space_stages', 'spaceId'],
    ['space_statuses', 'spaceId'],
  ],
  collections: [['items', 'collectionId']],
  items: [['item_tasks', 'itemId']],
  item_tasks: [
    ['task_estimations', 'taskId'],
    ['task_blocks', 'taskId'],
    ['task_versions', 'taskId'],
    ['comments', 'taskId'],
  ],
  task_versions: [['version_media', 'versionId']],
  comments: [['comment_attachments', 'commentId']],
}

/** Deletes rows with what hangs under them. */
export function deleteRows(transaction: Transaction, table: TableName, keys: readonly string[]): readonly Skipped[] {
  const { tables, rev } = transaction
  const gone = new Set<unknown>(keys)
  for (const [child, field] of below[table] ?? []) {
    const children = tables
      .list(child)
      .filter((row) => Object.entries(row).some(([name, value]) => name === field && gone.has(value)))
    if (children.length > 0) {
      deleteRows(
        transaction,
        child,
        children.map((row) => rowKey(child, row)),
      )
    }
  }
  for (const key of keys) tables.remove(table, key, rev)
  return []
}

// Parents before what hangs under them.
const restoreOrder: readonly TableName[] = [
  ...(['projects', 'project_role_access', 'spaces', 'space_stages', 'space_statuses', 'collections', 'items'] as const),
  ...(['item_tasks', 'task_estimations', 'task_blocks', 'task_versions', 'version_media', 'comments'] as const),
  'comment_attachments',
]

/** Puts back what an operation deleted, where its parents are there and its places free. */
export function restoreRows(transaction: Transaction, { deletionId }: MutationOf<'restore'>): readonly Skipped[] {
  const { tables, rev, findRev } = transaction
  const graves = tables.graves(findRev(deletionId) ?? -1)
  let restored = 0
  for (const table of new Set([...restoreOrder, ...graves.map((grave) => grave.table)])) {
    const taken = new Set(tables.list(table).map((row) => cellOf(table, row)))
    for (const grave of graves.filter((candidate) => candidate.table === table)) {
      if (isOrphan(tables, grave) || tables.find(table, grave.key) !== undefined) continue
      if (taken.has(cellOf(table, grave.row))) continue
      // A grave keeps a row of its own table.
      tables.put(table, grave.row as Rows[typeof table], { scope: grave.scope, rev })
      tables.forget(grave)
      restored += 1
    }
  }
  if (restored > 0) return []
  const code = graves.length === 0 ? 'not-found' : 'conflict'
  throw new AppError(code, messages[code])
}

function isOrphan(tables: MemoryTables, { table, row }: Grave): boolean {
  const fields = new Map<string, unknown>(Object.entries(row))
  return Object.entries(below).some(([parent, children]) =>
    // The names of `below` are those of tables.
    children.some(([child, field]) => child === table && !tables.find(parent as TableName, String(fields.get(field)))),
  )
}

/** What no two rows of a table may share besides the key: the cell of a task, the slug of an item. */
function cellOf(table: TableName, row: object): string {
  const fields: Readonly<Record<string, unknown>> = { ...row }
  if (table === 'item_tasks') return JSON.stringify([fields['itemId'], fields['stageId']])
  return JSON.stringify(table === 'items' ? fields['slug'] : fields)
}
