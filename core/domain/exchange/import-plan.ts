import type { AnyId, CollectionId, ItemId, StageId, TaskId } from '#core/lib/ids.ts'
import type { Task } from '../entities.ts'
import type { ItemFrames, ItemRow } from '../rows.ts'
import type { ImportChanges, NewImportTask, TaskFieldChange } from './import-changes.ts'
import type { ImportRow } from './import-row.ts'
import { makeItemIndex, type ItemIndex } from './item-index.ts'
import { PlanConflict } from './plan-conflict.ts'
import { nameOf, planTask, readTasks, toNewTask, toText, type ReadTask, type ShownChange } from './plan-tasks.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

/** What an import does to one item, for reading. */
export type PlanEntry = {
  readonly line: number
  readonly kind: 'new' | 'changed' | 'unchanged' | 'conflict'
  /** Collection and name. */
  readonly path: string
  readonly changes: readonly ShownChange[]
  /** Why it cannot be taken in. */
  readonly problem?: string
}

export type ImportPlan = { readonly entries: readonly PlanEntry[]; readonly changes: ImportChanges }

type PlanInput = {
  readonly rows: readonly ImportRow[]
  readonly content: SpaceContent
  readonly catalogue: Catalogue
  readonly newId: <Id extends AnyId>() => Id
}

/**
 * Compares what a file describes with what a space holds. A row that cannot be taken in as it is, is a conflict and changes
 * nothing; every other one is taken in whole.
 */
export function planImport(input: PlanInput): ImportPlan {
  return new Planner(input).plan()
}

type Mutable<Lists> = { -readonly [Name in keyof Lists]: Lists[Name] extends readonly (infer Each)[] ? Each[] : never }
type Planned = Pick<PlanEntry, 'kind' | 'changes'>
type PlannedTask = { readonly changes: readonly TaskFieldChange[]; readonly made: readonly NewImportTask[] }
type RowTasks = ReadonlyMap<StageId, ReadTask>

const frameFields = ['frameIn', 'frameOut', 'handleIn', 'handleOut', 'frameRate'] as const

