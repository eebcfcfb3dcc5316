import * as v from 'valibot'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { isSame } from '#core/lib/is-same.ts'
import { uniqueSlug } from '#core/lib/slug.ts'
import { id, oneTable, text } from '#core/change/shapes.ts'
import {
  toId,
  type AnyId,
  type MediaId,
  type OperationId,
  type SpaceId,
  type StatusId,
  type StudioId,
  type TaskId,
} from '#core/lib/ids.ts'
import { encodeFields } from '#core/schema/encode-fields.ts'
import type { Scope } from '#core/schema/scope.ts'
import { columnsOf, describe, rowKey, tableNames, type Rows, type TableName } from '#core/schema/tables.ts'
import { defineMutator, toMutation, type Mutator, type Plan } from './define-mutator.ts'
import { nouns } from './row-nouns.ts'
import type { KeptRows, RowReader } from './transaction.ts'

/** Tables with generic row writes; every other write has a mutator of its own. */
export const plainTables = [
  'studios',
  'role_permissions',
  'projects',
  'project_role_access',
  'spaces',
  'stages',
  'task_statuses',
  'field_definitions',
  'item_kinds',
  'stage_needs',
  'space_stages',
  'space_statuses',
  'space_views',
  'project_views',
  'studio_stage_presets',
  'studio_stage_preset_items',
  'studio_status_presets',
  'studio_status_preset_items',
  'collections',
  'items',
  'comments',
  'review_sessions',
] as const satisfies readonly TableName[]
export type PlainTableName = (typeof plainTables)[number]

type Values = Readonly<Record<string, unknown>>
const anyValues: v.GenericSchema<Values> = v.record(v.string(), v.unknown())

type InsertRows = {
  readonly table: PlainTableName
  readonly rows: readonly Values[]
  /** Columns that name the rows' owner, such as `studio_id`: known to the database, not part of the rows. */
  readonly extra?: Readonly<Record<string, string>> | undefined
  /** Describes the change. */
  readonly label?: string | undefined
}

/** Adds rows; existing ones stay as they are, so a repeat changes nothing. */
export const insertRows: Mutator<'insert', InsertRows> = defineMutator({
  kind: 'insert',
  args: v.object({
    table: oneTable(plainTables),
    rows: v.array(anyValues),
    extra: v.optional(v.record(v.string(), v.string())),
    label: v.optional(text),
  }) as v.GenericSchema<unknown, InsertRows>,
  label: ({ label = 'Create' }) => label,
  about: ({ table, rows, extra }) => {
    const owners = rows.flatMap(({ projectId, presetId }) => [projectId, presetId])
    // Projects are ordered by age: sent in parallel, the older could end up the younger.
    if (table === 'projects') owners.push(extra?.['studio_id'])
    return owners.flatMap((owner) => (owner === undefined ? [] : [owner as AnyId]))
  },
  apply(tx, { table, rows, extra }) {
    const spaceId = extra?.['space_id']
    const scope: Scope = spaceId === undefined ? `studio:${tx.studioId}` : `space:${toId<SpaceId>(spaceId)}`
    const made = rows.map((given) => toRow(tx, table, given))
    tx.add(
      scope,
      table,
      made.filter((row) => tx.find(table, rowKey(table, row)) === undefined),
    )
  },
  invert: (_rows, { table, rows, label }) => {
    // A row's key consists of its own fields, as its table declares.
    const keys = rows.map((row) => rowKey(table, row as Rows[typeof table]))
    // Without a row the role had access, so undo sets the row to allowed.
    const changes = rows.map((row, index) => ({ key: keys[index] ?? '', fields: { isAllowed: true }, expected: row }))
    return table === 'project_role_access'
      ? [toMutation(updateRows, { table, changes, label })]
      : [toMutation(deleteRows, { table, keys })]
  },
  send: ({ table, rows, extra }) => ({
    procedure: 'insert_rows',
    args: { p_table: table, p_rows: rows.map((row) => ({ ...encodeFields(table, withoutTime(row)), ...extra })) },
  }),
})

/** The database sets the creation time. */
function withoutTime(row: Values): Values {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'createdAt'))
}

