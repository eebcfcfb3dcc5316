import { itemFlags } from '#core/schema/item-flags.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { toFieldText } from '#core/fields/field-text.ts'
import { listMadeFields, withTaskFields } from './plan-fields.ts'
import { planWithNames } from './plan-names.ts'
import { planWithOptions } from './plan-options.ts'
import type { NewField } from './propose-fields.ts'
import type { ProposedNames } from './propose-names.ts'
import type { ProposedOptions } from './propose-options.ts'
import { isSameValue, type FieldValue } from '#core/schema/field-values.ts'
import type { AnyId, CollectionId, CommentId, ItemId, StageId, TaskId } from '#core/lib/ids.ts'
import type { ImportChanges, NewImportTask, TaskFieldChange } from './import-changes.ts'
import type { ImportRow } from './import-row.ts'
import { askCollection, type ControlNames } from './control-names.ts'
import { beginsWith } from '#core/items/new-item-kind.ts'
import { toSlug } from '#core/lib/slug.ts'
import { makeCastIndex, type CastContent, type CastIndex } from './cast-index.ts'
import { planCast, toCasting } from './plan-cast.ts'
import type { LinkChange } from '#core/casting/mutators.ts'
import { findKind } from './find-kind.ts'
import { makeItemIndex, type ItemIndex } from './item-index.ts'
import { PlanConflict } from './plan-conflict.ts'
import {
  CommentPlanner,
  findCommentItem,
  listTasks,
  type CommentOptions,
  type KnownComments,
  type TasksOfItems,
} from './plan-comments.ts'
import { checkFrames, collectionKey, newKeys, isDifferentText, toNewValues } from './plan-values.ts'
import { summarize, type PlanSummary } from './plan-summary.ts'
import {
  nameOf,
  noNames,
  planTask,
  readTasks,
  hasTaskContent,
  toNewTask,
  toText,
  type ReadTask,
  type ShownChange,
} from './plan-tasks.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

/** An import's effect on one item, for display. */
export type PlanEntry = {
  readonly line: number
  readonly kind: 'new' | 'changed' | 'unchanged' | 'conflict'
  /** Collection and name. */
  readonly path: string
  readonly changes: readonly ShownChange[]
  /** What the row contains that is not used, in sentences. */
  readonly left: readonly string[]
  /** Why the row cannot be imported. */
  readonly problem?: string
}

/** An import's effects, row by row and in numbers; `changes` is what is applied. */
export type ImportPlan = {
  readonly entries: readonly PlanEntry[]
  readonly changes: ImportChanges
  readonly summary: PlanSummary
}

type PlanInput = {
  readonly rows: readonly ImportRow[]
  readonly content: SpaceContent
  readonly catalogue: Catalogue
  /** Fields that columns may become; those with a value in some row are created, and those that the file describes. */
  readonly newFields?: readonly NewField[]
  /** Statuses, stages and kinds that the studio lacks, with what to do about them; those in some row are added. */
  readonly newNames?: ProposedNames | undefined
  /** Option names that lists lack, with what to do about them; those in some row are added. */
  readonly newOptions?: readonly ProposedOptions[]
  readonly newId: <Id extends AnyId>() => Id
  /** The options for comments; timestamps are in UTC by default. */
  readonly comments?: CommentOptions
  /** Comments of the space imported before. */
  readonly knownComments?: KnownComments
  readonly controls?: ControlNames
}

/**
 * Compares the contents of a file with those of a space. A row that cannot be imported is a conflict and changes
 * nothing; every other row is imported whole.
 */
export function planImport(input: PlanInput): ImportPlan {
  return planWithNames(withTaskFields(input), (named) =>
    planWithOptions(named, (widened) => new Planner(widened).plan()),
  )
}

type Mutable<Lists> = { -readonly [Name in keyof Lists]: Lists[Name] extends readonly (infer Each)[] ? Each[] : never }
type Planned = Pick<PlanEntry, 'kind' | 'changes' | 'left'>
type PlannedTask = { readonly changes: readonly TaskFieldChange[]; readonly made: readonly NewImportTask[] }
type Values = Record<string, unknown>
type RowTasks = ReadonlyMap<StageId, ReadTask>

const frameFields = ['frameIn', 'frameOut', 'handleIn', 'handleOut', 'frameRate'] as const

