import { parseFieldText, toFieldText, type FieldPeople } from '#core/fields/field-text.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { isSameValue, type FieldValue } from '#core/schema/field-values.ts'
import { listTexts } from './option-columns.ts'
import { holdPaths } from './section-text.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import type { Sheet } from './csv.ts'
import type { TaskValues } from './import-row.ts'
import type { BuiltRow } from './built-row.ts'

type Named = { readonly id: string; readonly name: string }

/**
 * Tells whether a sheet lists tasks among their items, as AYON and ftrack export a hierarchy: either a cell says so, or
 * types are stages and another column says where a row belongs. A type alone may be that of assets, such as FX.
 */
export function hasTaskRows({ header, records }: Sheet, stages: readonly Named[]): boolean {
  const titles = header.map((title) => foldName(title))
  // Asana's subtasks.
  const parentAt = titles.indexOf('parent-task')
  if (parentAt !== -1 && records.some(({ cells }) => (cells[parentAt] ?? '').trim() !== '')) return true
  const isOfType = titles.map((title) => /^(type|folder-?type|entity-?type|object-?type|item-?type)$/.test(title))
  const types = records.flatMap(({ cells }) => cells.filter((cell, at) => isOfType[at] === true && cell.trim() !== ''))
  const kinds = new Set(types.map((type) => foldName(type)))
  if (kinds.has('task')) return true
  const isStage = (kind: string): boolean => stages.some(({ name }) => foldName(name) === kind)
  const isTree = titles.some(
    (title, at) =>
      /^(parent|parent-name|path|full-path|hierarchy)$/.test(title) ||
      (title === 'link' && holdPaths(listTexts(records, at))),
  )
  const others = [...kinds].filter((kind) => !isStage(kind))
  const isMixed = others.length === 0 || others.some((kind) => /^(shot|sequence|folder|asset-build)$/.test(kind))
  return isTree && others.length < kinds.size && isMixed
}

/** The studio's own fields of items and of tasks. */
type OwnFields = {
  readonly ofItems: readonly FieldDefinition[]
  readonly ofTasks: readonly FieldDefinition[]
  readonly people: FieldPeople
}

/**
 * Attaches each row that is a task to its item. Task values in rows of items are left out, as are item values of a task
 * that differ from its item's. A task field of the same name receives a task's value instead.
 */
export function placeTaskRows(
  built: readonly BuiltRow[],
  stages: readonly Named[],
  fields: OwnFields,
): readonly BuiltRow[] {
  const isTask = (each: BuiltRow): boolean => isTaskRow(each, stages)
  if (!built.some(isTask)) return built.map(asItem)
  const items = new Map<string, BuiltRow[]>()
  for (const each of built) {
    const { row, otherKind, path } = each
    const name = row.title ?? splitParts(path).at(-1)
    if (otherKind !== undefined || name === undefined || isTask(each)) continue
    const known = items.get(foldName(name))
    if (known === undefined) items.set(foldName(name), [each])
    else known.push(each)
  }
  const around = { stages, items, fields }
  return built.map((each) => (isTask(each) ? toTaskRow(each, around) : toItemRow(each)))
}

/** Tells whether a row is a task. */
export function isTaskRow(each: BuiltRow, stages: readonly Named[]): boolean {
  return each.otherKind === 'task' || endsWithTask(each, stages)
}

/** Reads a row as an item, and notes list values that only the tasks' list has. */
function asItem(each: BuiltRow): BuiltRow {
  return withLeft(
    each,
    each.twins.flatMap(({ left }) => left ?? []),
  )
}

function withLeft(each: BuiltRow, left: readonly string[]): BuiltRow {
  return left.length === 0 ? each : { ...each, row: { ...each.row, left: [...(each.row.left ?? []), ...left] } }
}

type Around = {
  readonly stages: readonly Named[]
  readonly items: ReadonlyMap<string, readonly BuiltRow[]>
  readonly fields: OwnFields
}

/** Tells whether a path ends in a task, if no column says what a row is. */
function endsWithTask({ path, stage, row, otherKind }: BuiltRow, stages: readonly Named[]): boolean {
  const parts = splitParts(path)
  const last = parts.at(-1)
  if (stage === undefined || otherKind !== undefined || last === undefined || parts.length < 2) return false
  return last === row.title && findStage(stages, last) !== undefined
}

