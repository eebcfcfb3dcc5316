import type { Task } from '#core/schema/item-tasks.ts'
import { linkKinds } from '#core/schema/item-links.ts'
import { itemFlags } from '#core/schema/item-flags.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { writeCastText } from '#core/casting/cast-text.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import { makeCastIndex } from './cast-index.ts'
import { groupBy } from '#core/lib/collections.ts'
import { toCsvLine } from './csv-line.ts'
import { stageFields } from './foreign-columns.ts'
import { numberCollections } from './item-index.ts'
import { toFieldText } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import {
  collectionEpisode,
  collectionNumber,
  itemColumns,
  itemKind,
  noKind,
  noTask,
  toFieldTitle,
  taskColumns,
  type TaskColumn,
} from './sheet-fields.ts'
import { readHeader } from './sheet-columns.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

/** Columns whose whole numbers are written to workbooks as numbers. */
export const numberColumns: ReadonlySet<string> = new Set(['frame in', 'frame out', 'handle in', 'handle out'])

/** Writes a space as comma-separated values, line by line, from the rows of `listSheetRows`. */
export function* exportSheet(content: SpaceContent, catalogue: Catalogue): Generator<string> {
  for (const cells of listSheetRows(content, catalogue)) yield toCsvLine(cells)
}

/**
 * Yields a space as sheet rows, titles first, then one row per item in order; an import reads them back unchanged. A
 * collection without items gets a row of its own. Columns for external ids, for task values other than the status and
 * for telling collections of one name apart appear only if used.
 */
export function* listSheetRows(content: SpaceContent, catalogue: Catalogue): Generator<readonly string[]> {
  const used = new Set(content.tasks.map(({ stageId }) => stageId))
  // Stages of the space are listed even without tasks: an import would otherwise give every item a task in them.
  const stages = catalogue.stages.filter(({ id }) => used.has(id) || catalogue.activeStageIds.includes(id))
  const tasksOf = groupBy(content.tasks, ({ itemId }) => itemId)
  const itemsOf = groupBy(content.items, ({ collectionId }) => collectionId)
  const systems = [...new Set(content.items.flatMap(({ externalIds = {} }) => Object.keys(externalIds)))].sort()
  const columns = listTaskColumns(content, catalogue, stages)
  const collections = listCollections(content)
  const { members } = catalogue
  // Formulas are not imported, so not exported.
  const fields = (catalogue.fields ?? []).filter(({ kind }) => kind !== 'formula')
  const casts = listCasts(content)
  const known = [...itemColumns, ...systems.map((system) => `${system} id`), ...casts.map(({ title }) => title)]
  const titles = [
    ...known,
    ...toFieldTitles(fields, [...known, ...columns.map(({ title }) => title)], catalogue),
    ...columns.map(({ title }) => title),
  ]
  const kinds = listKinds(content, catalogue)
  yield [...titles, ...kinds.titles, ...collections.titles]
  for (const { collection, name, which } of collections.rows) {
    const items = itemsOf.get(collection.id) ?? []
    if (items.length === 0 && name !== '')
      yield [name, ...titles.slice(1).map(() => ''), ...kinds.titles.map(() => ''), ...which]
    for (const item of items) {
      const tasks = new Map((tasksOf.get(item.id) ?? []).map((task) => [task.stageId, task]))
      const ids = systems.map((system) => item.externalIds?.[system] ?? '')
      const cells = columns.map(({ stage, read: say, without }) => {
        const task = tasks.get(stage.id)
        return task === undefined ? without : say(task)
      })
      const own = fields.map((field) => toFieldText(field, item.fields?.[field.key], members))
      yield [
        name,
        ...toItemCells(item),
        ...ids,
        ...casts.map(({ write }) => write(item.id)),
        ...own,
        ...cells,
        ...kinds.cellsOf(item),
        ...which,
      ]
    }
  }
}

/** Lists each stage's columns: the status, and what some task has a value for, the studio's own fields included. */
function listTaskColumns(content: SpaceContent, catalogue: Catalogue, stages: Catalogue['stages']) {
  const read = makeTaskReaders(content, catalogue)
  return stages.flatMap((stage) => {
    const tasks = content.tasks.filter(({ stageId }) => stageId === stage.id)
    const known = taskColumns
      .filter((field) => field === 'status' || tasks.some((task) => read[field](task) !== ''))
      .map((field) => ({
        stage,
        title: field === 'status' ? stage.name : `${stage.name} ${field}`,
        read: read[field],
        without: field === 'status' ? noTask : '',
      }))
    const own = (catalogue.taskFields ?? []).filter(({ key }) =>
      tasks.some(({ fields }) => fields?.[key] !== undefined),
    )
    const ofOwn = own.map((field) => ({
      stage,
      title: `${stage.name} ${toTaskFieldTitle(field, catalogue)}`,
      read: ({ fields }: Task) => toFieldText(field, fields?.[field.key], catalogue.members),
      without: '',
    }))
    return [...known, ...ofOwn]
  })
}