/** Makes the whole row that the database would make of the given fields. */
function toRow(rows: RowReader, table: PlainTableName, given: Values): Rows[PlainTableName] {
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(describe(table).fields)) fields[name] = field.default
  Object.assign(fields, given)
  if ('slug' in fields && (fields['slug'] ?? '') === '') {
    const siblings: readonly object[] =
      table === 'spaces' ? rows.under('spaces', String(given['projectId'])) : rows.list(table)
    const taken = siblings.flatMap((row) => ('slug' in row && typeof row.slug === 'string' ? [row.slug] : []))
    fields['slug'] = uniqueSlug(String(given['name']), new Set(taken))
  }
  // Every field of the table is there: given or by default.
  return fields as Rows[PlainTableName]
}

/** New values for one row, applied only if it still has the expected ones. */
export type RowChange = { readonly key: string; readonly fields: Values; readonly expected?: Values | undefined }

type UpdateRows = {
  readonly table: PlainTableName
  readonly changes: readonly RowChange[]
  /** Further columns that must match, where a key alone names a row in each studio: role permissions. */
  readonly within?: Readonly<Record<string, string>> | undefined
  readonly label?: string | undefined
}

/** Changes fields of rows; undo leaves alone what somebody else has changed since. */
export const updateRows: Mutator<'update', UpdateRows> = defineMutator({
  kind: 'update',
  args: v.object({
    table: oneTable(plainTables),
    changes: v.array(v.object({ key: text, fields: anyValues, expected: v.optional(anyValues) })),
    within: v.optional(v.record(v.string(), v.string())),
    label: v.optional(text),
  }) as v.GenericSchema<unknown, UpdateRows>,
  label: ({ label = 'Change' }) => label,
  // The thumbnail of a project, a space or an item.
  files: ({ changes }) =>
    changes.flatMap(({ fields }) =>
      typeof fields['thumbnailMediaId'] === 'string' ? [toId<MediaId>(fields['thumbnailMediaId'])] : [],
    ),
  plan(rows, args): Plan<UpdateRows> {
    let conflictCount = 0
    const changes = args.changes.filter(({ key, fields, expected }) => {
      const row = rows.find(args.table, key)
      if (row === undefined || hasValues(row, fields)) return false
      if (expected === undefined || hasValues(row, expected)) return true
      conflictCount += 1
      return false
    })
    if (changes.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    return { args: { ...args, changes }, changedCount: changes.length, conflictCount }
  },
  apply(tx, { table, changes }) {
    for (const { key, fields, expected } of changes) {
      if (tx.isServer) refuseConflict(tx.find(table, key), { fields, expected })
      tx.set({ table }, [key], fields)
    }
  },
  invert: (rows, { table, changes, within, label }) => [
    toMutation(updateRows, {
      table,
      within,
      label,
      changes: changes.map(({ key, fields }) => ({
        key,
        fields: valuesOf(rows.find(table, key), Object.keys(fields)),
        expected: fields,
      })),
    }),
  ],
  send: ({ table, changes, within }) => ({
    procedure: 'update_rows',
    args: {
      p_table: table,
      p_changes: changes.map(({ key, fields, expected }) => ({
        key: { ...encodeKey(table, key), ...within },
        values: encodeFields(table, fields),
        expected: encodeFields(table, expected ?? {}),
      })),
    },
  }),
})

/** Refuses a change to a row that is gone, or that has neither the new nor the expected values. */
function refuseConflict(row: object | undefined, { fields, expected = {} }: Omit<RowChange, 'key'>): void {
  if (row === undefined) throw new AppError('not-found', messages['not-found'])
  if (hasValues(row, fields) || hasValues(row, expected)) return
  throw new AppError('changed-by-someone-else', messages['changed-by-someone-else'])
}

function hasValues(row: object, values: Values): boolean {
  const present: Values = { ...row }
  return Object.entries(values).every(([field, value]) => isSame(present[field], value))
}

function valuesOf(row: object | undefined, names: readonly string[]): Values {
  const present: Values = { ...row }
  return Object.fromEntries(names.map((name) => [name, present[name]]))
}

function encodeKey(table: TableName, key: string): Values {
  const parts = key.split(':')
  const columns = new Map(columnsOf(table).map(({ field, column }) => [field, column]))
  return Object.fromEntries(
    describe(table).key.map((field, index) => [columns.get(field) ?? field, parts[index] ?? '']),
  )
}

const deletable = [...plainTables, 'item_tasks', 'task_versions'] as const satisfies readonly TableName[]
type DeletableTable = (typeof deletable)[number]

/** The rows' state when they were created: only rows untouched since are deleted. */
type AsCreated = {
  readonly statusId: StatusId | undefined
  readonly titles: Readonly<Record<string, string>> | undefined
}

type DeleteRows = {
  readonly table: DeletableTable
  readonly keys: readonly string[]
  readonly label?: string | undefined
  readonly onlyAsCreated?: AsCreated | undefined
}

/**
 * Deletes rows with everything below them; rows already gone count as deleted, and if one may not be deleted, none are.
 * For 30 days, undo restores everything on the server, including what is not on screen.
 */
export const deleteRows: Mutator<'delete', DeleteRows> = defineMutator({
  kind: 'delete',
  args: v.object({
    table: oneTable(deletable),
    keys: v.array(text),
    label: v.optional(text),
    onlyAsCreated: v.optional(v.custom<AsCreated>((value) => typeof value === 'object')),
  }) as v.GenericSchema<unknown, DeleteRows>,
  label: ({ table, keys, label }) =>
    label ??
    (keys.length === 1 ? `Delete ${nouns[table] ?? 'row'}` : `Delete ${keys.length} ${nouns[table] ?? 'row'}s`),
  about: ({ keys }) => keys.flatMap((key) => key.split(':').map((part) => toId<AnyId>(part))),
  plan(rows, args): Plan<DeleteRows> {
    if (!mayDelete(rows, args)) return { refusal: 'permission-denied' }
    const there = args.keys.filter((key) => rows.find(args.table, key) !== undefined)
    const keys = there.filter((key) => isUntouched(rows, args, key))
    const conflictCount = there.length - keys.length
    if (keys.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    return { args: { ...args, keys }, changedCount: keys.length, conflictCount }
  },
  apply(tx, { table, keys }) {
    for (const doomed of listDoomed(tx, table, keys)) tx.remove(doomed.table, doomed.keys)
  },
  invert: (rows, { table, keys, label }, deletionId) => [
    toMutation(restoreRows, {
      studioId: rows.studioId,
      deletionId,
      table,
      keys,
      label: label?.replace('Delete', 'Restore'),
      rows: listDoomed(rows, table, keys)
        .flatMap((doomed) => keepRows(rows, doomed))
        .toReversed(),
    }),
  ],
  send: ({ table, keys }) => ({
    procedure: 'delete_rows',
    args: { p_table: table, p_keys: keys },
  }),
})

/**
 * Tells whether the caller may delete the rows: by permission, or because they are their own views or comments. Preset
 * lists are always replaceable.
 */
function mayDelete(rows: RowReader, { table, keys }: DeleteRows): boolean {
  if (table.endsWith('_preset_items') || rows.can('delete')) return true
  if (table === 'space_views' || table === 'project_views')
    return keys.every((key) => rows.find(table, key)?.ownerId === rows.userId)
  return table === 'comments' && keys.every((key) => rows.find('comments', key)?.createdBy === rows.userId)
}

function isUntouched(rows: RowReader, { table, onlyAsCreated }: DeleteRows, key: string): boolean {
  if (onlyAsCreated === undefined) return true
  const { statusId, titles } = onlyAsCreated
  if (table === 'item_tasks') return isTaskAsCreated(rows, toId<TaskId>(key), statusId)
  const isRenamed = (rows.find('items', key)?.title ?? titles?.[key]) !== titles?.[key]
  return !isRenamed && rows.under('item_tasks', key).every((task) => isTaskAsCreated(rows, task.id, statusId))
}

/** Tells whether a task is as it was created: no other status, artist, date or anything else since. */
function isTaskAsCreated(rows: RowReader, taskId: TaskId, statusId: StatusId | undefined): boolean {
  const task = rows.find('item_tasks', taskId)
  if (task === undefined) return true
  const { assigneeId, dueDate, priority, isDisabled } = task
  const isPlain = assigneeId === undefined && dueDate === undefined && priority === 0 && !isDisabled
  const isAlone = rows.under('task_blocks', taskId).length === 0 && rows.find('task_estimations', taskId) === undefined
  return isPlain && isAlone && (statusId === undefined || task.statusId === statusId)
}

type Doomed = { readonly table: TableName; readonly keys: readonly string[] }

const goingWith = (link: 'belongsTo' | 'alsoUnder') =>
  new Map(tableNames.map((name) => [name, tableNames.filter((other) => describe(other)[link]?.table === name)]))
const [children, pointing] = [goingWith('belongsTo'), goingWith('alsoUnder')]

/** Lists rows with everything below them, children before parents. */
function listDoomed(rows: RowReader, table: TableName, keys: readonly string[]): readonly Doomed[] {
  if (keys.length === 0) return []
  const below = (children.get(table) ?? []).flatMap((child) =>
    listDoomed(
      rows,
      child,
      keys.flatMap((key) => rows.under(child, key).map((row) => rowKey(child, row))),
    ),
  )
  const wanted = new Set(keys)
  const goes = (name: TableName, row: object): boolean => wanted.has(nameOther(name, row))
  const beside = (pointing.get(table) ?? []).map((name) => {
    return { table: name, keys: rows.list(name).flatMap((row) => (goes(name, row) ? [rowKey(name, row)] : [])) }
  })
  return [...beside, ...below, { table, keys }]
}

function nameOther(table: TableName, row: object): string {
  return String((row as Values)[describe(table).alsoUnder?.field ?? ''])
}

function keepRows(rows: RowReader, { table, keys }: Doomed): readonly KeptRows[] {
  const scopes = new Map<Scope, Rows[TableName][]>()
  for (const key of keys) {
    const row = rows.find(table, key)
    if (row === undefined) continue
    for (const scope of rows.scopesOf(table, key)) {
      const known = scopes.get(scope)
      if (known === undefined) scopes.set(scope, [row])
      else known.push(row)
    }
  }
  return [...scopes].map(([scope, kept]) => ({ scope, table, rows: kept }))
}

type RestoreRows = {
  readonly studioId: StudioId
  /** The deletion's operation id rather than its revision, so that both can wait offline. */
  readonly deletionId: OperationId
  readonly table?: DeletableTable | undefined
  readonly keys?: readonly string[] | undefined
  readonly label?: string | undefined
  /** Shown until the server's rows arrive. */
  readonly rows?: readonly KeptRows[] | undefined
}

/** Restores what an operation of the same person deleted, as far as its places are still free. */
export const restoreRows: Mutator<'restore', RestoreRows> = defineMutator({
  kind: 'restore',
  args: v.object({
    studioId: id<StudioId>(),
    deletionId: id<OperationId>(),
    table: v.optional(oneTable(deletable)),
    keys: v.optional(v.array(text)),
    label: v.optional(text),
    rows: v.optional(v.array(v.custom<KeptRows>((value) => typeof value === 'object'))),
  }) as v.GenericSchema<unknown, RestoreRows>,
  label: ({ label, table, keys = [] }) =>
    label ?? (table === undefined ? 'Restore' : deleteRows.label({ table, keys }).replace('Delete', 'Restore')),
  plan: (_rows, args) => ({ args, changedCount: args.keys?.length ?? 1 }),
  apply: (tx, { deletionId, rows = [] }) => tx.restore(deletionId, rows),
  invert: (_rows, { table, keys, label }) =>
    table === undefined || keys === undefined
      ? []
      : [toMutation(deleteRows, { table, keys, label: label?.replace('Restore', 'Delete') })],
  // The restored rows show what was left out; only bulk changes report skipped tasks.
  send: ({ studioId, deletionId }) => ({
    procedure: 'restore_deleted',
    args: { p_studio_id: studioId, p_deletion_id: deletionId },
    readSkipped: () => [],
  }),
})
