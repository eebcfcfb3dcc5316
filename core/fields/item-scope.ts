import type { ItemLinks, LinkedItem } from '#core/casting/item-links.ts'
import {
  ExpressionFault,
  type ExpressionValue,
  type Member,
  type RecordType,
  type RowFunction,
  type RowName,
  type Scope,
  type ValueType,
} from '#core/expressions/types.ts'
import type { ItemId, UserId } from '#core/lib/ids.ts'
import type { FieldDefinition, FieldKind } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { itemFlags } from '#core/schema/item-flags.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { findOption } from './field-text.ts'
import { knownNamesOf, listKnownNames } from './known-names.ts'
import { listBlockingItems } from './waits-for.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** The data that expressions about a space's items read. */
export type ItemPlace = {
  readonly studio: StudioReplica
  readonly space: SpaceOfItems
  readonly getArtists: (task: Task, space: SpaceOfItems) => readonly UserId[]
  /** The items' links; absent where they are unknown. */
  readonly links?: ItemLinks | undefined
}
type SpaceOfItems = Pick<SpaceReplica, 'getTasks' | 'findEstimatedHours' | 'replica'>

/** Returns a place for a studio without an open space: the same names, but no items. */
export function withoutItems(studio: StudioReplica): ItemPlace {
  const space = { getTasks: () => [], findEstimatedHours: () => undefined, replica: studio.replica }
  return { studio, space, getArtists: () => [] }
}

/** The expression type of each kind; a formula's follows from its text. */
export const typeOfKind: { readonly [Kind in Exclude<FieldKind, 'formula'>]: ValueType } = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  checkbox: 'checkbox',
  date: 'date',
  choice: 'text',
  choices: { list: 'text' },
  url: 'text',
  person: 'text',
}

/** Converts a field's value for expressions: options and people become names. */
export function toExpressionValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  { replica }: Pick<StudioReplica, 'replica'>,
): ExpressionValue {
  if (value === undefined) return null
  if (typeof value === 'object') return value.map((id) => findOption(field, id).name)
  if (field.kind === 'choice') return findOption(field, String(value)).name
  if (field.kind === 'person') return replica.find('studio_members', String(value))?.displayName ?? removedName
  return value
}

/** Returns the names of an item that every studio has; a field with the same key takes precedence. */
function itemNames(spaceOf: SpaceFinder, studio: StudioReplica): ReadonlyMap<string, RowName<ItemRow>> {
  const { replica } = studio
  const frames = ({ frameIn, frameOut }: ItemRow): number | undefined =>
    frameIn === undefined || frameOut === undefined ? undefined : frameOut - frameIn + 1
  return new Map<string, RowName<ItemRow>>([
    ['name', { type: 'text', read: ({ title }) => title, help: 'the item’s name' }],
    ['description', { type: 'text', read: ({ description }) => description }],
    [
      'kind',
      {
        type: 'text',
        read: ({ kindId }) => kindId && replica.find('item_kinds', kindId)?.name,
        known: listKnownNames(studio).kind,
        help: 'what kind of item it is: kind == "Prop"',
      },
    ],
    [
      'collection',
      {
        type: 'text',
        read: ({ id, collectionId }) => spaceOf(id).replica.find('collections', collectionId)?.name,
        help: 'its collection’s name',
      },
    ],
    ...itemFlags.map(({ name, field }): [string, RowName<ItemRow>] => [
      name,
      { type: 'checkbox', read: (item) => item[field] },
    ]),
    ['frame_in', { type: 'number', read: ({ frameIn }) => frameIn }],
    ['frame_out', { type: 'number', read: ({ frameOut }) => frameOut }],
    ['frames', { type: 'number', read: frames, help: 'how many frames it has in the cut' }],
  ])
}

type SpaceFinder = (itemId: ItemId) => SpaceOfItems

/**
 * Makes the scope of an item: its own names and fields, its tasks, `task("anim")` for the task of a stage, and the same
 * for the items that it is made with, appears in or holds.
 */