/** Lists the column of kinds, if some item has one or would get one when it is imported. */
function listKinds({ items }: SpaceContent, { kinds = [], newKind }: Catalogue) {
  const names = new Map(kinds.map(({ id, name }) => [id, name]))
  const isGiven = ({ kindId, itemType }: ItemRow): boolean =>
    kindId === undefined ? itemType === newKind?.itemType : names.has(kindId)
  if (!items.some(isGiven)) return { titles: [], cellsOf: () => [] }
  const cellsOf = ({ kindId }: ItemRow) => [kindId === undefined ? noKind : (names.get(kindId) ?? '')]
  return { titles: [itemKind], cellsOf }
}

/** Lists collections with what tells them apart: numbers if names repeat, episodes if any has one. */
function listCollections({ collections }: SpaceContent) {
  const rows = numberCollections(collections)
  const isNumbered = rows.some(({ number }) => number > 1)
  const hasEpisodes = collections.some(({ episode }) => episode !== undefined)
  return {
    titles: [...(isNumbered ? [collectionNumber] : []), ...(hasEpisodes ? [collectionEpisode] : [])],
    rows: rows.map(({ collection, name, number }) => ({
      collection,
      name,
      which: [
        ...(isNumbered ? [number === 1 ? '' : String(number)] : []),
        ...(hasEpisodes ? [collection.episode ?? ''] : []),
      ],
    })),
  }
}

/** Makes the readers of each task column. */
function makeTaskReaders(
  content: SpaceContent,
  catalogue: Catalogue,
): Readonly<Record<TaskColumn, (task: Task) => string>> {
  const statusNames = new Map(catalogue.statuses.map(({ id, name }) => [id, name]))
  const people = new Map(catalogue.members.map(({ userId, email }) => [userId, email]))
  return {
    status: ({ statusId }) => statusNames.get(statusId) ?? '',
    assignee: ({ assigneeId }) => (assigneeId === undefined ? '' : (people.get(assigneeId) ?? '')),
    due: ({ dueDate }) => dueDate ?? '',
    estimate: ({ id }) => content.hoursOf(id)?.toString() ?? '',
    priority: ({ priority }) => (priority === 0 ? '' : String(priority)),
    disabled: ({ isDisabled }) => (isDisabled ? 'yes' : ''),
  }
}

/** Lists casts by kind of link, for kinds that occur in the space. */
function listCasts({ items, casting }: SpaceContent) {
  if (casting === undefined) return []
  const { nameOf } = makeCastIndex(casting)
  return linkKinds.flatMap((kind) => {
    const listOf = (itemId: ItemId) => casting.getCast(itemId).filter((link) => link.kind === kind)
    if (!items.some(({ id }) => listOf(id).length > 0)) return []
    const write = (itemId: ItemId): string => {
      const words = listOf(itemId).map(({ toItemId, count, label }) => ({ name: nameOf(toItemId) ?? '', count, label }))
      return writeCastText(
        words.filter(({ name }) => name !== '').toSorted((one, other) => compareText(one.name, other.name)),
      )
    }
    return [{ title: titlesOfLinks[kind], write }]
  })
}

const titlesOfLinks = { cast: 'cast', instance: 'cast instances', reference: 'cast references' } as const

/** Titles fields by name, or by key if the name is taken or an import would read it as something else. */
function toFieldTitles(
  fields: readonly FieldDefinition[],
  others: readonly string[],
  { stages }: Catalogue,
): readonly string[] {
  const taken = new Set(others.map((title) => title.toLowerCase()))
  const names = fields.map(({ name }) => name.toLowerCase())
  const read = readHeader({
    header: [...others, ...fields.map(({ name }) => name)],
    stages: stages.map(({ name }) => name),
    mapping: [],
    holdsStatuses: () => true,
  })
  return fields.map(({ key, name }, at) => {
    const column = read[others.length + at]
    const isPlain =
      !/\b(id|assignee|due|estimate|priority|disabled|number)$/i.test(name) &&
      column?.kind === 'left' &&
      column.isHomeless === true
    const isOwn = names.indexOf(name.toLowerCase()) === at && names.lastIndexOf(name.toLowerCase()) === at
    return isPlain && isOwn && !taken.has(name.toLowerCase()) ? name : toFieldTitle(key)
  })
}

/** Titles a task field by name, or by key if the name is that of a built-in task column or of another field. */
function toTaskFieldTitle({ key, name }: FieldDefinition, { taskFields = [] }: Catalogue): string {
  const isOne = taskFields.filter((each) => each.name.toLowerCase() === name.toLowerCase()).length === 1
  return isOne && !stageFields.some(([words]) => words === name.trim().toLowerCase()) ? name : toFieldTitle(key)
}

function toItemCells(item: ItemRow): readonly string[] {
  const { title, slug, description, itemType, frameIn, frameOut, handleIn, handleOut, frameRate } = item
  const values = [
    title,
    slug,
    description,
    itemType,
    frameIn,
    frameOut,
    handleIn,
    handleOut,
    frameRate,
    ...itemFlags.map(({ field }) => (item[field] ? 'yes' : '')),
  ]
  return values.map((value) => value?.toString() ?? '')
}
