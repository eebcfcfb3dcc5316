import { foldName } from '#core/lib/slug.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import type { Sheet } from './csv.ts'
import type { TaskValues } from './import-row.ts'
import type { BuiltRow } from './row-builder.ts'

type Named = { readonly id: string; readonly name: string }

/**
 * Whether a sheet lists tasks among the items they belong to, as AYON and ftrack export a hierarchy: by a cell that says so,
 * or by types that are stages beside a column that says where a row lies. A type alone may be that of assets, such as FX.
 */
export function findsTaskRows({ header, records }: Sheet, stages: readonly Named[]): boolean {
  const titles = header.map((title) => foldName(title))
  const isOfType = titles.map((title) => /^(type|folder-?type|entity-?type|object-?type|item-?type)$/.test(title))
  const types = records.flatMap(({ cells }) => cells.filter((cell, at) => isOfType[at] === true && cell.trim() !== ''))
  const kinds = new Set(types.map((type) => foldName(type)))
  if (kinds.has('task')) return true
  const isStage = (kind: string): boolean => stages.some(({ name }) => foldName(name) === kind)
  const isTree = titles.some((title) => /^(parent|parent-name|path|full-path|hierarchy)$/.test(title))
  const others = [...kinds].filter((kind) => !isStage(kind))
  const isMixed = others.length === 0 || others.some((kind) => /^(shot|sequence|folder|asset-build)$/.test(kind))
  return isTree && others.length < kinds.size && isMixed
}

/** The rows with each that is a task under the item it belongs to; what is said of items as only tasks have it, is unused. */
export function placeTaskRows(built: readonly BuiltRow[], stages: readonly Named[]): readonly BuiltRow[] {
  const isTask = (each: BuiltRow): boolean => each.otherKind === 'task' || endsWithTask(each, stages)
  if (!built.some(isTask)) return built
  const items = new Map<string, BuiltRow[]>()
  for (const each of built) {
    const { row, otherKind } = each
    if (otherKind !== undefined || row.title === undefined || isTask(each)) continue
    const known = items.get(foldName(row.title))
    if (known === undefined) items.set(foldName(row.title), [each])
    else known.push(each)
  }
  return built.map((each) => (isTask(each) ? toTaskRow(each, { stages, items }) : toItemRow(each)))
}

type Around = { readonly stages: readonly Named[]; readonly items: ReadonlyMap<string, readonly BuiltRow[]> }

/** A path that leads to a task, where no column says what a row is. */
function endsWithTask({ path, stage, row, otherKind }: BuiltRow, stages: readonly Named[]): boolean {
  const parts = splitParts(path)
  const last = parts.at(-1)
  if (stage === undefined || otherKind !== undefined || last === undefined || parts.length < 2) return false
  return last === row.title && findStage(stages, last) !== undefined
}

function toTaskRow(each: BuiltRow, { stages, items }: Around): BuiltRow {
  const { row, path, own = {} } = each
  const parts = splitParts(path)
  const names = [each.stage, row.title].flatMap((name) => (name === undefined ? [] : [name]))
  const stage = names.find((name) => findStage(stages, name) !== undefined) ?? names[0]
  const unused: BuiltRow['unused'] =
    row.item.description === undefined ? [] : [['description', 'A task has no description here.']]
  const { externalIds: _, casts: __, kindName: ___, ...plain } = row
  const task = {
    ...each,
    otherKind: undefined,
    stage,
    unused,
    row: { ...plain, item: {}, externalIds: {}, tasks: new Map([[stage ?? '', own]]) },
  }
  if (parts.length > 0) {
    // The name of the task may not be the last part: a path of its own says where its item is.
    const way = parts.at(-1) === row.title ? parts.slice(0, -1) : parts
    return { ...task, path: way.join('/'), row: { ...task.row, title: way.at(-1), collection: undefined } }
  }
  const parent = row.collection
  const [item, ...twins] = parent === undefined ? [] : (items.get(foldName(parent)) ?? [])
  const found = twins.length === 0 ? item : undefined
  return {
    ...task,
    path: found?.path,
    episode: found?.episode ?? each.episode,
    row: { ...task.row, title: found?.row.title ?? parent, collection: found?.row.collection },
  }
}

const ofTasks = 'It is said of tasks here, not of items.'

function toItemRow(each: BuiltRow): BuiltRow {
  const { row, own = {} } = each
  if (each.otherKind !== undefined) return each
  const { status, ...values } = own
  const isOmitted = status !== undefined && /^(omt|omit|omitted)$/i.test(status)
  const unused = [
    ...each.unused,
    ...(status === undefined || isOmitted ? [] : [['status', 'The status here is that of the tasks.'] as const]),
    ...listSaid(values).map((column) => [column, ofTasks] as const),
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

function splitParts(path: string | undefined): readonly string[] {
  return (path ?? '')
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