export function makeItemScope(place: ItemPlace, fields: Fields): Scope<ItemRow> {
  const spaceOf: SpaceFinder = (itemId) => place.links?.findSpace(itemId) ?? place.space
  const task = taskType(place, spaceOf)
  const isEnabled = ({ isDisabled }: Task): boolean => !isDisabled
  const getTasks = ({ id }: ItemRow): readonly Task[] => {
    const tasks = spaceOf(id).getTasks(id)
    return tasks.every(isEnabled) ? tasks : tasks.filter(isEnabled)
  }
  const names = new Map([...itemNames(spaceOf, place.studio), ...namesOfTasks(task, getTasks, place)])
  names.set('me', { type: 'text', read: () => getOwnName(place.studio), help: 'the person looking: director == me' })
  names.set('waits_for', {
    type: { list: 'text' },
    read: (item) => listBlockingItems(place, getTasks(item)),
    help: 'what is cast and not done yet: "Ana" in waits_for',
  })
  const ofTask = taskOf(place, task, spaceOf)
  const get = (name: string): RowName<ItemRow> | undefined => fields.get(name) ?? names.get(name)
  const scope = {
    names: { get, keys: () => new Set([...fields.keys(), ...names.keys()]).values() },
    functions: new Map([['task', ofTask]]),
  }
  for (const [name, found] of linkNames(linkedType(scope, fields, place), place)) names.set(name, found)
  return scope
}

/** A studio's fields by key; `getLinked` looks up those of linked items, so that cycles across links are found. */
export type Fields = Scope<ItemRow>['names'] & { readonly getLinked?: Scope<ItemRow>['names']['get'] }

/** Returns the current person's name, as fields of kind `person` write it. */
export function getOwnName({ replica, userId }: Pick<StudioReplica, 'replica' | 'userId'>): string | null {
  return userId === undefined ? null : (replica.find('studio_members', userId)?.displayName ?? null)
}

function namesOfTasks(
  task: RecordType,
  getTasks: (item: ItemRow) => readonly Task[],
  { studio }: ItemPlace,
): readonly (readonly [string, RowName<ItemRow>])[] {
  const share = (item: ItemRow): number | null => {
    const tasks = getTasks(item)
    const done = tasks.filter(({ statusId }) => studio.replica.find('task_statuses', statusId)?.isDone === true)
    return tasks.length === 0 ? null : done.length / tasks.length
  }
  return [
    ['tasks', { type: { list: task }, read: getTasks, help: 'its tasks: share(tasks, t, t.done)' }],
    ['done', { type: 'checkbox', read: (item) => share(item) === 1, help: 'whether all of its tasks are done' }],
    ['progress', { type: 'number', read: share, help: 'the share of its tasks that are done: 0 to 1' }],
  ]
}

function linkNames(linked: RecordType, place: ItemPlace): readonly (readonly [string, RowName<ItemRow>])[] {
  const type = { list: linked }
  const ask = (read: (links: ItemLinks, item: ItemRow) => readonly LinkedItem[]) => (item: ItemRow) => {
    if (place.links === undefined) throw new ExpressionFault('Links are not available here', { start: 0, end: 0 })
    return read(place.links, item)
  }
  return [
    [
      'cast',
      {
        type,
        read: ask((links, { id }) => links.getCast(id)),
        help: 'what it is made with: sum(cast, x, x.count)',
      },
    ],
    ['used_in', { type, read: ask((links, { id }) => links.getUses(id)), help: 'the items it appears in' }],
    ['references', { type, read: ask((links, { id }) => links.getReferences(id)) }],
    [
      'children',
      {
        type,
        read: ask((links, item) => links.getChildren(item)),
        help: 'the items of a sequence or an episode: mean(children, x, x.progress)',
      },
    ],
  ]
}