class Planner {
  readonly #input: PlanInput
  readonly #index: ItemIndex
  readonly #tasks: ReadonlyMap<string, Task>
  /** The lines that items were met in. */
  readonly #lines = new Map<string, number>()
  readonly #changes: Mutable<Omit<ImportChanges, 'deletions'>> = {
    collections: [],
    items: [],
    tasks: [],
    itemChanges: [],
    taskChanges: [],
  }

  constructor(input: PlanInput) {
    this.#input = input
    this.#index = makeItemIndex(input.content)
    this.#tasks = new Map(input.content.tasks.map((task) => [`${task.itemId}:${task.stageId}`, task]))
  }

  plan(): ImportPlan {
    const entries = this.#input.rows.map((row): PlanEntry => {
      const path = [row.collection, row.title ?? ''].filter((part) => part !== undefined).join('/')
      try {
        return { line: row.line, path, ...this.#planRow(row) }
      } catch (error) {
        if (!(error instanceof PlanConflict)) throw error
        return { line: row.line, kind: 'conflict', path, changes: [], problem: error.message }
      }
    })
    return { entries, changes: { ...this.#changes, deletions: undefined } }
  }

  #planRow(row: ImportRow): Planned {
    const { collection, collectionNumber, title } = row
    if (title === undefined) {
      if (collection === undefined) throw new PlanConflict('The line names no item.')
      const isKnown = this.#index.findCollection(collection, collectionNumber) !== undefined
      this.#collectionId(row)
      return { kind: isKnown ? 'unchanged' : 'new', changes: [] }
    }
    const found = this.#index.findItem(row, title)
    const keys = found === undefined ? newKeys(row, title) : [found.id]
    const line = keys.map((key) => this.#lines.get(key)).find((each) => each !== undefined)
    if (line !== undefined) throw new PlanConflict(`Line ${line} is about the same item.`)
    const tasks = readTasks(row, this.#input.catalogue)
    const planned =
      found === undefined ? this.#planNew(row, title, tasks) : this.#planChanged({ row, title, found, tasks })
    for (const key of keys) this.#lines.set(key, row.line)
    return planned
  }

  #planNew(row: ImportRow, title: string, tasks: RowTasks): Planned {
    checkFrames(row.item)
    const { newId, catalogue } = this.#input
    const id = newId<ItemId>()
    // A file with columns for stages says where there are tasks; without any there is one in every stage, as always.
    const stageIds = tasks.size === 0 ? catalogue.activeStageIds : [...tasks.keys()]
    const made = stageIds.flatMap((stageId): NewImportTask[] => {
      const read = tasks.get(stageId)
      if (read?.statusId !== undefined || read === undefined)
        return [toNewTask(newId<TaskId>(), { itemId: id, stageId }, read)]
      const more = Object.values({ assigneeId: read.assigneeId, ...read.values })
      if (more.some((value) => (value ?? false) !== false))
        throw new PlanConflict(`${read.stage} has no status, but says more about the task.`)
      return []
    })
    // Only now is it certain that the row is taken in.
    const collectionId = this.#collectionId(row)
    const { slug, externalIds, item } = row
    this.#changes.items.push({ id, collectionId, title, slug, externalIds, ...withoutNull(item) })
    this.#changes.tasks.push(...made)
    return { kind: 'new', changes: [] }
  }

  #planChanged(given: { row: ImportRow; title: string; found: ItemRow; tasks: RowTasks }): Planned {
    const { row, title, found, tasks } = given
    checkFrames({ frameIn: found.frameIn, frameOut: found.frameOut, ...row.item })
    const shown: ShownChange[] = []
    // What may be refused comes first: a row is taken in whole or not at all.
    const taskChanges = [...tasks].flatMap(([stageId, read]) => this.#planTasks(found, { stageId, read, shown }))
    const from: Record<string, unknown> = {}
    const to: Record<string, unknown> = {}
    const set = (field: string, old: unknown, next: unknown): void => {
      if ((old ?? null) === (next ?? null)) return
      from[field] = old ?? null
      to[field] = next ?? null
      shown.push({ field, from: toText(old), to: toText(next) })
    }
    if (title.normalize() !== found.title.normalize()) set('title', found.title, title)
    if (row.item.description !== undefined) set('description', found.description, row.item.description)
    for (const field of frameFields) if (field in row.item) set(field, found[field], row.item[field])
    const { collection, collectionNumber } = row
    if (collection !== undefined && this.#index.findCollection(collection, collectionNumber) !== found.collectionId) {
      const old = this.#input.content.collections.find(({ id }) => id === found.collectionId)
      from['collectionId'] = found.collectionId
      to['collectionId'] = this.#collectionId(row)
      shown.push({ field: 'collection', from: old?.name ?? '', to: collection })
    }
    for (const [system, id] of Object.entries(row.externalIds)) {
      const old = found.externalIds?.[system]
      if (old === id) continue
      from['externalIds'] = found.externalIds ?? {}
      to['externalIds'] = { ...found.externalIds, ...row.externalIds }
      shown.push({ field: `${system} id`, from: old ?? '', to: id })
    }
    this.#changes.taskChanges.push(...taskChanges.flatMap(({ changes }) => changes))
    this.#changes.tasks.push(...taskChanges.flatMap(({ made }) => made))
    if (Object.keys(to).length > 0) this.#changes.itemChanges.push({ id: found.id, expected: from, fields: to })
    return { kind: shown.length === 0 ? 'unchanged' : 'changed', changes: shown }
  }

  #planTasks(
    { id: itemId }: ItemRow,
    given: { stageId: StageId; read: ReadTask; shown: ShownChange[] },
  ): readonly PlannedTask[] {
    const { stageId, read, shown } = given
    const { catalogue, content, newId } = this.#input
    const task = this.#tasks.get(`${itemId}:${stageId}`)
    if (task === undefined) {
      if (read.statusId === undefined) return []
      shown.push({ field: read.stage, from: '', to: nameOf(catalogue, read.statusId) })
      return [{ changes: [], made: [toNewTask(newId<TaskId>(), { itemId, stageId }, read)] }]
    }
    const planned = planTask(task, read, { catalogue, hours: content.hoursOf(task.id) })
    shown.push(...planned.shown)
    return [{ changes: planned.changes, made: [] }]
  }

  /** The collection a row names, made where there is none. */
  #collectionId({ collection, collectionNumber }: ImportRow): CollectionId {
    if (collection === undefined && !this.#input.content.isIllustration)
      throw new PlanConflict('Which collection? Name one in the file or with --collection.')
    const wanted = collection ?? ''
    const known = this.#index.findCollection(wanted, collectionNumber)
    if (known !== undefined) return known
    const id = this.#input.newId<CollectionId>()
    this.#index.addCollection(id, wanted, collectionNumber)
    this.#changes.collections.push({ id, name: wanted === '' ? 'Illustrations' : wanted, isDefault: wanted === '' })
    return id
  }
}

/** What two rows about one and the same new item share. */
function newKeys({ collection, collectionNumber, slug, externalIds }: ImportRow, title: string): readonly string[] {
  const ids = Object.entries(externalIds).map(([system, id]) => `${system}:${id}`)
  // Two items of one name in one collection are told apart by their slugs.
  return slug === undefined
    ? [...ids, JSON.stringify([collection?.normalize(), collectionNumber, title.normalize()])]
    : [...ids, `slug ${slug}`]
}

type Range = { readonly frameIn?: number | null | undefined; readonly frameOut?: number | null | undefined }

function checkFrames({ frameIn = null, frameOut = null }: Range): void {
  if (frameIn === null && frameOut === null) return
  if (frameIn === null || frameOut === null) throw new PlanConflict('A range has a first and a last frame.')
  if (frameOut < frameIn) throw new PlanConflict(`The last frame ${frameOut} is before the first one ${frameIn}.`)
}

function withoutNull(values: ImportRow['item']): Omit<ImportRow['item'], keyof ItemFrames> & ItemFrames {
  // Only what is not null is kept.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Omit<
    ImportRow['item'],
    keyof ItemFrames
  > &
    ItemFrames
}