class Planner {
  readonly #input: PlanInput
  readonly #fields: readonly FieldDefinition[]
  readonly #index: ItemIndex
  readonly #tasks: ReadonlyMap<string, Task>
  /** The line each item was first seen on. */
  readonly #lines = new Map<string, number>()
  readonly #names = noNames()
  /** Collections that have items, in the space or in the file. */
  readonly #filled: ReadonlySet<string>
  readonly #met = { collections: new Set<CollectionId>(), items: new Set<ItemId>(), tasks: new Set<TaskId>() }
  readonly #changes: Mutable<Omit<ImportChanges, 'deletions' | 'names' | 'fields' | 'options' | 'links' | 'comments'>> =
    {
      collections: [],
      items: [],
      tasks: [],
      itemChanges: [],
      taskChanges: [],
    }
  /** The item of each row; and, for comments, other texts of the row that may name a task. */
  readonly #cast = new Map<ImportRow, ItemId>()
  readonly #hints = new Map<ImportRow, string>()
  readonly #comments: CommentPlanner
  readonly #links = new Map<string, LinkChange>()

  constructor(input: PlanInput) {
    this.#input = input
    this.#fields = [...(input.catalogue.fields ?? []), ...(input.newFields ?? [])]
    this.#index = makeItemIndex(input.content, input.rows)
    this.#comments = new CommentPlanner({
      catalogue: input.catalogue,
      options: input.comments ?? { timeZone: 'UTC' },
      known: input.knownComments ?? new Set(),
      newId: () => input.newId<CommentId>(),
    })
    this.#tasks = new Map(input.content.tasks.map((task) => [`${task.itemId}:${task.stageId}`, task]))
    this.#filled = new Set([
      ...input.rows.filter(({ title }) => title !== undefined).map((row) => collectionKey(row)),
      ...input.content.items.map(({ collectionId }) => collectionId),
    ])
  }

  plan(): ImportPlan {
    const planned = this.#input.rows.map((row): PlanEntry => {
      const path = [row.collection, row.title ?? ''].filter((part) => part !== undefined).join('/')
      try {
        const planned = this.#planRow(row)
        return { line: row.line, path, ...planned, left: [...(row.left ?? []), ...planned.left] }
      } catch (error) {
        if (!(error instanceof PlanConflict)) throw error
        return { line: row.line, kind: 'conflict', path, changes: [], left: [], problem: error.message }
      }
    })
    // Cast items may appear further down in the file.
    const casting = toCasting(this.#input.content, this.#changes)
    const given = { casting, index: makeCastIndex(casting) }
    const tasks = listTasks(this.#input.rows, [...this.#input.content.tasks, ...this.#changes.tasks])
    const entries = planned.map((entry, at) => {
      const row = this.#input.rows[at]
      return this.#withComments(this.#withCast(entry, row, given), row, tasks)
    })
    const fields = listMadeFields(this.#input.newFields ?? [], this.#changes)
    const links = [...this.#links.values()]
    const { made: comments, there, strangers } = this.#comments
    const made = {
      ...(fields.length > 0 && { fields }),
      ...(links.length > 0 && { links }),
      ...(comments.length > 0 && { comments }),
    }
    const changes = { ...this.#changes, ...made, deletions: undefined }
    const met = { ...this.#met, comments: there }
    return { entries, changes, summary: summarize({ changes, names: this.#names, met, authors: strangers }) }
  }

  #withCast(
    entry: PlanEntry,
    row: ImportRow | undefined,
    given: { readonly casting: CastContent; readonly index: CastIndex },
  ): PlanEntry {
    const itemId = row === undefined ? undefined : this.#cast.get(row)
    if (itemId === undefined || row?.casts === undefined || entry.kind === 'conflict') return entry
    const planned = planCast({ itemId, cells: row.casts, ...given })
    for (const link of planned.links) this.#links.set(`${link.fromItemId}:${link.toItemId}:${link.kind}`, link)
    if (row.isCastOnly === true && planned.links.length === 0 && planned.left.length > 0)
      return { ...entry, kind: 'conflict', left: [], problem: planned.left.join(' ') }
    const kind = entry.kind === 'unchanged' && planned.links.length > 0 ? 'changed' : entry.kind
    const changes = entry.kind === 'new' ? entry.changes : [...entry.changes, ...planned.shown]
    return { ...entry, kind, changes, left: [...entry.left, ...planned.left] }
  }

  #withComments(entry: PlanEntry, row: ImportRow | undefined, tasks: TasksOfItems): PlanEntry {
    const itemId = row === undefined ? undefined : this.#cast.get(row)
    if (itemId === undefined || row?.comments === undefined || entry.kind === 'conflict') return entry
    const of = { tasks: tasks.get(itemId) ?? new Map<StageId, TaskId>(), hint: this.#hints.get(row) ?? '' }
    const { shown, left } = this.#comments.take(row, of)
    const kind = entry.kind === 'unchanged' && shown.length > 0 ? 'changed' : entry.kind
    return { ...entry, kind, changes: [...entry.changes, ...shown], left: [...entry.left, ...left] }
  }

  /** Plans a row of a list of comments, which must name an existing item. */
  #planComment(row: ImportRow): Planned {
    const { item, rest } = findCommentItem(row, this.#index)
    this.#cast.set(row, item.id)
    this.#hints.set(row, rest)
    return { kind: 'unchanged', changes: [], left: [] }
  }

  #planRow(row: ImportRow): Planned {
    const { title, problem } = row
    if (problem !== undefined) throw new PlanConflict(problem)
    if (row.commentLinks !== undefined && title !== undefined) return this.#planComment(row)
    if (title === undefined) return this.#planCollection(row)
    const found = this.#index.findItem(row, title)
    const keys = found === undefined ? newKeys(row, title) : [found.id]
    const line = keys.map((key) => this.#lines.get(key)).find((each) => each !== undefined)
    if (line !== undefined) throw new PlanConflict(`Line ${line} has the same item.`)
    if (found === undefined && row.isCastOnly === true)
      throw new PlanConflict('This item does not exist here: import it first, or choose the space that has it.')
    const { tasks, left } = readTasks(row, this.#input.catalogue, this.#names)
    const planned =
      found === undefined ? this.#planNew(row, title, tasks) : this.#planChanged({ row, title, found, tasks })
    for (const key of keys) this.#lines.set(key, row.line)
    return { ...planned, left: [...left, ...planned.left] }
  }

  /** Plans a row with only a collection, as exported for one without items; refuses any other row without a name. */
  #planCollection(row: ImportRow): Planned {
    const { collection, collectionNumber, slug, item, externalIds, tasks } = row
    const known = collection === undefined ? undefined : this.#index.findCollection(collection, collectionNumber)
    const hasMore =
      row.hasMore === true ||
      slug !== undefined ||
      [item, externalIds].some((part) => Object.keys(part).length > 0) ||
      tasks.size > 0
    const isFilled = this.#filled.has(collectionKey(row)) || (known !== undefined && this.#filled.has(known))
    if (collection === undefined || hasMore || isFilled) throw new PlanConflict('The row has no name.')
    const left: string[] = []
    this.#collectionId(row, left)
    return { kind: known === undefined ? 'new' : 'unchanged', changes: [], left }
  }

  #planNew(row: ImportRow, title: string, tasks: RowTasks): Planned {
    checkFrames(row.item)
    const { newId, catalogue } = this.#input
    const id = newId<ItemId>()
    const named = this.#findKind(row)
    const { newKind } = catalogue
    const isOther = row.item.itemType !== undefined && row.item.itemType !== newKind?.itemType
    const kind = named.kind === undefined && !isOther ? newKind : (named.kind ?? undefined)
    const ownStages = catalogue.activeStageIds.filter((stageId) => beginsWith(kind, stageId))
    // A list of tasks has all of them; otherwise an item gets one in every stage of its space unless the file says no.
    const stageIds = new Set([...(row.isListOfTasks === true ? [] : ownStages), ...tasks.keys()])
    const made = [...stageIds].flatMap((stageId): NewImportTask[] => {
      const read = tasks.get(stageId)
      const isWanted = row.isListOfTasks === true || ownStages.includes(stageId)
      const isSaid = read !== undefined && hasTaskContent(read)
      if (read?.isAbsent === true && isSaid)
        throw new PlanConflict(`${read.stage}: it has other values, but is marked as having no task.`)
      return (isWanted && read?.isAbsent !== true) || isSaid
        ? [toNewTask(newId<TaskId>(), { itemId: id, stageId }, read)]
        : []
    })
    // Record changes only now that the row is certain to be imported.
    const left: string[] = []
    const collectionId = this.#collectionId(row, left)
    const { slug, externalIds, item } = row
    const ofKind = kind && { kindId: kind.id, itemType: kind.itemType }
    this.#changes.items.push({ id, collectionId, title, slug, externalIds, ...ofKind, ...toNewValues(item) })
    this.#changes.tasks.push(...made)
    this.#cast.set(row, id)
    // Slugs follow the server's rules.
    if (slug !== undefined && toSlug(slug) !== slug)
      left.push(`"${slug}" is not a valid slug: one is made from the name.`)
    left.push(...named.left, ...this.#index.warnOfAlike(collectionId, title))
    return { kind: 'new', changes: [], left }
  }

  #findKind(row: ImportRow): ReturnType<typeof findKind> {
    return findKind(row, this.#input.catalogue.kinds ?? [], this.#names.unknownKinds)
  }

  #planChanged(given: { row: ImportRow; title: string; found: ItemRow; tasks: RowTasks }): Planned {
    const { row, title, found, tasks } = given
    checkFrames({ frameIn: found.frameIn, frameOut: found.frameOut, ...row.item })
    const shown: ShownChange[] = []
    const left: string[] = []
    // Plan first what may be refused: a row is imported whole or not at all.
    const taskChanges = [...tasks].flatMap(([stageId, read]) => this.#planTask(found, { stageId, read, shown, left }))
    this.#met.items.add(found.id)
    this.#cast.set(row, found.id)
    this.#met.collections.add(found.collectionId)
    const from: Values = {}
    const to: Values = {}
    const set = (field: string, old: unknown, next: unknown): void => {
      if ((old ?? null) === (next ?? null)) return
      from[field] = old ?? null
      to[field] = next ?? null
      shown.push({ field, from: toText(old), to: toText(next) })
    }
    if (title.normalize() !== found.title.normalize()) set('title', found.title, title)
    if (isDifferentText(found.description, row.item.description))
      set('description', found.description, row.item.description)
    const { kind, left: noKind } = this.#findKind(row)
    left.push(...noKind)
    const itemType = row.item.itemType ?? kind?.itemType
    if (itemType !== undefined) set('itemType', found.itemType, itemType)
    if (kind !== undefined && kind?.id !== found.kindId) {
      from['kindId'] = found.kindId ?? null
      to['kindId'] = kind?.id ?? null
      const old = this.#input.catalogue.kinds?.find(({ id }) => id === found.kindId)
      shown.push({ field: 'kind', from: old?.name ?? '', to: kind?.name ?? '' })
    }
    if (row.slug !== undefined && row.slug !== found.slug)
      left.push(`The slug stays ${found.slug}, because links use it.`)
    for (const { field } of itemFlags) if (row.item[field] !== undefined) set(field, found[field], row.item[field])
    for (const field of frameFields) if (field in row.item) set(field, found[field], row.item[field])
    this.#planFields({ row, found, from, to, shown })
    const { collection, collectionNumber } = row
    // A casting sheet names a shot's collection only to find the shot, never to move it.
    const mayMove = collection !== undefined && row.isCastOnly !== true && row.isPlacedByOthers !== true
    if (mayMove && this.#index.findCollection(collection, collectionNumber) !== found.collectionId) {
      const old = this.#input.content.collections.find(({ id }) => id === found.collectionId)
      from['collectionId'] = found.collectionId
      to['collectionId'] = this.#collectionId(row, left)
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
    return { kind: shown.length === 0 ? 'unchanged' : 'changed', changes: shown, left }
  }

  /** Plans the studio's own fields, each applied only if it still has its current value. */
  #planFields(given: { row: ImportRow; found: ItemRow; from: Values; to: Values; shown: ShownChange[] }): void {
    const { row, found, from, to, shown } = given
    const { members } = this.#input.catalogue
    for (const [key, next] of Object.entries(row.item.fields ?? {})) {
      const field = this.#fields.find((each) => each.key === key)
      const old = found.fields?.[key]
      if (field === undefined || isSameValue(old, next)) continue
      from['fields'] = { ...Object(from['fields']), [key]: old ?? null }
      to['fields'] = { ...Object(to['fields']), [key]: next }
      const say = (value: FieldValue | null | undefined): string => toFieldText(field, value ?? undefined, members)
      shown.push({ field: field.name, from: say(old), to: say(next) })
    }
  }

  #planTask(
    { id: itemId }: ItemRow,
    given: { stageId: StageId; read: ReadTask; shown: ShownChange[]; left: string[] },
  ): readonly PlannedTask[] {
    const { stageId, read, shown, left } = given
    const { catalogue, content, newId } = this.#input
    const task = this.#tasks.get(`${itemId}:${stageId}`)
    if (task === undefined) {
      if (!hasTaskContent(read)) return []
      const made = toNewTask(newId<TaskId>(), { itemId, stageId }, read)
      shown.push({ field: read.stage, from: '', to: nameOf(catalogue, read.statusId) || 'a task' })
      return [{ changes: [], made: [made] }]
    }
    this.#met.tasks.add(task.id)
    if (read.isAbsent) left.push(`${read.stage}: imports do not delete tasks.`)
    const planned = planTask(task, read, { catalogue, hours: content.hoursOf(task.id) })
    shown.push(...planned.shown)
    return [{ changes: planned.changes, made: [] }]
  }

  /** Returns the collection a row names, creating it if needed; adds a warning to `left` if there is a similar one. */
  #collectionId(row: ImportRow, left: string[]): CollectionId {
    const { title, collection, collectionNumber, collectionEpisode } = row
    if (collection === undefined && !this.#input.content.isIllustration)
      throw new PlanConflict(askCollection(title, this.#input.controls))
    const wanted = collection ?? ''
    const known = this.#index.findCollection(wanted, collectionNumber)
    if (known !== undefined) {
      this.#met.collections.add(known)
      return known
    }
    const id = this.#input.newId<CollectionId>()
    left.push(...this.#index.addCollection(id, wanted, collectionNumber))
    const named = { id, name: wanted === '' ? 'Illustrations' : wanted, isDefault: wanted === '' }
    const ofEpisode = collectionEpisode !== undefined && { episode: collectionEpisode }
    this.#changes.collections.push({ ...named, ...ofEpisode })
    return id
  }
}