/** Makes the type of a linked item: the link's own members, and everything that an item has. */
function linkedType({ names, functions }: Required<Scope<ItemRow>>, fields: Fields, place: ItemPlace): RecordType {
  // Records of this type are linked items.
  const itemOf = (record: unknown): ItemRow | undefined => place.links?.getItem(record as LinkedItem)
  const ofLink = (type: ValueType, read: (link: ItemLink) => unknown, help: string): Member => ({
    type,
    help,
    read: (record) => {
      const { link } = record as LinkedItem
      return link === undefined ? null : read(link)
    },
  })
  const own = new Map<string, Member>([
    ['count', ofLink('number', ({ count }) => count, 'how many of it')],
    ['label', ofLink('text', ({ label }) => label, 'what it is called there')],
    ['link', ofLink('text', ({ kind }) => kind, 'cast, instance or reference')],
  ])
  const toMember = ({ read, part, ...name }: RowName<ItemRow>): Member => ({
    ...name,
    ...(part !== undefined && { part }),
    read: (record) => {
      const item = itemOf(record)
      return item === undefined || part !== undefined ? item : read(item)
    },
  })
  const task = functions.get('task')
  const members = {
    get: (name: string): Member | undefined => {
      const found = own.get(name) ?? fields.getLinked?.(name) ?? names.get(name)
      return found === undefined || own.has(name) ? (found as Member | undefined) : toMember(found as RowName<ItemRow>)
    },
    keys: () => new Set([...own.keys(), ...names.keys()]).values(),
  }
  return { word: 'an item', members, functions: new Map(task === undefined ? [] : [['task', toLinked(task, itemOf)]]) }
}

function toLinked(of: RowFunction<ItemRow>, itemOf: (record: unknown) => ItemRow | undefined): RowFunction<unknown> {
  return {
    ...of,
    bind: (text) => {
      const bound = of.bind(text)
      return {
        ...bound,
        read: (record) => {
          const item = itemOf(record)
          return item === undefined ? null : bound.read(item)
        },
      }
    },
  }
}

function taskOf({ studio }: ItemPlace, type: RecordType, spaceOf: SpaceFinder): RowFunction<ItemRow> {
  return {
    help: 'task("anim")',
    choices: studio.getStages().map(({ name }) => name),
    bind(text) {
      const stage = findStage(studio.getStages(), text)
      if (stage === undefined) return { type, read: () => null, problem: `There is no stage ${text}` }
      return {
        type,
        read: ({ id }) =>
          spaceOf(id)
            .getTasks(id)
            .find(({ stageId, isDisabled }) => stageId === stage.id && !isDisabled),
      }
    },
  }
}

function taskType(place: ItemPlace, spaceOf: SpaceFinder): RecordType {
  const { studio, getArtists } = place
  const { replica } = studio
  const known = listKnownNames(studio)
  const of =
    (read: (task: Task) => unknown): Member['read'] =>
    (task) =>
      read(task as Task)
  const statusOf = (task: Task) => replica.find('task_statuses', task.statusId)
  const members: readonly (readonly [string, Member])[] = [
    ...studio.getTaskFields().flatMap((field): readonly (readonly [string, Member])[] => {
      if (field.kind === 'formula') return []
      const read = of((task) => toExpressionValue(field, task.fields?.[field.key], studio))
      const named = knownNamesOf(field, studio)
      return [[field.key, { type: typeOfKind[field.kind], read, known: named, help: field.name }]]
    }),
    ['stage', { type: 'text', known: known.stage, read: of((task) => replica.find('stages', task.stageId)?.name) }],
    ['status', { type: 'text', known: known.status, read: of((task) => statusOf(task)?.name) }],
    ['code', { type: 'text', known: known.code, read: of((task) => statusOf(task)?.shortCode) }],
    ['done', { type: 'checkbox', read: of((task) => statusOf(task)?.isDone) }],
    ['due', { type: 'date', read: of((task) => task.dueDate) }],
    ['waits_for', { type: { list: 'text' }, isLinked: true, read: of((task) => listBlockingItems(place, [task])) }],
    ['priority', { type: 'number', read: of((task) => task.priority) }],
    ['hours', { type: 'number', read: of((task) => spaceOf(task.itemId).findEstimatedHours(task.id)) }],
    [
      'assignees',
      {
        type: { list: 'text' },
        known: known.person,
        read: of((task) =>
          getArtists(task, spaceOf(task.itemId)).map(
            (id) => replica.find('studio_members', id)?.displayName ?? removedName,
          ),
        ),
      },
    ],
  ]
  return { word: 'a task', members: new Map(members) }
}