function toTaskRow(each: BuiltRow, { stages, items, fields }: Around): BuiltRow {
  const { row, path } = each
  const parts = splitParts(path)
  const names = [each.stage, row.title].flatMap((name) => (name === undefined ? [] : [name]))
  const stage = names.find((name) => findStage(stages, name) !== undefined) ?? names[0]
  const { externalIds: _, casts: __, kindName: ___, ...plain } = row
  // If the path does not end with the task's name, it is the path of its item.
  const isWhole = row.title === undefined || parts.at(-1) === row.title
  const way = isWhole ? parts.slice(0, -1) : parts
  const parent = parts.length > 0 ? way.at(-1) : row.collection
  const named = parent === undefined ? [] : (items.get(foldName(parent)) ?? [])
  const ofPath = named.find((item) => getWholePath(item).join('/') === way.join('/'))
  const found = parts.length > 0 ? ofPath : named.length === 1 ? named[0] : undefined
  const { own, unused, left } = readOwn(each, found, fields)
  const task = {
    ...each,
    otherKind: undefined,
    stage,
    unused,
    row: {
      ...plain,
      item: {},
      externalIds: {},
      tasks: new Map([[stage ?? '', own]]),
      ...(left.length > 0 && { left: [...(plain.left ?? []), ...left] }),
    },
  }
  if (parts.length > 0)
    return { ...task, path: way.join('/'), row: { ...task.row, title: parent, collection: undefined } }
  return {
    ...task,
    path: found?.path,
    episode: found?.episode ?? each.episode,
    row: { ...task.row, title: found?.row.title ?? parent, collection: found?.row.collection },
  }
}

const ofItems = 'Only items have this field. The task’s value differs from its item’s, which was kept.'

/**
 * Reads the task values of a row: fields that tasks have go to the task; item-only fields are left out unless the item
 * has the same.
 */
function readOwn(
  { row: { item }, own = {}, twins }: BuiltRow,
  parent: BuiltRow | undefined,
  { ofItems: known, ofTasks: taken, people }: OwnFields,
) {
  const above = parent?.row.item ?? {}
  const unused: [BuiltRow['unused'][number][0], string][] = []
  if (item.description !== undefined) unused.push(['description', 'Tasks have no description.'])
  for (const [field, column] of frameColumns)
    if (item[field] !== undefined && item[field] !== null && item[field] !== above[field])
      unused.push([column, ofItems])
  const ownFields: Record<string, FieldValue | null> = { ...own.fields }
  for (const { ofTask } of twins) if (ofTask.cell.value !== undefined) ownFields[ofTask.key] ??= ofTask.cell.value
  for (const [key, value] of Object.entries(item.fields ?? {})) {
    if (twins.some((twin) => twin.key === key)) continue
    const field = known.find((each) => each.key === key)
    const twin = field && taken.find((each) => each.key === key || foldName(each.name) === foldName(field.name))
    // Each list has its own options, so convert by name.
    const read = twin && parseFieldText(twin, toFieldText(field, value ?? undefined, people), people)
    if (twin !== undefined && read?.ok === true) ownFields[twin.key] ??= read.value
    else if (value !== null && !isSameValue(above.fields?.[key], value)) unused.push([`field ${key}`, ofItems])
  }
  const left = twins.flatMap(({ ofTask }) => ofTask.cell.left ?? [])
  return { own: Object.keys(ownFields).length > 0 ? { ...own, fields: ownFields } : own, unused, left }
}

const frameColumns = [
  ['frameIn', 'frame in'],
  ['frameOut', 'frame out'],
  ['handleIn', 'handle in'],
  ['handleOut', 'handle out'],
  ['frameRate', 'frame rate'],
] as const

const ofTasks = 'Only tasks have this field.'

function toItemRow(given: BuiltRow): BuiltRow {
  const each = asItem(given)
  const { row, own = {} } = each
  if (each.otherKind !== undefined) return each
  const { status, ...values } = own
  const isOmitted = status !== undefined && /^(omt|omit|omitted)$/i.test(status)
  const unused = [
    ...each.unused,
    ...(status === undefined || isOmitted ? [] : [['status', 'Only tasks have a status.'] as const]),
    ...listSaid(values).map((column) => [column, ofTasks] as const),
    ...Object.keys(values.fields ?? {}).map((key) => [`task field ${key}` as const, ofTasks] as const),
  ]
  const item = isOmitted ? { ...row.item, isOmitted } : row.item
  return { ...each, unused, isItemRow: true, row: { ...row, item, isListOfTasks: true } }
}

function listSaid({ assignee, dueDate, estimatedHours, priority }: TaskValues) {
  const said = { assignee, due: dueDate, estimate: estimatedHours, priority }
  // The record's keys are columns.
  const columns = Object.keys(said) as (keyof typeof said)[]
  return columns.filter((column) => (said[column] ?? '') !== '' && said[column] !== 0)
}

/** Returns an item's whole path, even if the file gives only its parent's. */
function getWholePath({ path, row: { title } }: BuiltRow): readonly string[] {
  const parts = splitParts(path)
  return title === undefined || parts.at(-1) === title ? parts : [...parts, title]
}

function splitParts(path: string | undefined): readonly string[] {
  return (path ?? '')
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
